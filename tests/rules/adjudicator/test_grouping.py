"""rules/adjudicator/grouping.py: all groupings, against brute force and a second opinion."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.adjudicator.books import terms_of
from rules.adjudicator.reading import read
from rules.numbers import Arithmetic
from tests.rules.adjudicator.asking import AGLOA, faults, values
from tests.rules.adjudicator.second_opinion import NoOpinionError, near, opinion


def brute_force(numbers: list[int], signs: list[str]) -> set[Fraction]:
    """Every value by every way to group, one after the other."""
    if not signs:
        return {Fraction(numbers[0])}
    found = set()
    for place, sign in enumerate(signs):
        for left in brute_force(numbers[: place + 1], signs[:place]):
            for right in brute_force(numbers[place + 1 :], signs[place + 1 :]):
                if sign == "÷":
                    if right:
                        found.add(left / right)
                else:
                    found.add({"+": left + right, "-": left - right, "x": left * right}[sign])
    return found


LINES = st.integers(1, 6).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 9), min_size=n, max_size=n),
        st.lists(st.sampled_from("+-x÷"), min_size=n - 1, max_size=n - 1),
    )
)


@given(LINES)
@settings(max_examples=60, deadline=None)
def test_the_values_are_those_of_brute_force(line: tuple[list[int], list[str]]) -> None:
    numbers, signs = line
    text = reduce(lambda left, step: f"{left}{step[0]}{step[1]}", zip(signs, numbers[1:], strict=True), str(numbers[0]))
    expected = sorted(brute_force(numbers, signs))
    if expected:
        assert values(text, "middle") == [str(value) for value in expected]
    else:
        assert faults(text, "middle") == ["illegal-expression III-A"]


MIXED = st.lists(
    st.tuples(
        st.sampled_from(["", "", "√", "x"]),
        st.sampled_from(["2", "3", "4", "9", "(1+1)", "7<sw>", "5<ud>", "(9-4)"]),
        st.sampled_from(["", "", "!", "²"]),
    ),
    min_size=1,
    max_size=4,
).flatmap(lambda parts: st.tuples(st.just(parts), st.lists(st.sampled_from("+-x÷^√"), min_size=3, max_size=3)))

TERMS = terms_of(AGLOA, "junior", ["factorial", "number-of-factors", {"name": "exponent", "color": "red"}])


def written(mixed: tuple[list[tuple[str, str, str]], list[str]]) -> str:
    parts, signs = mixed
    return "".join((signs[n - 1] if n else "") + "".join(part) for n, part in enumerate(parts))


@given(MIXED)
@settings(max_examples=150, deadline=None)
def test_each_interpretation_is_what_its_grouped_text_says(mixed: tuple[list[tuple[str, str, str]], list[str]]) -> None:
    expression = read(written(mixed), TERMS, at_goal=False)
    for reading in expression.readings:
        again = read(reading.grouped, TERMS, at_goal=False)
        if any(reason.code != "variation" for reason in expression.reasons):
            continue  # too many groupings: only some are given
        numbers = Arithmetic()
        assert [numbers.equal(one.value, reading.value) for one in again.readings] == [True], reading.grouped
        shown = numbers.approx(reading.value)
        with suppress(NoOpinionError):
            assert not isinstance(shown, float) or near(shown, opinion(reading.grouped)), reading.grouped


@given(MIXED, st.integers(0, 3))
@settings(max_examples=80, deadline=None)
def test_brackets_round_one_numeral_change_nothing(
    mixed: tuple[list[tuple[str, str, str]], list[str]], place: int
) -> None:
    parts, signs = mixed
    place %= len(parts)
    before, numeral, behind = parts[place]
    bracketed = [*parts[:place], (before, f"({numeral})", behind), *parts[place + 1 :]]
    one, other = read(written(mixed), TERMS, at_goal=False), read(written((bracketed, signs)), TERMS, at_goal=False)
    assert [reading.grouped for reading in one.readings] == [reading.grouped for reading in other.readings]
    assert [reason.code for reason in one.reasons] == [reason.code for reason in other.reasons]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9-4-3", ["2", "8"]),
        ("2^3^2", ["64", "512"]),
        ("8÷4-4", ["-2"]),
        ("2x4-(3+1)", ["0", "4"]),
        ("((((7))))", ["7"]),
    ],
)
def test_groupings_that_are_legal_count(text: str, expected: list[str]) -> None:
    assert values(text, "middle") == expected


def test_the_fault_names_the_grouping_that_has_it() -> None:
    assert faults("3x(4÷(2-2))", "middle") == ["illegal-expression III-A"]
    expression = read("3x(4÷(2-2))", terms_of(AGLOA, "middle"), at_goal=False)
    assert [reason.witness for reason in expression.reasons] == ["4÷(2-2)"]
