"""Dialogs of the table's screen: questions, the keypad, choices, pictures; by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageFactory, until
from tests.browser.fake import Stage, staged
from tests.kiosk.web.fake_table import keypad


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    yield from staged(tmp_path, page)


def test_a_question_blocks_and_is_answered(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "moving")
    expect(page.locator("#question")).to_be_hidden()
    stage.show(page, "question")
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("#question img")).to_have_attribute("src", re.compile(r"^/snapshots/[0-9a-f]{64}\.jpg$"))
    assert page.evaluate("document.getElementById('seats').inert")
    stage.table.reply = {"status": "refused", "text": "That question is no longer open."}
    page.locator("[data-option='1']").click()
    expect(page.locator("#toast")).to_have_text("That question is no longer open.")
    stage.table.reply = {"status": "done", "text": None}
    stage.table.on_told = lambda *_: stage.table.show("moving")
    page.locator("[data-option='0']").click()
    expect(page.locator("#question")).to_be_hidden()
    assert not page.evaluate("document.getElementById('seats').inert")
    assert stage.table.told == [("answer", {"question": "7", "option": 1}), ("answer", {"question": "7", "option": 0})]


def test_a_question_can_be_answered_with_the_keyboard(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "question")
    expect(page.locator("[data-option='0']")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, lambda: len(stage.table.told) == 1)
    assert stage.table.told == [("answer", {"question": "7", "option": 1})]


def test_the_keypad_types_and_presents(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing")
    page.locator("[data-action='equation-presented'][data-player='C']").click()
    expect(page.locator("#keypad-title")).to_have_text("Cy writes")
    expect(page.locator("#keypad-present")).to_be_disabled()
    for key in ("2", "x", "7", "backspace", "3", "=", "6"):
        page.locator(f"#keypad [data-key='{key}']").click()
    expect(page.locator("#keypad-text")).to_have_text("2×3=6")
    page.locator("#keypad-present").click()
    expect(page.locator("#keypad")).to_be_hidden()
    assert stage.table.told == [("act", {"event": "equation-presented", "player": "C", "equation": "2x3=6"})]


def choice(field: str, keys: list[str], label: str, names: list[str] | None = None) -> dict[str, Any]:
    return {"kind": "keypad", "field": field, "keys": keys, "names": names, "label": label, "single": True}


def test_an_action_that_asks_one_thing_after_the_other(stage: Stage) -> None:
    page = stage.open()
    correct = {
        "label": "Correct a cube",
        "event": "reading-corrected",
        "player": None,
        "fields": {"why": "misread"},
        "entry": choice("section", ["goal", "required"], "Where?"),
        "then": [choice("is", ["R1", "B÷"], "What is it?")],
    }
    stage.show(page, "writing", actions=[correct, keypad("C")])
    page.locator("[data-action='reading-corrected']").click()
    expect(page.locator("#keypad-title")).to_have_text("Where?")
    expect(page.locator("#keypad-present")).to_have_text("Next")
    # One answer is the whole answer: the next question comes at once.
    page.locator("#keypad [data-key='required']").click()
    expect(page.locator("#keypad-title")).to_have_text("What is it?")
    # Something else happens at the table meanwhile; the question stays open while it can be answered.
    stage.show(page, "writing", actions=[correct, keypad("C")], prompt="Cy, write.")
    expect(page.locator("#keypad-gone")).to_be_hidden()
    page.locator("#keypad [data-key='R1']").click()
    assert stage.table.told == []
    expect(page.locator("#keypad-present")).to_have_text("Correct a cube")
    page.locator("#keypad-present").click()
    expect(page.locator("#keypad")).to_be_hidden()
    fields = {"why": "misread", "section": "required", "is": "R1"}
    assert stage.table.told == [("act", {"event": "reading-corrected", **fields})]


def test_who_is_absent_is_asked_by_name(stage: Stage) -> None:
    page = stage.open()
    entry = choice("player", ["A", "C"], "Who is absent?", ["Ann", "Cy"])
    absent = {"label": "Absent", "event": "player-absent", "player": None, "fields": {}, "entry": entry, "then": []}
    stage.show(page, "writing", actions=[absent])
    page.locator("[data-action='player-absent']").click()
    expect(page.locator("#keypad [data-key='C']")).to_have_text("Cy")
    page.locator("#keypad [data-key='C']").click()
    page.locator("#keypad-present").click()
    expect(page.locator("#keypad")).to_be_hidden()
    assert stage.table.told == [("act", {"event": "player-absent", "player": "C"})]


def test_the_keypad_hears_a_keyboard(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing")
    page.locator("[data-action='equation-presented'][data-player='A']").click()
    page.keyboard.type("(2*3/6)8q")
    page.keyboard.press("Backspace")
    expect(page.locator("#keypad-text")).to_have_attribute("data-text", "(2x3÷6")
    page.keyboard.type(")=2")
    page.keyboard.press("Enter")
    expect(page.locator("#keypad")).to_be_hidden()
    assert stage.table.told == [("act", {"event": "equation-presented", "player": "A", "equation": "(2x3÷6)=2"})]


def test_what_is_typed_survives_new_screens_and_being_put_aside(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing")
    page.locator("[data-action='equation-presented'][data-player='A']").click()
    page.keyboard.type("2+")
    stage.show(page, "writing", prompt="Hurry up.", moves=[])
    expect(page.locator("#keypad-text")).to_have_text("2+")
    page.keyboard.type("3")
    page.locator("#keypad-aside").click()
    expect(page.locator("#keypad")).to_be_hidden()
    page.locator("[data-action='equation-presented'][data-player='C']").click()
    expect(page.locator("#keypad-text")).to_have_text("")
    page.keyboard.press("Escape")
    page.locator("[data-action='equation-presented'][data-player='A']").click()
    expect(page.locator("#keypad-text")).to_have_text("2+3")


def test_a_question_over_the_keypad_leaves_it_as_it_is(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing")
    page.locator("[data-action='equation-presented'][data-player='A']").click()
    page.keyboard.type("2+")
    asked = dict(stage.table.screen().body)
    asked["question"] = {"id": "9", "text": "Is everybody ready?", "options": ["Yes"], "snapshot": None}
    stage.table.put(asked)
    expect(page.locator("#question")).to_be_visible()
    page.keyboard.type("777")
    stage.show(page, "writing")
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#keypad-text")).to_have_text("2+")


def test_a_refused_equation_can_be_mended(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing")
    stage.table.reply = {"status": "refused", "text": "There is no = in it."}
    page.locator("[data-action='equation-presented'][data-player='A']").click()
    page.keyboard.type("2+3")
    page.locator("#keypad-present").click()
    expect(page.locator("#toast")).to_have_text("There is no = in it.")
    expect(page.locator("#keypad-text")).to_have_text("2+3")
    expect(page.locator("#keypad-present")).to_be_enabled()


def test_a_paper_that_comes_too_late_says_so_and_stays(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing")
    page.locator("[data-action='equation-presented'][data-player='A']").click()
    page.keyboard.type("2+3=5")
    stage.show(page, "writing", actions=[keypad("C")], prompt="Cy, write.")
    expect(page.locator("#keypad-gone")).to_be_visible()
    expect(page.locator("#keypad-text")).to_have_text("2+3=5")
    expect(page.locator("#keypad-present")).to_be_disabled()
    page.locator("#keypad-aside").click()
    expect(page.locator("#keypad")).to_be_hidden()


def test_the_mat_stays_in_sight_above_the_keypad(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing")
    page.locator("[data-action='equation-presented'][data-player='A']").click()
    for cube in ("[data-mat-section='goal'] .cube", "[data-mat-section='required'] .cube"):
        page.wait_for_function(
            """selector => { const box = document.querySelector(selector).getBoundingClientRect();
            return box.bottom <= document.getElementById('keypad').getBoundingClientRect().top; }""",
            arg=cube,
        )


def test_a_picture_is_shown_large_with_and_without_its_reading(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "moving")
    page.locator(".thumbnail").click()
    image = page.locator("#picture img")
    expect(image).to_have_attribute("src", f"/snapshots/{stage.table.snapshots.name}.jpg")
    page.locator("#picture-overlay").click()
    expect(image).to_have_attribute("src", f"/snapshots/{stage.table.snapshots.name}.jpg?overlay=1")
    page.wait_for_function("() => document.querySelector('#picture img').naturalWidth > 0")
    page.keyboard.press("Escape")
    expect(page.locator("#picture")).to_be_hidden()
    expect(page.locator(".thumbnail")).to_be_focused()
