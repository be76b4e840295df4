"""A judge's name under what a judge does.

Whatever claims to be a judge's doing needs proof once people are set up to sign in: the session of a judge's own
page, or name and PIN given at the table for this one thing. The proof is checked here and goes no further; what goes
on are the judge's initials, in the event and as the actor of the journal's row. Without people set up
initials are taken as they are typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kiosk.judging import fits
from kiosk.people import Person, Proof, SignInRefused
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.safety import Refused
from rules.errors import BadRequest

SCREEN = "screen"
#: What a request may carry besides the event: `{"person": number, "pin": "…"}`.
SIGN, SECOND_SIGN = "sign", "second_sign"
#: Fields of events that hold a judge's name.
JUDGE, SECOND_JUDGE, BY = "judge", "second_judge", "by"
NAMES = (JUDGE, SECOND_JUDGE)


@dataclass(frozen=True, slots=True)
class Signed:
    """What goes on to the table, and who is on record for it."""

    request: dict[str, Any]
    by: str = SCREEN


def names_judge(action: Mapping[str, Any], *fields: str) -> bool:
    """Does that action of a screen ask for a judge's initials (in one of those fields)?"""
    pads = (action.get("entry"), *(action.get("then") or ()))
    return any(pad is not None and pad.get("field") in (fields or NAMES) for pad in pads)


def for_judge(action: Mapping[str, Any]) -> bool:
    """Is that action of a screen for a judge alone?"""
    return names_judge(action) or action["fields"].get(BY) == JUDGE


def sign(request: Mapping[str, Any], body: Mapping[str, Any], access: Access, judge: Person | None = None) -> Signed:
    """The request with its judge's initials; `body` is the screen that it answers, `judge` the one whose page it
    comes from. Refused with 401 and `judge-needed` if a judge has to sign and has not.
    """
    plain = {key: value for key, value in request.items() if key not in (SIGN, SECOND_SIGN)}
    if not access.set_up:
        return Signed(plain)
    match = body.get("match") or {"actions": (), "seats": ()}
    offered = _offered(match["actions"], plain)
    named = JUDGE in plain or any(names_judge(action, JUDGE) for action in offered)
    # A charge is made by a player; the clock is stopped by a judge.
    by = BY in plain and plain[BY] not in [seat["player"] for seat in match["seats"]]
    second = plain.get(SECOND_JUDGE) is not None or any(names_judge(action, SECOND_JUDGE) for action in offered)
    person = judge or _proved(request, SIGN, access)
    if person is None:
        if named or by or second:
            raise Refused(401, "judge-needed", say("error.judge-needed"))
        return Signed(plain)
    if named:
        plain[JUDGE] = person.initials
    if by:
        plain[BY] = person.initials
    if second:
        plain[SECOND_JUDGE] = second_judge(request, person, access).initials
    return Signed(plain, actor(person))


def sign_answer(
    request: Mapping[str, Any], body: Mapping[str, Any], access: Access, judge: Person | None = None
) -> Signed:
    """The same for the answer to a question: some are for a judge."""
    plain = {key: value for key, value in request.items() if key != SIGN}
    if not access.set_up:
        return Signed(plain)
    question = body.get("question")
    if question is None or question["id"] != plain.get("question"):
        raise BadRequest("that question is no longer open")
    person = judge or _proved(request, SIGN, access)
    if person is None and question.get("for_judge"):
        raise Refused(401, "judge-needed", say("error.judge-needed"))
    return Signed(plain) if person is None else Signed(plain, actor(person))


def actor(person: Person) -> str:
    """How the journal names who did something."""
    return f"{person.role}:{person.initials}"


def prove(proof: Proof, access: Access, what: str = "PIN") -> Person:
    """The person of that PIN; Refused, in words that say how long to wait, if it is wrong."""
    try:
        return access.gate.prove(proof, access.origin, what)
    except SignInRefused as refused:
        raise turned_away(refused) from None


def turned_away(refused: SignInRefused) -> Refused:
    status = {"wait": 429, "busy": 503}.get(refused.code, 403)
    text = say(f"sign.{refused.code}", seconds=refused.wait_s)
    if refused.code == "wrong-pin" and refused.wait_s:
        text = f"{text} {say('sign.wait', seconds=refused.wait_s)}"
    return Refused(status, refused.code, text, wait_s=refused.wait_s)


def _proved(request: Mapping[str, Any], field: str, access: Access) -> Person | None:
    if request.get(field) is None:
        return None
    proof = Proof.read(request[field])
    if proof is None:
        raise BadRequest(f"{field} must be a person's number and a PIN")
    return prove(proof, access, "PIN at the table")


def second_needed(event: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """Does that event need two judges, as the screen `body` offers it?"""
    match = body.get("match") or {"actions": ()}
    return any(names_judge(action, SECOND_JUDGE) for action in _offered(match["actions"], event))


def _offered(actions: Iterable[Mapping[str, Any]], event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The offers that an event may have come from; where none fits exactly, all of that name."""
    named = [action for action in actions if action["event"] == event.get("event")]
    return [action for action in named if _fits(action, event)] or named


def _fits(action: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    pads = [pad for pad in (action.get("entry"), *(action.get("then") or ())) if pad is not None]
    return fits(action["fields"], [(pad["field"], pad["keys"]) for pad in pads if pad.get("single")], event)


def second_judge(request: Mapping[str, Any], first: Person, access: Access) -> Person:
    """Who agrees with the first, by name and PIN; Refused if nobody has proved it, or it is the same judge."""
    second = _proved(request, SECOND_SIGN, access)
    if second is None:
        raise Refused(401, "second-judge-needed", say("error.second-judge-needed"))
    if second.id == first.id:
        raise Refused(403, "same-judge", say("error.same-judge"))
    return second
