"""What has changed between two boards, cube by cube."""

from __future__ import annotations

from tests.vision.tables import KIT, cube
from vision.board import SeenCube
from vision.changes import changes, steps
from vision.sightings import Change, CubeStep
from vision.tracks import Track

R1, R2, K7, G5 = cube("R1", 60, 60), cube("R2", 200, 90), cube("K7", 100, 90), cube("G5", 60, 275)


def tracks(*cubes: SeenCube, hand: tuple[int, ...] = ()) -> list[Track]:
    return [Track(number, each, here=number not in hand) for number, each in enumerate(cubes, 1)]


def found(before: list[Track], after: list[Track], was: str = "", goal: str = "") -> tuple[Change, ...]:
    return changes(before, after, was, goal, KIT)


def test_nothing_has_changed() -> None:
    assert found(tracks(R1, R2), tracks(R1, cube("R2", 210, 100))) == ()


def test_moved_returned_and_off_the_mat() -> None:
    moved = found(tracks(R1, R2), tracks(R1, cube("R2", 350, 180)))
    assert moved == (Change(change="moved", cube="R2", from_="resources", to="required"),)
    back = found(tracks(R1, cube("R2", 350, 180)), tracks(R1, R2))
    assert back == (Change(change="returned", cube="R2", from_="required", to="resources"),)
    off = found(tracks(R1, R2), tracks(R1, cube("R2", -10, 90)))
    assert off == (Change(change="off-mat", cube="R2", from_="resources", to="off"),)
    assert steps(moved + back + off) == (
        CubeStep(cube="R2", from_="resources", to="required"),
        CubeStep(cube="R2", from_="required", to="resources"),
        CubeStep(cube="R2", from_="resources", to="off"),
    )


def test_two_cubes_at_once_are_two_changes() -> None:
    both = found(tracks(R1, R2, K7), tracks(cube("R1", 350, 180), cube("R2", 60, 180), K7))
    assert [(change.cube, change.to) for change in both] == [("R1", "required"), ("R2", "forbidden")]


def test_lifted_and_laid() -> None:
    assert found(tracks(R1, R2), tracks(R1, R2, hand=(2,))) == (Change(change="lifted", cube="R2", from_="resources"),)
    laid = found(tracks(R1, R2, hand=(2,)), tracks(R1, cube("R2", 350, 180)))
    assert laid == (Change(change="laid", cube="R2", to="required"),)
    assert found(tracks(R1), tracks(R1, R2)) == (Change(change="laid", cube="R2", to="resources"),)
    assert found(tracks(R1, R2, hand=(2,)), tracks(R1, R2, hand=(2,))) == ()


def test_turned_over_where_it_lay_or_on_the_way() -> None:
    there = found(tracks(R1, R2), tracks(R1, cube("R3", 200, 90)))
    assert there == (Change(change="turned-over", cube="R3", was="R2", from_="resources", to="resources"),)
    away = found(tracks(R1, R2), tracks(R1, cube("R3", 350, 180)))
    assert away == (Change(change="turned-over", cube="R3", was="R2", from_="resources", to="required"),)
    assert steps(away) == ()


def test_the_goal_with_its_gaps_and_turns() -> None:
    assert found(tracks(R1, G5), tracks(R1, G5), "G5", "G5s") == (Change(change="goal-now", goal="G5s", was="G5"),)
    laid = found(tracks(R1, R2), tracks(R1, cube("R2", 60, 275)), "", "R2")
    assert laid == (
        Change(change="moved", cube="R2", from_="resources", to="goal"),
        Change(change="goal-now", goal="R2", was=""),
    )


def test_rolled_is_one_change_of_the_whole_table() -> None:
    before = tracks(cube("R1", 350, 180), cube("R2", 60, 180), K7, hand=(3,))
    after = tracks(cube("R3", 40, 60), cube("R0", 300, 60), cube("K9", 160, 100))
    assert found(before, after) == (Change(change="rolled"),)
    assert found(tracks(R1, R2, K7), tracks(R1, R2, cube("K7", 140, 60))) == (), "one was pushed"


def test_cleared_is_one_change_of_the_whole_table() -> None:
    assert found(tracks(R1, R2), tracks(R1, R2, hand=(1, 2))) == (Change(change="cleared"),)
    assert found(tracks(R1, hand=(1,)), tracks(R1, hand=(1,))) == ()
