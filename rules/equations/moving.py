"""Moves (V), bonus moves and the last cube (VIII-A)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.cubes import Cube
from rules.equations import charges, tasks
from rules.equations.scoring import leads
from rules.equations.state import Bonus, BonusMove, Cause, LastTurn, Match, Phase, Shake
from rules.equations.turns import next_turn
from rules.equations.writing import everyone_writes
from rules.limits import SECOND_MS
from rules.mat import PLAYED, Section, parse_section
from rules.messages import Cubes, Seat
from rules.shake_events import BonusCalled, CubeMoved

#: What a Mover is given to correct an illegal move, where it is read so (IX-A-1).
CORRECTION_MS = 10 * SECOND_MS


def bonus_called(match: Match, event: BonusCalled) -> Match:
    """The word “Bonus”, said before the first cube touches Forbidden (IV-C, V-C)."""
    shake = match.playing
    cite = _bonus_cite(match)
    if event.player != shake.turn:
        return match.ruled("out-of-turn", cite, "out-of-turn", player=Seat(event.player), turn=Seat(shake.turn))
    if shake.bonus is not Bonus.NONE:
        return match.ruled("not-now", cite, "bonus-already", player=Seat(event.player))
    if len(shake.mat.resources) < 2:
        # The first cube must go to Forbidden and the last one may not: there is no bonus move to make.
        return match.ruled("illegal-move", cite, "bonus-needs-two")
    last = shake.last_turn
    kept = last if last is not None and last.player == event.player else None
    return match.with_shake(bonus=Bonus.CALLED, last_turn=kept)


def cube_moved(match: Match, event: CubeMoved) -> Match:
    """A cube has touched the mat. What the rules do not allow is undone at once, at no cost (IX-A-1)."""
    shake = match.playing
    cites = match.rulebook.cites
    if event.player != shake.turn:
        return match.ruled("out-of-turn", cites.turn, "out-of-turn", player=Seat(event.player), turn=Seat(shake.turn))
    cube = match.rulebook.kit.parse(event.cube)
    start, end = parse_section(event.from_), parse_section(event.to)
    fault = _fault(match, cube, start, end)
    if fault is not None:
        cite, code = fault
        if match.rulebook.readings.correction_extends_limit:
            match = tasks.leave_at_least(match, CORRECTION_MS)
        return match.ruled(
            "illegal-move", cite, code, player=Seat(event.player), cube=Cubes((cube,)), section=end.value
        )
    match = match.with_shake(mat=shake.mat.moved(cube, start, end), mover=event.player, spent=None)
    match = _remembered(insulate_bonus(match, event.player), shake, cube, end)
    if not _is_bonus(shake, end):
        return _turn_over(tasks.done(match, event.player))
    match = match.with_shake(bonus=Bonus.MOVED)
    if _regular_stands(shake):
        match = _turn_over(tasks.done(match, event.player))
    if match.rulebook.readings.table_charges_bonus:
        return charges.bonus_charged(match, event.player) or match
    return match


def _is_bonus(shake: Shake, end: Section) -> bool:
    """Whether a cube that goes to `end` now is the bonus move; where the word does not bind, it may be none."""
    return shake.bonus is Bonus.CALLED and end is Section.FORBIDDEN


def _regular_stands(shake: Shake) -> bool:
    """Whether the regular move of the turn lies on the mat already: its bonus cube was taken back."""
    last = shake.last_turn
    under_way = last is not None and last.player == shake.turn and last.running is None
    return under_way and shake.bonus is Bonus.CALLED


def _remembered(match: Match, before: Shake, cube: Cube, end: Section) -> Match:
    """The match with a move on record, for whoever takes it back or charges it."""
    player = before.turn
    last = before.last_turn
    under_way = last is not None and last.player == player and last.running is None
    moves = last.moves if last is not None and under_way else ()
    mover = last.mover_before if last is not None and under_way else before.mover
    if _is_bonus(before, end):
        # Bonus cube first, also where the regular one lay there before it.
        last = LastTurn(player, ((cube, end), *moves), mover, before.running if moves else None)
        before_goal = before.phase is Phase.SETTING_GOAL
        bonus = BonusMove(player, cube, leads(match, player), before_goal, second=moves[0] if moves else None)
        return match.with_shake(last_turn=last, bonus_moves=(*before.bonus_moves, bonus))
    match = match.with_shake(last_turn=LastTurn(player, (*moves, (cube, end)), mover, before.running))
    if before.bonus is Bonus.MOVED:
        *earlier, bonus = match.playing.bonus_moves
        return match.with_shake(bonus_moves=(*earlier, replace(bonus, second=(cube, end))))
    return match


def insulate_bonus(match: Match, player: str | None = None) -> Match:
    """The match after a legal action by this player, or a challenge: others' bonus moves stand (IX-B)."""
    moves = match.playing.bonus_moves
    return match.with_shake(bonus_moves=tuple(replace(m, insulated=True) if m.player != player else m for m in moves))


def ends(match: Match) -> tuple[Section, ...]:
    """Where a cube of Resources may be moved now."""
    cubes = match.playing.mat.resources[:1]
    return tuple(end for cube in cubes for end in PLAYED if _fault(match, cube, Section.RESOURCES, end) is None)


def _fault(match: Match, cube: Cube, start: Section, end: Section) -> tuple[str, str] | None:
    """The cite and the catalogue's code of what is wrong with a move; None for a legal one."""
    shake = match.playing
    cites = match.rulebook.cites
    if start is not Section.RESOURCES:
        return cites.turn, "stays-where-played"
    if end not in PLAYED:
        return cites.turn, "no-place-for-move"
    if cube not in shake.mat.resources:
        return cites.turn, "cube-not-there"
    if shake.phase is Phase.SETTING_GOAL and shake.bonus is not Bonus.CALLED:
        return cites.goal_bonus, "say-bonus-first"
    if shake.bonus is Bonus.CALLED and end is not Section.FORBIDDEN and _word_binds(match):
        return _bonus_cite(match), "bonus-to-forbidden"
    if end is Section.FORBIDDEN and len(shake.mat.resources) == 1:
        return cites.last_cube, "last-to-forbidden"
    return None


def _word_binds(match: Match) -> bool:
    """Whether the next cube must be the bonus move; by one reading the word is wasted on a regular one."""
    shake = match.playing
    bound = match.rulebook.readings.bonus_word_binds or shake.phase is Phase.SETTING_GOAL
    return bound or _regular_stands(shake)


def _bonus_cite(match: Match) -> str:
    cites = match.rulebook.cites
    return cites.goal_bonus if match.playing.phase is Phase.SETTING_GOAL else cites.bonus


def _turn_over(match: Match) -> Match:
    """The match after a completed turn."""
    if not match.playing.mat.resources:
        return everyone_writes(match, Cause.LAST_CUBE)
    return next_turn(match)


def time_lost(match: Match) -> Match:
    """The extra minute is over: the turn is lost and passes on (XI-A)."""
    late = match.playing.turn
    match = tasks.lose(match).ruled("time-lost", match.rulebook.cites.time, "turn-lost", player=Seat(late))
    return next_turn(match.with_shake(last_turn=None))
