"""Whose turn comes next."""

from rules.equations.agloa import AGLOA_2019
from rules.equations.turns import next_turn
from tests.rules.equations.playing import moving


def test_the_player_on_the_left_with_a_fresh_limit() -> None:
    match = next_turn(moving().tick(30).match)
    assert match.playing.turn == "C"
    running = match.playing.running
    assert running is not None
    assert (running.limit.players, running.limit.deadline_ms) == (("C",), 90_000)


def test_past_who_is_absent_and_with_another_limit() -> None:
    match = next_turn(moving().absent(25, "C").tick(30).match, AGLOA_2019.tasks.first_turn)
    running = match.playing.running
    assert running is not None
    assert (match.playing.turn, running.limit.deadline_ms) == ("A", 150_000)
