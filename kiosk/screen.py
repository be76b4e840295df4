"""What a screen shows: the referee's view in words, with names in place of seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiosk.acting import judged_bodies
from kiosk.offered import action_body, undo_bodies
from kiosk.record import Moment, Record
from kiosk.referee import TIE, Referee
from kiosk.signatures import pad_body
from rules.events import seconds
from rules.game import Game, Paper, Penalty, Ruling, ShakeScores, TimerView, View
from rules.messages import Message, say
from rules.offers import Action
from rules.readings import Chosen, otherwise, shown
from rules.round_clock import RoundClock

#: How many of the latest rulings are shown.
RULINGS = 6
#: And of what judges have done.
JUDGED = 4


def screen_body(referee: Referee, table: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that may be shown now, but for the time of day and what the display shows."""
    record = referee.record
    question = referee.question
    return {
        "version": referee.version,
        "table": dict(table),
        "games": [
            {
                "ruleset": game.ruleset,
                "title": game.title,
                "divisions": list(game.divisions),
                "player_counts": list(game.player_counts),
                "readings": _readings(game, record.readings_of(game)),
            }
            for game in record.games
            if game.playable
        ],
        "match": None if record.view is None else _match(referee, record.view),
        "question": None
        if question is None
        else {
            "id": question.id,
            "text": question.text(record.names),
            "options": question.labels(record.names),
            "snapshot": question.snapshots[-1] if question.snapshots else None,
            "for_judge": question.actor == TIE,
        },
        "notices": [{"part": part, "text": text} for part, text in referee.notices.items()],
    }


def _readings(game: Game[Any], chosen: Chosen) -> list[dict[str, str]]:
    """What the league has chosen otherwise than the book's own reading, each with what it is about."""
    other = otherwise(game.readings, chosen)
    return [
        {"name": reading.name, "value": shown(other[reading.name]), "cite": reading.cite, "text": reading.words}
        for reading in game.readings
        if reading.name in other
    ]


def _match(referee: Referee, view: View) -> dict[str, Any]:
    words = _Words(referee.record)
    fold, _ = referee.record.running()
    opening = fold.lines.first.event
    return {
        "title": fold.game.title,
        "division": getattr(opening, "division", None),
        "phase": view.phase,
        "shake": view.shake,
        "over": view.over,
        "prompt": words.say(view.prompt),
        # What the shake is played with: the variations.
        "notes": [words.say(note) for note in view.notes],
        "timer": words.timer(view.timer, view.t_ms),
        "checking": referee.checking,
        "waiting": referee.waiting,
        # What the box has reported, before it is certain what came first.
        "noticed": referee.noticed,
        "round": None if referee.round is None else _round(referee.round),
        "seats": words.seats(view),
        "has_mat": fold.game.kit is not None,
        "mat": None if view.mat is None else view.mat.to_json(),
        "actions": [
            *(words.action(action, view) for action in view.actions),
            *undo_bodies(fold, referee.record.moments, words.say),
        ],
        "papers": [words.paper(paper) for paper in view.papers],
        "judged": judged_bodies(referee.record, JUDGED),
        "rulings": [words.ruling(ruling) for ruling in view.rulings.last(RULINGS)],
        "penalties": [words.penalty(penalty) for penalty in view.penalties],
        "shakes": [words.shake(shake) for shake in view.shakes],
        "match_points": None if view.match_points is None else dict(view.match_points),
        "signed": list(view.signed),
        # With what; without whoever gave none.
        "initials": {player: text for player, text in referee.record.initials.items() if player in view.signed},
        "journal": {"row": referee.record.journal.seq, "hash": referee.record.journal.head},
        "moves": [words.moment(moment, undone=moment.line in fold.undone) for moment in referee.record.moments],
    }


def _round(clock: RoundClock) -> dict[str, Any]:
    """The round's clock: a screen counts down to `deadline_ms` of the match, or shows what is left while it stands."""
    return {
        "state": clock.state.value,
        "paused": clock.paused,
        "limit_ms": clock.limit_ms,
        "left_ms": clock.left_ms,
        "deadline_ms": clock.deadline_ms,
    }


class _Words:
    """The game's catalogue together with the names of this match."""

    def __init__(self, record: Record) -> None:
        fold, _ = record.running()
        self._catalogue = fold.game.words
        self._names = record.names

    def say(self, message: Message) -> str:
        return say(message, self._catalogue, self._names)

    def name(self, player: str) -> str:
        return self._names.get(player, player)

    def action(self, action: Action, view: View) -> dict[str, Any]:
        body = action_body(action, self.say)
        return body | {"entry": pad_body(action, view, self._names) or body["entry"]}

    def seats(self, view: View) -> list[dict[str, Any]]:
        lost = dict.fromkeys((seat.player for seat in view.seats), 0)
        for penalty in view.penalties:
            if penalty.status == "applied":
                lost[penalty.player] += penalty.points
        return [
            {
                "seat": number,
                "player": seat.player,
                "name": self.name(seat.player),
                "score": seat.score,
                "role": None if seat.role is None else self.say(seat.role),
                "to_act": seat.player in view.to_act,
                "penalties": lost[seat.player],
            }
            for number, seat in enumerate(view.seats, start=1)
        ]

    def timer(self, timer: TimerView, t_ms: int) -> dict[str, Any]:
        return {
            # What a paused timer shows; a running one is drawn from its steps.
            "left_ms": None if timer.deadline_ms is None else timer.deadline_ms - t_ms,
            "task": self.say(timer.task),
            "state": timer.state.value,
            "limit_ms": timer.limit_ms,
            "deadline_ms": timer.deadline_ms,
            "steps": [[step.until_ms, step.state.value] for step in timer.steps],
            "warnings": {state.value: self.say(text) for state, text in timer.warnings},
        }

    def paper(self, paper: Paper) -> dict[str, Any]:
        status = None if paper.status is None else self.say(paper.status)
        return {"writer": paper.writer, "name": self.name(paper.writer), "text": paper.text, "status": status}

    def ruling(self, ruling: Ruling) -> dict[str, Any]:
        text = self.say(ruling.message)
        return {"t": seconds(ruling.t_ms), "code": ruling.code, "cite": ruling.cite, "text": text}

    def penalty(self, penalty: Penalty) -> dict[str, Any]:
        return {
            "n": penalty.n,
            "name": self.name(penalty.player),
            "points": penalty.points,
            "text": f"{self.say(Message(f'why-{penalty.why}'))} ({penalty.cite})",
            "status": penalty.status,
        }

    def shake(self, shake: ShakeScores) -> dict[str, Any]:
        return {
            "scores": dict(shake.scores),
            "penalties": dict(shake.penalties),
            "goal_setter": None if shake.goal_setter is None else self.name(shake.goal_setter),
            "how": None if shake.how is None else self.say(shake.how),
        }

    def moment(self, moment: Moment, *, undone: bool) -> dict[str, Any]:
        text = self.say(moment.message)
        t = seconds(moment.t_ms)
        return {"seq": moment.seq, "t": t, "text": text, "snapshot": moment.snapshot, "undone": undone}
