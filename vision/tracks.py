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
#: A face that looks like the missing one has at least this confidence.
_LIKELY = 0.5
#: A cube that was not moved is found within this.
_SAME_PLACE_MM = 3.0
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
    resting = [(track, standing(track.cube)) for track in known if track.here]
    stayed, unused = _stay([(track, how) for track, how in resting if how is not Standing.CHANGED], board.cubes)
    touched = [track for track, how in resting if how is Standing.CHANGED]
    moved, came = _paired([*touched, *(track for track in known if not track.here)], unused)
    fates = [*stayed, *_moved(moved, layout, alone=not came)]
    following = 1 + max((track.id for track in known), default=0)
    fates += [_Fate(Track(number, cube), doubt=not cube.sure) for number, cube in enumerate(came, following)]
    tracks = sorted(_within_kit([fate.track for fate in fates], kit), key=lambda track: track.id)
    goal = Section.GOAL.value
    goal_untouched = bool(known) and all(cube.section != goal for cube in (*(track.cube for track in touched), *unused))
    sure = not any(fate.doubt for fate in fates) and _possible(tracks, kit)
    sure = sure and not _spoilt(board, known, tracks, goal_untouched=goal_untouched)
    return Followed(tuple(tracks), sure, goal_untouched)


@dataclass(frozen=True, slots=True)
class _Fate:
    """What a cube has become, and whether there is a doubt about it that was not put to people before."""

    track: Track
    doubt: bool


def _stay(staying: Sequence[tuple[Track, Standing]], cubes: Sequence[SeenCube]) -> tuple[list[_Fate], list[SeenCube]]:
    """The cubes whose places look as they did, and what is left of the board without them."""
    seen_at = {
        number: cube
        for cube, number in pair_by_place(cubes, [track.cube for track, _ in staying])
        if number is not None
    }
    fates = []
    for number, (track, how) in enumerate(staying):
        cube = _unmoved(track.cube, seen_at[number], how) if number in seen_at else track.cube
        # A doubt is put to people once; while nobody touches the cube it is no news.
        doubt = not cube.sure and (track.cube.sure or _kind(cube) != _kind(track.cube))
        fates.append(_Fate(replace(track, cube=cube), doubt))
    used = {id(cube) for cube in seen_at.values()}
    return fates, [cube for cube in cubes if id(cube) not in used]


def _moved(moved: Sequence[tuple[Track, SeenCube | None]], layout: Layout, *, alone: bool) -> list[_Fate]:
    """The cubes that may have been touched. `alone`: no cube came that was not known."""
    gone = [_Fate(replace(track, here=False), doubt=False) for track, seen in moved if seen is None]
    found = [(track, _at_its_place(track, seen)) for track, seen in moved if seen is not None]
    fates = []
    doubtful = [(track, cube) for track, cube in found if not cube.sure and not _same_place(track, cube)]
    # One doubtful cube, and all others are accounted for: in view, or in a hand since before.
    lone = alone and len(doubtful) == 1 and not any(seen is None and track.here for track, seen in moved)
    for track, cube in found:
        doubt = not cube.sure and (track.cube.sure or not _same_place(track, cube))
        if doubt and lone and _known_by_its_absence(track, cube, layout):
            fates.append(_Fate(Track(track.id, msgspec.structs.replace(cube, sure=track.cube.sure)), doubt=False))
        else:
            fates.append(_Fate(Track(track.id, cube), doubt))
    return [*gone, *fates]


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


def _same_place(track: Track, seen: SeenCube) -> bool:
    """Whether a cube reads as one that lay there before, however the light around it has changed."""
    near = track.here and distance_mm(track.cube, seen) < _SAME_PLACE_MM
    return near and _kind(seen) == _kind(track.cube) and _lies_alike(track.cube, seen)


def _at_its_place(track: Track, seen: SeenCube) -> SeenCube:
    """What is believed of a cube that may have been touched: two readings of one place that say the same are enough."""
    return msgspec.structs.replace(seen, sure=seen.sure or (track.cube.sure and _same_place(track, seen)))


def _lies_alike(known: SeenCube, seen: SeenCube) -> bool:
    return (known.section, known.orientation) == (seen.section, seen.orientation)


def _known_by_its_absence(track: Track, seen: SeenCube, layout: Layout) -> bool:
    """Whether the one doubtful cube is the one that is missing, though its face be hard to read: it looks like it.

    If its face was doubtful before, it still is; that it was moved is certain. In the Goal it also matters how it is
    turned, and that nobody knows but who reads it.
    """
    clear = layout.line_distance(*seen.mat_mm) > _CLEAR_OF_LINES_MM and seen.confidence >= _LIKELY
    return clear and _kind(seen) == _kind(track.cube) and seen.section != Section.GOAL.value


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
