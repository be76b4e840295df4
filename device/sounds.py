"""The buzzer's sounds as data: each is a row of beeps, and no two can be taken for each other."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Sound(Enum):
    """Something that the buzzer says."""

    #: The last seconds of a limit have begun.
    WARNING = "warning"
    #: One second of the countdown after a limit.
    COUNTDOWN = "countdown"
    #: The countdown is over and the extra minute runs.
    EXTRA_MINUTE = "extra-minute"
    #: The last stretch of a limit is over.
    TIME_UP = "time-up"

    @property
    def number(self) -> int:
        """Its number in the serial protocol; 0 is no sound."""
        return list(Sound).index(self) + 1


#: Milliseconds of sound and of silence, alternating, sound first.
BEEPS: Mapping[Sound, tuple[int, ...]] = {
    Sound.WARNING: (80, 80, 80),
    Sound.COUNTDOWN: (40,),
    Sound.EXTRA_MINUTE: (400, 120, 80),
    Sound.TIME_UP: (1000,),
}


def length_ms(sound: Sound) -> int:
    return sum(BEEPS[sound])


def is_sounding(sound: Sound, since_ms: float) -> bool:
    """Whether the buzzer is on, so long after the sound began."""
    loud = True
    for stretch in BEEPS[sound]:
        if since_ms < stretch:
            return loud
        since_ms -= stretch
        loud = not loud
    return False


def next_change_ms(sound: Sound, since_ms: float) -> float | None:
    """How long until the buzzer goes on or off; None once the sound is over."""
    end = 0.0
    for stretch in BEEPS[sound]:
        end += stretch
        if since_ms < end:
            return end - since_ms
    return None
