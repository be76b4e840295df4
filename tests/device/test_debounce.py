"""The debounce, with every kind of contact: each press once, at its first edge, or the contact is switched off."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from device.debounce import STANDARD, Change, Debouncer, Timing
from device.faults import Fault

MS = 1000
SECOND = 1_000_000


def contact(*, active: bool = False, momentary: bool = True, timing: Timing = STANDARD) -> Debouncer:
    return Debouncer(active=active, now_us=0, momentary=momentary, timing=timing)


def test_a_clean_press_is_reported_at_once() -> None:
    button = contact()
    assert button.edge(100, True) == [Change(100, True)]
    assert button.look(40 * MS, True) == []
    assert button.edge(90 * MS, False) == [Change(90 * MS, False)]


def test_what_follows_within_the_window_is_ignored() -> None:
    button = contact()
    button.edge(0, True)
    for at in range(1, 30):
        assert button.edge(at * MS, at % 2 == 0) == []
    assert button.look(29 * MS + 4 * MS, False) == []
    assert button.look(29 * MS + 5 * MS, True) == []
    assert button.active


def test_a_long_bounce_is_that_of_a_worn_contact_and_counts_all_the_same() -> None:
    button = contact()
    assert button.edge(0, True) == [Change(0, True)]
    for at in range(1, 31):
        button.edge(at * MS, at % 2 == 0)
    button.look(40 * MS, True)
    assert button.worn
    assert button.fault is None
    assert button.edge(SECOND, False) == [Change(SECOND, False)]
    button.look(10 * SECOND, False)
    assert button.worn
    button.look(30 * MS + 10 * SECOND, False)
    assert not button.worn


def test_a_short_bounce_and_a_very_short_tap_are_nothing_of_the_kind() -> None:
    button = contact()
    for at in range(11):
        button.edge(at * MS, at % 2 == 0)
    button.look(40 * MS, True)
    button.edge(SECOND, False)
    button.edge(SECOND + 20 * MS, True)
    button.look(SECOND + 60 * MS, True)
    assert not button.worn


def test_a_tap_shorter_than_the_window_comes_up_again() -> None:
    button = contact()
    button.edge(0, True)
    button.edge(12 * MS, False)
    assert button.look(30 * MS, False) == [Change(12 * MS, False)]


def test_a_lost_edge_is_noticed_by_the_level() -> None:
    button = contact()
    assert button.look(10 * MS, True) == []
    assert button.look(20 * MS, True) == [Change(10 * MS, True)]
    # The tail of the burst whose beginning was lost.
    assert button.edge(21 * MS, False) == []
    assert button.edge(22 * MS, True) == []
    assert button.look(60 * MS, True) == []


def test_an_edge_that_is_late_keeps_its_own_time() -> None:
    button = contact()
    assert button.look(10 * MS, True) == []
    assert button.edge(9 * MS, True) == [Change(9 * MS, True)]


def test_nobody_has_to_look_in_time() -> None:
    button = contact()
    assert button.edge(0, True) == [Change(0, True)]
    assert button.edge(12 * MS, False) == []
    assert button.edge(200 * MS, True) == [Change(12 * MS, False), Change(200 * MS, True)]


def test_a_burst_without_end_switches_the_contact_off_until_it_rests() -> None:
    button = contact()
    assert button.edge(0, True) == [Change(0, True)]
    found = [change for at in range(1, 300) for change in button.edge(at * MS, at % 2 == 0)]
    assert found == [Change(251 * MS, False)]
    assert button.fault is Fault.CHATTERING
    assert button.look(300 * MS, True) == []
    assert button.fault is Fault.CHATTERING
    assert button.edge(301 * MS, True) == []
    assert button.look(301 * MS + 2 * SECOND, False) == []
    assert button.fault is None
    assert button.edge(3 * SECOND, True) == [Change(3 * SECOND, True)]


def test_faster_than_fingers_is_chattering_too() -> None:
    button = contact()
    at = 0
    reported = []
    while button.fault is None and at < SECOND:
        reported += button.edge(at, not button.active)
        at += 31 * MS
    assert button.fault is Fault.CHATTERING
    assert len(reported) <= STANDARD.changes_a_second + 1
    assert not button.active


def test_after_chattering_a_block_says_where_it_is_and_a_button_does_not() -> None:
    for momentary, expected in ((False, [Change(5 * SECOND, True)]), (True, [])):
        switch = contact(momentary=momentary, active=False)
        for at in range(300):
            switch.edge(at * MS, at % 2 == 0)
        if not momentary:
            # It had become active at the first edge; a chattering block stays where it was.
            assert switch.active
            switch.active = False
        assert switch.look(5 * SECOND, True) == expected
        assert switch.fault is None
        assert switch.active


def test_a_button_that_stays_down_is_stuck_and_a_block_is_not() -> None:
    button, block = contact(), contact(momentary=False)
    for switch in (button, block):
        switch.edge(0, True)
        assert switch.look(30 * SECOND - 1, True) == []
        assert switch.fault is None
        assert switch.look(30 * SECOND, True) == []
    assert button.fault is Fault.STUCK
    assert block.fault is None
    assert button.edge(40 * SECOND, False) == [Change(40 * SECOND, False)]
    assert button.fault is None


def test_a_button_that_is_down_at_the_start_was_not_pressed() -> None:
    button = contact(active=True)
    assert button.look(10 * MS, True) == []
    button.look(30 * SECOND, True)
    assert button.fault is Fault.STUCK


# --- any trace whatever


@dataclass(frozen=True)
class Move:
    """One movement of a finger: how long after the one before, how the contact bounces, how far a look is away."""

    pause_us: int
    bounces_us: tuple[int, ...]
    look_us: int
    lost: bool


MOVES = st.lists(
    st.builds(
        Move,
        st.integers(45 * MS, 400 * MS),
        st.lists(st.integers(50, 4 * MS), max_size=20).map(lambda gaps: tuple(gaps if sum(gaps) < 30 * MS else ())),
        st.integers(1, 60 * MS),
        st.booleans(),
    ),
    max_size=30,
)


def played(moves: list[Move], *, lose: bool) -> tuple[list[Change], list[Change]]:
    """What the finger did, and what the debounce made of the edges of it."""
    button = contact(timing=Timing(changes_a_second=1000))
    truth: list[Change] = []
    told: list[Change] = []
    level, at = False, 0
    for move in moves:
        at += move.pause_us
        level = not level
        truth.append(Change(at, level))
        edges = [(at, level)]
        for gap in move.bounces_us:
            edges.append((edges[-1][0] + gap, not edges[-1][1]))
        if edges[-1][1] != level:
            edges.append((edges[-1][0] + 50, level))
        if lose and move.lost:
            # The system has dropped the first edge, or all of them.
            edges = edges[1:] if move.look_us % 2 else []
        for edge_us, edge_level in edges:
            told += button.edge(edge_us, edge_level)
        at = max(at, edges[-1][0]) if edges else at
        if not lose and move.look_us % 3 == 0:
            continue
        # The loop that looks comes round every ten milliseconds.
        for look_us in range(at + 1 + move.look_us % (10 * MS), at + 44 * MS, 10 * MS):
            told += button.look(look_us, level)
    for look_us in range(at + MS, at + 200 * MS, 10 * MS):
        told += button.look(look_us, level)
    return truth, told


@settings(deadline=None)
@given(MOVES)
def test_every_press_once_at_its_first_edge_whatever_the_bounce(moves: list[Move]) -> None:
    truth, told = played(moves, lose=False)
    assert told == truth


@settings(deadline=None)
@given(MOVES)
def test_lost_edges_lose_no_press(moves: list[Move]) -> None:
    truth, told = played(moves, lose=True)
    assert [change.active for change in told] == [change.active for change in truth]
    late = [was.at_us - true.at_us for was, true in zip(told, truth, strict=True)]
    assert all(0 <= by <= 60 * MS for by in late)
