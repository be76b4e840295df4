"""The readings are settings: a league that reads a place otherwise gets the other answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rules.adjudicator.books import AGLOA, BOOKS, MLAG, terms_of
from rules.adjudicator.check import check
from rules.adjudicator.readings import Readings, parse_choices, parsed, settings, shown, with_choices
from rules.errors import BadRequest
from tests.rules.adjudicator.asking import base, exponent, multiple_of, wild

Question = Callable[[Mapping[str, Any]], Any]


def asked(request: dict[str, Any], division: str, variations: tuple[Any, ...], ruleset: str) -> Question:
    """What is answered under readings: the values, or the codes of the reasons; correct, or the codes."""

    def answer(readings: Mapping[str, Any]) -> Any:
        terms = {"ruleset": ruleset, "division": division, "variations": list(variations)}
        try:
            found = check(terms | request, readings)
        except BadRequest:
            return "bad-request"
        if found.get("legal"):
            return found["values"]
        return [reason["code"] for reason in found["reasons"]]

    return answer


def values(
    text: str, division: str, *variations: Any, where: str = "solution", ruleset: str = AGLOA.ruleset
) -> Question:
    return asked({"kind": "expression", "where": where, "text": text}, division, variations, ruleset)


def on_mat(cubes: str, division: str, *variations: Any, ruleset: str = AGLOA.ruleset) -> Question:
    return asked({"kind": "expression", "where": "goal", "cubes": cubes}, division, variations, ruleset)


def reasons(
    equation: str, division: str, *variations: Any, ask: str = "full", challenge: str = "none", **mat: str
) -> Question:
    request: dict[str, Any] = {"kind": "equation", "equation": equation, "ask": ask, "challenge": challenge}
    return asked(request | ({"mat": mat} if mat else {}), division, variations, AGLOA.ruleset)


#: Each setting with another value than the default: a question, its answer by default, and its answer with that value.
CASES: list[tuple[str, object, Question, Any, Any]] = [
    ("basic_shakes_have_order", True, values("2+3x4", "middle"), ["14", "20"], ["14"]),
    ("basic_shakes_have_order", True, values("2+3x4", "junior"), ["14", "20"], ["14"]),
    ("basic_shakes_have_order", True, values("2+3x4", "middle", "factorial"), ["14", "20"], ["14", "20"]),
    ("basic_shakes_have_order", True, on_mat("R2 R+ R3 Bx G4", "middle"), ["14", "20"], ["14"]),
    ("equal_signs_go_from_left", True, values("9-4-3", "middle"), ["2", "8"], ["2"]),
    ("equal_signs_go_from_left", True, values("9-(4-3)", "middle"), ["8"], ["8"]),
    ("equal_signs_go_from_left", True, values("8÷4÷2x3", "middle"), ["1/3", "4/3", "3", "12"], ["3"]),
    ("equal_signs_go_from_left", True, values("2^3^2", "middle"), ["64", "512"], ["64"]),
    ("equal_signs_go_from_left", True, values("2+3x4", "middle"), ["14", "20"], ["14", "20"]),
    ("powers_go_from_left", False, values("2^3^2", "middle", ruleset=MLAG.ruleset), ["64"], ["512"]),
    ("powers_go_from_left", False, values("2x√3^4-1", "middle", ruleset=MLAG.ruleset), ["17"], ["17"]),
    ("powers_go_from_left", False, values("√3^4", "minor", ruleset=MLAG.ruleset), ["illegal-expression"], ["9"]),
    ("illegal_groupings_count", True, reasons("8÷4-4=0-2", "middle"), [], ["ambiguous"]),
    ("illegal_groupings_count", True, reasons("(8÷4)-4=0-2", "middle"), [], []),
    ("illegal_groupings_count", True, reasons("0-2=8÷4-4", "middle", "factorial"), [], ["ambiguous"]),
    ("index_of_a_root", "numeral", values("1+2√9", "middle"), ["3√9", "4"], ["4"]),
    ("index_of_a_root", "numeral", values("√3√8", "middle"), ["√2", "2^(√3)"], ["√2"]),
    ("root_of_an_indexed_root", False, values("√3√8", "middle"), ["√2", "2^(√3)"], ["2^(√3)"]),
    ("root_default_is_for_the_cube", True, values("50%8+2", "middle", "percent"), ["5", "6"], ["6"]),
    ("root_default_is_for_the_cube", True, values("6√<lcm>4+5", "elementary", "lcm"), ["17", "18"], ["17"]),
    # x49 is 3 and x7 is 2: 4+3, 4+2², and only without bounds (4+2)².
    (
        "clash_frees_every_grouping",
        False,
        values("4+x7²", "middle", "number-of-factors", exponent()),
        ["7", "8", "36"],
        ["7", "8"],
    ),
    ("written_goal_keeps_defaults", False, values("√4+5", "middle", where="goal"), ["7"], ["3", "7"]),
    ("written_goal_keeps_defaults", False, values("√4+5", "middle"), ["7"], ["7"]),
    ("value_question_frees", "nothing", reasons("2+1=√4+5", "middle", ask="value"), [], ["not-equal"]),
    ("value_question_frees", "both", reasons("2+1=√4+5", "middle", ask="value"), [], []),
    ("value_question_frees", "both", reasons("√4+5=3", "middle", ask="value"), ["not-equal"], []),
    ("goal_digits", 2, on_mat("R1 R2 G5", "middle", ruleset=MLAG.ruleset), ["125"], ["goal-illegal"]),
    ("goal_digits", 3, on_mat("R1 R2 G5", "middle"), ["goal-illegal"], ["125"]),
    ("group_ends_stand_apart", False, on_mat("K√ G4 R+ G5 _ Bx K9", "middle"), ["9", "27"], ["9", "27", "63"]),
    (
        "group_ends_stand_apart",
        False,
        on_mat("K√ G4 R+ G5 _ Bx K9", "middle", ruleset=MLAG.ruleset),
        ["27"],
        ["63"],
    ),
    ("turned_cubes_in_goals", False, on_mat("K7s", "junior", ruleset=MLAG.ruleset), ["1/7"], ["goal-illegal"]),
    ("turned_cubes_in_goals", False, on_mat("K7u", "junior"), ["-7"], ["goal-illegal"]),
    ("turned_cubes_in_goals", False, on_mat("R-s", "senior", "imaginary"), ["0-1i", "0+1i"], ["0-1i", "0+1i"]),
    ("turned_cubes_in_goals", False, values("7<sw>+8<ud>", "junior"), ["-55/7"], ["-55/7"]),
    (
        "turned_goal_cubes_need_a_note",
        False,
        reasons("2-9=7", "junior", goal="K7u", permitted="R2 R- K9"),
        ["goal-interpretation", "not-equal"],
        [],
    ),
    (
        "turned_goal_cubes_need_a_note",
        False,
        reasons("1÷7=7", "junior", goal="K7s", permitted="R1 B÷ K7"),
        ["goal-interpretation", "not-equal"],
        [],
    ),
    (
        "no_goal_cubes_serve_once",
        False,
        reasons("3+2=5", "middle", challenge="no-goal", resources="R3 R+ R2 G5"),
        [],
        [],
    ),
    (
        "no_goal_cubes_serve_once",
        False,
        reasons("3+2=2+3", "middle", challenge="no-goal", resources="R3 R+ R2"),
        ["unavailable"],
        [],
    ),
    ("guide_adds_whole_numbers", False, values("√5", "minor", ruleset=MLAG.ruleset), ["illegal-expression"], ["√5"]),
    (
        "guide_adds_whole_numbers",
        False,
        values("√5", "elementary", ruleset=MLAG.ruleset),
        ["illegal-expression"],
        ["illegal-expression"],
    ),
    ("both_turns_in_solutions", False, values("8<sw,ud>", "junior", ruleset=MLAG.ruleset), ["-1/8"], ["variation"]),
    ("one_note_for_all_wild_cubes", False, values("7<0>+0", "middle", wild()), ["14"], ["variation"]),
    ("one_note_for_all_wild_cubes", False, reasons("7<0>+1=8+0", "middle", wild()), ["not-equal"], ["variation"]),
    ("one_note_for_all_wild_cubes", False, values("7<0>+1", "middle", wild()), ["8"], ["8"]),
    ("seasons", "even", values("6√<lcm>4", "elementary", "lcm"), ["12"], "bad-request"),
    ("seasons", "odd", values("6√<lcm>4", "elementary", "lcm"), ["12"], ["12"]),
    ("seasons", "odd", values("4+6", "middle", "average"), ["5"], "bad-request"),
    (
        "forbidden_ends_many_uses",
        True,
        reasons("2x3x4=24", "middle", "multiple-operations", goal="R2 G4", permitted="R2 R3 G4 Bx", forbidden="Bx"),
        [],
        ["forbidden-used"],
    ),
    (
        "required_signs_are_each_written",
        False,
        reasons("2+3=5", "middle", "multiple-operations", goal="G5", required="R2 R3 R+ K+"),
        ["required-unused"],
        [],
    ),
    (
        "required_signs_are_each_written",
        False,
        reasons("2-3=0-1", "middle", "multiple-operations", goal="R0 R- R1", required="R2 R3 R- K+"),
        ["required-unused"],
        ["required-unused"],
    ),
    ("wide_numerals_in_percents", True, values("25%(12+4)", "middle", "percent"), ["multi-digit"], ["4"]),
    ("wide_numerals_in_percents", True, values("25%√16", "middle", "percent"), ["multi-digit"], ["1"]),
    ("wide_numerals_in_percents", True, values("12+(25%4)", "middle", "percent"), ["multi-digit"], ["multi-digit"]),
    (
        "power_of_a_factorial_beside_points",
        False,
        values("4^3!", "elementary", "decimal-point", "factorial"),
        ["4096"],
        ["illegal-expression"],
    ),
    (
        "power_of_a_factorial_beside_points",
        False,
        values("(4^3)+2", "elementary", "decimal-point", "factorial"),
        ["66"],
        ["66"],
    ),
    (
        "power_of_a_factorial_beside_points",
        False,
        values("4^3!", "middle", "decimal-point", "factorial"),
        ["4096"],
        ["4096"],
    ),
    ("context_makes_a_decimal_point", False, values("12^5", "elementary", "decimal-point"), ["25/2"], ["multi-digit"]),
    (
        "multiple_limit_everywhere",
        True,
        values("9^6", "junior", multiple_of(6), where="goal"),
        ["531441"],
        ["goal-illegal"],
    ),
    (
        "multiple_limit_of_every_reading",
        True,
        on_mat("R2 G^ K9 R+ R1", "middle", multiple_of(7)),
        ["513"],
        ["goal-illegal"],
    ),
    (
        "multiple_limit_of_every_reading",
        True,
        # 513 is 72 times 7 from 9; but 2^(9+1) is beyond 1000.
        reasons("7+2=(2^9)+1", "middle", multiple_of(7), goal="R2 G^ K9 R+ R1", permitted="K7 R+ R2"),
        [],
        ["goal-illegal"],
    ),
    ("multiples_of_irrationals", False, reasons("√2+7=√2", "middle", multiple_of(7)), [], ["variation", "not-equal"]),
    ("multiples_forgive_ambiguity", False, reasons("2+3x4=2", "middle", multiple_of(6)), [], ["ambiguous"]),
    (
        "multiples_bar_factorials_everywhere",
        True,
        values("4!", "middle", "factorial", multiple_of(6), where="goal"),
        ["24"],
        ["variation"],
    ),
    (
        "power_sums_barred_in_goals_only",
        False,
        values("x((7^9)+3)", "junior", "number-of-factors"),
        ["16"],
        ["goal-illegal"],
    ),
    (
        "power_sums_barred_everywhere",
        True,
        values("x((2^3)+3)", "middle", "number-of-factors", where="goal"),
        ["2"],
        ["goal-illegal"],
    ),
    (
        "power_sums_of_many_terms",
        True,
        values("x((100<1>+7)+3)", "junior", "number-of-factors", "powers-of-the-base", where="goal"),
        ["8"],
        ["goal-illegal"],
    ),
    (
        "power_sums_of_many_terms",
        True,
        values("x((2x100<1>)+7)", "junior", "number-of-factors", "powers-of-the-base", where="goal"),
        ["6"],
        ["goal-illegal"],
    ),
    (
        "long_run_ends_in_exponent",
        False,
        values("723", "middle", exponent(), where="goal"),
        ["373248"],
        ["goal-illegal"],
    ),
    (
        "powers_written_in",
        "either",
        values("64<1>÷8<1>", "middle", base(8), "powers-of-the-base"),
        ["illegal-expression"],
        ["8"],
    ),
    ("powers_written_in", "either", values("100<1>", "middle", base(8), "powers-of-the-base"), ["64"], ["64"]),
    (
        "powers_written_in",
        "either",
        values(".125<1>", "middle", base(8), "powers-of-the-base"),
        ["variation"],
        ["1/8"],
    ),
    ("powers_written_in", "either", values("65<1>", "middle", base(8), "powers-of-the-base"), *[["variation"]] * 2),
    ("powers_written_in", "either", values("00<1>", "middle", base(8), "powers-of-the-base"), *[["variation"]] * 2),
    (
        "powers_written_in",
        "either",
        reasons("81<1>÷9<1>=10<1>", "middle", base(9), "powers-of-the-base"),
        ["illegal-expression"],
        ["variation"],
    ),
    (
        "powers_listed",
        1,
        on_mat("B1", "middle", "powers-of-the-base"),
        ["1/1000", "1/100", "1/10", "1", "10", "100", "1000"],
        ["1/10", "1", "10"],
    ),
    ("ten_sideways_in_goals", False, on_mat("G^s", "junior", base(11)), ["1/10", "10"], ["goal-illegal"]),
    ("ten_sideways_in_goals", False, on_mat("G^", "junior", base(11)), ["1/10", "10"], ["1/10", "10"]),
    (
        "ten_sideways_in_goals",
        False,
        reasons("4+6=^<digit>", "junior", base(11), goal="G^s", permitted="G4 G6 R+"),
        [],
        ["goal-illegal"],
    ),
    ("ten_upside_down_in_solutions", False, values("^<digit,ud>+7", "junior", base(11)), ["-3"], ["variation"]),
    ("even_root_of_a_negative", "principal", values("√4<ud>", "senior", "imaginary"), ["0-2i", "0+2i"], ["0+2i"]),
    ("written_product_with_i_first", False, values("2xi^2", "senior", "imaginary"), ["-4"], ["-4", "-2"]),
    ("written_product_with_i_first", False, values("2i^2", "senior", "imaginary"), ["-4"], ["-4"]),
    (
        "last_zero_may_come_first",
        True,
        reasons("1÷5=0.2", "senior", "decimal-in-goal", goal="R2 R0", permitted="R1 B÷ G5"),
        ["goal-interpretation"],
        [],
    ),
    (
        "last_zero_may_come_first",
        True,
        reasons("(1÷4)+1=0.25+1", "senior", "decimal-in-goal", goal="B2 G5 R0 R+ R1", permitted="B1 B1 B÷ G4 R+"),
        ["goal-interpretation"],
        [],
    ),
    (
        "last_zero_may_come_first",
        True,
        reasons("1÷5=0.2", "senior", "decimal-in-goal", goal="R2 R1", permitted="R1 B÷ G5"),
        ["goal-interpretation"],
        ["goal-interpretation"],
    ),
]


@pytest.mark.parametrize(("name", "other", "question", "default", "chosen"), CASES)
def test_a_league_can_choose_otherwise(name: str, other: object, question: Question, default: Any, chosen: Any) -> None:
    assert question({}) == default
    assert question({name: other}) == chosen


def test_every_setting_changes_an_answer() -> None:
    changed = {name for name, _, _, default, chosen in CASES if default != chosen}
    assert changed == {setting.name for setting in settings()}


def test_the_books_have_the_defaults_and_differ_in_one_place() -> None:
    assert AGLOA.readings == Readings()
    assert MLAG.readings == with_choices(Readings(), {"goal_digits": 3})


def test_settings_are_listed_with_values_place_and_meaning() -> None:
    listed = {setting.name: setting for setting in settings()}
    assert list(listed) == list(Readings.__struct_fields__)
    assert listed["powers_listed"].values == "0 to 9"
    assert listed["seasons"].values == "all, even, odd"
    assert listed["illegal_groupings_count"].values == "true, false"
    assert all(setting.cite and setting.words for setting in listed.values())
    assert [shown(value) for value in (True, 3, "goal")] == ["true", "3", "goal"]


def test_choices_are_read_from_texts() -> None:
    assert parse_choices(["powers_listed=2", " seasons = odd ", "illegal_groupings_count=true"]) == {
        "powers_listed": 2,
        "seasons": "odd",
        "illegal_groupings_count": True,
    }
    assert parse_choices([]) == {}
    assert with_choices(AGLOA.readings, {}) is AGLOA.readings


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"rhyme": "true"}, "there is no reading 'rhyme' .*powers_listed"),
        ({"x" * 1000: "true"}, "there is no reading 'x+…"),
        ({"powers_listed": "10"}, "powers_listed is one of: 0 to 9; not '10'"),
        ({"powers_listed": None}, "powers_listed is one of"),
        ({"seasons": "wet"}, "seasons is one of: all, even, odd; not 'wet'"),
        ({"illegal_groupings_count": "perhaps"}, "illegal_groupings_count is one of: true, false"),
        ({"illegal_groupings_count": ""}, "illegal_groupings_count is one of: true, false"),
    ],
)
def test_what_cannot_be_chosen_is_told(choices: dict[str, object], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        parsed(choices)
    with pytest.raises(BadRequest, match=words):
        terms_of(AGLOA.ruleset, "middle", [], choices)


def test_a_league_that_chooses_leaves_the_books_alone() -> None:
    terms_of(MLAG.ruleset, "middle", [], {"goal_digits": 2})
    assert {book.readings.goal_digits for book in BOOKS.values()} == {2, 3}
    assert terms_of(MLAG.ruleset, "middle").goal_digits == 3
