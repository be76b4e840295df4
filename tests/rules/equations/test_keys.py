"""The keys for typing an Equation, by what is in force."""

import pytest

from rules.equations.keys import equation_keys
from tests.rules.equations.playing import ALL, Table, agloa, last_cube


def after_now(variation: str | dict[str, str | int], division: str) -> Table:
    """A shake with one variation of interest, challenged."""
    table = agloa(division, cubes=ALL).select(10, "A", variation).tick(400)
    return table.goal(401, goal="G6").challenge(402, "B", "impossible")


@pytest.mark.parametrize(
    ("division", "variation", "keys"),
    [
        ("elementary", "upside-down", {"<ud>"}),
        ("elementary", "lcm", {"<lcm>"}),
        ("elementary", "gcf", {"<gcf>"}),
        ("elementary", "remainder", {"<sw>"}),
        ("middle", "percent", {"%"}),
        ("middle", "decimal-point", {"."}),
        ("middle", {"name": "exponent", "color": "red"}, {"<exp>"}),
        ("junior", "factorial", {"!", "<sw>", "<ud>"}),
        ("junior", {"name": "wild", "cube": "x"}, {"<x>", "<sw>", "<ud>"}),
        ("junior", {"name": "base", "base": 12}, {"<digit>", "<sw>", "<ud>"}),
        ("junior", {"name": "base", "base": 8}, {"<sw>", "<ud>"}),
        ("junior", "powers-of-the-base", {"<1>", ".", "<sw>", "<ud>"}),
        ("senior", "imaginary", {"i", "<sw>", "<ud>"}),
        ("senior", "log", {"log", "<sw>", "<ud>"}),
    ],
)
def test_signs_of_the_variations(division: str, variation: str | dict[str, str | int], keys: set[str]) -> None:
    table = after_now(variation, division)
    shown = equation_keys(table.match)
    assert set(shown) - set(table.match.rulebook.kit.faces) - {"(", ")", "="} == keys
    assert len(shown) == len(set(shown))


def test_only_faces_that_may_be_used() -> None:
    assert equation_keys(last_cube("middle").match) == ("2", "3", "+", "x", "6", "(", ")", "=")


def test_wild_cubes_need_every_face() -> None:
    assert {"0", "9", "√", "<sw>", "<ud>", "<0>"} <= set(equation_keys(last_cube("senior").match))
