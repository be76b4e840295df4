"""Changes that make every sample a little different each time: turn, light, colour, noise, blur, something in the way.

All on whole batches, with a generator of their own so that a run can be repeated.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def _uniform(shape: tuple[int, ...], low: float, high: float, rng: torch.Generator) -> Tensor:
    return torch.rand(shape, generator=rng) * (high - low) + low


def lit(pictures: Tensor, rng: torch.Generator) -> Tensor:
    """Pictures under slightly different light: brightness, tint, gamma and contrast."""
    count = len(pictures)
    one, three = (count, 1, 1, 1), (count, 3, 1, 1)
    gain = _uniform(one, 0.75, 1.25, rng) * _uniform(three, 0.9, 1.1, rng)
    gamma = _uniform(one, 0.8, 1.25, rng)
    lift = _uniform(one, -0.04, 0.06, rng)
    return pictures.clamp(min=1e-4).pow(gamma) * gain + lift


def worn(pictures: Tensor, rng: torch.Generator) -> Tensor:
    """Pictures with blur in some of them and noise in some."""
    count = len(pictures)
    soft = functional.avg_pool2d(functional.pad(pictures, (1, 1, 1, 1), mode="replicate"), 3, 1)
    share = _uniform((count, 1, 1, 1), -1.0, 1.2, rng).clamp(0, 1)
    mixed = pictures * (1 - share) + soft * share
    level = _uniform((count, 1, 1, 1), -0.04, 0.06, rng).clamp(min=0)
    return mixed + torch.randn(mixed.shape, generator=rng) * level


def turned_crops(crops: Tensor, answers: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Crops turned by quarters, with the answers that belong to them."""
    quarters = torch.randint(0, 4, (len(crops),), generator=rng)
    crops, answers = crops.clone(), answers.clone()
    for quarter in range(1, 4):
        here = quarters == quarter
        # torch turns against the clock; this many quarters of that are one less clockwise turn of the face each.
        crops[here] = torch.rot90(crops[here], quarter, (2, 3))
        answers[here, 1] = (answers[here, 1] - quarter) % 4
        right, down = answers[here, 2].clone(), answers[here, 3].clone()
        for _ in range(quarter):
            right, down = down, -right
        answers[here, 2], answers[here, 3] = right, down
    return crops, answers


def covered(crops: Tensor, rng: torch.Generator) -> Tensor:
    """Some crops with a plain patch over one side, as by a finger's tip or a neighbour."""
    count, _, high, wide = crops.shape
    some = torch.nonzero(torch.rand(count, generator=rng) < 0.08)[:, 0]
    if not len(some):
        return crops
    down, across = torch.meshgrid(torch.linspace(-1, 1, high), torch.linspace(-1, 1, wide), indexing="ij")
    way = _uniform((len(some), 1, 1), 0, 6.2832, rng)
    edge = _uniform((len(some), 1, 1), 0.4, 0.9, rng)
    over = (across * torch.cos(way) + down * torch.sin(way) > edge)[:, None].float()
    skin = torch.tensor([0.35, 0.45, 0.62]).view(1, 3, 1, 1) * _uniform((len(some), 3, 1, 1), 0.5, 1.4, rng)
    crops[some] = crops[some] * (1 - over) + skin * over
    return crops
