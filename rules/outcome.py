"""A view as `tablejudge replay` writes it (contract, section 6, "Output")."""

from __future__ import annotations

from typing import Any

from rules.events import seconds
from rules.game import Penalty, Ruling, TimerView, View
from rules.messages import Words, say


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


def _timer(timer: TimerView, words: Words) -> dict[str, Any]:
    return {
        "task": say(timer.task, words),
        "limit": None if timer.limit_ms is None else seconds(timer.limit_ms),
        "deadline": None if timer.deadline_ms is None else seconds(timer.deadline_ms),
        "state": timer.state.value,
    }
