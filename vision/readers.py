"""The reader that a table is told to use: the plain one for drawn pictures, the trained one for photographs."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.cubes import Kit
from rules.errors import BadRequest
from vision.calibration import NO_CALIBRATION, Calibration, read_calibration
from vision.layout import Layout
from vision.plain_reader import PlainReader
from vision.reader import Reader
from vision.recording import recorded_camera
from vision.simulated_camera import PHOTO
from vision.wire import AUTO, PLAIN, READERS, SIMULATED

log = logging.getLogger(__name__)


def looks_of(camera: Mapping[str, Any]) -> str:
    """What pictures a camera gives, as `reader_for` asks: a simulated one that takes photographs is no drawing."""
    kind = str(camera.get("kind"))
    return PHOTO if kind == SIMULATED and camera.get("style") == PHOTO else kind


def reader_for(
    name: str,
    camera: str,
    layout: Layout,
    kit: Kit,
    calibration: Calibration = NO_CALIBRATION,
    *,
    size: tuple[int, int] | None = None,
    folder: Path | None = None,
) -> Reader:
    """The reader of that name for that camera's pictures (`looks_of`), of that size where corners were set by hand.

    A trained reader whose files cannot be used is one that names the problem on every picture, so that the table
    runs and says so. BadRequest if the tuning to the kit belongs to another model, or the corners to another size.
    `folder` has another model than the packaged one.
    """
    if name not in READERS:
        raise BadRequest(f"there is no reader {name!r}; there are {', '.join(READERS)}")
    if name == PLAIN or (name == AUTO and camera == SIMULATED):
        return PlainReader(layout, kit)
    # Only who needs the networks loads what runs them.
    from vision.net_reader import open_reader

    corners = None if calibration.corners is None or size is None else calibration.corners.for_size(*size)
    return open_reader(
        layout,
        kit,
        folder=folder,
        lens=calibration.lens,
        corners=corners,
        kept=calibration.kept,
        tuning=calibration.tuning,
    )


def fitting_reader(
    name: str,
    camera: Mapping[str, Any],
    layout: Layout,
    kit: Kit,
    *,
    folder: Path | None = None,
    size: tuple[int, int] | None = None,
    model: Path | None = None,
) -> tuple[Reader, Calibration]:
    """The reader of that name for that camera, and what of the calibration in `folder` it reads by.

    What of it cannot be used is left out and named (`Calibration.wrong`). `model` is the folder of another model.
    """
    taken_by = recorded_camera(camera)
    # What is known of the camera over the table is not true of one that is simulated.
    known = folder is not None and taken_by.get("kind") != SIMULATED and name != PLAIN
    calibration = read_calibration(folder) if known and folder is not None else NO_CALIBRATION

    def with_(calibration: Calibration) -> Reader:
        return reader_for(name, looks_of(taken_by), layout, kit, calibration, size=size, folder=model)

    try:
        return with_(calibration), calibration
    except BadRequest as wrong:
        if not calibration.hash:
            raise
        log.error("the calibration cannot be used: %s", wrong)
        return with_(NO_CALIBRATION), Calibration(wrong=(str(wrong),))
