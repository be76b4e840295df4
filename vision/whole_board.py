"""The board that is believed: what was read, put right by what is known of each cube."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from rules.cubes import Kit
from rules.mat import Section
from vision.board import OFF, Board, SeenCube, goal_text, kit_cube
from vision.goal_row import goal_groups
from vision.layout import Layout
from vision.reader import UNCLEAR_GOAL
from vision.tracks import Followed


def whole_board(read: Board, followed: Followed, before: Board | None, layout: Layout, kit: Kit) -> Board:
    """The cubes as they are followed, with the Goal's text, and sure if there is only one story.

    A problem or a doubt that cannot have to do with what changed is still named, and the board is sure.
    """
    order = [section.value for section, _ in layout.sections] + [OFF]
    cubes = sorted(followed.cubes, key=lambda cube: (order.index(cube.section), cube.mat_mm))
    row = [cube for cube in cubes if cube.section == Section.GOAL.value]
    goal, problems, sure = read.goal, read.problems, followed.sure
    if followed.goal_untouched and before is not None:
        goal = before.goal
    elif _faces(row) != _faces(cube for cube in read.cubes if cube.section == Section.GOAL.value):
        groups, clear = goal_groups(row, layout.cube_mm)
        goal = goal_text(
            [kit_cube(kit, cube.color, cube.symbol, cube.orientation) for cube in group] for group in groups
        )
        if not clear:
            problems, sure = (*(each for each in problems if each != UNCLEAR_GOAL), UNCLEAR_GOAL), False
    return msgspec.structs.replace(read, cubes=tuple(cubes), goal=goal, problems=problems, sure=sure)


def _faces(cubes: Iterable[SeenCube]) -> Counter[tuple[str, str, int]]:
    return Counter((cube.color, cube.symbol, cube.orientation) for cube in cubes)
