"""What a table means, whoever says it: which faces lie in which sections, and what the Goal reads.

The harness's own truth, from the places of the cubes alone: it does not ask the code that it judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from rules.cubes import EQUATIONS_KIT
from vision.board import Board
from vision.evaluate import EVERY_HALF, EVERY_QUARTER, nearest_quarter
from vision.layout import load_layout
from vision.photo_scene import PhotoCube

LAYOUT = load_layout()
KIT = EQUATIONS_KIT

#: A cube's face with its colour's letter, as `R2`, and the section in which it lies.
Lying = tuple[str, str]

_LETTERS = {kind.name: kind.letter for kind in KIT.kinds}
_SUFFIXES = {0: "", 90: "s", 180: "u", 270: "s"}
#: Wider spaces than this share of a cube are gaps; nothing here is laid anywhere near it.
_GAP = 0.65


def name_of(color: str, symbol: str) -> str:
    return f"{_LETTERS[color]}{KIT.aliases.get(symbol, symbol)}"


@dataclass(frozen=True, slots=True)
class Meaning:
    """Every cube by section, sorted, and the Goal's text with turns only where they can be told."""

    cubes: tuple[Lying, ...]
    goal: str

    @property
    def count(self) -> Counter[Lying]:
        return Counter(self.cubes)


def meaning_of(cubes: Iterable[PhotoCube]) -> Meaning:
    """What cubes that lie on the table mean."""
    lying = list(cubes)
    goal = sorted((c for c in lying if LAYOUT.section_at(c.x, c.y) == "goal"), key=lambda cube: cube.x)
    words = []
    for before, cube in pairwise([None, *goal]):
        assert cube is not None
        if before is not None and cube.x - before.x > (1 + _GAP) * LAYOUT.cube_mm:
            words.append("_")
        words.append(_told(name_of(cube.color, cube.symbol), _SUFFIXES[nearest_quarter(cube.angle_deg)]))
    named = sorted((name_of(cube.color, cube.symbol), LAYOUT.section_at(cube.x, cube.y)) for cube in lying)
    return Meaning(tuple(named), " ".join(words))


def meaning_of_board(board: Board) -> Meaning:
    """What a reading says."""
    named = sorted((name_of(cube.color, cube.symbol), cube.section) for cube in board.cubes)
    return Meaning(tuple(named), goal_told(board.goal))


def goal_told(text: str) -> str:
    """A Goal's text with turns only where they can be told."""
    words = []
    for word in text.split():
        suffix = word[-1] if len(word) > 2 and word[-1] in "su" else ""
        words.append(_told(word.removesuffix(suffix), suffix))
    return " ".join(words)


def _told(name: str, suffix: str) -> str:
    symbol = name[1:]
    if symbol in EVERY_QUARTER or (symbol in EVERY_HALF and suffix == "u"):
        return name
    return name + suffix
