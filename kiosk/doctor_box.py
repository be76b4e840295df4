"""Is the button box well? Each part in turn, in words that somebody can follow who has never seen one.

Without anybody at the table only what the box itself knows can be told; with `Hands` every button is pressed
and every light looked at. Whatever the test lights is dark again when it is over.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from device.box import DARK, Box, Panel
from device.faults import BOX, DEAF, DISPLAY, Fault
from device.inputs import SEATS, Input
from device.signals import AnySignal, BlockLifted, BlockReturned, JudgeCalled, SeatPressed
from device.simulated import SimulatedBox
from device.sounds import Sound
from kiosk.findings import OK, WARNING, WRONG, Finding

#: How long a box on a cable may take to answer, and a person to press.
ANSWER_S = 3.0
PRESS_S = 20.0
#: How often it is looked whether somebody has given up.
LOOK_S = 0.2
TEST_FACE = "88:88"

#: What is wrong, to be read after the name of the part, and what to do about it.
SAID: Mapping[Fault, tuple[str, str]] = {
    Fault.NOT_FOUND: (
        "is not there",
        "Is the box plugged in, and is it the right port? Try another cable: some only carry power.",
    ),
    Fault.NO_LIBRARY: (
        "cannot be used, because a library of the operating system is missing",
        "On a Raspberry Pi install the system packages python3-lgpio and python3-spidev.",
    ),
    Fault.IN_USE: (
        "is being used by another program",
        "Is the table running already? End it, and start this test again.",
    ),
    Fault.NOT_ALLOWED: (
        "may not be opened by this user",
        "Add the user to the groups dialout, gpio and spi, then log in anew.",
    ),
    Fault.UNPLUGGED: ("has been unplugged", "Put the cable back in."),
    Fault.SILENT: (
        "says nothing",
        "Pull the cable out and put it back. If that does not help, the board has lost its program.",
    ),
    Fault.GARBLED: (
        "says nothing that makes sense",
        "Another program is on the board, or the cable is bad.",
    ),
    Fault.ENDED: (
        "has lost the program that speaks with it",
        "It is started again by itself. If that does not help, start the table again.",
    ),
    Fault.RESET: (
        "has started anew by itself",
        "Does the board get enough power? Use a short cable, and no hub without power of its own.",
    ),
    Fault.DAMAGED: (
        "sends lines that come damaged",
        "Try another cable, a short one, away from power cables.",
    ),
    Fault.LOST: ("could not tell everything that was pressed", "Try again. If it comes back, the cable is bad."),
    Fault.STUCK: (
        "is stuck: it says that it is pressed",
        "Free the button. If it is not pressed, it is wired as the wrong kind (normally open or closed).",
    ),
    Fault.CHATTERING: (
        "has a bad contact",
        "Something is loose: check the plugs and the solder of this button.",
    ),
    Fault.WORN: (
        "bounces for longer than a good contact",
        "It still counts. Replace the button when there is time.",
    ),
    Fault.NOT_ANSWERING: (
        "does not answer",
        "Check the display's four wires. The table plays on without it: the time is on the screen.",
    ),
}
#: The three kinds of box, as somebody would say who has to plug it in.
KINDS: Mapping[str, str] = {
    "simulated": "the simulated button box",
    "gpio": "the button box at this computer's pins",
    "serial": "the button box on the USB cable",
}
#: With one of these everything still counts; somebody should see to it all the same.
PLAYS_ON = frozenset({Fault.DAMAGED, Fault.WORN})
PARTS: Mapping[Input, str] = {
    Input.BLOCK: "the challenge block",
    Input.SEAT_1: "the button of seat 1",
    Input.SEAT_2: "the button of seat 2",
    Input.SEAT_3: "the button of seat 3",
    Input.JUDGE: "the judge's button",
}
NOTHING_CAME = "Check its two wires. If another button answered in its place, the wires are swapped."
LAMPS, BUZZER = "lamps", "buzzer"


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that only eyes and ears can test: what they are asked, what it is if they deny it, what to do then."""

    question: str
    missing: str
    advice: str
    told: str


SHOWN: Mapping[str, Shown] = {
    DISPLAY: Shown(
        f"Does the timer display show {TEST_FACE}?",
        f"the timer display does not show {TEST_FACE}",
        SAID[Fault.NOT_ANSWERING][1],
        f"the timer display was told to show {TEST_FACE}",
    ),
    LAMPS: Shown(
        "Are the lamps of the three seats and of the block lit?",
        "not every lamp is lit",
        "Check the lamp's wires, and which way round it is.",
        "the lamps were told to light",
    ),
    BUZZER: Shown(
        "Did you hear two short beeps?",
        "the buzzer was not heard",
        "Check its wires, and that it is an active buzzer.",
        "the buzzer was told to beep",
    ),
}


class Hands(Protocol):
    """Somebody who stands at the table."""

    def tell(self, text: str) -> None:
        """Ask for something to be done."""
        ...

    def sees(self, question: str) -> bool:
        """Ask something that only eyes and ears can answer."""
        ...

    def gave_up(self) -> bool:
        """Has somebody said that what was asked for cannot be done, or does nothing?"""
        ...


def examine_box(box: Box, hands: Hands | None, *, press_s: float = PRESS_S) -> Iterator[Finding]:
    """A finding for the box and, if it is there, for each of its parts."""
    heard: queue.SimpleQueue[AnySignal] = queue.SimpleQueue()
    passed = threading.Event()
    box.listen(heard.put, on_passed=lambda _: passed.set())
    if not _is_up(box):
        _wait(lambda: BOX not in box.faults() and _is_up(box), ANSWER_S)
    fault = box.faults().get(BOX)
    if fault is None and not _is_up(box):
        fault = Fault.SILENT
    if fault is not None:
        yield _faulty("box", KINDS[box.kind], fault)
    else:
        yield Finding("box", OK, f"{KINDS[box.kind]} is there")
    if fault in DEAF:
        return
    if not isinstance(box, SimulatedBox):
        # What is wrong with its parts has been told when it first says up to when everything was.
        passed.wait(ANSWER_S)
    inputs = _Inputs(box, heard, hands, press_s)
    try:
        there: tuple[Input, ...] = getattr(box, "inputs", tuple(Input))
        for which in there:
            yield inputs.finding(which)
        yield _display(box, hands)
        yield _lamps(box, hands)
        yield _buzzer(box, hands)
    finally:
        box.show(DARK)


def fault_finding(which: Input, fault: Fault) -> Finding:
    """What the box itself says of one of its switches."""
    return _faulty(which.value, PARTS[which], fault)


def _faulty(key: str, part: str, fault: Fault) -> Finding:
    wrong, advice = SAID[fault]
    return Finding(key, WARNING if fault in PLAYS_ON else WRONG, f"{part} {wrong}", advice)


def _is_up(box: Box) -> bool:
    return bool(getattr(box, "up", True))


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


# --- switches


class _Inputs:
    """The switches of a box, and whoever presses them."""

    def __init__(self, box: Box, heard: queue.SimpleQueue[AnySignal], hands: Hands | None, press_s: float) -> None:
        self._box = box
        self._heard = heard
        self._hands = hands
        self._press_s = press_s

    def finding(self, which: Input) -> Finding:
        fault = self._box.faults().get(which.value)
        if fault is not None:
            return fault_finding(which, fault)
        if isinstance(self._box, SimulatedBox):
            return self._pressed_by_itself(self._box, which)
        if self._hands is None:
            return self._at_rest(which)
        return self._pressed_by_hand(which, self._hands)

    def _pressed_by_itself(self, box: SimulatedBox, which: Input) -> Finding:
        if which is Input.BLOCK:
            box.lift_block()
            box.return_block()
        elif which is Input.JUDGE:
            box.call_judge()
        else:
            box.press(which.number)
        if not self._comes(wanted(which), 0.0):
            return Finding(which.value, WRONG, f"{PARTS[which]} was pressed and nothing came", "Install anew.")
        return Finding(which.value, OK, f"{PARTS[which]} answers")

    def _at_rest(self, which: Input) -> Finding:
        """All that can be said with nobody there: whether it looks pressed."""
        part = PARTS[which]
        if which is Input.BLOCK and self._box.lifted():
            return Finding(which.value, WARNING, f"{part} is not in its place", "Put it on its switch.")
        down: list[Input] = getattr(self._box, "pressed", list)()
        if which in down:
            return Finding(which.value, WARNING, f"{part} looks pressed", SAID[Fault.STUCK][1])
        return Finding(which.value, OK, f"{part} is at rest; nobody pressed it in this test")

    def _pressed_by_hand(self, which: Input, hands: Hands) -> Finding:
        part = PARTS[which]
        if which is Input.BLOCK and self._box.lifted():
            hands.tell("Please put the challenge block into its place.")
            self._comes(lambda signal: isinstance(signal, BlockReturned), self._press_s)
        hands.tell("Please lift the challenge block." if which is Input.BLOCK else f"Please press {part}.")
        if not self._comes(wanted(which), self._press_s):
            when = "" if hands.gave_up() else f" within {self._press_s:g} seconds"
            return Finding(which.value, WRONG, f"{part}: nothing came{when}", NOTHING_CAME)
        if which is Input.BLOCK:
            hands.tell("Thank you. Please put it back.")
            if not self._comes(lambda signal: isinstance(signal, BlockReturned), self._press_s):
                return Finding(which.value, WRONG, f"{part} was not felt coming back", "Does it press its switch?")
        return Finding(which.value, OK, f"{part} answers")

    def _comes(self, fits: Callable[[AnySignal], bool], seconds: float) -> bool:
        """Whether such a signal is heard in time; what else is heard is passed over."""
        deadline = time.monotonic() + seconds
        while True:
            left_s = max(0.001, deadline - time.monotonic())
            try:
                signal = self._heard.get(timeout=min(left_s, LOOK_S))
            except queue.Empty:
                if left_s <= LOOK_S or (self._hands is not None and self._hands.gave_up()):
                    return False
                continue
            if fits(signal):
                return True


def wanted(which: Input) -> Callable[[AnySignal], bool]:
    """Whether a signal is that of this switch, pressed or lifted."""
    if which is Input.BLOCK:
        return lambda signal: isinstance(signal, BlockLifted)
    if which is Input.JUDGE:
        return lambda signal: isinstance(signal, JudgeCalled)
    return lambda signal: isinstance(signal, SeatPressed) and signal.seat == which.number


# --- what it shows


def _display(box: Box, hands: Hands | None) -> Finding:
    show(box, DISPLAY)
    # A box on a cable tells with its next heartbeats that its display is missing.
    _wait(lambda: DISPLAY in box.faults(), 0.0 if isinstance(box, SimulatedBox) else 0.5)
    fault = box.faults().get(DISPLAY)
    return _looked_at(DISPLAY, hands) if fault is None else _faulty(DISPLAY, "the timer display", fault)


def _lamps(box: Box, hands: Hands | None) -> Finding:
    show(box, LAMPS)
    return _looked_at(LAMPS, hands)


def _buzzer(box: Box, hands: Hands | None) -> Finding:
    show(box, BUZZER)
    return _looked_at(BUZZER, hands)


def _looked_at(part: str, hands: Hands | None) -> Finding:
    return shown_finding(part, None if hands is None else hands.sees(SHOWN[part].question))


def show(box: Box, part: str) -> None:
    """Have the box do what somebody is to see or hear."""
    if part == BUZZER:
        box.sound(Sound.WARNING)
    else:
        lamps = part == LAMPS
        box.show(Panel(TEST_FACE, frozenset(SEATS if lamps else ()), block=lamps))


def shown_finding(part: str, seen: bool | None) -> Finding:
    """What somebody's eyes and ears say of a part; None: nobody looked."""
    shown = SHOWN[part]
    if seen is False:
        return Finding(part, WRONG, shown.missing, shown.advice)
    return Finding(part, OK, shown.told + ("" if seen is None else ", and did"))
