"""`python -m models.train`: from nothing to the networks of a kit, in one command that can be interrupted.

Boards are drawn and cut into samples, the networks are trained, written as ONNX files with what the reader must know,
and calibrated on held-back boards. `--smoke` does all of it in a minute, into a folder of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from models import calibrate
from models.cache import KITS, Task, make, plan
from models.export import describe, export
from models.quantise import typical_crops, typical_planes
from models.readings import judged_boards
from models.training import Schedule, train_faces, train_finder
from vision.evaluate import Evaluation
from vision.faces import CROP_PX, FaceKind, face_table
from vision.model_file import FACES_FILES, FINDER_FILE, MODELS, Trust

CACHE = Path(__file__).resolve().parent / ".cache"
#: Held-back boards for calibration begin at this seed; those of the figures are others.
CALIBRATION_SEED = 500_000


@dataclass(frozen=True, slots=True)
class Recipe:
    """How much of everything."""

    boards: int
    finder: Schedule
    faces: Schedule
    calibration_boards: int


FULL = Recipe(
    boards=8000,
    finder=Schedule(steps=12000, batch=8, rate=2e-3),
    faces=Schedule(steps=30000, batch=96, rate=2e-3),
    calibration_boards=640,
)
SMOKE = Recipe(
    boards=24, finder=Schedule(steps=12, batch=4, rate=2e-3), faces=Schedule(steps=25, batch=64, rate=2e-3),
    calibration_boards=8,
)  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    recipe = _recipe(options)
    started = time.monotonic()
    cache: Path = options.cache / options.kit
    out: Path = options.out or (cache / "smoke-model" if options.smoke else MODELS / options.kit)
    work = cache / ("smoke" if options.smoke else "run")
    work.mkdir(parents=True, exist_ok=True)
    table = face_table(KITS[options.kit])
    if not options.calibrate_only:
        tasks = plan(cache / "samples", options.kit, recipe.boards)
        make(tasks, options.workers)
        _train(tasks, table, recipe, work, options.kit, out)
    held_back = plan(cache / "held-back", options.kit, recipe.calibration_boards, CALIBRATION_SEED, held_back=True)
    make(held_back, options.workers)
    tune(out, table, held_back, options.kit)
    size = sum((out / name).stat().st_size for name in (FINDER_FILE, *FACES_FILES))
    print(f"{out}: {size / 1e6:.2f} MB, {(time.monotonic() - started) / 60:.1f} minutes")
    return 0


def _train(tasks: list[Task], table: tuple[FaceKind, ...], recipe: Recipe, work: Path, kit: str, out: Path) -> None:
    """Trains all networks side by side and writes their files."""
    # One thread each: two threads of one training wait for each other more than they work.
    with multiprocessing.get_context("spawn").Pool(1 + len(FACES_FILES), _alone) as pool:
        trainings = [pool.apply_async(_make_finder, (tasks, recipe.finder, work, kit, out))]
        trainings += [
            pool.apply_async(_make_faces, (tasks, table, recipe.faces, work, kit, out, look))
            for look in range(len(FACES_FILES))
        ]
        for training in trainings:
            training.get()


def _alone() -> None:
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)


def _make_finder(tasks: list[Task], schedule: Schedule, work: Path, kit: str, out: Path) -> None:
    finder = train_finder(tasks, schedule, work)
    export(finder, torch.zeros(1, 3, 64, 64), ["grid"], {"kit": kit}, out / FINDER_FILE, typical_planes(tasks))


def _make_faces(
    tasks: list[Task], table: tuple[FaceKind, ...], schedule: Schedule, work: Path, kit: str, out: Path, look: int
) -> None:
    faces = train_faces(tasks, table, schedule, work, look)
    about = {
        "kit": kit,
        "table": [[kind.color, kind.symbol] for kind in table],
        "trust": calibrate.trust_json(calibrate.UNTESTED),
    }
    sample, outputs = torch.zeros(2, 3, CROP_PX, CROP_PX), ["kind", "turn", "fit"]
    export(faces, sample, outputs, about, out / FACES_FILES[look], typical_crops(tasks))


def tune(out: Path, table: tuple[FaceKind, ...], held_back: list[Task], kit: str) -> None:
    """Calibrates the exported model in place: temperatures on crops, then the threshold on whole boards."""
    looks = [_crop_answers(out / name, held_back) for name in FACES_FILES]
    kinds, turns, kind_logits, turn_logits = (np.concatenate(parts) for parts in zip(*looks, strict=True))
    trust = calibrate.calibrated(kind_logits, kinds, turn_logits, turns, table)
    right = float((kind_logits.argmax(axis=1) == kinds).mean())
    _trusted(out, trust)
    boards = judged_boards(out, kit, [task.first_seed + i for task in held_back for i in range(task.boards)])
    trust = replace(trust, sure_confidence=calibrate.sure_confidence(boards))
    _trusted(out, trust)
    tally = Evaluation(tuple(boards)).tally()
    print(f"held-back crops right: {right:.3%}; clear cubes {tally.cubes}, right {tally.right}; {trust}")


def _trusted(out: Path, trust: Trust) -> None:
    for name in FACES_FILES:
        describe(out / name, {"trust": calibrate.trust_json(trust)})


def _crop_answers(path: Path, tasks: list[Task]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """The answers and the logits of the crops of these shards."""
    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    answers, kind, turn = [], [], []
    for task in tasks:
        with np.load(task.path) as shard:
            crops, said, gains = shard["crops"], shard["answers"], shard["gains"][shard["crops_of"]]
        # What the reader is asked to be sure of: faces in view, and what is no cube.
        clear = ((said[:, 5] >= 0.6) & (said[:, 6] >= 12)) | (said[:, 5] == 0)
        for first in range(0, int(clear.sum()), 256):
            part = np.flatnonzero(clear)[first : first + 256]
            x = (crops[part] * gains[part][:, None, None, :]).transpose(0, 3, 1, 2).astype(np.float32)
            logits = session.run(None, {"input": np.ascontiguousarray(x)})
            answers.append(said[part])
            kind.append(logits[0])
            turn.append(logits[1])
    all_answers = np.concatenate(answers)
    return (
        all_answers[:, 0].astype(np.int64),
        all_answers[:, 1].astype(np.int64),
        np.concatenate(kind),
        np.concatenate(turn),
    )


def _recipe(options: argparse.Namespace) -> Recipe:
    recipe = SMOKE if options.smoke else FULL
    if options.share != 1.0:
        recipe = Recipe(
            boards=max(24, round(recipe.boards * options.share)),
            finder=replace(recipe.finder, steps=max(10, round(recipe.finder.steps * options.share))),
            faces=replace(recipe.faces, steps=max(10, round(recipe.faces.steps * options.share))),
            calibration_boards=recipe.calibration_boards,
        )
    return recipe


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    parser.add_argument("--kit", default="equations", choices=sorted(KITS), help="whose faces to learn")
    parser.add_argument("--smoke", action="store_true", help="a minute's run that shows that everything works")
    parser.add_argument(
        "--calibrate-only", action="store_true", help="the networks stay; the reader around them changed"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of the full recipe, for a quick try")
    parser.add_argument("--workers", type=int, default=2, help="processes that draw boards")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where samples and checkpoints are kept")
    parser.add_argument("--out", type=Path, default=None, help="where the networks go, if not to models/faces")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
