"""What lines come to: by player, by task, how much of the limits was used, and whether the scoresheet has the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.audit.query import Audit, Query, ask
from kiosk.audit.sums import TENTHS, Sum, by_player, by_task, fits, total
from tests.kiosk.audit.stories import eventful
from tests.kiosk.audit.written import shelved, write


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    write(tmp_path, eventful())
    return ask(shelved(tmp_path), Query())


def test_all_in_all(audit: Audit) -> None:
    whole = total(audit.lines)
    assert (whole.deadlines, whole.in_countdown, whole.overdue, whole.costs) == (11, 0, 3, 4)
    assert whole.penalties == {"applied": 2, "pending": 1, "refused": 1}
    assert whole.points == {"applied": -2, "pending": -1, "refused": -1}


def test_nothing_comes_to_nothing() -> None:
    nothing = total([])
    assert (nothing.deadlines, nothing.costs, nothing.usual_share, nothing.largest_share) == (0, 0, None, None)
    assert nothing.spread == [0] * (TENTHS + 1)


def test_by_player_and_by_task(audit: Audit) -> None:
    assert list(by_player(audit.lines)) == ["Ann", "Ben", "Cy"]
    tasks = by_task(audit.lines)
    assert list(tasks)[-1] == ""
    assert tasks[""].deadlines == 0
    late = tasks["First turn"]
    assert (late.limits_ms, late.used_ms, late.largest_share) == ({120_000}, [140_250], 140_250 / 120_000)
    assert sum(each.deadlines for each in tasks.values()) == 11


@pytest.mark.parametrize(
    ("share", "place"), [(0, 0), (0.05, 0), (0.1, 0), (0.1001, 1), (0.95, 9), (1, 9), (1.0001, 10), (9, 10)]
)
def test_a_share_stands_in_its_tenth(share: float, place: int) -> None:
    spread = Sum(shares=[share]).spread
    assert (spread[place], sum(spread)) == (1, 1)


def test_the_scoresheet_has_the_same(audit: Audit) -> None:
    found = fits(audit.matches[0])
    assert [(fit.player, fit.audit, fit.sheet, fit.fits) for fit in found] == [
        ("Ann", 0, 0, True),
        ("Ben", -1, -1, True),
        ("Cy", -1, -1, True),
    ]
