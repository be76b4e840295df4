"""The table's screen as one browser may have it: a judge's actions ask for a judge, and who only watches has none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kiosk.people import Role
from kiosk.texts import say
from kiosk.web.signing import NAMES, names_judge

Dress = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def dress(
    body: Mapping[str, Any], *, role: Role, set_up: bool, open_to_all: bool = False, broken: bool = False
) -> Mapping[str, Any]:
    """`body` for a browser with that part. `set_up`: people can sign in; `open_to_all`: other machines reach us;
    `broken`: the list of people cannot be read."""
    dressed = dict(body)
    match = body.get("match")
    if role is Role.VIEW:
        # Who is to play is for those who may start a match.
        dressed |= {"games": [], "start": None, "question": None, "notices": [*body["notices"], _notice("watching")]}
        if match is not None:
            dressed["match"] = {**match, "actions": []}
        return dressed
    if broken:
        dressed["notices"] = [*body["notices"], _notice("broken")]
    elif not set_up and open_to_all:
        dressed["notices"] = [*body["notices"], _notice("open")]
    if match is not None:
        dressed["match"] = {**match, "actions": [_action(action, set_up=set_up) for action in match["actions"]]}
    return dressed


def _notice(what: str) -> dict[str, str]:
    return {"part": "sign-in", "text": say(f"sign.{what}")}


def _action(action: Mapping[str, Any], *, set_up: bool) -> Mapping[str, Any]:
    """With people set up nobody types initials: the table answers that a judge is needed, and the page asks who."""
    if not names_judge(action):
        return action
    pads = [action.get("entry"), *(action.get("then") or [])]
    if not set_up:
        return {**action, "entry": _told(pads[0]), "then": [_told(pad) for pad in pads[1:]]}
    left = [pad for pad in pads if pad is not None and pad.get("field") not in NAMES]
    return {**action, "entry": left[0] if left else None, "then": left[1:]}


def _told(pad: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """A pad for initials says that nobody checks them."""
    if pad is None or pad.get("field") not in NAMES:
        return pad
    return {**pad, "label": say("sign.initials")}
