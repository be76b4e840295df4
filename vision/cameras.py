"""The camera that a table is told to use: the one place where a kind of camera gets its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.errors import NotBuilt
from vision.layout import Layout
from vision.simulated_camera import SimulatedCamera
from vision.wire import CAMERAS


def open_camera(camera: Mapping[str, Any], layout: Layout) -> SimulatedCamera:
    """The camera `{"kind": …}`; NotBuilt for a kind that this version does not have."""
    kind = camera.get("kind")
    if kind not in CAMERAS:
        raise NotBuilt(f"a camera of the kind {kind!r} is not built yet; there is {', '.join(map(repr, CAMERAS))}")
    return SimulatedCamera(layout)
