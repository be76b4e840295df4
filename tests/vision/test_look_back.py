"""Since when the table has lain as it lies now."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tables import cube, picture
from vision.look_back import Memory, Remembered, first_shown
from vision.motion import Mask, Motion, Small, small
from vision.pictures import Image

R2, LAID = cube("R2", 200, 90), cube("R2", 350, 180)
BEFORE, AFTER = small(picture([R2])), small(picture([LAID]))
CHANGED = Motion().changed(AFTER, BEFORE)


def with_hand(image: Image, x: int, y: int) -> Small:
    covered = image.copy()
    covered[3 * y - 60 : 3 * y + 60, 3 * x - 60 : 3 * x + 60] = (120, 150, 200)
    covered[3 * y - 20 : 3 * y + 20, 3 * x - 20 : 3 * x + 20] = (90, 110, 150)
    return small(covered)


COVERED = with_hand(picture([LAID]), 350, 180)
LIFTED = small(picture([]))


def dated(*frames: Small) -> int | None:
    """The number of the frame that shows it first."""
    remembered = [Remembered(number, frame) for number, frame in enumerate(frames)]
    return first_shown(remembered, BEFORE, AFTER, CHANGED, 1.0)


def test_the_first_frame_that_shows_it() -> None:
    assert dated(BEFORE, BEFORE, LIFTED, AFTER, AFTER, AFTER) == 3


def test_a_hand_over_it_is_looked_through() -> None:
    assert dated(BEFORE, LIFTED, AFTER, COVERED, COVERED, AFTER, AFTER) == 2
    assert dated(BEFORE, LIFTED, COVERED, COVERED, AFTER, AFTER) == 4


def test_a_hand_is_not_taken_for_the_paper_that_it_covers() -> None:
    gone = Motion().changed(LIFTED, BEFORE)
    even = picture([R2])
    even[3 * 50 : 3 * 130, 3 * 150 : 3 * 250] = (110, 130, 150)
    frames = [BEFORE, small(even), small(even), LIFTED, LIFTED]
    remembered = [Remembered(number, frame) for number, frame in enumerate(frames)]
    assert first_shown(remembered, BEFORE, LIFTED, gone, 1.0) == 3


@pytest.mark.parametrize("light", [0.55, 0.7, 1.08])
def test_another_light_meanwhile_changes_no_date(light: float) -> None:
    def lit(image: Image) -> Small:
        return small(np.clip(image * light, 0, 255).astype(np.uint8))

    before, lifted, laid = (lit(picture(cubes)) for cubes in ([R2], [], [LAID]))
    assert dated(before, lifted, laid, laid, AFTER, AFTER) == 2
    assert dated(BEFORE, before, before, lifted, COVERED, AFTER, AFTER) == 5
    gone = Motion().changed(LIFTED, BEFORE)
    frames = [Remembered(number, frame) for number, frame in enumerate([before, before, lifted, lifted, LIFTED])]
    assert first_shown(frames, BEFORE, LIFTED, gone, 1.0) == 2


def beside(image: Image, x: int, y: int) -> Small:
    """A hand rests to the right of a place and over the rim of it."""
    covered = image.copy()
    covered[3 * y - 90 : 3 * y + 90, 3 * x + 20 : 3 * x + 150] = (120, 150, 200)
    return small(covered)


#: The cells around where the cube was laid down, and where it lay.
LAID_AT = AFTER.cells_in(3 * 350 - 24, 3 * 180 - 24, 3 * 350 + 24, 3 * 180 + 24)
LAY_AT = AFTER.cells_in(3 * 200 - 24, 3 * 90 - 24, 3 * 200 + 24, 3 * 90 + 24)


def dated_at(places: list[Mask], *frames: Small) -> int | None:
    remembered = [Remembered(number, frame) for number, frame in enumerate(frames)]
    return first_shown(remembered, BEFORE, AFTER, CHANGED, 1.0, places)


def test_a_hand_that_rests_beside_a_cube_hides_no_more_than_it_covers() -> None:
    empty, laid = beside(picture([R2]), 350, 180), beside(picture([LAID]), 350, 180)
    frames = [BEFORE, empty, empty, laid, laid, laid, AFTER, AFTER]
    assert dated_at([LAID_AT], *frames) == 3
    assert dated(*frames) == 6, "where it is not known which cells are one cube, each of them counts"


def test_while_a_part_of_the_place_shows_what_was_there_before_nothing_has_changed() -> None:
    half = picture([LAID])
    half[: 3 * 180] = picture([R2])[: 3 * 180]
    torn = small(half)
    assert dated_at([LAID_AT], BEFORE, torn, torn, torn, AFTER, AFTER) == 4


def test_where_another_cube_has_lain_all_of_the_place_must_show_the_new_one() -> None:
    """Between the two the paper is neither what was there before nor what is there afterwards."""
    was, is_there = picture([cube("K9", 346, 180)]), picture([LAID])
    between = picture([])
    # A part of the place looks already as it will, by what another cube has brought there.
    between[:, 3 * 350 - 30 : 3 * 350 + 20] = is_there[:, 3 * 350 - 30 : 3 * 350 + 20]
    frames = [Remembered(n, small(each)) for n, each in enumerate([was, between, between, is_there, is_there])]
    before, after = frames[0].small, frames[-1].small
    changed = Motion().changed(after, before)
    assert first_shown(frames, before, after, changed, 1.0, [LAID_AT]) == 1
    assert first_shown(frames, before, after, changed, 1.0, [LAID_AT], [LAID_AT]) == 3
    assert first_shown(frames, before, after, changed, 1.0, [LAID_AT, LAID_AT]) == 3


def test_of_several_places_the_last_counts_and_those_that_show_nothing_new_do_not() -> None:
    came = small(picture([R2, LAID]))
    assert dated_at([LAID_AT], BEFORE, came, came, AFTER, AFTER) == 1
    assert dated_at([LAID_AT, LAY_AT], BEFORE, came, came, AFTER, AFTER) == 3
    elsewhere = AFTER.cells_in(0, 0, 20, 20)
    assert dated_at([LAID_AT, elsewhere], BEFORE, came, came, AFTER, AFTER) == 1
    assert dated_at([elsewhere], BEFORE, came, came, AFTER, AFTER) == 3


def test_a_cube_that_was_taken_up_again_counts_from_when_it_was_laid_down_last() -> None:
    assert dated(BEFORE, AFTER, AFTER, LIFTED, LIFTED, AFTER, AFTER) == 5


def test_a_single_frame_out_of_order_is_nothing() -> None:
    assert dated(BEFORE, LIFTED, AFTER, BEFORE, AFTER, AFTER) == 2


def test_frames_of_another_size_and_no_change_at_all_say_nothing() -> None:
    other = small(np.zeros((240, 424, 3), dtype=np.uint8))
    assert dated(other, BEFORE, AFTER) == 2
    assert dated(other) is None
    nothing = np.zeros_like(CHANGED)
    assert first_shown([Remembered(1, AFTER)], BEFORE, AFTER, nothing, 1.0) is None
    assert first_shown([Remembered(1, AFTER)], other, AFTER, CHANGED, 1.0) is None


def test_the_memory_is_short() -> None:
    memory = Memory(1000)
    for at_us in range(0, 5000, 100):
        memory.add(at_us, AFTER)
    assert len(memory) == 11
    assert [frame.at_us for frame in memory.since(4700)] == [4700, 4800, 4900]
