"""The truth of a simulated table."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.mat import Goal, Mat, Section
from vision.layout import load_layout
from vision.simulated import LaidCube, SimulatedMat, parse_simulated

LAYOUT = load_layout()
KIT = EQUATIONS_KIT


def rolled(seed: int = 1) -> SimulatedMat:
    return SimulatedMat.rolled(KIT, LAYOUT, random.Random(seed))


def where(cube: LaidCube) -> str:
    return LAYOUT.section_at(cube.x, cube.y)


def check_clear(table: SimulatedMat) -> None:
    """Nothing overlaps, and every cube's body is on one side of every line and outside the marker zones."""
    half = LAYOUT.cube_mm / 2
    for one, other in combinations(table.lying, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > LAYOUT.cube_mm, (one, other)
    for cube in table.lying:
        corners = [(cube.x + dx, cube.y + dy) for dx in (-half, half) for dy in (-half, half)]
        assert len({LAYOUT.section_at(x, y) for x, y in corners}) == 1, cube
        for marker in LAYOUT.markers:
            assert not any(LAYOUT.marker_zone(marker).has(x, y) for x, y in corners), cube


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_roll_puts_every_cube_of_the_kit_clearly_into_resources(seed: int) -> None:
    table = rolled(seed)
    check_clear(table)
    assert {where(cube) for cube in table.cubes} == {"resources"}
    colours = [cube.color for cube in table.cubes]
    assert {kind.name: colours.count(kind.name) for kind in KIT.kinds} == {kind.name: kind.count for kind in KIT.kinds}
    assert parse_simulated(msgspec.json.decode(msgspec.json.encode(table.to_json())), KIT) == table


def test_the_same_luck_gives_the_same_roll() -> None:
    assert rolled(7) == rolled(7)
    assert rolled(7) != rolled(8)


def test_a_lifted_cube_is_in_a_hand_until_it_is_put_down() -> None:
    table = rolled()
    up = table.lifted("red-1")
    assert up.cube("red-1").lifted
    assert len(up.lying) == 23
    down = up.dropped("red-1", 350, 180, layout=LAYOUT, orientation=180)
    assert down.cube("red-1") == msgspec.structs.replace(
        table.cube("red-1"), x=350, y=180, orientation=180, lifted=False
    )
    assert not table.cube("red-1").lifted


@given(
    st.lists(
        st.tuples(st.integers(0, 23), st.floats(-60, 500), st.floats(-60, 400), st.sampled_from((0, 90, 180, 270))),
        max_size=25,
    )
)
@settings(max_examples=60, deadline=None)
def test_wherever_cubes_are_dropped_they_come_to_lie_clearly(drops: list[tuple[int, float, float, int]]) -> None:
    table = rolled()
    for index, x, y, orientation in drops:
        aimed = LAYOUT.section_at(x, y)
        dropped = table.cubes[index].id
        table = table.lifted(dropped).dropped(dropped, x, y, layout=LAYOUT, orientation=orientation)
        assert aimed in ("off", where(table.cube(dropped)))
    check_clear(table)
    row = sorted((cube for cube in table.cubes if where(cube) == "goal"), key=lambda cube: cube.x)
    for left, right in pairwise(row):
        space = (right.x - left.x) / LAYOUT.cube_mm - 1
        assert 0 < space <= 0.5 or space >= 0.8
        assert abs(left.y - right.y) <= 0.6 * LAYOUT.cube_mm


def test_a_full_section_sends_a_cube_elsewhere() -> None:
    table = SimulatedMat.placed({"resources": " ".join(["R1"] * 6 + ["B1"] * 6 + ["G4"] * 6 + ["K7"] * 6)}, KIT, LAYOUT)
    for cube in table.cubes:
        table = table.dropped(cube.id, 216, 275, layout=LAYOUT)
    check_clear(table)
    assert any(where(cube) != "goal" for cube in table.cubes)


def test_a_mat_is_placed_as_it_is_written() -> None:
    written = {
        "goal": "B3 Bx _ G5s R+ B2u",
        "required": "K√ R2",
        "permitted": "B÷",
        "forbidden": "R-",
        "resources": "G4 K7 K8 R0",
    }
    table = SimulatedMat.placed(written, KIT, LAYOUT)
    check_clear(table)
    assert table == SimulatedMat.placed(Mat.parse(written, KIT), KIT, LAYOUT)
    row = [cube for cube in table.cubes if where(cube) == "goal"]
    assert [(cube.symbol, cube.orientation) for cube in row] == [("3", 0), ("x", 0), ("5", 90), ("+", 0), ("2", 180)]
    spaces = [(b.x - a.x) / LAYOUT.cube_mm - 1 for a, b in pairwise(row)]
    assert [space >= 0.8 for space in spaces] == [False, True, False, False]
    assert all(space < 0.5 or space >= 0.8 for space in spaces)
    counts = {section.value: sum(where(cube) == section.value for cube in table.cubes) for section in Section}
    assert counts == {"goal": 5, "required": 2, "permitted": 1, "forbidden": 1, "resources": 4}


def test_what_cannot_lie_on_the_table_is_refused() -> None:
    with pytest.raises(BadRequest, match="only 6 red"):
        SimulatedMat.placed({"required": " ".join(["R1"] * 7)}, KIT, LAYOUT)
    with pytest.raises(BadRequest, match="no colour"):
        SimulatedMat.placed({"required": "?1"}, KIT, LAYOUT)
    goal = " _ ".join(["R1"] * 6 + ["B1"] * 6 + ["G4"] * 6)
    with pytest.raises(BadRequest, match="too long"):
        SimulatedMat.placed({"goal": goal}, KIT, LAYOUT)


def test_a_script_finds_cubes_and_moves_them() -> None:
    table = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+"}, KIT, LAYOUT)
    goal = Goal.parse("B3 K+ G5s", KIT)
    laid = table.goal_laid(goal, KIT, LAYOUT)
    assert [cube.id for cube in sorted(laid.cubes, key=lambda c: c.x) if where(cube) == "goal"] == [
        table.find(cube, Section.RESOURCES, LAYOUT, KIT).id for cube in goal.cubes
    ]
    with pytest.raises(BadRequest, match="in the Goal already"):
        laid.goal_laid(Goal.parse("R1", KIT), KIT, LAYOUT)
    red = laid.find(KIT.parse("R2"), Section.RESOURCES, LAYOUT, KIT)
    moved = laid.moved(red.id, Section.FORBIDDEN, layout=LAYOUT)
    assert where(moved.cube(red.id)) == "forbidden"
    check_clear(moved)
    with pytest.raises(BadRequest, match="no R2 in resources"):
        moved.find(KIT.parse("R2"), Section.RESOURCES, LAYOUT, KIT)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"symbol": "9"}, "no red cube of the kit shows '9'"),
        ({"orientation": 45}, "not 45"),
        ({"id": "red-2"}, "same id"),
        ({"x": "left"}, "no simulated mat"),
    ],
)
def test_an_impossible_table_is_refused(change: dict[str, object], complaint: str) -> None:
    written = msgspec.json.decode(msgspec.json.encode(rolled().to_json()))
    written["cubes"][0] |= change
    with pytest.raises(BadRequest, match=complaint):
        parse_simulated(written, KIT)


def test_bad_requests_of_a_hand_are_refused() -> None:
    with pytest.raises(BadRequest, match="'red-9'"):
        rolled().lifted("red-9")
    with pytest.raises(BadRequest, match="not 45"):
        rolled().dropped("red-1", 10, 10, layout=LAYOUT, orientation=45)
    with pytest.raises(BadRequest, match="no place"):
        rolled().dropped("red-1", float("nan"), 10, layout=LAYOUT)
