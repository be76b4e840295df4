"""Sightings: what the camera's reader says, each with the time of the first frame that shows it.

`at_us` is the monotonic clock of this machine in microseconds when the frame was taken that first shows
what is said, not when it was recognised. Snapshots are named by the hash of their bytes.
"""

from __future__ import annotations

import msgspec

from rules.errors import BadRequest
from rules.events import kebab
from vision.board import Board


class Sighting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="sighting", tag=kebab):
    """Something seen."""

    at_us: int


class CubeStep(msgspec.Struct, frozen=True, kw_only=True):
    """One cube that changed its place: `{"cube":"R2","from":"resources","to":"required"}`."""

    cube: str
    from_: str = msgspec.field(name="from")
    to: str


class BoardSeen(Sighting, frozen=True, kw_only=True):
    """`{"sighting":"board-seen","at_us":1000000,
    "board":{"cubes":[],"goal":"","problems":[],"sure":true},"snapshot":"9f86d0"}`

    The table lies still like this; said once after every start and whenever more than places changed. Without a
    snapshot where the picture could not be kept.
    """

    board: Board
    snapshot: str | None = None


class CubesMoved(Sighting, frozen=True, kw_only=True):
    """`{"sighting":"cubes-moved","at_us":1200000,
    "moves":[{"cube":"R2","from":"resources","to":"required"}],
    "board":{"cubes":[],"goal":"","problems":[],"sure":true},"snapshot":"9f86d0","before":"60303a"}`

    Since the last settled board these cubes went elsewhere; `board` is how the table lies now.
    """

    moves: tuple[CubeStep, ...]
    board: Board
    snapshot: str | None = None
    before: str | None = None


class Trouble(Sighting, frozen=True, kw_only=True):
    """`{"sighting":"trouble","at_us":1300000,"problem":"marker-missing"}`

    The same with `"over":true` when it has passed.
    """

    problem: str
    over: bool = False


AnySighting = BoardSeen | CubesMoved | Trouble
SIGHTINGS: tuple[type[Sighting], ...] = (BoardSeen, CubesMoved, Trouble)

_decoder: msgspec.json.Decoder[AnySighting] = msgspec.json.Decoder(AnySighting)


def sighting_text(sighting: Sighting) -> str:
    """The one canonical JSON of a sighting."""
    return msgspec.json.encode(sighting).decode()


def parse_sighting(text: str | bytes) -> AnySighting:
    """The sighting that a JSON text writes; BadRequest for anything else."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as wrong:
        raise BadRequest(f"this is no sighting: {wrong}") from None
