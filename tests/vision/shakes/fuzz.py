"""Frames as a bad cable delivers them: dropped, doubled, frozen, torn, black, out of order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tests.vision.shakes.film import Film
from vision.frames import Frame

GOOD, FROZEN, TORN, BLACK, HALF_BLACK = "good", "frozen", "torn", "black", "half black"
#: Frames that a plan may still need are kept: this many.
_KEPT = 12


@dataclass(frozen=True, slots=True)
class Delivery:
    """One frame as it arrives: which frame of the film, what became of it, and of which other frame a part is."""

    frame: int
    kind: str = GOOD
    other: int = 0
    #: Where a torn picture is torn, as a share of its height.
    at: float = 0.5


def whole(film: Film) -> tuple[Delivery, ...]:
    """Every frame, in order, as it is."""
    return tuple(Delivery(number) for number in range(len(film.shots)))


def fuzzed(film: Film, seed: int) -> tuple[Delivery, ...]:
    """The film's frames after the fuzzer: about one in six is not as it should be."""
    rng = random.Random(f"fuzz {seed}")
    plan: list[Delivery] = []
    gap = 0
    for number in range(len(film.shots)):
        if gap:
            gap -= 1
            continue
        chance = rng.random()
        before = max(0, number - rng.randrange(1, 8))
        if chance < 0.04:
            continue
        if chance < 0.045:
            gap = rng.randrange(2, 12)
        elif chance < 0.07:
            plan += [Delivery(number), Delivery(number)]
        elif chance < 0.09:
            plan.append(Delivery(number, FROZEN, max(0, number - 1)))
        elif chance < 0.12:
            plan.append(Delivery(number, TORN, before, rng.uniform(0.1, 0.9)))
        elif chance < 0.135:
            plan.append(Delivery(number, BLACK))
        elif chance < 0.145:
            plan.append(Delivery(number, HALF_BLACK, at=rng.uniform(0.1, 0.9)))
        elif chance < 0.175 and plan:
            plan.insert(len(plan) - rng.randrange(1, min(3, len(plan)) + 1), Delivery(number))
        else:
            plan.append(Delivery(number))
    return tuple(plan)


def delivered(film: Film, plan: Sequence[Delivery]) -> Iterator[Frame]:
    """The frames of a plan, drawn; each has the time of the film's frame that it should be."""
    shown = lru_cache(_KEPT)(film.projector())
    for delivery in plan:
        yield _damaged(delivery, shown)


def _damaged(delivery: Delivery, shown: Callable[[int], Frame]) -> Frame:
    frame = shown(delivery.frame)
    image = frame.image
    cut = round(delivery.at * image.shape[0])
    if delivery.kind == BLACK:
        image = np.zeros_like(image)
    elif delivery.kind == HALF_BLACK:
        image = image.copy()
        image[cut:] = 0
    elif delivery.kind == FROZEN:
        image = shown(delivery.other).image
    elif delivery.kind == TORN:
        image = np.concatenate((image[:cut], shown(delivery.other).image[cut:]))
    return Frame(image, frame.at_us, frame.number)
