"""The board: which cube was seen where on the sheet, how it is turned, how sure that is (contract, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rules.cubes import Cube, Kit, Turn
from rules.errors import BadRequest
from rules.mat import GAP, Goal, Mat, Section

#: A cube on the sheet or the table outside every section.
OFF = "off"

_TURNS = {0: Turn.UPRIGHT, 90: Turn.SIDEWAYS, 180: Turn.UPSIDE_DOWN, 270: Turn.SIDEWAYS}


class SeenCube(msgspec.Struct, frozen=True, kw_only=True):
    """One cube in a picture. `symbol` is the face as printed; `orientation` is clockwise for the Goal's reader."""

    color: str
    symbol: str
    section: str
    orientation: int
    mat_mm: tuple[float, float]
    confidence: float
    sure: bool = True


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Everything read from one picture. `goal` is the Goal's text with its gaps."""

    cubes: tuple[SeenCube, ...] = ()
    goal: str = ""
    problems: tuple[str, ...] = ()
    sure: bool = True

    def mat(self, kit: Kit) -> Mat:
        """The board as the rules know it: sections and cubes. Cubes that lie off the sections are not on it.

        Raises BadRequest where a face is none of the kit's: a reader must not invent cubes.
        """
        sections: dict[str, tuple[Cube, ...]] = {
            section.value: tuple(
                kit_cube(kit, seen.color, seen.symbol) for seen in self.cubes if seen.section == section.value
            )
            for section in Section
            if section is not Section.GOAL
        }
        return Mat(Goal.parse(self.goal, kit), **sections)


def kit_cube(kit: Kit, color: str, symbol: str, orientation: int = 0) -> Cube:
    """The kit's cube for a colour's name and a printed face."""
    kind = next((kind for kind in kit.kinds if kind.name == color), None)
    if kind is None:
        raise BadRequest(f"no cube of the kit is {color!r}")
    return kit.parse(f"{kind.letter}{symbol}").turned(_TURNS[orientation])


def goal_text(groups: Iterable[Iterable[Cube]]) -> str:
    """Groups of cubes, left to right, as a Goal's text."""
    return f" {GAP} ".join(" ".join(map(str, group)) for group in groups)


def board_json(board: Board) -> dict[str, Any]:
    """The fields of the contract's answer that come from the reading."""
    written: dict[str, Any] = msgspec.to_builtins(board)
    return written


def parse_board(value: object) -> Board:
    """The other direction of `board_json`."""
    try:
        return msgspec.convert(value, Board)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no board: {wrong}") from None
