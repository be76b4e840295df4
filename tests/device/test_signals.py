"""Signals: each type's documented example, text to value and back."""

import re

import pytest

from device.signals import SIGNALS, SeatPressed, Signal, parse_signal, signal_text
from rules.errors import BadRequest


@pytest.mark.parametrize("kind", SIGNALS, ids=lambda kind: kind.__name__)
def test_the_example_of_every_signal_both_ways(kind: type[Signal]) -> None:
    found = re.search(r"`(\{.*?\})`", kind.__doc__ or "")
    assert found
    signal = parse_signal(found[1])
    assert type(signal) is kind
    assert signal_text(signal) == found[1]


@pytest.mark.parametrize(
    "wrong", ["", "{}", '{"signal":"seat-pressed","at_us":1}', '{"signal":"kicked","at_us":1}', "\x00", '{"at_us":1}']
)
def test_what_is_no_signal(wrong: str) -> None:
    with pytest.raises(BadRequest, match="no signal"):
        parse_signal(wrong)


def test_signals_are_values() -> None:
    assert SeatPressed(at_us=1, seat=2) == parse_signal('{"seat":2,"at_us":1,"signal":"seat-pressed"}')
