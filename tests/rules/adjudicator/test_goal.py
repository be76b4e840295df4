"""The Goal on paper against the Goal on the mat: cubes, turns, colours, and the order of operations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.adjudicator.books import terms_of
from rules.adjudicator.goal import as_laid, in_order
from rules.adjudicator.mat_reading import token_of
from rules.adjudicator.notation import text_of, tokens
from rules.adjudicator.terms import Terms
from rules.cubes import EQUATIONS_KIT, Cube
from rules.mat import Goal

AGLOA = "agloa-equations-2019"
ZERO_WILD = {"name": "wild", "cube": "0"}
X_WILD = {"name": "wild", "cube": "x"}


def goal(text: str) -> Goal:
    return Goal.parse(text, EQUATIONS_KIT)


def terms(*variations: object, division: str = "middle") -> Terms:
    return terms_of(AGLOA, division, list(variations))


def laid(written: str, lying: str, under: Terms) -> str | None:
    found = as_laid(tokens(written), goal(lying), under)
    return None if found is None else text_of(found)


@pytest.mark.parametrize(
    ("written", "lying", "fits"),
    [
        ("3x(5+2)", "R3 Bx G5 R+ B2", True),
        ("(3x5)+2", "R3 Bx _ G5 R+ B2", True),  # its grouping is another matter
        ("21", "R3 Bx G5 R+ B2", False),
        ("2+5x3", "R3 Bx G5 R+ B2", False),
        ("3x5", "R3 Bx G5 R+ B2", False),
        ("3x5+2+1", "R3 Bx G5 R+ B2", False),
    ],
)
def test_the_cubes_are_those_of_the_mat_in_their_order(written: str, lying: str, fits: bool) -> None:
    assert (laid(written, lying, terms()) is not None) is fits


class TestTurns:
    def test_a_cube_is_written_as_it_lies(self) -> None:
        both = terms("sideways", "upside-down")
        for written, lying, fits in [
            ("8x7<sw>", "K8 Bx K7s", True),
            ("8x7", "K8 Bx K7s", False),  # right-side up by default (Appendix A)
            ("8x7<sw>", "K8 Bx K7", False),
            ("8x7<ud>", "K8 Bx K7u", True),
            ("8x7<ud>", "K8 Bx K7s", False),
            ("8x7<sw,ud>", "K8 Bx K7s", False),  # both at once in the Solution only
        ]:
            assert (laid(written, lying, both) is not None) is fits, (written, lying)

    def test_signs_of_turned_cubes(self) -> None:
        assert laid("25%16", "R2 G5 K√u R1 G6", terms("percent"))
        assert laid("25%16", "R2 G5 K√ R1 G6", terms("percent")) is None
        log = terms("log", division="senior")
        assert laid("8log2", "K8 B÷s R2", log)
        assert laid("8log2", "K8 B÷ R2", log) is None
        assert laid("8÷2", "K8 B÷s R2", log) is None

    def test_i_may_be_either_way_up(self) -> None:
        imaginary = terms("imaginary", division="senior")
        assert laid("2i", "R2 R-s", imaginary)
        assert laid("2i<ud>", "R2 R-s", imaginary)
        assert laid("2i", "R2 R-", imaginary) is None

    def test_a_ten_may_be_read_sideways_or_not_however_it_lies(self) -> None:
        eleven = terms({"name": "base", "base": 11}, division="junior")
        for lying in ("G^", "G^s"):
            assert laid("^<digit>", lying, eleven)
            assert laid("^<digit,sw>", lying, eleven)

    def test_nobody_can_see_how_a_cross_lies(self) -> None:
        assert laid("2x3", "R2 Bxs R3", terms())
        assert laid("2+3", "R2 R+u R3", terms())


class TestWild:
    def test_a_note_says_what_the_cube_is(self) -> None:
        assert laid("45<0>", "G4 R0", terms(ZERO_WILD)) == "45<0>"
        assert laid("45<0>", "G4 G5", terms(ZERO_WILD)) is None

    def test_the_cube_itself_is_note_enough(self) -> None:
        assert laid("45", "G4 R0", terms(ZERO_WILD)) == "45<0>"
        assert laid("3+7", "R3 Bx K7", terms(X_WILD, division="junior")) == "3+<x>7"
        assert laid("40", "G4 R0", terms(ZERO_WILD)) == "40"

    def test_not_without_the_variation(self) -> None:
        assert laid("45", "G4 R0", terms()) is None

    def test_an_upside_down_0_cannot_be_seen_but_a_sideways_one_can(self) -> None:
        under = terms(ZERO_WILD, "sideways", "upside-down")
        assert laid("2<0,ud>+3", "R0 R+ R3", under)
        assert laid("2<0,sw>+3", "R0 R+ R3", under) is None
        assert laid("2<0,sw>+3", "R0s R+ R3", under)

    def test_i_of_a_wild_cube(self) -> None:
        under = terms(ZERO_WILD, "imaginary", division="senior")
        assert laid("8i4", "K8 R0 G4", under) == "8i<0>4"


def test_an_exponent_is_of_its_colour() -> None:
    red = terms({"name": "exponent", "color": "red"})
    assert laid("25³", "R2 G5 R3", red)
    assert laid("25³", "R2 G5 ?3", red)
    assert laid("25³", "R2 G5 B3", red) is None
    assert laid("25³", "R2 G5 B0", terms({"name": "exponent", "color": "blue"}, ZERO_WILD)) == "25³<0>"


def test_points_of_decimal_in_goal_and_factorials_take_no_cube() -> None:
    assert laid("1.25", "R1 R2 G5", terms("decimal-in-goal", division="senior"))
    assert laid("1.25", "R1 G^ R2 G5", terms("decimal-point"))
    assert laid("1.25", "R1 R2 G5", terms("decimal-point")) is None
    assert laid("9!÷8!", "K9 B÷ K8", terms("factorial"))


@pytest.mark.parametrize(
    ("written", "lying", "grouped"),
    [
        ("3x(5+2)", "R3 Bx _ G5 R+ B2", "3x(5+2)"),
        ("3x5+2", "R3 Bx _ G5 R+ B2", "3x(5+2)"),
        ("3x(5+2)", "R3 Bx G5 R+ B2", "3x5+2"),
        ("2x3+5", "R2 Bx R3 _ R+ G5", "(2x3)+5"),
        ("√[(5+4)x9]", "K√ G5 R+ G4 _ Bx K9", "√(5+4)x9"),
    ],
)
def test_gaps_are_the_only_brackets_of_an_ordered_goal(written: str, lying: str, grouped: str) -> None:
    assert text_of(in_order(tokens(written), goal(lying), terms())) == grouped


CUBES = st.lists(
    st.sampled_from([Cube(kind.letter, face) for kind in EQUATIONS_KIT.kinds for face in kind.faces]),
    min_size=1,
    max_size=6,
)


@settings(deadline=None)
@given(CUBES)
def test_a_goal_copied_sign_by_sign_is_the_goal(cubes: list[Cube]) -> None:
    copied = tuple(token_of(cube, place) for place, cube in enumerate(cubes))
    assert as_laid(copied, Goal((tuple(cubes),)), terms()) == copied
