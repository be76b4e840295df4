"""The keys for typing an Equation, by what is in force."""

import pytest

from rules.equations.keys import equation_keypad, equation_keys
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


def groups(table: Table) -> dict[str, list[tuple[str, str | None]]]:
    keypad = equation_keypad(table.match)
    return {group.label.code: [(key.text, key.cube) for key in group.keys] for group in keypad.groups}


def test_keys_are_the_cubes_where_they_lie() -> None:
    table = agloa("junior", cubes="R2 R2 Bx R3 G6 K7").tick(400).goal(401, goal="G6s R2u")
    table = table.move(402, "B", "R3", "required").challenge(403, "C", "impossible")
    shown = groups(table)
    assert list(shown) == ["section-required", "section-goal", "keys-signs", "section-resources"]
    assert shown["section-required"] == [("3", "R3")]
    assert shown["section-resources"] == [("2", "R2"), ("7", "K7"), ("x", "Bx")]
    assert shown["section-goal"] == [("6<sw>", "G6s"), ("2<ud>", "R2u")]
    assert [text for text, _ in shown["keys-signs"]] == ["(", ")", "=", "<sw>", "<ud>"]


def test_cubes_that_are_there_more_than_once_share_a_key() -> None:
    table = agloa("junior", cubes="R2 R2 Bx R3 G6 K7").tick(400).goal(401, goal="G6").challenge(403, "C", "impossible")
    (resources,) = [g for g in equation_keypad(table.match).groups if g.label.code == "section-resources"]
    assert [(key.text, key.count) for key in resources.keys] == [("2", 2), ("3", 1), ("7", 1), ("x", 1)]


def test_a_wild_cube_is_written_with_one_key() -> None:
    shown = groups(after_now({"name": "wild", "cube": "0"}, "elementary"))
    assert [text for text, _ in shown["keys-wild"]] == [f"{face}<0>" for face in "0123456789"]
    assert ("+<x>", None) in groups(after_now({"name": "wild", "cube": "x"}, "junior"))["keys-wild"]


def test_a_power_of_the_base_has_every_digit() -> None:
    assert ("9", None) in groups(after_now("powers-of-the-base", "junior"))["keys-digits"]
