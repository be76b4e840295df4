"""A thread that must not be late, where the system allows one: reading a button comes before drawing a picture."""

from __future__ import annotations

import contextlib
import os
import threading

#: The lowest of the real-time priorities: ahead of everything usual, behind everything that the system itself needs.
REAL_TIME = 1
#: Where that is not allowed: of the usual twenty steps either way.
NICE = -10


def hurry(*, threads_too: bool = False) -> bool:
    """Put this thread ahead of the others of the machine; False where that is not allowed to the full.

    It must be one that mostly sleeps; with `threads_too` those that it starts are ahead as well. A service is
    allowed it by `LimitRTPRIO=1`.
    """
    try:
        policy = os.SCHED_RR if threads_too else os.SCHED_RR | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(REAL_TIME))
    except (OSError, AttributeError):
        # AttributeError: no Linux. There every thread has a niceness of its own, elsewhere the process has one.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        return False
    return True


def may_hurry() -> bool:
    """Whether threads of this user are allowed to go first; this one stays as it is."""
    found: list[bool] = []
    trial = threading.Thread(target=lambda: found.append(hurry()), daemon=True)
    trial.start()
    trial.join()
    return found == [True]
