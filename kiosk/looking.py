"""The camera of the settings, looked at by this process itself: for the commands that try it out.

The simulated camera sees the table that lies in the data folder, as it is moved there; where none does, a rolled one.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kiosk.settings import CameraSettings
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.events import parse_object
from vision.cameras import camera_options, open_camera
from vision.eye import Eye, Look
from vision.frames import CameraState, Frame, monotonic_us
from vision.layout import Layout, load_layout
from vision.readers import fitting_reader
from vision.simulated import SimulatedMat, parse_simulated
from vision.simulated_camera import SimulatedCamera
from vision.snapshots import ReadBy, SnapshotStore
from vision.watch import Watcher

#: Where a simulated table leaves its cubes.
WORLD_FILE = "simulated-table.json"


@dataclass(frozen=True, slots=True, eq=False)
class Looking:
    """A camera with its watcher, and by what it reads."""

    eye: Eye
    read_by: ReadBy
    period_s: float
    before_look: Callable[[], None]

    def looks(self, seconds: float | None = None) -> Iterator[Look]:
        """Look after look, as often as the settings say, until the time is up or a recording is over."""
        began = due = time.monotonic()
        while seconds is None or time.monotonic() - began < seconds:
            self.before_look()
            yield self.eye.look(monotonic_us())
            if self.eye.camera.state is CameraState.ENDED:
                return
            due = max(due + self.period_s, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))


def open_looking(
    settings: CameraSettings,
    data: Path,
    snapshots: Path,
    *,
    on_frame: Callable[[Frame], Frame] = lambda frame: frame,
    every_frame: bool = False,
) -> Looking:
    """The camera of these settings, over the table of this data folder; BadRequest if it cannot be used."""
    layout, kit, options = load_layout(), EQUATIONS_KIT, settings.options
    camera = open_camera(options, layout)
    reader, calibration = fitting_reader(
        settings.reader, options, layout, kit, folder=data, size=camera_options(options).size
    )
    read_by = ReadBy(reader.name, calibration.hash)
    watcher = Watcher(reader, SnapshotStore(snapshots, read_by), kit)
    shape = None if calibration.lens is None else calibration.lens.size
    eye = Eye(camera, watcher, on_frame=on_frame, shape=shape, every_frame=every_frame)
    follow = SimulatedWorld(camera, layout, data / WORLD_FILE).follow if isinstance(camera, SimulatedCamera) else _rest
    return Looking(eye, read_by, 1 / settings.fps, follow)


def _rest() -> None:
    """A real table moves by itself."""


class SimulatedWorld:
    """Shows a simulated camera the table that a file describes, whenever it has changed."""

    def __init__(self, camera: SimulatedCamera, layout: Layout, path: Path) -> None:
        self._camera = camera
        self._layout = layout
        self._path = path
        self._shown: float | None = None

    def follow(self) -> None:
        try:
            changed = self._path.stat().st_mtime
            truth = None if changed == self._shown else self._read()
        except (OSError, BadRequest):
            changed = 0.0
            truth = None if self._shown is not None else self._rolled()
        if truth is not None:
            self._shown = changed
            self._camera.show(truth)

    def _read(self) -> SimulatedMat:
        return parse_simulated(parse_object(self._path.read_bytes()).get("mat"), EQUATIONS_KIT)

    def _rolled(self) -> SimulatedMat:
        return SimulatedMat.rolled(EQUATIONS_KIT, self._layout, random.Random(24))  # noqa: S311 - a fixed roll
