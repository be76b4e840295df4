"""A filmed shake: its frames, drawn when they are asked for, and what is true of them.

States are what lies still, from frame to frame; an event is a difference between one stillness and the next, whatever
happened in between. Both are read off the stage, so no script can be wrong about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tests.vision.shakes.meaning import LAYOUT, Meaning, meaning_of
from tests.vision.shakes.stage import FPS, Shot
from tests.vision.shakes.weather import Weather
from vision.frames import Frame
from vision.photo import PhotoDrawer, pick_look

#: The table is still if for so many frames nothing moves.
STILL_FRAMES = 6


@dataclass(frozen=True, slots=True)
class State:
    """What lies still from a frame on, until the next state's. Cubes in hands or on their way are in none."""

    frame: int
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: the table lay still as `before`, and then as `after`.

    `frame` is the first frame in which all cubes lie where they settled, `still_from` the first in which nothing at
    all moves any more.
    """

    frame: int
    still_from: int
    before: Meaning
    after: Meaning


@dataclass(frozen=True)
class Film:
    """All frames of a shake, and its truth."""

    seed: int
    shots: Sequence[Shot] = field(repr=False)
    weather: Weather
    #: What people did, by the names of `play.WEIGHTS`, and how often.
    done: Counter[str] = field(default_factory=Counter)

    @property
    def troubles(self) -> Counter[str]:
        """Everything in it that makes it hard to watch, and how often: what people did, and what the light did."""
        weather = self.weather
        light = {"lamp_switched": len(weather.switches), "cloud": len(weather.clouds), "shadow": len(weather.passers)}
        steady = {"light_drifts": bool(weather.drift), "light_flickers": bool(weather.flicker)}
        return Counter({name: int(count) for name, count in (self.done | light | steady).items()})

    @cached_property
    def busy(self) -> tuple[bool, ...]:
        """Of every frame whether anything moves or the light jumps."""
        return tuple(shot.busy or self.weather.changes(self._seconds(n)) for n, shot in enumerate(self.shots))

    def _seconds(self, number: int) -> float:
        return number / FPS

    @cached_property
    def states(self) -> tuple[State, ...]:
        states: list[State] = []
        before = None
        for number, shot in enumerate(self.shots):
            if shot.resting is not before and shot.resting != before:
                meaning = meaning_of(shot.resting)
                if not states or meaning != states[-1].meaning:
                    states.append(State(number, meaning))
            before = shot.resting
        return tuple(states)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        events: list[Event] = []
        last = Meaning((), "")
        settled = 0
        quiet = 0
        places = None
        for number, shot in enumerate(self.shots):
            if shot.resting != places:
                settled, places = number, shot.resting
            # The light may jump while cubes lie still: they lie still all the same.
            quiet = 0 if shot.busy else quiet + 1
            if quiet == STILL_FRAMES:
                meaning = meaning_of(shot.resting)
                if meaning != last:
                    events.append(Event(settled, number - STILL_FRAMES + 1, last, meaning))
                    last = meaning
        return tuple(events)

    def projector(self) -> Callable[[int], Frame]:
        """What draws frames of the film, fastest one after the other; the first is 0, and its number is 1."""
        drawer = PhotoDrawer(LAYOUT, pick_look(self.seed, LAYOUT))

        def show(frame: int) -> Frame:
            shot = self.shots[frame]
            scene = replace(shot.scene, light=self.weather.at(self._seconds(frame)))
            return Frame(drawer.draw(scene, frame + 1), shot.at_us, frame + 1)

        return show
