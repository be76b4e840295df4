"""Vision as a process of its own: `python -m vision.process`, lines on stdin and stdout (`vision/wire.py`).

It ends by itself when its stdin closes or its parent is gone, also out of a driver that hangs (`vision/parent.py`). A
line it cannot read is answered by an error, and it goes on. A camera that is not built ends it with status 2.
Everything but the lines goes to stderr.

It is bounded: one thread for reckoning, less of the processor than the table if both want it, and no more memory than
its hello says. Where that is not enough, or a camera's driver hangs, it ends with a sentence and is started again.
"""

from __future__ import annotations

import logging
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import BinaryIO, TextIO

import cv2

from rules.cubes import EQUATIONS_KIT, Kit
from rules.errors import BadRequest, NotBuilt
from vision.calibration import CALIBRATION_WRONG
from vision.cameras import camera_options, open_camera
from vision.clip_keeper import ClipKeeper
from vision.clips import ClipStore
from vision.eye import Eye
from vision.frames import CameraState, Frame, monotonic_us
from vision.layout import load_layout
from vision.live import Live
from vision.live_view import LiveWanted
from vision.pace import Pace
from vision.parent import end_with_parent
from vision.readers import fitting_reader
from vision.recording import About
from vision.sightings import Trouble, sighting_text
from vision.simulated import parse_simulated
from vision.simulated_camera import SimulatedCamera
from vision.snapshots import ReadBy, SnapshotStore
from vision.watch import Watcher
from vision.wire import (
    NOT_BUILT_STATUS,
    Complaint,
    Ready,
    VisionHello,
    Watermark,
    parse_hello,
    parse_request,
)

log = logging.getLogger(__name__)

#: The cubes that lie on each mat.
KITS: dict[str, Kit] = {"equations": EQUATIONS_KIT}

#: None stands for the end of stdin.
_Lines = queue.SimpleQueue[bytes | None]


#: How much less of the processor it takes than others who want it too.
NICENESS = 5
#: A driver that hangs for so long will not come back by itself.
HUNG_US = 15_000_000
#: Somebody who wanted to see what the camera sees will want it again: so long every frame is looked at.
LIVE_US = 1_000_000
#: How often the memory is measured.
_MEASURE_US = 1_000_000


class Unwell(Exception):
    """The process must be started anew; the text says why."""


class VisionProcess:
    """The loop: lines in, a look, sightings and a watermark out, as often as the table needs."""

    def __init__(self, hello: VisionHello, lines: _Lines, out: TextIO) -> None:
        if hello.mat not in KITS:
            raise NotBuilt(f"no reader is built for the mat {hello.mat!r}")
        self._kit = KITS[hello.mat]
        layout = load_layout(hello.mat)
        self._camera = open_camera(hello.camera, layout)
        self._reader, calibration = fitting_reader(
            hello.reader,
            hello.camera,
            layout,
            self._kit,
            folder=hello.calibration,
            size=camera_options(hello.camera).size,
        )
        self._wrong = bool(calibration.wrong)
        store = SnapshotStore(hello.snapshots, ReadBy(self._reader.name, calibration.hash))
        about = About(camera=dict(hello.camera), reader=self._reader.name, calibration=calibration.hash)
        clips = hello.clips if hello.clips is not None else hello.snapshots.parent / "clips"
        self._clips = ClipKeeper(ClipStore(clips), about, hello.clip_seconds)
        shape = None if calibration.lens is None else calibration.lens.size
        watcher = Watcher(self._reader, store, self._kit, patience_ms=hello.patience_ms)
        self._eye = Eye(self._camera, watcher, on_frame=self._kept, shape=shape)
        self._live = Live(self._reader, layout)
        self._live_wanted: dict[LiveWanted, None] = {}
        self._pace = Pace(hello.fps)
        self._most_mb = hello.memory_mb
        self._measured_us = self._heard_us = monotonic_us()
        self._lines = lines
        self._out = out
        self._parent = os.getppid()

    def run(self) -> None:
        """Returns when stdin has ended or the parent is gone; Unwell if it must be started anew."""
        self._say(Ready(self._reader.name).text)
        if self._wrong:
            self._say(sighting_text(Trouble(at_us=monotonic_us(), problem=CALIBRATION_WRONG)))
        looked_us = monotonic_us() - 1_000_000
        while self._listen_until(looked_us) and os.getppid() == self._parent:
            # Missed looks are not made up for.
            looked_us = monotonic_us()
            self._look(looked_us)
            self._stay_within_bounds(looked_us)

    def _kept(self, frame: Frame) -> Frame:
        self._clips.add(frame)
        return frame

    def _listen_until(self, looked_us: int) -> bool:
        """Takes lines until the next look is due; False when no more can come."""
        while True:
            # A line may have made it due sooner.
            period_us = self._pace.period_us(monotonic_us(), settled=self._eye.settled)
            left_us = looked_us + period_us - monotonic_us()
            try:
                line = self._lines.get(left_us > 0, max(left_us, 0) / 1_000_000)
            except queue.Empty:
                return True
            if line is None:
                return False
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            request = parse_request(line)
            if request.truth is not None:
                if not isinstance(self._camera, SimulatedCamera):
                    raise BadRequest("only a simulated camera is shown a truth")
                self._camera.show(parse_simulated(request.truth, self._kit))
                # A drawn table is only taken when somebody looks: it must not be looked at rarely just now.
                self._pace.hurry(monotonic_us() + 1_000_000)
            if request.hurry_until is not None:
                self._pace.hurry(request.hurry_until)
            if request.clip is not None:
                self._clips.want(request.clip)
            if request.live is not None:
                # It is answered after the next look, and who looks on will ask again.
                self._live_wanted[request.live] = None
                self._pace.hurry(monotonic_us() + LIVE_US)
        except BadRequest as wrong:
            self._say(Complaint(str(wrong)).text)

    def _look(self, now_us: int) -> None:
        look = self._eye.look(now_us)
        for sighting in look.sightings:
            self._say(sighting_text(sighting))
        self._say(Watermark(look.watermark_us).text)
        for kept in self._clips.step(now_us):
            self._say(kept.text)
        for wanted in self._live_wanted:
            eye = self._eye
            view = self._live.view(wanted, eye.newest, self._camera.state, eye.problems, settled=eye.settled)
            self._say(view.text)
        self._live_wanted.clear()

    def _stay_within_bounds(self, now_us: int) -> None:
        if self._camera.state is not CameraState.SILENT:
            self._heard_us = now_us
        elif now_us - self._heard_us > HUNG_US:
            raise Unwell("the camera's driver does not answer any more")
        if self._most_mb and now_us - self._measured_us >= _MEASURE_US:
            self._measured_us = now_us
            used_mb = memory_mb()
            if used_mb > self._most_mb:
                raise Unwell(f"it used {used_mb} MB of memory, and may use {self._most_mb}")

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


def memory_mb() -> int:
    """The memory that this process holds, in millions of bytes; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def listen(source: BinaryIO) -> _Lines:
    """The lines of a stream, as they come, from a thread that waits for them."""
    lines: _Lines = queue.SimpleQueue()

    def pump() -> None:
        for line in source:
            if line.strip():
                lines.put(line)
        lines.put(None)

    threading.Thread(target=pump, name="stdin", daemon=True).start()
    return lines


def serve(source: BinaryIO, out: TextIO) -> int:
    """The whole life of the process; its exit status."""
    lines = listen(source)
    hello = None
    while hello is None:
        line = lines.get()
        if line is None:
            return 0
        try:
            hello = parse_hello(line)
        except BadRequest as wrong:
            print(Complaint(str(wrong)).text, file=out, flush=True)
    try:
        process = VisionProcess(hello, lines, out)
    except (NotBuilt, BadRequest) as missing:
        print(Complaint(str(missing)).text, file=out, flush=True)
        return NOT_BUILT_STATUS
    try:
        process.run()
    except Unwell as why:
        log.error("%s", why)
        print(Complaint(str(why)).text, file=out, flush=True)
        return 1
    return 0


def main() -> int:
    """Runs the process on this process's own stdin and stdout."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="vision: %(levelname)s %(message)s")
    # Ctrl-C in a terminal reaches every process; this one ends when its parent closes stdin.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a library prints must not come between our lines: they get stdout for themselves, others get stderr.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    cv2.setNumThreads(1)
    end_with_parent(0)
    os.nice(NICENESS)
    try:
        return serve(sys.stdin.buffer, out)
    except BrokenPipeError:
        log.info("nobody listens any more")
        return 0
    except Exception as failure:
        log.exception("vision ends")
        print(Complaint(f"{type(failure).__name__}: {failure}").text, file=out, flush=True)
        return 1


if __name__ == "__main__":
    # The thread that waits for stdin cannot be woken; leaving must not wait for it.
    status = main()
    sys.stderr.flush()
    os._exit(status)
