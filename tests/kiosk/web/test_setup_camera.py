"""The step Camera as a program meets it: who may look, what is told, which corners are kept."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import msgspec
import pytest

from kiosk.parts import Seen
from kiosk.texts import TEXTS
from kiosk.web.setup_camera import meters, seen_body
from tests.kiosk.web.clients import PHONE
from tests.kiosk.web.fake_table import FakeTable
from tests.kiosk.web.house import House
from tests.vision.bare_mat import bare_corners, bare_picture
from vision.board import Board
from vision.calibration import CALIBRATION_WRONG
from vision.frame_gate import CAMERA_PROBLEMS
from vision.kept_pose import CORNERS_FILE, POSE_FILE, read_corners
from vision.live_view import Light, LiveView
from vision.pictures import PICTURE_SIZE
from vision.reader import MODEL_CORRUPT, MODEL_MISSING, PROBLEMS
from vision.sightings import BoardSeen, Change, CubesMoved, CubeStep, Trouble

CORNERS = {"size": list(PICTURE_SIZE), "corners": [list(corner) for corner in bare_corners()]}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, people=False)
    house.table.show("start")
    yield house
    house.close()


def with_bare_mat(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera at a USB port, over a mat without black squares."""
    table.settings = replace(table.settings, camera=replace(table.settings.camera, kind="usb"))
    _, jpeg = cv2.imencode(".jpg", bare_picture())
    board = Board(problems=("no-mat",), sure=False)
    view = LiveView(state="delivering", jpeg=bytes(jpeg), size=PICTURE_SIZE, brightness=150.0, board=board, markers=())
    monkeypatch.setattr(table, "look", lambda **_: view)


def look(house: House, query: str = "") -> dict[str, Any]:
    answer = house.browser().get(f"/setup/camera/look{query}")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    body: dict[str, Any] = answer.get_json()
    return body


def test_the_picture_comes_with_everything_that_is_known_of_it(made: House) -> None:
    body = look(made)
    kind, _, data = body["picture"].partition(",")
    assert kind == "data:image/jpeg;base64"
    assert base64.b64decode(data).startswith(b"\xff\xd8")
    assert body["size"] == list(PICTURE_SIZE)
    assert [each["seen"] for each in body["markers"]] == [True] * 4
    sections = {each["name"]: [cube["cube"] for cube in each["cubes"]] for each in body["board"]["sections"]}
    assert sorted(sections["required"]) == ["Gx", "R2"]
    assert sections["goal"] == ["B3", "Bx", "G5", "R+", "B2s"]
    assert (body["board"]["count"], body["board"]["sure"]) == (21, 21)
    assert {each["level"] for each in body["findings"]} == {"ok"}
    assert (body["corners"], body["pose"], body["simulated"]) == (None, False, True)
    assert made.table.looked == [(True, False)]
    look(made, "?overlay=1")
    assert made.table.looked[-1] == (True, True)


def test_a_camera_that_is_away_is_said_in_words(made: House) -> None:
    made.table.settings = replace(made.table.settings, camera=replace(made.table.settings.camera, kind="usb"))
    made.table.camera_state, made.table.camera_problems = "lost", ("unplugged",)
    body = look(made)
    assert (body["picture"], body["board"], body["markers"]) == (None, None, None)
    (finding,) = body["findings"]
    assert (finding["level"], finding["text"]) == ("wrong", "The camera at the USB port has been unplugged.")
    assert "cable" in finding["advice"]
    assert body["meters"]["light"] == {"level": "unknown", "share": None, "from": 0.176, "to": 0.98}


def test_only_whoever_may_set_up_sees_the_picture(tmp_path: Path) -> None:
    staffed = House(tmp_path)
    paths = ("/setup/camera/straighten", "/setup/camera/corners", "/setup/camera/pose")
    for browser in (staffed.browser(), staffed.judge(), staffed.browser(PHONE)):
        assert browser.get("/setup/camera/look").status_code in (401, 403)
        assert {browser.post(path, json=CORNERS).status_code for path in paths} <= {401, 403}
    assert staffed.table.looked == []
    organiser = staffed.organiser()
    assert organiser.get("/setup/camera/look").status_code == 200
    staffed.close()


def test_before_anybody_is_set_up_it_is_seen_at_the_table_alone(made: House) -> None:
    assert made.browser(PHONE).get("/setup/camera/look").status_code == 403
    assert made.table.looked == []


def test_an_open_picture_keeps_nobody_signed_in(tmp_path: Path) -> None:
    from kiosk.people.sessions import IDLE_S

    staffed = House(tmp_path)
    organiser = staffed.organiser()
    for _ in range(4):
        staffed.watch.go(IDLE_S / 4)
        organiser.get("/setup/camera/look")
    assert organiser.get("/setup/state").status_code == 401
    staffed.close()


# --- corners ------------------------------------------------------------------------------------------


def test_corners_are_tried_then_kept_then_forgotten(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with_bare_mat(made.table, monkeypatch)
    browser = made.browser()
    tried = browser.post("/setup/camera/straighten", json=CORNERS).get_json()
    assert (tried["status"], tried["text"]) == ("done", None)
    assert tried["picture"].startswith("data:image/jpeg;base64,")
    folder = made.table.settings.data.folder
    assert not (folder / CORNERS_FILE).exists()
    assert browser.post("/setup/camera/corners", json=CORNERS).status_code == 200
    assert read_corners(folder / CORNERS_FILE).corners_px == tuple(bare_corners())
    assert (made.table.anew, made.table.notes[-1][1]["text"]) == (1, "The corners of the mat are kept.")
    assert look(made)["corners"] == {"size": list(PICTURE_SIZE), "corners": CORNERS["corners"]}
    assert browser.post("/setup/camera/corners", json={"forget": True}).status_code == 200
    assert (look(made)["corners"], made.table.anew) == (None, 2)
    again = browser.post("/setup/camera/corners", json={"forget": True})
    assert (again.status_code, again.get_json()["error"]["text"]) == (400, "No corners are kept.")


def test_with_black_squares_in_view_corners_are_not_needed(made: House) -> None:
    told = made.browser().post("/setup/camera/straighten", json=CORNERS).get_json()
    assert (told["status"], "need not be set" in told["text"]) == ("done", True)


def test_nothing_is_kept_of_a_simulated_camera(made: House) -> None:
    for path in ("/setup/camera/corners", "/setup/camera/pose"):
        answer = made.browser().post(path, json=CORNERS)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "simulated")
    assert (made.table.anew, made.table.notes) == (0, [])


W, H = PICTURE_SIZE
SHEET: list[list[Any]] = [[100, 100], [1100, 100], [1100, 860], [100, 860]]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"size": [W, H]},
        {"size": [W, H], "corners": None},
        {"size": [W, H], "corners": SHEET[:3]},
        {"size": [W, H], "corners": [*SHEET, [1, 1]]},
        {"size": [W, H], "corners": [*SHEET[:3], ["1", "2"]]},
        {"size": [W, H], "corners": [*SHEET[:3], [1]]},
        {"size": [W, H], "corners": [*SHEET[:3], [1, 2, 3]]},
        {"size": [W, H], "corners": [*SHEET[:3], [None, True]]},
        {"size": [W, H], "corners": [*SHEET[:3], [1e308, 1e308]]},
        {"size": [W, H], "corners": [*SHEET[:3], [10**400, 0]]},
        {"size": [W, H], "corners": [*SHEET[:3], [-5, 860]]},
        {"size": [W, H], "corners": [SHEET[0], [W + 1, 100], [W + 1, 860], SHEET[3]]},
        {"size": [W, H], "corners": SHEET[::-1]},
        {"size": [W, H], "corners": [SHEET[0], SHEET[2], SHEET[1], SHEET[3]]},
        {"size": [W, H], "corners": [[600, 400], [601, 400], [601, 401], [600, 401]]},
        {"size": [W, H], "corners": [[5, 5]] * 4},
        {"size": [W, H], "corners": {"0": [1, 2]}},
        {"size": [W, H], "corners": "210,180 1050,190 1060,800 200,790"},
        {"size": [640, 480], "corners": [[100, 100], [500, 100], [500, 400], [100, 400]]},
        {"size": [0, 0], "corners": SHEET},
        {"size": [-1280, -960], "corners": SHEET},
        {"size": [10**400, 1], "corners": SHEET},
        {"size": "1280x960", "corners": SHEET},
        {"size": [W, H], "corners": [[0, 0], [1279, 400], [1279, 480], [0, 959]]},
    ],
)
def test_hostile_corners_are_refused_in_words_and_nothing_is_kept(
    made: House, monkeypatch: pytest.MonkeyPatch, sent: dict[str, Any]
) -> None:
    with_bare_mat(made.table, monkeypatch)
    browser = made.browser()
    answer = browser.post("/setup/camera/corners", json=sent)
    assert (answer.status_code, bool(answer.get_json()["error"]["text"])) == (400, True)
    tried = browser.post("/setup/camera/straighten", json=sent)
    assert (tried.status_code, tried.get_json()["status"], tried.get_json()["picture"]) == (200, "refused", None)
    assert not (made.table.settings.data.folder / CORNERS_FILE).exists()
    assert made.table.anew == 0


@pytest.mark.parametrize("body", [b"[]", b"NaN", b"{", b'{"size":[1280,960],"corners":[[NaN,1],[2,1],[2,2],[1,2]]}'])
def test_what_is_no_json_object_is_refused(made: House, body: bytes) -> None:
    answer = made.browser().post("/setup/camera/corners", data=body, content_type="application/json")
    assert answer.status_code == 400


def test_without_a_picture_no_corner_can_be_set(made: House) -> None:
    made.table.settings = replace(made.table.settings, camera=replace(made.table.settings.camera, kind="usb"))
    made.table.camera_state = "lost"
    answer = made.browser().post("/setup/camera/corners", json=CORNERS)
    assert (answer.status_code, "no picture" in answer.get_json()["error"]["text"]) == (400, True)
    tried = made.browser().post("/setup/camera/straighten", json=CORNERS).get_json()
    assert (tried["status"], "no picture" in tried["text"]) == ("refused", True)
    assert made.browser().post("/setup/camera/pose", json={}).status_code == 400


def test_corners_that_cannot_be_written_are_said(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with_bare_mat(made.table, monkeypatch)
    (made.table.settings.data.folder / CORNERS_FILE).mkdir()
    answer = made.browser().post("/setup/camera/corners", json=CORNERS)
    assert (answer.status_code, "cannot be written" in answer.get_json()["error"]["text"]) == (400, True)
    assert made.table.anew == 0


def test_where_the_camera_stands_is_kept_and_forgotten(made: House) -> None:
    made.table.settings = replace(made.table.settings, camera=replace(made.table.settings.camera, kind="usb"))
    browser = made.browser()
    assert browser.post("/setup/camera/pose", json={}).status_code == 200
    assert (made.table.settings.data.folder / POSE_FILE).exists()
    assert look(made)["pose"] is True
    assert browser.post("/setup/camera/pose", json={"forget": True}).status_code == 200
    assert (look(made)["pose"], made.table.anew) == (False, 2)


def test_without_a_mat_it_cannot_be_told_where_it_stands(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with_bare_mat(made.table, monkeypatch)
    answer = made.browser().post("/setup/camera/pose", json={})
    assert (answer.status_code, "not in the picture" in answer.get_json()["error"]["text"]) == (400, True)


# --- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("light", "levels"),
    [
        (Light(paper=200, noise=1, blur_mm=0.2, glare=False), ("good", "good", False)),
        (Light(paper=30, noise=1, blur_mm=0.2, glare=False), ("dark", "good", False)),
        (Light(paper=100, noise=9, blur_mm=0.2, glare=False), ("dark", "good", False)),
        (Light(paper=251, noise=1, blur_mm=0.2, glare=False), ("bright", "good", None)),
        (Light(paper=243, noise=1, blur_mm=0.2, glare=False), ("good", "good", None)),
        (Light(paper=200, noise=1, blur_mm=0.7, glare=True), ("good", "blurred", True)),
        (None, ("unknown", "unknown", None)),
    ],
)
def test_the_meters_say_what_was_measured(light: Light | None, levels: tuple[str, str, bool | None]) -> None:
    told = meters(LiveView(state="delivering", light=light, brightness=90.0, markers=(0,)))
    assert (told["light"]["level"], told["sharp"]["level"], told["glare"]) == levels
    assert 0 <= told["light"]["share"] <= 1


def test_sharpness_is_measured_at_the_black_squares_alone() -> None:
    light = Light(paper=200, noise=1, blur_mm=0.0, glare=False)
    assert meters(LiveView(state="delivering", light=light, markers=()))["sharp"]["level"] == "unknown"


AT = datetime(2026, 5, 1, 14, 2, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sighting", "words"),
    [
        (BoardSeen(at_us=1, board=Board()), "0 cubes lie on the mat"),
        (
            CubesMoved(
                at_us=1,
                moves=(CubeStep(cube="R3", from_="resources", to="required"),),
                board=Board(),
                changes=(Change(change="moved", cube="R3", from_="resources", to="required"),),
            ),
            "R3: Resources → Required",
        ),
        (
            BoardSeen(at_us=1, board=Board(), changes=(Change(change="off-mat", cube="K7", from_="goal", to="off"),)),
            "K7 left the mat from Goal",
        ),
        (Trouble(at_us=1, problem="glare"), "A lamp is mirrored on the mat"),
        (Trouble(at_us=1, problem="glare", over=True), "Over: A lamp is mirrored on the mat"),
        (Trouble(at_us=1, problem="of-tomorrow"), "of-tomorrow"),
    ],
)
def test_what_was_seen_is_said_in_words(sighting: Any, words: str) -> None:
    assert seen_body(Seen(AT, sighting)) == {"at": "2026-05-01T14:02:11+00:00", "text": words}


def test_every_change_and_every_problem_has_its_words() -> None:
    changes = ("moved", "returned", "off-mat", "lifted", "laid", "turned-over", "goal-now", "rolled", "cleared")
    for change in changes:
        seen = BoardSeen(at_us=1, board=Board(), changes=(Change(change=change, cube="R3", from_="x", to="goal"),))
        assert seen_body(Seen(AT, seen))["text"]
    named = (*PROBLEMS, *CAMERA_PROBLEMS, CALIBRATION_WRONG, MODEL_MISSING, MODEL_CORRUPT)
    assert [problem for problem in named if f"problem.{problem}" not in TEXTS] == []


def test_the_last_sightings_come_with_the_picture(made: House) -> None:
    made.table.sightings = (Seen(AT, Trouble(at_us=1, problem="dark")),)
    assert look(made)["seen"] == [{"at": AT.isoformat(), "text": "It is too dark"}]
    assert msgspec.json.encode(look(made))
