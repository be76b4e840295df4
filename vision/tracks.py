"""Cubes that keep their identity from one settled board to the next: by place, by kind and by turn, at the least cost.

Cubes are conserved. One that lies where nothing was touched is the one that lay there, whatever a single reading says;
one that is nowhere is in a hand, and still belongs to the kit; no colour has more cubes than the kit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import msgspec

from rules.cubes import Kit
from rules.mat import Section
from vision.assignment import NEVER, cheapest
from vision.board import Board, SeenCube
from vision.layout import Layout
from vision.reader import GLARE, MARKER_MISSING, UNCLEAR_GOAL, UNCLEAR_OBJECT
from vision.votes import SAME_MM, distance_mm, pair_by_place

#: Where every known cube is in view, something strange on the sheet cannot hide one.
HARMLESS = frozenset({UNCLEAR_OBJECT, GLARE, MARKER_MISSING})
#: A cube so near to a section's line may be on either side of it.
_CLEAR_OF_LINES_MM = 4.0
#: What it costs to believe that a cube moved by as much as the sheet is wide; that it lies on another face; that a
#: reading of which the reader was not sure has the wrong colour; that it is turned otherwise; that a cube is the one
#: from a hand; and that a cube has gone or come by itself.
_FAR, _FAR_MM = 2.0, 400.0
_TURNED_OVER = 4.0
_MISREAD = 9.0
_TURNED = 0.05
_FROM_HAND = 1.0
_GONE = 6.0


class Standing(Enum):
    """What became of the place of a cube since it was last believed."""

    #: Nothing has moved there.
    UNTOUCHED = "untouched"
    #: Something passed over it, and it looks as before.
    ALIKE = "alike"
    #: It looks otherwise, or nobody knows.
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Track:
    """One cube of the table: how and where it lies, or last lay before it was taken up."""

    id: int
    cube: SeenCube
    here: bool = True


@dataclass(frozen=True, slots=True)
class Followed:
    """The cubes of a new board with their identities, and whether that is the only story that explains it."""

    tracks: tuple[Track, ...]
    sure: bool
    #: The Goal lies as it lay.
    goal_untouched: bool = False

    @property
    def cubes(self) -> tuple[SeenCube, ...]:
        return tuple(track.cube for track in self.tracks if track.here)


def follow(
    known: Sequence[Track],
    board: Board,
    kit: Kit,
    layout: Layout,
    standing: Callable[[SeenCube], Standing] = lambda _: Standing.CHANGED,
) -> Followed:
    """What has become of the known cubes in a new board."""
    unused = list(board.cubes)
    tracks: list[Track] = []
    open_tracks: list[Track] = []
    fresh_doubt = False
    resting = [(track, standing(track.cube)) for track in known if track.here]
    staying = [(track, how) for track, how in resting if how is not Standing.CHANGED]
    pairs = dict[int, SeenCube]()
    for cube, number in pair_by_place(unused, [track.cube for track, _ in staying]):
        if number is not None:
            pairs[number] = cube
    for number, (track, how) in enumerate(staying):
        seen = pairs.get(number)
        if seen is not None:
            unused.remove(seen)
        cube = track.cube if seen is None else _unmoved(track.cube, seen, how)
        # A doubt is put to people once; while nobody touches the cube it is no news.
        fresh_doubt |= not cube.sure and (track.cube.sure or _kind(cube) != _kind(track.cube))
        tracks.append(replace(track, cube=cube))
    open_tracks += [track for track, how in resting if how is Standing.CHANGED]
    open_tracks += [track for track in known if not track.here]
    moved, came = _paired(open_tracks, unused)
    # One doubtful cube and one that is missing: all others are accounted for.
    lone = not came and sum(seen is None or not seen.sure for _, seen in moved) == 1
    for track, seen in moved:
        if seen is None:
            tracks.append(replace(track, here=False))
            continue
        cube = _known_by_its_absence(track, seen, layout) if lone else seen
        if cube.sure and cube.color != track.cube.color and track.cube.sure:
            cube = msgspec.structs.replace(cube, sure=False)
        fresh_doubt |= not cube.sure
        tracks.append(Track(track.id, cube))
    following = 1 + max((track.id for track in known), default=0)
    for number, cube in enumerate(came, following):
        fresh_doubt |= not cube.sure
        tracks.append(Track(number, cube))
    tracks = _within_kit(tracks, kit)
    goal = Section.GOAL.value
    laid = [cube for _, cube in moved] + list(came)
    at_goal = [track for track in open_tracks if track.here and track.cube.section == goal]
    untouched = bool(known) and not at_goal and all(cube is None or cube.section != goal for cube in laid)
    sure = not fresh_doubt and _possible(tracks, kit) and not _spoilt(board, known, tracks, goal_untouched=untouched)
    return Followed(tuple(sorted(tracks, key=lambda track: track.id)), sure, untouched)


def _unmoved(known: SeenCube, seen: SeenCube, how: Standing) -> SeenCube:
    """What is believed of a cube whose place looks as it did, and of which this was read now."""
    if _kind(known) == _kind(seen):
        return known if known.sure else msgspec.structs.replace(known, sure=seen.sure and _lies_alike(known, seen))
    if not known.sure:
        return seen
    if how is Standing.UNTOUCHED and not seen.sure:
        return known
    # Nothing moved and it reads otherwise: one of the two readings was wrong, and nobody knows which.
    return msgspec.structs.replace(seen if how is Standing.ALIKE else known, sure=False)


def _lies_alike(known: SeenCube, seen: SeenCube) -> bool:
    return (known.section, known.orientation) == (seen.section, seen.orientation)


def _known_by_its_absence(track: Track, seen: SeenCube, layout: Layout) -> SeenCube:
    """The one doubtful cube is the one that is missing, though its face be hard to read, if it looks like it."""
    clear = layout.line_distance(*seen.mat_mm) > _CLEAR_OF_LINES_MM
    if seen.sure or not track.cube.sure or not clear or _kind(seen) != _kind(track.cube):
        return seen
    # In the Goal it also matters how it is turned, and that nobody knows but who reads it.
    return seen if seen.section == Section.GOAL.value else msgspec.structs.replace(seen, sure=True)


def _kind(cube: SeenCube) -> tuple[str, str]:
    return cube.color, cube.symbol


def _paired(
    tracks: Sequence[Track], cubes: Sequence[SeenCube]
) -> tuple[list[tuple[Track, SeenCube | None]], list[SeenCube]]:
    """Each track with the cube it has become, or with None; and the cubes that are no track's."""
    size = len(tracks) + len(cubes)
    if not size:
        return [], []
    costs = [[0.0] * size for _ in range(size)]
    for row, track in enumerate(tracks):
        for column, cube in enumerate(cubes):
            costs[row][column] = _cost(track, cube)
        costs[row][len(cubes) :] = [_GONE if track.here else 0.0] * len(tracks)
    for row in range(len(tracks), size):
        costs[row][: len(cubes)] = [_GONE] * len(cubes)
    found = cheapest(costs)
    taken = {column for row, column in enumerate(found) if row < len(tracks)}
    pairs = [(track, cubes[found[row]] if found[row] < len(cubes) else None) for row, track in enumerate(tracks)]
    return pairs, [cube for column, cube in enumerate(cubes) if column not in taken]


def _cost(track: Track, cube: SeenCube) -> float:
    known = track.cube
    cost = _FROM_HAND if not track.here else _FAR * min(distance_mm(known, cube), _FAR_MM) / _FAR_MM
    if not track.here or distance_mm(known, cube) > SAME_MM:
        cost += _TURNED * (known.orientation != cube.orientation)
    if known.color != cube.color:
        return NEVER if known.sure and cube.sure else cost + _MISREAD
    return cost if known.symbol == cube.symbol else cost + _TURNED_OVER


def _within_kit(tracks: list[Track], kit: Kit) -> list[Track]:
    """Without cubes in hands that the kit does not have: they lie on the table already."""
    limits = {kind.name: kind.count for kind in kit.kinds}
    counts = Counter(track.cube.color for track in tracks)
    kept = []
    for track in sorted(tracks, key=lambda track: (track.here, -track.id)):
        if not track.here and counts[track.cube.color] > limits.get(track.cube.color, 0):
            counts[track.cube.color] -= 1
            continue
        kept.append(track)
    return kept


def _possible(tracks: Sequence[Track], kit: Kit) -> bool:
    counts = Counter(track.cube.color for track in tracks)
    return all(counts[kind.name] <= kind.count for kind in kit.kinds)


def _spoilt(board: Board, known: Sequence[Track], tracks: Sequence[Track], *, goal_untouched: bool) -> bool:
    """Whether the board has a problem for which it cannot be believed."""
    complete = bool(known) and all(track.here for track in tracks) and len(tracks) == len(known)
    harmless = (HARMLESS if complete else frozenset()) | ({UNCLEAR_GOAL} if goal_untouched else frozenset())
    return not harmless.issuperset(board.problems)
