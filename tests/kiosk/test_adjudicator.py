"""What the adjudicator's page asks of the rules."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from kiosk.adjudicator import ask, by_readings, choices
from rules.errors import BadRequest

MLAG = "mlag-basic-equations-2018"


def test_a_question_goes_to_the_game_of_its_ruleset() -> None:
    request = {"kind": "expression", "ruleset": MLAG, "division": "middle", "where": "solution", "text": "(3+4)x5"}
    assert ask(request) == {"legal": True, "values": ["35"], "approx": [35.0]}


@pytest.mark.parametrize("ruleset", [None, "chess", 3, ["x"]])
def test_a_ruleset_that_there_is_not_is_a_bad_request(ruleset: object) -> None:
    with pytest.raises(BadRequest, match="there is no ruleset"):
        ask({"kind": "expression", "ruleset": ruleset, "division": "middle", "text": "1+2"})


def test_a_league_may_read_the_rules_otherwise() -> None:
    request = {"kind": "expression", "ruleset": MLAG, "division": "middle", "text": "2^3^2"}
    assert ask(request, {"powers_go_from_left": False})["values"] == ["512"]
    with pytest.raises(BadRequest, match="there is no reading"):
        ask(request, {"rhymes": True})


def test_the_page_of_a_table_answers_by_the_readings_of_its_league() -> None:
    request = {"kind": "expression", "ruleset": MLAG, "division": "middle", "text": "2^3^2"}
    by_league = by_readings({"powers_go_from_left": False, "silence_accepts": True})
    assert pickle.loads(pickle.dumps(by_league))(request)["values"] == ["512"], "as another process answers"
    assert by_readings({"silence_accepts": True})(request) == by_readings({})(request) == ask(request)


def test_only_what_can_be_asked_is_offered() -> None:
    offered = choices()["rulesets"]
    assert MLAG in [ruleset["ruleset"] for ruleset in offered]
    for ruleset in offered:
        for division in ruleset["divisions"]:
            terms = {"ruleset": ruleset["ruleset"], "division": division["division"], "variations": []}
            answer = ask(terms | {"kind": "expression", "where": "solution", "text": "1+2"})
            assert (answer["legal"], answer["values"]) == (True, ["3"])


def test_divisions_come_with_what_may_be_chosen_and_what_is_in_force_anyway() -> None:
    mlag = next(ruleset for ruleset in choices()["rulesets"] if ruleset["ruleset"] == MLAG)
    divisions = {division["division"]: division for division in mlag["divisions"]}
    assert list(divisions) == ["minor", "elementary", "middle", "junior", "senior"]
    assert divisions["middle"] == {"division": "middle", "variations": [], "in_force": []}
    assert divisions["senior"]["variations"] == []
    assert divisions["senior"]["in_force"] == [
        {"name": "sideways", "option": None},
        {"name": "upside-down", "option": None},
        {"name": "wild", "option": "0"},
    ]


def test_the_process_that_answers_loads_neither_pages_nor_camera() -> None:
    script = "import sys, kiosk.adjudicator, kiosk.bounded; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "rules" in loaded
    assert {"flask", "werkzeug", "cv2", "numpy", "vision"}.isdisjoint(loaded)
    # Of the device only what ends a process with its parent.
    assert {name for name in loaded if name.startswith("device")} == {"device", "device.parent"}
