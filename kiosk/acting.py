"""A judge's act on its way to the record: known already, overtaken, waiting for a second judge, refused or done.

Used by the referee's thread alone, so two acts are never looked at at once: whoever comes second finds the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiosk.clerk import Clerk
from kiosk.judging import Act, Done, Word, event_of, read_act
from kiosk.matches import HERE
from kiosk.record import Record
from kiosk.touches import OWN, Answer, Reply, Touched
from kiosk.words import WORDS
from rules.errors import BadRequest
from rules.events import EventUndone
from rules.messages import Message, say

#: What became of an act, besides `done`, `refused` and `pending`: another came first; the match is only for looking.
OVERTAKEN, READ_ONLY = "overtaken", "read-only"


class Acting:
    """The acts of judges at one table."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk
        self._record = clerk.record

    def begin(self, request: Mapping[str, Any], judge: str, answer: Answer, by: str) -> Touched | None:
        """The touch that the act is, for the order of all things; None if it has been answered already."""
        act = read_act(request, judge)
        fold, _ = self._record.running()
        if act.match != f"{HERE}.{self._record.match}":
            answer(Reply(READ_ONLY, say(Message("judge-read-only"), WORDS)))
            return None
        known = self._record.acts.done.get(act.id)
        if known is not None:
            answer(self._known(known))
            return None
        if act.agrees is not None:
            act = self._agreed(act, judge)
        if act.event is None:
            return Touched((), answer, by=by, act=act)
        players = tuple(seat.player for seat in fold.view.seats)
        event = event_of(act, fold.game.vocabulary, players)
        if isinstance(event, OWN):
            raise BadRequest(f"{event.name!r} is nothing that people do at this table")
        return Touched((event,), answer, by=by, act=act)

    def take(self, touch: Touched, at_us: int) -> Reply:
        """Do it now, if it still is to be done."""
        act, record = touch.act, self._record
        assert act is not None
        fold, _ = record.running()
        known = record.acts.done.get(act.id)
        if known is not None:
            return self._known(known)
        if act.about is not None and not record.match <= act.about <= record.journal.seq:
            raise BadRequest(f"row {act.about} does not belong to this match")
        if act.declines is not None and act.declines not in record.acts.proposals:
            raise BadRequest("there is nothing of that kind to agree to any more")
        event = touch.events[0] if touch.events else None
        first = None if act.proposes else record.acts.overtaken(act, event, fold.undone)
        if first is not None:
            return self._overtaken(first, at_us)
        if event is None or act.proposes:
            record.remark(act, touch.by)
            self._clerk.changed()
            return self._known(record.acts.done[act.id], again=False)
        if isinstance(event, EventUndone) and event.line in fold.undone:
            return Reply("refused", say(Message("judge-struck-already"), WORDS))
        self._clerk.do(touch.events, at_us, touch.by, by_word=True, act=act)
        return self._known(record.acts.done[act.id], again=False)

    def _agreed(self, act: Act, judge: str) -> Act:
        """The act of the judge who proposed it, with the one who agrees as the second."""
        proposal = self._record.acts.proposals.get(act.agrees or "")
        if proposal is None:
            raise BadRequest("there is nothing of that kind to agree to any more")
        if proposal.judge == judge:
            raise BadRequest("the second judge has to be somebody else")
        return Act(
            act.id, act.match, proposal.judge, proposal.why, proposal.event, act.seen, agrees=act.agrees, second=judge
        )

    def _known(self, done: Done, *, again: bool = True) -> Reply:
        """What is on record of an act; `again`: it was sent more than once."""
        word = next((word for word in self._record.acts.words if word.row == done.row), None)
        more = {"row": done.row, "again": again}
        if done.refusal is not None:
            return Reply("refused", done.refusal, more)
        return Reply("done", None if word is None else told(self._record, word), more)

    def _overtaken(self, first: Word, at_us: int) -> Reply:
        ago = max(0, round((self._record.t_ms(at_us) - first.t_ms) / 1000))
        message = Message.of("judge-overtaken", told=told(self._record, first), seconds=ago)
        return Reply(OVERTAKEN, say(message, WORDS), {"row": first.row, "judge": first.judge})


def told(record: Record, word: Word) -> str:
    """What a judge has done, as a sentence with the players' names."""
    fold, _ = record.running()
    event = word.event
    if event is None:
        return say(Message.of(f"judge-{word.ruling or 'remarked'}", judge=word.judge), WORDS)
    if not isinstance(event, EventUndone):
        return say(fold.game.tell(event), fold.game.words, record.names)
    struck = fold.lines.since(event.line - 1)[0].event
    code = "judge-struck"
    if isinstance(struck, EventUndone):
        code, struck = "judge-restored", fold.lines.since(struck.line - 1)[0].event
    what = say(fold.game.tell(struck), fold.game.words, record.names)
    sentence = say(Message.of(code, judge=word.judge, what=what, why=event.why), WORDS)
    if word.ruling is None:
        return sentence
    return f"{say(Message.of(f'judge-{word.ruling}', judge=word.judge), WORDS)} {sentence}"


def judged_bodies(record: Record, most: int) -> list[dict[str, Any]]:
    """What judges have done last, as every screen of the table gets it; the newest last."""
    return [
        {
            "row": word.row,
            "t_ms": word.t_ms,
            "judge": word.judge,
            "text": told(record, word),
            "why": word.why,
            "cite": word.cite,
        }
        for word in record.acts.words[-most:]
    ]
