"""A view as `tablejudge replay` writes it (contract, section 6, "Output")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from rules.events import seconds
from rules.game import Penalty, Ruling, ShakeScores, TimerView, View
from rules.messages import Words, say

T = TypeVar("T")


def outcome(view: View, words: Words) -> dict[str, Any]:
    """The JSON object that describes a match after a line."""
    written: dict[str, Any] = {
        "t": seconds(view.t_ms),
        "phase": view.phase,
        "to_act": list(view.to_act),
        "timer": _timer(view.timer, words),
        "mat": None if view.mat is None else view.mat.to_json(),
        "shake": view.shake,
        "shakes": [{"scores": dict(s.scores), "penalties": dict(s.penalties)} for s in view.shakes],
        "penalties": [penalty_json(penalty) for penalty in view.penalties],
        "rulings": [ruling_json(ruling, words) for ruling in view.rulings],
        "scores": {seat.player: seat.score for seat in view.seats},
    }
    if view.match_points is not None:
        written["match_points"] = dict(view.match_points)
    return written | dict(view.more)


def said(before: View, after: View, words: Words) -> list[dict[str, Any]]:
    """What the referee said between two views of a match: rulings, then what became of the score.

    It is kept with the event, so that a later version which would say otherwise can be told apart. An item has
    one of the keys `code` (a ruling), `penalty` (a new one, or one of which a judge has decided), `shake` (one
    that is over, or that a judge has scored anew), `struck` (how many penalties and shakes an undone line has
    left), `gained` (points that totals went up by) and `match_points`; and each has `refuses`.
    """
    rulings = after.rulings.since(len(before.rulings))
    items = [ruling_json(ruling, words) | {"refuses": ruling.refuses} for ruling in rulings]
    return items + [item | {"refuses": False} for item in _score(before, after, words)]


def _score(before: View, after: View, words: Words) -> Iterator[dict[str, Any]]:
    if len(after.penalties) < len(before.penalties) or len(after.shakes) < len(before.shakes):
        yield {"struck": {"penalties": len(after.penalties), "shakes": len(after.shakes)}}
    for _, penalty in _changed(before.penalties, after.penalties):
        yield {"penalty": penalty_json(penalty) | {"initials": penalty.initials, "shake": penalty.shake}}
    for number, shake in _changed(before.shakes, after.shakes):
        yield {"shake": shake_json(shake, number, words)}
    had = {seat.player: seat.score for seat in before.seats}
    gained = {seat.player: seat.score - had[seat.player] for seat in after.seats}
    if any(gained.values()):
        yield {"gained": {player: points for player, points in gained.items() if points}}
    if after.match_points is not None and after.match_points != before.match_points:
        yield {"match_points": dict(after.match_points)}


def _changed(before: Sequence[T], after: Sequence[T]) -> Iterator[tuple[int, T]]:
    """What is new or other than before, with its place counted from 1."""
    for number, (old, new) in enumerate(zip_longest(before, after), start=1):
        if new is not None and new != old:
            yield number, new


def ruling_json(ruling: Ruling, words: Words) -> dict[str, Any]:
    return {
        "t": seconds(ruling.t_ms),
        "code": ruling.code,
        "cite": ruling.cite,
        "text": say(ruling.message, words),
    }


def penalty_json(penalty: Penalty) -> dict[str, Any]:
    return {
        "n": penalty.n,
        "t": seconds(penalty.t_ms),
        "player": penalty.player,
        "points": penalty.points,
        "why": penalty.why,
        "cite": penalty.cite,
        "status": penalty.status,
    }


def shake_json(shake: ShakeScores, number: int, words: Words) -> dict[str, Any]:
    return {
        "number": number,
        "goal_setter": shake.goal_setter,
        "how": None if shake.how is None else say(shake.how, words),
        "scores": dict(shake.scores),
        "penalties": dict(shake.penalties),
    }


def _timer(timer: TimerView, words: Words) -> dict[str, Any]:
    return {
        "task": say(timer.task, words),
        "limit": None if timer.limit_ms is None else seconds(timer.limit_ms),
        "deadline": None if timer.deadline_ms is None else seconds(timer.deadline_ms),
        "state": timer.state.value,
    }
