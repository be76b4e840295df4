"""The plain reader: whatever is drawn is read back, or is not sure."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.cubes import EQUATIONS_KIT
from rules.mat import Mat
from vision.board import Board, SeenCube
from vision.draw import draw_table, hand_outline
from vision.glyphs import smallest_turn
from vision.layout import load_layout
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, CameraPose, Image, through
from vision.plain_reader import PlainReader
from vision.reader import PROBLEMS
from vision.simulated import LaidCube, SimulatedMat

LAYOUT = load_layout()
KIT = EQUATIONS_KIT
READER = PlainReader(LAYOUT, KIT)
TURNS = (0, 90, 180, 270)

POSES = (
    CameraPose(),
    CameraPose(px_per_mm=2.4, turn_deg=4),
    CameraPose(px_per_mm=2.3, turn_deg=-5, lean=(0.0003, 0.0002)),
    CameraPose(px_per_mm=2.5, turn_deg=181, shift_px=(8, -5)),
    CameraPose(px_per_mm=1.9, turn_deg=9, lean=(-0.0002, 0.0003)),
)

Meaning = tuple[str, str, int, str]


def meant(cube: LaidCube) -> Meaning:
    return cube.color, cube.symbol, smallest_turn(cube.symbol, cube.orientation), LAYOUT.section_at(cube.x, cube.y)


def read(cube: SeenCube) -> Meaning:
    return cube.color, cube.symbol, cube.orientation, cube.section


def never_sure_and_wrong(table: SimulatedMat, board: Board) -> None:
    """Each cube that is sure is there, within 2 mm and as said; a sure board is the whole truth."""
    for seen in board.cubes:
        x, y = seen.mat_mm
        there = [cube for cube in table.lying if abs(cube.x - x) < 2 and abs(cube.y - y) < 2]
        if seen.sure:
            assert [meant(cube) for cube in there] == [read(seen)], seen
    assert board.sure == (not board.problems and all(cube.sure for cube in board.cubes))
    assert set(board.problems) <= set(PROBLEMS)
    if board.sure:
        assert sorted(map(meant, table.lying)) == sorted(map(read, board.cubes))


@st.composite
def tables(draw: st.DrawFn) -> SimulatedMat:
    """A roll, with some cubes put anywhere and some in hands."""
    table = SimulatedMat.rolled(KIT, LAYOUT, draw(st.randoms(use_true_random=False)))
    places = st.tuples(st.integers(0, 23), st.floats(-12, 444), st.floats(-12, 342), st.sampled_from(TURNS))
    for index, x, y, orientation in draw(st.lists(places, max_size=14)):
        table = table.dropped(table.cubes[index].id, x, y, layout=LAYOUT, orientation=orientation)
    for index in draw(st.sets(st.integers(0, 23), max_size=3)):
        table = table.lifted(table.cubes[index].id)
    return table


@given(tables())
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_drawn_table_is_read_back(table: SimulatedMat) -> None:
    board = READER.read(draw_table(table.cubes, LAYOUT))
    never_sure_and_wrong(table, board)
    assert board.sure


@given(tables(), st.sampled_from(POSES))
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_drawn_table_is_read_back_from_other_poses(table: SimulatedMat, pose: CameraPose) -> None:
    never_sure_and_wrong(table, READER.read(draw_table(table.cubes, LAYOUT, pose=pose)))


@given(
    tables(),
    st.floats(0.2, 1.2),
    st.floats(0, 2.5),
    st.integers(0, 12),
    st.integers(20, 95),
    st.tuples(*[st.floats(0.75, 1.0)] * 3),
)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_bad_light_blur_and_noise_never_make_it_sure_and_wrong(
    table: SimulatedMat, gain: float, blur: float, noise: int, quality: int, tint: tuple[float, ...]
) -> None:
    picture = draw_table(table.cubes, LAYOUT).astype(np.float32) * gain * np.array(tint, dtype=np.float32)
    if blur > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    picture = picture + np.random.default_rng(1).normal(0, noise + 0.1, picture.shape)
    coded = cv2.imencode(".jpg", picture.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    never_sure_and_wrong(table, READER.read(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))))


@given(tables(), st.floats(-20, 450), st.floats(20, 300))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_hand_is_a_problem_and_never_a_wrong_board(table: SimulatedMat, x: float, y: float) -> None:
    board = READER.read(draw_table(table.cubes, LAYOUT, hand=hand_outline(x, y)))
    never_sure_and_wrong(table, board)
    if 0 < x < 430 and y < 250:
        assert "hand-over-mat" in board.problems or "marker-missing" in board.problems


def test_a_cube_that_a_hand_half_covers_is_not_sure() -> None:
    table = SimulatedMat(cubes=(LaidCube(id="red-1", color="red", symbol="0", x=52.0, y=177.0, orientation=90),))
    never_sure_and_wrong(table, READER.read(draw_table(table.cubes, LAYOUT, hand=hand_outline(0.0, 20.0))))


def hidden(picture: Image, *markers: int) -> Image:
    """The picture with something grey over these markers."""
    covered = picture.copy()
    for number in markers:
        marker = LAYOUT.markers[number]
        x, y = through(DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE), [(marker.x, marker.y)])[0]
        cv2.circle(covered, (round(float(x)), round(float(y))), 34, (190, 190, 190), -1)
    return covered


@pytest.mark.parametrize("number", range(4))
def test_one_hidden_marker_is_no_matter_and_two_are_a_problem(number: int) -> None:
    table = SimulatedMat.rolled(KIT, LAYOUT, random.Random(number))
    picture = draw_table(table.cubes, LAYOUT)
    one = READER.read(hidden(picture, number))
    assert one.sure
    never_sure_and_wrong(table, one)
    two = READER.read(hidden(picture, number, (number + 1) % 4))
    assert two == Board(problems=("marker-missing",), sure=False)


def row(*faces: tuple[str, str], step: float, x: float = 60, y: float = 275) -> SimulatedMat:
    return SimulatedMat(
        cubes=tuple(
            LaidCube(id=str(i), color=color, symbol=symbol, x=x + i * step, y=y, orientation=TURNS[i % 4])
            for i, (color, symbol) in enumerate(faces)
        )
    )


@pytest.mark.parametrize("kind", KIT.kinds, ids=lambda kind: kind.name)
@pytest.mark.parametrize("space", [0.0, 0.5, 1.0])
def test_touching_cubes_of_one_colour_are_told_apart(kind: object, space: float) -> None:
    name, faces = kind.name, kind.faces  # type: ignore[attr-defined]
    table = row(*((name, face) for face in faces), step=LAYOUT.cube_mm + space)
    board = READER.read(draw_table(table.cubes, LAYOUT))
    never_sure_and_wrong(table, board)
    assert board.sure


@pytest.mark.parametrize("color", ["red", "blue", "green", "black"])
def test_a_block_of_touching_cubes_is_read_or_not_sure(color: str) -> None:
    faces = next(kind.faces for kind in KIT.kinds if kind.name == color)
    for space in (0.0, 0.3, 0.7):
        step = LAYOUT.cube_mm + space
        table = SimulatedMat(
            cubes=tuple(
                LaidCube(id=face, color=color, symbol=face, x=190 + i % 2 * step, y=160 + i // 2 * step)
                for i, face in enumerate(faces)
            )
        )
        never_sure_and_wrong(table, READER.read(draw_table(table.cubes, LAYOUT)))


def test_every_face_in_every_turn_is_sure() -> None:
    for turn in TURNS:
        cubes = [(kind.name, face) for kind in KIT.kinds for face in kind.faces]
        table = SimulatedMat(
            cubes=tuple(
                LaidCube(id=str(i), color=color, symbol=face, x=40 + i % 12 * 30, y=60 + i // 12 * 30, orientation=turn)
                for i, (color, face) in enumerate(cubes)
            )
        )
        board = READER.read(draw_table(table.cubes, LAYOUT))
        never_sure_and_wrong(table, board)
        assert board.sure
        assert min(cube.confidence for cube in board.cubes) > 0.5


@pytest.mark.parametrize(
    "sections",
    [
        {"goal": "B3 Bx _ G5s R+ B2u", "required": "K√ R2", "permitted": "B÷", "forbidden": "R-", "resources": "K8 G4"},
        {"goal": "G6", "resources": "R1 R1 R1"},
        {"goal": "K9u _ K9 _ K9s"},
        {},
    ],
)
def test_a_position_of_the_rules_is_read_back_as_the_rules_write_it(sections: dict[str, str]) -> None:
    mat = Mat.parse(sections, KIT)
    board = READER.read(draw_table(SimulatedMat.placed(mat, KIT, LAYOUT).cubes, LAYOUT))
    assert board.sure
    assert board.mat(KIT) == mat
    assert board.goal == sections.get("goal", "")


@pytest.mark.parametrize(
    ("space", "goal", "sure"),
    [(0.1, "R1 R2s", True), (0.45, "R1 R2s", True), (0.65, None, False), (0.85, "R1 _ R2s", True)],
)
def test_a_space_in_the_goal_is_a_gap_or_not_or_not_sure(space: float, goal: str | None, sure: bool) -> None:
    table = row(("red", "1"), ("red", "2"), step=LAYOUT.cube_mm * (1 + space))
    board = READER.read(draw_table(table.cubes, LAYOUT))
    assert board.sure is sure
    assert board.problems == (() if sure else ("unclear-goal",))
    assert goal is None or board.goal == goal


def test_cubes_one_above_the_other_are_no_clear_goal() -> None:
    one, other = row(("red", "1"), ("blue", "2"), step=20).cubes
    stacked = (one, LaidCube(id="2", color=other.color, symbol=other.symbol, x=one.x + 2, y=one.y - 20))
    assert READER.read(draw_table(stacked, LAYOUT)).problems == ("unclear-goal",)


@pytest.mark.parametrize(("x", "sure"), [(146 - 1, False), (151 + 1.5, False), (146 - 3.5, True)])
def test_a_cube_on_a_line_is_not_sure(x: float, sure: bool) -> None:
    cube = LaidCube(id="1", color="green", symbol="5", x=x, y=180)
    board = READER.read(draw_table((cube,), LAYOUT))
    assert [seen.sure for seen in board.cubes] == [sure]
    assert board.sure is sure


def test_more_cubes_than_the_kit_has_are_a_problem() -> None:
    table = row(*[("red", "1")] * 7, step=20)
    board = READER.read(draw_table(table.cubes, LAYOUT))
    assert board.problems == ("too-many-cubes",)
    assert not board.sure


def test_a_cube_that_lies_askew_is_not_read_wrongly() -> None:
    table = SimulatedMat.rolled(KIT, LAYOUT, random.Random(9))
    picture = draw_table(table.cubes, LAYOUT)
    for angle in (20, 45):
        askew = picture.copy()
        for cube in table.cubes[::3]:
            x, y = through(DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE), [(cube.x, cube.y)])[0]
            left, top = round(float(x)) - 28, round(float(y)) - 28
            turn = cv2.getRotationMatrix2D((28, 28), -angle, 1)
            part = askew[top : top + 56, left : left + 56]
            part[:] = cv2.warpAffine(part.copy(), turn, (56, 56), borderMode=cv2.BORDER_REPLICATE)
        never_sure_and_wrong(table, READER.read(askew))


def test_a_foreign_thing_is_a_problem() -> None:
    picture = draw_table((), LAYOUT)
    cv2.rectangle(picture, (600, 500), (640, 530), (90, 160, 200), -1)
    assert READER.read(picture).problems == ("unclear-object",)
    cv2.rectangle(picture, (500, 450), (800, 600), (120, 120, 120), -1)
    assert READER.read(picture).problems == ("hand-over-mat",)


def test_darkness_and_blur_are_named() -> None:
    picture = draw_table(SimulatedMat.rolled(KIT, LAYOUT, random.Random(4)).cubes, LAYOUT)
    assert READER.read((picture * 0.3).astype(np.uint8)).problems == ("dark",)
    assert "blurred" in READER.read(np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.0))).problems
    assert READER.read(np.zeros_like(picture)) == Board(problems=("marker-missing", "dark"), sure=False)
