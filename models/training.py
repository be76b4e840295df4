"""The two training runs: each goes on from its last checkpoint and gives the same network for the same seed.

What is random in a step comes from the seed and the step's number alone, so a run that was interrupted ends like one
that was not. The network that is kept is the running mean of the weights: it is steadier than the last one.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from models import augment
from models.cache import Task, planes_path
from models.losses import FaceLoss, finder_loss, grid_targets
from models.nets import FaceNet, FinderNet
from models.progress import Bar
from vision.faces import FaceKind
from vision.finder import CELL_PX, MARGIN_MM, PX_PER_MM

SEED = 20260
#: The finder learns from square pieces of the straightened picture, this many pixels wide.
PIECE_PX = 256
#: The running mean of the weights forgets with this share a step.
_MEAN = 0.999
_CHECKPOINT_EVERY = 250


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast: steps, samples a step, the highest rate of learning."""

    steps: int
    batch: int
    rate: float


def _short_numbers() -> torch.autocast:
    """Reckons convolutions in numbers of sixteen bits, where the processor has instructions for them: a third faster.

    What is summed up (weights, means, losses) keeps all its bits.
    """
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.ops.mkldnn._is_mkldnn_bf16_supported())


def _rate(step: int, schedule: Schedule) -> float:
    """A short rise, then a slow fall to almost nothing."""
    warm = min(300, schedule.steps // 10 + 1)
    if step < warm:
        return schedule.rate * (step + 1) / warm
    done = (step - warm) / max(schedule.steps - warm, 1)
    return schedule.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(done, 1.0))))


def _run(
    net: nn.Module,
    name: str,
    schedule: Schedule,
    folder: Path,
    loss_of: Callable[[nn.Module, int], Tensor],
    memory: Tensor | None = None,
) -> nn.Module:
    """The trained network, from the last checkpoint on if there is one of this name.

    `memory` is what `loss_of` remembers from step to step; it is kept with the checkpoint.
    """
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=schedule.rate, weight_decay=0.02)
    checkpoint, step = folder / f"{name}.pt", 0
    if checkpoint.exists():
        kept: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        if kept["steps"] == schedule.steps:
            net.load_state_dict(kept["net"])
            mean.load_state_dict(kept["mean"])
            optimiser.load_state_dict(kept["optimiser"])
            if memory is not None:
                memory.copy_(kept["memory"])
            step = kept["step"]
    bar, smooth = Bar(name, schedule.steps, step), 0.0
    net.train()
    while step < schedule.steps:
        for group in optimiser.param_groups:
            group["lr"] = _rate(step, schedule)
        loss = loss_of(net, step)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        _follow(mean, net, min(_MEAN, step / (step + 20)))
        value = float(loss.detach())
        smooth = value if smooth == 0 else 0.98 * smooth + 0.02 * value
        bar.step(1, f"loss {smooth:.4f}")
        if step % _CHECKPOINT_EVERY == 0 or step == schedule.steps:
            state = {
                "net": net.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(),
                "step": step, "steps": schedule.steps, "memory": memory,
            }  # fmt: skip
            part = checkpoint.with_suffix(".part")
            torch.save(state, part)
            part.replace(checkpoint)
    bar.close()
    return mean.eval()


@torch.no_grad()
def _follow(mean: nn.Module, net: nn.Module, share: float) -> None:
    for kept, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        if kept.dtype.is_floating_point:
            kept.mul_(share).add_(new, alpha=1 - share)
        else:
            kept.copy_(new)


def _generator(step: int, seed: int = SEED) -> torch.Generator:
    return torch.Generator().manual_seed(seed * 1_000_003 + step)


# Faces -------------------------------------------------------------------------------------------------------


def train_faces(
    tasks: Sequence[Task], table: Sequence[FaceKind], schedule: Schedule, folder: Path, look: int
) -> nn.Module:
    """The face network of one look, trained on the crops of these shards.

    Each look begins elsewhere and sees the crops in another order, so that the two err at different faces. What was
    read badly the last time it was seen is seen up to three times as often.
    """
    crops, answers, gains = _load_crops(tasks)
    loss, seed = FaceLoss(table), SEED + look
    badly = torch.ones(len(crops))
    # Every kind is drawn equally often, whatever the boards hold; what is no cube four times as often as a kind.
    counts = np.bincount(answers[:, 0].astype(int), minlength=len(table) + 1).astype(np.float64)
    share = np.where(np.arange(len(table) + 1) == len(table), 4.0, 1.0) / np.maximum(counts, 1)
    odds = share[answers[:, 0].astype(int)]

    def loss_of(net: nn.Module, step: int) -> Tensor:
        rng, chance = _generator(step, seed), np.random.default_rng((seed, step))
        upto = np.cumsum(odds * (0.5 + badly.numpy()))
        chosen = np.minimum(np.searchsorted(upto, upto[-1] * chance.random(schedule.batch)), len(crops) - 1)
        x = torch.from_numpy(crops[chosen]).permute(0, 3, 1, 2).float()
        x = x * torch.from_numpy(gains[chosen])[:, :, None, None]
        x, said = augment.turned_crops(x, torch.from_numpy(answers[chosen]), rng)
        x = augment.worn(augment.lit(augment.covered(x, rng), rng), rng)
        with _short_numbers():
            said_by_net = net(x.to(memory_format=torch.channels_last))
        kind, turn, fit = (part.float() for part in said_by_net)
        badly[chosen] = loss.of_kind(kind.detach(), said).clamp(max=1.0)
        return loss(kind, turn, fit, said)

    torch.manual_seed(seed)
    return _run(FaceNet(table), f"faces-{look + 1}", schedule, folder, loss_of, badly)


def _load_crops(
    tasks: Sequence[Task],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    crops, answers, gains = [], [], []
    for task in tasks:
        with np.load(task.path) as shard:
            crops.append(shard["crops"])
            answers.append(shard["answers"])
            gains.append(shard["gains"][shard["crops_of"]])
    return np.concatenate(crops), np.concatenate(answers), np.concatenate(gains)


# Finder ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One straightened picture on disk, and its cubes: x and y in pixels, angle, share in view."""

    planes: npt.NDArray[np.uint8]
    number: int
    gain: npt.NDArray[np.float32]
    cubes: npt.NDArray[np.float32]


def train_finder(tasks: Sequence[Task], schedule: Schedule, folder: Path) -> nn.Module:
    """The finder, trained on pieces of the straightened pictures of these shards."""
    sheets = _load_sheets(tasks)

    def loss_of(net: nn.Module, step: int) -> Tensor:
        rng, chance = _generator(step), np.random.default_rng((SEED, step))
        pieces, cubes = zip(
            *(_piece(sheets[i], chance) for i in chance.integers(0, len(sheets), schedule.batch)), strict=True
        )
        x = augment.worn(augment.lit(torch.from_numpy(np.stack(pieces)), rng), rng)
        heat, values, weights = grid_targets(cubes, PIECE_PX // CELL_PX, PIECE_PX // CELL_PX)
        with _short_numbers():
            grid = net(x.to(memory_format=torch.channels_last))
        return finder_loss(grid.float(), heat, values, weights)

    torch.manual_seed(SEED)
    return _run(FinderNet(), "finder", schedule, folder, loss_of)


def _load_sheets(tasks: Sequence[Task]) -> list[_Sheet]:
    sheets = []
    for task in tasks:
        planes = np.load(planes_path(task.path), mmap_mode="r")
        with np.load(task.path) as shard:
            cubes, cubes_of, gains = shard["cubes"], shard["cubes_of"], shard["gains"]
        for number in range(len(planes)):
            rows = cubes[cubes_of == number][:, :4].copy()
            rows[:, :2] = (rows[:, :2] + MARGIN_MM) * PX_PER_MM - 0.5
            sheets.append(_Sheet(planes, number, gains[number], rows))
    return sheets


def _piece(sheet: _Sheet, chance: np.random.Generator) -> tuple[npt.NDArray[np.float32], Tensor]:
    """A piece of a sheet, turned by quarters, and the cubes on it; mostly a piece with a cube in it."""
    high, wide = sheet.planes.shape[1:3]
    top, left = int(chance.integers(0, high - PIECE_PX + 1)), int(chance.integers(0, wide - PIECE_PX + 1))
    if len(sheet.cubes) and chance.random() < 0.8:
        x, y = sheet.cubes[chance.integers(0, len(sheet.cubes)), :2]
        left = int(np.clip(x - chance.integers(20, PIECE_PX - 20), 0, wide - PIECE_PX))
        top = int(np.clip(y - chance.integers(20, PIECE_PX - 20), 0, high - PIECE_PX))
    piece = sheet.planes[sheet.number, top : top + PIECE_PX, left : left + PIECE_PX]
    rows = sheet.cubes - np.array([left, top, 0, 0], dtype=np.float32)
    quarter = int(chance.integers(0, 4))
    piece = np.rot90(piece, quarter)
    for _ in range(quarter):
        # A quarter against the clock; the angle counts up to a quarter only.
        rows = np.column_stack((rows[:, 1], PIECE_PX - 1 - rows[:, 0], rows[:, 2], rows[:, 3]))
    values = (piece * sheet.gain).transpose(2, 0, 1)
    return np.ascontiguousarray(values, dtype=np.float32), torch.from_numpy(np.ascontiguousarray(rows))
