"""Several readings of a table that lies still, made into one: what they agree on is believed, the rest is not sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rules.mat import GAP
from vision.assignment import NEVER, cheapest
from vision.board import Board, SeenCube
from vision.reader import UNCLEAR_GOAL, UNCLEAR_OBJECT

#: Readings so near to each other are of one cube: half of its side.
SAME_MM = 8.0
#: So many sure readings that say the same are believed, and so many for each one that is sure of something else.
ENOUGH = 2
OUTVOTED = 4


def agreed(boards: Sequence[Board]) -> Board:
    """The board that all these readings of one table make together.

    Readings that do not differ at all are what they say. A cube that only one of three or more saw is none; one that
    only some of them saw is not sure. A problem that at least half of them name is one.
    """
    if all(board == boards[0] for board in boards):
        return boards[0]
    opinions = _gathered(boards)
    cubes, missed = [], False
    for opinion in opinions:
        seen = len(opinion)
        if seen * 2 < len(boards) and len(boards) > ENOUGH:
            # One odd frame; with more than one it may be a cube that is hard to see.
            missed |= seen > 1
            continue
        cubes.append(_one(opinion, everywhere=seen >= len(boards) - (len(boards) > ENOUGH)))
    counted = Counter(problem for board in boards for problem in board.problems)
    problems = tuple(problem for problem, count in counted.items() if 2 * count >= len(boards))
    goals = Counter(board.goal for board in boards)
    goal, times = goals.most_common(1)[0]
    if missed and UNCLEAR_OBJECT not in problems:
        problems = (*problems, UNCLEAR_OBJECT)
    laid = sum(cube.section == "goal" for cube in cubes)
    if (times < ENOUGH or laid != _cubes_in(goal)) and UNCLEAR_GOAL not in problems:
        problems = (*problems, UNCLEAR_GOAL)
    sure = not problems and all(cube.sure for cube in cubes)
    return Board(cubes=tuple(cubes), goal=goal, problems=problems, sure=sure)


def _cubes_in(goal: str) -> int:
    return sum(word != GAP for word in goal.split())


def _gathered(boards: Sequence[Board]) -> list[list[SeenCube]]:
    """The readings of each cube, at most one of every board."""
    gathered = [[cube] for cube in boards[0].cubes]
    for board in boards[1:]:
        for cube, group in pair_by_place(board.cubes, [group[-1] for group in gathered]):
            if group is None:
                gathered.append([cube])
            else:
                gathered[group].append(cube)
    return gathered


def pair_by_place(cubes: Sequence[SeenCube], others: Sequence[SeenCube]) -> list[tuple[SeenCube, int | None]]:
    """For each cube the number of the other that lies in its place, if there is one."""
    size = len(cubes) + len(others)
    # Whoever has no partner is paired with nobody, at a cost that every real pair is below.
    costs = [[SAME_MM] * size for _ in range(size)]
    for row, cube in enumerate(cubes):
        for column, other in enumerate(others):
            apart = distance_mm(cube, other)
            costs[row][column] = apart if apart < SAME_MM else NEVER
    for row in range(len(cubes), size):
        costs[row][len(others) :] = [0.0] * len(cubes)
    if not size:
        return []
    found = cheapest(costs)
    return [(cube, found[row] if found[row] < len(others) else None) for row, cube in enumerate(cubes)]


def distance_mm(one: SeenCube, other: SeenCube) -> float:
    (x, y), (u, v) = one.mat_mm, other.mat_mm
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a reading says of a cube; how it is turned matters in the Goal alone."""

    color: str
    symbol: str
    section: str
    orientation: int

    @classmethod
    def of(cls, cube: SeenCube) -> _Said:
        return cls(cube.color, cube.symbol, cube.section, cube.orientation if cube.section == "goal" else 0)


def _one(opinion: Sequence[SeenCube], *, everywhere: bool) -> SeenCube:
    """One cube of several readings: the commonest, sure if enough sure readings say so."""
    ranked = Counter(_Said.of(cube) for cube in opinion).most_common()
    # Of two that are said as often, the one with the surer readings.
    best = max(ranked, key=lambda item: (item[1], sum(cube.sure for cube in opinion if _Said.of(cube) == item[0])))[0]
    alike = [cube for cube in opinion if _Said.of(cube) == best]
    firm = sum(cube.sure for cube in alike)
    denied = sum(cube.sure for cube in opinion if _Said.of(cube) != best)
    clearest = max(alike, key=lambda cube: (cube.sure, cube.confidence))
    return msgspec.structs.replace(clearest, sure=everywhere and firm >= max(ENOUGH, OUTVOTED * denied))
