"""Readings by name: what may be chosen is taken in one spelling, everything else is refused with what may be."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import BadRequest
from rules.readings import Allowed, AnyOf, OneOf, Reading, WholeNumber, in_words, otherwise, parse_chosen, shown

SWITCH = OneOf((True, False))
WORD = OneOf(("goal", "both"))
NUMBER = WholeNumber(-6, 0)
WORDS = AnyOf(("now", "impossible"))
READINGS = (
    Reading("switch", False, SWITCH, "I", "what a switch does"),
    Reading("number", -1, NUMBER, "II", "what it costs"),
    Reading("words", ["now"], WORDS, "III", "where it counts"),
)


@pytest.mark.parametrize(
    ("allowed", "written", "value"),
    [
        (SWITCH, True, True),
        (SWITCH, "false", False),
        (WORD, "both", "both"),
        (WORD, " goal ", "goal"),
        (NUMBER, -6, -6),
        (NUMBER, " -2", -2),
        (NUMBER, 0, 0),
        (WORDS, [], []),
        (WORDS, "none", []),
        (WORDS, ["impossible", "now"], ["now", "impossible"]),
        (WORDS, "impossible, now", ["now", "impossible"]),
        (WORDS, ("impossible",), ["impossible"]),
    ],
)
def test_what_may_be_chosen_has_one_spelling(allowed: Allowed, written: object, value: object) -> None:
    found = allowed.parse(written)
    assert found == value
    assert type(found) is type(value)
    assert allowed.parse(shown(found)) == found, "and is read back as it is shown"


@pytest.mark.parametrize(
    ("allowed", "written"),
    [
        *[(SWITCH, value) for value in (1, 0, "yes", "True", "", None, [True])],
        *[(WORD, value) for value in ("Goal", "goal,both", True, 1, None)],
        *[(NUMBER, value) for value in (1, -7, True, False, -1.0, "-1.0", "", "--1", "-99999", "٣", None)],
        *[(WORDS, value) for value in ("", "never", ["now", "now"], [1], {"now": 1}, "now,,impossible", True, None)],
    ],
)
def test_everything_else_may_not(allowed: Allowed, written: object) -> None:
    with pytest.raises(BadRequest, match="the reading place is one of: "):
        Reading("place", None, allowed, "I", "what it is about").parse(written)


def test_choices_are_read_by_name() -> None:
    assert parse_chosen(READINGS, {"words": "none", "switch": "true"}) == {"words": [], "switch": True}
    assert parse_chosen(READINGS, {}) == {}


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"swich": True}, "there is no reading 'swich' (there are: switch, number, words)"),
        ({1: True}, "there is no reading 1 (there are: switch, number, words)"),
        ({"switch": "on"}, "the reading switch is one of: true, false; not 'on'"),
        ({"number": 3}, "the reading number is one of: -6 to 0; not 3"),
        ({"words": ["never"]}, "the reading words is one of: none or any of now, impossible; not ['never']"),
        (["switch"], "readings must be an object of names and values, not ['switch']"),
        ("switch", "readings must be an object of names and values, not 'switch'"),
    ],
)
def test_what_there_is_not_is_answered_with_what_there_is(choices: Any, said: str) -> None:
    with pytest.raises(BadRequest) as refused:
        parse_chosen(READINGS, choices)
    assert str(refused.value) == said


def test_a_long_mistake_is_not_repeated_in_full() -> None:
    with pytest.raises(BadRequest) as refused:
        parse_chosen((), {"x" * 5000: 1})
    assert str(refused.value) == f"there is no reading '{'x' * 76}… (there are: none)"


def test_what_is_chosen_otherwise_is_told_in_one_line() -> None:
    chosen = {"words": ["impossible", "now"], "number": -1, "switch": "true"}
    assert otherwise(READINGS, chosen) == {"switch": True, "words": ["now", "impossible"]}
    assert in_words(otherwise(READINGS, chosen)) == "switch=true, words=now,impossible"
    assert otherwise(READINGS, None) == otherwise(READINGS, {"switch": False}) == {}
