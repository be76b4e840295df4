"""The two values of an Equation: every reading of one side against every reading of the other."""

from __future__ import annotations

import pytest

from rules.adjudicator.equation import Ask
from tests.rules.adjudicator.judging import faults, judged


class TestValues:
    def test_a_wrong_grouping_proves_it(self) -> None:
        found = judged("2+2x5=12")
        assert [(reason.code, reason.cite) for reason in found.reasons] == [("ambiguous", "VII-B-6")]
        assert found.reasons[0].witness == "(2+2)x5 = 12"
        assert (str(found.solution), str(found.goal)) == ("12", "12")

    def test_if_no_grouping_fits_they_are_not_equal(self) -> None:
        assert faults("2+2x5=13") == ["not-equal VII-B-2"]
        assert faults("2+3=6") == ["not-equal VII-B-2"]

    def test_groupings_of_one_value_do_no_harm(self) -> None:
        assert judged("5+5+2=12").correct
        assert judged("5x4÷1=20").correct

    def test_more_groupings_than_can_be_tried_are_ambiguous_all_the_same(self) -> None:
        assert faults("1+2-3x4÷5+6-7x8÷9+1-2x3+4^2=44") == ["ambiguous VII-B-6"]

    def test_exactly_equal_not_nearly(self) -> None:
        assert judged("(√2)x(√3)=√6").correct
        assert faults("(√2)+(√3)=√(9+1)") == ["not-equal VII-B-2"]

    def test_what_nobody_can_check_is_incorrect(self) -> None:
        variations = ("number-of-factors", "factorial", {"name": "multiple-of-k", "k": 11})
        assert faults("x(8!!+1)=56", *variations, division="junior") == ["uncheckable XIII-C-9"]

    def test_huge_numbers_are_compared_all_the_same(self) -> None:
        assert judged("9^(9^9)=9^(9^9)").correct
        assert faults("9^(9^9)=8^(9^9)") == ["not-equal VII-B-2"]

    def test_a_fraction_is_told_from_what_is_none(self) -> None:
        """√2 is none, the power is one too large to be written out, and of the sum nobody knows."""
        for goal in ("√2", "9^(9^9)", "(2^(√2))+(3^(√2))"):
            assert [reason.code for reason in judged(f"5+1={goal}", ask=Ask.VALUE).reasons] == ["not-equal"]
            assert [reason.code for reason in judged(f"{goal}=6", ask=Ask.VALUE).reasons] == ["not-equal"]
        assert judged("(9^(9^9))÷(9^(9^9))=1").correct


class TestMultipleOfK:
    SIX = {"name": "multiple-of-k", "k": 6}

    def test_a_multiple_apart_but_not_equal(self) -> None:
        assert faults("8+3=5", self.SIX) == []
        assert faults("4+1=5", self.SIX) == ["variation XIII-B-7"]
        assert faults("8+4=5", self.SIX) == ["variation XIII-B-7", "not-equal VII-B-2"]

    def test_every_value_may_be_another_multiple_apart(self) -> None:
        assert faults("2+3x4=2", self.SIX) == []
        assert faults("2+3x5=2", self.SIX) == ["variation XIII-B-7", "not-equal VII-B-2"]
        assert faults("2+4x3=2", self.SIX) == ["ambiguous VII-B-6"]

    def test_fractions_and_what_is_none(self) -> None:
        assert faults("(1÷2)+6=1÷2", self.SIX) == []
        assert faults("(1÷3)+6=1÷2", self.SIX) == ["variation XIII-B-7", "not-equal VII-B-2"]
        assert faults("(√2)+6=1÷2", self.SIX) == ["variation XIII-B-7", "not-equal VII-B-2"]

    def test_the_numbers_need_not_be_whole(self) -> None:
        assert faults("(√2)+6=√2", self.SIX) == []

    def test_goals_beyond_a_thousand_in_middle_only(self) -> None:
        assert faults("9x9=99x99", self.SIX) == ["goal-illegal XIII-B-7"]
        assert faults("9x9=99x99", self.SIX, division="junior") == []


class TestAskedForTheValue:
    """VII-C-5-d: no other objection counts, and one fitting reading is enough."""

    @pytest.mark.parametrize(
        ("equation", "variations"),
        [
            ("(6x4)-2=7+5x3", ()),
            ("2+2x5=12", ()),
            ("12+3=15", ()),
            ("3!+3!+3!=18", ("factorial",)),
            ("(5+1)!=√10!÷7", ("factorial",)),
            ("3=3", ()),
        ],
    )
    def test_yes(self, equation: str, variations: tuple[str, ...]) -> None:
        assert judged(equation, *variations, ask=Ask.VALUE).correct

    def test_the_cubes_do_not_count(self) -> None:
        mat = {"goal": "R1 B2", "required": "K9", "forbidden": "G5 K7 R+"}
        assert judged("5+7=12", ask=Ask.VALUE, **mat).correct
        assert judged("5+7=9+3", ask=Ask.VALUE, **mat).correct

    def test_no(self) -> None:
        assert faults("2+2x5=13", ask=Ask.VALUE) == ["not-equal VII-B-2"]
        assert faults("5÷0=5", ask=Ask.VALUE) == ["illegal-expression III-A"]
        # In a Solution the defaults hold.
        assert faults("√4+5=3", ask=Ask.VALUE) == ["not-equal VII-B-2"]


class TestWhatIsNotDecided:
    """2^√2+1 is the root of its square, which no procedure of the house can tell."""

    EQUATION = "√((4^(√2))+(2x(2^(√2)))+1)=(2^(√2))+1"

    def test_it_is_said_and_never_guessed(self) -> None:
        found = judged(self.EQUATION)
        assert [(reason.code, reason.cite) for reason in found.reasons] == [("uncheckable", "XIII-C-9")]
        assert (str(found.solution), str(found.goal)) == ("√(1+2x(2^(√2))+(4^(√2)))", "1+(2^(√2))")

    def test_the_judge_who_is_asked_for_the_values_says_so_too(self) -> None:
        assert [reason.code for reason in judged(self.EQUATION, ask=Ask.VALUE).reasons] == ["uncheckable"]


class TestLongExpressions:
    """Eleven operations without a bracket are as many as two dozen cubes can make."""

    LONG = "1+2x3-4÷5+6x7-8÷9+2x3-5"

    def test_a_value_is_found_among_thousands(self) -> None:
        assert judged(f"{self.LONG}=7", ask=Ask.VALUE).correct
        assert [reason.code for reason in judged(f"{self.LONG}=7").reasons] == ["ambiguous"]

    def test_a_value_that_is_not_there_is_not_found(self) -> None:
        found = judged(f"{self.LONG}=√2", ask=Ask.VALUE)
        assert [reason.code for reason in found.reasons] == ["not-equal"]
        assert faults(f"{self.LONG}=99x99") == ["not-equal VII-B-2"]

    def test_where_signs_go_on_beyond_the_cubes_there_is_an_end(self) -> None:
        endless = f"{self.LONG}÷7+{self.LONG}"
        assert [reason.code for reason in judged(f"{endless}=√2", ask=Ask.VALUE).reasons] == ["uncheckable"]
        assert [reason.code for reason in judged(f"{endless}=√2").reasons] == ["ambiguous"]
