"""What lies on a judge's desk: all that a judge can do now in the match at this table, with the story of each thing.

It is made from the rows of the journal alone, for judges alone: what players may not know yet can be in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from kiosk.evidence import CLIP_KEPT
from kiosk.judging import Acts, Word
from kiosk.matches import OpenMatch, Step
from kiosk.offered import action_body
from kiosk.pictured import cubes_read
from rules.cases import Case
from rules.events import Event, EventUndone, JudgeCalled, Tick
from rules.game import Penalty, View
from rules.limits import DeadlineRecord
from rules.messages import Message, say
from rules.offers import Place

#: How far a clip's moment may lie from the deadline that it shows.
NEAR_MS = 3000
#: Offers that have a part of the desk of their own; the others stand in a list.
OWN_PART = frozenset(
    ("penalty-approved", "penalty-refused", "judge-ruled", "judge-warned", "judge-penalized", "reading-corrected")
)
CLOCK = frozenset(("clock-paused", "clock-resumed"))
CHARGE = "illegal-procedure-charged"
PRESENTED = "equation-presented"


class Desk:
    """The desk of one match. Whoever makes it holds the match's reckoning."""

    def __init__(self, match: OpenMatch) -> None:
        self._match = match
        self._fold = match.past.fold
        self._view: View = self._fold.view
        self._words = self._fold.game.words
        self._acts = acts_of(match)

    def body(self) -> dict[str, Any]:
        """All of it as JSON, every word said."""
        view = self._view
        offered: dict[str, list[dict[str, Any]]] = {name: [] for name in ("clock", "conduct", "charge", "rest")}
        correction = None
        for action in view.actions:
            part = self._part(action.event, action.place)
            if part == "correction":
                correction = action_body(action, self._say)
            elif part is not None:
                offered[part].append(action_body(action, self._say))
        return {
            "match": self._match.key,
            "row": self._match.past.rows[-1].seq,
            "t_ms": view.t_ms,
            "over": view.over,
            "shake": view.shake,
            "players": [self._seat(seat.player, seat.score, leads=seat.leads) for seat in view.seats],
            "mat": None if view.mat is None else view.mat.to_json(),
            "seen": self._seen(),
            "called": self._called(),
            "equations": [self._equation(case) for case in self._fold.game.cases(self._fold.state)],
            "penalties": [self._penalty(penalty) for penalty in view.penalties if penalty.status == "pending"],
            "charges": list(self._charges()),
            "proposals": list(self._proposals()),
            "correction": correction,
            **offered,
        }

    # -- parts ---------------------------------------------------------------------------------------

    def _part(self, event: str, place: Place) -> str | None:
        if event == "reading-corrected":
            return "correction"
        if event in ("judge-warned", "judge-penalized"):
            return "conduct"
        if event in CLOCK:
            return "clock"
        if event == CHARGE:
            return "charge"
        return "rest" if place is Place.JUDGE and event not in OWN_PART else None

    def _equation(self, case: Case) -> dict[str, Any]:
        return {
            "writer": case.writer,
            "name": self._name(case.writer),
            "row": self._presented(case.writer),
            "text": case.text,
            "story": self._say(case.story),
            "mat": None if case.mat is None else case.mat.to_json(),
            "said": [
                {
                    "name": self._name(said.by),
                    "accepted": said.accepted,
                    "reason": None if said.reason is None else self._say(said.reason),
                }
                for said in case.said
            ],
            "disputed": case.disputed,
            "found": None if case.found is None else self._say(case.found),
            "actions": [action_body(action, self._say) for action in case.actions],
        }

    def _penalty(self, penalty: Penalty) -> dict[str, Any]:
        limits = (*self._view.deadlines, *self._view.running)
        deadline = next((each for each in limits if penalty.n in each.penalties), None)
        return {
            "n": penalty.n,
            "row": self._row_of_penalty(penalty.n),
            "player": penalty.player,
            "name": self._name(penalty.player),
            "points": penalty.points,
            "why": self._say(Message(f"why-{penalty.why}")),
            "cite": penalty.cite,
            "t_ms": penalty.t_ms,
            "shake": penalty.shake,
            "story": None if deadline is None else self._deadline(deadline),
            "clip": self._clip(penalty.t_ms),
            "before": self._snapshot_at(penalty.t_ms),
        }

    def _deadline(self, deadline: DeadlineRecord) -> dict[str, Any]:
        return {
            "task": self._say(Message(deadline.task)),
            "start_ms": deadline.start_ms,
            "limit_ms": deadline.limit_ms,
            "deadline_ms": deadline.deadline_ms,
            "warned_ms": deadline.warned_ms,
            "done_ms": deadline.done_ms,
            "expired_ms": deadline.expired_ms,
        }

    def _charges(self) -> Iterator[dict[str, Any]]:
        """The charges of this shake, each with the moves in question, who led then, and what was said to it."""
        ruled = self._acts.rulings(self._fold.undone)
        for at, step in enumerate(self._match.steps):
            event = None if step.timed is None else step.timed.event
            if event is None or event.name != CHARGE or step.line in self._fold.undone:
                continue
            if step.fold.view.shake != self._view.shake:
                continue
            moves = self._moves_before(at, getattr(event, "against", None))
            yield {
                "row": step.row.seq,
                "line": step.line,
                "t_ms": step.fold.t_ms,
                "told": self._tell(event),
                "said": self._said_of(step),
                "upheld": not step.row.refused,
                "ruled": _ruled(ruled.get(step.row.seq)),
                "moves": [self._move(move) for move in moves],
                "seats": self._seats_before(moves[0] if moves else step),
            }

    def _said_of(self, step: Step) -> dict[str, Any] | None:
        """What the referee said to a step, with names: the row keeps it by seats."""
        if not any("code" in ruling for ruling in _json(step.row.rulings)):
            return None
        (ruling,) = step.view.rulings.last(1)
        return {"code": ruling.code, "cite": ruling.cite, "text": self._say(ruling.message)}

    def _moves_before(self, at: int, player: str | None) -> list[Step]:
        """What that player did last before a step, up to what somebody else had done before him."""
        moves: list[Step] = []
        for step in reversed(self._match.steps[:at]):
            if step.timed is None or step.row.refused or step.line in self._fold.undone:
                continue
            who = getattr(step.timed.event, "player", None)
            if who == player:
                moves.insert(0, step)
            elif moves and who is not None:
                break
        return moves

    def _move(self, step: Step) -> dict[str, Any]:
        assert step.timed is not None
        return {
            "row": step.row.seq,
            "line": step.line,
            "t_ms": step.timed.t_ms,
            "told": self._tell(step.timed.event),
            "snapshots": list(step.row.snapshots),
        }

    def _seats_before(self, step: Step) -> list[dict[str, Any]]:
        """The scores as they were before a step."""
        at = self._match.steps.index(step)
        before = self._match.steps[max(0, at - 1)].view
        return [self._seat(seat.player, seat.score, leads=seat.leads) for seat in before.seats]

    def _proposals(self) -> Iterator[dict[str, Any]]:
        vocabulary = self._fold.game.vocabulary
        for proposal in self._acts.proposals.values():
            event = vocabulary.event({**proposal.event, "judge": proposal.judge, "why": proposal.why})
            told = self._tell(event)
            yield {"id": proposal.id, "row": proposal.row, "judge": proposal.judge, "told": told}

    def _called(self) -> dict[str, Any] | None:
        """Who has called a judge, as long as no judge has done or said anything since."""
        answered = self._acts.words[-1].row if self._acts.words else 0
        for step in reversed(self._match.steps):
            if step.row.seq <= answered:
                return None
            if step.timed is not None and isinstance(step.timed.event, JudgeCalled):
                return {"row": step.row.seq, "t_ms": step.timed.t_ms, "told": self._tell(step.timed.event)}
        return None

    # -- evidence ------------------------------------------------------------------------------------

    def _clip(self, t_ms: int) -> str | None:
        """The clip of the moment nearest to a time, if one lies near."""
        best: tuple[int, str] | None = None
        for step in self._match.steps:
            if step.row.kind == "note" and f'"{CLIP_KEPT}"' in step.row.body:
                note = step.row.data
                away = abs(note["t"] - t_ms)
                if note["note"] == CLIP_KEPT and away <= NEAR_MS and (best is None or away < best[0]):
                    best = (away, note["clip"])
        return None if best is None else best[1]

    def _snapshot_at(self, t_ms: int) -> str | None:
        """The last picture from before a time."""
        found = None
        for step in self._match.steps:
            if step.timed is not None and step.timed.t_ms > t_ms:
                break
            if step.row.snapshots:
                found = step.row.snapshots[-1]
        return found

    def _seen(self) -> dict[str, Any] | None:
        """The newest picture, and which cubes were read from it."""
        name = next((step.row.snapshots[-1] for step in reversed(self._match.steps) if step.row.snapshots), None)
        if name is None:
            return None
        board = self._match.snapshots.reading(name)
        return {"snapshot": name, "cubes": [] if board is None else cubes_read(board, self._fold.game.kit)}

    def _presented(self, writer: str) -> int | None:
        """The row with which that player has presented last."""
        for step in reversed(self._match.steps):
            event = None if step.timed is None or step.row.refused else step.timed.event
            if event is not None and event.name == PRESENTED and getattr(event, "player", None) == writer:
                return step.row.seq
        return None

    def _row_of_penalty(self, n: int) -> int | None:
        """The row in which a penalty was said."""
        for step in reversed(self._match.steps):
            said = _json(step.row.rulings) if '"penalty"' in step.row.rulings else []
            if any(each.get("penalty", {}).get("n") == n for each in said):
                return step.row.seq
        return None

    # -- words ---------------------------------------------------------------------------------------

    def _say(self, message: Message) -> str:
        return say(message, self._words, self._match.past.names)

    def _tell(self, event: Event) -> str:
        return self._say(self._fold.game.tell(event))

    def _name(self, player: str) -> str:
        return self._match.past.names.get(player, player)

    def _seat(self, player: str, score: int, *, leads: bool) -> dict[str, Any]:
        return {"player": player, "name": self._name(player), "score": score, "leads": leads}


def acts_of(match: OpenMatch) -> Acts:
    """What the judges of an opened match have done."""
    acts = Acts()
    for step in match.steps:
        if step.timed is not None:
            acts.take_event(step.row, step.timed, step.line)
        else:
            acts.take_note(step.row, step.fold.t_ms)
    return acts


def _ruled(word: Word | None) -> dict[str, Any] | None:
    if word is None:
        return None
    return {
        "row": word.row,
        "ruling": word.ruling,
        "judge": word.judge,
        "why": word.why or getattr(word.event, "why", ""),
    }


def struck_or_not(match: OpenMatch, line: int) -> str | None:
    """Why a line cannot be struck, as a code of the pages' texts; None if it can."""
    step = next((step for step in match.steps if step.line == line and step.timed is not None), None)
    if step is None or step.timed is None:
        return "no-line"
    if line == 1:
        return "first"
    if line in match.past.fold.undone:
        return "struck"
    if isinstance(step.timed.event, Tick) or (step.row.refused and not isinstance(step.timed.event, EventUndone)):
        return "nothing"
    return None


def _json(text: str) -> list[Mapping[str, Any]]:
    said: list[Mapping[str, Any]] = msgspec.json.decode(text)
    return said
