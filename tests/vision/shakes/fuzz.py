"""Frames as a bad cable delivers them: dropped, doubled, frozen, torn, black, out of order; one by one and for seconds.

Single frames go wrong all the time. Now and then a spell comes over the camera and lasts: somebody covers the lens, the
driver gives one picture again and again, half of every picture is stuck, frames come shuffled, or the exposure hunts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tests.vision.shakes.film import Film
from vision.frames import Frame

GOOD, FROZEN, TORN, BLACK, HALF_BLACK, HUNTING = "good", "frozen", "torn", "black", "half black", "hunting"
SHUFFLED, LOST = "shuffled", "lost"
#: What a spell may be.
SPELLS = (FROZEN, TORN, BLACK, HUNTING, SHUFFLED, LOST)
#: How many frames a spell lasts, and how many pass until the next one.
SPELL_FRAMES = (4, 60)
BETWEEN_SPELLS = (80, 260)
#: Frames that a plan may still need are kept: this many.
_KEPT = 12


@dataclass(frozen=True, slots=True)
class Delivery:
    """One frame as it arrives: which frame of the film, what became of it, and of which other frame a part is."""

    frame: int
    kind: str = GOOD
    other: int = 0
    #: Where a torn picture is torn, as a share of its height; of a hunting exposure, how light it is.
    at: float = 0.5


def whole(film: Film) -> tuple[Delivery, ...]:
    """Every frame, in order, as it is."""
    return tuple(Delivery(number) for number in range(len(film.shots)))


def fuzzed(film: Film, seed: int) -> tuple[Delivery, ...]:
    """The film's frames after the fuzzer: about one in six is not as it should be, and in a spell each of them."""
    plan: list[Delivery] = []
    done = 0
    for first, last, kind in _spells(len(film.shots), random.Random(f"spells {seed}")):
        plan += _single(range(done, first), random.Random(f"fuzz {seed} {first}"))
        plan += _spell(range(first, last), kind, random.Random(f"spell {seed} {first}"))
        done = last
    return (*plan, *_single(range(done, len(film.shots)), random.Random(f"fuzz {seed} end")))


def _spells(frames: int, rng: random.Random) -> Iterator[tuple[int, int, str]]:
    """From which frame to which one a spell lasts, and what it is."""
    first = rng.randrange(*BETWEEN_SPELLS)
    kinds: list[str] = []
    while first < frames:
        # Each kind in its turn, in any order: none is left out by chance.
        kinds = kinds or rng.sample(SPELLS, len(SPELLS))
        last = min(frames, first + rng.randrange(*SPELL_FRAMES))
        yield first, last, kinds.pop()
        first = last + rng.randrange(*BETWEEN_SPELLS)


def _spell(frames: range, kind: str, rng: random.Random) -> Iterator[Delivery]:
    before, at = max(0, frames.start - 1), rng.uniform(0.1, 0.9)
    if kind == LOST:
        return
    if kind == SHUFFLED:
        # Each frame may come up to half a second late.
        late = sorted(frames, key=lambda number: number + rng.uniform(0, 8))
        yield from map(Delivery, late)
        return
    swing, depth = rng.uniform(2.5, 7), rng.uniform(0.15, 0.45)
    for number in frames:
        light = 1 + depth * math.sin(2 * math.pi * (number - frames.start) / swing)
        yield Delivery(number, kind, before, light if kind == HUNTING else at)


def _single(frames: range, rng: random.Random) -> Sequence[Delivery]:
    """Each frame for itself."""
    plan: list[Delivery] = []
    gap = 0
    for number in frames:
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
    return plan


def delivered(film: Film, plan: Sequence[Delivery]) -> Iterator[Frame]:
    """The frames of a plan, drawn; each has the time of the film's frame that it should be."""
    shown = lru_cache(_KEPT)(film.projector())
    for delivery in plan:
        yield _damaged(delivery, shown)


def _damaged(delivery: Delivery, shown: Callable[[int], Frame]) -> Frame:
    if delivery.kind in (FROZEN, TORN):
        # What is stuck is needed for as long as it is: it must not be drawn anew each time.
        stuck = shown(delivery.other).image
    frame = shown(delivery.frame)
    image = frame.image
    cut = round(delivery.at * image.shape[0])
    if delivery.kind == BLACK:
        image = np.zeros_like(image)
    elif delivery.kind == HALF_BLACK:
        image = image.copy()
        image[cut:] = 0
    elif delivery.kind == FROZEN:
        # Another object with the same bytes: a real camera does not say that it gives the last one again.
        image = stuck.copy()
    elif delivery.kind == TORN:
        image = np.concatenate((image[:cut], stuck[cut:]))
    elif delivery.kind == HUNTING:
        image = np.asarray(cv2.convertScaleAbs(image, alpha=delivery.at), dtype=np.uint8)
    return Frame(image, frame.at_us, frame.number)
