"""What counts as a change between two frames, and what does not."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.vision.tables import LAYOUT, cube, picture
from vision.motion import CELL, Motion, difference, small
from vision.pictures import Image

R2 = cube("R2", 200, 90)
K7 = cube("K7", 100, 90)
TABLE = picture([R2, K7])


def changed(one: Image, other: Image) -> int:
    return int(Motion().changed(small(one), small(other)).sum())


def test_a_frame_is_alike_itself() -> None:
    assert changed(TABLE, TABLE.copy()) == 0
    same = small(TABLE)
    assert not Motion().changed(same, same).any()


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_no_change(seed: int) -> None:
    assert changed(picture([R2, K7], noise=seed), picture([R2, K7], noise=seed + 100)) == 0


@pytest.mark.parametrize("light", [0.6, 0.8, 1.2])
def test_more_or_less_light_is_no_change(light: float) -> None:
    assert changed(picture([R2, K7], light=light), TABLE) == 0


def test_a_soft_shadow_is_no_change() -> None:
    y, x = np.mgrid[: TABLE.shape[0], : TABLE.shape[1]]
    shade = 1 - 0.4 * np.exp(-(((x - 600) / 300) ** 2) - ((y - 350) / 300) ** 2)
    assert changed(np.asarray((TABLE * shade[..., None]).astype(np.uint8)), TABLE) == 0


def test_stripes_of_a_flickering_lamp_are_no_change() -> None:
    y = np.arange(TABLE.shape[0])
    stripes = 1 - 0.08 * (1 + np.sin(y / 75))
    assert changed(np.asarray((TABLE * stripes[:, None, None]).astype(np.uint8)), TABLE) == 0


@pytest.mark.parametrize(
    "after",
    [
        pytest.param([R2], id="gone"),
        pytest.param([R2, K7, cube("B1", 300, 90)], id="came"),
        pytest.param([cube("R2", 204, 90), K7], id="nudged"),
        pytest.param([cube("R3", 200, 90), K7], id="another face"),
    ],
)
def test_a_cube_s_change_is_one_and_only_where_it_is(after: list[object]) -> None:
    now = small(picture(after))  # type: ignore[arg-type]
    cells = Motion().changed(now, small(TABLE))
    assert 0 < cells.sum() <= 16
    rows, columns = np.nonzero(cells.reshape(now.rows, now.columns))
    x = (columns + 0.5) * LAYOUT.sheet_mm[0] / now.columns
    y = (rows + 0.5) * LAYOUT.sheet_mm[1] / now.rows
    places = [each.mat_mm for each in (R2, K7)] + [(300, 90), (204, 90)]
    for u, v in zip(x, y, strict=True):
        assert min(np.hypot(u - px, v - py) for px, py in places) < 25


def test_a_cube_in_half_the_light_is_still_seen_to_go() -> None:
    assert changed(picture([R2], light=0.6), picture([R2, K7])) > 0


def test_black_is_a_change() -> None:
    assert changed(np.zeros_like(TABLE), TABLE) > 0
    assert changed(TABLE, np.zeros_like(TABLE)) > 0


def test_another_size_is_a_change_of_everything() -> None:
    other = np.zeros((240, 424, 3), dtype=np.uint8)
    assert changed(other, TABLE) == small(other).rows * small(other).columns


def test_only_what_matters_is_looked_at() -> None:
    motion, now, then = Motion(), small(picture([R2])), small(TABLE)
    cells = motion.changed(now, then)
    motion.where = ~cells
    assert not motion.changed(now, then).any()


def test_a_noisy_camera_is_learnt() -> None:
    motion = Motion()
    noise = np.random.default_rng(1)
    frames = [np.clip(TABLE + noise.normal(0, 40, TABLE.shape), 0, 255).astype(np.uint8) for _ in range(30)]
    for one, other in pairwise(frames):
        motion.changed(small(one), small(other), quiet=True)
    assert motion.noise > 3
    assert not motion.changed(small(frames[0]), small(frames[-1])).any()


def test_some_cells_alone_differ_as_they_do_among_all() -> None:
    one, other = small(TABLE), small(picture([R2]))
    cells = np.array([5, 100, 300])
    assert np.allclose(difference(one, other, cells).levels, difference(one, other).levels[cells], atol=1e-3)


def test_the_cells_of_a_rectangle() -> None:
    seen = small(TABLE)
    assert seen.cells_in(0, 0, TABLE.shape[1], TABLE.shape[0]).all()
    assert seen.cells_in(0, 0, 1, 1).sum() <= 4
    assert seen.cells_in(-50, -50, -20, -20).sum() <= 1
    assert seen.detail.shape[1] == CELL * CELL


def test_a_grey_picture_will_do() -> None:
    assert small(np.asarray(TABLE[..., 0])).size == small(TABLE).size
