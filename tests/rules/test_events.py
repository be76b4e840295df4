"""Events: each type's documented example, text to value and back; and what is no event."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadRequest
from rules.events import LATEST_MS, Event, Tick, Timed, Vocabulary, milliseconds, seconds
from rules.shake_events import SHAKE_EVENTS, CubeMoved, EquationPresented

VOCABULARY = Vocabulary(*SHAKE_EVENTS)


def example(kind: type[Event]) -> str:
    found = re.search(r"`(\{.*?\})`", kind.__doc__ or "")
    assert found, f"{kind.__name__} has no example"
    return found[1]


@pytest.mark.parametrize("kind", list(VOCABULARY), ids=lambda kind: kind.__name__)
def test_the_example_of_every_event_both_ways(kind: type[Event]) -> None:
    fields = json.loads(example(kind))
    timed = VOCABULARY.timed({"t": 1.5, **fields})
    assert type(timed.event) is kind
    assert timed.event.name == fields["event"]
    assert timed.text == '{"t":1.5,' + example(kind)[1:]
    assert VOCABULARY.parse(timed.text) == timed


def test_the_contracts_own_line() -> None:
    line = {"t": 42, "event": "cube-moved", "player": "B", "cube": "R2", "from": "resources", "to": "required"}
    event = CubeMoved(player="B", cube="R2", from_="resources", to="required")
    assert VOCABULARY.timed(line) == Timed(42_000, event)


def test_presenting_nothing_is_not_the_same_as_saying_nothing() -> None:
    nothing = EquationPresented(player="A", equation=None)
    assert Timed(0, nothing).text == '{"t":0,"event":"equation-presented","player":"A","equation":null}'
    assert VOCABULARY.parse(Timed(0, nothing).text).event == nothing
    assert EquationPresented(player="A") != nothing


@given(st.integers(0, LATEST_MS))
def test_milliseconds_both_ways(t_ms: int) -> None:
    assert milliseconds(seconds(t_ms)) == t_ms
    assert VOCABULARY.parse(Timed(t_ms, Tick()).text) == Timed(t_ms, Tick())


@pytest.mark.parametrize("t", [-1, 0.00001, True, "5", None, float("nan"), float("inf"), 10**12, [], 1.2345])
def test_times_that_are_none(t: object) -> None:
    with pytest.raises(BadRequest):
        milliseconds(t)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", "no object"),
        ('"tick"', "no object"),
        ('{"event":"tick"}', "no t"),
        ('{"t":1}', "no event None"),
        ('{"t":1,"event":7}', "no event 7"),
        ('{"t":1,"event":"cube-thrown"}', "no event 'cube-thrown'"),
        ('{"t":1,"event":"cube-moved","player":"A"}', "cube-moved: .*missing required field 'cube'"),
        ('{"t":1,"event":"goal-set","player":3,"goal":""}', "goal-set: Expected 'str', got 'int' - at 'player'"),
        ('{"t":1,"event":"penalty-approved","penalty":1,"judge":" "}', "approved: Expected a name - at 'judge'"),
        ('{"t":1,"event":"event-undone","line":2,"judge":"","why":""}', "event-undone: Expected a name - at 'judge'"),
        (
            '{"t":1,"event":"judge-penalized","player":"A","judge":"Lee","why":"","second_judge":""}',
            "judge-penalized: Expected a name - at 'second_judge'",
        ),
        ("[" * 100_000, "no JSON"),
        (b"\xff\xfe", "no JSON"),
    ],
)
def test_lines_that_are_no_events(text: str | bytes, complaint: str) -> None:
    with pytest.raises(BadRequest, match=complaint):
        VOCABULARY.parse(text)
