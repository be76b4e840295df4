"""Reading tuned to one kit under one lamp: a small correction of what the faces' network answers.

The network's answers (a number for each kind of face) become better ones by a matrix and a shift. Both begin as "no
change" and are pulled back to it; how strongly is chosen among the pictures that are learnt from, each left out in
turn. Pictures that were held back say whether it helps, and only then it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from rules.errors import BadRequest
from rules.events import parse_object

Floats = npt.NDArray[np.float32]
_Numbers = npt.NDArray[np.float64]

#: The file in the data folder.
KIT_FILE = "kit.json"
#: How strongly the correction is pulled back to none, from nearly nothing learnt to much.
PULLS = (300.0, 30.0, 3.0, 0.3)
_STEPS = 250
_RATE = 0.02


@dataclass(frozen=True, slots=True)
class Sample:
    """Looks at cubes of one picture: the network's answers (n x kinds) and the kinds that were told (n)."""

    name: str
    logits: Floats
    kinds: npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Figures:
    """How well samples are read: looks, those read right, the mean odds of the true face, and its mean log loss."""

    looks: int
    right: int
    odds: float
    loss: float

    def to_json(self) -> dict[str, Any]:
        return {"looks": self.looks, "right": self.right, "odds": round(self.odds, 5), "loss": round(self.loss, 5)}


@dataclass(frozen=True, slots=True, eq=False)
class Tuning:
    """The correction, for one trained model (its hash). JSON both ways: `parse_tuning` and `to_json`."""

    model: str
    matrix: _Numbers
    shift: _Numbers
    before: Figures
    after: Figures

    def apply(self, logits: Floats) -> Floats:
        """The corrected answers (n x kinds)."""
        return np.asarray(_corrected(logits.astype(np.float64), self.matrix, self.shift), dtype=np.float32)

    def to_json(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "matrix": [[round(float(value), 5) for value in row] for row in self.matrix],
            "shift": [round(float(value), 5) for value in self.shift],
            "before": self.before.to_json(),
            "after": self.after.to_json(),
        }


def _corrected(logits: _Numbers, matrix: _Numbers, shift: _Numbers) -> _Numbers:
    # Only differences between answers mean anything.
    level = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(logits + np.maximum(level, _FLOOR) @ matrix + shift)


#: Answers further than this below the best one differ in nothing that could be learnt from.
_FLOOR = -12.0


def figures(samples: Sequence[Sample], temperature: float, correction: tuple[_Numbers, _Numbers] | None) -> Figures:
    """How well these samples are read, with a correction or without."""
    right, odds, loss, looks = 0, 0.0, 0.0, 0
    for sample in samples:
        logits = sample.logits.astype(np.float64)
        if correction is not None:
            logits = _corrected(logits, *correction)
        chances = _softmax(logits / temperature)
        true = chances[np.arange(len(sample.kinds)), sample.kinds]
        right += int((chances.argmax(axis=1) == sample.kinds).sum())
        odds += float(true.sum())
        loss -= float(np.log(np.maximum(true, 1e-12)).sum())
        looks += len(sample.kinds)
    return Figures(looks, right, odds / max(looks, 1), loss / max(looks, 1))


def learn(
    learnt: Sequence[Sample], held_back: Sequence[Sample], temperature: float, model: str
) -> tuple[Tuning | None, Figures, Figures]:
    """The tuning that the first samples teach, if it helps with the others; and their figures before and after.

    It helps if no fewer looks are read right and the true faces' loss is smaller.
    """
    if len(learnt) < 2 or not held_back:
        raise BadRequest("at least two pictures to learn from and one to hold back are needed")
    pull = _best_pull(learnt, temperature)
    correction = _fitted(learnt, temperature, pull)
    before, after = figures(held_back, temperature, None), figures(held_back, temperature, correction)
    helps = after.right >= before.right and after.loss < before.loss
    return Tuning(model, *correction, before, after) if helps else None, before, after


def _best_pull(samples: Sequence[Sample], temperature: float) -> float:
    """The pull with which each picture is read best by what the others teach: first the most right, then the loss."""
    results = []
    for pull in PULLS:
        wrong, loss = 0, 0.0
        for left_out in range(len(samples)):
            others = [sample for number, sample in enumerate(samples) if number != left_out]
            told = figures(samples[left_out : left_out + 1], temperature, _fitted(others, temperature, pull))
            wrong, loss = wrong + told.looks - told.right, loss + told.loss
        results.append((wrong, loss, pull))
    return min(results)[2]


def _fitted(samples: Sequence[Sample], temperature: float, pull: float) -> tuple[_Numbers, _Numbers]:
    """Matrix and shift with the smallest log loss plus pull, by Adam's descent from no change."""
    logits = np.concatenate([sample.logits for sample in samples]).astype(np.float64)
    kinds = np.concatenate([sample.kinds for sample in samples])
    count, width = logits.shape
    told = np.zeros((count, width))
    told[np.arange(count), kinds] = 1
    level = np.maximum(logits - logits.max(axis=1, keepdims=True), _FLOOR)
    inputs = np.column_stack((level, np.ones(count)))
    # The last row is the shift. All looks together weigh as much as a hundred, however many there are.
    weights = np.zeros((width + 1, width))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        chances = _softmax((logits + inputs @ weights) / temperature)
        slope = inputs.T @ (chances - told) / temperature / count + pull / 100 * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        fair = mean / (1 - 0.9**step), square / (1 - 0.99**step)
        weights = weights - _RATE * fair[0] / (np.sqrt(fair[1]) + 1e-8)
    return weights[:-1], weights[-1]


def _softmax(logits: _Numbers) -> _Numbers:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


# The file ----------------------------------------------------------------------------------------------------


class _WrittenFigures(msgspec.Struct, forbid_unknown_fields=True):
    looks: int
    right: int
    odds: float
    loss: float


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """A tuning as its file writes it."""

    model: str
    matrix: list[list[float]]
    shift: list[float]
    before: _WrittenFigures
    after: _WrittenFigures


def parse_tuning(value: object) -> Tuning:
    """The tuning that a JSON object describes; BadRequest for anything else."""
    try:
        written = msgspec.convert(value, _Written)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no tuning to a kit: {wrong}") from None
    width = len(written.shift)
    if not width or len(written.matrix) != width or any(len(row) != width for row in written.matrix):
        raise BadRequest("this is no tuning to a kit: its matrix is not square")
    matrix, shift = np.array(written.matrix), np.array(written.shift)
    if not (
        np.isfinite(matrix).all() and np.isfinite(shift).all() and max(np.abs(matrix).max(), np.abs(shift).max()) < 50
    ):
        raise BadRequest("this is no tuning to a kit: its numbers are too large")
    before, after = (Figures(told.looks, told.right, told.odds, told.loss) for told in (written.before, written.after))
    return Tuning(written.model, matrix, shift, before, after)


def read_tuning(path: Path) -> Tuning:
    """The tuning in a file; BadRequest says what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise BadRequest(f"{path} cannot be read: {trouble.strerror or trouble}") from None
    return parse_tuning(parse_object(data))
