"""Setting the Goal, and declaring that there is none (IV)."""

from __future__ import annotations

from rules.equations import tasks
from rules.equations.checking import void_shake
from rules.equations.selecting import insulate_all
from rules.equations.state import Bonus, Match, Phase
from rules.mat import CubeNotThere, Goal
from rules.messages import Seat
from rules.shake_events import GoalSet, NoGoalAgreed, NoGoalDeclared


def goal_set(match: Match, event: GoalSet) -> Match:
    """The word “Goal”: it stands as it lies, legal or not; the player on the left has the first turn (IV-B-3, V-A)."""
    shake = match.playing
    cites = match.rulebook.cites
    if event.player != shake.goal_setter:
        setter = Seat(shake.goal_setter)
        return match.ruled("out-of-turn", cites.goal, "out-of-turn", player=Seat(event.player), turn=setter)
    goal = Goal.parse(event.goal, match.rulebook.kit)
    try:
        mat = shake.mat.with_goal(goal)
    except CubeNotThere:
        return match.ruled("illegal-move", cites.goal, "goal-not-there", goal=str(goal))
    match = insulate_all(tasks.done(match, event.player))
    first = match.left_of(event.player)
    match = match.with_shake(phase=Phase.MOVING, mat=mat, mover=event.player, turn=first, bonus=Bonus.NONE, spent=None)
    match = match.with_shake(last_turn=None)
    return tasks.begin(match, match.rulebook.tasks.first_turn, (first,))


def no_goal_declared(match: Match, event: NoGoalDeclared) -> Match:
    """The Goal-setter sees no Goal; the others agree or challenge (IV-D)."""
    shake = match.playing
    cite = match.rulebook.cites.no_goal
    if shake.bonus is Bonus.MOVED and event.player == shake.goal_setter:
        return match.ruled("not-now", cite, "committed-to-goal", player=Seat(event.player))
    if event.player != shake.goal_setter:
        setter = Seat(shake.goal_setter)
        return match.ruled("out-of-turn", cite, "out-of-turn", player=Seat(event.player), turn=setter)
    match = insulate_all(tasks.done(match, event.player))
    match = match.with_shake(phase=Phase.NO_GOAL_DECLARED, mover=event.player, bonus=Bonus.NONE, spent=None)
    return tasks.begin(match, match.rulebook.tasks.no_goal, match.others(event.player))


def silent(match: Match) -> tuple[str, ...]:
    """Opponents who have not agreed."""
    shake = match.playing
    return match.others(shake.goal_setter, *shake.agreed)


def no_goal_agreed(match: Match, event: NoGoalAgreed) -> Match:
    """An opponent agrees, for good."""
    if event.player not in silent(match):
        return match.ruled("not-now", match.rulebook.cites.no_goal, "agreed-already", player=Seat(event.player))
    match = tasks.done(match, event.player)
    return agreed(match.with_shake(agreed=(*match.playing.agreed, event.player)))


def agreed(match: Match) -> Match:
    """The match, void once nobody is left who might disagree (IV-D-1)."""
    return match if silent(match) else void_shake(match, match.rulebook.cites.no_goal, "void-no-goal")


def time_lost(match: Match) -> Match:
    """The extra minute is over: who has said nothing agrees."""
    everyone = match.others(match.playing.goal_setter)
    return agreed(tasks.lose(match).with_shake(agreed=everyone))


def goal_time_lost(match: Match) -> Match:
    """Nobody rolls or sets the Goal in his place: time stops, and what he still does counts until a judge decides."""
    setter = Seat(match.playing.goal_setter)
    return tasks.lose(match).ruled("time-lost", match.rulebook.cites.time, "goal-lost", player=setter)
