"""Views of what the camera sees, made when somebody asks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.board import Board
from vision.draw import draw_table
from vision.frames import CameraState, Frame
from vision.layout import load_layout
from vision.live import REST, Live
from vision.live_view import LiveView, LiveWanted
from vision.net_reader import open_reader
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, Image, through
from vision.plain_reader import PlainReader
from vision.reader import Reader
from vision.simulated import SimulatedMat
from vision.simulated_camera import PHOTO, SimulatedCamera

LAYOUT = load_layout()
KIT = EQUATIONS_KIT
TABLE = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+", "goal": "G6"}, KIT, LAYOUT)
PICTURE = draw_table(TABLE.cubes, LAYOUT)
PLAIN = PlainReader(LAYOUT, KIT)
SEEN, READ, DRAWN = LiveWanted(), LiveWanted(read=True), LiveWanted(read=True, overlay=True)


class Counting:
    """A plain reader that counts, on a clock that goes by `cost_us` at each reading."""

    name = "counting"

    def __init__(self, cost_us: int = 0) -> None:
        self.readings = 0
        self.cost_us = cost_us
        self.now_us = 0

    def read(self, image: Image) -> Board:
        self.readings += 1
        self.now_us += self.cost_us
        return PLAIN.read(image)

    def clock(self) -> int:
        return self.now_us


def look(live: Live, wanted: LiveWanted, image: Image | None = PICTURE, *problems: str) -> LiveView:
    frame = None if image is None else Frame(image, 7, 1)
    state = CameraState.DELIVERING if frame else CameraState.LOST
    return live.view(wanted, frame, state, problems, settled=frame is not None)


def decoded(view: LiveView) -> Image:
    assert view.jpeg is not None
    return np.asarray(cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), cv2.IMREAD_COLOR))


def test_the_picture_alone_costs_no_reading() -> None:
    reader = Counting()
    view = look(Live(reader, LAYOUT), SEEN, PICTURE, "flickering")
    assert reader.readings == 0
    assert (view.state, view.problems, view.reader, view.at_us) == ("delivering", ("flickering",), "counting", 7)
    assert (view.board, view.light, view.markers) == (None, None, None)
    assert view.size == (1280, 960)
    assert view.brightness == pytest.approx(float(PICTURE.mean()), abs=8)
    assert np.abs(decoded(view).astype(int) - PICTURE).mean() < 4


def test_a_reading_comes_with_light_and_markers() -> None:
    view = look(Live(PLAIN, LAYOUT), READ)
    assert view.board is not None
    assert (view.board.goal, len(view.board.cubes), view.board.sure) == ("G6", 6, True)
    assert (view.markers, view.markers_missing) == ((0, 1, 2, 3), ())
    assert view.light is not None
    assert view.light.paper > 150
    assert view.light.blur_mm < 0.6
    assert not view.light.glare


def test_the_overlay_is_drawn_into_the_picture() -> None:
    live = Live(PLAIN, LAYOUT)
    plain, drawn = decoded(look(live, READ)), decoded(look(live, DRAWN))
    changed = np.abs(plain.astype(int) - drawn).max(axis=2) > 60
    to_picture = DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE)
    for cube in TABLE.cubes:
        ((u, v),) = through(to_picture, np.array([(cube.x, cube.y)])).round().astype(int)
        assert changed[v - 30 : v + 30, u - 30 : u + 30].any()


def test_a_photograph_is_seen_through_its_own_reader() -> None:
    camera = SimulatedCamera(LAYOUT, style=PHOTO, seed=3)
    camera.show(TABLE)
    frame = camera.read()
    assert frame is not None
    view = look(Live(open_reader(LAYOUT, KIT), LAYOUT), DRAWN, frame.image)
    assert view.board is not None
    assert len(view.board.cubes) == 6
    assert view.light is not None
    assert view.light.noise > 0
    assert decoded(view).shape == frame.image.shape


def test_without_a_sheet_there_is_no_light_and_no_marker() -> None:
    view = look(Live(PLAIN, LAYOUT), DRAWN, np.full((480, 640, 3), 90, np.uint8))
    assert view.light is None
    assert (view.markers, view.markers_missing) == ((), (0, 1, 2, 3))
    assert view.board is not None
    assert set(view.board.problems) <= set(view.problems)
    assert view.board.problems
    assert view.brightness == 90
    assert decoded(view).shape == (480, 640, 3)


@pytest.mark.parametrize("reader", [PLAIN, open_reader(LAYOUT, KIT)], ids=["plain", "net"])
def test_what_is_left_of_a_sheet_that_is_not_found_is_told(reader: Reader) -> None:
    """With one marker in view its place is not certain, and corners set by hand would not be used."""
    picture, to_picture = PICTURE.copy(), DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE)
    for marker in LAYOUT.markers[1:]:
        zone = LAYOUT.marker_zone(marker)
        around = [(zone.x0, zone.y0), (zone.x1, zone.y0), (zone.x1, zone.y1), (zone.x0, zone.y1)]
        cv2.fillConvexPoly(picture, through(to_picture, np.array(around)).round().astype(np.int32), (235, 240, 240))
    view = look(Live(reader, LAYOUT), READ, picture)
    assert (view.light, view.markers, view.markers_missing) == (None, (0,), (1, 2, 3))
    assert "marker-missing" in view.problems
    blurred = look(Live(reader, LAYOUT), READ, np.asarray(cv2.GaussianBlur(PICTURE, (0, 0), 9), dtype=np.uint8))
    assert "blurred" in blurred.problems


def test_without_a_frame_there_is_only_the_state() -> None:
    view = look(Live(PLAIN, LAYOUT), READ, None, "unplugged")
    assert view == LiveView(wanted=READ, state="lost", problems=("unplugged",), reader="plain")


def test_a_dear_reading_is_given_again_until_it_is_paid_off() -> None:
    reader = Counting(cost_us=1000)
    live = Live(reader, LAYOUT, clock=reader.clock)
    first = look(live, READ)
    assert look(live, READ, PICTURE.copy()) is first
    reader.now_us = REST * 1000 - 1
    assert look(live, READ, PICTURE.copy()) is first
    reader.now_us = REST * 1000
    assert look(live, READ, PICTURE.copy()) is not first
    assert reader.readings == 2


def test_the_same_picture_is_read_once() -> None:
    reader = Counting()
    live = Live(reader, LAYOUT)
    for wanted in (READ, DRAWN, READ):
        assert look(live, wanted).board is not None
    assert reader.readings == 1


def test_a_large_picture_is_made_as_small_as_pages_show_it() -> None:
    view = look(Live(PLAIN, LAYOUT), SEEN, np.full((1500, 2000, 3), 90, np.uint8))
    assert view.size == (2000, 1500)
    assert decoded(view).shape == (960, 1280, 3)
