"""How long watching takes, stage by stage, on one core, and what is left of it at 15 frames a second.

Prints; asserts nothing. Photographic pictures of the simulated table at 1280 x 960: a hand moves cubes, one by one.

python tests/bench/watch.py [MOVES]
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from rules.cubes import EQUATIONS_KIT
from rules.mat import Section
from vision.frames import Frame
from vision.layout import load_layout
from vision.motion import Motion, small
from vision.net_reader import open_reader
from vision.part_reading import PartReader, Reading
from vision.photo import PhotoDrawer, pick_look
from vision.photo_scene import Hand, PhotoScene, scene_of
from vision.pictures import Image
from vision.sightings import Trouble
from vision.simulated import SimulatedMat
from vision.snapshots import SnapshotStore
from vision.tracks import Standing, Track, follow
from vision.votes import agreed
from vision.watch import Watcher

FPS = 15
#: Seconds between two moves of a quick game.
BETWEEN_S = 3
#: How many times longer one core of each takes than one of a current x86-64 machine: an estimate from common
#: benchmarks, not a measurement of this program.
SLOWER = {"Pi 4": 6.0, "Pi 5": 2.5}

LAYOUT, KIT = load_layout(), EQUATIONS_KIT
Times = dict[str, list[float]]


def main(words: list[str]) -> None:
    cv2.setNumThreads(1)
    moves = int(words[0]) if words else 6
    times: Times = {}
    _stages(times)
    late, spent = _film(times, moves)
    scales = "".join(f"{name:>10}" for name in SLOWER)
    print(f"{'stage':44}{'median':>10}{'worst':>10}{'of':>6}   estimated:{scales}")
    for stage, values in times.items():
        middle = statistics.median(values)
        estimates = "".join(f"{middle * times_slower:10.1f}" for times_slower in SLOWER.values())
        print(f"{stage:44}{middle:7.1f} ms{max(values):7.1f} ms{len(values):6}              {estimates}")
    print(
        f"\na settled change is reported at most {1000 * max(late):.0f} ms of computing after the frame that settles it"
    )
    print(f"{FPS} frames a second with a move every {BETWEEN_S} s take {100 * spent:.0f} % of a core", end="")
    print("".join(f"; {name} about {100 * spent * times_slower:.0f} %" for name, times_slower in SLOWER.items()))


def _timed(times: Times, stage: str, began: float) -> None:
    # The core's own time: what else runs on this machine does not count.
    times.setdefault(stage, []).append(1000 * (time.process_time() - began))


def _stages(times: Times) -> None:
    """Each stage for itself."""
    drawer = PhotoDrawer(LAYOUT, pick_look(3, LAYOUT))
    table = SimulatedMat.rolled(KIT, LAYOUT, random.Random(3))
    images = [drawer.draw(scene_of(table), number) for number in range(12)]
    smalls = []
    for image in images:
        began = time.process_time()
        smalls.append(small(image))
        _timed(times, "a frame, small", began)
    motion = Motion()
    for seen in smalls[1:]:
        began = time.process_time()
        motion.changed(seen, smalls[0])
        _timed(times, "motion, cell by cell", began)
    reader = open_reader(LAYOUT, KIT)
    assert isinstance(reader, PartReader)
    boards, first = [], None
    for image in images[:6]:
        boards.append(_read(times, "a whole reading", reader, image).board)
        first = first or reader.read_part(image)
    (x, y) = boards[0].cubes[0].mat_mm
    for image in images[6:]:
        began = time.process_time()
        reader.read_part(image, first, lambda u, v: abs(u - x) + abs(v - y) < 20, same_pose=True)
        _timed(times, "a reading of what one cube's move touched", began)
    for _ in range(6):
        began = time.process_time()
        consensus = agreed(boards[:3])
        _timed(times, "votes of three readings", began)
    known = [Track(number, cube) for number, cube in enumerate(consensus.cubes, 1)]
    for standing in (Standing.UNTOUCHED, Standing.CHANGED):
        for _ in range(6):
            began = time.process_time()
            follow(known, consensus, KIT, LAYOUT, lambda _: standing)  # noqa: B023  called at once
            _timed(times, f"tracks, all cubes {standing.value}", began)


def _read(times: Times, stage: str, reader: PartReader, image: Image) -> Reading:
    began = time.process_time()
    found = reader.read_part(image)
    _timed(times, stage, began)
    return found


def _film(times: Times, moves: int) -> tuple[list[float], float]:
    """The watcher in front of a film: what each frame took by what it was, and the share of a core it takes."""
    drawer = PhotoDrawer(LAYOUT, pick_look(3, LAYOUT))
    late, total, frames = [0.0], 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        watcher = Watcher(open_reader(LAYOUT, KIT), SnapshotStore(Path(folder)), KIT)
        for scene in _scenes(moves):
            frames += 1
            image = drawer.draw(scene, frames)
            began, at_rest = time.process_time(), watcher.settled
            said = watcher.see(Frame(image, frames * 1_000_000 // FPS, frames))
            took = time.process_time() - began
            total += took
            if any(not isinstance(sighting, Trouble) for sighting in said):
                _timed(times, "see: a frame that settles a change", began)
                late.append(took)
            elif at_rest and watcher.settled:
                _timed(times, "see: a frame that is dismissed", began)
            elif not scene.hands:
                _timed(times, "see: a still frame that is read", began)
            else:
                _timed(times, "see: a frame with a hand", began)
    return late, total / (frames / FPS)


def _scenes(moves: int) -> Iterator[PhotoScene]:
    rng = random.Random(5)
    table = SimulatedMat.rolled(KIT, LAYOUT, rng)
    for _ in range(FPS):
        yield scene_of(table)
    for _ in range(moves):
        lying = [cube for cube in table.cubes if LAYOUT.section_at(cube.x, cube.y) == Section.RESOURCES.value]
        chosen = rng.choice(lying)
        area = LAYOUT.area(rng.choice((Section.REQUIRED, Section.PERMITTED, Section.FORBIDDEN))).grown(-14)
        place = rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1)
        after = table.dropped(chosen.id, *place, layout=LAYOUT, orientation=0)
        laid = after.cube(chosen.id)
        lifted = scene_of(table.lifted(chosen.id))
        for step in range(8):
            share = step / 7
            yield replace(
                lifted,
                hands=(Hand(chosen.x + (laid.x - chosen.x) * share, chosen.y + (laid.y - chosen.y) * share),),
            )
        for step in range(5):
            yield replace(scene_of(after), hands=(Hand(laid.x, laid.y + 70 * step),))
        table = after
        for _ in range(BETWEEN_S * FPS - 13):
            yield scene_of(table)


if __name__ == "__main__":
    main(sys.argv[1:])
