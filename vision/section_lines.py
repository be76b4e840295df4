"""The printed lines of the sections as evidence: where a picture has them, to a part of a pixel.

Four markers stand at the sheet's corners, all equally far from its middle: they alone say little of how the lens bends
the middle, and two of them little of how the sheet leans. Its long thin lines say both.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Layout
from vision.lens import Lens, Points
from vision.pictures import Image, sampled
from vision.pose import Evidence, Pose

#: A line is looked for every so many millimetres, and so far to either side: nearer than the next line.
EVERY_MM = 7.0
REACH_MM = 2.2
_STEP_MM = 0.22
#: A section's corners and names are left out.
_ENDS_MM = 5.0


@cache
def _places(layout: Layout) -> tuple[Points, Points]:
    """Points of all sections' lines outside the markers' zones, and the unit vectors into the sections."""
    places: list[tuple[float, float]] = []
    across: list[tuple[float, float]] = []
    zones = [layout.marker_zone(marker).grown(2) for marker in layout.markers]
    for _, area in layout.sections:
        for y, inwards in ((area.y0, 1.0), (area.y1, -1.0)):
            for x in np.arange(area.x0 + _ENDS_MM, area.x1 - _ENDS_MM + 0.01, EVERY_MM):
                places.append((float(x), y))
                across.append((0.0, inwards))
        for x, inwards in ((area.x0, 1.0), (area.x1, -1.0)):
            for y in np.arange(area.y0 + _ENDS_MM, area.y1 - _ENDS_MM + 0.01, EVERY_MM):
                places.append((x, float(y)))
                across.append((inwards, 0.0))
    free = [not any(zone.has(*place) for zone in zones) for place in places]
    return np.array(places)[free], np.array(across)[free]


def find_lines(grey: Image, layout: Layout, pose: Pose, lens: Lens) -> Evidence:
    """The points of the sections' lines that the picture shows about where this pose expects them."""
    places, across = _places(layout)
    offsets = np.arange(-REACH_MM, REACH_MM + _STEP_MM / 2, _STEP_MM)
    points = (places[:, None, :] + offsets[None, :, None] * across[:, None, :]).reshape(-1, 2)
    pixels = lens.project(pose.seen(points)).reshape(len(places), len(offsets), 2)
    profile = sampled(grey, pixels)
    found, good = _dark_ridges(np.asarray(profile, dtype=np.float32))
    rows = np.arange(len(places))
    low = np.clip(np.floor(found).astype(int), 0, len(offsets) - 2)
    share = (found - low)[:, None]
    there = pixels[rows, low] * (1 - share) + pixels[rows, low + 1] * share
    # Pixels for a millimetre into the section.
    inset = (pixels[:, -1] - pixels[:, 0]) / (offsets[-1] - offsets[0])
    direction = inset / np.maximum(np.linalg.norm(inset, axis=1, keepdims=True), 1e-9)
    high, wide = grey.shape[:2]
    inside = (pixels > 2).all(axis=(1, 2)) & (pixels < np.array((wide - 3, high - 3))).all(axis=(1, 2))
    keep = good & inside
    return Evidence.line_points(places[keep], there[keep], direction[keep], inset[keep])


def _dark_ridges(profile: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """The place of the one thin dark line in each row, as a fractional column, and whether there is one.

    A line is darker than the paper on both sides of it, and that paper is alike: the rim of a cube or a shadow is not.
    """
    # Smoothed along the line: neighbours see the same line, and noise differs.
    smooth = cv2.GaussianBlur(profile, (0, 0), sigmaX=1.2, sigmaY=1.0)
    count = profile.shape[1]
    paper = np.median(profile, axis=1)
    depth = paper[:, None] - smooth
    inner = depth[:, 3:-3]
    deepest = inner.argmax(axis=1) + 3
    rows = np.arange(len(profile))
    peak = depth[rows, deepest]
    before, after = depth[rows, deepest - 1], depth[rows, np.minimum(deepest + 1, count - 1)]
    bend = before - 2 * peak + after
    shift = np.where(bend < -1e-6, 0.5 * (before - after) / np.where(bend < -1e-6, bend, -1.0), 0.0)
    near = np.abs(np.arange(count)[None, :] - deepest[:, None]) <= 5
    rest = np.where(near, np.nan, depth)
    noise = np.nanmedian(np.abs(rest), axis=1)
    worst = np.nanmax(np.abs(rest), axis=1)
    good = (peak > 0.03 * paper) & (peak > 4 * noise) & (peak > 1.6 * worst) & (peak < 0.6 * paper)
    return deepest + np.clip(shift, -1, 1), good
