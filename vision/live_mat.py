"""Where the mat lies in the picture that somebody sees on a page: by its markers, or by corners that he drags there.

What the page shows straightened is what the reader would take for the sheet, by the same way of finding it
(`vision/mat_view.py`): whoever sets corners sees at once whether they are right.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from rules.errors import BadRequest
from vision.kept_pose import KeptCorners
from vision.layout import Layout
from vision.lens import Lens
from vision.live_view import LiveView
from vision.mat_view import Lost, MatView, find_mat
from vision.pictures import Image

#: The straightened sheet: so many pixels to the millimetre, and so much of the table around it.
PX_PER_MM = 1.5
AROUND_MM = 12.0
_QUALITY = 80
_LINE = (200, 60, 200)
_SHEET = (255, 140, 0)


@dataclass(frozen=True, slots=True)
class Straightened:
    """The sheet from straight above, its sections drawn into it; `by_hand` if no marker was in the picture."""

    jpeg: bytes
    by_hand: bool


def straightened(
    view: LiveView, layout: Layout, *, lens: Lens | None = None, corners: KeptCorners | None = None
) -> Straightened | Lost:
    """The sheet of that view as the reader would find it; BadRequest if the view has no picture."""
    found = found_mat(view, layout, lens=lens, corners=corners)
    return found if isinstance(found, Lost) else Straightened(_drawn(found), not found.markers_seen)


def found_mat(
    view: LiveView, layout: Layout, *, lens: Lens | None = None, corners: KeptCorners | None = None
) -> MatView | Lost:
    """Where the sheet lies in a view's picture, in the pixels of the camera; BadRequest if there is no picture."""
    if view.jpeg is None or view.size is None:
        raise BadRequest("the camera gives no picture")
    image = cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise BadRequest("the camera's picture cannot be read")
    high, wide = image.shape[:2]
    if (wide, high) != view.size:
        # Pages get large pictures made smaller; what is kept of them must be true of the camera's own.
        image = cv2.resize(image, view.size, interpolation=cv2.INTER_LINEAR)
    by_hand = None if corners is None else corners.for_size(*view.size)
    return find_mat(np.asarray(image, dtype=np.uint8), layout, lens, by_hand)


def _drawn(view: MatView) -> bytes:
    picture: Image = view.plane(0, PX_PER_MM, AROUND_MM)
    wide, high = view.layout.sheet_mm
    for (x0, y0, x1, y1), colour in (
        *(((area.x0, area.y0, area.x1, area.y1), _LINE) for _, area in view.layout.sections),
        ((0.0, 0.0, wide, high), _SHEET),
    ):
        start, end = (
            (round((x + AROUND_MM) * PX_PER_MM), round((y + AROUND_MM) * PX_PER_MM)) for x, y in ((x0, y0), (x1, y1))
        )
        cv2.rectangle(picture, start, end, colour, 2, cv2.LINE_AA)
    _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return bytes(encoded)
