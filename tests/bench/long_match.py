"""A long match in a journal with its evidence, for whatever has to open, scroll or print one.

    python tests/bench/long_match.py FOLDER [EVENTS] [SNAPSHOTS]

Shakes of three one after the other, as a table writes them: what the referee said with each row, the camera's pictures
before and after with their readings, clips of lifted blocks, questions, moves out of turn, rejected Equations, stopped
clocks, outages, penalties that judges approve, refuse, or leave open, penalties that are undone. It takes about a
quarter of a minute. `tablejudge run --data FOLDER` shows it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from kiosk.clock import HandClock
from kiosk.evidence import CLIP_KEPT, CLIPS, SNAPSHOTS
from kiosk.journal import Entry, Journal
from kiosk.judging import ACT
from kiosk.names import sealed
from kiosk.questions import note_text
from kiosk.words import WORDS
from rules.cubes import EQUATIONS_KIT
from rules.fold import Fold
from rules.games import GAMES
from rules.mat import Goal, Section
from rules.outcome import said
from rules.version import versions_of
from tests.bench.replay import MLAG, ROLL, opening, shake
from vision.board import Board
from vision.clip_ring import Kept
from vision.clips import ClipStore
from vision.draw import draw_table
from vision.layout import load_layout
from vision.pictures import Image
from vision.plain_reader import PlainReader
from vision.recording import About
from vision.simulated import SimulatedMat
from vision.snapshots import ReadBy, SnapshotStore

PLAYERS = {"A": "Ann", "B": "Ben", "C": "Cy"}
JUDGES = ("LK", "BE")
#: Seconds between two things that happen, and how many pictures a clip has.
PACE, FRAMES = 1.0, 9
#: Something special happens in each so-many-th shake, beginning with the one of the same number less one.
ASKED, REJECTED, CLIPPED, PAUSED, CONDUCT, OUT, SET = 4, 5, 6, 7, 9, 11, 17
#: The same for a turn that ends in the countdown, one in the extra minute, one that is lost; and its seconds more.
SLOW = {5: 64.0, 7: 95.0, 8: 135.0}
#: The turn that takes so long, among the lines of a shake.
SLOW_LINE = 9

Line = dict[str, Any]


@dataclass
class LongMatch:
    """Where it lies, and how much of it there is."""

    folder: Path
    events: int = 0
    rows: int = 0
    snapshots: int = 0
    clips: int = 0
    #: The row that started it.
    first: int = 0

    @property
    def key(self) -> str:
        return f"here.{self.first}"


def write_long_match(
    folder: Path, events: int = 5000, snapshots: int = 1000, *, clock: HandClock | None = None
) -> LongMatch:
    """Writes a match of so many events with so many pictures to a data folder; for the same numbers it is the same."""
    writing = _Writing(folder, events, snapshots, clock or HandClock())
    try:
        writing.write()
    finally:
        writing.journal.close()
    return writing.match


@dataclass
class _Seen:
    """The mats of a shake of `tests.bench.replay`, each drawn and read once; every picture has a number of its own."""

    store: SnapshotStore
    most: int
    #: Which of all the camera's events have pictures, so that they are spread over the match.
    of: int
    seen: int = 0
    names: list[str] = field(default_factory=list)

    def picture(self, line: Line, place: int) -> tuple[str, ...]:
        """The pictures of one of the camera's events: before and after, if it is among those that have some."""
        before, self.seen = self.seen, self.seen + 1
        if len(self.names) >= self.most or before * self.most // self.of == self.seen * self.most // self.of:
            return ()
        image, board = _mats()[place]
        # In the corner, beside the sheet: other bytes for each picture, and the reading is still true.
        stamped = image.copy()
        cv2.putText(stamped, str(len(self.names)), (10, 40), cv2.FONT_HERSHEY_SIMPLEX, 1, (90, 90, 90), 2)
        self.names.append(self.store.keep(stamped, board))
        first = line["event"] == "cubes-rolled"
        return (self.names[-1],) if first or len(self.names) < 2 else (self.names[-2], self.names[-1])


@cache
def _mats() -> tuple[tuple[Image, Board], ...]:
    """The mat after each of the camera's events of a shake, with its reading."""
    layout = load_layout()
    reader = PlainReader(layout, EQUATIONS_KIT)
    found = []
    table = SimulatedMat(cubes=())
    for line in shake(MLAG, 0, 0, pace=PACE):
        match line["event"]:
            case "cubes-rolled":
                table = SimulatedMat.placed({"resources": ROLL}, EQUATIONS_KIT, layout)
            case "goal-set":
                table = table.goal_laid(Goal.parse(line["goal"], EQUATIONS_KIT), EQUATIONS_KIT, layout)
            case "cube-moved":
                cube = table.find(EQUATIONS_KIT.parse(line["cube"]), Section(line["from"]), layout, EQUATIONS_KIT)
                table = table.moved(cube.id, Section(line["to"]), layout=layout)
            case _:
                continue
        image = draw_table(table.cubes, layout)
        found.append((image, reader.read(image)))
    return tuple(found)


class _Writing:
    """The journal that is being written, a shake at a time."""

    def __init__(self, folder: Path, events: int, snapshots: int, clock: HandClock) -> None:
        self.clock = clock
        self.journal = Journal(folder, self.clock)
        self.match = LongMatch(folder)
        self._began_us = self.clock.now_us
        self._most = events
        cameras = sum(line["event"] in ("cubes-rolled", "goal-set", "cube-moved") for line in shake(MLAG, 0, 0, pace=1))
        shakes = events // len(shake(MLAG, 0, 0, pace=1)) or 1
        by = ReadBy("plain-3f2a", "c41b")
        # A few are left over in case that other events have taken the place of the camera's.
        self._seen = _Seen(SnapshotStore(folder / SNAPSHOTS, by), snapshots, max(snapshots, shakes * (cameras - 2)))
        self._clips = ClipStore(folder / CLIPS)
        self._entries: list[Entry] = []
        self._t = 0.0
        versions = versions_of(GAMES.get(MLAG), None)
        # In the middle division a judge approves what time costs.
        self._fold = Fold.open(GAMES, {**opening(MLAG), "division": "middle", "versions": versions})
        self._view = self._fold.view

    def write(self) -> None:
        named, seals = sealed(self.journal.seq + 2, PLAYERS)
        first = Entry("screen", "event", self._fold.lines.first.text)
        _, row = self.journal.append_all([Entry("table", "note", seals), first], named=named)
        self.match.first, self.match.events = row.seq, 1
        number = 0
        while self.match.events < self._most:
            self._shake(number)
            self.journal.append_all(self._entries)
            self._entries.clear()
            number += 1
        self.match.rows = self.journal.seq
        self.match.snapshots = len(self._seen.names)

    # -- a shake -----------------------------------------------------------------------------------

    def _shake(self, number: int) -> None:
        penalties = len(self._view.penalties)
        lines = shake(MLAG, number, self._t, pace=PACE, rejected=_is(number, REJECTED))
        later, place = 0.0, 0
        for at, line in enumerate(lines):
            if at == SLOW_LINE:
                later += max((by for each, by in SLOW.items() if _is(number, each)), default=0)
            line["t"] = round(line["t"] + later, 3)
            if at == SLOW_LINE and _is(number, 8):
                self._event({"t": line["t"], "event": "tick"}, "table")
                place += 1
                continue
            if at == 2 and _is(number, PAUSED):
                later += self._stopped(line)
            if at == 4 and _is(number, OUT):
                later += self._outage(line)
            if at == 6 and _is(number, ASKED):
                self._question(number, line)
            pictures: tuple[str, ...] = ()
            out_of_turn = number % 4 == 3 and line.get("cube") == "R0" and line.get("to") == "permitted"
            camera = line["event"] in ("cubes-rolled", "goal-set", "cube-moved")
            if camera and not out_of_turn:
                pictures = self._seen.picture(line, min(place, len(_mats()) - 1))
                place += 1
            self._event(line, "camera" if camera else "box" if line["event"] == "block-lifted" else "screen", pictures)
            if line["event"] == "block-lifted" and _is(number, CLIPPED):
                self._clip(line)
        self._t = lines[-1]["t"]
        if _is(number, CONDUCT):
            self._conduct("ABC"[number % 3], undone=number % 2 == 0)
        for penalty in self._view.penalties[penalties:]:
            if penalty.status == "pending":
                self._decide(penalty.n, number)
        if _is(number, SET):
            self._note("organiser:BE", "settings", camera="usb")
        self._t += PACE

    def _event(self, line: Line, actor: str, pictures: tuple[str, ...] = ()) -> None:
        timed = self._fold.read(line)
        before, self._fold = self._view, self._fold.apply(timed)
        self._view = self._fold.view
        told = msgspec.json.encode(said(before, self._view, self._fold.game.words)).decode()
        self._entries.append(Entry(actor, "event", timed.text, pictures, told))
        self.clock.now_us = self._began_us + timed.t_ms * 1000 + 40_000
        self.match.events += 1

    def _note(self, actor: str, what: str, snapshots: tuple[str, ...] = (), **fields: Any) -> None:
        self._entries.append(Entry(actor, "note", note_text(what, **fields), snapshots))

    # -- what is special -----------------------------------------------------------------------------

    def _stopped(self, line: Line) -> float:
        by = JUDGES[0]
        self._event({"t": line["t"] - 1, "event": "clock-paused", "by": by, "why": "a cube fell down"}, f"judge:{by}")
        self._event({"t": line["t"] + 29, "event": "clock-resumed", "by": by, "why": "it is back"}, f"judge:{by}")
        line["t"] += 30
        return 30

    def _outage(self, line: Line) -> float:
        self._event({"t": line["t"] + 6, "event": "outage", "seconds": 6.5}, "table")
        line["t"] += 7
        return 7

    def _question(self, number: int, line: Line) -> None:
        text = f"The camera is not quite sure. Is this right? {line.get('player', 'A')} moves {line.get('cube', '')}."
        asked: dict[str, Any] = {"id": str(number), "text": text, "options": [WORDS["unsure-yes"], WORDS["unsure-no"]]}
        self._note("table", "question-asked", tuple(self._seen.names[-1:]), **asked)
        self._note("screen", "question-answered", **asked, answer=WORDS["unsure-yes"])

    def _clip(self, line: Line) -> None:
        at_us = round(line["t"] * 1_000_000)
        frames = []
        for number in range(FRAMES):
            picture = np.array(_mats()[-1][0][::2, ::2])
            cv2.rectangle(picture, (0, 0), (30 * (number + 1), 12), (30, 30, 200), -1)
            frames.append(Kept(at_us + (number - FRAMES // 2) * 500_000, bytes(cv2.imencode(".jpg", picture)[1])))
        clip = self._clips.keep("block-lifted", at_us, frames, About(reader="plain-3f2a"))
        self._note("table", CLIP_KEPT, reason="block-lifted", t=round(line["t"] * 1000), clip=clip, frames=FRAMES)
        self.match.clips += 1

    def _conduct(self, player: str, *, undone: bool) -> None:
        for event, why in (("judge-warned", "humming"), ("judge-penalized", "humming again")):
            self._t += PACE
            line = {"t": self._t, "event": event, "player": player, "judge": JUDGES[0], "why": why}
            self._event(line, f"judge:{JUDGES[0]}")
        if undone:
            self._t += PACE
            line = {"t": self._t, "event": "event-undone", "line": len(self._fold.lines), "judge": JUDGES[1]}
            self._event({**line, "why": "it was somebody else"}, f"judge:{JUDGES[1]}")

    def _decide(self, n: int, number: int) -> None:
        """Of six penalties four are approved, one is refused, one waits."""
        what = n % 6
        if what == 5:
            return
        judge = JUDGES[number % 2]
        self._t += PACE
        event = "penalty-refused" if what == 4 else "penalty-approved"
        self._event({"t": self._t, "event": event, "penalty": n, "judge": judge}, f"judge:{judge}")
        row = self.journal.seq + len(self._entries)
        fields: dict[str, Any] = {"id": f"decided-{n:06}", "row": row, "judge": judge, "cite": "XI-A-1-b"}
        self._note(f"judge:{judge}", ACT, **fields, why="the camera was covered" if what == 4 else "I saw it")


def lately() -> HandClock:
    """A clock of this morning: a table that goes on with the match was away for some hours, not for months."""
    return HandClock(began=datetime.now(UTC) - timedelta(hours=6))


def _is(number: int, each: int) -> bool:
    return number % each == each - 1


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    made = write_long_match(Path(where), *map(int, numbers), clock=lately())
    print(f"{made.key}: {made.events} events, {made.rows} rows, {made.snapshots} snapshots, {made.clips} clips")
