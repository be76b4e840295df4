"""What the camera sees now, as a value."""

from __future__ import annotations

import msgspec
import pytest

from vision.board import Board
from vision.live_view import Light, LiveView, LiveWanted
from vision.wire import Request, parse_report, parse_request

WHOLE = LiveView(
    wanted=LiveWanted(read=True, overlay=True),
    state="delivering",
    problems=("dark",),
    reader="plain",
    settled=True,
    at_us=5,
    jpeg=b"\xff\xd8\x00",
    size=(1280, 960),
    brightness=20.5,
    board=Board(goal="B3", problems=("dark",), sure=False),
    light=Light(paper=31.0, noise=2.0, blur_mm=0.3, glare=False),
    markers=(0, 1, 2),
    markers_missing=(3,),
)


@pytest.mark.parametrize("view", [WHOLE, LiveView(state="restarting"), LiveView(state="missing", problems=("x",))])
def test_a_view_is_read_and_written_without_loss(view: LiveView) -> None:
    assert parse_report(view.text) == view


@pytest.mark.parametrize("wanted", [LiveWanted(), LiveWanted(read=True), LiveWanted(overlay=True)])
def test_what_is_wanted_is_read_and_written_without_loss(wanted: LiveWanted) -> None:
    assert parse_request(wanted.text) == Request(live=wanted)


def test_a_page_gets_json_without_the_bytes() -> None:
    body = WHOLE.body()
    assert msgspec.json.decode(msgspec.json.encode(body)) == {
        "state": "delivering",
        "problems": ["dark"],
        "reader": "plain",
        "settled": True,
        "picture": True,
        "size": [1280, 960],
        "brightness": 20.5,
        "board": {"cubes": [], "goal": "B3", "problems": ["dark"], "sure": False},
        "light": {"paper": 31.0, "noise": 2.0, "blur_mm": 0.3, "glare": False},
        "markers": [0, 1, 2],
        "markers_missing": [3],
    }


def test_without_a_frame_there_is_no_picture() -> None:
    body = LiveView(state="restarting").body()
    assert (body["state"], body["picture"], body["board"], body["light"]) == ("restarting", False, None, None)
