"""The mat as a camera sees it: from pixels to millimetres at any height and back, and straightened pictures of planes.

`find_mat` gives a `MatView`, or `Lost` with the problem's name. Cubes' tops lie 16 mm above the sheet: at the sheet's
rim that moves them by up to 5 mm outwards, and a section's line is thinner than that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Layout
from vision.lens import Lens, Points, usual_lens
from vision.markers import confirmed, detect_markers
from vision.pictures import Image, sampled
from vision.pose import CORNER_PX, Evidence, Pose, Solved, place_doubt, solve
from vision.reader import MARKER_MISSING, NO_MAT
from vision.section_lines import find_lines
from vision.sides import Eye

#: With fewer markers the sheet's place is not certain.
ENOUGH_MARKERS = 2
#: Markers fit a pose if, on the average, they are no further off than this.
FIT_PX = 2.5
#: If they do not fit as well as they are measured, they may be so many times less exact.
_PATIENCE = 5.0
#: The sections' lines are looked for anew from a better pose while they move the sheet by more pixels than this, but
#: not for ever; so many of their points must be found.
_SETTLED_PX = 0.7
_LINE_ROUNDS = 4
_ENOUGH_LINES = 25
#: Where corners do not agree, lenses with these shares of the usual one's focal length are tried too.
_OTHER_LENSES = (0.85, 1.15, 1.3)
#: Hand-set corners are set with a mouse.
HAND_PX = 1.5
#: The straightened picture's map is computed every so many pixels, and between them in a straight line.
_COARSE = 8
#: So is a small square's, at so many knots along each side.
_KNOTS = 5

_Grid = npt.NDArray[np.float64]

#: The corners of the sheet in a picture (u, v), clockwise from the one at the sheet's top left.
HandCorners = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Lost:
    """The sheet's place is not known; `problem` is its name."""

    problem: str
    markers_seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatView:
    """One picture together with the camera's pose over the sheet. Nothing in it changes."""

    image: Image = field(repr=False)
    layout: Layout = field(repr=False)
    pose: Pose
    lens: Lens
    markers_seen: tuple[int, ...]
    #: How far the evidence lies from where the pose puts it: root mean square, in pixels.
    reprojection_px: float
    #: How far a place on the tops' plane may be wrong, by what the evidence left open: one standard deviation, at
    #: the sheet's worst place.
    doubt_mm: float = 0.0
    #: The markers' measured corners in the picture (4 x 2 each), by number.
    marker_corners: Mapping[int, Points] = field(default_factory=dict, repr=False)

    @property
    def markers_missing(self) -> tuple[int, ...]:
        return tuple(marker.id for marker in self.layout.markers if marker.id not in self.markers_seen)

    @property
    def eye(self) -> Eye:
        """Where the camera is above the sheet."""
        x, y, z = -self.pose.rotation.T @ np.array(self.pose.shift)
        return Eye(float(x), float(y), float(-z))

    @property
    def px_per_mm(self) -> float:
        """How large the middle of the sheet is in the picture."""
        x, y = self.layout.sheet.centre
        cross = self.to_picture(np.array([(x - 8, y), (x + 8, y), (x, y - 8), (x, y + 8)]), 0)
        return float(np.linalg.norm(cross[1] - cross[0]) + np.linalg.norm(cross[3] - cross[2])) / 32

    def to_picture(self, points_mm: npt.ArrayLike, height_mm: float) -> Points:
        """The pixels (n x 2) of places on the sheet at a height above it."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 2)
        return self.lens.project(self.pose.seen(points, height_mm))

    def to_mat(self, points_px: npt.ArrayLike, height_mm: float) -> Points:
        """The places (n x 2) at a height above the sheet that these pixels show."""
        return on_plane(self.pose, self.lens, np.asarray(points_px, dtype=np.float64).reshape(-1, 2), height_mm)

    def plane(self, height_mm: float, px_per_mm: float, margin_mm: float) -> Image:
        """The plane at this height from straight above: the sheet and so much around it.

        The centre of the top left pixel shows the place (0.5 / px_per_mm - margin_mm) in x and y.
        """
        wide, high = (round((side + 2 * margin_mm) * px_per_mm) for side in self.layout.sheet_mm)
        # One coarse cell more on every side, so that the part that is used lies between points that were computed.
        columns, rows = (-(-side // _COARSE) + 2 for side in (wide, high))
        x, y = ((np.arange(count) - 0.5) * _COARSE / px_per_mm - margin_mm for count in (columns, rows))
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        coarse = self.to_picture(grid, height_mm).reshape(rows, columns, 2).astype(np.float32)
        fine = cv2.resize(coarse, (columns * _COARSE, rows * _COARSE), interpolation=cv2.INTER_LINEAR)
        return sampled(self.image, fine[_COARSE : _COARSE + high, _COARSE : _COARSE + wide])

    def patches(
        self,
        centres_mm: npt.ArrayLike,
        angles_deg: npt.ArrayLike,
        size_mm: float,
        size_px: int,
        height_mm: float,
    ) -> npt.NDArray[np.uint8]:
        """Squares around places (n x size_px x size_px x 3), straight from the picture.

        A square is turned with the cube: what is turned clockwise on the sheet by its angle stands upright in it.
        """
        centres = np.asarray(centres_mm, dtype=np.float64).reshape(-1, 2)
        angles = np.radians(np.asarray(angles_deg, dtype=np.float64).reshape(-1))
        if not len(centres):
            return np.zeros((0, size_px, size_px, 3), dtype=np.uint8)
        right, down = _knots(size_mm)
        cos, sin = np.cos(angles)[:, None, None], np.sin(angles)[:, None, None]
        x = centres[:, 0, None, None] + right * cos - down * sin
        y = centres[:, 1, None, None] + right * sin + down * cos
        return self._cut(x, y, np.full(x.shape, height_mm), size_px)

    def walls(
        self, middles_mm: npt.ArrayLike, ways_deg: npt.ArrayLike, size_mm: float, size_px: int, height_mm: float
    ) -> npt.NDArray[np.uint8]:
        """Squares that stand upright on the sheet (n x size_px x size_px x 3), each seen from the way that it faces.

        Their middles are at this height above these places.
        """
        middles = np.asarray(middles_mm, dtype=np.float64).reshape(-1, 2)
        ways = np.radians(np.asarray(ways_deg, dtype=np.float64).reshape(-1))
        if not len(middles):
            return np.zeros((0, size_px, size_px, 3), dtype=np.uint8)
        right, down = _knots(size_mm)
        cos, sin = np.cos(ways)[:, None, None], np.sin(ways)[:, None, None]
        # Who looks at a wall that faces to the right of the sheet has the sheet's upper edge on the right hand.
        x = middles[:, 0, None, None] + right * sin
        y = middles[:, 1, None, None] - right * cos
        return self._cut(x, y, np.broadcast_to(height_mm - down, x.shape), size_px)

    def _cut(self, x: _Grid, y: _Grid, height_mm: _Grid, size_px: int) -> npt.NDArray[np.uint8]:
        """Squares of the picture whose knots (n x _KNOTS x _KNOTS) show these places at these heights."""
        count = len(x)
        places = np.stack((x, y), axis=-1).reshape(-1, 2)
        knots = self.lens.project(self.pose.seen(places, height_mm.reshape(-1))).reshape(count, _KNOTS, _KNOTS, 2)
        between = _between_knots(size_px)
        pixels = np.einsum("ik,nklc,jl->nijc", between, knots.astype(np.float32), between, optimize=True)
        cut = sampled(self.image, pixels.reshape(count, size_px * size_px, 2))
        return np.asarray(cut, dtype=np.uint8).reshape(count, size_px, size_px, 3)


def _knots(size_mm: float) -> list[_Grid]:
    """The knots of a square, to the right and down from its middle.

    A square is so small that between a few of them the way into the picture is straight.
    """
    axis = np.linspace(-size_mm / 2, size_mm / 2, _KNOTS)
    return list(np.meshgrid(axis, axis))


@cache
def _between_knots(size_px: int) -> npt.NDArray[np.float32]:
    """How much each knot of a square's side says of the middle of each pixel along it (pixels x knots)."""
    places = (np.arange(size_px) + 0.5) / size_px * (_KNOTS - 1)
    return np.asarray(np.maximum(0, 1 - np.abs(places[:, None] - np.arange(_KNOTS))), dtype=np.float32)


def on_plane(pose: Pose, lens: Lens, points_px: Points, height_mm: float) -> Points:
    """The places (n x 2) at a height above the sheet that a camera sees at these pixels."""
    rotation = pose.rotation
    rays = np.column_stack((lens.directions(points_px), np.ones(len(points_px)))) @ rotation
    start = -rotation.T @ np.array(pose.shift)
    along = (-height_mm - start[2]) / rays[:, 2]
    return np.asarray(start[:2] + rays[:, :2] * along[:, None])


def find_mat(
    image: Image, layout: Layout, lens: Lens | None = None, corners: HandCorners | None = None
) -> MatView | Lost:
    """Where the sheet lies in the picture: by its markers, or where none is found by corners that were set by hand.

    Two markers are enough. With a lens the pose alone is sought; without one, focal length and k1 too. A lens that is
    known for pictures of another shape is a BadRequest.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    high, wide = grey.shape[:2]
    known = lens is not None
    eye = usual_lens(wide, high) if lens is None else lens.for_size(wide, high)
    found = detect_markers(grey, layout)
    if found:
        found, solved = _by_markers(grey, layout, found, eye, known=known)
    elif corners is not None:
        solved = _solved(grey, layout, _hand_evidence(corners, layout), eye, known=known)
    else:
        return Lost(NO_MAT)
    seen = tuple(sorted(found))
    if solved is None:
        return Lost(MARKER_MISSING, seen)
    doubt = _doubt(solved, layout, eye, known=known)
    return MatView(image, layout, solved.pose, solved.lens, seen, solved.error_px, doubt, found)


def _hand_evidence(corners: HandCorners, layout: Layout) -> Evidence:
    wide, high = layout.sheet_mm
    sheet = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], dtype=np.float64)
    return Evidence.corners(sheet, np.asarray(corners, dtype=np.float64), HAND_PX)


def _by_markers(
    grey: Image, layout: Layout, found: dict[int, Points], lens: Lens, *, known: bool
) -> tuple[dict[int, Points], Solved | None]:
    """The pose by these markers and those that are where it expects them, and all of them; None if they do not do."""
    if len(found) < ENOUGH_MARKERS:
        return found, None
    if ENOUGH_MARKERS < len(found) < len(layout.markers):
        # With one missing the others' corners alone say where it should be.
        rough = solve(_marker_evidence(found, layout), lens, known=known)
        found = _completed(grey, layout, found, rough)
    solved = _solved(grey, layout, _marker_evidence(found, layout), lens, known=known)
    if len(found) > ENOUGH_MARKERS:
        return found, solved
    # Two of them say it only together with the sections' lines.
    more = _completed(grey, layout, found, solved)
    if len(more) > len(found):
        better = _solved(grey, layout, _marker_evidence(more, layout), lens, known=known)
        return (more, better) if better is not None else (found, solved)
    return found, solved


def _solved(grey: Image, layout: Layout, corners: Evidence, lens: Lens, *, known: bool) -> Solved | None:
    """The pose by corners and, where they help, the sections' lines; None if no pose explains the corners.

    A sheet that was printed or lies a little out of true is measured with more patience, and more doubt.
    """
    for patience in (1.0, _PATIENCE):
        evidence = corners.less_exact(patience)
        solved, eye = _most_agree(evidence, lens, known=known)
        if solved is not None and _agrees(solved, len(evidence.sheet_mm)):
            return _with_lines(grey, layout, evidence, solved, eye, known=known)
    return None


def _most_agree(evidence: Evidence, lens: Lens, *, known: bool) -> tuple[Solved | None, Lens]:
    """The pose by this evidence, and the lens that it began with.

    Begun with a lens unlike the true one, a whole marker may be taken for a stray; the pose that needs the fewest
    strays is the right one.
    """
    solved = solve(evidence, lens, known=known)
    if known or (solved is not None and solved.kept.all()):
        return solved, lens
    best, eye = solved, lens
    for share in _OTHER_LENSES:
        other = replace(lens, focal_px=(lens.focal_px[0] * share, lens.focal_px[1] * share))
        found = solve(evidence, other, known=known)
        if found is not None and (best is None or found.kept.sum() > best.kept.sum()):
            best, eye = found, other
    return best, eye


def _marker_evidence(found: dict[int, Points], layout: Layout) -> Evidence:
    markers = [marker for marker in layout.markers if marker.id in found]
    sheet = np.array([layout.marker_corners(marker) for marker in markers], dtype=np.float64)
    return Evidence.markers(sheet, np.array([found[marker.id] for marker in markers]))


def _completed(grey: Image, layout: Layout, found: dict[int, Points], solved: Solved | None) -> dict[int, Points]:
    """The markers that were found, and those that are where a pose puts them though they were not."""
    if solved is None:
        return found
    expected = {
        marker.id: solved.lens.project(solved.pose.seen(np.array(layout.marker_corners(marker))))
        for marker in layout.markers
        if marker.id not in found
    }
    return {**found, **confirmed(grey, expected, layout.dictionary)}


def _with_lines(grey: Image, layout: Layout, corners: Evidence, solved: Solved, lens: Lens, *, known: bool) -> Solved:
    """The pose with the sections' lines as further evidence, where enough of them are in view."""
    for _ in range(_LINE_ROUNDS):
        lines = find_lines(grey, layout, solved.pose, solved.lens)
        if len(lines.sheet_mm) < _ENOUGH_LINES:
            break
        patience = float(corners.error_px[0]) / CORNER_PX
        better = solve(corners.with_(lines.less_exact(max(patience, 1.0))), lens, known=known, start=solved)
        if better is None or not _agrees(better, len(corners.sheet_mm)):
            break
        moved = np.abs(_rim(better, layout) - _rim(solved, layout)).max()
        solved = better
        if moved < _SETTLED_PX:
            break
    return solved


def _rim(solved: Solved, layout: Layout) -> Points:
    """The sheet's corners and middle in the picture."""
    wide, high = layout.sheet_mm
    places = np.array([(0, 0), (wide, 0), (wide, high), (0, high), (wide / 2, high / 2)], dtype=np.float64)
    return solved.lens.project(solved.pose.seen(places))


def _agrees(solved: Solved, corners: int) -> bool:
    """Whether most corners are where the pose has them."""
    return bool(solved.kept[:corners].sum() >= 0.6 * corners) and solved.error_px < FIT_PX


def _doubt(solved: Solved, layout: Layout, lens: Lens, *, known: bool) -> float:
    """How uncertain the places of tops are, at the sheet's worst place."""
    wide, high = layout.sheet_mm
    grid = np.array([(x, y) for x in (0, wide / 2, wide) for y in (0, high / 2, high)], dtype=np.float64)
    pixels = solved.lens.project(solved.pose.seen(grid, layout.cube_mm))

    def place(pose: Pose, eye: Lens) -> Points:
        return on_plane(pose, eye, pixels, layout.cube_mm)

    return float(place_doubt(solved, place, known=known, lens=lens).max())
