"""How sure a reading is: calibrated odds of the networks, and what must be true of the picture beside them.

The odds are softened by temperatures that were fitted on held-back pictures. Being sure also asks that the face was
found as a square where the finder put it, is in view, was read alike in every look, and lies clearly in its section.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.decode import Decided, Opinion
from vision.faces import FaceKind
from vision.model_file import Trust

#: How far a place may be wrong by the finder alone, one standard deviation in millimetres.
PLACE_MM = 0.35
#: A section is certain if its line is further away than this many standard deviations.
_SIGMAS = 3.0
#: What these signs ask for. A blurred x of the same colour passes for a star; true stars are read more confidently.
ASKED = {"*": 0.998}


def softened(logits: npt.NDArray[np.float32], temperature: float) -> npt.NDArray[np.float64]:
    """Logits (n, k) as odds that add up to 1."""
    scaled = logits.astype(np.float64) / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def turn_of(opinion: Opinion, kind: FaceKind) -> tuple[int, float]:
    """The quarter turn beyond the opinion's angle, the least one that looks the same, and how likely it is."""
    # A 9 is a 6 on its head, and kept as one: see `Impressions`.
    odds = np.roll(opinion.turns, 2) if kind.symbol == "9" else opinion.turns
    if kind.turn_deg == 90:
        return 0, 1.0
    if kind.turn_deg == 180:
        halves = odds[:2] + odds[2:]
        half = int(np.argmax(halves))
        # Which way up is still told where a print shows it, but nothing hangs on it.
        quarter = half if odds[half] >= odds[half + 2] else half + 2
        return quarter, float(halves[half])
    quarter = int(np.argmax(odds))
    return quarter, float(odds[quarter])


def confidence_of(cube: Decided, turn_odds: float) -> float:
    """How likely the whole reading of a cube is right."""
    return float(cube.opinion.kinds[cube.kind]) * turn_odds


def is_sure(cube: Decided, confidence: float, line_mm: float, doubt_mm: float, trust: Trust, symbol: str = "") -> bool:
    """Whether a cube's reading can be built on; `doubt_mm` is how far the sheet's pose may be wrong there."""
    opinion = cube.opinion
    return (
        cube.free
        and opinion.agreed
        and opinion.whole
        and confidence >= max(trust.sure_confidence, ASKED.get(symbol, 0.0))
        and opinion.visible >= trust.sure_visible
        and opinion.heat >= trust.sure_heat
        and line_mm > _SIGMAS * float(np.hypot(PLACE_MM, doubt_mm))
    )
