"""The organiser's audit in a real browser, at three sizes, by touch and by keyboard."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from kiosk.audit.rows import csv_text, json_text, rows_of
from tests.bench.long_match import write_long_match
from tests.browser.audit_stage import DESK, PHONE, SIZES, AuditStage
from tests.browser.axe import faults
from tests.browser.conftest import PageFactory, until
from tests.kiosk.audit.written import spoil, write
from tests.kiosk.papers import opened, read_pdf, shake

#: Told of a picture: it is there, not only on its way.
DRAWN = "each => each.complete && each.naturalWidth > 0"


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[AuditStage]:
    made = AuditStage(tmp_path, page)
    yield made
    made.close()


def lines(page: Page) -> Locator:
    return page.locator("#lines [data-line]")


def keys(page: Page) -> list[str]:
    found: list[str] = lines(page).evaluate_all("all => all.map(each => each.dataset.line)")
    return found


def shows(page: Page, count: int) -> None:
    expect(page.locator("#page")).to_have_attribute("data-lines", str(count))


def choose(page: Page, name: str, *values: str) -> None:
    """Opens a filter, ticks these values, and closes it again."""
    filtered = page.locator(f"[data-filter='{name}']")
    filtered.locator("summary").click()
    offered = filtered.locator("input").evaluate_all("all => all.map(each => each.value)")
    for value in values:
        filtered.locator("input").nth(offered.index(value)).check()
    page.keyboard.press("Escape")
    expect(filtered.locator(".values")).to_be_hidden()


def asked_of(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def fits(page: Page) -> None:
    """Nothing hangs over the side, and whatever is tapped is large enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.locator("button, a.button, select, summary").evaluate_all(
        "all => all.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML)"
    )
    assert small == []


# -- the list and its filters ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_every_view_at_every_size(stage: AuditStage, size: tuple[int, int]) -> None:
    page = stage.open(size=size)
    found = {}
    for view in ("lines", "shakes", "used", "players", "changes"):
        page.locator(f"#views [data-view='{view}']").click()
        expect(page.locator("body")).to_have_attribute("data-view", view)
        expect(page.locator(f"#view-{view}")).to_be_visible()
        if view == "shakes":
            page.wait_for_selector("#shake-drawing [data-bar]")
        fits(page)
        found[view] = faults(page)
    assert {view: each for view, each in found.items() if each} == {}


@pytest.mark.parametrize("size", SIZES)
def test_a_line_tells_what_it_is_about(stage: AuditStage, size: tuple[int, int]) -> None:
    page = stage.open(size=size)
    shows(page, len(stage.answer().lines))
    assert keys(page) == [f"{line.match}/{line.place}" for line in stage.answer().lines]
    late = page.locator("[data-line='here.2/2']")
    for text in ("Ben", "First turn", "2:00", "2:35", "2:55.25", "117 %", "late", "P1 −1", "applied", "LK", "XI-A-1-b"):
        expect(late).to_contain_text(text)
    assert late.get_attribute("data-status") == "applied"


def test_filters_stand_in_the_address_and_the_totals_follow(stage: AuditStage) -> None:
    page = stage.open()
    expect(page.locator("[data-total='applied']")).to_contain_text("2 (−2)")
    choose(page, "player", "Ben", "Cy")
    audit = stage.answer(player=["Ben", "Cy"])
    shows(page, len(audit.lines))
    assert asked_of(page) == {"player": ["Ben", "Cy"]}
    choose(page, "shake", "1")
    shows(page, len(stage.answer(player=["Ben", "Cy"], shake=["1"]).lines))
    expect(page.locator("[data-total='applied']")).to_contain_text("1 (−1)")
    expect(page.locator("[data-total='pending']")).to_contain_text("0 (0)")
    expect(page.locator("[data-filter='player'] summary")).to_contain_text("Ben, Cy")
    # The same address gives the same lines.
    before = keys(page)
    page.reload()
    page.wait_for_selector("body[data-ready='yes']")
    assert keys(page) == before
    page.locator("#clear").click()
    shows(page, len(stage.answer().lines))
    assert asked_of(page) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [("task", "task-turn"), ("status", "refused"), ("judge", "BE"), ("shake", "2"), ("player", "Ann")],
)
def test_each_filter(stage: AuditStage, name: str, value: str) -> None:
    page = stage.open()
    choose(page, name, value)
    wanted = stage.answer(**{name: [value]}).lines
    shows(page, len(wanted))
    assert keys(page) == [f"{line.match}/{line.place}" for line in wanted]
    assert asked_of(page) == {name: [value]}


def test_a_tile_shows_only_its_penalties_and_again_all(stage: AuditStage) -> None:
    page = stage.open(size=PHONE)
    page.locator("[data-total='pending']").click()
    shows(page, 1)
    expect(page.locator("[data-total='pending']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#shown")).to_contain_text("1 of 12 lines")
    page.locator("[data-total='pending']").click()
    shows(page, 12)


def test_nothing_is_left_of_a_filter(stage: AuditStage) -> None:
    page = stage.open("/audit?player=Zed")
    expect(page.locator("#nothing-found")).to_have_text("No line fits these filters.")
    expect(page.locator("[data-total='deadlines']")).to_contain_text("0")
    expect(page.locator("[data-filter='player'] input[value='Zed']")).to_be_checked()


def test_lines_are_put_in_order_by_heading_and_by_choice(stage: AuditStage) -> None:
    page = stage.open(size=DESK)
    page.locator("#lines-head [data-sort='player']").click()
    expect(page.locator("#lines-head [data-sort='player']")).to_have_attribute("aria-pressed", "true")
    expect(lines(page).first).to_contain_text("Ann")
    page.locator("#lines-head [data-sort='player']").click()
    expect(lines(page).first).to_contain_text("Cy")
    assert asked_of(page) == {"sort": ["-player"]}
    page.locator("#sort").select_option("-used")
    wanted = stage.answer(sort=["-used"]).lines[0]
    expect(lines(page).first).to_have_attribute("data-line", f"{wanted.match}/{wanted.place}")
    page.locator("#sort").select_option("none")
    expect(lines(page).first).to_have_attribute("data-line", "here.2/1")


def test_another_match_and_all_of_them(stage: AuditStage) -> None:
    page = stage.open()
    page.locator("#match-choice").select_option("table-7-1-abc.2")
    shows(page, len(stage.answer(match=["table-7-1-abc.2"]).lines))
    expect(lines(page).first).to_contain_text("Dee")
    assert asked_of(page) == {"match": ["table-7-1-abc.2"]}
    page.locator("#match-choice").select_option("all")
    both = stage.answer(match=["all"])
    shows(page, len(both.lines))
    page.locator("#views [data-view='players']").click()
    expect(page.locator("#players [data-player]")).to_have_count(6)
    page.locator("#views [data-view='shakes']").click()
    expect(page.locator("#shake-choice option")).to_have_count(3)


def test_a_question_that_nobody_can_answer_is_told(stage: AuditStage) -> None:
    page = stage.open("/audit?match=here.99", quiet=False)
    expect(page.locator("#trouble")).to_contain_text("no match begins with row 99")
    page.locator("#match-choice").select_option("")
    expect(page.locator("#trouble")).to_be_hidden()
    shows(page, 12)


# -- a line, opened --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_evidence_is_one_tap_away(stage: AuditStage, size: tuple[int, int]) -> None:
    page = stage.open(size=size)
    page.locator("[data-line='here.2/2']").click()
    expect(page.locator("#opened-title")).to_have_text("Ben: First turn")
    expect(page.locator(".story")).to_contain_text("LK approved it at 5:00")
    page.wait_for_selector(".pictures[data-ready='yes']")
    expect(page.locator(".pictures img")).to_have_count(2)
    for picture in page.locator(".pictures img").all():
        until(page, partial(picture.evaluate, DRAWN))
    page.wait_for_selector(".clip[data-ready='yes']")
    until(page, partial(page.locator(".clip img").evaluate, DRAWN))
    expect(page.locator("[data-fact='extra'] dd")).to_have_text("3:45")
    if size != PHONE:
        # Nobody has to scroll to see that there are pictures.
        box = page.locator(".pictures img").first.bounding_box()
        assert box is not None
        assert box["y"] + 150 < size[1]
    fits(page)
    assert faults(page) == []
    link = page.locator("#opened-review").get_attribute("href")
    told = stage.house.organiser().get("/audit/line/here.2/2").get_json()
    assert link == f"/judge#here.2/{told['row']}"
    assert page.url.endswith("#here.2/2")
    page.go_back()
    expect(page.locator("#opened")).to_be_hidden()
    expect(page.locator("[data-line='here.2/2']")).to_be_focused()
    page.wait_for_load_state("networkidle")


def test_the_reading_is_laid_over_the_picture(stage: AuditStage) -> None:
    page = stage.open("/audit#here.2/2")
    page.wait_for_selector(".pictures[data-ready='yes']")
    page.locator("#picture-overlay").click()
    expect(page.locator(".pictures")).to_have_attribute("data-overlay", "yes")
    assert page.locator(".reading polygon").count() > 10


def test_the_link_opens_the_judges_review_at_that_row(stage: AuditStage) -> None:
    # The judge's page listens until the server goes.
    page = stage.open("/audit#here.2/2", size=DESK, quiet=False)
    page.locator("#opened-review").click()
    page.wait_for_selector("#opened[data-row]")
    assert page.locator("#opened").get_attribute("data-row") == page.url.rpartition("/")[2]


def test_everything_by_keyboard(stage: AuditStage) -> None:
    page = stage.open()
    page.keyboard.press("j")
    expect(page.locator("#opened")).to_have_attribute("data-line", "here.2/1")
    page.keyboard.press("j")
    expect(page.locator("#opened")).to_have_attribute("data-line", "here.2/2")
    expect(page.locator("#opened-title")).to_be_focused()
    page.wait_for_selector(".pictures[data-ready='yes']")
    page.keyboard.press("o")
    expect(page.locator(".pictures")).to_have_attribute("data-overlay", "yes")
    page.wait_for_selector(".clip[data-ready='yes']")
    frame = page.locator(".clip").get_attribute("data-frame")
    page.keyboard.press(".")
    expect(page.locator(".clip")).not_to_have_attribute("data-frame", frame or "")
    page.keyboard.press("k")
    expect(page.locator("#opened")).to_have_attribute("data-line", "here.2/1")
    page.keyboard.press("Escape")
    expect(page.locator("#opened")).to_be_hidden()
    # A filter: opened, ticked and left by keys alone.
    page.locator("[data-filter='status'] summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    shows(page, 2)
    page.keyboard.press("Escape")
    expect(page.locator("[data-filter='status'] summary")).to_be_focused()
    page.locator("#views [data-view='shakes']").focus()
    page.keyboard.press("Enter")
    bar = page.locator("[data-bar='2']")
    bar.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#opened")).to_have_attribute("data-line", "here.2/2")
    page.wait_for_load_state("networkidle")


def test_everything_by_touch_on_a_phone(stage: AuditStage) -> None:
    page = stage.open(size=PHONE, touch=True)
    page.locator("[data-filter='player'] summary").tap()
    page.locator("[data-filter='player'] input[value='Ben']").tap()
    shows(page, len(stage.answer(player=["Ben"]).lines))
    # A tap beside it closes the filter, and does nothing else.
    page.touchscreen.tap(195, 20)
    expect(page.locator("[data-filter='player'] .values")).to_be_hidden()
    page.locator("[data-total='applied']").tap()
    shows(page, 1)
    page.locator("[data-line='here.2/2']").tap()
    page.wait_for_selector(".pictures[data-ready='yes']")
    page.locator(".side[data-side='before']").tap()
    expect(page.locator(".pictures")).to_have_attribute("data-side", "before")
    page.locator("#zoom-in").tap()
    expect(page.locator(".frame").first).to_have_attribute("data-zoom", "1.50")
    page.wait_for_selector(".clip[data-ready='yes']")
    frame = page.locator(".clip").get_attribute("data-frame")
    page.locator(".clip [data-step='1']").tap()
    expect(page.locator(".clip")).not_to_have_attribute("data-frame", frame or "")
    page.locator("#opened-close").tap()
    expect(page.locator("#opened")).to_be_hidden()
    page.locator("#views [data-view='shakes']").tap()
    page.locator("[data-bar='2']").tap()
    expect(page.locator("#opened-title")).to_have_text("Ben: First turn")
    page.locator("#opened-close").tap()
    page.locator("#chain").tap()
    page.locator("#chain-check").tap()
    expect(page.locator("#chain")).to_have_attribute("data-state", "whole")
    page.wait_for_load_state("networkidle")


# -- the other views -------------------------------------------------------------------------------------


def test_a_shake_is_drawn_with_what_happened_in_it(stage: AuditStage) -> None:
    page = stage.open("/audit?view=shakes&player=Ben", size=PHONE)
    drawing = page.locator("#shake-drawing")
    expect(drawing).to_have_attribute("data-shake", "here.2/1")
    late = page.locator("[data-bar='2']")
    expect(late).to_have_attribute(
        "aria-label",
        "Ben: First turn. Began 0:20, limit 2:00, due 2:35, late, 117 % of the limit used. Penalty P1, −1, applied.",
    )
    for part in (".used", ".counted", ".extra-minute", ".flag", ".due", ".end"):
        assert late.locator(part).count() == 1
    assert drawing.locator(".stop").count() == 1
    expect(page.locator(".stops")).to_contain_text("1:00 – 1:15: the clock was stopped (by LK: =HYPERLINK(1))")
    # Those of the others are there, and pale.
    assert drawing.locator(".bar.pale").count() > 0
    page.locator("[data-step='1']").click()
    expect(drawing).to_have_attribute("data-shake", "here.2/2")
    assert asked_of(page)["of"] == ["here.2/2"]
    expect(page.locator(".stops")).to_contain_text("the table was down")
    page.locator("[data-bar]").first.click()
    expect(page.locator("#opened-title")).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_time_used_against_the_limit(stage: AuditStage) -> None:
    page = stage.open("/audit?view=used")
    first = page.locator("#used [data-task='First turn']")
    expect(first).to_contain_text("limit 2:00")
    expect(first).to_contain_text("1 times")
    expect(first).to_contain_text("at most 117 %")
    expect(first).to_contain_text("1 over time")
    assert first.locator("rect.over").count() == 1


def test_players_and_whether_the_scoresheet_fits(stage: AuditStage) -> None:
    page = stage.open("/audit?view=players")
    ben = page.locator("#players [data-player='Ben']")
    expect(ben.locator("[data-col='applied']")).to_have_text("1 (−1)")
    expect(ben.locator("[data-col='pending']")).to_have_text("1 (−1)")
    assert page.locator("#fits li").evaluate_all("all => all.map(each => each.dataset.fits)") == ["yes"] * 3


def test_what_was_changed_by_whom(stage: AuditStage) -> None:
    page = stage.open("/audit?view=changes", size=PHONE)
    undone = page.locator("#changes [data-kind='undone']")
    expect(undone).to_contain_text("by BE")
    expect(undone).to_contain_text("It had said: BE takes a point from Cy: talking")
    expect(undone).to_contain_text("Penalty P4 of Cy (−1) went with it.")
    assert undone.locator("a").first.get_attribute("href") == f"/judge#here.2/{undone.get_attribute('data-change')}"
    # Typed by somebody, and only ever a text.
    expect(page.locator("#changes")).to_contain_text("=HYPERLINK(1)")
    choose(page, "judge", "BE")
    expect(page.locator("#changes li")).to_have_count(3)


# -- files, and the chain --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_same_lines_as_files(stage: AuditStage, size: tuple[int, int]) -> None:
    page = stage.open("/audit?player=Ben&status=any", size=size)
    audit = stage.answer(player=["Ben"], status=["any"])
    page.locator("#files-open").click()
    expect(page.locator("#files-hint")).to_contain_text("2")
    expect(page.locator("#files-only")).to_have_text("Only: Ben, any penalty.")
    fits(page)
    assert faults(page) == []
    contents = {}
    for form in ("csv", "json", "pdf"):
        with page.expect_download() as download:
            page.locator(f"#files [data-form='{form}']").click()
        assert download.value.suggested_filename == f"penalties-2026-01-01-Table-1-here-2-Ben.{form}"
        contents[form] = Path(download.value.path()).read_bytes()
    assert contents["csv"].decode() == csv_text(rows_of(audit))
    assert contents["json"].decode() == json_text(rows_of(audit))
    assert len(json.loads(contents["json"])) == len(list(csv.DictReader(io.StringIO(contents["csv"].decode())))) == 2
    assert "Only: Ben, any penalty." in read_pdf(contents["pdf"]).text
    expect(page.locator("#files-state [data-kind='done']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#files")).to_be_hidden()


def test_progress_is_shown_while_the_pdf_is_made(stage: AuditStage) -> None:
    page = stage.open()
    page.route("**/audit/report", lambda route: route.fulfill(json={"id": "x", "state": "running", "done": 0, "of": 0}))
    told = iter([{"state": "running", "done": 40, "of": 100}, {"state": "refused", "text": "the disk is full"}])
    page.route("**/audit/report/x", lambda route: route.fulfill(json={"id": "x", **next(told)}))
    page.locator("#files-open").click()
    page.locator("[data-form='pdf']").click()
    page.wait_for_function("() => document.querySelector('#files-state progress')?.value === 0.4")
    expect(page.locator("#files-state [data-kind='refused']")).to_have_text("the disk is full")


def test_the_chain_is_whole_until_somebody_changes_it(stage: AuditStage) -> None:
    page = stage.open(size=PHONE)
    chain = page.locator("#chain")
    expect(chain).to_have_text("Journal: not checked")
    chain.click()
    expect(page.locator("#chain-check")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#chain-found .verdict")).to_contain_text("✓ The journal of Table 1 is whole")
    expect(chain).to_have_attribute("data-state", "whole")
    assert faults(page) == []
    spoil(stage.folder, 5, '"goal":"G6"', '"goal":"G4"')
    page.locator("#chain-check").click()
    expect(page.locator("#chain-found .verdict")).to_contain_text("✗ The journal of Table 1 is not as it was written.")
    fault = page.locator("[data-place='row 5']")
    expect(fault).to_contain_text("row 5: is not as it was written: its hash differs")
    expect(fault.locator("a")).to_have_attribute("href", "/judge#here.2/5")
    expect(chain).to_have_attribute("data-state", "broken")
    expect(chain).to_have_text("✗ Journal not whole")
    fits(page)
    assert faults(page) == []
    page.locator("#chain-close").click()
    # What is known of one journal says nothing of another.
    page.locator("#match-choice").select_option("table-7-1-abc.2")
    expect(chain).to_have_attribute("data-state", "unchecked")


# -- odd situations --------------------------------------------------------------------------------------


def test_a_table_that_has_played_nothing(tmp_path: Path, page: PageFactory) -> None:
    (tmp_path / "empty").mkdir()
    stage = AuditStage(tmp_path, page, own=tmp_path / "empty")
    shown = stage.open(size=PHONE)
    expect(shown.locator("#nothing-found")).to_have_text("No match has been played at this table yet.")
    expect(shown.locator("#files-open")).to_be_disabled()
    expect(shown.locator("#chain")).to_be_disabled()
    assert faults(shown) == []
    shown.locator("#match-choice").select_option("table-7-1-abc.2")
    expect(lines(shown).first).to_contain_text("Dee")
    expect(shown.locator("#chain")).to_be_enabled()
    stage.close()


def test_a_link_that_is_lost_is_told_and_tried_again(stage: AuditStage) -> None:
    page = stage.open(quiet=False)
    page.route("**/audit/lines*", lambda route: route.abort())
    page.locator("[data-total='pending']").click()
    expect(page.locator("#trouble")).to_be_visible()
    page.unroute("**/audit/lines*")
    page.locator("#trouble button").click()
    shows(page, 1)


def test_names_are_only_ever_text(tmp_path: Path, page: PageFactory) -> None:
    name = "<img src=x onerror=document.body.dataset.broken='yes'>"
    write(tmp_path / "own", [opened(), *shake(0)], names={"A": name, "B": "Ben", "C": "Cy"})
    stage = AuditStage(tmp_path, page, own=tmp_path / "own")
    shown = stage.open(size=DESK)
    expect(lines(shown).first).to_contain_text(name)
    choose(shown, "player", name)
    for view in ("shakes", "used", "players", "changes", "lines"):
        shown.locator(f"#views [data-view='{view}']").click()
    lines(shown).first.click()
    expect(shown.locator("#opened-title")).to_contain_text(name)
    shown.wait_for_load_state("networkidle")
    assert shown.locator("body").get_attribute("data-broken") is None
    stage.close()


def test_thousands_of_lines_scroll_without_gaps(tmp_path: Path, page: PageFactory) -> None:
    own = tmp_path / "long"
    write_long_match(own, 1500, 20)
    stage = AuditStage(tmp_path, page, own=own)
    shown = stage.open(size=PHONE)
    count = len(stage.answer().lines)
    assert count > 1000
    shows(shown, count)
    assert lines(shown).count() < 60
    for share in (0.1, 0.37, 0.5, 0.93, 1):
        shown.evaluate(
            "share => { const list = document.getElementById('lines'); list.scrollTop = share * list.scrollHeight; }",
            share,
        )
        # Every place of the list that is in sight has a line.
        shown.wait_for_function(
            """() => {
              const box = document.getElementById("lines").getBoundingClientRect();
              const places = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98].map((part) => box.top + part * box.height);
              return places.every((y) => document.elementFromPoint(box.left + 40, y)?.closest("#lines li"));
            }"""
        )
    assert keys(shown)[-1] == f"here.2/{count}"
    stage.close()
