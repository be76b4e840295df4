"""JSON and texts of somebody else."""

from __future__ import annotations

import pytest

from kiosk.archive.plain_json import DEEPEST, NotPlain, is_plain_text, read_json


@pytest.mark.parametrize("text", ['{"a":1}', "[1,2.5,null]", '{ "a" : [ {} ] }', '"ü"', "[" * DEEPEST + "]" * DEEPEST])
def test_what_is_plain(text: str) -> None:
    assert read_json(text) == read_json(text.encode())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("NaN", "no JSON"),
        ('"\\ud800"', "no JSON"),
        ('{"a":1,"a":2}', "two things of one name"),
        ('[{"b":{"a":1,"a":1}}]', "two things of one name"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested more than"),
        ("[" * 100_000, "nested more than"),
        ("9" * 5000, "no JSON"),
    ],
)
def test_what_is_not(text: str, why: str) -> None:
    with pytest.raises(NotPlain, match=why):
        read_json(text)


@pytest.mark.parametrize("text", ["a\nb", "a\x00", "a\x1b[2J", "a\u2028b", "x" * 31])
def test_texts_that_could_forge_a_line(text: str) -> None:
    assert not is_plain_text(text, 30)
    assert is_plain_text("Zoë O'Neill-Ødegård 李", 30)
