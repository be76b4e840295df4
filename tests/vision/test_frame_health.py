"""What is wrong with a frame, and what only looks as if."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from tests.vision.fake_devices import frame, picture
from vision.frame_health import BLACK, FLICKERING, FROZEN, OLD, TORN, WRONG_SIZE, FrameHealth
from vision.pictures import Image

STEP_US = 100_000


class Bench:
    """A camera that has been watched for two seconds, so that its noise is known."""

    def __init__(self, *, noise: float = 2.0, **more: tuple[int, int]) -> None:
        self.health = FrameHealth(**more)
        self.now_us = 0
        self.noise = noise
        self._number = 0
        assert [self.see(self.picture()) for _ in range(20)] == [None] * 20

    def picture(self, **more: int) -> Image:
        self._number += 1
        return picture(self._number, noise=self.noise, **more)

    def see(self, image: Image) -> str | None:
        self.now_us += STEP_US
        return self.health.problem(frame(image, self.now_us))

    def all(self, images: Iterable[Image]) -> list[str | None]:
        return [self.see(image) for image in images]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_camera_at_work_is_well(bench: Bench) -> None:
    assert bench.all(bench.picture() for _ in range(50)) == [None] * 50


def test_a_covered_lens_is_black_and_a_dark_room_is_not(bench: Bench) -> None:
    rng = np.random.default_rng(1)
    assert bench.see(rng.integers(0, 9, (480, 640, 3), dtype=np.uint8)) == BLACK
    assert bench.see(np.zeros((480, 640, 3), dtype=np.uint8)) == BLACK
    assert bench.see(bench.picture(level=30)) is None


def test_the_same_picture_is_old_and_for_too_long_it_is_frozen(bench: Bench) -> None:
    still = bench.picture()
    found = bench.all(still.copy() for _ in range(40))
    assert found == [None] + [OLD] * 29 + [FROZEN] * 10
    assert bench.see(bench.picture()) is None


def test_a_camera_without_noise_is_not_frozen() -> None:
    quiet = Bench(noise=0.0)
    assert quiet.all(quiet.picture() for _ in range(60)) == [None] * 60


def test_of_a_film_that_was_pressed_hard_sameness_proves_nothing() -> None:
    health = FrameHealth(pressed=True)
    pictures = [*(picture(number) for number in range(20)), *(picture(20).copy() for _ in range(40))]
    torn = picture(21)
    torn[200:] = picture(20)[200:]
    found = [health.problem(frame(image, STEP_US * number)) for number, image in enumerate([*pictures, torn])]
    assert found == [None] * 61
    assert health.problem(frame(np.zeros((480, 640, 3), dtype=np.uint8), 100 * STEP_US)) == BLACK


def test_one_object_again_and_again_says_itself_that_nothing_was_taken(bench: Bench) -> None:
    still = bench.picture()
    assert bench.all([still] * 60) == [None] * 60


@pytest.mark.parametrize("row", [60, 240, 430])
def test_a_lower_part_of_the_last_moment_is_torn(bench: Bench, row: int) -> None:
    before, after = bench.picture(), bench.picture()
    bench.see(before)
    torn = after.copy()
    torn[row:] = before[row:]
    assert bench.see(torn) == TORN
    assert bench.see(bench.picture()) is None
    last = bench.picture()
    bench.see(last)
    torn = bench.picture()
    torn[:row] = last[:row]
    assert bench.see(torn) == TORN


@pytest.mark.parametrize("ago", [2, 5, 8])
def test_the_other_moment_may_be_a_while_ago(bench: Bench, ago: int) -> None:
    before = bench.picture()
    assert bench.all([before, *(bench.picture() for _ in range(ago - 1))]) == [None] * ago
    torn = bench.picture()
    torn[200:] = before[200:]
    assert bench.see(torn) == TORN
    assert bench.see(bench.picture()) is None


def test_an_old_frame_again_is_not_torn_but_old(bench: Bench) -> None:
    before = bench.picture()
    assert bench.all([before, bench.picture(), before.copy(), bench.picture()]) == [None, None, OLD, None]


def test_two_old_frames_in_turn_are_frozen_in_the_end(bench: Bench) -> None:
    one, other = bench.picture(), bench.picture()
    found = bench.all(image.copy() for _ in range(20) for image in (one, other))
    assert found == [None] * 2 + [OLD] * 29 + [FROZEN] * 9


@pytest.mark.parametrize("fill", [(128, 128, 128), (0, 0, 0), (0, 135, 0)])
def test_a_lower_part_of_one_colour_is_torn_each_time(bench: Bench, fill: tuple[int, int, int]) -> None:
    for row in (100, 300, 440, 300, 300, 300, 300, 300):
        torn = bench.picture()
        torn[row:] = fill
        assert bench.see(torn) == TORN
    assert bench.see(bench.picture()) is None


def test_a_hand_over_half_of_the_table_is_not_torn(bench: Bench) -> None:
    for across in range(0, 640, 40):
        image = bench.picture()
        noise = bench.picture()[240:, :across] // 4
        image[240:, :across] = 90 + noise
        assert bench.see(image) is None


def test_a_camera_that_smooths_its_noise_away_is_soon_believed(bench: Bench) -> None:
    still = bench.picture()
    found = []
    for _ in range(20):
        image = still.copy()
        image[:200] = bench.picture()[:200]
        found.append(bench.see(image))
    assert found[0] is None or found[0] == TORN
    assert found[6:] == [None] * 14


def test_the_longer_its_noise_was_seen_the_longer_a_stuck_half_is_torn(bench: Bench) -> None:
    assert bench.all(bench.picture() for _ in range(180)) == [None] * 180
    stuck = bench.picture()
    found = []
    for _ in range(60):
        image = bench.picture()
        image[200:] = stuck[200:]
        found.append(bench.see(image))
    # The first of them has no other to be like.
    assert found[:45] == [None] + [TORN] * 44
    assert found[-5:] == [None] * 5, "for ever it is no tear"


def test_a_swinging_exposure_is_flickering_and_steady_light_is_its_end(bench: Bench) -> None:
    swinging = bench.all(bench.picture(level=level) for level in [120, 150, 120, 150] * 5)
    assert swinging[-5:] == [FLICKERING] * 5
    steady = bench.all(bench.picture(level=120) for _ in range(40))
    assert steady[-5:] == [None] * 5


def test_lamps_that_are_switched_and_hands_that_pass_are_no_flicker(bench: Bench) -> None:
    levels = [120] * 10 + [150] * 10 + [100] * 10
    assert bench.all(bench.picture(level=level) for level in levels) == [None] * 30
    for number in range(30):
        image = bench.picture()
        if number % 3:
            image[100:330, 100:400] = 200
        assert bench.see(image) is None


def test_another_size_is_wrong_until_it_stays(bench: Bench) -> None:
    found = bench.all(bench.picture(size=(800, 600)) for _ in range(8))
    assert found == [WRONG_SIZE] * 4 + [None] * 4


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((480, 640), dtype=np.uint8),
        np.zeros((480, 640, 4), dtype=np.uint8),
        np.zeros((480, 640, 3), dtype=np.float32),
        np.zeros((0, 640, 3), dtype=np.uint8),
        np.zeros((100, 100, 3), dtype=np.uint8),
        None,
    ],
)
def test_what_is_no_picture_of_a_table_is_of_the_wrong_size(bench: Bench, image: Image) -> None:
    assert bench.all([image] * 10) == [WRONG_SIZE] * 10
    assert bench.see(bench.picture()) is None


def test_a_lens_asks_for_its_shape() -> None:
    bench = Bench(shape=(1280, 960))
    assert bench.all(bench.picture(size=(1280, 720)) for _ in range(8)) == [WRONG_SIZE] * 8
    assert bench.see(bench.picture()) is None
