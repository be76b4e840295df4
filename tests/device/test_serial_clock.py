"""From the board's time to the machine's, whatever the delays."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.serial_clock import BoardClock

SECOND = 1_000_000


def test_a_counter_that_begins_anew_goes_on() -> None:
    clock = BoardClock(wrap_bits=10)
    assert [clock.unwrapped(us) for us in (5,)] == [5]
    for true in range(0, 5000, 300):
        clock.heard(true % 1024, true)
        assert clock.unwrapped((true - 200) % 1024) == true - 200


def test_the_quickest_line_counts() -> None:
    clock = BoardClock(30)
    assert not clock.set
    clock.heard(1000, 51_000)
    assert clock.set
    clock.heard(2000, 50_500)
    clock.heard(3000, 90_000)
    assert clock.host_us(3000) == 51_500


@settings(max_examples=15, deadline=None)
@given(st.integers(-200, 200), st.integers(0, 2**32))
def test_drift_is_followed_under_random_delays(ppm: int, seed: int) -> None:
    """A line every tenth of a second for five minutes; USB's delays, and now and then a long one."""
    rng = random.Random(seed)
    clock = BoardClock(30)
    worst = 0
    for tick in range(3000):
        true = 10 * SECOND + tick * SECOND // 10
        board = round((true + 777) * (1 + ppm / 1e6))
        delay = 300 + rng.randrange(1500) + (rng.randrange(50_000) if rng.random() < 0.1 else 0)
        clock.heard(board % (1 << 30), true + delay)
        if tick > 600:
            worst = max(worst, abs(clock.host_us(board % (1 << 30)) - true))
    assert worst < 2000


def test_order_is_kept_whatever_the_fit_says() -> None:
    clock = BoardClock(30)
    rng = random.Random(1)
    for tick in range(500):
        clock.heard(tick * 100_000, tick * 100_000 + rng.randrange(5000))
        first, second = clock.host_us(tick * 100_000), clock.host_us(tick * 100_000 + 200)
        assert 199 <= second - first <= 201


@pytest.mark.parametrize("slope", [0.5, -0.5])
def test_a_fit_that_is_too_steep_is_made_of_delays(slope: float) -> None:
    clock = BoardClock(30)
    for tick in range(0, 50, 10):
        at = tick * SECOND
        clock.heard(at, at + round(2_000_000 + slope * at))
    assert clock.host_us(40 * SECOND) == 40 * SECOND + min(2_000_000, round(2_000_000 + slope * 40 * SECOND))


def test_no_press_is_dated_before_it_happened_while_little_is_known() -> None:
    """Delays that shrink look like a drift; in the first seconds nothing is made of that."""
    clock = BoardClock(30)
    for tick in range(190):
        at = tick * SECOND // 10
        clock.heard(at, at + 3000 - tick * 10)
        assert clock.host_us(at + 50_000) >= at + 50_000
