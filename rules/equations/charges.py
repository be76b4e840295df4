"""Charges of illegal procedure (IX-A, IX-B).

The table undoes what it sees, so only two things are left to be charged: a bonus move by the leader
(IV-C-2, V-C-2) and a variation that does not suit (II-B-2).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.equations import selecting, tasks
from rules.equations.state import Bonus, BonusMove, Cause, Match, Phase
from rules.equations.turns import next_turn
from rules.mat import Section
from rules.messages import Seat
from rules.shake_events import IllegalProcedureCharged

BONUS_IN_LEAD = "bonus-in-lead"
VARIATION = "variation"


def illegal_procedure_charged(match: Match, event: IllegalProcedureCharged) -> Match:
    """An opponent points something out: upheld, too late, or nothing of the kind is on the table."""
    after: Match | None = None
    if event.by != event.against and event.what == VARIATION:
        after = selecting.charged(match, event.against)
    elif event.by != event.against and event.what == BONUS_IN_LEAD:
        after = bonus_charged(match, event.against)
    if after is not None:
        return after
    cite = match.rulebook.cites.charge
    return match.ruled("not-upheld", cite, "not-upheld", player=Seat(event.by), against=Seat(event.against))


def last_bonus(match: Match, player: str) -> BonusMove | None:
    """The latest bonus move of a player in this shake."""
    return next((move for move in reversed(match.playing.bonus_moves) if move.player == player), None)


def may_be_charged(match: Match, move: BonusMove) -> bool:
    """Whether nobody has acted since; after the last cube or the stop, presenting is acting."""
    others_wrote = any(paper.writer != move.player for paper in match.playing.papers)
    return not (move.insulated or move.undone or others_wrote or match.playing.phase is Phase.CHECKING)


def bonus_charged(match: Match, against: str) -> Match | None:
    """The match after a charge against a player's bonus move; None if there was nothing wrong with it."""
    points = match.rulebook.points.bonus_in_lead
    move = last_bonus(match, against)
    if not points or move is None or not move.led or move.undone:
        return None
    cites = match.rulebook.cites
    if not may_be_charged(match, move):
        return match.ruled("insulated", cites.insulation, "insulated", against=Seat(against))
    cite = cites.goal_bonus if move.before_goal else cites.bonus
    match = match.ruled("upheld", cite, "upheld-bonus", against=Seat(against))
    match = tasks.penalise(match, against, points, BONUS_IN_LEAD, cite)
    moves = tuple(replace(m, undone=True) if m is move else m for m in match.playing.bonus_moves)
    return _undone(match.with_shake(bonus_moves=moves), move)


def _undone(match: Match, move: BonusMove) -> Match:
    """The match with the cube back: the Goal-setter's from Forbidden, else the second one of the turn."""
    shake = match.playing
    if move.before_goal:
        mat = shake.mat.moved(move.cube, Section.FORBIDDEN, Section.RESOURCES)
        bonus = Bonus.NONE if shake.phase in (Phase.SELECTING, Phase.SETTING_GOAL) else shake.bonus
        return match.with_shake(mat=mat, bonus=bonus, last_turn=None)
    # A turn that was lost with its bonus cube alone has passed already: the next player's goes on as it was.
    under_way = shake.bonus is Bonus.MOVED
    if move.second is None and match.rulebook.readings.lone_bonus_cube_stands:
        # The bonus cube alone: it is the regular move, and the turn passes.
        match = match.with_shake(last_turn=None)
        return next_turn(tasks.done(match, move.player)) if under_way else match
    if move.second is None:
        mat = shake.mat.moved(move.cube, Section.FORBIDDEN, Section.RESOURCES)
        before = shake.last_turn.mover_before if shake.last_turn else shake.mover
        return match.with_shake(mat=mat, mover=before, bonus=Bonus.NONE if under_way else shake.bonus, last_turn=None)
    cube, section = move.second
    match = match.with_shake(mat=shake.mat.moved(cube, section, Section.RESOURCES), last_turn=None)
    if shake.cause is Cause.LAST_CUBE:
        # It was not the last cube after all: the next player is on turn.
        match = match.with_shake(phase=Phase.MOVING, cause=None, papers=(), findings=())
        return next_turn(match)
    return match
