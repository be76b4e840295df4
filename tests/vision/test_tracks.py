"""Cubes that keep their identity, and stories that can be."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.tables import KIT, LAYOUT, board, cube
from vision.board import Board, SeenCube
from vision.tracks import Followed, Standing, Track, follow

R1, R2, R2_TOO, K7 = cube("R1", 60, 60), cube("R2", 200, 90), cube("R2", 240, 90), cube("K7", 100, 90)
KNOWN = tuple(Track(number, each) for number, each in enumerate((R1, R2, R2_TOO, K7), 1))
LAID = cube("R2", 350, 180)


def followed(
    seen: Board, known: tuple[Track, ...] = KNOWN, *touched: SeenCube, how: Standing | None = None
) -> Followed:
    """The story of a board; with `touched`, everything else is known to be untouched."""
    if how is None and not touched:
        return follow(known, seen, KIT, LAYOUT)
    places = {each.mat_mm for each in touched}
    other = Standing.UNTOUCHED if how is None else how
    return follow(known, seen, KIT, LAYOUT, lambda each: Standing.CHANGED if each.mat_mm in places else other)


def ids(found: Followed) -> dict[int, tuple[float, float] | None]:
    return {track.id: track.cube.mat_mm if track.here else None for track in found.tracks}


def test_first_of_all_every_cube_is_new() -> None:
    found = followed(board(R1, R2), ())
    assert (ids(found), found.sure) == ({1: R1.mat_mm, 2: R2.mat_mm}, True)
    assert not followed(board(R1, cube("R2", 200, 90, sure=False)), ()).sure
    assert not followed(board(R1, problems=("glare",)), ()).sure


def test_a_cube_that_was_moved_is_the_same_cube() -> None:
    found = followed(board(R1, LAID, R2_TOO, K7))
    assert (ids(found)[2], ids(found)[3], found.sure) == (LAID.mat_mm, R2_TOO.mat_mm, True)


def test_equal_cubes_that_change_places_are_as_they_were() -> None:
    assert ids(followed(board(R1, R2_TOO, R2, K7))) == ids(followed(board(R1, R2, R2_TOO, K7)))


def test_a_cube_that_is_nowhere_is_in_a_hand_and_comes_back_as_itself() -> None:
    found = followed(board(R1, R2_TOO, K7))
    assert ids(found)[2] is None
    assert found.sure
    assert len(found.cubes) == 3
    back = followed(board(R1, LAID, R2_TOO, K7), found.tracks)
    assert ids(back) == {1: R1.mat_mm, 2: LAID.mat_mm, 3: R2_TOO.mat_mm, 4: K7.mat_mm}


def test_a_cube_that_was_turned_over_is_the_same_cube() -> None:
    found = followed(board(R1, cube("R3", 200, 90), R2_TOO, K7))
    assert next(track.cube.symbol for track in found.tracks if track.id == 2) == "3"
    dropped = followed(board(R1, cube("R3", 350, 180), R2_TOO, K7))
    assert next(track.cube.symbol for track in dropped.tracks if track.id == 2) == "3"


def test_a_cube_does_not_change_its_colour() -> None:
    found = followed(board(R1, cube("B2", 200, 90), R2_TOO, K7))
    assert ids(found)[2] is None
    assert ids(found)[5] == (200, 90)


def test_a_cube_that_nobody_touched_is_what_it_was_though_it_reads_doubtfully_or_not_at_all() -> None:
    doubtful = cube("R3", 200.5, 90, sure=False)
    found = followed(board(R1, doubtful, R2_TOO, cube("K7", 350, 180)), KNOWN, K7)
    assert found.sure
    assert found.tracks[1].cube == R2
    assert followed(board(R1, R2_TOO, cube("K7", 350, 180)), KNOWN, K7).tracks[1] == KNOWN[1]


@pytest.mark.parametrize("how", [Standing.UNTOUCHED, Standing.ALIKE])
def test_a_cube_that_looks_the_same_and_surely_reads_otherwise_is_a_doubt(how: Standing) -> None:
    found = followed(board(R1, cube("R3", 200, 90), R2_TOO, K7), how=how)
    assert not found.sure
    assert [each.sure for each in found.cubes] == [True, False, True, True]


def test_a_cube_over_which_a_hand_passed_is_a_doubt_if_it_reads_otherwise() -> None:
    assert not followed(board(R1, cube("R3", 200, 90, sure=False), R2_TOO, K7), how=Standing.ALIKE).sure
    assert followed(board(R1, cube("R2", 200, 90, sure=False), R2_TOO, K7), how=Standing.ALIKE).sure


def test_a_doubt_that_was_said_is_no_news_until_the_cube_is_touched() -> None:
    doubted = (Track(1, R1), Track(2, cube("R2", 200, 90, sure=False)))
    again = board(cube("R1", 350, 180), cube("R2", 200, 90, sure=False))
    found = followed(again, doubted, R1)
    assert found.sure
    assert not next(track.cube.sure for track in found.tracks if track.id == 2)
    assert not followed(board(R1, cube("R3", 200, 90, sure=False)), doubted).sure


def test_a_doubt_is_over_once_the_cube_is_read_surely() -> None:
    doubted = (Track(1, cube("R2", 200, 90, sure=False)),)
    assert followed(board(R2), doubted, how=Standing.UNTOUCHED).cubes[0].sure
    other = followed(board(cube("R3", 200, 90)), doubted, how=Standing.UNTOUCHED)
    assert (other.cubes[0].symbol, other.cubes[0].sure) == ("3", True)


def test_one_doubtful_cube_is_the_one_that_is_missing_if_it_looks_like_it() -> None:
    assert followed(board(R1, cube("R2", 350, 180, sure=False), R2_TOO, K7)).sure
    assert not followed(board(R1, cube("R3", 350, 180, sure=False), R2_TOO, K7)).sure
    assert not followed(board(R1, cube("R2", 287, 180, sure=False), R2_TOO, K7)).sure, "on a line"
    assert not followed(board(R1, cube("R2", 100, 275, sure=False), R2_TOO, K7)).sure, "how is it turned?"
    held = (*KNOWN, Track(5, cube("B3", 300, 60), here=False))
    assert followed(board(R1, cube("R2", 350, 180, sure=False), R2_TOO, K7), held).sure, "one is in a hand since before"
    assert not followed(board(cube("R2", 350, 180, sure=False), R2_TOO, K7)).sure, "one is missing now"
    two = board(cube("R1", 330, 140, sure=False), cube("R2", 350, 180, sure=False), R2_TOO, K7)
    assert not followed(two).sure


def test_where_all_cubes_are_in_view_a_stranger_hides_none() -> None:
    assert followed(board(R1, LAID, R2_TOO, K7, problems=("unclear-object",))).sure
    assert not followed(board(R1, R2_TOO, K7, problems=("unclear-object",))).sure
    assert not followed(board(R1, LAID, R2_TOO, K7, problems=("dark",))).sure


def test_a_goal_that_was_not_clear_is_asked_about_once() -> None:
    goal = (Track(1, cube("G5", 60, 275)), Track(2, R1))
    moved = board(cube("G5", 60, 275), cube("R1", 350, 180), problems=("unclear-goal",))
    found = followed(moved, goal, R1)
    assert (found.sure, found.goal_untouched) == (True, True)
    assert not followed(moved, goal).sure


def test_more_cubes_than_the_kit_has_cannot_be() -> None:
    many = board(*(cube("R2", 40 + 30 * n, 60) for n in range(7)))
    assert not followed(many, ()).sure


FACES = [(kind.letter, face) for kind in KIT.kinds for face in kind.faces]


@st.composite
def lain(draw: st.DrawFn) -> list[Board]:
    """Boards one after the other, of cubes that are moved, lifted and turned over at will."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    cubes = {n: (*rng.choice(FACES), 30 + 40 * (n % 9), 40 + 30 * (n // 9)) for n in range(draw(st.integers(1, 9)))}
    boards = []
    for _ in range(draw(st.integers(1, 6))):
        for n in rng.sample(sorted(cubes), k=min(len(cubes), rng.randrange(3))):
            letter, face, _, _ = cubes[n]
            kind = next(kind for kind in KIT.kinds if kind.letter == letter)
            cubes[n] = (letter, rng.choice((face, rng.choice(kind.faces))), 30 + 40 * (n % 9), rng.randrange(40, 300))
        lying = [each for each in cubes.values() if rng.random() > 0.1]
        boards.append(board(*(cube(f"{letter}{face}", x, y) for letter, face, x, y in lying)))
    return boards


@settings(deadline=None)
@given(lain())
def test_cubes_are_conserved_and_no_kit_is_exceeded(boards: list[Board]) -> None:
    tracks: tuple[Track, ...] = ()
    for seen in boards:
        found = follow(tracks, seen, KIT, LAYOUT)
        assert sorted(found.cubes, key=str) == sorted(seen.cubes, key=str), "what lies there is what is believed"
        numbers = [track.id for track in found.tracks]
        assert len(set(numbers)) == len(numbers)
        for kind in KIT.kinds:
            known = [track for track in found.tracks if track.cube.color == kind.name]
            assert len(known) <= kind.count or not found.sure
        tracks = found.tracks
