"""Colours of sides: which sides can be asked, and what they add to a top's odds."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.faces import FaceKind, face_table
from vision.side_colors import in_doubt, walls_in_view, with_side
from vision.sides import Eye

TABLE = face_table(EQUATIONS_KIT)
BLUE, BLACK = (TABLE.index(FaceKind(color, "÷")) for color in ("blue", "black"))
#: A camera far to the right of the cube: it sees that side 8 mm deep.
EYE = Eye(258.0, 0.0, 500.0)
NOBODY = np.zeros((0, 2))


def odds(**kinds: float) -> np.ndarray:
    """Odds of some kinds, written as colour_symbol; what is left goes to "no cube"."""
    made = np.zeros(len(TABLE) + 1)
    for name, share in kinds.items():
        color, symbol = name.split("_")
        made[TABLE.index(FaceKind(color, {"div": "÷"}.get(symbol, symbol)))] = share
    made[-1] = 1 - made.sum()
    return made


def test_the_side_towards_the_camera_is_in_view() -> None:
    (wall,) = walls_in_view(3, (0.0, 0.0, 0.0), NOBODY, EYE, 16.0)
    assert (wall.cube, wall.x, wall.y) == (3, pytest.approx(8.0), pytest.approx(0.0))
    assert wall.way_deg % 360 == pytest.approx(0.0)


def test_a_side_that_is_hardly_seen_is_not_asked() -> None:
    assert walls_in_view(0, (0.0, 0.0, 0.0), NOBODY, Eye(60.0, 0.0, 500.0), 16.0) == []


def test_a_side_with_a_cube_before_it_is_not_asked() -> None:
    for other in ((17.0, 0.0), (25.0, 12.0)):
        assert walls_in_view(0, (0.0, 0.0, 0.0), np.array([other]), EYE, 16.0) == []
    # What is behind the cube, or the cube itself and its side, stands before nothing.
    behind = np.array([(-17.0, 0.0), (0.2, 0.1), (13.0, 0.0)])
    assert len(walls_in_view(0, (0.0, 0.0, 0.0), behind, EYE, 16.0)) == 1


def test_a_colour_is_in_doubt_if_another_one_has_a_share() -> None:
    clear, doubtful = odds(blue_div=0.98, blue_x=0.02), odds(blue_div=0.9, black_div=0.1)
    assert in_doubt(np.stack((clear, doubtful)), TABLE).tolist() == [False, True]


def test_a_side_tells_the_colour_and_leaves_the_sign() -> None:
    top = odds(blue_div=0.4, black_div=0.5, blue_x=0.05)
    changed = with_side(top, [odds(blue_3=0.9, red_3=0.1), odds(blue_3=0.8)], TABLE)
    assert changed[BLUE] > 0.8 > 0.1 > changed[BLACK]
    assert changed.sum() == pytest.approx(1)
    # Nor does it say whether there is a cube, nor which of the colour's signs it is.
    assert changed[-1] == pytest.approx(top[-1])
    cross = TABLE.index(FaceKind("blue", "x"))
    assert changed[cross] / changed[BLUE] == pytest.approx(top[cross] / top[BLUE])


def test_a_side_that_shows_nothing_changes_nothing() -> None:
    top = odds(blue_div=0.4, black_div=0.6)
    nothing = np.full(len(TABLE) + 1, 1e-9)
    for color in ("red", "blue", "green", "black"):
        nothing[next(i for i, kind in enumerate(TABLE) if kind.color == color)] = 0.01
    nothing[-1] = 0.96
    assert with_side(top, [nothing], TABLE) == pytest.approx(top, abs=1e-6)


def test_a_side_is_believed_less_than_a_top() -> None:
    top = odds(blue_div=0.995, black_div=0.005)
    changed = with_side(top, [odds(black_7=1.0)], TABLE)
    assert 0.6 < changed[BLUE] < 0.9
