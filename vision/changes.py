"""What differs between two settled boards, cube by cube: moved, returned, turned over, lifted, laid, off the mat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.cubes import Kit
from rules.mat import Section
from vision.board import OFF, SeenCube, kit_cube
from vision.sightings import Change, CubeStep
from vision.tracks import Track
from vision.votes import distance_mm

MOVED, RETURNED, OFF_MAT = "moved", "returned", "off-mat"
LIFTED, LAID, TURNED_OVER = "lifted", "laid", "turned-over"
GOAL_NOW, ROLLED, CLEARED = "goal-now", "rolled", "cleared"
#: With these the same cubes lie on the table as before.
PLACES = frozenset({MOVED, RETURNED, OFF_MAT, GOAL_NOW})
#: A cube that lies so far from where it lay was thrown, if all others were too.
_THROWN_MM = 16.0
#: Fewer cubes make no roll.
_ROLL = 3


def changes(
    before: Sequence[Track], after: Sequence[Track], goal_before: str, goal: str, kit: Kit
) -> tuple[Change, ...]:
    """What has happened between two boards, by cubes; nothing if they mean the same."""
    was = {track.id: track for track in before}
    lying = [track for track in after if track.here]
    if not lying and any(track.here for track in before):
        return (Change(change=CLEARED),)
    if _rolled(was, lying):
        return (Change(change=ROLLED),)
    single = [found for track in after for found in _change(was.get(track.id), track, kit)]
    single.sort(key=lambda change: (change.cube, change.from_, change.to))
    if goal != goal_before:
        single.append(Change(change=GOAL_NOW, goal=goal, was=goal_before))
    return tuple(single)


def steps(found: Sequence[Change]) -> tuple[CubeStep, ...]:
    """The changes from section to section."""
    return tuple(
        CubeStep(cube=change.cube, from_=change.from_, to=change.to)
        for change in found
        if change.change in (MOVED, RETURNED, OFF_MAT)
    )


def _rolled(was: dict[int, Track], lying: Sequence[Track]) -> bool:
    """Whether all cubes lie in Resources, and most of them otherwise than before."""
    resources = Section.RESOURCES.value
    if len(lying) < _ROLL or any(track.cube.section != resources for track in lying):
        return False
    return sum(_thrown(was.get(track.id), track.cube) for track in lying) * 2 > len(lying)


def _thrown(before: Track | None, cube: SeenCube) -> bool:
    if before is None or not before.here:
        return True
    return before.cube.symbol != cube.symbol or distance_mm(before.cube, cube) > _THROWN_MM


def _change(before: Track | None, now: Track, kit: Kit) -> Iterator[Change]:
    """What has become of one cube: one change at most, but for a face that changed on the way."""
    cube = str(kit_cube(kit, now.cube.color, now.cube.symbol))
    if before is None or not before.here:
        if now.here:
            yield Change(change=LAID, cube=cube, to=now.cube.section)
        return
    start, end = before.cube.section, now.cube.section
    was = str(kit_cube(kit, before.cube.color, before.cube.symbol))
    if not now.here:
        yield Change(change=LIFTED, cube=was, from_=start)
    elif was != cube:
        yield Change(change=TURNED_OVER, cube=cube, was=was, from_=start, to=end)
    elif start != end:
        kind = OFF_MAT if end == OFF else RETURNED if end == Section.RESOURCES.value else MOVED
        yield Change(change=kind, cube=cube, from_=start, to=end)
