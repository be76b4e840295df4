"""rules/adjudicator/reading.py: expressions on paper."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.notation import text_of
from rules.adjudicator.reading import Expression, read
from rules.numbers import Arithmetic
from rules.numbers.number import surd
from tests.rules.adjudicator.asking import AGLOA, base, faults, values, wild


def readings(text: str, *variations: object, at_goal: bool = False, meant: str | None = None) -> Expression:
    return read(text, terms_of(AGLOA, "middle", list(variations)), at_goal=at_goal, wild=meant)


def test_each_value_has_an_interpretation_to_show_for_it() -> None:
    found = readings("2x3+5", at_goal=True)
    assert [(str(one.value), one.grouped) for one in found.readings] == [("11", "(2x3)+5"), ("16", "2x(3+5)")]
    assert found.legal


def test_the_other_side_may_say_what_the_wild_cube_is() -> None:
    assert [str(one.value) for one in readings("3+0", wild(), meant="4").readings] == ["7"]
    assert [str(one.value) for one in readings("3+4<0>", wild(), meant="4").readings] == ["7"]


def test_all_faults_of_the_signs_are_told() -> None:
    assert faults("2<sw>+3<ud>+4%5", "middle") == ["variation XIII-B-1", "variation XIII-B-2", "variation XIII-B-9"]


@pytest.mark.parametrize(
    ("text", "fault"), [("", "unreadable III-A"), ("3=3", "unreadable VII-B-1"), ("(", "unreadable VII-B-1")]
)
def test_what_is_no_expression(text: str, fault: str) -> None:
    assert faults(text, "middle") == [fault]


def test_a_goal_of_seven_cubes_is_told_and_read() -> None:
    found = readings("27+16-3", at_goal=True)
    assert [(reason.code, reason.cite) for reason in found.reasons] == [("goal-illegal", "IV-B")]
    assert [str(one.value) for one in found.readings] == ["40"]


def test_of_too_many_groupings_some_are_shown() -> None:
    found = readings("1+2x3-4÷5+6x7-8+9x1-2x3÷4+5x6-7")
    assert [reason.code for reason in found.reasons] == ["uncheckable"]
    assert len(found.readings) == 2
    for one in found.readings:
        again = readings(one.grouped)
        assert [Arithmetic().equal(other.value, one.value) for other in again.readings] == [True]


#: Rational, irrational and nested numbers, a decision that takes long, and one that is never made.
ASKED = (
    "1+2-3x4÷5+6-7x8÷9+1-2x3+4^2",
    "√2+√3x√6-4√5",
    "√(5+2x√6)-√2-√3",
    "9^(9^9)÷8^(9^9)",
    "√((4^(√2))+(2x(2^(√2)))+1)-(2^(√2))-1",
)


def steps(texts: Iterable[str]) -> dict[str, tuple[int, list[str]]]:
    """What each text costs, and what it is found to be."""
    found = {}
    for text in texts:
        numbers = Arithmetic()
        said = read(text, terms_of(AGLOA, "middle"), at_goal=False, arithmetic=numbers)
        shown = [one.grouped for one in said.readings] + [reason.code for reason in said.reasons]
        found[text] = numbers.meter.steps, shown
    return found


def test_what_was_asked_before_changes_neither_the_answer_nor_its_cost() -> None:
    surd.cache_clear()
    first = steps(ASKED)
    assert steps(reversed(ASKED)) == first
    for n in range(2, 5000):  # another table has asked for many other roots since
        surd(2, 1, n)
    assert steps(ASKED) == first


@pytest.mark.parametrize(
    ("text", "cite"),
    [
        ("0^0", "III-C-2-b"),
        ("0^(1-2)", "III-C-2-b"),
        ("0√5", "III-C-2-a"),
        ("2√(0-4)", "III-C-2-c"),
        ("(2÷3)√(0-8)", "III-C-2-d"),
        ("(0-4)^(1÷2)", "III-C-2-e"),
        ("(0-4)^√2", "III-A"),
        ("(√2)√(0-4)", "III-A"),
        ("(0-2)√0", "III-C-2-b"),
    ],
)
def test_what_is_undefined_names_its_rule(text: str, cite: str) -> None:
    assert faults(text, "middle") == [f"illegal-expression {cite}"]


@pytest.mark.parametrize("text", ["2^(1-3)", "(2-5)^4", "√5", "2√(1÷3)", "(1÷2)√5", "3√(1-9)", "(√3)^4", "(1-2)√4"])
def test_whole_numbers_in_elementary(text: str) -> None:
    assert faults(text, "elementary") == ["illegal-expression XIII-A"]
    assert values(text, "middle")


def test_too_many_guesses_which_signs_are_points() -> None:
    text = "^".join(["12"] * 12) + "+1"
    assert faults(text, "elementary", "decimal-point") == ["uncheckable XIII-C-9"]
    assert faults(text, "elementary", "decimal-point", where="goal") == ["goal-illegal IV-B", "uncheckable XIII-C-9"]


def test_a_note_on_what_names_no_number_changes_nothing() -> None:
    assert faults("(0^(0-1))<=2>", "senior", "imaginary") == ["illegal-expression III-C-2-b"]


@pytest.mark.parametrize(
    ("text", "division", "variations", "understood"),
    [
        ("12^5+1", "elementary", ["decimal-point"], "12.5+1"),
        ("2^5+1", "elementary", ["decimal-point"], "2^5+1"),
        ("12^5+2^3", "elementary", ["decimal-point"], "12.5+2^3"),
        # Either ^ may be the point of 1.23 or 12.3 (and the other none), so nothing is certain.
        ("7+^4", "junior", [base(11)], "7+^<digit>4"),
        ("4√+7", "junior", [base(12)], "4√<digit>+7"),
        ("6^^2", "junior", [base(11)], "6^^2"),
        ("√4", "junior", [base(12)], "√4"),
        ("√4x3", "junior", [], "√4x3"),
        ("2^<digit>i!", "senior", [base(11), "imaginary"], "2^<digit>i!"),
    ],
)
def test_what_the_context_makes_of_signs(text: str, division: str, variations: list[object], understood: str) -> None:
    found = read(text, terms_of(AGLOA, division, variations), at_goal=False)
    assert text_of(found.understood) == understood
