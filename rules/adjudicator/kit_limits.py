"""No mat has more cubes than the kit: six of each colour (contract, sections 2 and 6)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rules.cubes import Cube, Kit
from rules.errors import BadRequest


def vetted(cubes: Iterable[Cube], kit: Kit) -> None:
    """BadRequest where one kit cannot show all these cubes; a `?` may be of each colour that has its face.

    They fit if no choice of colours has to bear more cubes than it has, which is Hall's theorem; a single colour is
    one such choice, all four together are another.
    """
    cubes = tuple(cubes)
    if len(cubes) <= min(kind.count for kind in kit.kinds):
        return
    homes = [frozenset(kind.letter for kind in kit.kinds if _may_be(cube, kind.letter, kind.faces)) for cube in cubes]
    for size in range(1, len(kit.kinds) + 1):
        for kinds in combinations(kit.kinds, size):
            letters = frozenset(kind.letter for kind in kinds)
            most = sum(kind.count for kind in kinds)
            if sum(home <= letters for home in homes) > most:
                named = " and ".join(kind.name for kind in kinds)
                raise BadRequest(f"these are too many {named} cubes: the kit has {most}")


def _may_be(cube: Cube, letter: str, faces: tuple[str, ...]) -> bool:
    return cube.face in faces if cube.kind == "?" else cube.kind == letter
