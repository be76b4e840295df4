"""Random matches: people who mostly do what they may, sometimes what they may not, and let time pass."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from rules.equations.state import Match
from rules.errors import BadRequest
from rules.fold import Fold
from rules.game import View
from rules.messages import Message
from rules.offers import Action, CubeRow, FromMat, Keypad
from tests.rules.equations.playing import (
    AGLOA,
    ALL,
    FEW,
    RULESET,
    Table,
    agloa,
    agloa_leading,
    agloa_moving,
    agloa_selected,
    checking,
    last_cube,
    rolled,
    two_played,
    writing,
)

EQUATIONS = ["2x3=6", "2x4=6", "6=2x3", "2+", "√2=√2", "2<ud>=6", "8÷0=6"]
SECTIONS = ["goal", "required", "permitted", "forbidden", "resources"]
#: What the screen always offers, and what would end most matches early.
TABLE_ACTIONS = {
    "judge-called",
    "clock-paused",
    "clock-resumed",
    "round-time-called",
    "no-goal-declared",
    "player-absent",
    "reading-corrected",
    "judge-warned",
    "judge-penalized",
    "lot-rolled",
    "round-stopped",
}
#: Seconds: at once, within a turn, at its boundaries, past everything.
VARIATIONS: list[Any] = [
    "factorial",
    "sideways",
    "number-of-factors",
    "log",
    {"name": "wild", "cube": "0"},
    {"name": "base", "base": 8},
]
CHARGES = ["variation", "variation", "bonus-in-lead", "bonus-in-lead", "noise"]
DIVISIONS = {RULESET: ["minor", "middle", "senior"], AGLOA: ["elementary", "junior", "senior"]}
STEPS = [0, 0, 0, 0, 1, 1, 5, 5, 14.999, 15, 15.001, 60, 70, 70.001, 130, 130.001, 400]


@cache
def openings(ruleset: str, division: str) -> tuple[Fold, ...]:
    """Matches that have come this far already."""
    tables = _agloa_openings(division) if ruleset == AGLOA else _mlag_openings(division)
    return tuple(table.fold for table in tables)


def _agloa_openings(division: str) -> tuple[Table, ...]:
    leading = agloa_leading(division)
    return (
        Table(division, ruleset=AGLOA, carry_over=True),
        agloa(division),
        agloa(division, "AB"),
        agloa(division).select(10, "A", "factorial").select(12, "B", "factorial"),
        agloa_selected(division),
        agloa_moving(division),
        leading,
        agloa_leading(division).bonus(120, "B").move(122, "B", "K7", "forbidden"),
        agloa_leading(division).goal(120, "B").move(130, "A", "R2", "required").bonus(131, "B"),
        agloa_moving(division, cubes="R2 Bx R3 G6").bonus(21, "B").move(22, "B", "R3", "forbidden"),
        agloa_moving(division).move(30, "B", "R2", "required").challenge(40, "C", "impossible"),
    )


def _mlag_openings(division: str) -> tuple[Table, ...]:
    return (
        Table(division),
        Table(division, "AB").shake().roll().goal(),
        rolled(division),
        two_played(division),
        writing("now", division),
        writing("impossible", division),
        last_cube(division),
        checking("impossible", "2x4=6", division),
        last_cube(division).present(80, "A", "2x3=6").present(81, "B", "2+3=6").present(82, "C", "√2=6"),
    )


def completed(action: Action, view: View, draw: st.DrawFn | None = None) -> dict[str, Any]:
    """The line of an action, with something sensible for what its entry asks."""
    line: dict[str, Any] = {"event": action.event, **action.fields}
    if isinstance(action.entry, FromMat):
        assert view.mat is not None
        line[action.entry.field] = str(view.mat.resources[0])
    elif isinstance(action.entry, CubeRow):
        heaps = action.entry.heaps if action.entry.whole else action.entry.heaps[:1]
        line[action.entry.field] = " ".join(heap.cubes[0] for heap in heaps for _ in range(heap.most))
    elif isinstance(action.entry, Keypad):
        for pad in (action.entry, *action.then):
            line[pad.field] = typed(pad, line, view, draw)
    return line


def typed(pad: Keypad, line: dict[str, Any], view: View, draw: st.DrawFn | None) -> str:
    """What somebody types on a keypad; a cube that lies where the line says, and is what it seems to be."""
    if draw and "=" in pad.keys:
        return draw(st.sampled_from(EQUATIONS))
    if pad.field == "cube" and "section" in line and view.mat is not None:
        return view.mat.to_json()[line["section"]].split()[0]
    if pad.field == "is":
        cube = str(line["cube"])
        return draw(st.sampled_from(pad.keys)) if draw else cube.rstrip("su")
    if pad.field == "second_judge":
        return "".join(pad.keys[-3:])
    return (pad.keys[0] or pad.keys[-1]) if pad.single else "".join(pad.keys[:3])


@st.composite
def lines(draw: st.DrawFn, view: View, players: str) -> dict[str, Any]:
    """A next line: an action of the screen, a move, or anything at all."""
    kind = draw(st.sampled_from(["play", "play", "play", "play", "move", "move", "any", "table"]))
    playing = [action for action in view.actions if action.event not in TABLE_ACTIONS]
    if kind == "table" or (kind == "play" and playing):
        return completed(draw(st.sampled_from(playing if kind == "play" else view.actions)), view, draw)
    player = draw(st.sampled_from(players))
    resources = [str(cube) for cube in view.mat.resources] if view.mat else []
    if kind != "any" and view.phase == "rolling":
        return {"event": "cubes-rolled", "resources": draw(st.sampled_from([FEW, ALL, "R2 Bx G6 R3"])), "partial": True}
    if kind == "move" and view.phase == "moving" and resources and draw(st.integers(0, 3)):
        cube = draw(st.sampled_from(resources))
        to = draw(st.sampled_from(["required", "permitted", "forbidden"]))
        return {"event": "cube-moved", "player": view.to_act[0], "cube": cube, "from": "resources", "to": to}
    if kind == "move" and view.phase == "setting-goal" and resources:
        return {"event": "goal-set", "player": view.to_act[0], "goal": draw(st.sampled_from(resources))}
    if kind == "move" and view.mat and view.phase in ("moving", "last-cube"):
        sections = view.mat.to_json()
        start = draw(st.sampled_from(["required", "permitted", "forbidden"]))
        cube = (sections[start].split() or ["R2"])[-1]
        return {"event": "cube-returned", "player": player, "cube": cube, "from": start, "to": "resources"}
    return draw(anything(player, draw(st.sampled_from(players)), resources or ["R2"]))


def anything(player: str, other: str, cubes: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Any event of the vocabulary, by anybody, in any phase."""
    section = st.sampled_from(SECTIONS)
    cube = st.sampled_from(cubes)
    judge = st.just("Lee")
    what = st.sampled_from(CHARGES)
    fields: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "tick": {},
        "clock-paused": {"by": judge, "why": judge},
        "clock-resumed": {"by": judge, "why": judge},
        "outage": {"seconds": st.sampled_from([0, 1.5, 90])},
        "judge-called": {},
        "lot-rolled": {"player": st.just(player), "face": st.sampled_from("0123+-")},
        "shake-started": {"goal_setter": st.just(player)},
        "bonus-called": {"player": st.just(player)},
        "cube-moved": {"player": st.just(player), "cube": cube, "from": section, "to": section},
        "cube-returned": {"player": st.just(player), "cube": cube, "from": section, "to": section},
        "goal-set": {"player": st.just(player), "goal": cube},
        "no-goal-declared": {"player": st.just(player)},
        "no-goal-agreed": {"player": st.just(player)},
        "block-lifted": {"player": st.sampled_from([player, None])},
        "block-returned": {},
        "challenge-stated": {
            "player": st.just(player),
            "challenge": st.sampled_from(["now", "impossible", "never", "no-goal", "perhaps"]),
        },
        "third-party-decided": {"player": st.just(player), "presents": st.booleans()},
        "equation-presented": {"player": st.just(player), "equation": st.sampled_from([None, *EQUATIONS])},
        "equation-checked": {"writer": st.just(other), "by": st.just(player), "accepted": st.booleans()},
        "judge-ruled": {"writer": st.just(other), "correct": st.booleans(), "judge": judge},
        "illegal-procedure-charged": {
            "by": st.just(player),
            "against": st.just(other),
            "what": what,
        },
        "penalty-approved": {"penalty": st.integers(0, 4), "judge": judge},
        "penalty-refused": {"penalty": st.integers(0, 4), "judge": judge},
        "variation-selected": {"player": st.just(player), "variation": st.sampled_from(VARIATIONS)},
        "reading-corrected": {"cube": cube, "is": cube, "section": section, "judge": judge, "why": judge},
        "judge-warned": {"player": st.just(player), "judge": judge, "why": judge},
        "judge-penalized": {"player": st.just(player), "judge": judge, "why": judge},
        "player-absent": {"player": st.just(player)},
        "round-stopped": {},
        "scoresheet-signed": {"player": st.just(player)},
    }
    events = [st.fixed_dictionaries({"event": st.just(name), **rest}) for name, rest in fields.items()]
    return st.one_of(events)


def wander(data: st.DataObject, steps: int = 25) -> Iterator[tuple[Fold, Fold]]:
    """(before, after) of each line of a random match."""
    ruleset = data.draw(st.sampled_from(list(DIVISIONS)))
    division = data.draw(st.sampled_from(DIVISIONS[ruleset]))
    fold = data.draw(st.sampled_from(openings(ruleset, division)))
    players = "".join(fold.state.players)
    t = fold.t_ms / 1000
    for _ in range(data.draw(st.integers(1, steps))):
        t = round(t + data.draw(st.sampled_from(STEPS)), 3)
        line = data.draw(lines(fold.view, players))
        try:
            timed = fold.read({"t": t, **line})
        except BadRequest:
            continue
        after = fold.apply(timed)
        yield fold, after
        fold = after


def messages(match: Match, view: View) -> Iterator[Message]:
    """Everything that a view has to say."""
    yield view.prompt
    yield view.timer.task
    yield from view.notes
    yield from (seat.role for seat in view.seats if seat.role)
    for action in view.actions:
        yield from _said_on(action)
    yield from (words for _, words in view.timer.warnings)
    yield from (paper.status for paper in view.papers if paper.status)
    yield from (shake.how for shake in view.shakes if shake.how)
    yield from (ruling.message for ruling in view.rulings.last(3))
    assert match.rulings == view.rulings


def _said_on(action: Action) -> Iterator[Message]:
    """Everything that the buttons and keys of an action say."""
    yield from filter(None, (action.label, action.option_of, action.barred))
    if isinstance(action.entry, CubeRow):
        yield from filter(None, (action.entry.label,))
    for pad in (action.entry, *action.then):
        if isinstance(pad, Keypad):
            yield from filter(None, (pad.label, *(group.label for group in pad.groups)))
            yield from (key.label for group in pad.groups for key in group.keys if key.label)
