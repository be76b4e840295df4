"""Signals: what the box says, each with the time of its first edge.

`at_us` is the monotonic clock of this machine in microseconds, at the first edge of the burst, before any
debounce. Which player sits at a seat, and what a press means, is not the box's business.
"""

from __future__ import annotations

import msgspec

from rules.errors import BadRequest
from rules.events import kebab


class Signal(msgspec.Struct, frozen=True, kw_only=True, tag_field="signal", tag=kebab):
    """Something that a hand did to the box."""

    at_us: int


class BlockLifted(Signal, frozen=True, kw_only=True):
    """`{"signal":"block-lifted","at_us":81250000}`"""


class BlockReturned(Signal, frozen=True, kw_only=True):
    """`{"signal":"block-returned","at_us":84000000}`"""


class SeatPressed(Signal, frozen=True, kw_only=True):
    """`{"signal":"seat-pressed","at_us":82000000,"seat":2}`; seats count clockwise from 1."""

    seat: int


class SeatReleased(Signal, frozen=True, kw_only=True):
    """`{"signal":"seat-released","at_us":82120000,"seat":2}`; how long a press was tells a tap from a hold."""

    seat: int


class JudgeCalled(Signal, frozen=True, kw_only=True):
    """`{"signal":"judge-called","at_us":90000000}`"""


AnySignal = BlockLifted | BlockReturned | SeatPressed | SeatReleased | JudgeCalled
SIGNALS: tuple[type[Signal], ...] = (BlockLifted, BlockReturned, SeatPressed, SeatReleased, JudgeCalled)

_decoder: msgspec.json.Decoder[AnySignal] = msgspec.json.Decoder(AnySignal)


def signal_text(signal: Signal) -> str:
    """The one canonical JSON of a signal."""
    return msgspec.json.encode(signal).decode()


def parse_signal(text: str | bytes) -> AnySignal:
    """The signal that a JSON text writes; BadRequest for anything else."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as wrong:
        raise BadRequest(f"this is no signal: {wrong}") from None
