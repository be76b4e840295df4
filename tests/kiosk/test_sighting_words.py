"""Sightings in words, and two accounts of the same frames."""

from __future__ import annotations

import msgspec

from kiosk.sighting_words import board_words, differences, sections_words, sighting_words
from tests.kiosk.benches import board_of
from vision.sightings import BoardSeen, CubesMoved, CubeStep, Trouble

BEFORE = board_of({"resources": "R1 R1 R2 B3", "goal": "G6"})
AFTER = board_of({"resources": "R1 R1 B3", "required": "R2", "goal": "G6"})
SEEN = BoardSeen(at_us=1, board=BEFORE, snapshot="a" * 64)
MOVED = CubesMoved(
    at_us=2, moves=(CubeStep(cube="R2", from_="resources", to="required"),), board=AFTER, snapshot="b" * 64
)


def test_a_sighting_is_one_line() -> None:
    assert sighting_words(SEEN) == "board-seen · 5 cubes, Goal G6"
    assert sighting_words(MOVED) == "cubes-moved · R2 resources → required · 5 cubes, Goal G6"
    assert sighting_words(Trouble(at_us=1, problem="dark")) == "dark"
    assert sighting_words(Trouble(at_us=1, problem="dark", over=True)) == "dark is over"
    unsure = board_of({"resources": "R1"}, sure=False)
    assert board_words(msgspec.structs.replace(unsure, problems=("glare",))) == "1 cubes, glare, not sure"


def test_a_board_is_a_line_for_each_section() -> None:
    lines = sections_words(board_of({"resources": "R1 R1 B3", "goal": "G6"}, sure=False))
    assert lines[0].split() == ["goal", "1", "G6"]
    assert "resources   3  blue 3?, 2 × red 1?" in lines
    assert not [line for line in lines if line.startswith("off")]


def test_the_same_with_other_hashes_and_other_confidence_is_the_same() -> None:
    cubes = tuple(msgspec.structs.replace(cube, confidence=0.5, mat_mm=(1.0, 2.0)) for cube in BEFORE.cubes[::-1])
    again = BoardSeen(at_us=1, board=msgspec.structs.replace(BEFORE, cubes=cubes), snapshot="c" * 64)
    assert differences([SEEN, MOVED], [again, MOVED]) == []


def test_what_differs_is_listed_in_its_place() -> None:
    dark = Trouble(at_us=2, problem="dark")
    later = msgspec.structs.replace(MOVED, at_us=3)
    assert differences([SEEN, MOVED], [SEEN, dark, later]) == [("-", MOVED), ("+", dark), ("+", later)]
    assert differences([SEEN], []) == [("-", SEEN)]


def test_what_was_wrong_with_the_camera_itself_is_left_out() -> None:
    assert differences([SEEN, Trouble(at_us=2, problem="unplugged"), Trouble(at_us=3, problem="torn")], [SEEN]) == []
