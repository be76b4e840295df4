"""The box's signals on their way to the game: taps and holds, order, and a box that falls silent."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from device.signals import BlockLifted, SeatPressed, SeatReleased
from kiosk.presses import Presses, Signalled
from kiosk.sequencer import Sequencer

MS = 1000
SECOND = 1_000_000


class Bench:
    def __init__(self, resolution_us: int = 200) -> None:
        self.sequencer: Sequencer[Signalled] = Sequencer(patience_us=4 * SECOND)
        self.presses = Presses(self.sequencer, frame_us=100 * MS, hold_us=SECOND, resolution_us=resolution_us)

    def down(self, at_us: int, seat: int) -> None:
        self.presses.take_in(SeatPressed(at_us=at_us, seat=seat))

    def up(self, at_us: int, seat: int) -> None:
        self.presses.take_in(SeatReleased(at_us=at_us, seat=seat))

    def heard(self, now_us: int) -> list[tuple[int, str, bool | None]]:
        found = []
        while (released := self.sequencer.release(now_us)) is not None:
            at_us, item = released
            found.append((at_us, item.name, self.presses.is_hold(item)))
        return found


def test_a_tap_is_heard_when_the_finger_is_up() -> None:
    bench = Bench()
    bench.down(0, 1)
    assert bench.heard(500 * MS) == []
    bench.up(150 * MS, 1)
    assert bench.heard(149 * MS) == []
    assert bench.heard(150 * MS) == [(0, "seat-1", False)]


def test_a_quick_tap_waits_for_its_picture() -> None:
    bench = Bench()
    bench.down(0, 1)
    bench.up(20 * MS, 1)
    assert bench.heard(99 * MS) == []
    assert bench.heard(100 * MS) == [(0, "seat-1", False)]


def test_a_hold_is_heard_after_a_second_with_the_finger_still_down() -> None:
    bench = Bench()
    bench.down(0, 1)
    assert bench.heard(SECOND - 1) == []
    assert bench.heard(SECOND) == [(0, "seat-1", True)]
    bench.up(3 * SECOND, 1)
    assert bench.heard(4 * SECOND) == []


def test_a_release_that_is_reported_late_still_says_what_it_was() -> None:
    """The box's watermark stands before the end of the hold: nobody has concluded anything yet."""
    bench = Bench()
    bench.sequencer.passed("box", 0)
    bench.down(0, 1)
    assert bench.heard(2 * SECOND) == []
    bench.up(400 * MS, 1)
    bench.sequencer.passed("box", 2 * SECOND)
    assert bench.heard(2 * SECOND) == [(0, "seat-1", False)]
    bench.down(3 * SECOND, 1)
    bench.up(4 * SECOND, 1)
    bench.sequencer.passed("box", 5 * SECOND)
    assert bench.heard(5 * SECOND) == [(3 * SECOND, "seat-1", True)]


def test_who_pressed_first_is_first_however_long_he_presses() -> None:
    bench = Bench()
    bench.down(0, 2)
    bench.down(300 * MS, 1)
    bench.up(350 * MS, 1)
    bench.presses.take_in(BlockLifted(at_us=400 * MS))
    assert bench.heard(900 * MS) == []
    assert bench.heard(SECOND) == [(0, "seat-2", True), (300 * MS, "seat-1", False), (400 * MS, "block", False)]


def test_a_press_that_was_cut_off_is_known_as_that() -> None:
    bench = Bench()
    bench.down(0, 1)
    bench.presses.lost()
    assert bench.heard(SECOND) == [(0, "seat-1", None)]
    bench.down(2 * SECOND, 1)
    bench.presses.lost()
    bench.up(2 * SECOND + 300 * MS, 1)
    assert bench.heard(3 * SECOND) == [(2 * SECOND, "seat-1", False)]


def test_a_release_without_a_press_is_nothing() -> None:
    bench = Bench()
    bench.up(5, 1)
    assert bench.heard(SECOND) == []


def test_rivals_are_other_switches_within_the_resolution() -> None:
    bench = Bench(resolution_us=200)
    for at_us, seat in ((1000, 1), (1199, 2), (1200, 3)):
        bench.down(at_us, seat)
        bench.up(at_us + 100 * MS, seat)
    released = bench.sequencer.release(SECOND)
    assert released is not None
    assert [other.name for _, other in bench.presses.rivals(*released)] == ["seat-2"]
    bench.presses.withdraw([other for _, other in bench.presses.rivals(*released)])
    assert bench.heard(SECOND) == [(1200, "seat-3", False)]


PRESSES = st.lists(st.tuples(st.integers(0, 3000), st.sampled_from((1, 2, 3)), st.integers(1, 2000)), max_size=8)


@settings(deadline=None)
@given(PRESSES, st.integers(1, 400))
def test_presses_come_out_in_order_and_each_once(presses: list[tuple[int, int, int]], step_ms: int) -> None:
    bench = Bench()
    edges: list[tuple[int, int, bool]] = []
    free = dict.fromkeys((1, 2, 3), 0)
    expected = []
    for pause, seat, length in presses:
        at = free[seat] + pause
        edges += [(at, seat, True), (at + length, seat, False)]
        free[seat] = at + length + 50
        expected.append((at * MS, f"seat-{seat}", length >= 1000))
    heard = []
    for now in range(0, 30_000, step_ms):
        for at, seat, down in sorted(edges):
            if now - step_ms < at <= now or (now == 0 and at == 0):
                (bench.down if down else bench.up)(at * MS, seat)
        bench.sequencer.passed("box", now * MS)
        heard += bench.heard(now * MS)
    assert sorted(heard) == sorted(expected)
    assert [at for at, _, _ in heard] == sorted(at for at, _, _ in heard)
