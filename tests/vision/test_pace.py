"""How often the table is looked at."""

from __future__ import annotations

import pytest

from vision.pace import STILL_US, Pace

SECOND_US = 1_000_000


def test_a_still_table_is_looked_at_rarely_and_a_restless_one_at_once_again() -> None:
    pace = Pace(20)
    now = 10 * SECOND_US
    assert pace.period_us(now, settled=False) == SECOND_US // 20
    assert pace.period_us(now + STILL_US - 1, settled=True) == SECOND_US // 20
    assert pace.period_us(now + STILL_US, settled=True) == SECOND_US // 5
    assert pace.period_us(now + STILL_US + 1, settled=False) == SECOND_US // 20
    assert pace.period_us(now + STILL_US + 2, settled=True) == SECOND_US // 20


def test_nobody_rests_while_something_is_expected() -> None:
    pace = Pace(20)
    pace.period_us(0, settled=True)
    pace.hurry(20 * SECOND_US)
    pace.hurry(5 * SECOND_US)
    assert pace.period_us(20 * SECOND_US - 1, settled=True) == SECOND_US // 20
    assert pace.period_us(20 * SECOND_US, settled=True) == SECOND_US // 5


@pytest.mark.parametrize(("fps", "idle"), [(1, 1), (2, 2), (4, 2), (10, 2.5), (30, 7.5)])
def test_a_slow_camera_is_not_made_slower_than_two_looks_a_second(fps: float, idle: float) -> None:
    pace = Pace(fps)
    pace.period_us(0, settled=True)
    assert pace.period_us(STILL_US, settled=True) == round(SECOND_US / idle)
