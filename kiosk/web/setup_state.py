"""What the set-up pages show: the steps with the state of each, what can be chosen, and changes in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kiosk.people import Person, Role
from kiosk.seating import Seating
from kiosk.settings import ASK, READING_KEYS, Settings
from kiosk.settings_keeper import NOW, OVERRIDDEN, Change, Plan
from kiosk.texts import TEXTS, say
from rules.games import GAMES
from rules.readings import AnyOf, OneOf, Reading, WholeNumber, shown

#: How a step is: nothing to do, something to look at, nothing done yet.
OK, LOOK, OPEN = "ok", "look", "open"


@dataclass(frozen=True, slots=True)
class Present:
    """What there is at this moment."""

    settings: Settings
    parts: Mapping[str, Any]
    seatings: tuple[Seating, ...]
    people: tuple[Person, ...]
    #: Other machines reach this table.
    open_to_all: bool
    notices: Mapping[str, str]


def steps(now: Present) -> list[dict[str, str]]:
    """Every step with its state and its content in a line."""
    return [
        {"name": name, "state": state, "summary": summary}
        for name, (state, summary) in (
            ("table", (OK, now.settings.table.name)),
            ("rules", (OK, _rules(now.settings))),
            ("players", (OK, _players(now))),
            ("camera", _part(now, "camera", now.settings.camera.kind)),
            ("box", _part(now, "box", now.settings.box.kind)),
            ("people", _people(now)),
        )
    ]


def _rules(settings: Settings) -> str:
    match = settings.match
    words = say("rules.summary-ask")
    if match.ruleset != ASK:
        title = GAMES.get(match.ruleset).title
        words = title if match.division == ASK else say("rules.summary", game=title, division=match.division)
    if settings.readings:
        words += "; " + say("rules.summary-readings", count=len(settings.readings))
    return words


def _players(now: Present) -> str:
    if not now.seatings:
        return say("players.nobody")
    mine = sum(each.belongs_to(now.settings.table.name) for each in now.seatings)
    return say("players.summary", groups=len(now.seatings), mine=mine)


def _part(now: Present, part: str, kind: str) -> tuple[str, str]:
    """A piece of hardware: which, and what is said of it on every page, if anything."""
    words = TEXTS.get(f"{part}kind.{kind}", kind)
    faults = [part, *now.parts.get(part, {}).get("faults", {})]
    said = [text for name, text in now.notices.items() if name in faults or name.startswith(f"{part}-")]
    return (LOOK, f"{words}: {said[0]}") if said else (OK, words)


def _people(now: Present) -> tuple[str, str]:
    if not now.people:
        return (LOOK if now.open_to_all else OPEN), say("people.summary-none")
    organisers = sum(person.role is Role.ORGANISER for person in now.people)
    return OK, say("people.summary", organisers=organisers, judges=len(now.people) - organisers)


# --- what can be chosen -------------------------------------------------------------------------------


def games() -> list[dict[str, Any]]:
    """The games that can be played, with their divisions and the names of their readings."""
    return [
        {
            "ruleset": game.ruleset,
            "title": game.title,
            "divisions": list(game.divisions),
            "players": list(game.player_counts),
            "readings": {reading.name: shown(reading.default) for reading in game.readings},
        }
        for game in GAMES
        if game.playable
    ]


def readings() -> list[dict[str, Any]]:
    """Every open place of the rule books, with what can be chosen there."""
    found: dict[str, Reading] = {reading.name: reading for game in GAMES for reading in game.readings}
    return [
        {"name": reading.name, "cite": reading.cite, "text": reading.words, **_allowed(reading)}
        for reading in found.values()
    ]


def _allowed(reading: Reading) -> dict[str, Any]:
    match reading.allowed:
        case OneOf(values):
            return {"kind": "one", "values": [{"value": value, "text": shown(value)} for value in values]}
        case WholeNumber(lowest, highest):
            numbers = range(lowest, highest + 1)
            return {"kind": "one", "values": [{"value": number, "text": str(number)} for number in numbers]}
        case AnyOf(words):
            return {"kind": "any", "values": [{"value": word, "text": word} for word in words]}
        case _:
            return {"kind": "text", "values": []}


# --- changes in words -----------------------------------------------------------------------------------


def plan_body(plan: Plan) -> dict[str, Any]:
    """What would change, or has, in words; `base` is to be sent back with the word to keep it."""
    return {"base": plan.base, "changes": [_change(change) for change in plan.changes]}


def _change(change: Change) -> dict[str, Any]:
    key = f"{change.key.section}-{change.key.name}"
    label = TEXTS.get(f"setting.{key}", str(change.key))
    text = say("plan.one", label=label, was=_value(change, change.was), will=_value(change, change.will))
    note = None
    if change.when == OVERRIDDEN:
        note = say("plan.overridden", where=change.where or "")
    elif change.when != NOW:
        note = say("plan.start")
    return {"key": str(change.key), "text": text, "when": change.when, "note": note}


def _value(change: Change, value: Any) -> str:
    if value is None:
        usual = change.key.default
        return say("plan.default") if change.key in READING_KEYS else _value(change, usual)
    if isinstance(value, bool) and change.key not in READING_KEYS:
        return say("plan.yes" if value else "plan.no")
    if value == ASK:
        return say("rules.ask")
    if str(change.key) == "match.ruleset":
        return GAMES.get(value).title
    return TEXTS.get(f"{change.key.section}kind.{value}", shown(value))


def settings_body(settings: Settings) -> dict[str, Any]:
    """The settings that the steps change."""
    return {
        "table": {"name": settings.table.name},
        "match": {"ruleset": settings.match.ruleset, "division": settings.match.division},
        "round": {"minutes": settings.round.minutes},
        "camera": {name: getattr(settings.camera, name) for name in ("kind", "device", "path")},
        "box": {name: getattr(settings.box, name) for name in ("kind", "port", "wiring")},
        "readings": dict(settings.readings),
    }


def people_body(people: tuple[Person, ...]) -> Iterator[dict[str, Any]]:
    for person in people:
        role, has_pin = person.role.value, person.has_pin
        yield {"id": person.id, "name": person.name, "initials": person.initials, "role": role, "has_pin": has_pin}
