"""The hardware of a table: the box with its timer, and the camera. Each can be changed while the table runs.

What they report is handed to the referee's thread in the order in which it comes. When a part is changed the old one is
let go of first: what it had to say comes before the change, what the new one says comes after it, nothing is lost and
nothing told twice.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from device.box import Box
from device.faults import Fault
from device.signals import AnySignal, BlockLifted
from device.simulated import SimulatedBox
from device.timer import MatchTime, Plan
from kiosk.boxes import keep_box, timer_of, wiring_of
from kiosk.clock import Clock
from kiosk.evidence import CLIPS, SNAPSHOTS, Evidence, clip_note
from kiosk.expecting import PRESSED_US, Expecting
from kiosk.referee import Referee
from kiosk.settings import BoxSettings, CameraSettings, Settings
from kiosk.simulation import SimulatedTable
from rules.cubes import EQUATIONS_KIT
from vision.frames import monotonic_us
from vision.layout import load_layout
from vision.sightings import AnySighting
from vision.simulated import SimulatedMat
from vision.supervisor import Vision, VisionHello
from vision.wire import SIMULATED, ClipKept

log = logging.getLogger(__name__)

#: Hands something to the referee's thread.
Hand = Callable[[Callable[[], None]], None]

#: Why clips are kept.
BLOCK_LIFTED, DEADLINE_PASSED = "block-lifted", "deadline-passed"


class Parts:
    """At work from construction to `close`. Its methods may be called from any thread.

    `box` is one that is there already, for the tests; else it is the one of the settings.
    """

    def __init__(
        self, settings: Settings, clock: Clock, folder: Path, *, referee: Referee, hand: Hand, box: Box | None = None
    ) -> None:
        self._clock = clock
        self._folder = folder
        self._referee = referee
        self._hand = hand
        self._changing = threading.Lock()
        self._box_settings = settings.box
        self._camera_settings = settings.camera
        self._clip_seconds = settings.evidence.clip_seconds
        self._evidence = Evidence(folder, settings.evidence, referee.record.journal.rows())
        self._note(self._evidence.start(clock.wall().timestamp()))
        self._expecting = Expecting()
        self._reader = ""
        self._box = box or keep_box(settings.box, clock)
        self._timer = timer_of(self._box)
        self._vision = self._open_vision(settings.camera)
        self.simulation = SimulatedTable(
            self._box if isinstance(self._box, SimulatedBox) else None,
            load_layout(),
            EQUATIONS_KIT,
            show=self._show,
            world=folder / "simulated-table.json",
        )
        self._box_came(())
        self._camera_came()

    @property
    def simulated(self) -> bool:
        """Something at this table is simulated, so that it has hands on a page."""
        return self._camera_settings.kind == SIMULATED or self._box.kind == SIMULATED

    def state(self) -> dict[str, Any]:
        """What is in use, and how it is."""
        with self._changing:
            return {
                "box": {
                    "kind": self._box.kind,
                    "wiring": self._box_settings.wiring,
                    "port": self._box_settings.port,
                    "faults": {part: fault.value for part, fault in self._box.faults().items()},
                },
                "camera": {
                    "kind": self._camera_settings.kind,
                    "fps": self._camera_settings.fps,
                    "reader": self._camera_settings.reader,
                    "reads": self._reader,
                    "state": self._vision.state,
                },
            }

    def health(self) -> dict[str, str]:
        """A word for each part."""
        faults = {part: fault.value for part, fault in self._box.faults().items()}
        return {"camera": self._vision.state, "box": "ok"} | faults

    # -- showing -------------------------------------------------------------------------------------

    def lifted(self) -> bool:
        return self._box.lifted()

    def follow(self, plan: Plan, match_time: MatchTime) -> None:
        """Show this on the box; the camera looks closely when a limit is about to run out."""
        self._timer.follow(plan, match_time)
        now_us = monotonic_us()
        until_us = self._expecting.hurry_until(plan, match_time, now_us)
        if until_us is not None:
            self._vision.hurry(until_us)
        passed_us = self._expecting.passed_at(plan, match_time, now_us)
        if passed_us is not None:
            self._vision.keep_clip(DEADLINE_PASSED, passed_us)

    # -- changing ------------------------------------------------------------------------------------

    def change_box(self, settings: BoxSettings) -> None:
        """Take this box in place of the one there is; SettingsError, and nothing changes, for one that cannot be."""
        wiring_of(settings)
        with self._changing:
            old = self._box
            faulty = tuple(old.faults())
            self._timer.close()
            # First let go: the new one may be at the same pins or port.
            old.close()
            self._box, self._box_settings = keep_box(settings, self._clock), settings
            self._timer = timer_of(self._box)
            self.simulation.box = self._box if isinstance(self._box, SimulatedBox) else None
            self._box_came(faulty)
            log.info("the box is %s now", settings.kind)

    def change_camera(self, settings: CameraSettings) -> None:
        """Take this camera in place of the one there is."""
        with self._changing:
            self._vision.close()
            self._vision, self._camera_settings = self._open_vision(settings), settings
            self._vision.show(self.simulation.mat)
            self._camera_came()
            log.info("the camera is %s now, read by %s", settings.kind, settings.reader)

    def close(self) -> None:
        """May be called twice."""
        with self._changing:
            self._timer.close()
            self._box.close()
            self._vision.close()

    # -- the box -------------------------------------------------------------------------------------

    def _box_came(self, faulty: tuple[str, ...]) -> None:
        """Listen to a new box, once the referee knows that the old one, with its faulty parts, is gone."""
        box, referee, hand = self._box, self._referee, self._hand
        # The simulated box is stamped by our own clock, a real one by the machine's.
        own = box.kind == SimulatedBox.kind
        hand(lambda: referee.box_changed(faulty, box.resolution_us))

        def heard(signal: AnySignal) -> None:
            at_us = signal.at_us if own else self._clock.of_machine(signal.at_us)
            self._look_closely(signal, self._clock.to_machine(at_us))
            hand(lambda: referee.signalled(msgspec.structs.replace(signal, at_us=at_us)))

        def passed(at_us: int) -> None:
            passed_us = self._clock.of_machine(at_us)
            hand(lambda: referee.box_passed(passed_us))

        def faulted(part: str, fault: Fault | None) -> None:
            hand(lambda: referee.box_fault(part, fault))

        box.listen(heard, on_passed=passed, on_fault=faulted)

    # -- the camera ----------------------------------------------------------------------------------

    def _open_vision(self, settings: CameraSettings) -> Vision:
        hello = VisionHello(
            camera=settings.options,
            fps=settings.fps,
            snapshots=self._folder / SNAPSHOTS,
            reader=settings.reader,
            calibration=self._folder,
            clips=self._folder / CLIPS,
            clip_seconds=self._clip_seconds,
            memory_mb=settings.memory_mb,
        )
        return Vision(
            hello,
            on_sighting=self._saw,
            on_watermark=self._passed,
            on_state=self._camera_state,
            on_clip=self._clip_kept,
        )

    def _look_closely(self, signal: AnySignal, at_us: int) -> None:
        """Somebody has touched the box: how the mat lies now may matter, and what led to a challenge does."""
        self._vision.hurry(monotonic_us() + PRESSED_US)
        if isinstance(signal, BlockLifted):
            self._vision.keep_clip(BLOCK_LIFTED, at_us)

    def _clip_kept(self, kept: ClipKept) -> None:
        at_us = self._clock.of_machine(kept.at_us)
        self._hand(lambda: self._name_clip(kept, at_us))
        if kept.clip is not None:
            self._note(self._evidence.make_room(kept.clip))

    def _name_clip(self, kept: ClipKept, at_us: int) -> None:
        """In the referee's thread: the journal names a clip of a match; between matches it may go again."""
        record = self._referee.record
        if record.view is None or record.view.over:
            return
        record.journal.append("table", "note", clip_note(kept, record.t_ms(at_us)))
        if kept.clip is not None:
            self._evidence.named(kept.clip)

    def _note(self, text: str | None) -> None:
        """Have something written down, if there is something."""
        if text is not None:
            self._hand(lambda: _write(self._referee, text))

    def _show(self, mat: SimulatedMat) -> None:
        """Let the simulated camera of this moment see the simulated table."""
        self._vision.show(mat)

    def _camera_came(self) -> None:
        # Half a frame more than from one picture to the next: cameras are not punctual.
        frame_us = round(1_500_000 / self._camera_settings.fps * self._clock.speed)
        self._hand(lambda: self._referee.camera_changed(frame_us))
        self._vision.start()

    def _saw(self, sighting: AnySighting) -> None:
        dated = msgspec.structs.replace(sighting, at_us=self._clock.of_machine(sighting.at_us))
        self._hand(lambda: self._referee.saw(dated))

    def _passed(self, at_us: int) -> None:
        passed_us = self._clock.of_machine(at_us)
        self._hand(lambda: self._referee.passed(passed_us))

    def _camera_state(self, state: str, text: str) -> None:
        if state == "watching":
            self._reader = text
        self._hand(lambda: self._referee.camera(state, text))


def _write(referee: Referee, note: str) -> None:
    referee.record.journal.append("table", "note", note)
