"""What a watcher said of a film against what is true of it: seen, asked about, missed, wrong, and how late.

- A sure board must be one that lay on the table, not before it did, and in order; where single cubes have changed, not
  before they lay there. Anything else is wrong; so is a change that is claimed and was none, or was another.
- An event is *seen* if a sure sighting shows the table as the event left it; *asked about* if, before that, a board
  was said that is not sure, or if only a later sighting shows it together with others: then the table asks. Otherwise
  it was *missed*.
- How late counts from the first frame in which nothing moves and the light does not jump any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.vision.shakes.film import Event, Film
from tests.vision.shakes.meaning import Lying, Meaning, goal_told, meaning_of, meaning_of_board
from tests.vision.shakes.shown import Showing
from tests.vision.shakes.stage import PERIOD_US
from vision.sightings import AnySighting, Trouble, sighting_text
from vision.watch import look_back_us
from vision.wire import PATIENCE_MS

#: So many frames back a watcher may date what it tells.
_LOOK_BACK = look_back_us(PATIENCE_MS) // PERIOD_US
#: Hands take about so many frames to withdraw from what they put down.
_WITHDRAWN = 5
#: A cube that is put down is as good as there so many frames before it is.
EARLY_FRAMES = 2


@dataclass(frozen=True, slots=True)
class Told:
    """A sighting, the film's frame after which it was given, and the watermark before it."""

    frame: int
    sighting: AnySighting
    watermark_us: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must not be said, or was not: at which frame of the film, and why."""

    frame: int
    why: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Dated:
    """How many frames after it happened an event is dated; negative if before. `said` is the sighting.

    `hidden` is how many of these frames could not date it: a hand lay over it, or they are longer ago than the table
    waits for the camera. It is looked up only where an event is dated later than hands usually take to withdraw.
    """

    frame: int
    after: int
    said: str = ""
    hidden: int = 0

    @property
    def late(self) -> int:
        """Frames after the first one that could date it."""
        return self.after - self.hidden


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one film."""

    seed: int
    frames: int
    moves: int
    seen: int
    asked: tuple[Fault, ...] = ()
    missed: tuple[Fault, ...] = ()
    wrong: tuple[Fault, ...] = ()
    #: Boards that were not sure although nothing had happened.
    needless: int = 0
    late_frames: tuple[int, ...] = ()
    #: How each event that was seen is dated.
    dated: tuple[Dated, ...] = ()
    troubles: Counter[str] = field(default_factory=Counter)
    #: What the film has in it that makes it hard.
    hard: Counter[str] = field(default_factory=Counter)
    watch_ms: float = 0.0
    longest_ms: float = 0.0


def score(film: Film, told: Sequence[Told]) -> Score:
    """The figures of what was told of a film, in the order in which it was told."""
    judge = _Judge(film)
    for one in told:
        judge.hear(one)
    return judge.score(told)


class _Judge:
    def __init__(self, film: Film) -> None:
        self.film = film
        self.showing = Showing(film)
        self.start_us = film.shots[0].at_us
        #: The last state that was said to be so, and every one with the frame at which it was.
        self.state: int | None = None
        #: What changes may be counted from: that state, and boards that were said since without being sure.
        self.bases = [Meaning((), "")]
        self.known: list[tuple[int, Told]] = []
        self.unsure: list[Told] = []
        self.wrong: list[Fault] = []

    # What is said ----------------------------------------------------------------------------------------------

    def hear(self, told: Told) -> None:
        sighting = told.sighting
        if sighting.at_us < told.watermark_us:
            self._wrong(told, "it was overtaken by its own watermark")
        if isinstance(sighting, Trouble):
            return
        if not sighting.board.sure:
            self.unsure.append(told)
            self.bases.append(meaning_of_board(sighting.board))
            return
        meaning = meaning_of_board(sighting.board)
        found = self._state_of(meaning, told)
        if isinstance(found, str):
            self._wrong(told, found)
            return
        claimed = _claimed(sighting)
        if claimed is not None:
            self._check(told, claimed, meaning)
        self.state = found
        self.bases = [meaning]
        self.known.append((found, told))

    def _state_of(self, meaning: Meaning, told: Told) -> int | str:
        """The state that a board is, or why it is none."""
        states = self.film.states
        at = (told.sighting.at_us - self.start_us) / PERIOD_US
        first = 0 if self.state is None else self.state
        fitting = [
            number
            for number in range(first, len(states))
            if states[number].meaning == meaning and states[number].frame <= told.frame
        ]
        if not fitting:
            return _nearest(meaning, [s.meaning for s in states if s.frame <= told.frame][-6:])
        for number in fitting:
            end = states[number + 1].frame if number + 1 < len(states) else len(self.film.shots)
            if states[number].frame - EARLY_FRAMES <= at <= end + EARLY_FRAMES:
                return number
        nearest = min(fitting, key=lambda number: abs(states[number].frame - at))
        if self._lay_so(round(at), _claimed(told.sighting), meaning):
            return nearest
        return f"it is dated at frame {at:.0f}, but the table lay so from frame {states[nearest].frame} on"

    def _lay_so(self, frame: int, claimed: _Flow | None, meaning: Meaning) -> bool:
        """Whether all cubes that a change is about lay there at this frame, though others were in somebody's hand.

        A move has the time of the first frame that shows the cube that was moved, whatever is done beside it.
        """
        if claimed is None or claimed.whole is not None or claimed.goal is not None:
            return False
        about = {name for name, _ in (*claimed.gone, *claimed.came)}
        there = meaning_of(self.film.shots[min(frame + EARLY_FRAMES, len(self.film.shots) - 1)].resting)
        return bool(about) and _only(about, there) == _only(about, meaning)

    def _check(self, told: Told, claimed: _Flow, after: Meaning) -> None:
        """Whether the changes that are claimed are those from something that was said before."""
        if claimed.whole is not None:
            if (claimed.whole == "cleared") != (not after.cubes):
                self._wrong(told, f"the table was not {claimed.whole}")
            return
        net = claimed.gone - claimed.came, claimed.came - claimed.gone
        true = [(before.count - after.count, after.count - before.count) for before in self.bases]
        if net not in true:
            self._wrong(told, f"claimed {_text(*net)}, true is {_text(*true[0])}")
        if claimed.goal is not None and claimed.goal != after.goal:
            self._wrong(told, f"the Goal is {after.goal!r}, not {claimed.goal!r}")

    def _wrong(self, told: Told, why: str) -> None:
        self.wrong.append(Fault(told.frame, why, sighting_text(told.sighting)))

    # What was to be said ---------------------------------------------------------------------------------------

    def score(self, told: Sequence[Told]) -> Score:
        film = self.film
        seen, asked, missed, late, dated = 0, [], [], [], []
        answered: set[int] = set()
        for event in film.events:
            end = self._end(event.still_from)
            known = next((told for state, told in self.known if state == self._state_at(event.still_from)), None)
            until = known.frame if known is not None else end
            doubts = [n for n, doubt in enumerate(self.unsure) if event.frame <= doubt.frame <= until]
            answered.update(doubts)
            if known is not None and not doubts:
                seen += 1
                late.append(self._late(event.still_from, known.frame))
                after = round((known.sighting.at_us - self.start_us) / PERIOD_US) - event.frame
                hidden = self._hidden(event, known.frame) if after > _WITHDRAWN else 0
                dated.append(Dated(event.frame, after, sighting_text(known.sighting), hidden))
            elif doubts:
                why = f"not sure: {_doubt(self.unsure[doubts[0]])}"
                asked.append(Fault(event.frame, why, sighting_text(self.unsure[doubts[0]].sighting)))
            elif any(state > self._state_at(event.still_from) for state, _ in self.known):
                asked.append(Fault(event.frame, "seen together with what came after it"))
            else:
                missed.append(Fault(event.frame, f"{_difference(event.before, event.after)} was never said"))
        return Score(
            seed=film.seed,
            frames=len(film.shots),
            moves=len(film.events),
            seen=seen,
            asked=tuple(asked),
            missed=tuple(missed),
            wrong=tuple(self.wrong),
            needless=len(self.unsure) - len(answered),
            late_frames=tuple(late),
            dated=tuple(dated),
            hard=film.troubles,
            troubles=Counter(
                one.sighting.problem for one in told if isinstance(one.sighting, Trouble) and not one.sighting.over
            ),
        )

    def _hidden(self, event: Event, told: int) -> int:
        """For how many frames after an event none could date what was told at this one."""
        return max(self.showing.first(event), told - _LOOK_BACK) - event.frame

    def _late(self, still_from: int, told: int) -> int:
        """Frames between the last motion, or the last jump of the light, and the report."""
        restless = [frame + 1 for frame in range(still_from, told) if self.film.busy[frame]]
        return max(0, told - max([still_from, *restless]))

    def _state_at(self, frame: int) -> int:
        return max(number for number, state in enumerate(self.film.states) if state.frame <= frame)

    def _end(self, frame: int) -> int:
        """The frame at which the table lies otherwise than at this one."""
        following = self._state_at(frame) + 1
        states = self.film.states
        return states[following].frame if following < len(states) else len(self.film.shots)


def _only(names: set[str], meaning: Meaning) -> Counter[Lying]:
    return Counter(lying for lying in meaning.cubes if lying[0] in names)


# What sightings claim ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Flow:
    """The cubes that a sighting has leave sections and come to others; `whole` if it speaks of the whole table."""

    gone: Counter[Lying]
    came: Counter[Lying]
    goal: str | None = None
    whole: str | None = None


def _claimed(sighting: Any) -> _Flow | None:
    """What a sighting says has changed; None if it only says how the table lies."""
    changes = getattr(sighting, "changes", ())
    if changes:
        return _flow(changes)
    moves = getattr(sighting, "moves", None)
    if moves is None:
        return None
    return _Flow(Counter((step.cube, step.from_) for step in moves), Counter((step.cube, step.to) for step in moves))


def _flow(changes: Iterable[Any]) -> _Flow:
    gone: Counter[Lying] = Counter()
    came: Counter[Lying] = Counter()
    goal = whole = None
    for change in changes:
        if change.change in ("rolled", "cleared"):
            whole = change.change
        elif change.change == "goal-now":
            goal = goal_told(change.goal)
        else:
            if change.from_:
                gone[change.was or change.cube, change.from_] += 1
            if change.to:
                came[change.cube, change.to] += 1
    return _Flow(gone, came, goal, whole)


# Words -------------------------------------------------------------------------------------------------------


def _difference(before: Meaning, after: Meaning) -> str:
    if before.cubes == after.cubes:
        return f"the Goal from {before.goal!r} to {after.goal!r}"
    return _text(before.count - after.count, after.count - before.count)


def _text(gone: Counter[Lying], came: Counter[Lying]) -> str:
    return f"{_words(gone)} to {_words(came)}"


def _words(cubes: Counter[Lying]) -> str:
    words = [f"{name} {section}" for name, section in sorted(cubes.elements())]
    return ", ".join(words[:6]) + (f" and {len(words) - 6} more" if len(words) > 6 else "") or "nothing"


def _nearest(meaning: Meaning, states: Sequence[Meaning]) -> str:
    """How a board differs from the state that it is most like."""

    def apart(state: Meaning) -> int:
        return (state.count - meaning.count).total() + (meaning.count - state.count).total()

    nearest = min(reversed(states), key=apart, default=Meaning((), ""))
    return f"no such table lay there; instead of what is true: {_difference(nearest, meaning)}"


def _doubt(told: Told) -> str:
    board = told.sighting.board  # type: ignore[union-attr]
    return ", ".join((*board.problems, *_unsure_cubes(board.cubes))) or "nothing"


def _unsure_cubes(cubes: Iterable[Any]) -> Iterator[str]:
    return (f"{cube.color} {cube.symbol} in {cube.section}" for cube in cubes if not cube.sure)
