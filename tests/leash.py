"""A program that ends when whoever started it does, however that ends: `[*LEASH, *command]` in place of a command.

A test that is killed cannot end what it started. A table that goes on for ever keeps the port of its box, or another
that has got the same name since, and whoever comes next waits for it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

#: From the headers of Linux: which signal a process gets when its parent dies. It outlasts exec.
PR_SET_PDEATHSIG = 1

#: Isolated and without the packages of the environment, so that it takes no time.
LEASH = (sys.executable, "-I", "-S", __file__)


def end_with_parent(parent: int) -> None:
    """This process is killed when the parent is, or at once if that is another one by now.

    Parent is the thread that started it: it must be one that lasts.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def leashed(command: list[str]) -> list[str]:
    """The same command, on a leash that this process holds."""
    return [*LEASH, str(os.getpid()), *command]


if __name__ == "__main__":
    end_with_parent(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
