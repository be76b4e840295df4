"""Who listens to a real box and what is wrong with it, behind one lock: what every box with a thread shares."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from device.box import FaultBoard, FaultSink, Sink
from device.faults import Fault


class Listened:
    """A box that threads of its own report from. The lock is held by whoever reports or asks."""

    def __init__(self) -> None:
        self._sink: Sink | None = None
        self._on_passed: Callable[[int], None] | None = None
        self._board = FaultBoard()
        self._lock = threading.RLock()

    def listen(
        self, sink: Sink, *, on_passed: Callable[[int], None] | None = None, on_fault: FaultSink | None = None
    ) -> None:
        with self._lock:
            self._sink, self._on_passed = sink, on_passed
            self._board.listen(on_fault)

    def faults(self) -> Mapping[str, Fault]:
        with self._lock:
            return self._board.now()

    def _hush(self) -> None:
        """Report to nobody any more."""
        with self._lock:
            self._sink = self._on_passed = None
            self._board.listen(None)
