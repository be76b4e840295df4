"""Threads that must not be late: ahead where it is allowed, and at work where it is not."""

from __future__ import annotations

import os
import threading
from typing import Any

import pytest

from device.hurry import NICE, REAL_TIME, hurry, may_hurry


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the system was asked for; it allows everything."""
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(os, "sched_setscheduler", lambda *request: asked.append(("real time", *request)))
    monkeypatch.setattr(os, "setpriority", lambda *request: asked.append(("nice", *request)))
    return asked


def refuse(*_: Any) -> None:
    raise PermissionError(13, "Permission denied")


def test_this_thread_goes_ahead_and_its_children_do_not(asked: list[tuple[Any, ...]]) -> None:
    assert hurry()
    ((kind, thread, policy, wanted),) = asked
    assert (kind, thread) == ("real time", 0)
    assert policy == os.SCHED_RR | os.SCHED_RESET_ON_FORK
    assert wanted.sched_priority == REAL_TIME


def test_where_that_is_not_allowed_it_is_at_least_less_nice(
    asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    thread = threading.Thread(target=hurry)
    thread.start()
    thread.join()
    assert asked == [("nice", os.PRIO_PROCESS, thread.native_id, NICE)]


def test_where_nothing_is_allowed_nothing_happens(
    asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    monkeypatch.setattr(os, "setpriority", refuse)
    assert not hurry()
    assert asked == []


def test_a_whole_process_goes_ahead_with_all_its_threads(asked: list[tuple[Any, ...]]) -> None:
    hurry(threads_too=True)
    assert [policy for _, _, policy, _ in asked] == [os.SCHED_RR]


def test_whether_it_is_allowed_can_be_asked(asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert may_hurry()
    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    assert not may_hurry()
