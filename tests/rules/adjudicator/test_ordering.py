"""rules/adjudicator/ordering.py: rising, each once, by doubles or exactly."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.adjudicator.ordering import rising
from rules.adjudicator.roles import Entry
from rules.adjudicator.tree import Numeral
from rules.numbers import Arithmetic, I, Number


def entries(*numbers: Number) -> list[Entry]:
    return [Entry(number, Numeral("")) for number in numbers]


def shown(*numbers: Number) -> list[str]:
    reckon = Arithmetic()
    return [reckon.text(entry.value) for entry in rising(reckon, entries(*numbers))]


def test_complex_numbers_go_by_their_parts() -> None:
    one = Number.of(1)
    assert shown(one + I, I, one, -I, one - I, Number.of(-1)) == ["-1", "0-1i", "0+1i", "1-1i", "1", "1+1i"]


def test_numbers_beyond_a_double_and_near_ones_are_told_apart() -> None:
    reckon = Arithmetic()
    ten, root = Number.of(10), reckon.root(Number.of(2), Number.of(2))
    huge = reckon.power(ten, Number.of(400))
    tiny = reckon.power(ten, Number.of(-30))
    found = rising(reckon, entries(huge, reckon.add(root, tiny), root, reckon.negate(huge), reckon.add(huge, root)))
    assert [entry.value.key for entry in found] == [
        number.key for number in (reckon.negate(huge), root, root + tiny, huge, huge + root)
    ]


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 9)), max_size=8))
@settings(max_examples=40, deadline=None)
def test_as_exact_comparison_orders(pairs: list[tuple[int, int]]) -> None:
    reckon = Arithmetic()
    numbers = [reckon.add(Number.of(a), reckon.root(Number.of(2), Number.of(b))) for a, b in pairs]
    exact = [reckon.text(number) for number in reckon.rising(numbers)]
    assert [reckon.text(entry.value) for entry in rising(reckon, entries(*numbers))] == exact


def test_of_two_forms_of_one_number_the_shorter_is_kept() -> None:
    reckon = Arithmetic()
    three = Number.of(3)
    nested = reckon.root(three, reckon.subtract(reckon.root(three, Number.of(2)), Number.of(1)))
    roots = [reckon.root(three, Number.of(Fraction(n, 9))) for n in (1, 2, 4)]
    ramanujan = reckon.add(reckon.subtract(roots[0], roots[1]), roots[2])
    assert nested.key != ramanujan.key
    assert shown(nested, ramanujan) == shown(ramanujan, nested) == ["3√(-1+(3√2))"]


def test_fractions_beyond_a_double_are_compared_exactly() -> None:
    huge = 10**400
    assert shown(*map(Number.of, (huge, huge + 1, 2, huge))) == ["2", str(huge), str(huge + 1)]


def test_fractions_of_one_double_are_compared_exactly() -> None:
    near = [Fraction(1, 3) + Fraction(n, 10**40) for n in (2, 0, 1)]
    assert shown(*map(Number.of, near)) == [str(value) for value in sorted(near)]
