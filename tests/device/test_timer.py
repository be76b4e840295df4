"""The timer on the box: what it shows and sounds at every moment, computed and by its thread."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.box import Panel
from device.simulated import SimulatedBox
from device.sounds import Sound
from device.timer import Beeper, MatchTime, Plan, Timer, next_change_ms, panel_at
from device.timer_face import Stage, read_timer
from rules.game import TimerView
from rules.limits import Limit, TimerState
from rules.messages import Message
from tests.device.rigs import until

LIMIT = Limit("task", ("A",), start_ms=0, limit_ms=60_000)
SHORT = Limit("task", ("A",), start_ms=0, limit_ms=15_000, countdown_ms=0, extra_ms=0)
END_MS = 131_000


def plan(limit: Limit = LIMIT, state: TimerState = TimerState.RUNNING, **changes: bool) -> Plan:
    timer = TimerView(Message("task"), state, limit.limit_ms, limit.deadline_ms, limit.steps)
    return Plan(timer, frozenset({1, 2}), **changes)


def test_who_has_to_act_is_lit_and_blinks_when_time_runs_out() -> None:
    lit = frozenset({1, 2})
    assert panel_at(plan(), 0) == Panel("01:00", lit)
    assert [panel_at(plan(), 50_000 + at).seats == lit for at in (0, 499, 500, 999, 1000)] == [1, 1, 0, 0, 1]
    assert [panel_at(plan(), 60_000 + at).seats == lit for at in (1, 249, 250, 499, 500)] == [1, 1, 0, 0, 1]
    assert panel_at(plan(), 70_001) == Panel("E :60", lit)
    assert panel_at(plan(state=TimerState.PAUSED), 5) == Panel("PA:US")
    assert panel_at(plan(block=True), 0).block


@settings(deadline=None)
@given(st.integers(0, END_MS - 1), st.sampled_from([plan(), plan(SHORT), plan(state=TimerState.PAUSED)]))
def test_nothing_changes_before_the_next_change(now_ms: int, the_plan: Plan) -> None:
    due = next_change_ms(the_plan, now_ms)
    if due is None:
        assert panel_at(the_plan, now_ms) == panel_at(the_plan, now_ms + 100_000)
        return
    assert due > now_ms
    assert all(panel_at(the_plan, at) == panel_at(the_plan, now_ms) for at in range(now_ms, due, 37))
    assert panel_at(the_plan, due - 1) == panel_at(the_plan, now_ms)


@settings(deadline=None)
@given(st.integers(0, END_MS))
def test_every_change_is_announced(at_ms: int) -> None:
    if panel_at(plan(), at_ms) != panel_at(plan(), at_ms + 1):
        assert next_change_ms(plan(), at_ms) == at_ms + 1


def sounds(limit: Limit, step_ms: int) -> list[tuple[int, Sound]]:
    beeper = Beeper()
    found = [(now, beeper.due(plan(limit), now)) for now in range(0, END_MS + 5000, step_ms)]
    return [(now, sound) for now, sound in found if sound is not None]


def test_a_whole_limit_sounds_like_this() -> None:
    heard = sounds(LIMIT, 1)
    countdown = [(60_001, Sound.COUNTDOWN), *((60_000 + s * 1000, Sound.COUNTDOWN) for s in range(1, 10))]
    assert heard == [
        (50_000, Sound.WARNING),
        *countdown,
        (70_001, Sound.EXTRA_MINUTE),
        (130_001, Sound.TIME_UP),
    ]


@pytest.mark.parametrize("step_ms", [1, 7, 50, 333])
def test_a_thread_that_wakes_up_late_leaves_out_no_sound(step_ms: int) -> None:
    assert [sound for _, sound in sounds(LIMIT, step_ms)] == [sound for _, sound in sounds(LIMIT, 1)]


def test_a_limit_without_a_countdown_just_ends() -> None:
    assert sounds(SHORT, 10) == [(15_010, Sound.TIME_UP)]


def test_a_table_that_comes_back_late_does_not_sound_for_what_is_long_over() -> None:
    beeper = Beeper()
    beeper.due(plan(SHORT), 10_000)
    assert beeper.due(plan(SHORT), 90_000) is None


def test_a_new_task_makes_no_sound() -> None:
    beeper = Beeper()
    beeper.due(plan(), 49_990)
    assert beeper.due(plan(SHORT), 50_000) is None


def test_while_it_is_being_checked_the_sounds_go_on() -> None:
    """The countdown is over, but the camera is still looking: the extra minute sounds when it begins."""
    beeper = Beeper()
    beeper.due(plan(), 69_990)
    assert beeper.due(plan(checking=True), 70_001) is Sound.EXTRA_MINUTE


class Now:
    """A machine's clock that is moved by hand."""

    def __init__(self) -> None:
        self.us = 0

    def __call__(self) -> int:
        return self.us


def test_the_thread_follows_its_plan_and_ends() -> None:
    now, box = Now(), SimulatedBox(lambda: 0)
    timer = Timer(box, now)
    assert timer.panel == Panel()
    timer.follow(plan(), MatchTime(zero_us=-7_000_000, speed=2))
    until(lambda: box.panel.face == "00:46")
    now.us = 18_000_000
    until(lambda: box.panel.face == "  :10")
    assert box.sounds == [Sound.WARNING]
    timer.follow(plan(state=TimerState.PAUSED), MatchTime())
    until(lambda: box.panel.face == "PA:US")
    assert timer.panel.face == "PA:US"
    timer.close()
    timer.close()
    assert all(thread.name != "timer" for thread in threading.enumerate())


@given(st.integers(0, 10**15), st.sampled_from([0.5, 1.0, 3.0, 60.0]), st.integers(0, 10**9))
def test_a_face_is_due_at_the_first_moment_of_its_millisecond(zero_us: int, speed: float, t_ms: int) -> None:
    match_time = MatchTime(zero_us, speed)
    due_us = match_time.us_of(t_ms)
    assert match_time.ms_at(due_us) >= t_ms
    assert match_time.ms_at(due_us - 1 - round(1 / speed)) < t_ms


def test_stages_have_looks_of_their_own() -> None:
    faces = {}
    for now_ms in range(0, END_MS, 100):
        stage = read_timer(plan().timer, now_ms).stage
        faces.setdefault(stage, set()).add(panel_at(plan(), now_ms).face[:2])
    assert faces[Stage.WARNING] == {"  "}
    assert faces[Stage.COUNTDOWN] == {"C "}
    assert faces[Stage.EXTRA_MINUTE] == {"E "}
    assert faces[Stage.RUNNING] == {"00", "01"}
