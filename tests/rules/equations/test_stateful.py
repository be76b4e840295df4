"""What holds in every match, step by step: a table at which anything may happen, at any moment, in any league.

People do what the screen offers or something else, time passes, the clock is paused, the power fails, players leave,
judges rule and undo, the round is stopped, and lines come that are no events at all.
"""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from rules.equations.clock import advance, next_due
from rules.equations.game import Equations
from rules.equations.readings import HOUSE, Readings
from rules.equations.state import Bonus, Match, Phase
from rules.equations.tasks import OF_TIME
from rules.equations.view import timer
from rules.errors import BadRequest
from rules.events import Tick, Timed, parse_object
from rules.fold import Fold
from rules.game import View
from rules.mat import Section
from rules.messages import say
from rules.registry import Games
from rules.shake_events import CubeMoved
from rules.snapshot import freeze, thaw
from tests.rules.equations.leagues import BOOKS
from tests.rules.equations.test_random_matches import (
    nothing_sealed_shows,
    refusals_change_nothing,
    scores_are_explained,
)
from tests.rules.equations.wandering import DIVISIONS, STEPS, anything, lines, messages, openings

PLAYING = {phase.value for phase in Phase} - {"shake-over", "match-over"}
#: Rulings after which a phase without a limit waits for a judge.
JUDGE_DECIDES = {"goal-lost", "judge-decides"}
#: Lines that no table would send.
NONSENSE: list[dict[str, Any]] = [
    {},
    {"event": None},
    {"event": "cube-eaten", "player": "A"},
    {"event": "cube-moved"},
    {"event": "cube-moved", "player": "Z", "cube": "R2", "from": "resources", "to": "required"},
    {"event": "cube-moved", "player": "A", "cube": "R9", "from": "resources", "to": "required"},
    {"event": "cube-moved", "player": "A", "cube": "R2", "from": "pocket", "to": "required"},
    {"event": "cubes-rolled", "resources": "R2"},
    {"event": "cubes-rolled", "resources": " ".join(["R1"] * 7), "partial": True},
    {"event": "goal-set", "player": "A", "goal": ""},
    {"event": "goal-set", "player": "A", "goal": "_"},
    {"event": "penalty-approved", "penalty": 99, "judge": "Lee"},
    {"event": "event-undone", "line": 1, "judge": "Lee", "why": ""},
    {"event": "event-undone", "line": 10_000, "judge": "Lee", "why": ""},
    {"event": "match-started", "ruleset": "agloa-equations-2019", "players": ["A", "B"]},
    {"event": "outage", "seconds": -1},
    {"event": "outage", "seconds": 10**9},
    {"event": "equation-presented", "player": "A"},
    {"event": "variation-selected", "player": "A", "variation": {"name": "spin"}},
    {"event": "tick", "t": -1},
    {"event": "tick", "t": "soon"},
    {"event": "tick", "t": 0.0001},
    {"event": "tick", "t": True},
]


def any_readings() -> st.SearchStrategy[Readings]:
    """The house's readings with a few of them chosen otherwise."""

    def values(name: str) -> st.SearchStrategy[Any]:
        value = getattr(HOUSE, name)
        return st.sampled_from(list(type(value))) if isinstance(value, Enum) else st.just(not value)

    names = st.lists(st.sampled_from([field.name for field in fields(Readings)]), unique=True, max_size=6)
    chosen = names.flatmap(lambda some: st.fixed_dictionaries({name: values(name) for name in some}))
    return chosen.map(lambda changes: replace(HOUSE, **changes))


class AnyMatch(RuleBasedStateMachine):
    """A match of the house's leagues."""

    readings: st.SearchStrategy[Readings] = st.just(HOUSE)

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        ruleset = data.draw(st.sampled_from(list(DIVISIONS)))
        division = data.draw(st.sampled_from(DIVISIONS[ruleset]))
        begun = data.draw(st.sampled_from(openings(ruleset, division)))
        self.games = Games([Equations(replace(BOOKS[ruleset], readings=data.draw(self.readings)))])
        first, *rest = (parse_object(timed.text) for timed in begun.lines)
        self.fold = Fold.open(self.games, first)
        for line in rest:
            self.fold = self.fold.apply(self.fold.read(line))
        self.players = "".join(self.fold.state.players)
        self.middle = (len(self.fold.lines), freeze(self.fold))

    # --- what happens

    def happens(self, line: dict[str, Any], after_s: float = 0) -> None:
        t = round(self.fold.t_ms / 1000 + after_s, 3)
        try:
            timed = self.fold.read({"t": t, **line})
        except BadRequest:
            return
        before, self.fold = self.fold, self.fold.apply(timed)
        self.holds(before)

    def draw_player(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(self.players))

    @rule(data=st.data(), step=st.sampled_from(STEPS))
    def somebody_does_something(self, data: st.DataObject, step: float) -> None:
        self.happens(data.draw(lines(self.fold.view, self.players)), step)

    @rule(data=st.data())
    def somebody_does_anything(self, data: st.DataObject) -> None:
        mat = self.fold.view.mat
        cubes = [str(cube) for cube in mat.cubes] if mat is not None and mat.cubes else ["R2"]
        self.happens(data.draw(anything(self.draw_player(data), self.draw_player(data), cubes)))

    @rule(step=st.sampled_from([0.001, 1, 15.001, 70.001, 131, 1000]))
    def time_passes(self, step: float) -> None:
        self.happens({"event": "tick"}, step)

    @rule()
    def the_next_deadline_comes(self) -> None:
        due = self.fold.view.next_due_ms
        if due is not None:
            self.happens({"event": "tick"}, max(0, due + 1 - self.fold.t_ms) / 1000)

    @rule(step=st.sampled_from([0, 30]))
    def the_clock_is_paused_or_runs_on(self, step: float) -> None:
        event = "clock-resumed" if self.fold.state.paused else "clock-paused"
        self.happens({"event": event, "by": "judge", "why": ""}, step)

    @rule(down=st.sampled_from([0, 0.5, 20, 200]), longer=st.sampled_from([0, 0, 5]))
    def the_power_fails(self, down: float, longer: float) -> None:
        self.happens({"event": "outage", "seconds": down}, down + longer)

    @rule(data=st.data())
    def somebody_leaves(self, data: st.DataObject) -> None:
        self.happens({"event": "player-absent", "player": self.draw_player(data)})

    @rule(data=st.data(), correct=st.booleans())
    def a_judge_rules(self, data: st.DataObject, correct: bool) -> None:
        self.happens({"event": "judge-ruled", "writer": self.draw_player(data), "correct": correct, "judge": "Lee"})

    @precondition(lambda self: len(self.fold.lines) > 1)
    @rule(data=st.data())
    def a_judge_undoes(self, data: st.DataObject) -> None:
        line = data.draw(st.integers(2, len(self.fold.lines)))
        self.happens({"event": "event-undone", "line": line, "judge": "Lee", "why": ""})

    @rule(event=st.sampled_from(["round-stopped", "round-stopped", "round-time-called"]))
    def the_round_ends(self, event: str) -> None:
        self.happens({"event": event})

    @rule(line=st.sampled_from(NONSENSE))
    def a_line_is_nonsense(self, line: dict[str, Any]) -> None:
        with pytest.raises(BadRequest):
            self.fold.read({"t": self.fold.t_ms / 1000, **line})

    @precondition(lambda self: self.fold.t_ms > 0)
    @rule()
    def a_line_comes_too_late(self) -> None:
        with pytest.raises(BadRequest):
            self.fold.read({"t": (self.fold.t_ms - 1) / 1000, "event": "tick"})

    @rule()
    def a_snapshot_is_taken(self) -> None:
        self.middle = (len(self.fold.lines), freeze(self.fold))

    # --- what holds

    def holds(self, before: Fold) -> None:
        fold = self.fold
        timed = fold.lines.newest
        assert fold.t_ms >= before.t_ms
        if timed.event.name != "event-undone":
            cubes_are_conserved(before, fold)
            nobody_has_two_turns(before, fold)
            if fold.state.rulebook.readings == HOUSE:
                refusals_change_nothing(before, fold)
        view = fold.view
        scores_are_explained(view)
        nothing_sealed_shows(view)
        for message in messages(fold.state, view):
            assert say(message, fold.game.words)
        every_limit_ends(fold.state, view)
        limits_are_for_who_must_act(fold.state, view)
        late_points_are_on_record(fold.state)

    def teardown(self) -> None:
        if not hasattr(self, "fold"):
            return
        texts = [timed.text for timed in self.fold.lines]
        assert folded(self.games, texts) == self.fold, "in one go"
        length, frozen = self.middle
        part = folded(self.games, texts[:length])
        assert further(part, texts[length:]) == self.fold, "in pieces"
        thawed = thaw(self.games, frozen)
        assert thawed.state == part.state
        assert further(thawed, texts[length:]) == self.fold, "from a snapshot"


class AnyLeague(AnyMatch):
    """The same where the books are read in other ways."""

    readings = any_readings()


def folded(games: Games, texts: list[str]) -> Fold:
    return further(Fold.open(games, parse_object(texts[0])), texts[1:])


def further(fold: Fold, texts: list[str]) -> Fold:
    for text in texts:
        fold = fold.apply(fold.read(parse_object(text)))
    return fold


def cubes_are_conserved(before: Fold, after: Fold) -> None:
    """Within a shake the same cubes lie somewhere; a corrected reading exchanges one of them."""
    then, now = before.state.shake, after.state.shake
    if then is None or now is None or then.number != now.number or not then.mat.cubes:
        return
    one, other = then.mat, now.mat
    if after.lines.newest.event.name == "reading-corrected":
        assert len(other.cubes) == len(one.cubes)
        assert after.state.rulebook.kit.too_many(other.cubes) is None
    else:
        assert other.cubes == one.cubes


def nobody_has_two_turns(before: Fold, after: Fold) -> None:
    """A move is made by who is on turn. It ends the turn, but for the first cube of a bonus move, to Forbidden."""
    event = after.lines.newest.event
    at_its_time: Match = before.apply(Timed(after.t_ms, Tick())).state
    state: Match = after.state
    if not isinstance(event, CubeMoved) or state.shake is None or at_its_time.shake is None:
        return
    shake, then = state.shake, at_its_time.shake
    if shake.mat == then.mat and shake.bonus_moves == then.bonus_moves:
        return
    assert event.player == then.turn
    left = len(then.mat.resources) - len(shake.mat.resources)
    # A cube that the table charges at once goes back in the same moment.
    assert left == 1 or (left == 0 and len(state.penalties) > len(at_its_time.penalties))
    if then.phase is Phase.MOVING and shake.phase is Phase.MOVING and shake.turn == event.player:
        assert then.bonus is Bonus.CALLED, "only the word gives a second cube"
        assert event.to == Section.FORBIDDEN.value
        assert shake.bonus in (Bonus.MOVED, Bonus.NONE)
    elif then.phase is Phase.MOVING and shake.phase is Phase.MOVING:
        assert shake.turn == state.left_of(event.player)
    last = shake.last_turn
    if last is not None:
        assert len(last.moves) <= 2
        assert len([section for _, section in last.moves if section is not Section.FORBIDDEN]) <= 1


def every_limit_ends(state: Match, view: View) -> None:
    """Time alone leaves every phase that has a limit; one that has none says that a judge must decide."""
    if view.phase not in PLAYING:
        assert view.next_due_ms is None
        return
    if view.timer.state.value == "stopped":
        assert JUDGE_DECIDES & {ruling.message.code for ruling in view.rulings}, view.phase
        assert view.next_due_ms is None
        return
    if view.timer.state.value == "paused":
        assert state.paused, "but for a pause only a limit that the block hides stands still"
        return
    assert view.next_due_ms is not None
    for _step in range(4):
        due = next_due(state)
        if due is None:
            break
        state = advance(state, max(due.at_ms + 1, state.t_ms))
    later = timer(state)
    assert (later.task, later.deadline_ms) != (view.timer.task, view.timer.deadline_ms)


def limits_are_for_who_must_act(state: Match, view: View) -> None:
    """The running limit is that of the players who are asked to act, none of them absent."""
    shake = state.shake
    if shake is None or view.phase not in PLAYING:
        return
    assert not set(view.to_act) & set(shake.absent)
    if shake.running is None or shake.block is not None:
        return
    timed = set(shake.running.limit.players)
    # Equations are checked one after the other, but answers are taken on each (VII-C).
    if view.phase == "checking":
        assert timed <= set(view.to_act)
    else:
        assert timed == set(view.to_act)


def late_points_are_on_record(state: Match) -> None:
    """Every point that a limit has cost stands in the history of that limit, or of the one that still runs."""
    shake = state.shake
    running = () if shake is None else (shake.running, shake.block.running if shake.block else None)
    open_ones = {n for now in running if now is not None for _, n in now.penalties}
    closed = {n for record in state.deadlines for n in record.penalties}
    assert open_ones | closed == {penalty.n for penalty in state.penalties if penalty.why in OF_TIME}
    for record in state.deadlines:
        assert record.done_ms is None or record.expired_ms is None
        assert record.expired_ms is None or record.expired_ms >= record.deadline_ms


EVERYDAY = settings(max_examples=40, stateful_step_count=25, deadline=None)
LONG = settings(max_examples=1500, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize("machine", [AnyMatch, AnyLeague])
def test_any_match(machine: type[AnyMatch]) -> None:
    run_state_machine_as_test(machine, settings=EVERYDAY)


@pytest.mark.long
@pytest.mark.parametrize("machine", [AnyMatch, AnyLeague])
def test_many_matches(machine: type[AnyMatch]) -> None:
    run_state_machine_as_test(machine, settings=LONG)
