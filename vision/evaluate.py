"""How well pictures were read: readings against the truth of labelled pictures. Pure: no file, no clock, no picture.

A label is a JSON object beside its picture with the kit, the light and every cube (colour, symbol, section, place,
turn, share in view, contrast); `docs/vision.md` lists the fields. A reading belongs to the true cube nearest to it
within half a cube. Right means colour, symbol and section; the best reading counts also where it is not sure. The turn
counts where it can be told: not for x + *, up to half a turn for 0 8 - ÷, and only within 30 degrees of a quarter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from rules.errors import BadRequest
from vision.board import Board, SeenCube

#: A cube counts for the main figures if so much of its top is in view and its symbol stands out so much.
CLEAR_VISIBLE = 0.6
CLEAR_CONTRAST = 12.0
#: A turn further than this from a quarter belongs to neither of two.
TURN_WITHIN_DEG = 30.0
#: Signs that look the same after every quarter turn, and after half a turn.
EVERY_QUARTER = frozenset("x+*")
EVERY_HALF = frozenset("08-÷")

CLEAR, HIDDEN, FAINT = "clear", "partly hidden", "faint"


class TrueCube(msgspec.Struct, frozen=True, kw_only=True):
    """A cube as the label has it. `mat_mm` is its centre on the sheet, `yaw_deg` its turn clockwise."""

    color: str
    symbol: str
    section: str
    mat_mm: tuple[float, float]
    yaw_deg: float
    visible: float = 1.0
    contrast: float = 255.0

    @property
    def clearness(self) -> str:
        """Whether the cube can be asked of a reader: `clear`; else why not."""
        if self.visible < CLEAR_VISIBLE:
            return HIDDEN
        return CLEAR if self.contrast >= CLEAR_CONTRAST else FAINT

    @property
    def name(self) -> str:
        return f"{self.color} {self.symbol}"


class TrueBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A labelled picture. Other fields of its file say how it was made and are not needed here."""

    image: str
    kit: str
    cubes: tuple[TrueCube, ...]
    lighting: str = "unknown"
    hand: bool | None = None
    cube_mm: float = 16.0
    goal_groups: tuple[tuple[int, ...], ...] | None = None


def parse_truth(value: object) -> TrueBoard:
    """The label that a JSON object is; BadRequest for anything else."""
    try:
        return msgspec.convert(value, TrueBoard)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no label: {wrong}") from None


@dataclass(frozen=True, slots=True)
class Judged:
    """A true cube and what was read of it; `read` is None if nothing was."""

    truth: TrueCube
    read: SeenCube | None

    @property
    def right_face(self) -> bool:
        return self.read is not None and (self.read.color, self.read.symbol) == (self.truth.color, self.truth.symbol)

    @property
    def right_section(self) -> bool:
        return self.read is not None and self.read.section.lower() == self.truth.section.lower()

    @property
    def right(self) -> bool:
        return self.right_face and self.right_section

    @property
    def turn_tells(self) -> bool:
        """Whether the label's turn can be asked at all."""
        return turn_tells(self.truth.symbol, self.truth.yaw_deg)

    @property
    def right_turn(self) -> bool:
        """Whether the turn is right, or cannot be told."""
        if not self.turn_tells:
            return True
        period = 180 if self.truth.symbol in EVERY_HALF else 360
        return self.read is not None and (self.read.orientation - nearest_quarter(self.truth.yaw_deg)) % period == 0

    @property
    def sure(self) -> bool:
        return self.read is not None and self.read.sure

    @property
    def sure_and_wrong(self) -> bool:
        return self.sure and not (self.right and self.right_turn)


def nearest_quarter(yaw_deg: float) -> int:
    """The quarter turn nearest to an angle: 0, 90, 180 or 270.

    >>> nearest_quarter(44), nearest_quarter(46), nearest_quarter(359)
    (0, 90, 0)
    """
    return round(yaw_deg % 360 / 90) * 90 % 360


def turn_tells(symbol: str, yaw_deg: float) -> bool:
    """Whether a symbol's turn can be told: it has one, and its cube does not lie half-way between two."""
    away = (yaw_deg + 45) % 90 - 45
    return symbol not in EVERY_QUARTER and abs(away) <= TURN_WITHIN_DEG


def match(truth: Sequence[TrueCube], read: Sequence[SeenCube], within_mm: float) -> list[int | None]:
    """For every true cube the index of its reading, nearest pairs first; None for one that has none."""
    pairs = sorted(
        (_squared(cube.mat_mm, seen.mat_mm), number, index)
        for number, cube in enumerate(truth)
        for index, seen in enumerate(read)
    )
    found: list[int | None] = [None] * len(truth)
    taken: set[int] = set()
    for squared, number, index in pairs:
        if squared > within_mm**2:
            break
        if found[number] is None and index not in taken:
            found[number] = index
            taken.add(index)
    return found


def _squared(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


@dataclass(frozen=True, slots=True)
class JudgedBoard:
    """One picture: every true cube with its reading, and the readings that belong to none."""

    truth: TrueBoard
    cubes: tuple[Judged, ...]
    false: tuple[SeenCube, ...]
    problems: tuple[str, ...]
    ms: float = 0.0

    @property
    def without_error(self) -> bool:
        """Whether every clear cube was read right, turn included, and nothing was made up."""
        clear = (cube for cube in self.cubes if cube.truth.clearness == CLEAR)
        return not self.false and all(cube.right and cube.right_turn for cube in clear)


def judge_board(truth: TrueBoard, board: Board, ms: float = 0.0) -> JudgedBoard:
    """The reading of a picture against its label."""
    found = match(truth.cubes, board.cubes, truth.cube_mm / 2)
    cubes = tuple(
        Judged(cube, None if index is None else board.cubes[index])
        for cube, index in zip(truth.cubes, found, strict=True)
    )
    false = tuple(seen for index, seen in enumerate(board.cubes) if index not in found)
    return JudgedBoard(truth, cubes, false, board.problems, ms)


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of cubes. `turned` are those whose turn can be told."""

    cubes: int = 0
    found: int = 0
    right: int = 0
    right_color: int = 0
    right_symbol: int = 0
    right_section: int = 0
    turned: int = 0
    right_turn: int = 0
    sure: int = 0
    sure_and_wrong: int = 0

    @classmethod
    def of(cls, cubes: Iterable[Judged]) -> Tally:
        tally = cls()
        for cube in cubes:
            read = cube.read
            tally = replace(
                tally,
                cubes=tally.cubes + 1,
                found=tally.found + (read is not None),
                right=tally.right + cube.right,
                right_color=tally.right_color + (read is not None and read.color == cube.truth.color),
                right_symbol=tally.right_symbol + (read is not None and read.symbol == cube.truth.symbol),
                right_section=tally.right_section + cube.right_section,
                turned=tally.turned + cube.turn_tells,
                right_turn=tally.right_turn + (cube.turn_tells and cube.right_turn),
                sure=tally.sure + cube.sure,
                sure_and_wrong=tally.sure_and_wrong + cube.sure_and_wrong,
            )
        return tally

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A set of labelled pictures, judged."""

    boards: tuple[JudgedBoard, ...] = field(repr=False)

    @property
    def cubes(self) -> tuple[Judged, ...]:
        return tuple(cube for board in self.boards for cube in board.cubes)

    def tally(self, clearness: str = CLEAR) -> Tally:
        """The figures of the cubes of one class; the main ones are those of the clear cubes."""
        return Tally.of(cube for cube in self.cubes if cube.truth.clearness == clearness)

    def by(self, what: str) -> dict[str, Tally]:
        """The clear cubes' figures for each value of a label's field: `kit` or `lighting`."""
        values = sorted({str(getattr(board.truth, what)) for board in self.boards})
        return {
            value: Tally.of(
                cube
                for board in self.boards
                if str(getattr(board.truth, what)) == value
                for cube in board.cubes
                if cube.truth.clearness == CLEAR
            )
            for value in values
        }

    @property
    def sure_and_wrong(self) -> int:
        """Over all cubes, clear or not, together with sure cubes where there is none."""
        false = sum(seen.sure for board in self.boards for seen in board.false)
        return sum(cube.sure_and_wrong for cube in self.cubes) + false

    @property
    def false_cubes(self) -> int:
        return sum(len(board.false) for board in self.boards)

    @property
    def boards_without_error(self) -> int:
        return sum(board.without_error for board in self.boards)

    @property
    def confusions(self) -> Counter[tuple[str, str]]:
        """How often one face was read as another, over the clear cubes; `nothing` for one that was not found."""
        return Counter(
            (cube.truth.name, "nothing" if cube.read is None else f"{cube.read.color} {cube.read.symbol}")
            for cube in self.cubes
            if cube.truth.clearness == CLEAR and not cube.right_face
        )

    @property
    def hands(self) -> dict[str, int]:
        """Pictures with a hand by their label, those of them where it was named, and where it was named wrongly."""
        labelled = [board for board in self.boards if board.truth.hand is not None]
        named = [board for board in labelled if "hand-over-mat" in board.problems]
        return {
            "with": sum(bool(board.truth.hand) for board in labelled),
            "named": sum(bool(board.truth.hand) for board in named),
            "named_wrongly": sum(not board.truth.hand for board in named),
        }

    @property
    def median_ms(self) -> float:
        times = sorted(board.ms for board in self.boards)
        return times[len(times) // 2] if times else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "boards": len(self.boards),
            "boards_without_error": self.boards_without_error,
            "clear": self.tally().to_json(),
            "partly_hidden": self.tally(HIDDEN).to_json(),
            "faint": self.tally(FAINT).to_json(),
            "false_cubes": self.false_cubes,
            "sure_and_wrong": self.sure_and_wrong,
            "by_kit": {name: tally.to_json() for name, tally in self.by("kit").items()},
            "by_lighting": {name: tally.to_json() for name, tally in self.by("lighting").items()},
            "confusions": [
                {"truth": truth, "read": read, "times": times} for (truth, read), times in self.confusions.most_common()
            ],
            "hands": self.hands,
            "median_ms": round(self.median_ms, 1),
        }
