"""A watcher in front of a film: frames in, sightings out, scored; what was wrong is laid out to be looked at."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from tests.vision.shakes.film import Film
from tests.vision.shakes.fuzz import Delivery, delivered
from tests.vision.shakes.meaning import KIT
from tests.vision.shakes.score import Score, Told, score
from vision.frame_gate import FrameGate
from vision.reader import Reader
from vision.sightings import sighting_text
from vision.snapshots import SnapshotStore
from vision.watch import Watcher

#: So many frames before and after a fault are laid out.
_AROUND = (40, 10)


def watched(film: Film, plan: Sequence[Delivery], reader: Reader) -> tuple[Score, tuple[Told, ...]]:
    """What a watcher said of these frames, and its figures. As in the table, bad frames are kept from it."""
    told: list[Told] = []
    spent = longest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        watcher = Watcher(reader, SnapshotStore(folder), KIT)
        gate = FrameGate()
        for delivery, frame in zip(plan, delivered(film, plan), strict=True):
            before_us, began = watcher.watermark_us, time.process_time()
            passed = gate.take(frame)
            sightings = () if passed.frame is None else watcher.see(passed.frame)
            ms = 1000 * (time.process_time() - began)
            spent, longest = spent + ms, max(longest, ms)
            told += [Told(delivery.frame, sighting, before_us) for sighting in sightings]
    figures = score(film, told)
    return replace(figures, watch_ms=spent / max(1, len(plan)), longest_ms=longest), tuple(told)


def lay_out(folder: Path, film: Film, plan: Sequence[Delivery], told: Sequence[Told], figures: Score) -> None:
    """Writes the frames around every fault, everything that was said, and the truth."""
    folder.mkdir(parents=True, exist_ok=True)
    faults = [*figures.wrong, *figures.missed, *figures.asked]
    near = {number for fault in faults for number in range(fault.frame - _AROUND[0], fault.frame + _AROUND[1])}
    shown = [(count, delivery) for count, delivery in enumerate(plan) if delivery.frame in near]
    frames = delivered(film, [delivery for _, delivery in shown])
    for (count, delivery), frame in zip(shown, frames, strict=True):
        name = f"{count:05d}-frame{delivery.frame:05d}-{delivery.kind.replace(' ', '-')}.jpg"
        cv2.imwrite(str(folder / name), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    with (folder / "told.jsonl").open("w", encoding="utf-8") as file:
        for one in told:
            file.write(json.dumps({"frame": one.frame, "sighting": json.loads(sighting_text(one.sighting))}) + "\n")
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as file:
        for state in film.states:
            written = {"frame": state.frame, "goal": state.meaning.goal, "cubes": state.meaning.cubes}
            file.write(json.dumps(written, ensure_ascii=False) + "\n")
    lines = [
        f"{kind} at frame {fault.frame}: {fault.why}\n    {fault.said}"
        for kind, faults in (("WRONG", figures.wrong), ("MISSED", figures.missed), ("asked", figures.asked))
        for fault in faults
    ]
    (folder / "faults.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
