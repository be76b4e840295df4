"""Whether a picture is good enough to be trusted: light, sharpness, mirrored lamps, hands, markers, a moved camera.

Each doubt is a named problem (`vision/reader.py`). The limits are physical: strokes of symbols are about a millimetre
and a half wide, and a cube must not be able to lie unseen in a white spot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.kept_pose import KeptPose, moved_mm
from vision.markers import edge_spread_px
from vision.mat_view import Lost, MatView
from vision.pictures import Image
from vision.reader import (
    BLURRED,
    CAMERA_MOVED,
    DARK,
    GLARE,
    HAND_OVER_MAT,
    MARKER_MISSING,
    UNCLEAR_OBJECT,
)
from vision.strangers import PX_PER_MM, Strangers, find_strangers

#: Grey of the paper, of 255, below which there are too few steps between print and paper.
DARK_BELOW = 45.0
#: Noise (one standard deviation), as a share of the paper's grey, beyond which it is as strong as a pale sign.
NOISY_ABOVE = 0.08
#: A picture without a mat is called dark if hardly anything in it is brighter than this.
ALL_DARK_BELOW = 40.0
#: Spread of the markers' edges in light, on the sheet, beyond which neighbouring strokes run together. In the picture's
#: own numbers it is five sixths of a millimetre (one standard deviation): of strokes and gaps of a millimetre each, as
#: between the bar and the dots of a ÷, that leaves a thirtieth of the contrast.
BLURRED_ABOVE_MM = 0.6
#: A picture without a mat is called blurred if even its steep edges bridge no more than this share of their contrast
#: from pixel to pixel; an edge is looked at over so many pixels, and some pixels must be part of one.
NO_EDGE_BELOW = 0.2
_EDGE_PX = 15
_ENOUGH_EDGE = 500
#: White beyond what the paper can be, and how wide a spot must be to hide a cube.
WHITE = 250
SPOT_MM = 14.0
#: A face is washed out if this share of its middle is white while the paper is not.
WASHED_SHARE = 0.5
PAPER_NOT_WHITE = 238.0
#: Noise is measured between pixels that are so far apart; half of them are off the mean of two others by less than
#: this many standard deviations.
_APART = 3
_MEDIAN_OFF = 0.826
#: A camera that stands so many millimetres off, anywhere on the sheet, has been moved.
MOVED_MM = 4.0


@dataclass(frozen=True, slots=True)
class Quality:
    """What was measured in a picture whose sheet was found, and what follows from it."""

    paper: float
    noise: float
    spread_mm: float
    spot: bool
    washed_out: tuple[int, ...]
    strangers: Strangers
    markers_missing: tuple[int, ...]
    by_hand: bool
    moved_mm: float | None

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(self._problems())

    def _problems(self) -> Iterator[str]:
        if self.markers_missing and not self.by_hand:
            yield MARKER_MISSING
        if self.moved_mm is not None and self.moved_mm > MOVED_MM:
            yield CAMERA_MOVED
        if self.paper < DARK_BELOW or self.noise > NOISY_ABOVE * self.paper:
            yield DARK
        if self.spread_mm > BLURRED_ABOVE_MM:
            yield BLURRED
        if self.spot or self.washed_out:
            yield GLARE
        if self.strangers.hand:
            yield HAND_OVER_MAT
        elif self.strangers.object:
            yield UNCLEAR_OBJECT


def picture_problems(
    view: MatView, cubes_mm: Sequence[tuple[float, float]], kept: KeptPose | None = None
) -> tuple[str, ...]:
    """The named problems of a picture whose sheet was found; what `judge` says, in short."""
    return judge(view, cubes_mm, kept).problems


def judge(view: MatView, cubes_mm: Sequence[tuple[float, float]], kept: KeptPose | None = None) -> Quality:
    """How good a picture is, when cubes were found at these places.

    With a kept pose also whether the camera still stands there. `washed_out` are indices of `cubes_mm`.
    """
    sheet = view.plane(0, 2 * PX_PER_MM, 0)
    grey = cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY)
    # Most of the sheet is empty paper, also in the middle of a game.
    paper = float(np.quantile(grey[::3, ::3], 0.6))
    return Quality(
        paper=paper,
        noise=_noise(grey),
        spread_mm=_spread_mm(view),
        spot=_spot(grey, paper),
        washed_out=_washed_out(view, cubes_mm, paper),
        strangers=find_strangers(view, cubes_mm, sheet),
        markers_missing=view.markers_missing,
        by_hand=not view.markers_seen,
        moved_mm=None if kept is None else moved_mm(view, kept),
    )


def _noise(grey: Image) -> float:
    """How far a pixel of plain paper is off its neighbours: what one in two is off by, as a standard deviation."""
    rows = grey[::5].astype(np.float32)
    # The straightened picture is finer than the camera's: next neighbours are not independent.
    off = np.abs(rows[:, _APART:-_APART] - (rows[:, : -2 * _APART] + rows[:, 2 * _APART :]) / 2)
    return float(np.median(off)) / _MEDIAN_OFF


def lost_problems(image: Image, lost: Lost) -> tuple[str, ...]:
    """The problems of a picture whose sheet was not found: why it was not, where that can be told."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    low, high = np.quantile(grey[::3, ::3], (0.005, 0.995))
    problems = [lost.problem]
    if high < ALL_DARK_BELOW:
        problems.append(DARK)
    elif high - low > 20 and _steepest(grey, 0.35 * float(high - low)) < NO_EDGE_BELOW:
        problems.append(BLURRED)
    return tuple(problems)


def _steepest(grey: Image, contrast: float) -> float:
    """How much of a steep edge's contrast one pixel bridges, in the more blurred direction; 1 if there is no edge."""
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    shares = [1.0]
    for picture in (smooth, np.ascontiguousarray(smooth.T)):
        window = np.ones((1, _EDGE_PX), dtype=np.uint8)
        rise = cv2.subtract(cv2.dilate(picture, window), cv2.erode(picture, window))
        steps = cv2.dilate(cv2.absdiff(picture[:, 1:], picture[:, :-1]), window)
        strong = rise[:, 1:] > contrast
        if strong.sum() > _ENOUGH_EDGE:
            shares.append(float(np.median(steps[strong] / rise[:, 1:][strong])))
    return min(shares)


def _spread_mm(view: MatView) -> float:
    """The blur of the markers' edges as a length on the sheet; 0 where no marker was measured."""
    squares = list(view.marker_corners.values())
    if not squares:
        return 0.0
    widths = [float(np.linalg.norm(square - np.roll(square, 1, axis=0), axis=1).mean()) for square in squares]
    return edge_spread_px(view.image, squares) * view.layout.marker_mm / float(np.mean(widths))


def _spot(grey: Image, paper: float) -> bool:
    """Whether a white spot on the sheet is so wide that a cube could lie in it unseen."""
    if paper > PAPER_NOT_WHITE:
        return False
    white = (grey >= WHITE).astype(np.uint8)
    if cv2.countNonZero(white) < SPOT_MM**2 / 2:
        return False
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(SPOT_MM), round(SPOT_MM)))
    return bool(cv2.erode(white, disc, borderType=cv2.BORDER_CONSTANT, borderValue=0).any())


def _washed_out(view: MatView, tops: Sequence[tuple[float, float]], paper: float) -> tuple[int, ...]:
    if not tops or paper > PAPER_NOT_WHITE:
        return ()
    faces = view.patches(tops, np.zeros(len(tops)), 11, 11, view.layout.cube_mm)
    share = (faces.min(axis=3) >= WHITE).mean(axis=(1, 2))
    return tuple(int(index) for index in np.flatnonzero(share > WASHED_SHARE))
