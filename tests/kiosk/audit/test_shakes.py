"""A shake to be drawn: from its first moment to its last, with every stop of the clock once."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.audit.match_audit import MatchAudit, audit_of
from kiosk.audit.query import Query, ask
from kiosk.audit.shakes import numbers, shake_of
from tests.kiosk.audit.stories import eventful
from tests.kiosk.audit.written import shelved, write
from tests.kiosk.papers import opened, shake


@pytest.fixture
def match(tmp_path: Path) -> MatchAudit:
    write(tmp_path, eventful())
    return audit_of(shelved(tmp_path).open())


def test_a_shake_goes_from_its_first_task_to_its_last_end(match: MatchAudit) -> None:
    first, second = shake_of(match, 1), shake_of(match, 2)
    assert first is not None
    assert second is not None
    assert (first.start_ms, first.end_ms) == (0, 266_250)
    assert {*first.lines, *second.lines} == set(match.lines)
    # Something of it runs, or came last.
    assert second.end_ms >= 380_000


def test_a_stop_is_there_once_however_many_it_has_moved_on(match: MatchAudit) -> None:
    first, second = shake_of(match, 1), shake_of(match, 2)
    assert first is not None
    assert second is not None
    assert [(stop.why, stop.start_ms, stop.by_ms, stop.by) for stop in first.stops] == [
        ("paused", 60_000, 15_000, "LK")
    ]
    assert [stop.why for stop in second.stops] == ["block", "outage"]
    starts = [stop.start_ms for stop in second.stops]
    assert starts == sorted(starts)


def test_there_is_no_such_shake(match: MatchAudit) -> None:
    assert shake_of(match, 3) is None


def test_the_shakes_of_several_matches_in_order(tmp_path: Path) -> None:
    write(tmp_path, [opened(), *shake(0), *shake(400)], eventful())
    day = ask(shelved(tmp_path), Query(match="here", sort="-shake"))
    keys = [key for key, _ in numbers(day.lines)]
    assert [number for _, number in numbers(day.lines)] == [1, 2, 1, 2]
    assert keys[0] == keys[1] != keys[2] == keys[3]
