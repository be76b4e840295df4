"""What the camera of photographic pictures adds."""

from __future__ import annotations

import numpy as np

from vision.photo_sensor import Grade, Sensor


def test_noise_is_as_strong_as_it_says_and_new_in_every_frame() -> None:
    sensor = Sensor(Grade(noise=2.0, blur_px=0.5, jpeg=95), (320, 240), 3)
    grey = np.full((240, 320, 3), 128, dtype=np.uint8)
    one, two = sensor.take(grey, 1), sensor.take(grey, 2)
    assert 1.0 < float(one[..., 1].std()) < 2.6
    assert not np.array_equal(one, two)
    assert np.array_equal(one, Sensor(Grade(2.0, 0.5, 95), (320, 240), 3).take(grey, 1))
