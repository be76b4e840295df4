"""A thread that must not be late, where the system allows one: reading a button comes before drawing a picture."""

from __future__ import annotations

import contextlib
import os
import threading

#: The lowest of the real-time priorities: ahead of everything usual, behind everything that the system itself needs.
REAL_TIME = 1
#: Where that is not allowed: of the usual twenty steps either way.
NICE = -10


def hurry() -> None:
    """Put this thread ahead of the others of the machine; where that is not allowed, nothing happens.

    It must be one that mostly sleeps. A service is allowed it by `LimitRTPRIO=1`.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(REAL_TIME))
    except (OSError, AttributeError):
        # AttributeError: no Linux. There every thread has a niceness of its own, elsewhere the process has one.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
