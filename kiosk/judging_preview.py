"""What striking a line would change: the match as it stands, and as it would stand, before anybody strikes it."""

from __future__ import annotations

from typing import Any

from kiosk.judging_desk import struck_or_not
from kiosk.matches import OpenMatch
from rules.errors import BadRequest
from rules.events import Event, EventUndone, Timed
from rules.fold import Fold
from rules.game import View
from rules.messages import Message, say


def preview(match: OpenMatch, line: int) -> dict[str, Any]:
    """Both sides of it as JSON, and what is not the same; `barred` says why it cannot be struck.

    Whoever asks holds the match's reckoning. BadRequest for a line that the match does not have.
    """
    fold = match.past.fold
    barred = struck_or_not(match, line)
    if barred == "no-line":
        raise BadRequest(f"there is no line {line} in this match")
    event = fold.lines.since(line - 1)[0].event
    told = _Told(match)
    body: dict[str, Any] = {"match": match.key, "row": match.past.rows[-1].seq, "line": line, "barred": barred}
    restores = isinstance(event, EventUndone)
    body |= {"restores": restores, "told": told.tell(_original(fold, event))}
    if barred is not None:
        return body
    after = fold.apply(fold.vet(Timed(fold.t_ms, EventUndone(line=line, judge="-", why="-"))))
    sides = {"before": told.side(fold.view), "after": told.side(after.view)}
    changed = [name for name in sides["before"] if sides["before"][name] != sides["after"][name]]
    return body | sides | {"changed": changed, "refused": told.newly_refused(fold.view, after.view)}


def _original(fold: Fold, event: Event) -> Event:
    """What an undoing, or the undoing of an undoing, is about in the end."""
    while isinstance(event, EventUndone):
        event = fold.lines.since(event.line - 1)[0].event
    return event


class _Told:
    def __init__(self, match: OpenMatch) -> None:
        self._game = match.past.fold.game
        self._names = match.past.names

    def say(self, message: Message) -> str:
        return say(message, self._game.words, self._names)

    def tell(self, event: Event) -> str:
        return self.say(self._game.tell(event))

    def name(self, player: str) -> str:
        return self._names.get(player, player)

    def side(self, view: View) -> dict[str, Any]:
        return {
            "phase": view.phase,
            "prompt": self.say(view.prompt),
            "timer": self.say(view.timer.task),
            "scores": [{"name": self.name(seat.player), "score": seat.score} for seat in view.seats],
            "mat": None if view.mat is None else view.mat.to_json(),
            "penalties": [
                {
                    "name": self.name(penalty.player),
                    "points": penalty.points,
                    "why": self.say(Message(f"why-{penalty.why}")),
                    "status": penalty.status,
                }
                for penalty in view.penalties
            ],
            "shakes": [{self.name(player): points for player, points in each.scores.items()} for each in view.shakes],
            "papers": [
                {"name": self.name(paper.writer), "status": None if paper.status is None else self.say(paper.status)}
                for paper in view.papers
            ],
        }

    def newly_refused(self, before: View, after: View) -> list[str]:
        """What happened later and would no longer be in order."""
        known = {(ruling.t_ms, ruling.message) for ruling in before.rulings if ruling.refuses}
        fresh = [ruling for ruling in after.rulings if ruling.refuses and (ruling.t_ms, ruling.message) not in known]
        return [self.say(ruling.message) for ruling in fresh]
