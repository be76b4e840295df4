"""The cubes of an Equation after each challenge."""

from __future__ import annotations

import pytest

from rules.adjudicator.cube_faults import Challenge, parse_challenge
from rules.errors import BadRequest
from tests.rules.adjudicator.judging import BLUE_EXPONENT, MLAG, ZERO_WILD, faults


def test_challenges_by_name() -> None:
    assert parse_challenge("now") is Challenge.NOW
    assert parse_challenge("never") is Challenge.IMPOSSIBLE
    assert parse_challenge(Challenge.NONE) is Challenge.NONE
    with pytest.raises(BadRequest, match="no challenge 'later'"):
        parse_challenge("later")


class TestCubes:
    MAT = {"goal": "R1 B2", "required": "G5", "permitted": "K8", "resources": "K9 K7 R+", "forbidden": "R3 G6"}

    def test_after_now_one_cube_of_resources(self) -> None:
        assert faults("5+7=12", challenge="now", **self.MAT) == ["resources VII-B-3-e"]
        assert faults("5+7=12", challenge="now", **self.MAT | {"permitted": "K8 R+"}) == []

    @pytest.mark.parametrize("challenge", ["impossible", "none"])
    def test_else_as_many_as_are_needed(self, challenge: str) -> None:
        assert faults("5+7=12", challenge=challenge, **self.MAT) == []

    def test_every_objection_is_told_the_weightiest_first(self) -> None:
        told = faults("(6+3)-1=12", challenge="now", **self.MAT)
        assert told == [
            "required-unused VII-B-3-b",
            "forbidden-used VII-B-3-c",
            "unavailable VII-B-3",
            "not-equal VII-B-2",
        ]

    def test_mlag_numbers_forbidden_in_another_way(self) -> None:
        assert faults("5+3+4=12", ruleset=MLAG, **self.MAT | {"permitted": "K+ G4"}) == ["forbidden-used VII-B-3-d"]

    def test_two_cubes_at_least(self) -> None:
        assert faults("5=5", goal="G5", required="G5") == ["too-few-cubes VII-B-3-a"]
        assert faults("5!=4x30", "factorial", goal="G4 Bx R3 R0", required="G5") == ["too-few-cubes VII-B-3-a"]

    def test_an_exponent_of_another_colour(self) -> None:
        mat = {"goal": "R2 G5", "required": "G5"}
        assert faults("5²=25", BLUE_EXPONENT, **mat, permitted="B2") == []
        assert faults("5²=25", BLUE_EXPONENT, **mat, permitted="R2") == ["variation XIII-B-12", "unavailable VII-B-3"]

    def test_an_exponent_by_default_has_a_colour_too(self) -> None:
        """Three digits in a Goal end in an exponent; so the last one must be of the colour."""
        mat = {"required": "G5 G^ G6", "permitted": "Bx R1"}
        assert faults("(5^6)x1=253", BLUE_EXPONENT, goal="R2 G5 B3", **mat) == []
        assert faults("(5^6)x1=253", BLUE_EXPONENT, goal="R2 G5 R3", **mat) == [
            "goal-illegal IV-B-1",
            "goal-interpretation VII-C-5-b",
        ]


class TestMultipleOperations:
    def test_required_signs_are_written_as_often_as_they_lie_there(self) -> None:
        """Two + in Required are two cubes to use, although one would do for all."""
        mat = {"goal": "G6", "permitted": "R2 R2 R2"}
        assert faults("2+2+2=6", "multiple-operations", **mat, required="R+ K+") == []
        assert faults("2+2+2=6", "multiple-operations", **mat, required="R+ K+ R+") == ["required-unused VII-B-3-b"]

    def test_a_wild_cube_as_an_operation_is_one(self) -> None:
        mat = {"goal": "G6", "required": "R2 R2 R2", "permitted": "R0"}
        assert faults("2+<0>2+<0>2=6", "multiple-operations", ZERO_WILD, **mat) == []

    def test_i_is_none(self) -> None:
        mat = {"goal": "G4", "required": "R-", "permitted": "G4 Gx K÷"}
        told = faults("4x(i÷i)=4", "multiple-operations", "imaginary", division="senior", **mat)
        assert told == ["unavailable VII-B-3"]

    def test_the_operations_of_the_goal_are_not_to_be_had(self) -> None:
        told = faults("5+6=8+3", "multiple-operations", goal="K8 R+ R3", required="G5 G6")
        assert told == ["unavailable VII-B-3"]


class TestNoGoal:
    """IV-D-2: both sides are made of Resources, and the Goal keeps to IV-B."""

    def test_each_cube_serves_once(self) -> None:
        assert faults("2+2=4", challenge="no-goal", resources="R2 R2 R+ G4") == []
        assert faults("4=2+2", challenge="no-goal", resources="R2 R2 R+ G4") == []
        assert faults("2+2=4", challenge="no-goal", resources="R2 R2 R+") == ["unavailable IV-D-2"]
        assert faults("2+3=1+4", challenge="no-goal", resources="R2 R3 R+ R1 G4") == ["unavailable IV-D-2"]

    def test_an_operation_of_the_solution_may_serve_again_but_not_in_the_goal(self) -> None:
        cubes = "R2 R3 R+ R1 G4"
        assert faults("2+3=1+4", "multiple-operations", challenge="no-goal", resources=cubes) == ["unavailable IV-D-2"]
        cubes = "R2 R2 R2 R+ G6"
        assert faults("2+2+2=6", "multiple-operations", challenge="no-goal", resources=cubes) == []

    def test_the_goal_must_be_one(self) -> None:
        cubes = "G5 G5 G5 Bx Bx R1 R2 G5"
        assert faults("(5x5)x5=125", challenge="no-goal", resources=cubes) == ["goal-illegal IV-B-1"]


class TestSignsThatTheContextDecides:
    """Multiple Operations is for operations: a point or a digit takes a cube of its own (XIII-A-5)."""

    def test_decimal_points(self) -> None:
        chosen = ("multiple-operations", "decimal-point")
        cubes = {"goal": "B2 G5", "permitted": "R1 R2 G^ G5 R+ B1 B2 G5"}
        assert faults("12^5+12^5=25", *chosen, division="elementary", **cubes) == ["unavailable VII-B-3"]
        assert faults("(2^1)+(2^1)=4", *chosen, division="elementary", **cubes | {"goal": "G4"}) == []

    def test_digits_of_a_base(self) -> None:
        chosen = ("multiple-operations", {"name": "base", "base": 11})
        cubes = {"goal": "R1 K9", "permitted": "G^ R+ R2 B2 R3"}
        assert faults("^+^=19", *chosen, division="junior", **cubes) == ["unavailable VII-B-3"]
        assert (
            faults(
                "(2^2)+(3^2)=12",
                *chosen,
                division="junior",
                **cubes | {"goal": "R1 R2", "permitted": "G^ R+ R2 B2 R3 B2"},
            )
            == []
        )
