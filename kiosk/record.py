"""The record of the match at this table: the journal, and the state that is the fold of it.

Nothing becomes state that is not in the journal, and nothing is written that is not an event of the match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from kiosk.clock import Clock
from kiosk.journal import Journal, Row
from kiosk.past import NoMatch, PastMatch, last_match
from kiosk.questions import note_text
from kiosk.standing import VERSIONS, standing
from rules.errors import BadRequest
from rules.events import Event, Tick, Timed
from rules.fold import Fold
from rules.game import Game, Ruling, View
from rules.messages import Message
from rules.outcome import said
from rules.readings import Chosen, parse_chosen
from rules.registry import Games
from rules.version import versions_of

#: How many of the latest moments a screen may show.
RECENT = 12


@dataclass(frozen=True, slots=True)
class Moment:
    """An event as a timeline shows it."""

    seq: int
    t_ms: int
    message: Message
    snapshot: str | None


@dataclass(frozen=True, slots=True)
class Life:
    """The last sign of life of an earlier run: what an outage is measured from."""

    boot: str
    mono_us: int
    wall_s: float
    t_ms: int


class Record:
    """The match so far. `fold` and `view` are None until one has been started."""

    def __init__(self, journal: Journal, games: Games, clock: Clock, readings: Chosen = MappingProxyType({})) -> None:
        self.journal = journal
        self.games = games
        self._readings = _by_game(games, readings)
        self.fold: Fold | None = None
        self.view: View | None = None
        self.names: dict[str, str] = {}
        self.moments: deque[Moment] = deque(maxlen=RECENT)
        #: What everybody must know about a match that was taken up under another version.
        self.warning: str | None = None
        self._clock = clock
        self._epoch_us = 0
        self._offered: frozenset[str] = frozenset()

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
        row = self.journal.append("screen", "event", fold.lines.first.text)
        self.journal.name(row.seq, seats)
        self.names, self._epoch_us = seats, self._clock.mono_us()
        self.moments.clear()
        self.warning = None
        self._note(fold, 0, fold.lines.first.event, row)
        self._become(fold)

    def readings_of(self, game: Game[Any]) -> Chosen:
        """What the league has chosen where this game's rule book is open: new matches are played by it."""
        return self._readings[game.ruleset]

    def reopen(self) -> Life | None:
        """Take up the journal's last match; gives the sign of life that its last row is. None: there is no match."""
        if not self.journal.seq:
            return None
        try:
            match = last_match(self.journal, self.games)
        except NoMatch:
            return None
        self.names = match.names
        events = [row for row in match.rows if row.kind == "event"]
        for row, timed in list(zip(events, match.fold.lines, strict=True))[-RECENT:]:
            self._note(match.fold, timed.t_ms, timed.event, row)
        self._become(match.fold)
        self._compare(match)
        last = match.rows[-1]
        return Life(last.boot, last.mono_us, datetime.fromisoformat(last.wall).timestamp(), match.fold.t_ms)

    def _compare(self, match: PastMatch) -> None:
        """Note if another version has refereed so far, and say what it would have said otherwise."""
        found = standing(match)
        self.warning = " ".join(found.sentences()) or None
        if found.recorded and found.recorded[-1] != found.present:
            self.journal.append("table", "note", note_text(VERSIONS, versions=dict(found.present)))

    def restart_clock(self, life: Life) -> int:
        """Go on counting from a sign of life; gives the microseconds that the table was down since."""
        now_us = self._clock.mono_us()
        down_us = now_us - life.mono_us
        if life.boot != self._clock.boot:
            # Another boot has another monotonic clock: only the wall's is left, if it can be believed.
            down_us = round((self._clock.wall().timestamp() - life.wall_s) * 1_000_000)
        down_us = max(0, down_us)
        self._epoch_us = now_us - (life.t_ms * 1000 + down_us)
        return down_us

    def write(self, event: Event, at_us: int, actor: str, snapshots: tuple[str, ...] = ()) -> Ruling | None:
        """Journal an event, then make it the state. Returns the ruling if it was refused: that is journalled too.

        Raises BadRequest, with nothing written, for an event that cannot be one of this match.
        """
        fold, view = self.running()
        timed = fold.vet(Timed(max(self.t_ms(at_us), fold.t_ms), event))
        after = fold.apply(timed)
        rulings = after.view.rulings.since(len(view.rulings))
        said_text = msgspec.json.encode(said(view, after.view, fold.game.words)).decode()
        row = self.journal.append(actor, "event", timed.text, snapshots=snapshots, rulings=said_text)
        self._become(after)
        self._note(after, timed.t_ms, event, row)
        return next((ruling for ruling in rulings if ruling.refuses), None)

    def running(self) -> tuple[Fold, View]:
        """The match; BadRequest if there is none."""
        if self.fold is None or self.view is None:
            raise BadRequest("no match has been started at this table")
        return self.fold, self.view

    def offers(self, event: object) -> bool:
        """A screen may send this event now, or might have a moment ago: a finger that comes down while the
        state changes under it gets the game's answer, not a closed door."""
        return isinstance(event, str) and event in self._offered

    def t_ms(self, at_us: int) -> int:
        """A moment of this machine as milliseconds of the match."""
        return (at_us - self._epoch_us) // 1000

    def at_us(self, t_ms: int) -> int:
        """A moment of the match as this machine's clock has it."""
        return t_ms * 1000 + self._epoch_us

    def _become(self, fold: Fold) -> None:
        before = frozenset() if self.view is None else frozenset(action.event for action in self.view.actions)
        self.fold, self.view = fold, fold.view
        self._offered = before | {action.event for action in self.view.actions}

    def _note(self, fold: Fold, t_ms: int, event: Event, row: Row) -> None:
        if not isinstance(event, Tick) and not row.refused:
            snapshot = row.snapshots[-1] if row.snapshots else None
            self.moments.append(Moment(row.seq, t_ms, fold.game.tell(event), snapshot))


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
        if not 1 <= len(name) <= 30:
            raise BadRequest(f"a name has 1 to 30 characters, not {name!r}")
    if len(set(cleaned)) < len(cleaned):
        raise BadRequest("two players have the same name")
    return cleaned
