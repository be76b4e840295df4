"""What hands cover."""

from __future__ import annotations

import random

import pytest

from tests.vision.shakes import acts
from tests.vision.shakes.film import Film
from tests.vision.shakes.shown import Showing
from tests.vision.shakes.stage import Player, Stage
from tests.vision.shakes.weather import Weather
from vision.photo_scene import PhotoCube

BEN, CY = Player(90, 0, 0, 170), Player(0, 1, 1, 200)
R2, B3 = PhotoCube("red", "2", 100, 75), PhotoCube("blue", "3", 200, 75, 40)


@pytest.fixture
def stage() -> Stage:
    made = Stage(random.Random(1))
    made.cubes = {"0": R2, "1": B3}
    made.still(800)
    return made


def film(made: Stage) -> Film:
    made.still(800)
    return Film(1, tuple(made.shots), Weather())


def test_a_cube_is_shown_when_the_hand_that_put_it_down_withdraws(stage: Stage) -> None:
    stage.play(acts.carry(stage, BEN, "0", (330, 180, 3)))
    told = film(stage)
    move = told.events[1]
    assert move.frame < Showing(told).first(move) < move.still_from


def test_a_hand_that_lies_over_it_hides_it_for_as_long(stage: Stage) -> None:
    # The other hand has come by the time the cube lies there, and rests for seconds.
    stage.play(acts.carry(stage, BEN, "0", (330, 180, 3)), acts.rest(stage, CY, 330, 180, 4000))
    told = film(stage)
    move = told.events[1]
    assert Showing(told).first(move) - move.frame > 30


def test_a_hand_elsewhere_hides_nothing(stage: Stage) -> None:
    stage.play(acts.carry(stage, BEN, "0", (330, 180, 3)), acts.rest(stage, CY, 400, 30, 4000))
    told = film(stage)
    move = told.events[1]
    assert Showing(told).first(move) - move.frame < 6


def test_what_was_taken_away_is_shown_where_it_lay(stage: Stage) -> None:
    stage.play(acts.take_away(stage, BEN, ["0"]))
    told = film(stage)
    gone = told.events[1]
    assert gone.frame <= Showing(told).first(gone) <= gone.still_from
    assert Showing(told).first(told.events[0]) == told.events[0].frame, "nobody's hand is there"
