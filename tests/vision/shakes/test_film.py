"""The truth of films: what lies where in which frame, and when what happened."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from tests.vision.shakes import acts
from tests.vision.shakes.film import STILL_FRAMES, Film
from tests.vision.shakes.meaning import meaning_of
from tests.vision.shakes.places import apart_mm
from tests.vision.shakes.play import WEIGHTS, play
from tests.vision.shakes.stage import PERIOD_US, Player, Stage
from tests.vision.shakes.weather import Weather
from vision.photo_hands import SKINS, SLEEVES
from vision.photo_scene import PhotoCube

BEN, CY = Player(90, 0, 0, 170), Player(0, 1, 1, 200)


def stage(*cubes: PhotoCube) -> Stage:
    made = Stage(random.Random(1))
    made.cubes = {f"{number}": cube for number, cube in enumerate(cubes)}
    made.still(800)
    return made


def film(made: Stage) -> Film:
    made.still(800)
    return Film(1, tuple(made.shots), Weather())


R2 = PhotoCube("red", "2", 100, 75)
B3 = PhotoCube("blue", "3", 200, 75, 40)


def test_a_move_happens_in_the_first_frame_in_which_the_cube_lies_where_it_settles() -> None:
    made = stage(R2, B3)
    made.play(acts.carry(made, BEN, "0", (330, 180, 3)))
    told = film(made)
    start, move = told.events
    assert start.after == meaning_of([R2, B3])
    assert move.before == start.after
    assert move.after == meaning_of([PhotoCube("red", "2", 330, 180, 3), B3])
    there = [shot for shot in told.shots if any(c.color == "red" and (c.x, c.y) == (330, 180) for c in shot.resting)]
    assert told.shots[move.frame] is there[0]
    held = told.shots[move.frame - 1]
    assert any(cube.color == "red" and cube.height_mm > 0 for cube in held.scene.cubes)
    # The hand is still there, and gone when nothing moves any more.
    assert told.shots[move.frame].scene.hands
    assert told.shots[move.still_from - 1].scene.hands
    assert not told.shots[move.still_from].scene.hands
    # In between, one cube is in a hand.
    assert [state.meaning for state in told.states] == [start.after, meaning_of([B3]), move.after]


def test_frames_come_at_even_times_and_are_drawn_the_same_again() -> None:
    made = stage(R2, B3)
    told = film(made)
    assert [shot.at_us for shot in told.shots] == [1_000_000 + n * PERIOD_US for n in range(len(told.shots))]
    once = told.projector()(3)
    show = told.projector()
    show(9)
    again = show(3)
    assert np.array_equal(once.image, again.image)
    assert (once.number, once.at_us) == (4, told.shots[3].at_us)


def test_two_cubes_at_once_are_one_event_with_every_state_between() -> None:
    made = stage(R2, B3)
    made.play(acts.carry(made, BEN, "0", (330, 180, 3)), acts.carry(made, CY, "1", (60, 180, 3)))
    told = film(made)
    assert len(told.events) == 2
    assert len(told.states) >= 4
    assert set(told.events[1].after.cubes) == {("R2", "required"), ("B3", "forbidden")}


@pytest.mark.parametrize("what", ["taken back", "nudged", "equal cubes swapped", "a hand", "camera", "mat"])
def test_what_changes_nothing_is_no_event(what: str) -> None:
    equal = PhotoCube("red", "2", 330, 180)
    made = stage(R2, equal)
    act = {
        "taken back": lambda: [acts.take_back(made, BEN, "0", (200, 180))],
        "nudged": lambda: [acts.slide(made, BEN, "0", (130, 80))],
        "equal cubes swapped": lambda: [
            acts.carry(made, BEN, "0", (equal.x, equal.y, 0)),
            acts.carry(made, CY, "1", (R2.x, R2.y, 0)),
        ],
        "a hand": lambda: [acts.rest(made, BEN, 150, 150, 500)],
        "camera": lambda: [acts.bump_camera(made)],
        "mat": lambda: [acts.bump_mat(made, BEN)],
    }[what]
    made.play(*act())
    told = film(made)
    assert len(told.events) == 1
    assert any(told.busy)
    assert not told.busy[-1]


def test_a_cube_that_slides_is_nowhere_until_it_lies_still() -> None:
    made = stage(R2, B3)
    made.play(acts.slide(made, BEN, "1", (200, 180)))
    told = film(made)
    assert [len(state.meaning.cubes) for state in told.states] == [2, 1, 2]
    assert told.events[1].frame == told.states[2].frame


def test_a_dropped_cube_shows_another_face_and_one_off_the_table_is_gone() -> None:
    made = stage(R2, B3)
    made.play(acts.drop_over(made, BEN, "0", (110, 80, 20), "+"))
    made.still(800)
    made.play(acts.take_away(made, CY, ["1"]))
    made.still(800)
    made.play(acts.bring(made, CY, "1", B3))
    told = film(made)
    assert [event.after.cubes for event in told.events] == [
        (("B3", "resources"), ("R2", "resources")),
        (("B3", "resources"), ("R+", "resources")),
        (("R+", "resources"),),
        (("B3", "resources"), ("R+", "resources")),
    ]
    assert not made.hands
    assert not made.moving


@pytest.mark.parametrize("seed", range(6))
def test_a_played_shake_is_whole_and_its_cubes_lie_clearly(seed: int) -> None:
    told = play(seed, 40)
    assert len(told.events) >= 40
    assert len(told.events[0].after.cubes) == 24
    assert told.events[-1].after.cubes == ()
    frames = [event.frame for event in told.events]
    assert frames == sorted(set(frames))
    for event in told.events:
        shot = told.shots[event.still_from]
        assert event.frame <= event.still_from
        assert meaning_of(shot.resting) == event.after
        # Nothing is in the air, nothing overlaps, and it stays like that for a while.
        assert not any(told.shots[n].busy for n in range(event.still_from, event.still_from + STILL_FRAMES))
        cubes = shot.scene.cubes
        assert all(cube.height_mm == 0 for cube in cubes)
        near = [(a, b) for n, a in enumerate(cubes) for b in cubes[n + 1 :] if abs(a.x - b.x) + abs(a.y - b.y) < 36]
        assert all(apart_mm(a, b) > 0.5 for a, b in near)


def test_everything_that_people_do_to_a_table_is_in_a_few_films() -> None:
    films = [play(seed, 41) for seed in range(1, 13)]
    hard: Counter[str] = sum((film.troubles for film in films), Counter())
    assert set(WEIGHTS) <= set(hard)
    light = {"lamp_switched", "cloud", "shadow", "light_drifts", "light_flickers"}
    assert light <= {name for name, count in hard.items() if count}
    hands = {hand for film in films for shot in film.shots for hand in shot.scene.hands}
    assert {hand.skin for hand in hands} == set(range(len(SKINS)))
    assert {hand.sleeve for hand in hands} == set(range(len(SLEEVES)))
    assert {hand.left for hand in hands} == {True, False}


def test_the_same_seed_is_the_same_shake() -> None:
    one, again, other = play(7, 10), play(7, 10), play(8, 10)
    assert one.shots == again.shots
    assert one.weather == again.weather
    assert one.shots != other.shots
