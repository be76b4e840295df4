"""Signing the scoresheet with initials, as on paper.

The event `scoresheet-signed` says by seat who has signed, and its row holds no more: what is in the chain can never be
taken back, and a child's initials are nearly its name. So the initials travel beside the event and are kept with the
names (`kiosk/names.py`): sealed, so that a change shows, and erased when the name is. A signature that comes without
any is one all the same.

Whoever signs is shown what it is: the score and the match points that will be turned in.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from kiosk.offered import entry_body
from kiosk.scoresheet import signed
from kiosk.words import WORDS
from rules.errors import BadRequest
from rules.game import View
from rules.messages import Message, Seat, say
from rules.offers import Action, Keypad
from rules.shake_events import ScoresheetSigned

EVENT = str(ScoresheetSigned.__struct_config__.tag)
#: The field of a request that carries them.
FIELD = "initials"
LONGEST = 4


def pad_body(action: Action, view: View, names: Mapping[str, str]) -> dict[str, Any] | None:
    """The pad on which this action is signed, as a screen gets it; None for an action that signs nothing."""
    if action.event != EVENT or action.player is None:
        return None
    score = next(seat.score for seat in view.seats if seat.player == action.player)
    points = (view.match_points or {}).get(action.player, 0)
    asked = Message.of("sign?", player=Seat(action.player), score=signed(score), points=points)
    pad = entry_body(Keypad(FIELD, tuple(ascii_uppercase), asked), lambda message: say(message, WORDS, names))
    return pad | {"most": LONGEST}


def set_apart(request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The request as the event alone has it, and what its player signs with, by seat; BadRequest if those are no
    initials. Of a request that signs nothing, nothing is set apart.
    """
    fields = dict(request)
    if fields.get("event") != EVENT or fields.get(FIELD) is None:
        return fields, {}
    typed = fields.pop(FIELD)
    initials = typed.strip().upper() if isinstance(typed, str) else ""
    if not (1 <= len(initials) <= LONGEST and initials.isalpha()):
        raise BadRequest(f"initials are 1 to {LONGEST} letters, not {typed!r}")
    return fields, {str(fields.get("player")): initials}
