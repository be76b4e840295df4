"""The list of readings, and the page that is made of it."""

from dataclasses import fields

from docs.generate import FLOW_READINGS, flow_readings
from rules.equations.flow_readings import CHOICES
from rules.equations.readings import Readings
from tests.rules.equations.test_readings import CASES


def test_every_reading_is_listed_and_has_a_case_both_ways() -> None:
    listed = [choice.setting for choice in CHOICES]
    assert len(set(listed)) == len(listed)
    assert {f"readings.{field.name}" for field in fields(Readings)} <= set(listed)
    assert {case.setting for case in CASES} == set(listed)


def test_a_name_is_that_of_the_field() -> None:
    names = {choice.setting: choice.name for choice in CHOICES}
    assert names["readings.promise_binds"] == "promise_binds"
    assert names["points.absent"] == "points_absent"
    assert names["change_makes_incorrect"] == "change_makes_incorrect"


def test_the_page_says_what_the_code_does() -> None:
    assert FLOW_READINGS.read_text(encoding="utf-8") == flow_readings()
