"""Is the camera well? Whether it is there, its picture, light, sharpness, mat and cubes: each in words to act on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kiosk.findings import OK, WARNING, WRONG, Finding
from kiosk.settings import CameraSettings
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.board import Board
from vision.cameras import camera_options, open_camera
from vision.frame_gate import IN_USE, NO_LIBRARY, NOT_FOUND, RECORDING_OVER, SILENT, UNPLUGGED, FrameGate
from vision.frame_health import BLACK, FLICKERING, FROZEN, TORN, WRONG_SIZE
from vision.frames import CameraState, Frame, FrameSource, monotonic_us
from vision.layout import load_layout
from vision.mat_view import Lost, find_mat
from vision.plain_reader import PlainReader
from vision.quality import WHITE, judge, lost_problems
from vision.reader import (
    BLURRED,
    CAMERA_MOVED,
    DARK,
    GLARE,
    HAND_OVER_MAT,
    MARKER_MISSING,
    MODEL_CORRUPT,
    MODEL_MISSING,
    NO_MAT,
    TOO_MANY_CUBES,
    UNCLEAR_GOAL,
    UNCLEAR_OBJECT,
    Reader,
)
from vision.readers import fitting_reader
from vision.simulated import SimulatedMat
from vision.simulated_camera import SimulatedCamera
from vision.wire import FOLDER, PICAMERA2, SIMULATED, USB

#: How long a camera may take to give its first picture, and how long its pictures are looked at.
ANSWER_S = 8.0
LOOK_S = 2.0

#: The keys of its findings, where there is a picture.
CAMERA_KEYS = ("camera", "picture", "light", "sharp", "mat", "cubes")

KINDS: Mapping[str, str] = {
    SIMULATED: "the simulated camera",
    USB: "the camera at the USB port",
    PICAMERA2: "the camera of the Raspberry Pi",
    FOLDER: "the recording that stands for the camera",
}
#: What is wrong, to be read after the camera's name, and what to do about it.
SAID: Mapping[str, tuple[str, str]] = {
    NOT_FOUND: ("is not there", "Is its cable plugged in at both ends? Try another port, then another cable."),
    UNPLUGGED: ("went away while it was tested", "Its cable is loose, or it gets too little power. Try another port."),
    SILENT: ("is there and gives no picture", "Pull its cable out, wait for five seconds, and put it back."),
    IN_USE: (
        "cannot be opened: another program uses it, or this user may not",
        "Is the table running already? End it first. Else add the user to the group video, and log in anew.",
    ),
    NO_LIBRARY: (
        "cannot be used, because a library of the operating system is missing",
        "Install the system package python3-picamera2, and let the environment see it (docs/vision.md, Cameras).",
    ),
    RECORDING_OVER: ("is over before anything could be seen", "Choose another recording, or camera.loop = true."),
    BLACK: ("gives black pictures", "Take the cap off the lens, and switch the lamp on."),
    FROZEN: ("gives the same picture again and again", "Pull its cable out, wait for five seconds, and put it back."),
    TORN: ("gives pictures that come damaged", "Use a short cable, straight into this machine, without a hub."),
    FLICKERING: ("sees light that goes up and down", "Another lamp, or daylight without clouds, is needed."),
    WRONG_SIZE: (
        "gives pictures of another size than its lens was measured with",
        "Set camera.width and camera.height as they were then, or measure the lens anew (tablejudge lens).",
    ),
}
#: The paper itself is as white as can be: pale print on it would be lost. No reader asks for it.
TOO_BRIGHT = "too-bright"
#: What keeps cubes from being read though the picture is good.
OVER_THE_MAT: Mapping[str, tuple[str, str]] = {
    HAND_OVER_MAT: ("a hand is over the mat", "Take it away, and look again."),
    UNCLEAR_OBJECT: ("something lies on the mat that is no cube", "Take away what does not belong there."),
    TOO_MANY_CUBES: ("there are more cubes of a colour than the kit has", "Take away the cubes of another kit."),
    UNCLEAR_GOAL: (
        "the cubes of the Goal lie in no clear row",
        "Lay them side by side in one row. A gap is as wide as a cube.",
    ),
}


def examine_camera(
    settings: CameraSettings,
    data: Path,
    *,
    open_: Callable[[], FrameSource] | None = None,
    answer_s: float = ANSWER_S,
    look_s: float = LOOK_S,
) -> Iterator[Finding]:
    """A finding for the camera and, if it gives pictures, for what they show. `open_` opens another one, for tests."""
    if settings.kind == SIMULATED:
        yield _simulated()
        return
    name = KINDS[settings.kind]
    try:
        camera = open_() if open_ is not None else open_camera(settings.options, load_layout())
        size = camera_options(settings.options).size
        reader, calibration = fitting_reader(
            settings.reader, settings.options, load_layout(), EQUATIONS_KIT, folder=data, size=size
        )
    except BadRequest as wrong:
        yield Finding("camera", WRONG, f"{name} cannot be used: {wrong}", "Correct the settings (docs/settings.md).")
        return
    try:
        taken = _take(camera, None if calibration.lens is None else calibration.lens.size, answer_s, look_s)
    finally:
        camera.close()
    yield from _findings(name, taken, reader)
    if calibration.wrong:
        advice = "Measure it anew (tablejudge lens, mat pose, kit learn), or remove the file."
        yield Finding("measure", WARNING, f"what was measured cannot be used: {', '.join(calibration.wrong)}", advice)


def _simulated() -> Finding:
    """The whole way, from a drawing to its reading."""
    layout = load_layout()
    truth = SimulatedMat.rolled(EQUATIONS_KIT, layout, random.Random(24))  # noqa: S311 - a fixed roll
    camera = SimulatedCamera(layout)
    camera.show(truth)
    frame = camera.read()
    camera.close()
    if frame is None:
        return Finding("camera", WRONG, "the simulated camera gives no picture", "Reinstall tablejudge.")
    board = PlainReader(layout, EQUATIONS_KIT).read(frame.image)
    seen = sorted((cube.color, cube.symbol) for cube in board.cubes)
    if seen != sorted((cube.color, cube.symbol) for cube in truth.cubes):
        text = f"of {len(truth.cubes)} cubes {len(board.cubes)} were read, not all of them right"
        return Finding("camera", WRONG, text, "Reinstall tablejudge.")
    return Finding("camera", OK, f"simulated camera: {len(seen)} cubes drawn, seen and read right")


# --- taking pictures


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """What a camera gave: its last good frame, how many came in a second, and what was wrong."""

    frame: Frame | None
    fps: float
    problems: tuple[str, ...]


def _take(camera: FrameSource, shape: tuple[int, int] | None, answer_s: float, look_s: float) -> _Taken:
    gate = FrameGate(shape)
    began = time.monotonic()
    first_us = 0
    newest: Frame | None = None
    count, problems = 0, dict[str, None]()
    until = began + answer_s
    while time.monotonic() < until:
        frame = camera.read()
        if frame is None:
            troubles = gate.without(camera.state, monotonic_us())
        else:
            if not count:
                first_us, until = frame.at_us, min(until, time.monotonic() + look_s)
            count += 1
            passed = gate.take(frame)
            troubles, newest = passed.troubles, passed.frame or newest
        problems.update(dict.fromkeys(trouble.problem for trouble in troubles if not trouble.over))
        if camera.state in (CameraState.ENDED, CameraState.NO_LIBRARY):
            break
        time.sleep(0.01)
    spent_s = 0.0 if newest is None else (newest.at_us - first_us) / 1e6
    # That a recording ends is no fault if something was seen before.
    return _Taken(
        newest,
        (count - 1) / spent_s if spent_s > 0 else 0.0,
        tuple(problem for problem in problems if newest is None or problem != RECORDING_OVER),
    )


# --- what they show


def _findings(name: str, taken: _Taken, reader: Reader) -> Iterator[Finding]:
    frame = taken.frame
    if frame is None:
        wrong, advice = SAID[taken.problems[-1] if taken.problems else SILENT]
        yield Finding("camera", WRONG, f"{name} {wrong}", advice)
        return
    yield Finding("camera", OK, f"{name} is there")
    high, wide = frame.image.shape[:2]
    for problem in taken.problems:
        wrong, advice = SAID[problem]
        yield Finding("picture", WRONG, f"{name} {wrong}", advice)
    if not taken.problems:
        rate = f", {taken.fps:.0f} a second" if taken.fps else ""
        yield Finding("picture", OK, f"its pictures are {wide} x {high}{rate}")
    view = find_mat(frame.image, load_layout())
    board = reader.read(frame.image)
    if isinstance(view, Lost):
        yield from without_mat(lost_problems(frame.image, view))
        return
    quality = judge(view, [cube.mat_mm for cube in board.cubes])
    moved = (CAMERA_MOVED,) if CAMERA_MOVED in board.problems else ()
    bright = (TOO_BRIGHT,) if quality.paper >= WHITE else ()
    problems = (*quality.problems, *moved, *bright)
    yield from on_the_mat(problems, len(view.markers_missing), board)


def without_mat(problems: tuple[str, ...]) -> Iterator[Finding]:
    """What is found in a picture whose mat was not."""
    dark, blurred = DARK in problems, BLURRED in problems
    yield light_finding(dark=dark, glare=False)
    if not dark:
        yield sharp_finding(blurred=blurred)
    one = MARKER_MISSING in problems and NO_MAT not in problems
    text = "only one of the mat's four black squares is in view" if one else "the mat is not in the picture"
    yield Finding("mat", WRONG, text, "Point the camera at the mat, so that all four black squares are in view.")


def on_the_mat(problems: tuple[str, ...], missing: int, board: Board) -> Iterator[Finding]:
    """What is found where the mat was, with so many of its markers out of view."""
    yield light_finding(dark=DARK in problems, glare=GLARE in problems, bright=TOO_BRIGHT in problems)
    yield sharp_finding(blurred=BLURRED in problems)
    yield mat_finding(problems, missing)
    yield cubes_finding(board)


def mat_finding(problems: tuple[str, ...], missing: int) -> Finding:
    if CAMERA_MOVED in problems:
        advice = "If it is meant to stand there, say so in the step Camera of /setup (or: tablejudge mat pose)."
        return Finding("mat", WARNING, "the mat is there, but the camera does not stand where it stood", advice)
    if missing and MARKER_MISSING not in problems:
        return Finding("mat", OK, "the mat is there, by the corners that were set by hand")
    if missing:
        advice = "Take away what lies on the black squares, or turn the camera a little."
        return Finding("mat", WARNING, f"the mat is there, with {missing} of its 4 black squares out of view", advice)
    return Finding("mat", OK, "the mat is there, with all four black squares")


def light_finding(*, dark: bool, glare: bool, bright: bool = False) -> Finding:
    if dark:
        return Finding("light", WRONG, "there is too little light on the mat", "Switch a lamp on, or bring it nearer.")
    if glare:
        advice = "Move the lamp to the side, until no white spot is left on the mat."
        return Finding("light", WARNING, "a lamp is mirrored on the mat", advice)
    if bright:
        advice = "Move the lamp away or turn it down, until the paper is not pure white any more."
        return Finding("light", WARNING, "there is so much light that the whole paper is pure white", advice)
    return Finding("light", OK, "there is enough light")


def sharp_finding(*, blurred: bool) -> Finding:
    if blurred:
        advice = "Wipe the lens, and turn its ring until it is sharp (the step Camera of /setup shows when it is)."
        return Finding("sharp", WRONG, "the picture is not sharp", advice)
    return Finding("sharp", OK, "the picture is sharp")


def cubes_finding(board: Board) -> Finding:
    broken = {MODEL_MISSING, MODEL_CORRUPT}.intersection(board.problems)
    if broken:
        text = "the trained reader of the camera cannot be used"
        return Finding("cubes", WRONG, text, "Reinstall tablejudge.")
    for problem, (text, advice) in OVER_THE_MAT.items():
        if problem in board.problems:
            return Finding("cubes", WARNING, text, advice)
    count, sure = len(board.cubes), sum(cube.sure for cube in board.cubes)
    if count == 0:
        return Finding("cubes", OK, "no cube lies on the mat; roll them onto it and test again, to see them counted")
    if sure < count:
        advice = "Lay them apart, flat and not on a line, and look at the light. Then test again."
        return Finding("cubes", WARNING, f"{count} cubes are seen, {count - sure} of them not surely", advice)
    whole = "all of the kit" if count == EQUATIONS_KIT.size else f"the kit has {EQUATIONS_KIT.size}"
    return Finding("cubes", OK, f"{count} cubes are seen, every one surely; {whole}")
