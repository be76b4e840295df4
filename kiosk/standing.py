"""The score as it was given when the match was played, and what the present version makes of the same events.

Every row of the journal holds what the referee said then (`rules.outcome.said`). Where the present engine or rule
book says otherwise, the differences are listed, and the recorded score stays the official one until a judge
confirms the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from kiosk.journal import Journal, Row
from kiosk.past import PastMatch, last_match
from kiosk.questions import note_text
from rules.errors import BadRequest
from rules.events import MatchStarted, milliseconds, seconds
from rules.fold import Fold
from rules.game import Penalty, ShakeScores, View
from rules.messages import Words
from rules.outcome import penalty_json, said, shake_json
from rules.registry import Games
from rules.snapshot import in_words
from rules.story import minutes
from rules.version import opened_versions

CONFIRMED = "score-confirmed"
VERSIONS = "versions"


@dataclass(frozen=True, slots=True)
class Score:
    """Everything about points that stands on a sheet."""

    totals: Mapping[str, int]
    shakes: tuple[ShakeScores, ...]
    penalties: tuple[Penalty, ...]
    match_points: Mapping[str, int] | None

    @classmethod
    def of(cls, view: View) -> Score:
        totals = {seat.player: seat.score for seat in view.seats}
        return cls(totals, view.shakes, view.penalties, view.match_points)

    def to_json(self, words: Words) -> dict[str, Any]:
        return {
            "totals": dict(self.totals),
            "shakes": [shake_json(shake, number, words) for number, shake in enumerate(self.shakes, start=1)],
            "penalties": [penalty_json(penalty) | _further(penalty) for penalty in self.penalties],
            "match_points": None if self.match_points is None else dict(self.match_points),
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """An event of which the present version says something else; each item as a sentence."""

    row: int
    t_ms: int
    then: tuple[str, ...]
    now: tuple[str, ...]

    @property
    def text(self) -> str:
        then, now = ("; ".join(items) or "nothing" for items in (self.then, self.now))
        return f"row {self.row} ({minutes(self.t_ms)}): then {then}; now {now}"

    def to_json(self) -> dict[str, Any]:
        return {"row": self.row, "t": seconds(self.t_ms), "then": list(self.then), "now": list(self.now)}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match of the journal stands."""

    #: The versions that have refereed it, in the order of the rows; empty where none were recorded.
    recorded: tuple[Mapping[str, str], ...]
    present: Mapping[str, str]
    differences: tuple[Difference, ...]
    #: The official one: as it was given, unless a judge has confirmed another since.
    score: Score
    #: As the present version has it.
    present_score: Score
    #: The judge who has confirmed a score last.
    judge: str | None = None

    @property
    def other_version(self) -> bool:
        """Another version has refereed at least a part of it."""
        return any(versions != self.present for versions in self.recorded)

    @property
    def disputed(self) -> bool:
        """The present version would give another score."""
        return not _same(self.score, self.present_score)

    def sentences(self) -> Iterator[str]:
        """What whoever reads the score has to know, in words; nothing where all is as it was."""
        if not self.other_version and not self.differences and not self.disputed:
            return
        then = "; then ".join(map(in_words, self.recorded))
        yield f"Refereed by {then}; this is {in_words(self.present)}."
        if not self.differences:
            yield "The present version says the same of every event."
        for difference in self.differences:
            yield f"Differs, {difference.text}."
        if self.disputed:
            yield f"The recorded score stands: {_points(self.score.totals)}."
            yield f"By the present version it would be {_points(self.present_score.totals)}: a judge must confirm that."


def standing(match: PastMatch) -> Standing:
    """How the match stands: the recorded score against the present version's."""
    words = match.fold.game.words
    view = match.fold.view
    opening = match.fold.lines.first.event
    now, present = Score.of(view), opened_versions(match.fold.game, opening)
    recorded = opening.versions if isinstance(opening, MatchStarted) else None
    if recorded is None:
        # Nothing was kept of what was said: there is nothing to compare with.
        return Standing((), present, (), now, now)
    score, refereed, judge, since = _recorded(match, recorded, now)
    differences: tuple[Difference, ...] = ()
    if any(versions != present for versions in refereed) or not _same(score, now):
        differences = tuple(_differences(match, since, words))
    return Standing(tuple(refereed), present, differences, score, now, judge)


def official(match: PastMatch) -> Score:
    """The official score alone, without a look at what the present version says of each event."""
    opening = match.fold.lines.first.event
    now = Score.of(match.fold.view)
    recorded = opening.versions if isinstance(opening, MatchStarted) else None
    return now if recorded is None else _recorded(match, recorded, now)[0]


def _recorded(
    match: PastMatch, versions: Mapping[str, str], now: Score
) -> tuple[Score, list[Mapping[str, str]], str | None, int]:
    """The score as the rows have it, the versions that gave it, who has confirmed one last, and in which row."""
    refereed = [versions]
    ledger = _Ledger(now.totals)
    judge, since = None, 0
    for row in match.rows:
        note = row.data if row.kind == "note" else {}
        if note.get("note") == CONFIRMED:
            judge, since, refereed = note["judge"], row.seq, [note["versions"]]
            ledger.begin_with(note["score"])
        elif note.get("note") == VERSIONS:
            refereed.append(note["versions"])
        else:
            ledger.add(msgspec.json.decode(row.rulings))
    return ledger.score(now.shakes), refereed, judge, since


def confirm(journal: Journal, games: Games, judge: str) -> Standing:
    """A judge takes the present version's score for the official one; BadRequest where there is nothing to confirm."""
    judge = " ".join(judge.split())
    if not judge:
        raise BadRequest("a judge must give a name or initials")
    match = last_match(journal, games)
    before = standing(match)
    if not before.disputed:
        raise BadRequest("the recorded score is that of the present version: there is nothing to confirm")
    score = before.present_score.to_json(match.fold.game.words)
    body = note_text(CONFIRMED, judge=judge, versions=dict(before.present), score=score)
    journal.append(f"judge {judge}", "note", body)
    return standing(last_match(journal, games))


def _same(one: Score, other: Score) -> bool:
    """Whether two scores agree in every number; words do not count."""
    return _numbers(one) == _numbers(other)


def _numbers(score: Score) -> tuple[object, ...]:
    shakes = [(dict(shake.scores), shake.goal_setter) for shake in score.shakes]
    penalties = [(p.n, p.t_ms, p.player, p.points, p.status) for p in score.penalties]
    return dict(score.totals), shakes, penalties, score.match_points and dict(score.match_points)


class _Ledger:
    """The score that the rows' own words add up to."""

    def __init__(self, players: Iterable[str]) -> None:
        self._totals = dict.fromkeys(players, 0)
        self._shakes: list[ShakeScores] = []
        self._penalties: list[Penalty] = []
        self._match_points: Mapping[str, int] | None = None

    def begin_with(self, score: Mapping[str, Any]) -> None:
        """Forget what was added: a judge has confirmed this score."""
        self._totals = dict(score["totals"])
        self._shakes = [_shake(item) for item in score["shakes"]]
        self._penalties = [_penalty(item) for item in score["penalties"]]
        self._match_points = score["match_points"]

    def add(self, items: Iterable[Mapping[str, Any]]) -> None:
        for item in items:
            match item:
                case {"struck": left}:
                    del self._penalties[left["penalties"] :]
                    del self._shakes[left["shakes"] :]
                    self._match_points = None
                case {"penalty": penalty}:
                    self._penalties[penalty["n"] - 1 : penalty["n"]] = [_penalty(penalty)]
                case {"shake": shake}:
                    self._shakes[shake["number"] - 1 : shake["number"]] = [_shake(shake)]
                case {"gained": points}:
                    for player, gained in points.items():
                        self._totals[player] += gained
                case {"match_points": points}:
                    self._match_points = points

    def score(self, shakes: Sequence[ShakeScores]) -> Score:
        """The sum; how a shake ended and what it took in penalties is told as the present version tells it."""
        known = [
            msgspec.structs.replace(shake, how=shakes[k].how) if k < len(shakes) else shake
            for k, shake in enumerate(self._shakes)
        ]
        return Score(self._totals, tuple(known), tuple(self._penalties), self._match_points)


def _further(penalty: Penalty) -> dict[str, Any]:
    return {"initials": penalty.initials, "shake": penalty.shake}


def _penalty(item: Mapping[str, Any]) -> Penalty:
    fields = {key: value for key, value in item.items() if key != "t"}
    return Penalty(t_ms=milliseconds(item["t"]), **fields)


def _shake(item: Mapping[str, Any]) -> ShakeScores:
    return ShakeScores(item["scores"], item["penalties"], item["goal_setter"])


def _differences(match: PastMatch, since: int, words: Words) -> Iterator[Difference]:
    """Every event after row `since` of which the present version says something else than the journal."""
    opening, *rest = (row for row in match.rows if row.kind == "event")
    fold = Fold.opened(match.fold.game, opening.data)
    view = fold.view
    for row in rest:
        fold = fold.apply(fold.read(row.data))
        before, view = view, fold.view
        if row.seq > since:
            yield from _difference(row, fold.t_ms, said(before, view, words))


def _difference(row: Row, t_ms: int, now: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    then: list[Mapping[str, Any]] = msgspec.json.decode(row.rulings)
    if [_without_words(item) for item in then] == [_without_words(item) for item in now]:
        return
    only_then, only_now = ([item for item in these if item not in those] for these, those in ((then, now), (now, then)))
    yield Difference(row.seq, t_ms, tuple(map(_told, only_then)), tuple(map(_told, only_now)))


def _without_words(item: Mapping[str, Any]) -> dict[str, Any]:
    """An item without its sentences: other words for the same ruling are no other ruling."""
    plain = {key: value for key, value in item.items() if key != "text"}
    if "shake" in plain:
        plain["shake"] = {key: value for key, value in plain["shake"].items() if key != "how"}
    return plain


def _told(item: Mapping[str, Any]) -> str:
    match item:
        case {"penalty": penalty}:
            points = f"{penalty['player']} {penalty['points']}"
            return f"penalty {penalty['n']}, {points} ({penalty['why']}, {penalty['cite']}), {penalty['status']}"
        case {"shake": shake}:
            return f"shake {shake['number']}: {_points(shake['scores'])}"
        case {"struck": left}:
            return f"{left['penalties']} penalties and {left['shakes']} shakes left"
        case {"gained": points}:
            return "points " + ", ".join(f"{player} {gained:+}" for player, gained in points.items())
        case {"match_points": points}:
            return f"match points {_points(points)}"
    label = ", ".join(filter(None, (item["code"], item["cite"])))
    return f"[{label}] {item['text']}"


def _points(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{player} {points}" for player, points in scores.items())
