"""Every event of the contract in every phase: how it comes to the table, and that it is on record or ruled on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from device.signals import BlockLifted, BlockReturned, JudgeCalled
from kiosk.referee import Reply
from kiosk.touches import OWN
from kiosk.verify import verify
from rules.equations.state import Phase
from rules.errors import BadRequest
from rules.events import Event, EventUndone, Timed
from rules.fold import Fold
from rules.round_clock import RoundPlan
from tests.kiosk.benches import RefereeBench
from tests.rules.equations.playing import ALL, Table, agloa, checking, last_cube, moving, rolled, writing
from tests.rules.equations.test_table import EVENTS

#: A match in each phase.
AT: dict[Phase, Callable[[], Table]] = {
    Phase.ROLLING: lambda: Table().shake(),
    Phase.SELECTING: agloa,
    Phase.SETTING_GOAL: rolled,
    Phase.NO_GOAL_DECLARED: lambda: rolled().at(30, "no-goal-declared", player="A"),
    Phase.MOVING: moving,
    Phase.CHALLENGE_CALLED: lambda: moving().lift(30, "B"),
    Phase.LAST_CUBE: last_cube,
    Phase.WRITING: writing,
    Phase.CHECKING: checking,
    Phase.SHAKE_OVER: Table,
    Phase.MATCH_OVER: lambda: Table().at(1, "round-time-called"),
}


@pytest.fixture
def bench_at(tmp_path: Path) -> Iterator[Callable[..., RefereeBench]]:
    opened: list[RefereeBench] = []

    def at(table: Table, **options: object) -> RefereeBench:
        opened.append(RefereeBench(tmp_path / str(len(opened)), table.fold, **options))
        return opened[-1]

    yield at
    for bench in opened:
        bench.close()


def vetted(fold: Fold, event: Event) -> Timed | None:
    """The event as a line of the match; None if it can be none."""
    try:
        return fold.vet(Timed(fold.t_ms, event))
    except BadRequest:
        return None


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
def test_from_the_screen_every_event_is_on_record_with_its_ruling(
    phase: Phase, bench_at: Callable[..., RefereeBench], tmp_path: Path
) -> None:
    assert set(AT) == set(Phase)
    bench = bench_at(AT[phase]())
    assert bench.match["phase"] == phase.value
    start = bench.record.fold
    assert start is not None
    for event in EVENTS:
        # Each event finds the match as it was; the journal goes on.
        bench.record._become(start)
        bench.clock.now_us = bench.record.at_us(start.t_ms)
        line = vetted(start, event)
        written = len(bench.events())
        reply = bench.touch(msgspec.to_builtins(event))
        if type(event) in OWN or line is None:
            assert isinstance(reply, BadRequest), event
            assert len(bench.events()) == written, event
            continue
        assert isinstance(reply, Reply), event
        row = list(bench.journal.rows())[-1]
        assert (row.kind, row.actor, row.data["event"]) == ("event", "screen", event.name)
        assert bench.events()[-1] == row.data
        after = start.apply(Timed(start.t_ms, line.event))
        refusals = [
            ruling
            for ruling in after.view.rulings.since(len(start.view.rulings))
            # What is said with an undoing is about what came after the line that is undone.
            if ruling.refuses and not isinstance(event, EventUndone)
        ]
        assert row.refused is bool(refusals), event
        assert reply.status == ("refused" if refusals else "done"), event
        if refusals:
            assert reply.text
            assert "{" not in reply.text
            assert (bench.match["phase"], bench.record.view.mat) == (phase.value, start.view.mat), event
            assert bench.record.view.penalties == after.view.penalties
    assert verify(tmp_path / "0") == []


# --- what hands and eyes bring in --------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """In that match, this brings that event in; the last line of the journal is its."""

    event: str
    at: Callable[[], Table]
    comes: Callable[[RefereeBench], object]
    actor: str
    round: RoundPlan | None = None


def moved(bench: RefereeBench, cube: str, start: str, to: str, *, sure: bool = True) -> None:
    mat = bench.mat()
    mat[start] = " ".join(mat[start].split(cube, 1)).strip()
    mat[to] = f"{mat[to]} {cube}".strip()
    bench.see(mat, sure=sure)


def after_time(bench: RefereeBench, seconds: float) -> None:
    bench.referee.passed(bench.clock.mono_us() + round(seconds * 1_000_000))
    bench.later(seconds)


def lifted(bench: RefereeBench) -> None:
    bench.hear(BlockLifted(at_us=bench.clock.mono_us()))


def stated(bench: RefereeBench) -> None:
    bench.press(2)
    assert bench.answer(1) == Reply("done")


def down_and_up(bench: RefereeBench) -> None:
    bench.close()
    bench.clock.move(30)
    bench.open()


SHORT = RoundPlan(60_000, 30_000)

WAYS = [
    Way("cubes-rolled", AT[Phase.ROLLING], lambda bench: bench.see({"resources": ALL}), "camera"),
    Way("cube-moved", moving, lambda bench: moved(bench, "R2", "resources", "required"), "camera"),
    Way(
        "cube-returned",
        lambda: moving().move(30, "B", "R2", "required"),
        lambda bench: moved(bench, "R2", "required", "resources"),
        "camera",
    ),
    Way(
        "cube-moved",
        moving,
        lambda bench: (moved(bench, "R2", "resources", "permitted", sure=False), bench.answer(0)),
        "camera",
    ),
    Way(
        "goal-set",
        rolled,
        lambda bench: (moved(bench, "G6", "resources", "goal"), bench.press(1)),
        "box",
    ),
    Way("bonus-called", moving, lambda bench: bench.press(2, 1.2), "box"),
    Way("block-lifted", moving, lifted, "box"),
    Way(
        "block-returned",
        lambda: moving().lift(30, "B"),
        lambda bench: bench.hear(BlockReturned(at_us=bench.clock.mono_us())),
        "box",
    ),
    Way("challenge-stated", lambda: moving().lift(30), stated, "screen"),
    Way("equation-checked", checking, lambda bench: bench.press(2), "box"),
    Way("judge-called", moving, lambda bench: bench.hear(JudgeCalled(at_us=bench.clock.mono_us())), "box"),
    Way("tick", moving, lambda bench: after_time(bench, 131), "table"),
    Way("round-time-called", moving, lambda bench: after_time(bench, 61), "table", SHORT),
    Way("round-stopped", moving, lambda bench: after_time(bench, 71), "table", SHORT),
    Way("clock-paused", moving, down_and_up, "table"),
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.event}-by-{way.actor}")
def test_what_eyes_hands_and_clocks_bring_in(way: Way, bench_at: Callable[..., RefereeBench]) -> None:
    bench = bench_at(way.at(), round_plan=way.round)
    before = len(bench.events())
    way.comes(bench)
    rows = [row for row in bench.journal.rows() if row.kind == "event"][before:]
    assert (rows[-1].data["event"], rows[-1].actor) == (way.event, way.actor)
    assert not rows[-1].refused


def test_every_event_has_a_way_to_the_table() -> None:
    """What no sense and no clock reports is said on the screen, by people or by what starts a match."""
    by_itself = {way.event for way in WAYS} | {"match-started", "outage"}
    on_screen = {event.name for event in EVENTS if type(event) not in OWN}
    assert by_itself | on_screen == {event.name for event in EVENTS}


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
def test_what_means_nothing_in_a_phase_is_no_event(phase: Phase, bench_at: Callable[..., RefereeBench]) -> None:
    """Whatever the box reports in a phase gives an event that the game takes or refuses, a question, or nothing."""
    bench = bench_at(AT[phase]())
    for report in (
        lambda: bench.press(1),
        lambda: bench.press(3, 1.2),
        lambda: bench.hear(BlockLifted(at_us=bench.clock.mono_us())),
        lambda: bench.hear(BlockReturned(at_us=bench.clock.mono_us())),
    ):
        written = len(bench.events())
        report()
        for row in [row for row in bench.journal.rows() if row.kind == "event"][written:]:
            assert row.actor in ("box", "table")
            assert not row.refused or bench.record.view is not None
        assert bench.referee.notices == {}
