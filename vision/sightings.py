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


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that has changed: `{"change":"moved","cube":"R2","from":"resources","to":"required"}`.

    `moved`, `returned` (to Resources), `off-mat`; `lifted` (it has a `from`) and `laid` (it has a `to`);
    `turned-over`, with the face that was on top before in `was`; `goal-now`, with `goal` and what it `was`; and of the
    whole table `rolled` and `cleared`.
    """

    change: str
    cube: str = ""
    from_: str = msgspec.field(name="from", default="")
    to: str = ""
    goal: str = ""
    was: str = ""


class BoardSeen(Sighting, frozen=True, kw_only=True):
    """`{"sighting":"board-seen","at_us":1000000,
    "board":{"cubes":[],"goal":"","problems":[],"sure":true},"snapshot":"9f86d0","before":"60303a",
    "changes":[{"change":"turned-over","cube":"R3","from":"required","to":"required","was":"R2"}]}`

    The table lies still like this; said once after every start, whenever more than places changed, and where it is not
    sure. `changes` are those since the last board that was sure: each is said once. Without a snapshot where the
    picture could not be kept; `before` is that of the last sure board.
    """

    board: Board
    snapshot: str | None = None
    before: str | None = None
    changes: tuple[Change, ...] = ()


class CubesMoved(Sighting, frozen=True, kw_only=True):
    """`{"sighting":"cubes-moved","at_us":1200000,
    "moves":[{"cube":"R2","from":"resources","to":"required"}],
    "board":{"cubes":[],"goal":"","problems":[],"sure":true},"snapshot":"9f86d0","before":"60303a",
    "changes":[{"change":"moved","cube":"R2","from":"resources","to":"required"}]}`

    Since the last board that was sure these cubes went elsewhere, or only the Goal is another; `board` is how the table
    lies now, `changes` says all of it.
    """

    moves: tuple[CubeStep, ...]
    board: Board
    snapshot: str | None = None
    before: str | None = None
    changes: tuple[Change, ...] = ()


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
