"""The record of the match at this table: the journal, and the state that is the fold of it.

Nothing becomes state that is not in the journal, and nothing is written that is not an event of the match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from kiosk.clock import Clock
from kiosk.journal import Entry, Journal, Row
from kiosk.judging import Act, Acts, cite_of
from kiosk.names import Kind, sealed
from kiosk.past import NoMatch, PastMatch, last_match
from kiosk.questions import note_text
from kiosk.standing import VERSIONS, standing
from rules.errors import BadRequest
from rules.events import LATEST_MS, Event, Tick, Timed
from rules.fold import Fold
from rules.game import Game, Ruling, View
from rules.messages import Message
from rules.outcome import said
from rules.readings import Chosen, parse_chosen
from rules.registry import Games
from rules.version import versions_of

#: What an outage counts for at most.
LONGEST_OUTAGE_US = 86_400 * 1_000_000
#: How many of the latest moments a screen may show.
RECENT = 12
#: The longest name of a player, in characters.
LONGEST_NAME = 30


@dataclass(frozen=True, slots=True)
class Moment:
    """An event as a timeline shows it."""

    seq: int
    t_ms: int
    message: Message
    snapshot: str | None
    #: Its line in the match, from 1.
    line: int = 0
    #: The event's name.
    event: str = ""


@dataclass(frozen=True, slots=True)
class Life:
    """The last sign of life of an earlier run: what an outage is measured from.

    `match` is the number of the row that started the match, since another match has another time; None where that
    is not known.
    """

    boot: str
    mono_us: int
    wall_s: float
    t_ms: int
    match: int | None = None


class Record:
    """The match so far. `fold` and `view` are None until one has been started.

    `last` reads the journal's last match, where somebody else has to read it anyway.
    """

    def __init__(
        self,
        journal: Journal,
        games: Games,
        clock: Clock,
        readings: Chosen = MappingProxyType({}),
        last: Callable[[], PastMatch] | None = None,
    ) -> None:
        self.journal = journal
        self._read_last = last or (lambda: last_match(journal, games))
        self.games = games
        self._readings = _by_game(games, readings)
        self.fold: Fold | None = None
        self.view: View | None = None
        #: The number of the row that started the match.
        self.match = 0
        self.names: dict[str, str] = {}
        #: What players have signed with, by seat.
        self.initials: dict[str, str] = {}
        self.moments: deque[Moment] = deque(maxlen=RECENT)
        #: What the judges of the match have done.
        self.acts = Acts()
        #: What everybody must know about a match that was taken up under another version.
        self.warning: str | None = None
        self._clock = clock
        self._epoch_us = 0
        self._last: Life | None = None

    def begin(self, request: Mapping[str, Any]) -> None:
        """Start a match: `{"ruleset", "division", "names": [one a player, clockwise]}`."""
        if self.view is not None and not self.view.over:
            raise BadRequest("a match is being played at this table")
        game = self.games.get(request.get("ruleset"))
        names = _names(request.get("names"))
        if len(names) not in game.player_counts:
            counts = " or ".join(map(str, game.player_counts))
            raise BadRequest(f"{game.title} is played by {counts} players, not {len(names)}")
        seats = {chr(ord("A") + k): name for k, name in enumerate(names)}
        opening: dict[str, Any] = {"t": 0, "event": "match-started", "ruleset": game.ruleset, "players": list(seats)}
        if request.get("division") is not None:
            opening["division"] = request["division"]
        chosen = self.readings_of(game)
        opening["versions"] = versions_of(game, chosen)
        if chosen:
            opening["readings"] = dict(chosen)
        fold = Fold.open(self.games, opening)
        # The seals of the names come first, with the match in one transaction: it has its names, or was not begun.
        named, seals = sealed(self.journal.seq + 2, seats)
        entries = [Entry("table", "note", seals), Entry("screen", "event", fold.lines.first.text)]
        _, row = self.journal.append_all(entries, named=named)
        self.match = row.seq
        self.names, self.initials, self._epoch_us = seats, {}, self._clock.mono_us()
        self.moments.clear()
        self.acts = Acts()
        self.warning = None
        self._note(fold, 1, fold.lines.first, row)
        self._become(fold)

    def readings_of(self, game: Game[Any]) -> Chosen:
        """What the league has chosen where this game's rule book is open: new matches are played by it."""
        return self._readings[game.ruleset]

    def read_by(self, readings: Chosen) -> None:
        """New matches are played by these readings from now on; BadRequest for what no league can choose."""
        self._readings = _by_game(self.games, readings)

    def reopen(self) -> Life | None:
        """Take up the journal's last match; gives the sign of life that its last row is. None: there is no match."""
        if not self.journal.seq:
            return None
        try:
            match = self._read_last()
        except NoMatch:
            return None
        self.names, self.initials, self.match = match.names, dict(match.initials), match.rows[0].seq
        events = [row for row in match.rows if row.kind == "event"]
        for line, (row, timed) in list(enumerate(zip(events, match.fold.lines, strict=True), start=1))[-RECENT:]:
            self._note(match.fold, line, timed, row)
        self._recall(match)
        self._become(match.fold)
        self._compare(match)
        # What this run has written (that it found the journal open, say) is no sign of life of the last one.
        last = next((row for row in reversed(match.rows) if row.seq <= self.journal.found), match.rows[0])
        wall_s = datetime.fromisoformat(last.wall).timestamp()
        self._last = Life(last.boot, last.mono_us, wall_s, match.fold.t_ms, self.match)
        return self._last

    def _recall(self, match: PastMatch) -> None:
        """Take from the rows what the judges have done."""
        self.acts = Acts()
        lines = enumerate(match.fold.lines, start=1)
        t_ms = 0
        for row in match.rows:
            if row.kind == "event":
                line, timed = next(lines)
                t_ms = timed.t_ms
                self.acts.take_event(row, timed, line)
            else:
                self.acts.take_note(row, t_ms)

    def _compare(self, match: PastMatch) -> None:
        """Note if another version has refereed so far, and say what it would have said otherwise."""
        found = standing(match)
        self.warning = " ".join(found.sentences()) or None
        if found.recorded and found.recorded[-1] != found.present:
            self.journal.append("table", "note", note_text(VERSIONS, versions=dict(found.present)))

    def restart_clock(self, life: Life) -> int:
        """Go on counting from a sign of life; gives the microseconds that the table was down since.

        More than a day is counted as a day: the rows' wall times tell how long it really was.

        One that another match has left is no sign of this one: the power may go before its first is on the disk.
        """
        if self._last is not None and life.match not in (None, self.match):
            life = self._last
        now_us = self._clock.mono_us()
        down_us = now_us - life.mono_us
        if life.boot != self._clock.boot:
            # Another boot has another monotonic clock: only the wall's is left, if it can be believed.
            down_us = round((self._clock.wall().timestamp() - life.wall_s) * 1_000_000)
        # A board without a battery may wake up in another year, and a table may be put away for weeks: such a time is
        # nobody's either, and a match whose time went beyond what a line can hold could never be read again.
        room_us = (LATEST_MS - life.t_ms) * 1000
        down_us = max(0, min(down_us, LONGEST_OUTAGE_US, room_us // 2))
        self._epoch_us = now_us - (life.t_ms * 1000 + down_us)
        return down_us

    def write(
        self,
        event: Event,
        at_us: int,
        actor: str,
        snapshots: tuple[str, ...] = (),
        initials: Mapping[str, str] = MappingProxyType({}),
        act: Act | None = None,
    ) -> Ruling | None:
        """Journal an event, then make it the state. Returns the ruling if it was refused: that is journalled too.

        `initials` are those of the player who signs by it; they are kept with the names if it was not refused. `act`
        is the judge's act that it belongs to: a note of it follows the event, in the same transaction.
        Raises BadRequest, with nothing written, for an event that cannot be one of this match.
        """
        fold, view = self.running()
        timed = fold.vet(Timed(max(self.t_ms(at_us), fold.t_ms), event))
        after = fold.apply(timed)
        rulings = after.view.rulings.since(len(view.rulings))
        said_text = msgspec.json.encode(said(view, after.view, fold.game.words)).decode()
        refusal = next((ruling for ruling in rulings if ruling.refuses), None)
        entries = [Entry(actor, "event", timed.text, snapshots, said_text)]
        noted: Row | None = None
        if initials and refusal is None:
            named, seals = sealed(self.match, initials, Kind.INITIALS)
            # In one transaction: what was signed, or nothing.
            *_, row = self.journal.append_all([Entry("table", "note", seals), *entries], named=named)
            self.initials |= initials
        elif act is not None:
            reason = replace(act, cite=cite_of(fold, event, after.view)).note(self.journal.seq + 1)
            row, noted = self.journal.append_all([*entries, Entry(actor, "note", reason)])
        else:
            (row,) = self.journal.append_all(entries)
        self._become(after)
        self._note(after, len(after.lines), timed, row)
        self.acts.take_event(row, timed, len(after.lines))
        if noted is not None:
            self.acts.take_note(noted, timed.t_ms)
        return refusal if row.refused else None

    def remark(self, act: Act, actor: str) -> None:
        """Journal what a judge says without changing the match: a remark, or what a second judge has to agree to."""
        fold, _ = self.running()
        row = self.journal.append(actor, "note", act.remark())
        self.acts.take_note(row, fold.t_ms)

    def running(self) -> tuple[Fold, View]:
        """The match; BadRequest if there is none."""
        if self.fold is None or self.view is None:
            raise BadRequest("no match has been started at this table")
        return self.fold, self.view

    def t_ms(self, at_us: int) -> int:
        """A moment of this machine as milliseconds of the match, which stand still at the last that a line can hold."""
        return min((at_us - self._epoch_us) // 1000, LATEST_MS)

    def at_us(self, t_ms: int) -> int:
        """A moment of the match as this machine's clock has it."""
        return t_ms * 1000 + self._epoch_us

    def _become(self, fold: Fold) -> None:
        self.fold, self.view = fold, fold.view

    def _note(self, fold: Fold, line: int, timed: Timed, row: Row) -> None:
        if not isinstance(timed.event, Tick) and not row.refused:
            snapshot = row.snapshots[-1] if row.snapshots else None
            event = timed.event
            self.moments.append(Moment(row.seq, timed.t_ms, fold.game.tell(event), snapshot, line, event.name))


def _by_game(games: Games, readings: Chosen) -> dict[str, Chosen]:
    """The readings of each game by its ruleset; BadRequest for one that no game has, or that a game does not allow."""
    known = {reading.name: reading for game in games for reading in game.readings}
    parse_chosen(known.values(), readings)
    return {
        game.ruleset: parse_chosen(
            game.readings, {each.name: readings[each.name] for each in game.readings if each.name in readings}
        )
        for game in games
    }


def _names(names: object) -> list[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRequest("names must be a list of texts, one a player")
    cleaned = [" ".join(name.split()) for name in names]
    for name in cleaned:
        if not 1 <= len(name) <= LONGEST_NAME:
            raise BadRequest(f"a name has 1 to {LONGEST_NAME} characters, not {name!r}")
    if len(set(cleaned)) < len(cleaned):
        raise BadRequest("two players have the same name")
    return cleaned
