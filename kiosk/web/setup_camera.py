"""The step Camera of the set-up: what the camera sees now, and where the mat lies in its picture.

It asks the process that watches, so looking on disturbs nobody, also in the middle of a match. Corners and pose go into
the files that `tablejudge mat` writes, and the camera is read by them at once.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, request

from kiosk.doctor_live import is_bright, is_dark, live_findings
from kiosk.mat_place import forget_place, keep_place, kept_corners, kept_pose
from kiosk.parts import Seen
from kiosk.texts import TEXTS, say
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.mat import Section
from vision.board import OFF, Board, SeenCube, kit_cube
from vision.calibration import read_calibration
from vision.kept_pose import CORNERS_FILE, POSE_FILE, KeptCorners, KeptPose, parse_hand_corners
from vision.layout import load_layout
from vision.lens import Lens
from vision.live_mat import found_mat, straightened
from vision.live_view import LiveView
from vision.mat_view import Lost
from vision.quality import BLURRED_ABOVE_MM, DARK_BELOW, PAPER_NOT_WHITE, WHITE
from vision.sightings import Change, Trouble
from vision.wire import SIMULATED

#: What the meters can say.
DARK, GOOD, BRIGHT, BLURRED, UNKNOWN = "dark", "good", "bright", "blurred", "unknown"


def camera_routes(pages: Blueprint, table: Table, by: Callable[[], str]) -> None:
    """`/setup/camera/look`, `/straighten`, `/corners`, `/pose`."""

    @pages.get("/setup/camera/look")
    def look() -> Response:
        view = table.look(read=True, overlay=request.args.get("overlay") == "1")
        answer = jsonify(look_body(table, view))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.post("/setup/camera/straighten")
    def straighten() -> Response:
        """The sheet from above as these corners have it, without keeping them; refused in words if they have none."""
        sent, view = sent_object(), table.look()
        try:
            corners = _corners(sent, view)
        except BadRequest as wrong:
            # Whoever is still dragging has done nothing wrong.
            return jsonify({"status": "refused", "text": str(wrong), "picture": None})
        found = straightened(view, load_layout(), lens=_lens(table), corners=corners)
        if isinstance(found, Lost):
            return jsonify({"status": "refused", "text": say("corners.no-sheet"), "picture": None})
        text = None if found.by_hand else say("corners.not-needed")
        return jsonify({"status": "done", "text": text, "picture": _url(found.jpeg)})

    @pages.post("/setup/camera/corners")
    def corners() -> Response:
        sent = sent_object()
        if sent.get("forget") is True:
            return _forgotten(table, by(), CORNERS_FILE, say("corners.forgotten"), say("corners.none"))
        _real(table)
        view = table.look()
        chosen = _corners(sent, view)
        if isinstance(straightened(view, load_layout(), lens=_lens(table), corners=chosen), Lost):
            raise BadRequest(say("corners.no-sheet"))
        return _kept(table, by(), chosen, say("corners.kept"))

    @pages.post("/setup/camera/pose")
    def pose() -> Response:
        if sent_object().get("forget") is True:
            return _forgotten(table, by(), POSE_FILE, say("pose.forgotten"), say("pose.none"))
        _real(table)
        found = found_mat(
            table.look(), load_layout(), lens=_lens(table), corners=kept_corners(table.settings.data.folder)
        )
        if isinstance(found, Lost):
            raise BadRequest(say("pose.no-mat"))
        return _kept(table, by(), KeptPose.of(found), say("pose.kept"))


def _kept(table: Table, by: str, kept: KeptCorners | KeptPose, text: str) -> Response:
    keep_place(table.settings.data.folder, kept)
    return _anew(table, by, text)


def _forgotten(table: Table, by: str, name: str, text: str, none: str) -> Response:
    if not forget_place(table.settings.data.folder, name):
        raise BadRequest(none)
    return _anew(table, by, text)


def _anew(table: Table, by: str, text: str) -> Response:
    """It is written down, and the camera is read by it from now on."""
    table.note(by, "mat", text=text)
    table.look_anew()
    return jsonify({"status": "done", "text": text})


def _real(table: Table) -> None:
    """Refused where the camera is drawn: what is measured is not true of it, and is not used."""
    if table.settings.camera.kind == SIMULATED:
        raise Refused(409, "simulated", say("corners.simulated"))


def _lens(table: Table) -> Lens | None:
    kind, folder = table.settings.camera.kind, table.settings.data.folder
    return None if kind == SIMULATED else read_calibration(folder).lens


def _corners(sent: Mapping[str, Any], view: LiveView) -> KeptCorners:
    """The corners that were sent, in this view's picture; BadRequest for what is no sheet, or not in it."""
    if view.size is None:
        raise BadRequest(say("corners.no-picture"))
    corners = parse_hand_corners({"size": sent.get("size"), "corners_px": sent.get("corners")})
    if corners.size != tuple(view.size):
        raise BadRequest(say("corners.other-size"))
    wide, high = view.size
    if not all(-0.5 <= u <= wide and -0.5 <= v <= high for u, v in corners.corners_px):
        raise BadRequest(say("corners.outside"))
    return corners


# --- what is seen, for the page ------------------------------------------------------------------------


def look_body(table: Table, view: LiveView) -> dict[str, Any]:
    """The view with its picture, in words; one frame's worth of everything."""
    settings = table.settings
    found = list(live_findings(view, settings.camera.kind))
    corners = kept_corners(settings.data.folder)
    return {
        "state": view.state,
        "settled": view.settled,
        "reader": view.reader,
        "picture": None if view.jpeg is None else _url(view.jpeg),
        "size": view.size,
        "findings": [
            {"key": each.key, "level": each.level, "text": each.sentence, "advice": each.advice} for each in found
        ],
        "meters": meters(view),
        "markers": None
        if view.markers is None
        else [{"id": each.id, "seen": each.id in view.markers} for each in load_layout().markers],
        "board": None if view.board is None else board_body(view.board),
        "seen": [seen_body(each) for each in table.seen()],
        "corners": None if corners is None else {"size": corners.size, "corners": corners.corners_px},
        "pose": kept_pose(settings.data.folder) is not None,
        "simulated": settings.camera.kind == SIMULATED,
    }


def meters(view: LiveView) -> dict[str, Any]:
    """Light and sharpness as a share of the meter, with where the good part of it is, and in a word."""
    light = view.light
    shares: dict[str, Any] = {"from": round(DARK_BELOW / 255, 3), "to": round(WHITE / 255, 3)}
    if light is None:
        share = None if view.brightness is None else round(view.brightness / 255, 3)
        return {
            "light": {"level": UNKNOWN, "share": share, **shares},
            "sharp": {"level": UNKNOWN, "share": None, "from": 0.5, "to": 1.0},
            "glare": None,
        }
    level = DARK if is_dark(light) else BRIGHT if is_bright(light) else GOOD
    # It is measured at the edges of the black squares. In the middle of the meter it is just sharp enough.
    blurred = BLURRED if light.blur_mm > BLURRED_ABOVE_MM else GOOD
    sharp = min(1.0, max(0.0, 1 - light.blur_mm / (2 * BLURRED_ABOVE_MM)))
    return {
        "light": {"level": level, "share": round(light.paper / 255, 3), **shares},
        "sharp": {
            "level": blurred if view.markers else UNKNOWN,
            "share": round(sharp, 3) if view.markers else None,
            "from": 0.5,
            "to": 1.0,
        },
        # On paper that is almost white a mirrored lamp cannot be told from it.
        "glare": None if light.paper > PAPER_NOT_WHITE and not light.glare else light.glare,
    }


def board_body(board: Board) -> dict[str, Any]:
    """The board by section, each cube as the record writes it."""
    names = [section.value for section in Section]
    lying = {name: [cube for cube in board.cubes if cube.section == name] for name in (*names, OFF)}
    return {
        "count": len(board.cubes),
        "sure": sum(cube.sure for cube in board.cubes),
        "sections": [
            {"name": name, "cubes": [_cube(cube) for cube in sorted(cubes, key=lambda each: each.mat_mm)]}
            for name, cubes in lying.items()
            if cubes or name != OFF
        ],
    }


def _cube(cube: SeenCube) -> dict[str, Any]:
    return {"cube": str(kit_cube(EQUATIONS_KIT, cube.color, cube.symbol, cube.orientation)), "sure": cube.sure}


def seen_body(seen: Seen) -> dict[str, Any]:
    """A sighting in words, with its time on the wall."""
    sighting = seen.sighting
    if isinstance(sighting, Trouble):
        key = f"problem.{sighting.problem}"
        words = TEXTS.get(key, sighting.problem)
        text = say("seen.over", problem=words) if sighting.over else words
    else:
        told = [_change(change) for change in sighting.changes]
        text = "; ".join(told) or say("seen.lies", count=len(sighting.board.cubes))
    return {"at": seen.at.isoformat(), "text": text}


def _change(change: Change) -> str:
    def place(name: str) -> str:
        return TEXTS.get(f"mat.{name}", say("seen.off"))

    return say(
        f"change.{change.change}",
        cube=change.cube,
        start=place(change.from_),
        end=place(change.to),
        goal=change.goal,
        was=change.was,
    )


def _url(jpeg: bytes) -> str:
    """A picture that comes with what is said of it: the two are of one frame."""
    return "data:image/jpeg;base64," + b64encode(jpeg).decode()
