"""A player who is absent for the running shake (X-D): what was his passes on or lapses.

The shake goes on between the others: he has no turn, selects, checks and presents nothing, and is no
Third Party.
"""

from __future__ import annotations

from dataclasses import replace

from rules.equations import checking, goal, moving, selecting, tasks, writing
from rules.equations.challenge import back_to_play
from rules.equations.state import Bonus, Match, Phase
from rules.events import Event
from rules.messages import Seat
from rules.shake_events import (
    BlockLifted,
    BonusCalled,
    ChallengeStated,
    CubeMoved,
    CubeReturned,
    EquationChecked,
    EquationPresented,
    GoalSet,
    IllegalProcedureCharged,
    NoGoalAgreed,
    NoGoalDeclared,
    PlayerAbsent,
    ThirdPartyDecided,
    VariationSelected,
)

#: Fewer than these cannot play a shake.
FEWEST = 2


def absent_actor(match: Match, event: Event) -> str | None:
    """Who is absent and is said to act all the same."""
    match event:
        case (
            BlockLifted()
            | BonusCalled()
            | ChallengeStated()
            | CubeMoved()
            | CubeReturned()
            | EquationPresented()
            | GoalSet()
            | NoGoalAgreed()
            | NoGoalDeclared()
            | ThirdPartyDecided()
            | VariationSelected()
        ):
            actor = event.player
        case EquationChecked() | IllegalProcedureCharged():
            actor = event.by
        case _:
            return None
    return actor if match.shake is not None and actor in match.shake.absent else None


def player_absent(match: Match, event: PlayerAbsent) -> Match:
    """The match without a player until the shake is over."""
    player = event.player
    cite = match.rulebook.cites.absent
    if player in match.playing.absent:
        return match.ruled("not-now", cite, "absent-already", player=Seat(player))
    if len(match.present) <= FEWEST:
        return match.ruled("not-now", cite, "too-few-present", player=Seat(player))
    match = match.with_shake(absent=(*match.playing.absent, player))
    last = match.playing.last_turn
    if last is not None and last.player == player:
        match = match.with_shake(last_turn=None)
    block = match.playing.block
    if block is not None and block.holder == player:
        match = back_to_play(match)
    return _without(match, player)


def _without(match: Match, player: str) -> Match:
    """The match with the tasks of an absent player passed on or lapsed, by the phase of play."""
    match match.playing.phase:
        case Phase.ROLLING if player == match.playing.goal_setter:
            match = _other_setter(match)
            return tasks.begin(match, match.rulebook.tasks.roll, (match.playing.goal_setter,))
        case Phase.SELECTING:
            match = _other_setter(match) if player == match.playing.goal_setter else match
            return selecting.without(match, player)
        case Phase.SETTING_GOAL if player == match.playing.goal_setter:
            match = _other_setter(match)
            task = match.rulebook.tasks.goal or match.rulebook.tasks.roll
            return tasks.begin(match, task, (match.playing.goal_setter,))
        case Phase.NO_GOAL_DECLARED:
            return goal.agreed(tasks.owe(match, goal.silent(match)))
        case Phase.MOVING if player == match.playing.turn:
            now = match.playing.running
            first = match.rulebook.tasks.first_turn
            again = now is not None and now.limit.task == first.code
            return moving.next_turn(match, first if again else None)
        case Phase.LAST_CUBE | Phase.WRITING:
            return _not_writing(match, player)
        case Phase.CHECKING:
            return _not_checking(match)
        case _:
            return match


def _other_setter(match: Match) -> Match:
    """The next player sets the Goal; the rotation goes on from there (I-D)."""
    setter = match.left_of(match.playing.goal_setter)
    return match.with_shake(goal_setter=setter, turn=setter, bonus=Bonus.NONE, last_turn=None)


def _not_writing(match: Match, player: str) -> Match:
    challenge = match.playing.challenge
    if challenge is not None and challenge.third == player:
        match = match.with_shake(challenge=replace(challenge, third=None))
    return writing.ready(tasks.owe(match, writing.owing(match)))


def _not_checking(match: Match) -> Match:
    writer = match.playing.checked
    if writer is not None:
        match = tasks.owe(match, checking.owing(match, writer))
    return checking.settle(match)
