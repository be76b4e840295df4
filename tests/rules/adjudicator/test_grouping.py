"""rules/adjudicator/grouping.py: all groupings, against brute force (values against a second opinion elsewhere)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.adjudicator.books import terms_of
from rules.adjudicator.grouping import Collected
from rules.adjudicator.reading import read
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Entry, Infix, Outcome
from rules.adjudicator.tree import Numeral
from rules.numbers import Arithmetic, Number, Undefined
from tests.rules.adjudicator.asking import AGLOA, exponent, faults, values


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


@cache
def all_values(numbers: tuple[int, ...], signs: str) -> frozenset[Fraction]:
    """Every value, each part once."""
    if not signs:
        return frozenset((Fraction(numbers[0]),))
    found: set[Fraction] = set()
    for place, sign in enumerate(signs):
        lefts, rights = (
            all_values(numbers[: place + 1], signs[:place]),
            all_values(numbers[place + 1 :], signs[place + 1 :]),
        )
        for left in lefts:
            for right in rights:
                if sign != "÷":
                    found.add({"+": left + right, "-": left - right, "x": left * right}[sign])
                elif right:
                    found.add(left / right)
    return frozenset(found)


def test_as_long_as_the_cubes_reach_every_value_is_found() -> None:
    numbers, signs = (7, 4, 8, 2, 7, 5, 9, 8, 1, 6, 7, 5), "+--x-x÷-x+÷"
    text = "7+4-8-2x7-5x9÷8-1x6+7÷5"
    expected = sorted(all_values(numbers, signs))
    assert len(expected) > 5000
    assert values(text, "middle") == [str(value) for value in expected]


def test_fractions_too_large_for_plain_integers_are_reckoned_all_the_same() -> None:
    nine = 9**9
    assert values("(9^9)x(9^9)x(9^9)+1", "middle") == [
        str(value) for value in sorted({nine**3 + 1, nine * (nine**2 + 1), nine**2 * (nine + 1)})
    ]


def test_numbers_beside_powers_of_i() -> None:
    assert values("i²4", "senior", "imaginary", exponent()) == ["-4"]
    assert values("4i²", "senior", "imaginary", exponent()) == ["-16", "-4"]


def test_what_cannot_be_decided_of_a_part_cannot_be_of_the_whole() -> None:
    for text in ("(x((8!!)+1))+1", "√(x((8!!)+1))"):
        assert faults(text, "junior", "factorial", "number-of-factors") == ["uncheckable XIII-C-9"]


def test_an_exponent_that_is_not_known_to_be_a_fraction() -> None:
    """Whether the difference is 0 cannot be told, so neither can what kind of power it makes."""
    unknown = "(√((4^(√2))+(2x(2^(√2)))+1))-((2^(√2))+1)"
    assert faults(f"(0-8)^({unknown})", "middle") == ["uncheckable XIII-C-9"]


def test_an_operation_that_names_no_number_is_a_fault() -> None:
    def never(_reckoner: Reckoner, _a: Number, _b: Number) -> list[Number]:
        raise Undefined("nothing", "no number at all")

    collected = Collected(Reckoner(TERMS, at_goal=False))
    one = Outcome([Entry(Number.of(1), Numeral("1"))])
    collected.combine(Infix("?", never), one, one)
    fault = collected.done().fault
    assert fault is not None
    assert (fault.code, fault.cite, fault.witness) == ("illegal-expression", "III-A", "1?1")
