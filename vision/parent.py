"""The end of a process whose parent has died, whatever it is busy with: a camera's driver may never come back.

The twin of `device/parent.py`: these two rooms do not know each other.
"""

from __future__ import annotations

import os
import select
import threading
import time

#: How often it is looked whether the parent is still the same.
LOOK_MS = 500
#: What an end in order may take: a picture that is being written.
GRACE_S = 3.0


def end_with_parent(source: int) -> None:
    """Returns at once; from now on a thread watches, and a moment after its parent's death the process has ended.

    `source` is a pipe that only the parent writes to: when it hangs up, that counts as the parent's death.
    """
    parent = os.getppid()

    def watch() -> None:
        pipe = select.poll()
        # A hang-up is told unasked; what comes in is for others to read.
        pipe.register(source, 0)
        while not pipe.poll(LOOK_MS) and os.getppid() == parent:
            continue
        time.sleep(GRACE_S)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()
