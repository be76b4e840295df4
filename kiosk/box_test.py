"""The box of a table, tried out by hand: what is pressed is ticked off as it is heard, what it shows is looked at.

It is heard beside the referee, so nobody tests while a match is being played.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from device.box import DARK, Box, Panel
from device.faults import BOX, DISPLAY, Fault
from device.inputs import Input
from device.signals import AnySignal, BlockReturned
from kiosk.doctor_box import KINDS, NOTHING_CAME, SAID, SHOWN, fault_finding, show, shown_finding, wanted
from kiosk.findings import OK, WRONG, Finding
from rules.errors import BadRequest

#: How a switch is: nothing was heard; the block is in a hand; it was heard; the box says what is wrong with it.
WAITING, LIFTED, HEARD, FAULTY = "waiting", "lifted", "heard", "faulty"
#: How something that is looked at is: nobody has asked for it; it is to be looked at; it was seen; it was not.
UNTOLD, TOLD, SEEN, MISSED = "untold", "told", "seen", "missed"
#: How often faults are looked at while somebody waits.
_LOOK_S = 0.25


class BoxTest:
    """One test, from `begin` to `end`; begun again, it starts anew. Its methods may be called from any thread."""

    def __init__(self, open_: Callable[[], Box]) -> None:
        self._open = open_
        self._changed = threading.Condition()
        self._box: Box | None = None
        self._version = 0
        self._heard: Counter[Input] = Counter()
        self._returned = 0
        self._looked_at: dict[str, bool | None] = {}
        #: What nobody reports, as it was told last.
        self._told: tuple[Mapping[str, Fault], Panel | None] = {}, None

    @property
    def running(self) -> bool:
        return self._box is not None

    def begin(self) -> None:
        """Listen from now on. Nothing has been heard yet."""
        box = self._open()
        with self._changed:
            # Whoever looks on must not see an end in between.
            old, self._box = self._box, box
            self._heard.clear()
            self._returned = 0
            self._looked_at.clear()
            self._grow()
        if old is not None:
            old.close()
        box.listen(self._hear)

    def end(self) -> None:
        """Let go of the box; it shows again what it is to show. May be called twice."""
        with self._changed:
            box, self._box = self._box, None
            if box is not None:
                self._grow()
        if box is not None:
            box.show(DARK)
            box.close()

    def show(self, part: str) -> None:
        """Have it show the digits, light the lamps or beep; BadRequest for anything else."""
        box = self._of(part)
        show(box, part)
        with self._changed:
            self._looked_at[part] = None
            self._grow()

    def saw(self, part: str, seen: bool) -> None:
        """What somebody's eyes and ears say of it."""
        self._of(part)
        with self._changed:
            self._looked_at[part] = seen
            self._grow()

    def wait(self, after: int, timeout_s: float) -> dict[str, Any]:
        """The test as soon as something has changed since the version `after`, or as it is when the time is up."""
        deadline = time.monotonic() + timeout_s
        while (left_s := deadline - time.monotonic()) > 0:
            with self._changed:
                if self._changed.wait_for(lambda: self._version > after, min(left_s, _LOOK_S)):
                    break
            # A box is asked with nothing held: what it reports comes in while it holds what is its own.
            if self._condition() != self._told:
                with self._changed:
                    self._grow()
        return self._body()

    # -- what is heard -------------------------------------------------------------------------------------------

    def _hear(self, signal: AnySignal) -> None:
        with self._changed:
            for which in Input:
                if wanted(which)(signal):
                    self._heard[which] += 1
            if isinstance(signal, BlockReturned) and self._heard[Input.BLOCK]:
                self._returned += 1
            self._grow()

    def _grow(self) -> None:
        """With the condition held."""
        self._version += 1
        self._changed.notify_all()

    def _condition(self) -> tuple[Mapping[str, Fault], Panel | None]:
        """What is wrong with it, and what it shows if that can be known."""
        box = self._box
        return ({}, None) if box is None else (dict(box.faults()), getattr(box, "panel", None))

    def _of(self, part: str) -> Box:
        box = self._box
        if part not in SHOWN:
            raise BadRequest(f"a box shows {', '.join(SHOWN)}, not {part!r}")
        if box is None:
            raise BadRequest("no test of the box is running")
        return box

    # -- how it stands -------------------------------------------------------------------------------------------

    def _body(self) -> dict[str, Any]:
        with self._changed:
            box, version = self._box, self._version
        faults, panel = self._told = self._condition()
        if box is None:
            return {"version": version, "running": False}
        switches: tuple[Input, ...] = getattr(box, "inputs", tuple(Input))
        return {
            "version": version,
            "running": True,
            "kind": box.kind,
            "box": _told(_box_finding(box, faults.get(BOX))),
            "switches": [self._switch(which, faults.get(which.value)) for which in switches],
            "shown": [self._shown(part, faults) for part in SHOWN],
            "lifted": box.lifted(),
            "panel": None if panel is None else panel_body(panel),
        }

    def _switch(self, which: Input, fault: Fault | None) -> dict[str, Any]:
        times = self._returned if which is Input.BLOCK else self._heard[which]
        state = HEARD if times else LIFTED if self._heard[which] else WAITING
        told: dict[str, Any] = {"part": which.value, "state": state, "times": times, "text": None, "advice": None}
        if fault is not None:
            found = fault_finding(which, fault)
            return told | {"state": FAULTY, "text": found.sentence, "advice": found.advice}
        return told | {"advice": None if times else NOTHING_CAME}

    def _shown(self, part: str, faults: Mapping[str, Fault]) -> dict[str, Any]:
        told: dict[str, Any] = {"part": part, "question": SHOWN[part].question, "text": None, "advice": None}
        if part == DISPLAY and DISPLAY in faults:
            wrong, advice = SAID[faults[DISPLAY]]
            found = Finding(DISPLAY, WRONG, f"the timer display {wrong}", advice)
            return told | {"state": FAULTY, "text": found.sentence, "advice": advice}
        if part not in self._looked_at:
            return told | {"state": UNTOLD}
        seen = self._looked_at[part]
        if seen is None:
            return told | {"state": TOLD}
        found = shown_finding(part, seen)
        return told | {"state": SEEN if seen else MISSED, "text": found.sentence, "advice": found.advice}


def _box_finding(box: Box, fault: Fault | None) -> Finding:
    name = KINDS[box.kind]
    if fault is None and not getattr(box, "up", True):
        fault = Fault.SILENT
    if fault is None:
        return Finding("box", OK, f"{name} is there")
    wrong, advice = SAID[fault]
    return Finding("box", WRONG, f"{name} {wrong}", advice)


def panel_body(panel: Panel) -> dict[str, Any]:
    """What a simulated box shows, for a page that draws it."""
    return {"face": panel.face, "seats": sorted(panel.seats), "block": panel.block}


def _told(finding: Finding) -> dict[str, Any]:
    return {"level": finding.level, "text": finding.sentence, "advice": finding.advice}
