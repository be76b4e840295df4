"""A league's own way to play Equations: the readings of the flow and of the adjudicator under one set of names.

The two kinds differ only in who acts on them. Those of the flow are fields of the `Rulebook`
(`flow_readings.py`), those of the adjudicator go with every question about an Equation (`Rulebook.adjudicating`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.adjudicator.books import BOOKS
from rules.adjudicator.readings import Readings as AdjudicatorReadings
from rules.equations.flow_readings import CHOICES, Choice
from rules.equations.rulebook import MLAG_2018, Rulebook, Task
from rules.limits import MINUTE_MS, SECOND_MS
from rules.readings import Allowed, AnyOf, Chosen, OneOf, Reading, WholeNumber, parse_chosen

#: The two ways to time the statement of a challenge (XI-A-1, XI-A-3), by their names: countdown and extra minute.
CLAIM_TIMES = {"limit-alone": (0, 0), "with-extra-minute": (10 * SECOND_MS, MINUTE_MS)}

#: What a field that is neither a switch nor an enumeration may be. What is lost is never a gain.
_FREE: Mapping[str, Allowed] = {
    "points.correct_without_paper": WholeNumber(0, 6),
    "points.invalid_challenge": WholeNumber(-6, 0),
    "points.baseless_challenge": WholeNumber(-6, 0),
    "points.silent_block": WholeNumber(-6, 0),
    "points.late_again": WholeNumber(-6, 0),
    "points.absent": WholeNumber(-6, 6),
    "tasks.claim": OneOf(tuple(CLAIM_TIMES)),
    "accepting_counts_after": AnyOf(("now", "impossible", "no-goal")),
    # MLAG has every division that there is; one that a book does not play makes no difference there.
    "initials_divisions": AnyOf(MLAG_2018.divisions),
}

_CHOICES: Mapping[str, Choice] = {choice.name: choice for choice in CHOICES}


def readings_of(rulebook: Rulebook) -> tuple[Reading, ...]:
    """Everything that a league can choose, with what this book takes: first the flow, then the adjudicator."""
    return (*_of_the_flow(rulebook), *_of_the_adjudicator(rulebook))


def with_readings(rulebook: Rulebook, chosen: Chosen | None) -> Rulebook:
    """The book as a league plays it; BadRequest for a reading that there is not, or not in this way."""
    if not chosen:
        return rulebook
    adjudicating = dict(rulebook.adjudicating)
    for name, value in parse_chosen(readings_of(rulebook), chosen).items():
        if name in _CHOICES:
            rulebook = _with_setting(rulebook, _CHOICES[name].setting, value)
        else:
            adjudicating[name] = value
    return replace(rulebook, adjudicating=adjudicating)


# --- the flow


def _of_the_flow(rulebook: Rulebook) -> Iterator[Reading]:
    for choice in CHOICES:
        taken = _setting(rulebook, choice.setting)
        words = f"{choice.question} Here: {choice.taken}. Otherwise: {choice.otherwise}."
        yield Reading(choice.name, _plain(taken), _allowed(choice.setting, taken), choice.cite, words)


def _allowed(path: str, taken: object) -> Allowed:
    if path in _FREE:
        return _FREE[path]
    return OneOf(tuple(map(_word, type(taken)))) if isinstance(taken, Enum) else OneOf((True, False))


def _setting(rulebook: Rulebook, path: str) -> Any:
    value: Any = rulebook
    for name in path.split("."):
        value = getattr(value, name)
    return value


def _with_setting(rulebook: Rulebook, path: str, chosen: Any) -> Rulebook:
    """The book with another value in the field at the end of a path such as `points.absent`."""
    *above, last = path.split(".")
    value = _typed(_setting(rulebook, path), chosen)
    for name in reversed(above):
        value, last = replace(getattr(rulebook, name), **{last: value}), name
    changed: dict[str, Any] = {last: value}
    return replace(rulebook, **changed)


def _word(member: Enum) -> str:
    return member.name.lower().replace("_", "-")


def _plain(taken: object) -> Any:
    """A field's value as JSON has it."""
    match taken:
        case Enum():
            return _word(taken)
        case frozenset():
            return [word for word in ("now", "impossible", "no-goal", *MLAG_2018.divisions) if word in taken]
        case Task():
            times = (taken.countdown_ms, taken.extra_ms)
            return next((name for name, known in CLAIM_TIMES.items() if known == times), None)
    return taken


def _typed(taken: object, chosen: Any) -> Any:
    """The other direction of `_plain`, for a field that has been `taken` so far."""
    match taken:
        case Enum():
            return next(member for member in type(taken) if _word(member) == chosen)
        case frozenset():
            return frozenset(chosen)
        case Task():
            countdown_ms, extra_ms = CLAIM_TIMES[chosen]
            return replace(taken, countdown_ms=countdown_ms, extra_ms=extra_ms)
    return chosen


# --- the adjudicator


def _of_the_adjudicator(rulebook: Rulebook) -> Iterator[Reading]:
    taken = BOOKS[rulebook.ruleset].read_as(rulebook.adjudicating).readings
    for name, hint in get_type_hints(AdjudicatorReadings, include_extras=True).items():
        kind, meta = get_args(hint)
        allowed: Allowed = OneOf((True, False))
        if get_origin(kind) is Literal:
            allowed = OneOf(get_args(kind))
        elif kind is int:
            allowed = WholeNumber(meta.ge, meta.le)
        yield Reading(name, getattr(taken, name), allowed, meta.title, meta.description)
