"""The fuzzer of frames."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise

import numpy as np

from tests.vision.shakes.film import Film
from tests.vision.shakes.fuzz import (
    BLACK,
    FROZEN,
    GOOD,
    HALF_BLACK,
    HUNTING,
    SPELL_FRAMES,
    SPELLS,
    TORN,
    Delivery,
    delivered,
    fuzzed,
    whole,
)
from tests.vision.shakes.play import play


def test_a_whole_film_is_every_frame_once() -> None:
    film = play(1, 4)
    assert [delivery.frame for delivery in whole(film)] == list(range(len(film.shots)))


def test_every_kind_of_damage_occurs_and_the_same_for_the_same_seed() -> None:
    film = play(1, 40)
    plan = fuzzed(film, 3)
    assert plan == fuzzed(film, 3)
    assert plan != fuzzed(film, 4)
    kinds = Counter(delivery.kind for delivery in plan)
    assert set(kinds) == {GOOD, FROZEN, TORN, BLACK, HALF_BLACK, HUNTING}
    numbers = [delivery.frame for delivery in plan]
    counts = Counter(numbers)
    assert max(counts.values()) == 2
    assert len(counts) < len(film.shots)
    assert any(later < earlier for earlier, later in pairwise(numbers))


def test_every_spell_comes_over_a_long_film_and_lasts() -> None:
    plan = fuzzed(play(1, 40), 3)
    for kind in (FROZEN, TORN, BLACK, HUNTING):
        # The same frame is stuck, or every frame is as bad as the one before.
        longest = max(len(list(same)) for told, same in groupby(plan, lambda each: each.kind) if told == kind)
        assert SPELL_FRAMES[0] <= longest, kind
    numbers = [delivery.frame for delivery in plan]
    assert max(later - earlier for earlier, later in pairwise(numbers)) > SPELL_FRAMES[0], "lost"
    assert min(later - earlier for earlier, later in pairwise(numbers)) < -3, "shuffled"
    assert len(SPELLS) == 6


def test_damaged_frames_look_like_it_and_keep_their_times() -> None:
    short = play(1, 4)
    film = Film(1, short.shots[:6], short.weather)
    good, same, frozen, torn, black, half, light = delivered(
        film,
        (
            Delivery(2),
            Delivery(2),
            Delivery(3, FROZEN, 2),
            Delivery(4, TORN, 2, 0.25),
            Delivery(5, BLACK),
            Delivery(4, HALF_BLACK, at=0.5),
            Delivery(2, HUNTING, at=1.2),
        ),
    )
    assert same.image is good.image
    assert np.array_equal(frozen.image, good.image)
    assert frozen.image is not good.image, "a camera does not say that it gives the same again"
    assert (frozen.at_us, frozen.number) == (film.shots[3].at_us, 4)
    assert np.array_equal(torn.image[240:], good.image[240:])
    assert not np.array_equal(torn.image[:240], good.image[:240])
    assert not black.image.any()
    assert half.image[:480].any()
    assert not half.image[480:].any()
    assert half.at_us == film.shots[4].at_us
    assert 1.15 < light.image.mean() / good.image.mean() < 1.25
