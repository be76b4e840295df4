"""Starting a shake: the lot, the Goal-setter's turn to roll, the roll (I-D, II)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.equations import selecting, tasks
from rules.equations.state import Match, Phase, Shake
from rules.mat import Mat
from rules.messages import Seat, Seats
from rules.shake_events import CubesRolled, LotRolled, ShakeStarted

#: The lot is a red cube (I-D).
LOT_LETTER = "R"


def shake_started(match: Match, event: ShakeStarted) -> Match:
    """A new shake; the time for rolling starts. Without a name the Goal-setter is whose turn it is (I-D)."""
    cites = match.rulebook.cites
    setter = event.goal_setter or match.next_setter
    if setter is None:
        return match.ruled("not-now", cites.lot, "who-sets-first")
    shake = Shake(number=len(match.shakes) + 1, goal_setter=setter, phase=Phase.ROLLING, turn=setter)
    match = replace(match, shake=shake, lots=(), in_lot=())
    return tasks.begin(match, match.rulebook.tasks.roll, (setter,))


def cubes_rolled(match: Match, event: CubesRolled) -> Match:
    """The roll is the Resources of the shake (II); variations are selected next, where the book has them."""
    mat = Mat(resources=match.rulebook.kit.parse_all(event.resources))
    match = match.with_shake(mat=mat)
    return selecting.to_goal(match) if match.rulebook.tasks.select is None else selecting.begin_selecting(match)


def lot_rolled(match: Match, event: LotRolled) -> Match:
    """A red cube for the first Goal: the highest digit wins, a tie rolls again, an operation sign is out (I-D)."""
    cite = match.rulebook.cites.lot
    if match.shake is not None or match.next_setter is not None:
        return match.ruled("not-now", cite, "not-now-lot-rolled")
    if event.player not in waiting_for_lot(match):
        return match.ruled("not-now", cite, "not-in-lot", player=Seat(event.player))
    match = replace(match, lots=(*match.lots, (event.player, event.face)))
    if waiting_for_lot(match):
        return match
    winners = lot_winners(match.lots)
    if len(winners) == 1:
        match = replace(match, next_setter=winners[0], lots=(), in_lot=())
        return match.ruled("lot", cite, "lot-won", player=Seat(winners[0]))
    match = replace(match, lots=(), in_lot=winners)
    return match.ruled("lot", cite, "lot-again", players=Seats(winners))


def waiting_for_lot(match: Match) -> tuple[str, ...]:
    """Who has still to roll in the lot, or in this round of it."""
    rolled = dict(match.lots)
    return tuple(player for player in match.in_lot or match.players if player not in rolled)


def lot_winners(lots: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Who rolled the highest digit; everybody, where nobody rolled one."""
    digits = {player: int(face) for player, face in lots if face.isdigit()}
    if not digits:
        return tuple(player for player, _ in lots)
    return tuple(player for player, digit in digits.items() if digit == max(digits.values()))
