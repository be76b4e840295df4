"""Vision as a process of its own: `python -m vision.process`, lines on stdin and stdout (`vision/wire.py`).

It ends by itself when its stdin closes or its parent is gone. A line it cannot read is answered by an error,
and it goes on. A camera that is not built ends it with status 2. Everything but the lines goes to stderr.
"""

from __future__ import annotations

import logging
import os
import queue
import signal
import sys
import threading
from typing import BinaryIO, TextIO

import cv2

from rules.cubes import EQUATIONS_KIT, Kit
from rules.errors import BadRequest, NotBuilt
from rules.events import parse_object
from vision.cameras import open_camera
from vision.frames import monotonic_us
from vision.layout import load_layout
from vision.readers import reader_for
from vision.sightings import sighting_text
from vision.simulated import parse_simulated
from vision.snapshots import SnapshotStore
from vision.watch import Watcher
from vision.wire import NOT_BUILT_STATUS, Complaint, Ready, VisionHello, Watermark, parse_hello

log = logging.getLogger(__name__)

#: The cubes that lie on each mat.
KITS: dict[str, Kit] = {"equations": EQUATIONS_KIT}

#: None stands for the end of stdin.
_Lines = queue.SimpleQueue[bytes | None]


class VisionProcess:
    """The loop: lines in, a frame, sightings and a watermark out, as often as the hello says."""

    def __init__(self, hello: VisionHello, lines: _Lines, out: TextIO) -> None:
        if hello.mat not in KITS:
            raise NotBuilt(f"no reader is built for the mat {hello.mat!r}")
        self._kit = KITS[hello.mat]
        layout = load_layout(hello.mat)
        self._camera = open_camera(hello.camera, layout)
        self._reader = reader_for(hello.reader, hello.camera["kind"], layout, self._kit)
        self._watcher = Watcher(self._reader, SnapshotStore(hello.snapshots), self._kit)
        self._period_us = round(1_000_000 / hello.fps)
        self._lines = lines
        self._out = out
        self._parent = os.getppid()

    def run(self) -> None:
        """Returns when stdin has ended or the parent is gone."""
        self._say(Ready(self._reader.name).text)
        due_us = monotonic_us()
        while self._listen_until(due_us) and os.getppid() == self._parent:
            self._look()
            # A slow frame is followed by the next one at once, but missed frames are not made up for.
            due_us = max(due_us + self._period_us, monotonic_us())

    def _listen_until(self, due_us: int) -> bool:
        """Takes lines until the next frame is due; False when no more can come."""
        while True:
            left_us = due_us - monotonic_us()
            try:
                line = self._lines.get(left_us > 0, max(left_us, 0) / 1_000_000)
            except queue.Empty:
                return True
            if line is None:
                return False
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            request = parse_object(line)
            if "truth" not in request:
                raise BadRequest("the line has no truth")
            self._camera.show(parse_simulated(request["truth"], self._kit))
        except BadRequest as wrong:
            self._say(Complaint(str(wrong)).text)

    def _look(self) -> None:
        now_us = monotonic_us()
        frame = self._camera.read()
        if frame is None:
            # No picture yet: none that comes can be older than this look.
            self._say(Watermark(now_us).text)
            return
        for sighting in self._watcher.see(frame):
            self._say(sighting_text(sighting))
        self._say(Watermark(self._watcher.watermark_us).text)

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


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
    except NotBuilt as missing:
        print(Complaint(str(missing)).text, file=out, flush=True)
        return NOT_BUILT_STATUS
    process.run()
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
