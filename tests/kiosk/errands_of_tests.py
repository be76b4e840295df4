"""What the process of an errand does in tests: it answers, refuses, ends without a word, or takes too much."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from kiosk.errand import Answer, Tell, serve


def _echo(order: Answer, tell: Tell) -> Answer:
    for at in range(1000):
        tell(at, 1000)
    return {"done": {"heard": order, "read": len(sys.stdin.buffer.read()), "nice": os.nice(0)}}


def _write(order: Answer, _: Tell) -> Answer:
    Path(order["path"]).write_text(order["text"])
    return {"done": {"missing": 2}}


def _refuse(_: Answer, __: Tell) -> Answer:
    return {"refused": {"code": "no", "text": "not today"}}


def _vanish(_: Answer, __: Tell) -> Answer:
    os._exit(3)


def _grow(_: Answer, __: Tell) -> Answer:
    return {"done": {"size": len(bytes(1 << 40))}}


def _wait(_: Answer, tell: Tell) -> Answer:
    tell(1, 2)
    sys.stdin.buffer.read()
    return {"done": {}}


def _hang(_: Answer, tell: Tell) -> Answer:
    tell(1, 2)
    threading.Event().wait()
    return {"done": {}}


if __name__ == "__main__":
    deeds = {"echo": _echo, "write": _write, "refuse": _refuse, "vanish": _vanish}
    serve({**deeds, "grow": _grow, "wait": _wait, "hang": _hang})
