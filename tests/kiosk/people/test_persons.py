"""Judges and organisers: names, initials, PINs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.people import Gate, PeopleError, Person, Role, random_pin
from kiosk.people.persons import initials_of, too_simple
from tests.kiosk.people.conftest import OTHER_PIN, PIN


def test_parts_include_those_before_them() -> None:
    order = [Role.VIEW, Role.TABLE, Role.JUDGE, Role.ORGANISER]
    assert [[a.includes(b) for b in order] for a in order] == [
        [True, False, False, False],
        [True, True, False, False],
        [True, True, True, False],
        [True, True, True, True],
    ]


def test_people_are_listed_by_name_and_found_by_either(gate: Gate, lee: Person, ada: Person) -> None:
    assert gate.persons.all() == [ada, lee]
    assert (lee.initials, ada.initials) == ("LK", "AM")
    assert gate.persons.find(" lee  kim ") == gate.persons.find("lk") == lee
    with pytest.raises(PeopleError, match="nobody called 'Bo'"):
        gate.persons.find("Bo")


@pytest.mark.parametrize("number", [0, -1, 99, True, "1", None, 1 << 70, 1.0])
def test_only_the_number_of_somebody_is_somebody(gate: Gate, lee: Person, number: object) -> None:
    assert gate.persons.get(lee.id) == lee
    assert gate.persons.get(number) is None


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("", {}, "a name has"),
        ("x" * 41, {}, "a name has"),
        ("Bell\x07", {}, "a name has"),
        ("lee KIM", {"initials": "Z"}, "on the list already"),
        ("Lena Kay", {}, "the initials LK"),
        ("Bo", {"initials": "B2"}, "initials are"),
        ("Bo", {"initials": "ABCDE"}, "initials are"),
        ("Bo", {"pin": "12345"}, "6 to 12 digits"),
        ("Bo", {"pin": "1234567890123"}, "6 to 12 digits"),
        ("Bo", {"pin": "12a456"}, "6 to 12 digits"),
        ("Bo", {"pin": "٣٤٥٦٧٨"}, "6 to 12 digits"),
        ("Bo", {"pin": "123456"}, "guessed first"),
    ],
)
def test_what_cannot_be_added_is_refused_in_words(
    gate: Gate, lee: Person, name: str, options: dict[str, str], why: str
) -> None:
    with pytest.raises(PeopleError, match=why):
        gate.persons.add(name, Role.JUDGE, **options)
    assert gate.persons.all() == [lee]


def test_a_screen_is_no_person(gate: Gate) -> None:
    with pytest.raises(PeopleError):
        gate.persons.add("Screen", Role.TABLE)


def test_the_initials_of_who_was_removed_never_mean_somebody_else(gate: Gate, lee: Person) -> None:
    gate.persons.remove(lee)
    assert not gate.persons.any()
    with pytest.raises(PeopleError, match="in an earlier match"):
        gate.persons.add("Lena Kay", Role.JUDGE, initials="LK")
    back = gate.persons.add("Lee Kim", Role.ORGANISER, pin=OTHER_PIN)
    assert (back.id, back.initials, back.role) == (lee.id, "LK", Role.ORGANISER)
    assert not gate.persons.is_pin(back, PIN)
    assert gate.persons.is_pin(back, OTHER_PIN)


def test_a_pin_is_right_or_not(gate: Gate, lee: Person) -> None:
    assert gate.persons.is_pin(lee, PIN)
    assert not gate.persons.is_pin(lee, OTHER_PIN)
    assert not gate.persons.is_pin(None, PIN)
    gate.persons.set_pin(lee, None)
    assert not gate.persons.is_pin(lee, PIN)
    gate.persons.set_pin(lee, OTHER_PIN)
    assert gate.persons.is_pin(lee, OTHER_PIN)
    gate.persons.remove(lee)
    assert not gate.persons.is_pin(lee, OTHER_PIN)


@pytest.mark.parametrize(
    "pin", ["000000", "345678", "876543", "789012", "210987", "363636", "908908", "123321", "1234567890"]
)
def test_what_everybody_would_guess_is_too_simple(pin: str) -> None:
    assert too_simple(pin)


def test_a_pin_that_is_made_is_a_good_one() -> None:
    pins = {random_pin() for _ in range(200)}
    assert len(pins) > 190
    assert all(len(pin) == 6 and pin.isdigit() and not too_simple(pin) for pin in pins)


@given(st.text(max_size=40))
def test_every_name_has_initials(name: str) -> None:
    initials = initials_of(name)
    assert len(initials) >= 1
    assert initials == initials.upper()
