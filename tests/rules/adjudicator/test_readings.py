"""The readings are settings: a league that reads a place otherwise gets the other answer."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from rules.adjudicator.books import AGLOA, terms_of
from rules.adjudicator.cube_faults import Challenge
from rules.adjudicator.equation import Ask, verdict
from rules.adjudicator.mat_reading import read_cubes
from rules.adjudicator.reading import read
from rules.adjudicator.readings import Readings
from rules.adjudicator.terms import Terms
from rules.cubes import EQUATIONS_KIT
from rules.mat import Goal


def terms(division: str, *variations: object, **readings: object) -> Terms:
    standard = terms_of(AGLOA.ruleset, division, list(variations))
    return replace(standard, book=replace(AGLOA, readings=replace(Readings(), **readings)))


def values(shake: Terms, text: str, *, at_goal: bool = False) -> list[str]:
    return [str(reading.value) for reading in read(text, shake, at_goal=at_goal).readings]


def test_clashes_of_defaults() -> None:
    chosen = ("number-of-factors", {"name": "exponent", "color": "red"})
    free, kept = (values(terms("middle", *chosen, clash_frees_every_grouping=free), "4+x7²") for free in (True, False))
    assert set(kept) < set(free)


def test_the_index_of_a_root() -> None:
    assert set(values(terms("middle", root_of_an_indexed_root=False), "√3√64")) < set(values(terms("middle"), "√3√64"))


def test_context_and_the_decimal_point() -> None:
    assert values(terms("elementary", "decimal-point"), "12^5") == ["25/2"]
    assert "25/2" not in values(terms("elementary", "decimal-point", context_makes_a_decimal_point=False), "12^5")


def test_power_sums() -> None:
    assert values(terms("junior", "number-of-factors"), "x((7^9)+3)") != []
    assert values(terms("junior", "number-of-factors", power_sums_barred_in_goals_only=False), "x((7^9)+3)") == []


def test_runs_of_digits_with_exponents() -> None:
    red = {"name": "exponent", "color": "red"}
    assert values(terms("middle", red), "723", at_goal=True) == [str(72**3)]
    assert values(terms("middle", red, long_run_ends_in_exponent=False), "723", at_goal=True) != [str(72**3)]


@pytest.mark.parametrize(("free", "correct"), [(True, True), (False, False)])
def test_the_judges_question(free: bool, correct: bool) -> None:
    shake = terms("middle", value_question_frees_the_goal=free)
    assert verdict(shake, Challenge.NONE, None, "2+1=√4+5", Ask.VALUE).correct is correct


@pytest.mark.parametrize(("forgiven", "correct"), [(True, True), (False, False)])
def test_multiples_of_several_values(forgiven: bool, correct: bool) -> None:
    shake = terms("middle", {"name": "multiple-of-k", "k": 6}, multiples_forgive_ambiguity=forgiven)
    assert verdict(shake, Challenge.NONE, None, "2+3x4=2").correct is correct


def test_powers_that_are_listed() -> None:
    goal = Goal.parse("B1", EQUATIONS_KIT)
    near, far = (read_cubes(goal, terms("middle", "powers-of-the-base", powers_listed=n)).readings for n in (1, 2))
    assert (len(near), len(far)) == (3, 5)


def test_every_reading_is_tested_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert [field.name for field in fields(Readings) if f"{field.name}=" not in source] == []
    assert AGLOA.readings == Readings()
