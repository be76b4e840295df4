"""The last seconds of frames, in bounded memory."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.fake_devices import frame, picture
from vision.clip_ring import KEPT_WIDTH, ClipRing

STEP_US = 100_000


def test_it_holds_the_last_seconds() -> None:
    ring = ClipRing(1.0)
    for k in range(30):
        ring.add(frame(picture(k, size=(320, 240)), k * STEP_US))
    kept = ring.between(0, 10**9)
    assert [each.at_us for each in kept] == [k * STEP_US for k in range(19, 30)]
    assert ring.bytes == sum(len(each.jpeg) for each in kept)
    assert [each.at_us for each in ring.between(2_150_000, 2_500_000)] == [2_200_000, 2_300_000, 2_400_000, 2_500_000]
    assert ring.between(0, 5) == ()


def test_its_memory_is_bounded_whatever_comes() -> None:
    one = ClipRing(100.0)
    one.add(frame(picture(0), 0))
    ring = ClipRing(100.0, most_bytes=5 * one.bytes)
    for k in range(30):
        ring.add(frame(picture(k), k * STEP_US))
        assert ring.bytes <= 5 * one.bytes
    assert 3 <= len(ring.between(0, 10**9)) <= 5
    tiny = ClipRing(100.0, most_bytes=1)
    tiny.add(frame(picture(0), 0))
    assert (tiny.bytes, tiny.between(0, 1)) == (0, ())


def test_a_fast_camera_is_thinned_out_and_a_large_picture_made_smaller() -> None:
    ring = ClipRing(10.0)
    image = picture(size=(1280, 960), noise=0)
    for k in range(31):
        ring.add(frame(image, k * 33_333))
    kept = ring.between(0, 10**9)
    assert 8 <= len(kept) <= 11
    shown = cv2.imdecode(np.frombuffer(kept[0].jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (720, KEPT_WIDTH, 3)
    assert all(each.jpeg is kept[0].jpeg for each in kept), "the same picture is encoded once"
