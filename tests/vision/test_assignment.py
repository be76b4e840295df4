"""Pairs at the least cost, held against trying all of them."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from vision.assignment import NEVER, cheapest


@st.composite
def tables(draw: st.DrawFn) -> list[list[float]]:
    size = draw(st.integers(1, 5))
    cost = st.one_of(st.integers(0, 9).map(float), st.just(NEVER))
    return draw(st.lists(st.lists(cost, min_size=size, max_size=size), min_size=size, max_size=size))


@settings(deadline=None)
@given(tables())
def test_no_other_pairs_cost_less(costs: list[list[float]]) -> None:
    size = len(costs)
    found = cheapest(costs)
    assert sorted(found) == list(range(size))
    least = min(sum(costs[row][way[row]] for row in range(size)) for way in permutations(range(size)))
    assert sum(costs[row][column] for row, column in enumerate(found)) == least


def test_nobody_is_nobody_s() -> None:
    assert cheapest([]) == []
