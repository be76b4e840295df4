"""Cubes and kits: text to value and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cubes import EQUATIONS_KIT, Cube, Turn, cubes_text
from rules.errors import BadRequest

CUBES = [Cube(kind.letter, face, turn.value) for kind in EQUATIONS_KIT.kinds for face in kind.faces for turn in Turn]


@pytest.mark.parametrize("cube", CUBES, ids=str)
def test_every_cube_both_ways(cube: Cube) -> None:
    assert EQUATIONS_KIT.parse(str(cube)) == cube


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("G*", "G^"),
        ("B×", "Bx"),
        ("G−", "G-"),
        ("B/", "B÷"),
        ("Kv", "K√"),
        ("Kvs", "K√s"),
        ("?3", "?3"),
        ("?√u", "?√u"),
    ],
)
def test_other_prints_are_read_as_the_kit_has_them(written: str, canonical: str) -> None:
    assert str(EQUATIONS_KIT.parse(written)) == canonical


@pytest.mark.parametrize("wrong", ["R9", "B√", "K6", "G+", "X3", "", "R", "3", "R33", "Rs", "?A", "R3x", "K7S"])
def test_a_cube_that_no_kit_has_is_a_bad_request_that_quotes_it(wrong: str) -> None:
    with pytest.raises(BadRequest, match=r"is no cube") as bad:
        EQUATIONS_KIT.parse(wrong)
    assert repr(wrong) in str(bad.value)


def test_the_kit_is_the_guides_table() -> None:
    assert EQUATIONS_KIT.size == 24
    assert {kind.letter: "".join(kind.faces) for kind in EQUATIONS_KIT.kinds} == {
        "R": "0123+-",
        "B": "0123x÷",
        "G": "456^x-",
        "K": "789√+÷",
    }


@given(st.lists(st.sampled_from(CUBES), max_size=30))
def test_rows_of_cubes_both_ways_and_counted(cubes: list[Cube]) -> None:
    assert list(EQUATIONS_KIT.parse_all(cubes_text(cubes))) == cubes
    excess = EQUATIONS_KIT.too_many(cubes)
    most = {letter: sum(cube.kind == letter for cube in cubes) for letter in "RBGK"}
    assert (excess is None) == (max(most.values()) <= 6)


def test_turning() -> None:
    seven = EQUATIONS_KIT.parse("K7")
    assert str(seven.turned(Turn.UPSIDE_DOWN)) == "K7u"
    assert seven.turned(Turn.SIDEWAYS).upright == seven
    assert seven.turned(Turn.SIDEWAYS).turn is Turn.SIDEWAYS


def test_what_a_cube_belongs_to_and_stands_for() -> None:
    seven = EQUATIONS_KIT.parse("K7")
    kind = EQUATIONS_KIT.kind_of(seven)
    assert kind is not None
    assert (kind.name, EQUATIONS_KIT.kind_of(EQUATIONS_KIT.parse("?7"))) == ("black", None)
    assert str(seven.showing("9")) == "K9"
