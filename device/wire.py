"""The lines between the table and the process of its box (`device/process.py`): one JSON object a line, each way.

To the process: first which box it is, then what to show. From it: signals, faults, up to when everything has been
told, where the block is, and a sign of life.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import msgspec

from device.box import Panel
from device.faults import Fault
from device.serial_box import AUTO
from device.signals import AnySignal
from device.sounds import Sound
from device.timer import NO_TIMER, MatchTime, Plan
from device.wiring import Wiring
from rules.errors import BadRequest
from rules.events import kebab


class Line(msgspec.Struct, frozen=True, tag_field="line", tag=kebab):
    """One line."""


# --- to the process


class OpenGpio(Line, frozen=True):
    """The box is at the pins of this machine."""

    wiring: Wiring = Wiring()


class OpenSerial(Line, frozen=True):
    """The box is at the end of a cable."""

    port: str = AUTO


class Follow(Line, frozen=True):
    """Show this plan by the machine's own clock."""

    plan: Plan
    match_time: MatchTime


class Show(Line, frozen=True):
    """Show this, once."""

    panel: Panel


class Beep(Line, frozen=True):
    """Say this, once."""

    sound: Sound


# --- from the process


class Heard(Line, frozen=True):
    """A hand did something."""

    signal: AnySignal


class Passed(Line, frozen=True):
    """Everything up to this moment has been told."""

    at_us: int


class Faulty(Line, frozen=True):
    """A part has a fault now, or none any more."""

    part: str
    fault: Fault | None


class Block(Line, frozen=True):
    """Where the block is, when no signal has said so: at the start, or after something was missed."""

    lifted: bool
    at_us: int


class Alive(Line, frozen=True):
    """The process is there and listens."""


Opening = OpenGpio | OpenSerial
Order = Follow | Show | Beep
Report = Heard | Passed | Faulty | Block | Alive

_opening: msgspec.json.Decoder[Opening] = msgspec.json.Decoder(Opening)
_order: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)
_report: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)

T = TypeVar("T")


def line_bytes(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def bare(plan: Plan) -> Plan:
    """A plan with no more of its timer than a box can show: what it is for stays with the table."""
    return replace(plan, timer=replace(plan.timer, task=NO_TIMER.task, warnings=()))


def parse_opening(line: bytes) -> Opening:
    return _parse(_opening, line)


def parse_order(line: bytes) -> Order:
    return _parse(_order, line)


def parse_report(line: bytes) -> Report:
    return _parse(_report, line)


def _parse(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    """What a line says; BadRequest for anything else."""
    try:
        return decoder.decode(line)
    except msgspec.MsgspecError as wrong:
        raise BadRequest(f"this is no line of a box: {wrong}") from None
