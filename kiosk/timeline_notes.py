"""What a note of the journal says on a timeline: its sentence, where it belongs, and what it marks.

A note is about the match and no part of it: a question to the people at the table, a camera that was away, a clip that
was kept. Those that only guard names (`kiosk/names.py`) say nothing to anybody and have no line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from kiosk import asked
from kiosk.asked import answer_with_names, is_disputed, is_unsure, with_names
from kiosk.evidence import CLIP_KEPT, CLIP_MISSING, REMOVED
from kiosk.journal import REOPENED
from kiosk.judging import ACT, DECLINED, PROPOSED, REMARK
from kiosk.names import ERASED, SEALED
from kiosk.presses import BOX
from kiosk.standing import CONFIRMED, VERSIONS
from kiosk.texts import TEXTS, say
from rules.messages import NOBODY

#: What a line can be filtered by.
DISPUTED, MOVES, CHALLENGES, TIME, JUDGES = "disputed", "moves", "challenges", "time", "judges"
#: What a line can be marked with.
REFUSED, ASKED, UNSURE, OUT_OF_STEP, CLIP = "refused", "asked", "unsure", "out-of-step", "clip"
#: Seals of names and initials.
UNTOLD = frozenset(SEALED.values())


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, the filters it stands under, its marks, and the moment of the match if the note says it."""

    text: str
    groups: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    t_ms: int | None = None


def tell_note(note: Mapping[str, Any], names: Mapping[str, str] = NOBODY) -> Told | None:
    """What a note says, with names for seats; None for one that is not for people."""
    kind = str(note.get("note", ""))
    if kind in UNTOLD:
        return None
    named = _WITH_NAMES.get(kind)
    if named is not None:
        return named(note, names)
    teller = _TELLERS.get(kind)
    if teller is not None:
        return teller(note)
    text = note.get("text")
    return Told(str(text) if text else say("noted.other", what=kind or "?"))


def _asked(note: Mapping[str, Any], names: Mapping[str, str]) -> Told:
    text, _ = with_names(note, names)
    return Told(say("noted.question-asked", text=text), _asked_groups(note), asked_marks(note))


def asked_marks(note: Mapping[str, Any]) -> tuple[str, ...]:
    """What a question marks: people were asked about something in doubt, and perhaps the reader was not sure of it."""
    if not is_disputed(note):
        return ()
    return (ASKED, UNSURE) if is_unsure(note) else (ASKED,)


def _asked_groups(note: Mapping[str, Any]) -> tuple[str, ...]:
    if is_disputed(note):
        return (DISPUTED,)
    return (CHALLENGES,) if note["asker"] == BOX else (TIME,)


def _answered(note: Mapping[str, Any], names: Mapping[str, str]) -> Told:
    text, _ = with_names(note, names)
    answer = answer_with_names(note, names)
    return Told(say("noted.question-answered", text=text, answer=answer), _asked_groups(note), asked_marks(note))


def _dropped(note: Mapping[str, Any], names: Mapping[str, str]) -> Told:
    text, _ = with_names(note, names)
    return Told(say("noted.question-dropped", text=text, why=note["why"]), _asked_groups(note))


def _out_of_step(_: Mapping[str, Any]) -> Told:
    return Told(say("noted.out-of-step"), (DISPUTED,), (OUT_OF_STEP,))


def _clip_kept(note: Mapping[str, Any]) -> Told:
    text = say("noted.clip-kept", why=clip_reason(note), frames=note["frames"])
    return Told(text, _clip_groups(note), (CLIP,), note["t"])


def _clip_missing(note: Mapping[str, Any]) -> Told:
    return Told(
        say("noted.clip-missing", why=clip_reason(note), error=note["error"]), _clip_groups(note), (), note["t"]
    )


def _clip_groups(note: Mapping[str, Any]) -> tuple[str, ...]:
    return (CHALLENGES,) if note["reason"] == "block-lifted" else (TIME,)


def clip_reason(note: Mapping[str, Any]) -> str:
    """Why a clip was kept, in words."""
    key = f"clip.{note['reason']}"
    return say(key) if key in TEXTS else str(note["reason"])


def _part(note: Mapping[str, Any]) -> Told:
    return Told(str(note["text"]) if note["text"] else say("noted.part-well", part=note["part"]))


def _settings(note: Mapping[str, Any]) -> Told:
    changed = ", ".join(f"{key} = {value}" for key, value in note.items() if key != "note")
    return Told(say("noted.settings", changed=changed))


def _order(note: Mapping[str, Any], names: Mapping[str, str]) -> Told:
    margin = f"{abs(note['margin_us']) / 1000:.1f}"
    first, then = (_hand(str(note[each]), names) for each in ("first", "then"))
    key = "noted.order-judge" if note.get("decided") == "judge" else "noted.order"
    return Told(say(key, first=first, then=then, margin=margin), (CHALLENGES,))


def _hand(part: str, names: Mapping[str, str]) -> str:
    """What was touched of the box, in words: `seat-1` is the button of who sits there."""
    if not part.startswith("seat-"):
        return say(f"hand.{part}") if f"hand.{part}" in TEXTS else part
    number = part.removeprefix("seat-")
    # Players are called by the letters of their seats; a name may have been erased.
    name = names.get(ascii_uppercase[int(number) - 1]) if number.isdigit() else None
    return say("hand.button", number=number) if name is None else say("hand.seat", name=name)


def actor_words(actor: str) -> str:
    """Who wrote a row, in words."""
    part, _, initials = actor.partition(":")
    if part in ("judge", "organiser"):
        return f"{say(f'actor.{part}')} {initials}".strip()
    return say(f"actor.{part}") if f"actor.{part}" in TEXTS else actor


def _confirmed(note: Mapping[str, Any]) -> Told:
    return Told(say("noted.score-confirmed", judge=note["judge"]), (JUDGES,))


def _reason(note: Mapping[str, Any]) -> Told:
    return Told(say("noted.judge-act", judge=note["judge"], why=note["why"]), (JUDGES,))


def _remark(note: Mapping[str, Any]) -> Told:
    text, ruling = str(note["text"]), note.get("ruling")
    if ruling is None:
        return Told(text, (JUDGES,))
    key = "noted.charge-upheld" if ruling == "upheld" else "noted.charge-not-upheld"
    return Told(say(key, judge=note["judge"], why=text), (JUDGES, DISPUTED))


def _proposed(note: Mapping[str, Any]) -> Told:
    what = str(note["event"].get("event", "")).replace("-", " ")
    return Told(say("noted.judge-proposed", judge=note["judge"], what=what, why=note["why"]), (JUDGES,))


def _declined(note: Mapping[str, Any]) -> Told:
    return Told(say("noted.judge-declined", judge=note["judge"], why=note["why"]), (JUDGES,))


def _plain(key: str) -> Callable[[Mapping[str, Any]], Told]:
    return lambda _: Told(say(key))


_WITH_NAMES: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, str]], Told]] = {
    asked.ASKED: _asked,
    asked.ANSWERED: _answered,
    asked.DROPPED: _dropped,
    "order": _order,
}

_TELLERS: Mapping[str, Callable[[Mapping[str, Any]], Told]] = {
    "out-of-step": _out_of_step,
    CLIP_KEPT: _clip_kept,
    CLIP_MISSING: _clip_missing,
    "part": _part,
    "settings": _settings,
    CONFIRMED: _confirmed,
    ACT: _reason,
    REMARK: _remark,
    PROPOSED: _proposed,
    DECLINED: _declined,
    VERSIONS: _plain("noted.versions"),
    REOPENED: _plain("noted.reopened"),
    REMOVED: _plain("noted.evidence-removed"),
    ERASED: _plain("noted.names-erased"),
}
