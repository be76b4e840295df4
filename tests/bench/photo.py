"""How long a photographic picture takes to draw, on one core: still, with a hand, as the light changes, bumped.

python tests/bench/photo.py [SEED...]    Prints; asserts nothing.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import cv2

from rules.cubes import EQUATIONS_KIT
from vision.layout import load_layout
from vision.photo import PhotoDrawer, pick_look
from vision.photo_light import LightNow
from vision.photo_scene import Bump, Hand, PhotoScene, scene_of
from vision.simulated import SimulatedMat

ROUNDS = 12


def scenes(still: PhotoScene) -> dict[str, Iterator[PhotoScene]]:
    """Frames in which only this happens, one after the other."""
    held, *lying = still.cubes

    def carried(step: int) -> PhotoScene:
        cube = replace(held, x=200.0 + step, y=180.0, height_mm=20.0)
        return replace(still, cubes=(cube, *lying), hands=(Hand(200.0 + step, 180.0, height_mm=24),))

    steps = range(ROUNDS)
    return {
        "a still table": (still for _ in steps),
        "a cube put elsewhere": (replace(still, cubes=(replace(held, x=200.0 + s, y=180.0), *lying)) for s in steps),
        "a hand with a cube": (carried(step) for step in steps),
        "a cloud": (replace(still, light=LightNow(lamps=1 - 0.02 * step)) for step in steps),
        "a bumped camera": (replace(still, bump=Bump((0.2 * step, 0, 0))) for step in steps),
    }


def main(seeds: list[int]) -> None:
    cv2.setNumThreads(1)
    layout = load_layout()
    times: dict[str, list[float]] = {}
    for seed in seeds:
        drawer = PhotoDrawer(layout, pick_look(seed, layout))
        still = scene_of(SimulatedMat.rolled(EQUATIONS_KIT, layout, random.Random(seed)))
        drawer.draw(still, 0)
        for name, frames in scenes(still).items():
            for number, scene in enumerate(frames, 1):
                # The core's own time: what else runs on this machine does not count.
                start = time.process_time()
                drawer.draw(scene, number)
                times.setdefault(name, []).append(1000 * (time.process_time() - start))
    for name, values in times.items():
        print(f"{name:24} median {statistics.median(values):6.1f} ms   worst {max(values):6.1f} ms   of {len(values)}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [1, 2, 3])
