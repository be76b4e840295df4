"""The board that is believed: the reading, put right."""

from __future__ import annotations

import msgspec

from tests.vision.tables import KIT, LAYOUT, board, cube
from vision.board import Board
from vision.tracks import Followed, Track
from vision.whole_board import whole_board

R2, G5, B3 = cube("R2", 200, 90), cube("G5", 60, 275), cube("B3", 76, 275)


def whole(
    read: Board, *tracks: Track, sure: bool = True, untouched: bool = False, before: Board | None = None
) -> Board:
    return whole_board(read, Followed(tracks, sure, untouched), before, LAYOUT, KIT)


def test_a_reading_that_is_believed_is_the_board() -> None:
    read = board(R2, G5)
    assert whole(read, Track(1, R2), Track(2, G5)) == read


def test_cubes_that_were_not_read_are_there_and_those_in_hands_are_not() -> None:
    found = whole(board(R2), Track(1, R2), Track(2, cube("K7", 100, 90)), Track(3, B3, here=False))
    assert [each.symbol for each in found.cubes] == ["7", "2"]


def test_a_goal_that_was_put_right_is_written_anew() -> None:
    read = board(cube("G6", 60, 275), B3)
    assert whole(read, Track(1, G5), Track(2, B3)).goal == "G5 B3"
    unclear = whole(board(cube("G6", 60, 275), cube("B3", 86, 275)), Track(1, G5), Track(2, cube("B3", 86.5, 275)))
    assert (unclear.problems, unclear.sure) == (("unclear-goal",), False)


def test_a_goal_that_was_not_touched_is_what_it_was() -> None:
    before = msgspec.structs.replace(board(G5, B3), goal="G5 _ B3")
    assert whole(board(G5, B3, R2), Track(1, G5), Track(2, B3), untouched=True, before=before).goal == "G5 _ B3"


def test_whether_it_is_sure_is_for_the_story_to_say() -> None:
    read = board(R2, problems=("unclear-object",))
    found = whole(read, Track(1, R2))
    assert (found.sure, found.problems) == (True, ("unclear-object",))
    assert not whole(board(R2), Track(1, R2), sure=False).sure
