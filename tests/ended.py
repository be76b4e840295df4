"""Processes that must end by themselves: a parent that is killed, and whether its child is still there."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DEADLINE_S = 40.0


def is_there(pid: int) -> bool:
    """Whether a process is running; one that has ended and was not fetched by anybody is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def until(condition: Callable[[], Any], what: str) -> None:
    """Wait for a condition; fail when it has not come true for a long time."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def until_gone(pids: Sequence[int]) -> None:
    until(lambda: not any(map(is_there, pids)), f"still there: {[pid for pid in pids if is_there(pid)]}")


def session(leader: int) -> list[int]:
    """The processes of a session that are running."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[3]) == leader and words[0] not in "ZX":
            found.append(int(process.name))
    return sorted(found)


def holders(path: Path) -> list[str]:
    """The processes that have a file open, as a person would want to know them."""
    wanted = str(path.resolve())
    found = {each.parent.parent for each in Path("/proc").glob("[0-9]*/fd/*") if _leads_to(each) == wanted}
    return [f"{process.name} ({_words(process)})" for process in sorted(found)]


def _leads_to(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        # It has been closed since.
        return ""


def _words(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return "which has ended"


@contextmanager
def parent(program: str, *words: str) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A Python program that has children, once it has printed their numbers in one line. Nothing is left of them."""
    process = subprocess.Popen([sys.executable, "-c", program, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    children: list[int] = []
    try:
        assert process.stdout is not None
        children += map(int, process.stdout.readline().split())
        assert children, "the parent has told of no child"
        yield process, children
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
        for child in filter(is_there, children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
