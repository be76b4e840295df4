"""Where events really lead: from many positions, everything that could happen next, two steps deep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.equations import clock, table
from rules.equations.state import Match, Phase
from rules.equations.table import Cause
from rules.errors import BadRequest
from rules.events import Event, Outage, Timed
from rules.fold import Fold
from tests.rules.equations.playing import (
    AGLOA,
    Table,
    agloa,
    agloa_leading,
    agloa_moving,
    agloa_selected,
    checking,
    last_cube,
    moving,
    rolled,
    writing,
)

#: Seconds: past a countdown, past an extra minute, past the longest of them.
WAITS = (75, 140, 250)
#: A step from one phase to another, and what led there.
Step = tuple[Phase, Cause, Phase]


def positions() -> Iterator[Table]:
    """Tables in every phase, with two players and three, early and late."""
    yield Table()
    yield Table().shake()
    yield rolled()
    yield rolled().at(6, "no-goal-declared", player="A")
    yield rolled().at(6, "no-goal-declared", player="A").at(7, "no-goal-agreed", player="B")
    yield Table("junior", ruleset=AGLOA).shake()
    yield agloa()
    yield agloa().select(10, "A", "factorial")
    yield agloa().select(10, "A", "factorial").select(12, "B", "multiple-operations")
    yield agloa().select(10, "A", "factorial").absent(11, "C")
    yield agloa_selected()
    # The last pick does not suit: it is in force already.
    yield agloa().select(10, "A", "factorial").select(12, "B", "multiple-operations").select(14, "C", "factorial")
    yield moving()
    yield moving(players="AB", cubes="R2 Bx R3 G6")
    yield last_cube()
    yield last_cube().present(80, "A", None)
    yield last_cube().present(80, "A", None).present(81, "B", None)
    yield last_cube().present(80, "A", None).present(81, "B", "2x3=6")
    yield last_cube().present(80, "A", None).present(81, "B", None).lift(82, "C").present(83, "C", None)
    yield last_cube().present(80, "A", None).present(81, "B", None).lift(82, "C").present(83, "C", "2x3=6")
    yield last_cube().present(80, "C", "2x3=6").present(81, "B", "2x3=6")
    yield last_cube().present(80, "C", None).present(81, "B", None)
    yield last_cube().tick(131)
    now = agloa_moving().move(30, "B", "R2", "required").move(40, "C", "Bx", "required").challenge(50, "A", "now")
    yield now.third(60, "B", presents=False).present(70, "A", "2x3=6")
    yield from _led()
    yield writing()
    yield writing().third(60, "B", presents=True)
    yield writing().third(60, "B", presents=True).present(61, "A", None)
    yield writing().present(60, "A", None)
    yield writing().present(60, "A", "2x3=6")
    yield checking()
    yield checking().check(95, "A", "B", accepted=True)


def _led() -> Iterator[Table]:
    """The leader makes a bonus move with the last cubes; it may be charged."""
    table = agloa_leading().goal(120, "B")
    for t, player, cube in ((130, "A", "R2"), (140, "B", "R3"), (150, "A", "R+"), (160, "B", "B1"), (170, "A", "B2")):
        table.move(t, player, cube, "required")
    table.move(180, "B", "Bx", "required").move(190, "A", "G4", "permitted").bonus(200, "B")
    yield table.move(201, "B", "K7", "forbidden")
    ended = Table.__new__(Table)
    ended.fold = table.fold
    yield ended.move(202, "B", "K8", "required")
    late = Table.__new__(Table)
    late.fold = ended.fold
    yield late.tick(263)


def next_lines(match: Match) -> Iterator[dict[str, Any]]:
    """What may be done, sensible or not, without a time."""
    players = match.players
    for name in ("tick", "block-returned", "round-stopped", "round-time-called"):
        yield {"event": name}
    yield {"event": "cubes-rolled", "resources": "R2 R3 Bx G6 K7", "partial": True}
    for player in players:
        for name in ("block-lifted", "player-absent", "no-goal-declared", "no-goal-agreed", "bonus-called"):
            yield {"event": name, "player": player}
        yield {"event": "shake-started", "goal_setter": player}
        yield {"event": "goal-set", "player": player, "goal": "G6"}
        yield {"event": "variation-selected", "player": player, "variation": "remainder"}
        yield {"event": "variation-selected", "player": player, "variation": "factorial"}
        yield {"event": "third-party-decided", "player": player, "presents": False}
        yield {"event": "judge-ruled", "writer": player, "correct": True, "judge": "Lee"}
        for claim in ("now", "impossible", "no-goal"):
            yield {"event": "challenge-stated", "player": player, "challenge": claim}
        for equation in (None, "2x3=6", "2x4=6"):
            yield {"event": "equation-presented", "player": player, "equation": equation}
        for other in players:
            yield {"event": "equation-checked", "writer": player, "by": other, "accepted": True}
            for what in ("variation", "bonus-in-lead"):
                yield {"event": "illegal-procedure-charged", "by": player, "against": other, "what": what}
    shake = match.shake
    if shake is not None and shake.mat.resources:
        move = {"player": shake.turn, "cube": str(shake.mat.resources[-1]), "from": "resources"}
        yield {"event": "cube-moved", **move, "to": "required"}
    if shake is not None and shake.last_turn is not None:
        cube, section = shake.last_turn.moves[-1]
        back = {"player": shake.last_turn.player, "cube": str(cube), "from": section.value, "to": "resources"}
        yield {"event": "cube-returned", **back}


def steps(match: Match, timed: Timed) -> Iterator[Step]:
    """The phases that an event brings about, those before it by time alone included."""
    event: Event = timed.event
    if isinstance(event, Outage):
        match = clock.moved_on(match, event, timed.t_ms)
    while (due := clock.next_due(match)) is not None and due.at_ms < timed.t_ms:
        after = due.effect(replace(match, t_ms=max(match.t_ms, due.at_ms)))
        yield match.phase, None, after.phase
        match = after
    before = replace(match, t_ms=max(match.t_ms, timed.t_ms))
    yield before.phase, type(event), table.apply(before, timed).phase


def observed() -> set[Step]:
    """Every change of phase within two steps of a position, with the round's time called and without."""
    found: set[Step] = set()
    for start in positions():
        called = start.fold.apply(start.fold.read({"t": start.fold.t_ms / 1000, "event": "round-time-called"}))
        for fold in (start.fold, called):
            for near in list(_changed(fold, found)):
                for _ in _changed(near, found):
                    pass
    return {step for step in found if step[0] is not step[2]}


def _changed(fold: Fold, found: set[Step]) -> Iterator[Fold]:
    """The match after each event that has changed its phase, one for each kind; what time does is noted."""
    known: set[Step] = set()
    for wait in WAITS:
        found.update(steps(fold.state, fold.read({"t": fold.t_ms / 1000 + wait, "event": "tick"})))
    for line in next_lines(fold.state):
        try:
            timed = fold.read({"t": fold.t_ms / 1000, **line})
        except BadRequest:
            continue
        *by_time, step = steps(fold.state, timed)
        found.update((*by_time, step))
        if step[0] is not step[2] and step not in known:
            known.add(step)
            yield fold.apply(timed)
