"""Places out of the finder's grid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import finder
from vision.faces import Floats
from vision.finder import CELL_PX, MARGIN_MM, MOST, PX_PER_MM, finder_input, looked_around, places_of

CELL_MM = CELL_PX / PX_PER_MM


def cold(high: int = 40, wide: int = 50) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    grid = np.zeros((6, high, wide), dtype=np.float32)
    grid[0] = -9
    return grid


def test_a_cold_grid_has_no_place() -> None:
    assert places_of(cold()) == []


@given(
    st.integers(0, 39), st.integers(0, 49), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(-44, 44),
    st.floats(0, 1),
)  # fmt: skip
def test_a_hot_cell_is_a_place(row: int, column: int, across: float, down: float, angle: float, visible: float) -> None:
    grid = cold()
    turn = np.radians(4 * angle)
    grid[:, row, column] = (2.0, across, down, np.cos(turn), np.sin(turn), visible)
    [place] = places_of(grid)
    assert place.x == pytest.approx((column + 0.5 + across) * CELL_MM - MARGIN_MM, abs=1e-3)
    assert place.y == pytest.approx((row + 0.5 + down) * CELL_MM - MARGIN_MM, abs=1e-3)
    assert place.angle_deg == pytest.approx(angle, abs=1e-2)
    assert place.heat == pytest.approx(1 / (1 + np.exp(-2.0)))
    assert place.visible == pytest.approx(visible, abs=1e-5)


def test_of_neighbouring_cells_the_hottest_is_the_place_and_the_hottest_place_is_first() -> None:
    grid = cold()
    grid[0, 10, 10:13] = (1.0, 2.0, 1.5)
    grid[0, 20, 30] = 3.0
    places = places_of(grid)
    assert [round((place.x + MARGIN_MM) / CELL_MM - 0.5) for place in places] == [30, 11]


def test_no_more_places_than_a_table_can_have() -> None:
    grid = cold()
    grid[0, ::3, ::3] = 1.0
    assert len(places_of(grid)) == MOST


@given(st.integers(1, 70), st.integers(1, 70))
def test_the_input_is_filled_up_to_whole_cells(high: int, wide: int) -> None:
    plane = np.full((high, wide, 3), 100, dtype=np.uint8)
    given_ = finder_input(plane, np.array([0.01, 0.01, 0.01], dtype=np.float32))
    assert given_.shape[2] % 8 == given_.shape[3] % 8 == 0
    assert given_.shape[2] - high < 8
    assert given_.shape[3] - wide < 8
    assert np.allclose(given_, 1.0)


def brightest(plane: Floats) -> Floats:
    """A finder that takes the brightest pixel for a cube's centre."""
    high, wide = plane.shape[2:]
    grid = cold(high // CELL_PX, wide // CELL_PX)
    y, x = np.unravel_index(int(plane[0, 0].argmax()), (high, wide))
    row, column = int(y) // CELL_PX, int(x) // CELL_PX
    grid[:3, row, column] = 2.0, (x + 0.5) / CELL_PX - column - 0.5, (y + 0.5) / CELL_PX - row - 0.5
    return grid


@pytest.mark.parametrize("quarters", [(0,), (1,), (2,), (3,), (0, 2), (0, 1, 2, 3)])
def test_from_every_side_a_cube_is_found_at_the_same_place(
    quarters: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder, "QUARTERS", quarters)
    plane = np.zeros((1, 3, 64, 96), dtype=np.float32)
    plane[0, 0, 21, 58] = 1.0
    [place] = places_of(looked_around(brightest, plane))
    assert place.x == pytest.approx(58.5 / PX_PER_MM - MARGIN_MM, abs=1e-3)
    assert place.y == pytest.approx(21.5 / PX_PER_MM - MARGIN_MM, abs=1e-3)
    assert place.heat == pytest.approx(1 / (1 + np.exp(-2.0)))


def test_what_is_cold_from_one_side_and_hot_from_the_other_is_warm() -> None:
    looks = iter((cold(), cold()))

    def find(plane: Floats) -> Floats:
        grid = next(looks)
        grid[0, 20, 25] = -1.0
        # The same cell, in the picture that is turned by half a turn.
        grid[0, 19, 24] = 2.0
        return grid

    grid = looked_around(find, np.zeros((1, 3, 160, 200), dtype=np.float32))
    assert grid[0, 20, 25] == grid[0, 19, 24] == pytest.approx(0.5)
