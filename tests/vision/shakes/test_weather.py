"""The light of films."""

from __future__ import annotations

import random

import pytest

from tests.vision.shakes.weather import Cloud, Passer, Switch, Weather, pick_weather
from vision.photo_light import STEADY


def test_a_film_without_weather_has_a_steady_light() -> None:
    assert Weather().at(12.3) == STEADY
    assert not Weather().changes(12.3)


def test_a_switched_lamp_is_made_up_for_step_by_step() -> None:
    weather = Weather(switches=(Switch(2.0, 0.5, 1.4),))
    assert weather.at(1.9) == STEADY
    assert (weather.at(2.0).lamps, weather.at(2.0).exposure) == (0.5, 1.0)
    assert weather.at(2.3).exposure == pytest.approx(1.24, abs=0.09)
    assert weather.at(4).exposure == pytest.approx(1.4)
    assert weather.changes(2.2)
    assert not weather.changes(3.2)


def test_clouds_and_people_pass() -> None:
    weather = Weather(clouds=(Cloud(1, 4, 0.6),), passers=(Passer(10, 5, 90, 60, 0.4),))
    assert weather.at(3).room == pytest.approx(0.6)
    assert weather.at(6).room == 1
    assert len(weather.at(12).shades) == 1
    assert not weather.at(16).shades
    assert weather.changes(10.2)
    assert not weather.changes(12.5)


def test_something_happens_in_every_long_film_and_the_same_for_the_same_seed() -> None:
    for seed in range(10):
        weather = pick_weather(random.Random(seed), 120)
        assert weather == pick_weather(random.Random(seed), 120)
        assert weather.switches or weather.clouds or weather.passers
