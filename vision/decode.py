"""Joint decoding: what the networks say of single places, put together to a table that can be.

No kit has more cubes of a colour than it has, and a kit is printed in one way: all its green cubes bear ^, or all bear
*. Where one of these changes an answer, that cube is not sure any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rules.cubes import Kit
from vision.faces import OLDER_PRINTS, FaceKind

#: What speaks for a cube at a place, as logits: the heat's own, the logarithm of the odds against "no cube" up to so
#: much, looks that agree, and a face in view. Fitted by logistic regression to clear cubes and to what was no cube
#: (fingertips, coins, shadows) on drawn boards with training's fonts and lamps that no network was trained with.
_HEAT, _ODDS, _MOST_ODDS, _AGREED, _IN_VIEW, _BEFORE = 2.4, 0.85, 9.0, 2.3, 4.2, -10.0
#: What must speak for a cube, of 1, to be told of: less than half, since a cube that is missed is worse than one that
#: is asked about, and a place with so little is sure of nothing.
TOLD = 0.3
#: From this standing on, of 1, nobody says that there is no cube.
_STANDS = 0.99

Odds = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the networks say of one place: centre (mm), angle, the odds of each kind (the last: no cube) and turn.

    The turns of a 9 are those that it would have as a 6.
    """

    x: float
    y: float
    angle_deg: float
    heat: float
    visible: float
    kinds: Odds
    turns: Odds
    #: Whether both looks at the place gave the same answer.
    agreed: bool
    #: Whether the whole face is within the picture.
    whole: bool

    @property
    def cube_odds(self) -> float:
        return float(1 - self.kinds[-1])

    @property
    def standing(self) -> float:
        """How likely a cube lies at this place, by all that the networks say of it together."""
        heat = min(max(self.heat, 0.01), 0.99)
        logit = (
            _HEAT * np.log(heat / (1 - heat))
            + _ODDS * min(-np.log(max(float(self.kinds[-1]), 1e-9)), _MOST_ODDS)
            + _AGREED * self.agreed
            + _IN_VIEW * min(max(self.visible, 0.0), 1.0)
            + _BEFORE
        )
        return float(1 / (1 + np.exp(-logit)))

    @property
    def is_cube(self) -> bool:
        """Whether a place is taken for a cube at all; what is neither a cube nor paper is a stranger on the sheet."""
        return self.cube_odds > TOLD and self.standing > TOLD

    @property
    def stands(self) -> bool:
        """Whether nobody would say that there is no cube."""
        return self.standing >= _STANDS

    @property
    def strength(self) -> float:
        """How much speaks for the likeliest kind at this place."""
        return self.heat * float(self.kinds[:-1].max())


@dataclass(frozen=True, slots=True)
class Decided:
    """An opinion and the kind that was decided on; not `free` if the rest of the table had a say in it."""

    opinion: Opinion
    kind: int
    free: bool


def decide(found: Sequence[tuple[Opinion, bool]], table: Sequence[FaceKind], kit: Kit) -> list[Decided]:
    """The likeliest kinds of all cubes together that the kit allows."""
    odds = [np.log(np.maximum(opinion.kinds[:-1], 1e-9)) for opinion, _ in found]
    masked = _one_print(odds, table)
    decided = [
        Decided(opinion, int(np.argmax(log)), free and int(np.argmax(log)) == best_kind(opinion))
        for (opinion, free), log in zip(found, masked, strict=True)
    ]
    return _within_kit(decided, masked, table, kit)


def _one_print(odds: Sequence[Odds], table: Sequence[FaceKind]) -> list[Odds]:
    """The odds without the print of each sign that all cubes together speak against."""
    masked = [log.copy() for log in odds]
    for newer, older in OLDER_PRINTS.items():
        new = [i for i, kind in enumerate(table) if kind.symbol == newer]
        old = [i for i, kind in enumerate(table) if kind.symbol == older]
        if not new or not old:
            continue
        # Only cubes that bear the sign at all have a say.
        voters = [log for log in odds if int(np.argmax(log)) in (*new, *old)]
        lead = sum(float(log[new].max() - log[old].max()) for log in voters)
        for log in masked:
            log[old if lead >= 0 else new] = -np.inf
    return masked


def _within_kit(decided: list[Decided], odds: Sequence[Odds], table: Sequence[FaceKind], kit: Kit) -> list[Decided]:
    """No more cubes of a colour than the kit has: what loses least by it gets another colour, or is no cube at all."""
    colors = [kind.color for kind in table]
    limits = {kind.name: kind.count for kind in kit.kinds}
    left = list(zip(decided, odds, strict=True))
    for _ in range(2 * len(decided)):
        counts = {color: sum(colors[cube.kind] == color for cube, _ in left) for color in limits}
        over = next((color for color in limits if counts[color] > limits[color]), None)
        if over is None:
            break
        ours = [number for number, (cube, _) in enumerate(left) if colors[cube.kind] == over]
        weakest = min(ours, key=lambda number: left[number][0].opinion.standing)
        weak = left[weakest][0].opinion
        open_kinds = [i for i, color in enumerate(colors) if counts[color] < limits[color]]
        cost, number, kind = min(
            (_cost(*left[number], open_kinds, number) for number in ours), default=(np.inf, weakest, 0)
        )
        if not weak.stands and np.log(weak.standing / (1 - weak.standing)) < cost:
            del left[weakest]
            continue
        if cost == np.inf:
            # There are more cubes than the kit has, and all of them stand: nobody knows which is the stranger.
            return [replace(cube, free=cube.free and colors[cube.kind] != over) for cube, _ in left]
        changed = replace(left[number][0], kind=kind, free=False)
        left = [
            (changed if i == number else _doubted(cube) if i in ours else cube, log)
            for i, (cube, log) in enumerate(left)
        ]
    return [cube for cube, _ in left]


def _cost(cube: Decided, odds: Odds, open_kinds: Sequence[int], number: int) -> tuple[float, int, int]:
    """What it costs to take a cube for the likeliest of other kinds, its number, and that kind."""
    if not open_kinds:
        return np.inf, number, cube.kind
    best = open_kinds[int(np.argmax(odds[list(open_kinds)]))]
    return float(odds[cube.kind] - odds[best]), number, best


def _doubted(cube: Decided) -> Decided:
    """A cube of a colour of which there was one too many: free only if there was no doubt about it."""
    return replace(cube, free=cube.free and bool(cube.opinion.kinds.max() >= 0.999))


def best_kind(opinion: Opinion) -> int:
    """The likeliest kind of a place, whatever the rest of the table says."""
    return int(np.argmax(opinion.kinds[:-1]))
