"""Verdicts: form, which side is which, the Goal, wild cubes and factorials, and an answer to everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules.adjudicator
from rules.adjudicator.books import terms_of
from rules.adjudicator.cube_faults import Challenge
from rules.adjudicator.equation import Ask, is_correct, verdict
from rules.adjudicator.reasons import CODES
from rules.adjudicator.verdict_words import VERDICT_WORDS
from rules.adjudicator.words import WORDS
from rules.cubes import EQUATIONS_KIT, Cube
from rules.mat import Mat
from rules.messages import say
from tests.rules.adjudicator.judging import AGLOA, BLUE_EXPONENT, MLAG, ZERO_WILD, faults, judged


class TestForm:
    @pytest.mark.parametrize("equation", ["", "=", "2+3", "2+3=", "=5", "2+3=5=5"])
    def test_an_equation_has_two_sides(self, equation: str) -> None:
        assert faults(equation) == ["form VII-B-1"]

    @pytest.mark.parametrize("equation", ["(2+3=5", "2$3=5", "2+3=5<foo>", "1" * 100_000 + "=1", "(" * 60 + "1=1"])
    def test_what_cannot_be_read_is_told_at_once(self, equation: str) -> None:
        assert faults(equation) == ["unreadable VII-B-1"]

    def test_with_a_mat_the_goal_is_the_side_that_lies_there(self) -> None:
        mat = {"goal": "G5", "required": "R2 R3", "permitted": "R+"}
        assert judged("2+3=5", **mat).correct
        assert judged("5=2+3", **mat).correct

    def test_without_one_the_left_side_is_the_solution_unless_only_the_right_can_be(self) -> None:
        assert judged("5=2+3").correct
        assert judged("37=(6x6)+1").correct
        assert faults("12+3=7+8") == []
        assert faults("7+8=2+13") == []
        assert faults("37=15+22") == ["multi-digit VII-B-4"]
        three = "three-operation"
        assert judged("8+9=(8+8)+(1x1)", three, division="elementary").correct


class TestGoal:
    def test_gaps_bind_the_writer(self) -> None:
        mat = {"goal": "R2 R+ _ R3 R+ G5", "required": "K9 R+ R1"}
        assert faults("9+1=2+(3+5)", **mat) == []
        assert faults("9+1=2+3+5", **mat) == []
        assert faults("9+1=(2+3)+5", **mat) == ["goal-interpretation VII-C-5-b"]

    def test_a_default_does_not_get_round_a_gap(self) -> None:
        mat = {"goal": "K√ G4 R+ G5 _ K+ K7", "required": "K9 R+"}
        assert faults("9+1=[√(4+5)]+7", **mat, permitted="R1") == []
        assert faults("9+5=√4+5+7", **mat, permitted="G5") == ["goal-interpretation VII-C-5-b"]

    def test_mlag_reads_a_goal_in_one_way(self) -> None:
        mat = {"goal": "R2 Bx K7 R+ R2", "required": "K9 R+"}
        assert faults("9+7=2x7+2", ruleset=MLAG, **mat, permitted="K7") == []
        assert faults("9+7=(2x7)+2", ruleset=MLAG, **mat, permitted="K7") == []
        assert faults("9+9=2x(7+2)", ruleset=MLAG, **mat, permitted="K9") == ["goal-interpretation VII-C-3-f"]

    def test_mlag_wants_the_brackets_of_a_gap_on_paper(self) -> None:
        mat = {"goal": "R3 Bx _ G5 R+ B2", "required": "K9 R+ K8"}
        assert faults("9+8=3x5+2", ruleset=MLAG, **mat) == ["goal-interpretation VII-C-3-f"]

    def test_a_goal_without_legal_reading(self) -> None:
        assert faults("5+2=7÷0", goal="K7 K÷ R0", required="G5 R+ R2") == ["goal-illegal III-A"]
        assert faults("5+2=7÷0") == ["goal-illegal III-A"]
        sideways = faults("3÷6=2<sw>", ruleset=MLAG, goal="R2s", required="R3 B÷ G6")
        assert sideways[0].startswith("goal-illegal")

    def test_a_legal_goal_read_in_an_illegal_way(self) -> None:
        mat = {"goal": "Bx R2 R0 Gx R1 B1", "required": "G5 G5 K9 B2", "permitted": "Bx Bx R-"}
        told = faults("(5x5x9)-2=x(20x11)", "smallest-prime", division="elementary", **mat)
        assert told == ["goal-interpretation VII-C-5-b"]


class TestWild:
    def test_one_note_says_it_for_all(self) -> None:
        assert judged("(0x6)-3<0>=15", ZERO_WILD).correct
        assert faults("(2<0>x6)-0=12", ZERO_WILD) == ["not-equal VII-B-2"]

    def test_two_notes_must_agree_in_the_whole_equation(self) -> None:
        assert faults("(3<0>x6)-4<0>=14", ZERO_WILD) == ["variation XIII-B-3"]
        mat = {"goal": "R3 R0 K7", "required": "K9", "permitted": "Bx B2 R+ B0"}
        assert faults("(9x2)+3<0>=3x<0>7", ZERO_WILD, **mat) == ["variation XIII-B-3"]

    def test_the_goal_on_the_mat_is_a_note(self) -> None:
        assert judged("9x5=45", ZERO_WILD, goal="G4 R0", required="K9 Bx G5").correct
        assert judged("(8x5)+2<0>=40", ZERO_WILD, goal="G4 R0", required="K8 Bx G5 R+ B0").correct
        assert judged("(8x5)+0=42", ZERO_WILD, goal="G4 R0", required="K8 Bx G5 R+ B0").correct

    def test_one_symbol_may_have_two_meanings(self) -> None:
        assert judged("2^<0>2=4.<0>", ZERO_WILD, "decimal-point").correct


class TestFactorials:
    def test_two_for_the_whole_equation(self) -> None:
        assert faults("3!+3=9!÷8!", "factorial") == ["variation XIII-B-4"]
        assert faults("3!+3=9!÷8!", "factorial", "multiple-operations") == []

    def test_three_in_one_side_are_told_once(self) -> None:
        assert faults("3!+3!+3!=18", "factorial") == ["variation XIII-B-4"]


def test_every_sentence_of_a_verdict_is_used() -> None:
    folder = Path(rules.adjudicator.__file__).parent
    sources = "".join(path.read_text("utf-8") for path in folder.glob("*.py") if path.name != "verdict_words.py")
    assert [code for code in VERDICT_WORDS if f'"{code}"' not in sources and not code.startswith("colour-")] == []


def test_the_engine_asks_for_yes_or_no() -> None:
    mat = Mat.parse({"goal": "G5", "required": "R2 R3", "permitted": "R+"}, EQUATIONS_KIT)
    terms = terms_of(MLAG, "middle")
    assert is_correct(terms, Challenge.NOW, mat, "2+3=5")
    assert is_correct(terms, "never", mat, "2+3=5")
    assert not is_correct(terms, "now", mat, "2+3")


# --- properties

DIVISIONS = st.sampled_from(
    [
        (MLAG, "middle", ()),
        (MLAG, "senior", ()),
        (AGLOA, "elementary", ("factorial", "percent", ZERO_WILD)),
        (AGLOA, "middle", ("sideways", "upside-down", BLUE_EXPONENT, "multiple-operations")),
        (AGLOA, "junior", ({"name": "base", "base": 12}, "powers-of-the-base", {"name": "wild", "cube": "x"})),
        (AGLOA, "senior", ("imaginary", "log", "decimal-in-goal", "factorial")),
    ]
)
SIGNS = [*"0123456789+-x÷^√()=!%i.", "<sw>", "<ud>", "<0>", "<x>", "²", "<exp>", "<digit>", "<1>", "log", "<=2>", "<"]
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=16).map("".join) | st.text(max_size=12)
CUBES = st.lists(
    st.sampled_from([Cube(kind.letter, face) for kind in EQUATIONS_KIT.kinds for face in kind.faces]), max_size=5
)


@settings(deadline=None)
@given(DIVISIONS, TEXTS, TEXTS, CUBES, CUBES, st.sampled_from(Challenge), st.sampled_from(Ask))
def test_everything_gets_an_answer_in_words(
    shake: tuple[str, str, tuple[Any, ...]],
    left: str,
    right: str,
    goal: list[Cube],
    others: list[Cube],
    challenge: Challenge,
    ask: Ask,
) -> None:
    mat = Mat.parse({"goal": " ".join(map(str, goal))}, EQUATIONS_KIT) if goal else None
    if mat is not None:
        mat = Mat(mat.goal, required=tuple(others[:2]), resources=tuple(others[2:]))
    found = verdict(terms_of(*shake), challenge, mat, f"{left}={right}", ask)
    assert [CODES.index(reason.code) for reason in found.reasons] == sorted(
        CODES.index(reason.code) for reason in found.reasons
    )
    assert all(say(reason.message, WORDS) and reason.cite for reason in found.reasons)


@settings(deadline=None)
@given(st.permutations(EQUATIONS_KIT.parse_all("G5 K8 R+")), st.permutations(EQUATIONS_KIT.parse_all("K9 K7 R+ G5")))
def test_the_order_within_a_section_means_nothing(permitted: list[Cube], resources: list[Cube]) -> None:
    sections = {"goal": "R1 B2", "required": "R3", "forbidden": "R0"}
    shuffled = sections | {"permitted": " ".join(map(str, permitted)), "resources": " ".join(map(str, resources))}
    assert faults("5+7=12", challenge="now", **shuffled) == ["required-unused VII-B-3-b"]
