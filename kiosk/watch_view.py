"""What `tablejudge watch` shows: the camera, its problems, the board by section, and what was seen last."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from kiosk.notices import CAMERA
from kiosk.sighting_words import sections_words, sighting_words
from kiosk.words import WORDS
from vision.board import Board
from vision.eye import Look
from vision.frames import CameraState
from vision.sightings import AnySighting

#: How many sightings are shown, and over how many seconds frames are counted.
_LAST = 8
_RATE_S = 3.0


@dataclass(slots=True)
class WatchView:
    """What is known so far. Times are seconds since the beginning."""

    camera: str
    reader: str
    state: CameraState = CameraState.STARTING
    problems: tuple[str, ...] = ()
    settled: bool = False
    board: Board | None = None
    frames: int = 0
    last: deque[tuple[float, AnySighting]] = field(default_factory=lambda: deque(maxlen=_LAST))
    _times: deque[float] = field(default_factory=deque)

    def take(self, look: Look, state: CameraState, problems: tuple[str, ...], *, settled: bool, at_s: float) -> None:
        """A look has been taken."""
        self.state, self.problems, self.settled = state, problems, settled
        self.frames += len(look.frames)
        self._times.extend([at_s] * len(look.frames))
        while self._times and self._times[0] < at_s - _RATE_S:
            self._times.popleft()
        for sighting in look.sightings:
            self.last.append((at_s, sighting))
            self.board = getattr(sighting, "board", None) or self.board

    def rate(self, at_s: float) -> float:
        """Frames a second, lately."""
        return len(self._times) / max(min(_RATE_S, at_s), 0.1)

    def lines(self, at_s: float) -> list[str]:
        """The whole view."""
        still = "still" if self.settled else "something moves, or nothing is known yet"
        shown = [
            f"{self.camera} camera: {self.state.value}, {self.rate(at_s):.1f} frames a second, {self.frames} in all"
        ]
        shown.append(f"read by {self.reader}; the table: {still}")
        problems = dict.fromkeys((*self.problems, *(() if self.board is None else self.board.problems)))
        shown += [f"! {problem}: {problem_words(problem)}" for problem in problems]
        shown += ["", *(sections_words(self.board) if self.board is not None else ["no board has been seen yet"]), ""]
        shown += [sighting_line(when, sighting) for when, sighting in self.last]
        return shown


def problem_words(problem: str) -> str:
    """What a problem means, as the pages of the table say it."""
    return WORDS.get(f"{CAMERA}-{problem}", "see docs/vision.md")


def sighting_line(at_s: float, sighting: AnySighting) -> str:
    return f"{at_s:8.1f} s  {sighting_words(sighting)}"
