"""Mats and Goals: JSON to value and back, and moves that lose no cube."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cubes import EQUATIONS_KIT, Cube
from rules.errors import BadRequest, MisuseError
from rules.mat import PLAYED, CubeNotThere, Goal, Mat, Section, parse_section

KIT = EQUATIONS_KIT
cubes = st.sampled_from([Cube(kind.letter, face) for kind in KIT.kinds for face in kind.faces])
rows = st.lists(cubes, max_size=6).map(tuple)
goals = st.lists(st.lists(cubes, min_size=1, max_size=3).map(tuple), max_size=3).map(lambda groups: Goal(tuple(groups)))
mats = st.builds(Mat, goal=goals, required=rows, permitted=rows, forbidden=rows, resources=rows)


@given(goals)
def test_goals_both_ways(goal: Goal) -> None:
    assert Goal.parse(str(goal), KIT) == goal
    assert bool(goal) == bool(goal.cubes)


@given(mats)
def test_mats_both_ways(mat: Mat) -> None:
    assert Mat.parse(mat.to_json(), KIT) == mat
    assert list(mat.to_json()) == ["goal", "required", "permitted", "forbidden", "resources"]


@given(mats)
def test_order_within_a_section_has_no_meaning(mat: Mat) -> None:
    turned = {name: " ".join(reversed(text.split())) for name, text in mat.to_json().items() if name != "goal"}
    assert Mat.parse({**turned, "goal": str(mat.goal)}, KIT) == mat


@given(mats, st.data())
def test_a_move_conserves_the_cubes(mat: Mat, data: st.DataObject) -> None:
    start, end = data.draw(st.sampled_from(PLAYED)), data.draw(st.sampled_from(PLAYED))
    cube = data.draw(cubes)
    if cube in mat.at(start):
        assert mat.moved(cube, start, end).cubes == mat.cubes
    else:
        with pytest.raises(CubeNotThere):
            mat.moved(cube, start, end)


def test_the_goal_takes_turned_cubes_from_resources() -> None:
    mat = Mat.parse({"resources": "K7 R2 Bx"}, KIT).with_goal(Goal.parse("K7s _ R2", KIT))
    assert mat.to_json() == {"goal": "K7s _ R2", "required": "", "permitted": "", "forbidden": "", "resources": "Bx"}


@pytest.mark.parametrize("wrong", ["_", "R2 _", "_ R2", "R2 _ _ B3", "R2 B9"])
def test_goals_that_cannot_lie(wrong: str) -> None:
    with pytest.raises(BadRequest):
        Goal.parse(wrong, KIT)


def test_there_are_five_sections() -> None:
    assert [parse_section(section.value) for section in Section] == list(Section)
    with pytest.raises(BadRequest, match="'bag' is no section"):
        Mat.parse({"bag": "R2"}, KIT)


def test_the_goal_is_not_moved_like_a_cube() -> None:
    mat = Mat.parse({"goal": "R2", "resources": "R3"}, KIT)
    with pytest.raises(MisuseError):
        mat.moved(KIT.parse("R3"), Section.RESOURCES, Section.GOAL)
