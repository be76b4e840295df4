"""The budget counts steps, not time, and refuses in one way."""

from __future__ import annotations

import pytest

from rules.errors import MisuseError
from rules.numbers import DEFAULT, Arithmetic, Budget, Meter, Number, Uncheckable
from tests.rules.numbers.reading import value


def test_a_meter_counts_up_to_its_budget() -> None:
    meter = Meter(Budget(max_steps=10))
    meter.spend(4)
    meter.spend(6)
    assert meter.steps == 10
    with pytest.raises(Uncheckable) as refused:
        meter.spend(1)
    assert refused.value.code == "steps"
    assert "10 steps" in refused.value.what


@pytest.mark.parametrize("name", Budget.__slots__)
def test_a_budget_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(MisuseError, match=name):
        Budget(**{name: 0})


def test_operations_on_one_arithmetic_share_the_meter() -> None:
    reckon = Arithmetic(Budget(max_steps=3))
    one = Number.of(1)
    for _ in range(3):
        one = reckon.multiply(one, one)
    with pytest.raises(Uncheckable):
        reckon.add(one, one)


def test_the_same_question_costs_the_same_steps_again() -> None:
    """Nothing that was reckoned before makes a request cheaper: the verdict hangs on the request alone."""
    costs = set()
    for _ in range(3):
        reckon = Arithmetic(DEFAULT)
        assert reckon.equal(value("√(5+2x√6)", reckon=reckon), value("√2+√3", reckon=reckon))
        assert reckon.compare(value("9^(9^9)", reckon=reckon), value("8^(9^9)+log_2(3)", reckon=reckon)) == 1
        costs.add(reckon.meter.steps)
    assert len(costs) == 1


def test_a_smaller_budget_says_so_instead_of_guessing() -> None:
    wide, narrow = Arithmetic(), Arithmetic(Budget(max_precision=64, max_open_precision=64))
    left = "√(9√2+1)x√(9√2+2)"
    right = "√((9√2+1)x(9√2+2))"
    assert wide.equal(value(left), value(right))
    with pytest.raises(Uncheckable) as refused:
        narrow.equal(value(left), value(right))
    assert refused.value.code == "degree"
