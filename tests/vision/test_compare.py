"""What differs between two readings, cube by cube, with the places of both."""

from __future__ import annotations

import msgspec
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.board import Board, SeenCube
from vision.compare import compared
from vision.layout import load_layout

LAYOUT = load_layout()


def seen(color: str, symbol: str, section: str, x: float, y: float, orientation: int = 0) -> SeenCube:
    return SeenCube(
        color=color, symbol=symbol, section=section, orientation=orientation, mat_mm=(x, y), confidence=0.99
    )


RED = seen("red", "2", "resources", 100, 60)
BLUE = seen("blue", "x", "resources", 130, 60)
GREEN = seen("green", "6", "goal", 200, 260)


def differences(before: list[SeenCube], after: list[SeenCube]) -> list[tuple[object, ...]]:
    found = compared(Board(cubes=tuple(before)), Board(cubes=tuple(after)), EQUATIONS_KIT, LAYOUT)
    return [(each.change, each.cube, each.from_, each.to, each.before, each.after) for each in found]


def test_the_same_table_differs_in_nothing() -> None:
    jittered = msgspec.structs.replace(RED, mat_mm=(101.5, 59))
    assert differences([RED, BLUE, GREEN], [jittered, BLUE, GREEN]) == []
    assert differences([], []) == []


def test_a_move_names_the_cube_in_both_readings() -> None:
    moved = msgspec.structs.replace(BLUE, section="required", mat_mm=(300.0, 180.0))
    found = differences([RED, BLUE, GREEN], [GREEN, moved, RED])
    assert found == [("moved", "Bx", "resources", "required", 1, 1)]


@pytest.mark.parametrize(
    ("was", "now", "change"),
    [
        (RED, msgspec.structs.replace(RED, symbol="3"), "turned-over"),
        (RED, msgspec.structs.replace(RED, mat_mm=(100.0, 80.0)), "shifted"),
        (GREEN, msgspec.structs.replace(GREEN, orientation=180), "turned"),
    ],
)
def test_what_happened_to_one_cube(was: SeenCube, now: SeenCube, change: str) -> None:
    ((kind, *_),) = differences([was, BLUE], [now, BLUE])
    assert kind == change


def test_a_cube_that_went_and_one_that_came() -> None:
    assert differences([RED, BLUE], [BLUE]) == [("lifted", "R2", "resources", "", 0, None)]
    assert differences([BLUE], [BLUE, GREEN]) == [("laid", "G6", "", "goal", None, 1)]


def test_turning_in_resources_means_nothing() -> None:
    assert differences([RED], [msgspec.structs.replace(RED, orientation=90)]) == []
