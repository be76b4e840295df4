"""Calibration: how far the networks can be believed, learnt on held-back boards that no figure is made from.

Temperatures make the odds honest; the threshold of being sure is set where next to no reading of these boards was sure
and wrong, with room to spare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

import numpy as np
import numpy.typing as npt

from vision.confidence import softened
from vision.evaluate import CLEAR, JudgedBoard
from vision.faces import FaceKind
from vision.model_file import Trust

#: Before anything is known.
UNTESTED = Trust(kind_temperature=1.0, turn_temperature=1.0, sure_confidence=0.0, sure_visible=0.8, sure_heat=0.45)
#: The lowest and the highest confidence that may be asked for.
_LOWEST, _HIGHEST = 0.9, 0.999
#: Of so many cubes that would be sure, one may be above the threshold and wrong.
_ONE_IN = 3000
#: Being unsure is allowed: as much confidence is asked for as leaves this share of the clear cubes sure.
_SHARE_SURE = 0.955


def temperature(logits: npt.NDArray[np.float32], answers: npt.NDArray[np.int64]) -> float:
    """The temperature under which the right answers are likeliest."""
    if not len(logits):
        return 1.0
    candidates = np.geomspace(0.5, 4.0, 43)
    losses = [
        -np.log(np.maximum(softened(logits, float(t))[np.arange(len(answers)), answers], 1e-12)).mean()
        for t in candidates
    ]
    # Never sharper than trained: fewer wrong answers than expected on drawn boards promise nothing for others.
    return max(1.0, float(candidates[int(np.argmin(losses))]))


def sure_confidence(boards: Iterable[JudgedBoard]) -> float:
    """The confidence from which on a cube is sure: above the wrong ones, by a tenth of what is left to 1, or more.

    Of so many thousand one wrong one may be above it (`_ONE_IN`): a face that is worn to look like another is taken for
    it with any confidence. A cube that would not be sure for another reason does not count.
    """
    sure, wrong, clear, likely = 0, [], 0, []
    for board in boards:
        sure += sum(cube.sure for cube in board.cubes)
        clear += sum(cube.truth.clearness == CLEAR for cube in board.cubes)
        likely += [
            cube.read.confidence
            for cube in board.cubes
            if cube.sure and cube.read is not None and cube.truth.clearness == CLEAR
        ]
        wrong += [cube.read.confidence for cube in board.cubes if cube.sure_and_wrong and cube.read is not None]
        wrong += [seen.confidence for seen in board.false if seen.sure]
    worst = [*sorted(wrong, reverse=True)[sure // _ONE_IN :], 0.0][0]
    spare = [*sorted(likely, reverse=True)[round(_SHARE_SURE * clear) - 1 :], 0.0][0] if clear else 0.0
    return float(np.clip(max(1 - 0.9 * (1 - worst), spare), _LOWEST, _HIGHEST))


def trust_json(trust: Trust) -> dict[str, float]:
    """As it is written into the model's file."""
    return {name: round(float(value), 5) for name, value in asdict(trust).items()}


def calibrated(
    kind_logits: npt.NDArray[np.float32],
    kinds: npt.NDArray[np.int64],
    turn_logits: npt.NDArray[np.float32],
    turns: npt.NDArray[np.int64],
    table: Sequence[FaceKind],
) -> Trust:
    """Temperatures for crops whose answers are known; turns count where a sign shows them."""
    told = np.array([kind < len(table) and table[kind].turn_deg == 360 for kind in kinds], dtype=bool)
    return replace(
        UNTESTED,
        kind_temperature=temperature(kind_logits, kinds),
        turn_temperature=temperature(turn_logits[told], turns[told]),
    )
