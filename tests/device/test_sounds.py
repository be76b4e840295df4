"""The buzzer's sounds: on and off at the right moments, and no two alike."""

from __future__ import annotations

import pytest

from device.sounds import BEEPS, Sound, is_sounding, length_ms, next_change_ms


def test_no_two_sound_alike() -> None:
    assert len(set(BEEPS.values())) == len(Sound) == len(BEEPS)
    assert [sound.number for sound in Sound] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("since_ms", "loud"), [(0, True), (79, True), (80, False), (160, True), (239, True), (240, False)]
)
def test_the_warning_is_two_short_beeps(since_ms: int, loud: bool) -> None:
    assert is_sounding(Sound.WARNING, since_ms) is loud


@pytest.mark.parametrize("sound", Sound)
def test_the_buzzer_changes_exactly_when_it_says(sound: Sound) -> None:
    for since_ms in range(length_ms(sound) + 10):
        change = next_change_ms(sound, since_ms)
        if change is None:
            assert since_ms >= length_ms(sound)
            assert not is_sounding(sound, since_ms)
        else:
            assert is_sounding(sound, since_ms) == is_sounding(sound, since_ms + change - 1)
            assert is_sounding(sound, since_ms) != is_sounding(sound, since_ms + change)


def test_nothing_beeps_into_the_next_second_of_a_countdown() -> None:
    assert length_ms(Sound.COUNTDOWN) < 1000
