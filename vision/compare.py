"""What differs between two pictures of a table, cube by cube, with which cube of which picture it is.

Unlike the watcher (`vision/watch.py`), who was there, whoever compares has nothing but the two readings. Each
difference therefore names the readings' own cubes, so that people can be shown the places and judge for themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.cubes import Kit
from rules.mat import Section
from vision.board import Board, SeenCube, kit_cube
from vision.changes import LAID, LIFTED, MOVED, TURNED_OVER
from vision.layout import Layout
from vision.tracks import Track, follow
from vision.votes import distance_mm

#: In its section, a cube that lies so far from where it lay was pushed, and nobody only leaned on the table.
SHIFTED_MM = 12.0
SHIFTED, TURNED = "shifted", "turned"


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One cube that is not as it was: `before` and `after` are its places in the readings' lists of cubes."""

    change: str
    #: The cube as it lies now; as it lay, if it is gone.
    cube: str
    #: The face that was on top before, where it is another one.
    was: str = ""
    from_: str = msgspec.field(name="from", default="")
    to: str = ""
    before: int | None = None
    after: int | None = None


def compared(before: Board, after: Board, kit: Kit, layout: Layout) -> tuple[Difference, ...]:
    """What has happened to the cubes between two readings; BadRequest if one of them names a cube of no kit."""
    known = [Track(number, cube) for number, cube in enumerate(before.cubes)]
    found = []
    for track in follow(known, after, kit, layout).tracks:
        was = before.cubes[track.id] if track.id < len(before.cubes) else None
        now = _place(track.cube, after.cubes) if track.here else None
        if was is None and now is None:
            continue
        difference = _difference(was, None if now is None else after.cubes[now], kit)
        if difference is not None:
            found.append(msgspec.structs.replace(difference, before=None if was is None else track.id, after=now))
    return tuple(found)


def _place(cube: SeenCube, cubes: Sequence[SeenCube]) -> int | None:
    """Which of these it is: no two lie at one place."""
    return next((number for number, other in enumerate(cubes) if other.mat_mm == cube.mat_mm), None)


def _difference(was: SeenCube | None, now: SeenCube | None, kit: Kit) -> Difference | None:
    if was is None or now is None:
        there = now or was
        assert there is not None
        cube = str(kit_cube(kit, there.color, there.symbol))
        if was is None:
            return Difference(change=LAID, cube=cube, to=there.section)
        return Difference(change=LIFTED, cube=cube, from_=there.section)
    cube, before = (str(kit_cube(kit, each.color, each.symbol)) for each in (now, was))
    moved = Difference(change=MOVED, cube=cube, from_=was.section, to=now.section)
    if cube != before:
        return msgspec.structs.replace(moved, change=TURNED_OVER, was=before)
    if was.section != now.section:
        return moved
    if now.section == Section.GOAL.value and was.orientation != now.orientation:
        return msgspec.structs.replace(moved, change=TURNED)
    return msgspec.structs.replace(moved, change=SHIFTED) if distance_mm(was, now) > SHIFTED_MM else None
