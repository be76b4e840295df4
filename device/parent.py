"""The end of a process whose parent has died: nobody is left who could end it, so it does that itself.

A closed pipe says so to whoever reads it. This is for the rest: a call that never comes back, or a pipe whose other end
somebody else holds too. What outlives its table keeps a port that the next table needs.
"""

from __future__ import annotations

import os
import select
import threading
import time

#: How often it is looked whether the parent is still the same.
LOOK_MS = 500
#: What an end in order may take: a display has to go dark.
GRACE_S = 3.0


def end_with_parent(source: int | None = None, *, grace_s: float = GRACE_S) -> None:
    """Returns at once; from now on a thread watches, and so long after its parent's death the process has ended.

    `source` is a pipe that only the parent writes to: when it hangs up, that counts as the parent's death.
    """
    parent = os.getppid()

    def watch() -> None:
        pipes = select.poll()
        if source is not None:
            # A hang-up is told unasked; what comes in is for others to read.
            pipes.register(source, 0)
        while not pipes.poll(LOOK_MS) and os.getppid() == parent:
            continue
        time.sleep(grace_s)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()
