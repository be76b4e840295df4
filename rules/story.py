"""A match told as a story: a line an event, and below it what the referee said, by which rule, and what it cost.

What time alone brought stands before the event that it came before. For somebody who was not there and wants
to know why: a coach, a judge of appeal, a parent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from rules.errors import BadRequest
from rules.events import EventUndone, Outage, Tick, Timed
from rules.fold import Fold
from rules.game import Game, Penalty, Ruling, ShakeScores, View
from rules.messages import Message, say
from rules.readings import in_words
from rules.replay import Replay
from rules.version import league_readings

#: How far what follows from an event stands to the right of it.
INDENT = "    "


def story(lines: Iterable[Mapping[str, Any] | BadRequest | None], match: Replay) -> Iterator[str]:
    """The match of these lines, told; an unreadable one is given as its BadRequest, an empty one as None.

    Bad lines are told as such and passed over; afterwards `match.errors` has them, and `match` is where the
    lines have led to.
    """
    for line in lines:
        if line is None:
            match.blank()
            continue
        before = match.fold
        fault = match.refuse(line) if isinstance(line, BadRequest) else match.read(line)
        if fault is not None:
            yield _one_line(f"   --  Line {fault.line} is passed over ({fault.code}): {fault.text}")
        else:
            yield from map(_one_line, _step(before, match.opened))


def minutes(t_ms: int) -> str:
    """Match time as minutes and full seconds.

    >>> minutes(130_999)
    '2:10'
    """
    return f"{t_ms // 60_000}:{t_ms // 1000 % 60:02}"


def _one_line(text: str) -> str:
    """The text without signs that could break a line or steer a terminal: what people typed is in it."""
    return "".join(char if char.isprintable() else " " for char in text)


def _at(t_ms: int | None, text: str) -> str:
    return f"{'' if t_ms is None else minutes(t_ms):>5}  {text}"


@dataclass(frozen=True, slots=True)
class _News:
    """What a view has that an earlier one has not."""

    rulings: tuple[Ruling, ...]
    #: New ones, and old ones of which a judge has decided.
    penalties: tuple[Penalty, ...]
    decided: tuple[Penalty, ...]
    #: With their numbers.
    shakes: tuple[tuple[int, ShakeScores], ...]


def _step(before: Fold | None, after: Fold) -> Iterator[str]:
    """What one more line has brought."""
    timed = after.lines.last(1)[0]
    game, view = after.game, after.view
    if before is None:
        yield _at(timed.t_ms, f"{game.title}. {say(game.tell(timed.event), game.words)}")
        chosen = league_readings(game, timed.event)
        if chosen:
            yield _at(None, f"{INDENT}The league reads otherwise: {in_words(chosen)}.")
        return
    earlier, waited = before.view, _waited(before, timed)
    news = _news(earlier, view, undone=isinstance(timed.event, EventUndone))
    by_time = _by_time(news, _news(earlier, waited))
    yield from _told(game, by_time, waited)
    yield _at(timed.t_ms, say(game.tell(timed.event), game.words))
    if isinstance(timed.event, EventUndone):
        yield from _struck(before, after, timed.event)
    yield from _told(game, _without(news, by_time), view)
    if view.over and not earlier.over:
        yield from _told_end(view)


def _waited(fold: Fold, timed: Timed) -> View:
    """The match as it would be at an event's time without the event: what time alone has done until then.

    No limit runs out in an outage, so that time ends where the outage began.
    """
    t_ms = timed.t_ms
    if isinstance(timed.event, Outage):
        t_ms = max(fold.t_ms, t_ms - round(timed.event.seconds * 1000))
    return fold.game.view(fold.game.apply(fold.state, Timed(t_ms, Tick())))


def _news(before: View, after: View, *, undone: bool = False) -> _News:
    rulings = after.rulings.since(len(before.rulings))
    if undone:  # everything was folded anew, so that the old ones need not be the first
        old = tuple(before.rulings)
        rulings = tuple(ruling for ruling in after.rulings if ruling not in old)
    known = set(map(_as_given, before.penalties))
    changed = [penalty for penalty in after.penalties if penalty not in before.penalties]
    return _News(
        rulings,
        tuple(penalty for penalty in changed if _as_given(penalty) not in known),
        tuple(penalty for penalty in changed if _as_given(penalty) in known),
        tuple(enumerate(after.shakes, start=1))[len(before.shakes) :],
    )


def _as_given(penalty: Penalty) -> Penalty:
    """The penalty whatever a judge has decided of it; its number alone may be another's after an undone line."""
    return replace(penalty, status="", initials=None)


def _by_time(news: _News, waited: _News) -> _News:
    """The part of the news that would also be there without the event."""
    return _News(
        _common(news.rulings, waited.rulings),
        tuple(penalty for penalty in news.penalties if penalty in waited.penalties),
        (),
        news.shakes[: len(waited.shakes)],
    )


def _common(these: tuple[Ruling, ...], those: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    """What both begin with; a second ruling in the same words is not taken for the first."""
    pairs = zip(these, those, strict=False)
    return tuple(this for this, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _without(news: _News, told: _News) -> _News:
    return _News(
        news.rulings[len(told.rulings) :],
        tuple(penalty for penalty in news.penalties if penalty not in told.penalties),
        news.decided,
        news.shakes[len(told.shakes) :],
    )


# --- in words ---------------------------------------------------------------------------------------


def _told(game: Game[Any], news: _News, view: View) -> Iterator[str]:
    """Rulings and penalties in the order of their times, then the scores of each shake that ended."""
    said = [(ruling.t_ms, _ruling(game, ruling)) for ruling in news.rulings]
    said += [(penalty.t_ms, _penalty(game, penalty)) for penalty in news.penalties]
    for t_ms, text in sorted(said, key=lambda item: item[0]):
        yield _at(t_ms, INDENT + text)
    for penalty in news.decided:
        yield _at(None, INDENT + _penalty(game, penalty))
    for number, shake in news.shakes:
        how = "" if shake.how is None else f" ({say(shake.how, game.words)})"
        text = f"Shake {number} is over{how}: {_listed(shake.scores)}; in all {_totals(view)}."
        yield _at(None, INDENT + text)


def _ruling(game: Game[Any], ruling: Ruling) -> str:
    label = f"{ruling.code}, {ruling.cite}" if ruling.cite else ruling.code
    refused = "Not allowed" if ruling.refuses else "Ruling"
    return f"{refused} [{label}]: {say(ruling.message, game.words)}"


def _penalty(game: Game[Any], penalty: Penalty) -> str:
    why = say(Message(f"why-{penalty.why}"), game.words)
    initials = f", initials {penalty.initials}" if penalty.initials else ""
    return (
        f"Penalty {penalty.n} [{penalty.cite}]: {penalty.player} {penalty.points}, {why}; {penalty.status}{initials}."
    )


def _struck(before: Fold, after: Fold, event: EventUndone) -> Iterator[str]:
    """The line that no longer counts, and what was said and taken because of it."""
    game, earlier, view = after.game, before.view, after.view
    line = tuple(after.lines)[event.line - 1]
    blank = _at(None, INDENT)
    yield f"{blank}No longer counts ({minutes(line.t_ms)}): {say(game.tell(line.event), game.words)}"
    kept = tuple(view.rulings)
    for ruling in earlier.rulings:
        if ruling not in kept:
            yield f"{blank}No longer holds ({minutes(ruling.t_ms)}): {_ruling(game, ruling)}"
    left = set(map(_as_given, view.penalties))
    for penalty in earlier.penalties:
        if _as_given(penalty) not in left:
            yield f"{blank}No longer holds ({minutes(penalty.t_ms)}): {_penalty(game, penalty)}"
    if len(view.shakes) < len(earlier.shakes):
        yield f"{blank}Shake {len(view.shakes) + 1} is not over any more."


def _told_end(view: View) -> Iterator[str]:
    points = "" if view.match_points is None else f" Match points: {_listed(view.match_points)}."
    yield _at(None, f"{INDENT}The match is over: {_totals(view)}.{points}")


def _totals(view: View) -> str:
    return _listed({seat.player: seat.score for seat in view.seats})


def _listed(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{player} {score}" for player, score in scores.items())
