"""From light to a picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.boards.sensor import CURVES, Sensor, degrade, develop, jpeg, pick_sensor

QUIET = Sensor(
    curve="standard",
    contrast=1.0,
    gamma=1.0,
    saturation=1.0,
    white_balance=1.0,
    tint=(1.0, 1.0, 1.0),
    vignette=0.0,
    blur_px=0.0,
    motion_px=0.0,
    motion_deg=0.0,
    noise=0.0,
    noise_grain=0,
    chroma_noise=0,
    sharpen=0.0,
    jpeg=90,
)


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("shown", [0.25, 0.6, 0.9])
def test_paper_is_shown_as_bright_as_asked(curve: str, shown: float) -> None:
    canvas = np.full((960, 1280, 3), 0.37, np.float32)
    picture = develop(canvas, replace(QUIET, curve=curve), np.ones(3), 0.37, shown, np.random.default_rng(0))
    assert picture.mean() == pytest.approx(255 * shown, abs=2)


@pytest.mark.parametrize("curve", CURVES)
def test_more_light_is_never_darker(curve: str) -> None:
    ramp = np.repeat(np.linspace(0, 2, 1280, dtype=np.float32)[None, :, None], 960, axis=0).repeat(3, axis=2)
    picture = develop(ramp, replace(QUIET, curve=curve), np.ones(3), 0.8, 0.8, np.random.default_rng(0))
    assert (np.diff(picture[480, :, 1].astype(int)) >= 0).all()
    assert picture[480, -1, 1] > picture[480, 10, 1]


def test_white_balance_takes_the_lamp_s_colour_out() -> None:
    lamp = np.array([0.5, 1.0, 1.5])
    canvas = np.ones((960, 1280, 3), np.float32) * (lamp * 0.5).astype(np.float32)
    rng = np.random.default_rng(0)
    balanced = develop(canvas.copy(), QUIET, lamp, 0.5, 0.7, rng).reshape(-1, 3).mean(axis=0)
    left = develop(canvas.copy(), replace(QUIET, white_balance=0.0), lamp, 0.5, 0.7, rng).reshape(-1, 3).mean(axis=0)
    assert np.ptp(balanced) < 2
    assert left[2] > left[0] + 40


def test_noise_and_blur_do_what_they_are_named_for() -> None:
    plain = np.full((960, 1280, 3), 90, np.uint8)
    noisy = degrade(plain, replace(QUIET, noise=6.0), np.random.default_rng(1))
    assert 3 < noisy.std() < 15
    edge = plain.copy()
    edge[:, 640:] = 200
    blurred = degrade(edge, replace(QUIET, blur_px=2.0), np.random.default_rng(1))
    assert 95 < blurred[480, 640, 0] < 195
    moved = degrade(edge, replace(QUIET, motion_px=4.0, motion_deg=90.0), np.random.default_rng(1))
    assert np.array_equal(moved[300:600], edge[300:600])


def test_what_makes_a_picture_worse_is_told() -> None:
    worse = replace(QUIET, motion_px=3.0, blur_px=1.4, noise=7.0, jpeg=45)
    assert worse.degraded() == ["motion 3.0px", "defocus 1.4px", "noise", "jpeg q45"]
    assert QUIET.degraded() == []


def test_picked_sensors_keep_to_their_limits() -> None:
    rng = np.random.default_rng(2)
    for _ in range(200):
        sensor = pick_sensor(rng, 1.0, (0.4, 9.0), (40, 95), most_noise=3.5, most_px=1.3)
        assert np.hypot(sensor.blur_px, sensor.motion_px / 12**0.5) <= 1.3 + 1e-9
        assert sensor.noise <= 3.5
        assert 40 <= sensor.jpeg <= 95


def test_the_picture_is_what_the_file_holds() -> None:
    drawn = np.random.default_rng(3).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    picture, file = jpeg(drawn, 40)
    assert file.startswith(b"\xff\xd8")
    assert picture.shape == drawn.shape
    assert not np.array_equal(picture, drawn)
