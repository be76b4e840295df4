"""The cache of samples: shards of prepared samples on disk, made by a few processes, the same for the same seeds.

A shard that is there is never made again, so an interrupted run goes on where it was. Nothing of the cache is kept in
the repository.
"""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.progress import Bar
from models.samples import Samples, samples_of
from models.simulated_boards import HEIGHT_MM, simulated_board
from rules.cubes import EQUATIONS_KIT, Kit
from rules.errors import BadRequest
from vision.faces import face_table
from vision.layout import load_layout

#: The kits that a model can be trained for, by the name of their mat.
KITS: dict[str, Kit] = {"equations": EQUATIONS_KIT}
BOARDS_A_SHARD = 32
#: Of so many shards one is of the simulated table.
SIMULATED_EVERY = 12


@dataclass(frozen=True, slots=True)
class Task:
    """One shard to be made."""

    kit: str
    first_seed: int
    boards: int
    simulated: bool
    held_back: bool
    path: Path


def plan(folder: Path, kit: str, boards: int, first_seed: int = 0, *, held_back: bool = False) -> list[Task]:
    """The shards that hold so many boards, made or not; held-back ones have fonts and lamps of their own."""
    tasks = []
    for number in range(-(-boards // BOARDS_A_SHARD)):
        simulated = number % SIMULATED_EVERY == SIMULATED_EVERY - 1 and not held_back
        seed = first_seed + number * BOARDS_A_SHARD
        count = min(BOARDS_A_SHARD, boards - number * BOARDS_A_SHARD)
        tasks.append(Task(kit, seed, count, simulated, held_back, folder / f"{kit}-{seed:07d}-{count}.npz"))
    return tasks


def make(tasks: list[Task], workers: int = 2) -> None:
    """Makes the shards that are missing."""
    missing = [task for task in tasks if not task.path.exists()]
    if not missing:
        return
    for task in missing:
        task.path.parent.mkdir(parents=True, exist_ok=True)
    bar = Bar("boards", sum(task.boards for task in missing))
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for boards in pool.imap(_make_shard, missing):
            bar.step(boards)
    bar.close()


def planes_path(path: Path) -> Path:
    """Where a shard's straightened pictures are."""
    return path.with_suffix(".planes.npy")


def _make_shard(task: Task) -> int:
    cv2.setNumThreads(1)
    kit, layout = KITS[task.kit], load_layout(task.kit)
    table = face_table(kit)
    found: list[Samples] = []
    for seed in range(task.first_seed, task.first_seed + task.boards):
        rng = np.random.default_rng(seed)
        picture, truth = (
            simulated_board(seed, kit, layout) if task.simulated else drawn(seed, task.kit, held_back=task.held_back)
        )
        height = HEIGHT_MM if task.simulated else None
        samples = samples_of(picture, truth, layout, table, rng, height)
        if samples is not None:
            found.append(samples)
    part = task.path.with_suffix(".part")
    # Planes are large: a file of their own can be read piece by piece.
    np.save(planes_path(task.path), np.stack([samples.plane for samples in found]))
    with part.open("wb") as file:
        np.savez(
            file,
            gains=np.stack([samples.gain for samples in found]),
            cubes=np.concatenate([samples.cubes for samples in found]),
            cubes_of=np.repeat(np.arange(len(found)), [len(samples.cubes) for samples in found]),
            crops=np.concatenate([samples.crops for samples in found]),
            answers=np.concatenate([samples.answers for samples in found]),
            crops_of=np.repeat(np.arange(len(found)), [len(samples.crops) for samples in found]),
        )
    part.replace(task.path)
    return task.boards


def drawn(seed: int, kit: str, *, held_back: bool = False) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
    """A drawn board of this seed, and its truth."""
    from models.boards import HELD_BACK, TRAINING, draw_board

    if kit != "equations":
        raise BadRequest(f"no boards of {kit!r} can be drawn yet")
    return draw_board(seed, HELD_BACK if held_back else TRAINING)
