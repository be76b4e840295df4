"""Whose turn comes next (V-A)."""

from __future__ import annotations

from rules.equations import tasks
from rules.equations.rulebook import Task
from rules.equations.state import Bonus, Match


def next_turn(match: Match, task: Task | None = None) -> Match:
    """The turn of the player on the left, from now on, with the time of a regular turn unless told otherwise."""
    player = match.left_of(match.playing.turn)
    match = match.with_shake(turn=player, bonus=Bonus.NONE)
    return tasks.begin(match, task or match.rulebook.tasks.turn, (player,))
