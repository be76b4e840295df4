"""The round's clock: read off the lines of a match, whatever has stopped it meanwhile (XI-B)."""

from __future__ import annotations

import pytest

from rules.round_clock import RoundClock, RoundPlan, RoundState, round_clock
from rules.shake_events import RoundStopped, RoundTimeCalled
from tests.rules.equations.playing import Table, moving

PLAN = RoundPlan(30 * 60_000, 5 * 60_000)
LIMIT, EXTRA = PLAN.limit_ms, PLAN.extra_ms


def clock(table: Table) -> RoundClock:
    return round_clock(table.fold, PLAN)


def test_a_round_of_the_books_is_thirty_minutes_and_five() -> None:
    assert RoundPlan() == PLAN


def test_it_begins_with_the_match() -> None:
    now = clock(Table())
    assert (now.state, now.deadline_ms, now.left_ms, now.limit_ms) == (RoundState.RUNNING, LIMIT, LIMIT, LIMIT)
    assert now.call == RoundTimeCalled()
    later = clock(moving())
    assert later.deadline_ms == LIMIT, "whatever happens, it ends at the same time"
    assert later.left_ms == LIMIT - 20_000


def test_after_the_call_the_extra_minutes_run() -> None:
    table = moving().at(1800, "round-time-called").tick(1860)
    now = clock(table)
    assert (now.state, now.limit_ms, now.left_ms) == (RoundState.EXTRA, EXTRA, EXTRA - 60_000)
    assert now.deadline_ms == LIMIT + EXTRA
    assert now.call == RoundStopped()
    again = clock(table.at(1870, "round-time-called"))
    assert again.deadline_ms == now.deadline_ms, "a second call is none"


def test_a_call_by_hand_counts_from_then() -> None:
    assert clock(moving().at(600, "round-time-called")).deadline_ms == 600_000 + EXTRA


@pytest.mark.parametrize("called", [True, False])
def test_after_the_stop_there_is_nothing_to_wait_for(called: bool) -> None:
    table = moving().at(1800, "round-time-called") if called else moving()
    now = clock(table.at(2100, "round-stopped"))
    assert (now.state, now.deadline_ms) == (RoundState.OVER, None)
    # It may have been refused: whether it can take effect later is for the game to say.
    assert now.call == RoundStopped()


def test_it_stands_while_the_clock_is_paused() -> None:
    table = moving().at(100, "clock-paused", by="judge", why="")
    now = clock(table.tick(150))
    assert (now.paused, now.deadline_ms, now.left_ms) == (True, None, LIMIT - 100_000)
    resumed = clock(table.at(160, "clock-resumed", by="judge", why=""))
    assert (resumed.paused, resumed.deadline_ms) == (False, LIMIT + 60_000)


def test_an_outage_is_nobodys_time_and_no_round_s() -> None:
    table = moving().at(400, "outage", seconds=300)
    assert clock(table).deadline_ms == LIMIT + 300_000
    paused = moving().at(100, "clock-paused", by="table", why="").at(400, "outage", seconds=300)
    assert clock(paused).left_ms == LIMIT - 100_000, "it stood already"


def test_past_its_end_nothing_is_left() -> None:
    now = clock(moving().tick(1900))
    assert (now.left_ms, now.deadline_ms) == (0, 1_900_000)


@pytest.mark.parametrize(("event", "line"), [("round-time-called", 5), ("round-stopped", 5)])
def test_a_call_that_a_judge_has_undone_is_the_judges_to_make(event: str, line: int) -> None:
    table = moving().at(1800, event)
    assert len(table.fold.lines) == line
    now = clock(table.at(1810, "event-undone", line=line, judge="Lee", why="too early"))
    if event == "round-time-called":
        assert (now.state, now.call) == (RoundState.RUNNING, None)
    else:
        assert (now.state, now.call) == (RoundState.RUNNING, RoundTimeCalled())
