"""Setting the Goal, and declaring that there is none (IV)."""

from __future__ import annotations

from rules.equations import tasks
from rules.equations.checking import void_shake
from rules.equations.readings import LostGoal
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
    if committed(match) and event.player == shake.goal_setter:
        return match.ruled("not-now", cite, "committed-to-goal", player=Seat(event.player))
    if event.player != shake.goal_setter:
        setter = Seat(shake.goal_setter)
        return match.ruled("out-of-turn", cite, "out-of-turn", player=Seat(event.player), turn=setter)
    match = insulate_all(tasks.done(match, event.player))
    match = match.with_shake(phase=Phase.NO_GOAL_DECLARED, mover=event.player, bonus=Bonus.NONE, spent=None)
    return tasks.begin(match, match.rulebook.tasks.no_goal, match.others(event.player))


def committed(match: Match) -> bool:
    """Whether a bonus move binds the Goal-setter to a Goal (IV-D, comment c)."""
    shake = match.playing
    struck = any(move.before_goal and move.player == shake.goal_setter for move in shake.bonus_moves)
    return shake.bonus is Bonus.MOVED or (struck and match.rulebook.readings.struck_bonus_binds)


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
    """The roll or the Goal is lost. What follows is for a judge; by other readings the shake is void or passes on."""
    cite = match.rulebook.cites.time
    late = Seat(match.playing.goal_setter)
    match = tasks.lose(match)
    reading = match.rulebook.readings.lost_goal
    if reading is LostGoal.VOID:
        return void_shake(match.ruled("time-lost", cite, "goal-lost-void", player=late), cite, "void-goal-lost")
    if reading is LostGoal.NEXT_PLAYER:
        match = pass_on(match)
        return match.ruled("time-lost", cite, "goal-passes", player=late, next=Seat(match.playing.goal_setter))
    return match.ruled("time-lost", cite, "goal-lost", player=late)


def pass_on(match: Match) -> Match:
    """The match with the roll or the Goal for the next player, and a fresh limit."""
    match = other_setter(match)
    limits = match.rulebook.tasks
    task = limits.goal if match.playing.phase is Phase.SETTING_GOAL and limits.goal else limits.roll
    return tasks.begin(match, task, (match.playing.goal_setter,))


def other_setter(match: Match) -> Match:
    """The match with the next player in the Goal-setter's place; by the house's reading the rotation goes on from
    there (I-D)."""
    shake = match.playing
    setter = match.left_of(shake.goal_setter)
    match = match.with_shake(goal_setter=setter, turn=setter, stands_in_for=shake.stands_in_for or shake.goal_setter)
    return match.with_shake(bonus=Bonus.NONE, last_turn=None)
