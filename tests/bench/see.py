"""How long a reading of one picture takes, stage by stage, on one core. Prints; asserts nothing.

python tests/bench/see.py [FOLDER-OR-PICTURE...]    without pictures, of the simulated table
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rules.cubes import EQUATIONS_KIT
from vision.draw import draw_table
from vision.faces import CROP_MM, CROP_PX, evened, face_table, paper_gain
from vision.finder import MARGIN_MM, PX_PER_MM, finder_input, looked_around, places_of
from vision.layout import load_layout
from vision.mat_view import Lost, find_mat
from vision.model_file import MODELS, open_networks
from vision.net_reader import NetReader
from vision.pictures import Image
from vision.simulated import SimulatedMat

ROUNDS = 8


def main(paths: list[str]) -> None:
    cv2.setNumThreads(1)
    layout, kit = load_layout(), EQUATIONS_KIT
    began = time.perf_counter()
    networks = open_networks(face_table(kit), MODELS / kit.name)
    reader = NetReader(networks, layout, kit)
    print(f"start-up {1000 * (time.perf_counter() - began):.0f} ms, {reader.name}")
    times: dict[str, list[float]] = {}

    def timed(stage: str, work: Callable[[], Any]) -> Any:
        # The core's own time: what else runs on this machine does not count.
        start = time.process_time()
        value = work()
        times.setdefault(stage, []).append(1000 * (time.process_time() - start))
        return value

    for image in _pictures(paths):
        for _ in range(ROUNDS):
            view = timed("markers and pose", lambda: find_mat(image, layout))  # noqa: B023  called at once
            if isinstance(view, Lost):
                break
            plane = timed("tops' plane", lambda: view.plane(layout.cube_mm, PX_PER_MM, MARGIN_MM))  # noqa: B023
            gain = paper_gain(plane, round(MARGIN_MM * PX_PER_MM))
            given = timed("evening out", lambda: finder_input(plane, gain))  # noqa: B023
            grid = timed("finder", lambda: looked_around(networks.find, given))  # noqa: B023
            places = timed("places", lambda: places_of(grid))  # noqa: B023
            if places:
                centres = np.array([(place.x, place.y) for place in places])
                angles = np.array([place.angle_deg for place in places])
                crops = timed(
                    "crops, one look",
                    lambda: evened(view.patches(centres, angles, CROP_MM, CROP_PX, layout.cube_mm), gain),  # noqa: B023
                )
                timed("faces, one look", lambda: networks.read_faces(crops, 0))  # noqa: B023
            decided = timed("cubes (from the plane on)", lambda: reader.decided(view))  # noqa: B023
            timed("board with its problems", lambda: reader.board(view, decided))  # noqa: B023
            timed("A WHOLE READING", lambda: reader.read(image))  # noqa: B023
    for stage, values in times.items():
        print(f"{stage:32} median {statistics.median(values):7.1f} ms   worst {max(values):7.1f} ms   of {len(values)}")


def _pictures(paths: list[str]) -> list[Image]:
    files = [file for path in map(Path, paths) for file in (sorted(path.glob("*.jpg")) if path.is_dir() else [path])]
    if files:
        return [picture for picture in (cv2.imread(str(file)) for file in files) if picture is not None]
    rng = random.Random(1)
    return [draw_table(SimulatedMat.rolled(EQUATIONS_KIT, load_layout(), rng).cubes, load_layout()) for _ in range(4)]


if __name__ == "__main__":
    main(sys.argv[1:])
