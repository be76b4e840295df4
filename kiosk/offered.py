"""Offers in words: the actions of a game as a screen gets them, and what a judge can take back in any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import ascii_uppercase
from typing import Any

from kiosk.record import Moment
from kiosk.words import WORDS
from rules.events import EventUndone
from rules.fold import Fold
from rules.messages import Message
from rules.messages import say as in_words
from rules.offers import Action, CubeRow, Entry, FromMat, Key, KeyGroup, Keypad, Place

#: How many of the latest events a judge is offered to strike.
UNDOABLE = 5

Say = Callable[[Message], str]


def action_body(action: Action, say: Say) -> dict[str, Any]:
    """An action as JSON, every word said."""
    return {
        "label": say(action.label),
        "event": action.event,
        "player": action.player,
        "fields": dict(action.fields),
        "entry": None if action.entry is None else entry_body(action.entry, say),
        "then": [entry_body(pad, say) for pad in action.then],
        "place": action.place.value,
        "option_of": None if action.option_of is None else say(action.option_of),
        "barred": None if action.barred is None else say(action.barred),
        "cite": action.cite,
    }


def entry_body(entry: Entry, say: Say) -> dict[str, Any]:
    """What an action asks for, as JSON, every word said."""
    match entry:
        case FromMat():
            return {"kind": "from-mat", "field": entry.field, "section": entry.section}
        case CubeRow():
            return {
                "kind": "cube-row",
                "field": entry.field,
                "label": None if entry.label is None else say(entry.label),
                "heaps": [{"cubes": list(heap.cubes), "most": heap.most} for heap in entry.heaps],
                "whole": entry.whole,
                "turns": entry.turns,
                "gap": entry.gap,
            }
        case Keypad():
            return {
                "kind": "keypad",
                "field": entry.field,
                "keys": list(entry.keys),
                "label": None if entry.label is None else say(entry.label),
                "single": entry.single,
                "private": entry.private,
                "groups": [_group(group, say) for group in entry.groups],
            }


def _group(group: KeyGroup, say: Say) -> dict[str, Any]:
    return {"label": say(group.label), "keys": [_key(key, say) for key in group.keys]}


def _key(key: Key, say: Say) -> dict[str, Any]:
    label = None if key.label is None else say(key.label)
    return {"text": key.text, "cube": key.cube, "label": label, "count": key.count}


def undo_bodies(fold: Fold, moments: Iterable[Moment], say: Say) -> list[dict[str, Any]]:
    """The latest events that a judge can strike, the newest first (`event-undone`, in every game)."""
    standing = [moment for moment in moments if _can_be_struck(fold, moment)]
    initials = Keypad("judge", tuple(ascii_uppercase), Message("undo-judge"))
    bodies = []
    for moment in reversed(standing[-UNDOABLE:]):
        label = Message.of("undo", what=say(moment.message))
        fields = {"line": moment.line, "why": "taken back"}
        action = Action(label, "event-undone", None, fields, initials, place=Place.UNDO)
        bodies.append(action_body(action, lambda message: in_words(message, WORDS)))
    return bodies


def _can_be_struck(fold: Fold, moment: Moment) -> bool:
    """Neither the match itself, nor what is struck already, nor a striking."""
    timed = next(iter(fold.lines.since(moment.line - 1)))
    return moment.line > 1 and moment.line not in fold.undone and not isinstance(timed.event, EventUndone)
