"""The hardware of a table: the box with its timer, and the camera. Each can be changed while the table runs.

What they report is handed to the referee's thread in the order in which it comes. When a part is changed the old one is
let go of first: what it had to say comes before the change, what the new one says comes after it, nothing is lost and
nothing told twice.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from device.box import DARK, Box, Panel, Sink
from device.faults import Fault
from device.inputs import Input
from device.signals import AnySignal, BlockLifted
from device.simulated import SimulatedBox
from device.timer import MatchTime, Plan, Timer
from kiosk.boxes import keep_box, timer_of, wiring_of
from kiosk.clock import Clock
from kiosk.disputes import Disputes
from kiosk.evidence import CLIPS, SNAPSHOTS, Evidence, clip_note
from kiosk.expecting import PRESSED_US, Expecting
from kiosk.notices import EVIDENCE
from kiosk.referee import Referee
from kiosk.settings import GPIO, BoxSettings, CameraSettings, Settings
from kiosk.simulation import SimulatedTable
from rules.cubes import EQUATIONS_KIT
from vision.frames import monotonic_us
from vision.layout import load_layout
from vision.live_view import LiveView, LiveWanted
from vision.sightings import AnySighting
from vision.simulated import SimulatedMat
from vision.supervisor import Vision, VisionHello
from vision.wire import SIMULATED, ClipKept

log = logging.getLogger(__name__)

#: Hands something to the referee's thread.
Hand = Callable[[Callable[[], None]], None]

#: How long a test may have the display.
TEST_US = 120_000_000
#: Why clips are kept.
BLOCK_LIFTED, DEADLINE_PASSED = "block-lifted", "deadline-passed"
#: How many sightings are remembered for whoever looks on.
LAST_SEEN = 8


@dataclass(frozen=True, slots=True)
class Seen:
    """A sighting, and when it came."""

    at: datetime
    sighting: AnySighting


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
        self._showing = threading.Lock()
        self._box_settings = settings.box
        self._camera_settings = settings.camera
        self._patience_ms = settings.timing.patience_ms
        self._clip_seconds = settings.evidence.clip_seconds
        self._evidence = Evidence(folder, settings.evidence, referee.record.journal.rows())
        self._note(self._evidence.start(clock.wall().timestamp()))
        self._say_crowded()
        self._expecting = Expecting()
        self._disputes = Disputes()
        #: Who hears the box beside the referee, and what it shows in place of the match until then.
        self._listeners: list[Sink] = []
        self._testing: tuple[Panel, int] | None = None
        #: What the camera saw last, the newest at the end.
        self._seen: deque[Seen] = deque(maxlen=LAST_SEEN)
        self._reader = ""
        self._shown = False
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

    def look(self, wanted: LiveWanted) -> LiveView:
        """What the camera sees now; waits for its next frame, and costs nothing while nobody asks."""
        if self._camera_settings.kind == SIMULATED and not self._shown:
            # A simulated camera has no picture before something was laid; whoever looks may see the bare mat.
            self._show(self.simulation.mat)
        return self._vision.look(wanted)

    def seen(self) -> tuple[Seen, ...]:
        """What was seen last, the newest first."""
        return tuple(reversed(self._seen.copy()))

    # -- showing -------------------------------------------------------------------------------------

    def lifted(self) -> bool:
        return self._box.lifted()

    def follow(self, plan: Plan, match_time: MatchTime) -> None:
        """Show this on the box; the camera looks closely when a limit is about to run out."""
        now_us = monotonic_us()
        # A match goes before every test.
        if self._testing is not None and (now_us > self._testing[1] or plan.timer.steps):
            self.test(None)
        if self._testing is None:
            self._timer.follow(plan, match_time)
        until_us = self._expecting.hurry_until(plan, match_time, now_us)
        if until_us is not None:
            self._vision.hurry(until_us)
        passed_us = self._expecting.passed_at(plan, match_time, now_us)
        if passed_us is not None:
            self._vision.keep_clip(DEADLINE_PASSED, passed_us)
        for at_us in self._disputes.new(self._referee.record.moments, match_time, now_us):
            self._vision.keep_clip(BLOCK_LIFTED, at_us)

    # -- testing -------------------------------------------------------------------------------------

    @property
    def box(self) -> Box:
        """The box that is in use. Only the referee listens to it itself; others overhear it."""
        return self._box

    @property
    def switches(self) -> tuple[Input, ...]:
        """What can be pressed or lifted on it."""
        at_pins = self._box_settings.kind == GPIO and self._box.kind == GPIO
        return tuple(wiring_of(self._box_settings).switches()) if at_pins else tuple(Input)

    def overhear(self, sink: Sink) -> Callable[[], None]:
        """Report every signal of the box to `sink` too, also of one that takes its place; gives what ends that."""
        self._listeners = [*self._listeners, sink]

        def end() -> None:
            self._listeners = [each for each in self._listeners if each is not sink]

        return end

    def test(self, panel: Panel | None) -> None:
        """Show this on the box in place of the match, for two minutes at most; None: the match again."""
        with self._showing:
            before, self._testing = self._testing, None if panel is None else (panel, monotonic_us() + TEST_US)
            if panel is not None:
                self._box.show(panel)
            elif before is not None:
                self._box.show(self._timer.panel if isinstance(self._timer, Timer) else DARK)

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

    def look_anew(self) -> None:
        """Have the same camera read by what has been measured of it since."""
        self.change_camera(self._camera_settings)

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
            for sink in self._listeners:
                sink(signal)

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
            patience_ms=self._patience_ms,
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
            self._disputes.kept(at_us)
            self._vision.keep_clip(BLOCK_LIFTED, at_us)

    def _clip_kept(self, kept: ClipKept) -> None:
        at_us = self._clock.of_machine(kept.at_us)
        self._hand(lambda: self._name_clip(kept, at_us))
        if kept.clip is not None:
            self._note(self._evidence.make_room(kept.clip))
            self._say_crowded(kept.clip)

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

    def _say_crowded(self, newest: str | None = None) -> None:
        """Say on every page that clips which must stay take too much room, or that they do not."""
        text = self._evidence.crowded(newest)
        self._hand(lambda: self._referee.notice(EVIDENCE, text))

    def _show(self, mat: SimulatedMat) -> None:
        """Let the simulated camera of this moment see the simulated table."""
        self._shown = True
        self._vision.show(mat)

    def _camera_came(self) -> None:
        # Half a frame more than from one picture to the next: cameras are not punctual.
        frame_us = round(1_500_000 / self._camera_settings.fps * self._clock.speed)
        self._hand(lambda: self._referee.camera_changed(frame_us))
        self._vision.start()

    def _saw(self, sighting: AnySighting) -> None:
        self._seen.append(Seen(self._clock.wall(), sighting))
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
