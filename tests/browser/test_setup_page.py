"""Setting a table up in a real browser, on a table that really runs: by touch, by keyboard, on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import PageFactory, until
from tests.browser.setup_stage import Stage

#: A camera that nobody has plugged in: nothing is waited for.
HAND = """\
# Table 7 stands by the window.
[camera]
kind = "usb"  # bought in 2025
device = "/dev/video-of-nobody"
"""


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    made = Stage(tmp_path, page, HAND)
    yield made
    made.close()


def on(page: Page, step: str) -> None:
    """Goes on to that step."""
    page.locator("#keep").click()
    page.wait_for_selector(f"body[data-step='{step}']")


def test_through_all_steps_by_touch(stage: Stage) -> None:
    page = stage.open("/")
    page.locator("#start-set-up a").click()
    page.wait_for_selector("body[data-mode='wizard'][data-step='table']")
    page.locator("[name='table-name']").fill("Table 7")
    expect(page.locator("#plan li")).to_have_text("Name: Table 1 → Table 7")
    on(page, "rules")
    page.locator("[data-go='rules'][aria-current='step']").wait_for()
    page.locator("#step .chip", has_text="AGLOA").click()
    page.locator("#divisions .chip", has_text="middle").click()
    page.locator("[data-step='-5']").click()
    page.locator("#readings summary").click()
    page.locator("[name='find']").fill("goal_digits")
    page.locator("[data-reading='goal_digits'] select").select_option(label="2")
    expect(page.locator("#plan li")).to_have_count(4)
    on(page, "players")
    for seat, name in ((1, "Ann"), (2, "Ben")):
        page.locator(f"[name='player{seat}']").fill(name)
    # what was typed and not kept yet is meant
    on(page, "camera")
    on(page, "box")
    on(page, "people")
    page.locator("[name='person-name']").fill("Ada Moe")
    page.locator("#keep").click()
    expect(page.locator("#toast")).to_contain_text("not added yet")
    page.locator("#person-go").click()
    pin = page.locator("#pin-digits").text_content() or ""
    page.locator("#pin-written").click()
    expect(page.locator("[data-person]")).to_contain_text("Ada Moe")
    on(page, "finish")
    page.locator("#keep").click()
    page.wait_for_selector("body.table")
    # the start screen knows it all, and does not point to the set-up any more
    expect(page.locator("[name='ruleset'][value='agloa-equations-2019']")).to_be_checked()
    expect(page.locator("[name='division'][value='middle']")).to_be_checked()
    expect(page.locator("#start-set-up")).to_have_count(0)
    page.locator("[data-seating='0']").click()
    expect(page.locator("[name='name2']")).to_have_value("Ben")
    text = stage.file.read_text()
    assert text.startswith(HAND)
    assert '[table]\nname = "Table 7"\nset_up = true\n' in text
    assert "goal_digits = 2" in text
    assert len(pin) == 6
    until(page, lambda: stage.notes("settings")[-1] == ("organiser:AM", {"note": "settings", "table.set_up": True}))
    assert pin not in (stage.folder / "journal.db").read_bytes().decode("latin-1") + text
    assert "Ben" not in text + str(stage.notes("players"))
    # a second visit shows the settings, and no wizard
    page.goto(f"{stage.server.url}/setup")
    page.wait_for_selector("body[data-mode='overview']")
    expect(page.locator("[data-card]")).to_have_count(6)


def test_one_step_alone_by_keyboard_and_back(tmp_path: Path, page: PageFactory) -> None:
    stage = Stage(tmp_path, page, HAND + "[table]\nset_up = true\n")
    made = stage.open()
    made.locator("[data-change='table']").focus()
    made.keyboard.press("Enter")
    made.wait_for_selector("body[data-mode='step'][data-step='table']")
    made.keyboard.press("Tab")
    made.keyboard.type("By the window")
    expect(made.locator("#plan li")).to_have_text("Name: Table 1 → By the window")
    made.keyboard.press("Enter")
    made.wait_for_selector("body[data-mode='overview']")
    expect(made.locator("[data-card='table'] .summary")).to_have_text("By the window")
    made.locator("#undo").focus()
    made.keyboard.press("Enter")
    expect(made.locator("[data-card='table'] .summary")).to_have_text("Table 1")
    assert stage.file.read_text() == HAND + "[table]\nset_up = true\n"
    stage.close()


def test_once_it_is_finished_every_step_is_done_again_alone(tmp_path: Path, page: PageFactory) -> None:
    stage = Stage(tmp_path, page, HAND + "[table]\nset_up = true\n")
    made = stage.open("/")
    expect(made.locator("#start-set-up")).to_have_count(0)
    made = stage.open()
    for step in ("table", "rules", "players", "camera", "box", "people"):
        made.wait_for_selector("body[data-mode='overview']")
        made.locator(f"[data-change='{step}']").click()
        made.wait_for_selector(f"body[data-mode='step'][data-step='{step}']")
        made.locator("#back").click()
    made.wait_for_selector("body[data-mode='overview']")
    assert stage.file.read_text() == HAND + "[table]\nset_up = true\n"
    made.locator("#again").click()
    made.wait_for_selector("body[data-mode='wizard'][data-step='table']")
    made.goto(f"{stage.server.url}/setup")
    made.wait_for_selector("body[data-mode='overview']")
    made.locator("[data-self-test]").click()
    made.wait_for_selector("body.self-test[data-ready='yes']")
    stage.close()


def test_what_cannot_be_is_refused_and_nothing_is_kept(stage: Stage) -> None:
    page = stage.open("/setup", quiet=False)
    page.locator("[name='table-name']").fill("  ")
    expect(page.locator("#plan .fault")).to_contain_text("it must be a text of 1 to 40 characters in one line")
    page.locator("#keep").click()
    expect(page.locator("body")).to_have_attribute("data-step", "table")
    page.goto(f"{stage.server.url}/setup#camera")
    page.locator("#step .chip", has_text="A recording").click()
    expect(page.locator("#plan .fault")).to_contain_text("it must then be the path of a recording")
    assert stage.file.read_text() == HAND


def test_a_file_of_players_on_a_phone(stage: Stage, tmp_path: Path) -> None:
    page = stage.open("/setup#players", (390, 844))
    page.wait_for_selector("body[data-step='players']")

    def choose(text: str) -> None:
        page.locator("#players-file").set_input_files(
            {"name": "list.csv", "mimeType": "text/csv", "buffer": text.encode()}
        )

    choose("table,seat,name\n1,1,Ann\n1,1,Ben\n2,1,\n")
    expect(page.locator(".faults [data-line='3']")).to_contain_text("seat 1 of table 1 is taken by 'Ann' already")
    expect(page.locator(".faults [data-line='4']")).to_contain_text("there is no name")
    assert stage.table.seatings == ()
    choose("table,seat,name\n1,1,Ann\n1,2,Ben\n2,1,Cy\n2,2,Dee\n")
    expect(page.locator("#players-found")).to_contain_text("2 groups, 1 of them for Table 1")
    page.locator("#players-keep-file").click()
    expect(page.locator("#players-kept")).to_contain_text("Ann, Ben")
    assert len(stage.table.seatings) == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_file_that_somebody_else_changes_meanwhile_is_not_written_over(stage: Stage) -> None:
    page = stage.open("/setup", quiet=False)
    page.locator("[name='table-name']").fill("Table 7")
    expect(page.locator("#plan li")).to_be_visible()
    stage.file.write_text(HAND + "# a word more\n")
    page.locator("#keep").click()
    expect(page.locator("#toast")).to_contain_text("changed by somebody else")
    assert stage.file.read_text() == HAND + "# a word more\n"
    on(page, "rules")
    assert "# a word more\n" in stage.file.read_text()


@pytest.mark.parametrize("size", [(1024, 600), (390, 844)])
def test_every_step_is_accessible(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.open("/setup", size)
    found = {}
    for step in ("table", "rules", "players", "camera", "box", "people", "finish"):
        page.goto(f"{stage.server.url}/setup#{step}")
        page.wait_for_selector(f"body[data-step='{step}']")
        if step == "rules":
            page.locator("#readings summary").click()
        found[step] = faults(page)
    assert {step: each for step, each in found.items() if each} == {}
