"""A player who is absent for the running shake (X-D): what was his passes on or lapses.

The shake goes on between the others: he has no turn, selects, checks and presents nothing, and is no
Third Party.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.equations import checking, goal, selecting, tasks, writing
from rules.equations.challenge import back_to_play
from rules.equations.state import Match, Phase
from rules.equations.turns import next_turn
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
        # His fifteen seconds are over as any other task of his is, and stand in the record (XI-A-1).
        match = back_to_play(tasks.recorded(match, block.running, player))
    return _without(match, player)


def _without(match: Match, player: str) -> Match:
    """The match with the tasks of an absent player passed on or lapsed, by the phase of play."""
    match match.playing.phase:
        case Phase.ROLLING | Phase.SETTING_GOAL if player == match.playing.goal_setter:
            return goal.pass_on(match)
        case Phase.SELECTING:
            match = goal.other_setter(match) if player == match.playing.goal_setter else match
            return selecting.without(match, player)
        case Phase.NO_GOAL_DECLARED:
            return goal.agreed(tasks.owe(match, goal.silent(match)))
        case Phase.MOVING if player == match.playing.turn:
            now = match.playing.running
            first = match.rulebook.tasks.first_turn
            again = now is not None and now.limit.task == first.code
            return next_turn(match, first if again else None)
        case Phase.LAST_CUBE | Phase.WRITING:
            return _not_writing(match, player)
        case Phase.CHECKING:
            return _not_checking(match)
        case _:
            return match


def _not_writing(match: Match, player: str) -> Match:
    challenge = match.playing.challenge
    if challenge is not None and challenge.third == player:
        match = match.with_shake(challenge=replace(challenge, third=None))
    return writing.ready(tasks.owe(match, writing.owing(match)))


def _not_checking(match: Match) -> Match:
    writer = match.playing.checked
    if writer is None:
        # Only a judge's word is missing, and nobody's time runs.
        return match
    return checking.settle(tasks.owe(match, checking.owing(match, writer)))
