"""The timeline of a match: a line for every event, and for every note that matters, in words with names.

A line is enough to find what one looks for: when it was, what happened, what the referee said and by which rule, what
is odd about it. Everything else about it is told when somebody opens it (`kiosk/opened.py`). A match of five thousand
events must be there at once on a phone, so a line costs no look at the whole state unless the referee said something.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from kiosk.asked import ANSWERED, DROPPED
from kiosk.journal import NONE_SAID, JournalError, Row
from kiosk.matches import KEPT, Matches, OpenMatch, Step
from kiosk.past import NoMatch
from kiosk.texts import say as say_text
from kiosk.timeline_notes import CHALLENGES, DISPUTED, JUDGES, MOVES, REFUSED, TIME, Told, asked_marks, tell_note
from rules.events import Event, EventUndone
from rules.game import Game, View
from rules.messages import Message, say

#: What each event is about, whichever game it belongs to; an event that is not here stands under no filter.
GROUPS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("lot-rolled", "shake-started", "cubes-rolled", "variation-selected", "bonus-called"), (MOVES,)),
    **dict.fromkeys(("cube-moved", "cube-returned", "goal-set", "no-goal-declared", "no-goal-agreed"), (MOVES,)),
    **dict.fromkeys(("block-lifted", "block-returned", "challenge-stated", "third-party-decided"), (CHALLENGES,)),
    **dict.fromkeys(("equation-presented", "equation-checked"), (CHALLENGES,)),
    **dict.fromkeys(("tick", "outage", "round-time-called", "round-stopped"), (TIME,)),
    **dict.fromkeys(("clock-paused", "clock-resumed"), (TIME, JUDGES)),
    **dict.fromkeys(("penalty-approved", "penalty-refused", "judge-penalized"), (TIME, JUDGES)),
    **dict.fromkeys(("judge-warned", "player-absent"), (JUDGES,)),
    **dict.fromkeys(("reading-corrected", "event-undone"), (JUDGES, DISPUTED)),
    "judge-ruled": (CHALLENGES, JUDGES, DISPUTED),
    "judge-called": (DISPUTED, JUDGES),
    "illegal-procedure-charged": (DISPUTED, JUDGES),
}


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling or a penalty, in words, with its rule. `penalty` is its number."""

    text: str
    cite: str = ""
    refuses: bool = False
    penalty: int = 0
    status: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a timeline. `row` is its row of the journal, `line` its line of the match (0 for a note)."""

    row: int
    t: int
    name: str
    text: str
    line: int = 0
    shake: int = 0
    actor: str = ""
    groups: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    says: tuple[Said, ...] = ()
    #: The picture after it.
    picture: str = ""
    #: Worth a judge's look: somebody was asked, something was refused or disputed, or it cost points.
    look: bool = False


class Timeline:
    """The lines of one match so far. `follow` adds those of what has happened since."""

    def __init__(self, match: OpenMatch, reckoning: Callable[[], AbstractContextManager[Any]]) -> None:
        self.lines: list[Line] = []
        self._reckoning = reckoning
        self._first = match.steps[0].row.hash
        self._names = dict(match.past.names)
        self._steps = 0
        #: The last event's moment of the match, and its row.
        self._last: tuple[int, Row] | None = None
        #: The row of the last answer, and what its question marks.
        self._answered: tuple[int, tuple[str, ...]] = (0, ())

    def is_of(self, match: OpenMatch) -> bool:
        """Is it that match, with the same names? A journal may be another one, and a name may be erased."""
        return self._first == match.steps[0].row.hash and self._names == match.past.names

    def follow(self, match: OpenMatch) -> None:
        """Take in what has happened since."""
        for step in match.steps[self._steps :]:
            self._take(step)
        self._steps = len(match.steps)

    def undone(self, match: OpenMatch) -> list[int]:
        """The rows of the lines that no longer count."""
        struck = match.past.fold.undone
        return [line.row for line in self.lines if line.line in struck] if struck else []

    def _view(self, step: Step) -> View:
        # Exact numbers share one precision in the whole process: the referee must not reckon meanwhile.
        with self._reckoning():
            return step.view

    def _take(self, step: Step) -> None:
        row, timed, shake = step.row, step.timed, step.fold.shake
        if timed is None:
            told = tell_note(row.data, self._names)
            if told is not None:
                self.lines.append(self._note(row, told, shake))
            if row.data.get("note") == ANSWERED:
                self._answered = row.seq, asked_marks(row.data)
            return
        self._last = timed.t_ms, row
        game = step.fold.game
        name = timed.event.name
        says = self._says(step) if row.rulings != NONE_SAID else ()
        marks = [REFUSED] if row.refused else []
        answered, asked = self._answered
        if row.seq == answered + 1:  # what an answer has brought about is written at once
            marks += asked
        groups = set(GROUPS.get(name, ()))
        if marks or getattr(timed.event, "accepted", True) is False:
            groups.add(DISPUTED)
        if any(said.penalty for said in says):
            groups.add(TIME)
        if _by_judge(row.actor):
            groups.add(JUDGES)
        self.lines.append(
            Line(
                row=row.seq,
                t=timed.t_ms,
                name=name,
                text=self._text(timed.event, game, says),
                line=step.line,
                shake=shake,
                actor=row.actor,
                groups=tuple(sorted(groups)),
                marks=tuple(marks),
                says=says,
                picture=row.snapshots[-1] if row.snapshots else "",
                look=DISPUTED in groups or any(said.penalty for said in says),
            )
        )

    def _text(self, event: Event, game: Game[Any], says: Sequence[Said]) -> str:
        """The sentence of an event: the game's, unless a line can say more."""
        if event.name == "tick" and says:
            # That time passed says nothing; what it brought about does.
            return says[0].text
        if isinstance(event, EventUndone):
            struck = next((line for line in reversed(self.lines) if line.line == event.line), None)
            if struck is not None:
                key = "noted.unstruck" if struck.name == event.name else "noted.struck"
                return say_text(key, judge=event.judge, what=struck.text, why=event.why)
        return say(game.tell(event), game.words, self._names)

    def _note(self, row: Row, told: Told, shake: int) -> Line:
        groups = {*told.groups, JUDGES} if _by_judge(row.actor) else set(told.groups)
        return Line(
            row=row.seq,
            t=self._moment(row) if told.t_ms is None else told.t_ms,
            name=str(row.data.get("note", "")),
            text=told.text,
            shake=shake,
            actor=row.actor,
            groups=tuple(sorted(groups)),
            marks=told.marks,
            picture=row.snapshots[-1] if row.snapshots else "",
            # What became of a question is told where it was asked.
            look=DISPUTED in groups and row.data.get("note") not in (ANSWERED, DROPPED),
        )

    def _moment(self, row: Row) -> int:
        """About when a note was written, in the match's time: as long after the last event as its row came later."""
        if self._last is None:
            return 0
        t_ms, last = self._last
        return t_ms + max(0, row.mono_us - last.mono_us) // 1000 if row.boot == last.boot else t_ms

    def _says(self, step: Step) -> tuple[Said, ...]:
        """What the referee said then, with names. The row keeps it by seats; the state of then has the same rulings."""
        items = msgspec.json.decode(step.row.rulings)
        count = sum("code" in item for item in items)
        game, words = step.fold.game, step.fold.game.words
        rulings = self._view(step).rulings.last(count) if count else ()
        said = [Said(say(each.message, words, self._names), each.cite, each.refuses) for each in rulings]
        return (*said, *(penalty_said(item["penalty"], game, self._names) for item in items if "penalty" in item))


def penalty_said(penalty: Mapping[str, Any], game: Game[Any], names: Mapping[str, str]) -> Said:
    """A penalty as a row keeps it, in words with a name."""
    why = say(Message(f"why-{penalty['why']}"), game.words, names)
    player = names.get(penalty["player"], penalty["player"])
    text = f"{player} {penalty['points']}: {why}".replace("-", "−", 1)
    return Said(text, penalty["cite"], penalty=penalty["n"], status=penalty["status"])


def _by_judge(actor: str) -> bool:
    return actor.startswith(("judge", "organiser"))


class Timelines:
    """The timelines of the matches that were looked at last. May be used from any thread."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Timeline] = OrderedDict()

    def follow(self, key: str | None, after: int = 0) -> tuple[OpenMatch, list[Line], list[int]]:
        """The match of a key (or the table's last one), its lines after that row, and the rows that were undone."""
        match = self._matches.open(key)
        with self._lock:
            timeline = self._kept.pop(match.key, None)
            if timeline is None or not timeline.is_of(match):
                timeline = Timeline(match, self._matches.reckoning)
            timeline.follow(match)
            self._kept[match.key] = timeline
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            start = bisect_right(timeline.lines, after, key=lambda line: line.row)
            return match, timeline.lines[start:], timeline.undone(match)


class Warmth:
    """Reads the table's last match before somebody asks for it, in a thread of its own; one at a time."""

    def __init__(self, timelines: Timelines) -> None:
        self._timelines = timelines
        self._busy = threading.Lock()

    def begin(self) -> threading.Thread | None:
        """Read what is new; nothing happens while that is being done already."""
        if not self._busy.acquire(blocking=False):
            return None
        thread = threading.Thread(target=self._read, name="review-warmth", daemon=True)
        thread.start()
        return thread

    def _read(self) -> None:
        try:
            self._timelines.follow(None)
        except (NoMatch, JournalError, OSError):
            # Whoever asks is told.
            pass
        finally:
            self._busy.release()
