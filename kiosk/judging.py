"""What judges do, each thing once: an act has an id, a reason and a judge, and the journal has all three.

A judge's page makes the id, and sends the same act again when it does not know whether it was taken: what is on record
under that id is told once more, and nothing is done twice. Where two judges are at the same thing, the second one is
told who was first. Events that have a place for a reason carry it; for the others a note stands right after the
event's row, written with it or not at all. `Acts` is what the rows say of all this, and is folded from them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from kiosk.journal import Row
from kiosk.questions import note_text
from rules.errors import BadRequest
from rules.events import Event, Timed, Vocabulary
from rules.fold import Fold
from rules.game import View
from rules.offers import Action, Keypad

#: Notes of the journal: an act and its reason, a judge's remark, what a judge wants a second one to agree to, and that
#: it was withdrawn or not agreed to.
ACT, REMARK, PROPOSED, DECLINED = "judge-act", "judge-note", "judge-proposed", "judge-declined"
#: A reason is a line or two, not a letter.
LONGEST_WHY = 240
#: Fields that say what an event is about: two events about the same are at odds with each other.
ABOUT = ("penalty", "line", "writer", "section", "cube", "against", "player")
#: What a remark may say of a charge.
RULINGS = ("upheld", "not-upheld")
JUDGE, SECOND_JUDGE, BY, WHY = "judge", "second_judge", "by", "why"

_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


@dataclass(frozen=True, slots=True)
class Act:
    """What a judge wants done, and why. Without an event it is a remark, and the reason is its text."""

    id: str
    #: The key of the match that the judge looks at.
    match: str
    judge: str
    why: str
    event: Mapping[str, Any] | None = None
    #: The last row that the judge's page knew of: what came later, he had not seen.
    seen: int = 0
    #: The row that a remark is about, and what is said of a charge: by a remark alone, or by an event that follows
    #: from it.
    about: int | None = None
    ruling: str | None = None
    #: A second judge has to agree before it is done; or the id of what is agreed to, or withdrawn.
    proposes: bool = False
    agrees: str | None = None
    declines: str | None = None
    second: str | None = None
    #: The rule by which it is done.
    cite: str = ""

    def note(self, row: int) -> str:
        """The note that stands behind the event's row."""
        agreed = {} if self.agrees is None else {"proposal": self.agrees}
        ruled = {} if self.ruling is None else {"ruling": self.ruling, "about": self.about}
        return note_text(ACT, id=self.id, row=row, judge=self.judge, why=self.why, cite=self.cite, **agreed, **ruled)

    def remark(self) -> str:
        """What the journal keeps of an act that changes nothing."""
        if self.proposes:
            return note_text(PROPOSED, id=self.id, judge=self.judge, why=self.why, event=dict(self.event or {}))
        if self.declines is not None:
            return note_text(DECLINED, id=self.id, judge=self.judge, why=self.why, proposal=self.declines)
        ruled = {} if self.ruling is None else {"ruling": self.ruling}
        return note_text(REMARK, id=self.id, judge=self.judge, about=self.about, text=self.why, **ruled)


def read_act(request: Mapping[str, Any], judge: str) -> Act:
    """The act of a request, under the initials of the judge who has proved who he is; BadRequest says what is wrong."""
    named, match = request.get("id"), request.get("match")
    if not isinstance(named, str) or not _ID.fullmatch(named):
        raise BadRequest("an act needs an id of 8 to 64 letters, digits and hyphens")
    if not isinstance(match, str):
        raise BadRequest("an act needs the match that it belongs to")
    event, agrees, declines = request.get("event"), request.get("agrees"), request.get("declines")
    if event is not None and not isinstance(event, dict):
        raise BadRequest("event must be an object")
    if agrees is not None and not isinstance(agrees, str):
        raise BadRequest("agrees must be the id of what is agreed to")
    if declines is not None and (not isinstance(declines, str) or event is not None or agrees is not None):
        raise BadRequest("declines must be the id of what is not agreed to, and nothing else")
    ruling = request.get("ruling")
    if ruling is not None and ruling not in RULINGS:
        raise BadRequest(f"a charge is {' or '.join(RULINGS)}, not {ruling!r}")
    if ruling is not None and request.get("about") is None:
        raise BadRequest("a ruling needs the row of the charge that it is about")
    return Act(
        id=named,
        match=match,
        judge=judge,
        why="" if agrees is not None else _why(request.get("why")),
        event=event,
        seen=_number(request, "seen") or 0,
        about=_number(request, "about"),
        ruling=ruling,
        proposes=request.get("proposes") is True,
        agrees=agrees,
        declines=declines,
        second=request.get("second"),
    )


def _why(why: object) -> str:
    text = " ".join(why.split()) if isinstance(why, str) else ""
    if not text:
        raise BadRequest("please give a reason")
    if len(text) > LONGEST_WHY:
        raise BadRequest(f"a reason has at most {LONGEST_WHY} characters, not {len(text)}")
    return text


def _number(request: Mapping[str, Any], name: str) -> int | None:
    value = request.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadRequest(f"{name} must be the number of a row, not {value!r}")
    return value


def event_of(act: Act, vocabulary: Vocabulary, players: tuple[str, ...]) -> Event:
    """The event that an act stands for, with its judge and its reason where the event has places for them."""
    fields = dict(act.event or {})
    name = fields.get("event")
    kind = vocabulary.types.get(name) if isinstance(name, str) else None
    places = () if kind is None else kind.__struct_encode_fields__
    if JUDGE in places:
        fields[JUDGE] = act.judge
    if SECOND_JUDGE in places:
        fields[SECOND_JUDGE] = act.second
    # A charge is made by a player; the clock is stopped by a judge.
    if BY in places and fields.get(BY) not in players:
        fields[BY] = act.judge
    if WHY in places:
        fields[WHY] = act.why
    return vocabulary.event(fields)


def subject(event: Event) -> tuple[tuple[str, object], ...]:
    """What an event is about: the fields that say it, or else its name."""
    about = [(name, getattr(event, name, None)) for name in ABOUT]
    return tuple((name, value) for name, value in about if value is not None) or (("event", event.name),)


@dataclass(frozen=True, slots=True)
class Word:
    """Something that a judge has done or said, as everybody at the table may know it."""

    row: int
    t_ms: int
    judge: str
    #: None for a remark.
    event: Event | None = None
    #: The event's line in the match.
    line: int = 0
    #: The reason, where the event itself has no place for one.
    why: str | None = None
    cite: str = ""
    #: What is said of a charge, and the row of that.
    ruling: str | None = None
    about: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What became of an act: the row that it is on record with, and why it was refused if it was."""

    row: int
    judge: str
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a judge wants done, and a second judge has not agreed to yet."""

    id: str
    row: int
    judge: str
    why: str
    event: Mapping[str, Any]


@dataclass(slots=True)
class Acts:
    """What the judges of a match have done, folded from its rows in their order."""

    done: dict[str, Done] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    proposals: dict[str, Proposal] = field(default_factory=dict)
    _refused: dict[int, str | None] = field(default_factory=dict)

    def take_event(self, row: Row, timed: Timed, line: int) -> None:
        """An event of the match is on record."""
        judge = getattr(timed.event, JUDGE, None) or _signed(row.actor)
        if judge is None:
            return
        self._refused[row.seq] = _refusal(row)
        if not row.refused:
            self.words.append(Word(row.seq, timed.t_ms, judge, timed.event, line))

    def take_note(self, row: Row, t_ms: int) -> None:
        """A note is on record, at that time of the match."""
        if not any(f'"{kind}"' in row.body for kind in (ACT, REMARK, PROPOSED, DECLINED)):
            return
        note = row.data
        match note.get("note"):
            case "judge-act":
                self.done[note["id"]] = Done(note["row"], note["judge"], self._refused.get(note["row"]))
                self.proposals.pop(note.get("proposal", ""), None)
                if self.words and self.words[-1].row == note["row"]:
                    has_why = hasattr(self.words[-1].event, WHY)
                    why = None if has_why else note["why"]
                    ruling, about = note.get("ruling"), note.get("about")
                    self.words[-1] = replace(self.words[-1], why=why, cite=note["cite"], ruling=ruling, about=about)
            case "judge-note":
                self.done[note["id"]] = Done(row.seq, note["judge"])
                ruling = note.get("ruling")
                why = note["text"] if ruling else None
                self.words.append(Word(row.seq, t_ms, note["judge"], why=why, ruling=ruling, about=note["about"]))
            case "judge-proposed":
                self.done[note["id"]] = Done(row.seq, note["judge"])
                self.proposals[note["id"]] = Proposal(note["id"], row.seq, note["judge"], note["why"], note["event"])
            case "judge-declined":
                self.done[note["id"]] = Done(row.seq, note["judge"])
                self.proposals.pop(note["proposal"], None)

    def overtaken(self, act: Act, event: Event | None, undone: frozenset[int]) -> Word | None:
        """What another act has done to the same thing since this judge looked; None if he has seen all."""
        for word in reversed(self.words):
            if word.row <= act.seen:
                return None
            if word.line in undone:
                continue
            if act.ruling is not None and word.ruling is not None and word.about == act.about:
                return word
            if event is not None and word.event is not None and subject(word.event) == subject(event):
                return word
        return None

    def rulings(self, undone: frozenset[int]) -> dict[int, Word]:
        """The last thing that was said of each charge, by its row."""
        ruled = {word.about: word for word in self.words if word.ruling is not None and word.line not in undone}
        return {about: word for about, word in ruled.items() if about is not None}


#: Fields of an offer that whoever takes it up may fill otherwise: who says it, and why.
OWN_WORDS = ("by", "why")


def fits(fixed: Mapping[str, Any], asked: Iterable[tuple[str, Collection[str]]], event: Mapping[str, Any]) -> bool:
    """Could these fields of an event have come from an offer with these fixed fields and these choices?"""
    same = all(event.get(name) == value for name, value in fixed.items() if name not in OWN_WORDS)
    return same and all(event[field] in keys for field, keys in asked if field in event and field not in OWN_WORDS)


def takes_up(action: Action, event: Mapping[str, Any]) -> bool:
    """Could this event have come from that offer?"""
    pads = (action.entry, *action.then)
    asked = [(pad.field, pad.keys) for pad in pads if isinstance(pad, Keypad) and pad.single]
    return action.event == event.get("event") and fits(action.fields, asked, event)


def cite_of(before: Fold, event: Event, after: View) -> str:
    """The rule under which an event was done: that of the offer it took up, or else of the referee's own ruling."""
    view = before.view
    ruled_on = (action for case in before.game.cases(before.state) for action in case.actions)
    fields = msgspec.to_builtins(event)
    for action in (*view.actions, *ruled_on):
        if action.cite and takes_up(action, fields):
            return action.cite
    rulings = after.rulings.since(len(view.rulings))
    return next((ruling.cite for ruling in reversed(rulings) if ruling.cite), "")


def _signed(actor: str) -> str | None:
    """The initials of whoever is on record for a row; None if it was no judge."""
    role, _, initials = actor.partition(":")
    return initials if role in ("judge", "organiser") and initials else None


def _refusal(row: Row) -> str | None:
    if not row.refused:
        return None
    said: list[dict[str, Any]] = msgspec.json.decode(row.rulings)
    return str(next(ruling["text"] for ruling in said if ruling["refuses"]))
