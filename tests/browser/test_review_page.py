"""The judge's timeline in a real browser: everything that happened, found, followed and marked, on every size."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from kiosk.names import erase
from tests.browser.conftest import PageFactory, until
from tests.browser.review_stage import DESK, GAPS, PHONE, SIZES, TABLET, ReviewStage, line, opened
from tests.browser.test_live import Cable, live, lost
from tests.kiosk.people.conftest import PIN


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReviewStage]:
    """For tests that only look."""
    made = ReviewStage(tmp_path_factory.mktemp("review"))
    yield made
    made.close()


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[ReviewStage]:
    """For tests in which something happens."""
    made = ReviewStage(tmp_path)
    yield made
    made.close()


def rows_in_sight(page: Page) -> list[int]:
    rows: list[int] = page.locator("#timeline .line").evaluate_all("all => all.map((each) => Number(each.dataset.row))")
    return rows


@pytest.mark.parametrize("size", SIZES)
def test_every_event_has_its_line_newest_first_and_the_other_way(
    film: ReviewStage, page: PageFactory, size: tuple[int, int]
) -> None:
    made = film.open(page, size)
    told = film.lines()
    expect(made.locator("#timeline")).to_have_attribute("data-lines", str(len(told)))
    expect(made.locator("#lines-list > li").first).to_contain_text("Shake 1")
    expect(made.locator("#lines-list .line").first).to_have_attribute("data-row", str(told[-1].row))
    made.locator("#order").click()
    expect(made.locator("#lines-list .line").first).to_contain_text("The match begins: Ann, Ben and Cy.")
    made.reload()
    made.wait_for_selector("#lines-list .line", state="attached")
    assert rows_in_sight(made)[:3] == [each.row for each in told[:3]], "the order is kept for this browser"


def test_each_filter_leaves_what_it_says(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page)
    for name in ("judges", "disputed", "moves", "challenges", "time", "all"):
        wanted = [each.row for each in film.lines() if name == "all" or name in each.groups]
        chip = made.locator(f"[data-filter='{name}']")
        chip.click()
        expect(chip).to_have_attribute("aria-pressed", "true")
        expect(made.locator("#timeline")).to_have_attribute("data-lines", str(len(wanted)))
        shown = rows_in_sight(made)
        assert shown == sorted(wanted, reverse=True)[: len(shown)], name
        assert shown, name


def test_words_find_lines_and_nothing_is_said_to_be_found(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page)
    made.keyboard.press("/")
    made.keyboard.type("sets ann 6")
    expect(made.locator("#timeline")).to_have_attribute("data-lines", "1")
    expect(made.locator(".line")).to_contain_text("Ann sets the Goal 6.")
    made.keyboard.type(" nowhere")
    expect(made.locator("#nothing-found")).to_be_visible()
    made.keyboard.press("Escape")
    expect(made.locator("#nothing-found")).to_be_hidden()
    expect(made.locator("#search")).to_have_value("")


def test_lines_say_what_is_odd_about_them(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, PHONE)
    made.locator("[data-filter='disputed']").click()
    expect(line(made, film.row("out-of-step"))).to_contain_text("mat and record differ")
    unsure = line(made, film.row("cube-moved", 1))
    expect(unsure).to_contain_text("asked")
    expect(unsure).to_contain_text("not sure")
    refused = line(made, film.row("cube-moved", 2))
    expect(refused).to_contain_text("not allowed")
    expect(refused.locator(".cite")).to_be_visible()
    expect(refused).to_have_attribute("data-new", "yes")


def test_a_penalty_that_waits_is_marked_until_a_judge_has_decided(film: ReviewStage, page: PageFactory) -> None:
    made = page(*PHONE)
    status = "pending"

    def decided(route: Route) -> None:
        body = route.fetch().json()
        route.fulfill(body=json.dumps(body | {"penalties": {"1": status}}), content_type="application/json")

    made.route("**/judge/review*", decided)
    made.goto(f"{film.server.url}/join#{film.house.gate.code_for(None, film.house.lee).text}")
    made.wait_for_url("**/judge")
    made.locator("#tab-review").click()
    made.locator("[data-filter='time']").click()
    late = line(made, film.row("cube-moved", 3))
    expect(late.locator("[data-mark='pending']")).to_have_text("waits for a judge")
    late.click()
    expect(made.locator(".says [data-status]")).to_have_text("waits for a judge")
    status = "refused"
    made.reload()
    expect(made.locator(".says [data-status]")).to_have_text("does not count")
    made.unroute_all(behavior="ignoreErrors")


def test_by_keyboard_alone(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page)
    told = [each.row for each in film.lines()][::-1]
    made.keyboard.press("j")
    opened(made, told[0])
    made.keyboard.press("j")
    made.keyboard.press("j")
    opened(made, told[2])
    made.keyboard.press("k")
    opened(made, told[1])
    expect(line(made, told[1])).to_have_attribute("aria-current", "true")
    expect(made.locator("[aria-current]")).to_have_count(1)
    made.keyboard.press("?")
    expect(made.locator("#keys")).to_be_visible()
    for key in ("J", "K", "R", "Esc", "?"):
        expect(made.locator("#keys kbd", has_text=re.compile(f"^{re.escape(key)}$"))).to_have_count(1)
    made.keyboard.press("j")
    opened(made, told[1])
    made.keyboard.press("Escape")
    expect(made.locator("#keys")).to_be_hidden()
    opened(made, told[1])
    made.keyboard.press("Escape")
    expect(made.locator("#opened .event")).to_have_count(0)
    expect(line(made, told[1])).to_be_focused()
    made.keyboard.press("f")
    expect(made.locator("[data-filter='disputed']")).to_have_attribute("aria-pressed", "true")


def test_reviewed_is_each_judges_own_and_is_kept(stage: ReviewStage, page: PageFactory) -> None:
    refused = stage.row("cube-moved", 2)
    lee = stage.open(page, row=refused)
    bo = stage.open(page, TABLET, who=stage.house.bo)
    news = sum(each.look for each in stage.lines())
    count = lee.locator("[data-filter='all'] .count")
    expect(count).to_contain_text(str(news))
    lee.keyboard.press("r")
    expect(lee.locator("#opened-reviewed")).to_have_attribute("aria-pressed", "true")
    expect(line(lee, refused)).to_have_attribute("data-reviewed", "yes")
    expect(count).to_contain_text(str(news - 1))
    first = next(stage.film.journal.rows(2)).hash
    until(lee, lambda: stage.house.gate.reviewed.rows(stage.house.lee, first) == [refused])
    lee.reload()
    expect(line(lee, refused)).to_have_attribute("data-reviewed", "yes")
    bo.reload()
    expect(bo.locator("[data-filter='all'] .count")).to_contain_text(str(news))
    bo.locator("#mark-all").click()
    expect(bo.locator("[data-filter='all'] .count")).to_have_count(0)
    expect(bo.locator("#mark-all")).to_be_disabled()
    lee.locator("#opened-reviewed").click()
    expect(line(lee, refused)).to_have_attribute("data-new", "yes")


def test_a_mark_that_the_table_never_got_is_taken_back(stage: ReviewStage, page: PageFactory) -> None:
    def cut_off(*size: int, **options: bool) -> Page:
        made = page(*size, **options)
        made.route("**/judge/reviewed", lambda route: route.abort())
        return made

    made = stage.open(cut_off, row=stage.row("out-of-step"), quiet=False)
    made.keyboard.press("r")
    expect(made.locator("#toast")).to_be_visible()
    expect(made.locator("#opened-reviewed")).to_have_attribute("aria-pressed", "false")
    expect(line(made, stage.row("out-of-step"))).to_have_attribute("data-new", "yes")


def test_lines_arrive_while_somebody_looks(stage: ReviewStage, page: PageFactory) -> None:
    at_top, below = stage.open(page, PHONE), stage.open(page, TABLET, row=stage.row("cube-moved"))
    below.keyboard.press("Escape")
    below.locator("#lines").evaluate("each => { each.scrollTop = 300; }")
    seen = below.locator("#lines").evaluate(
        "each => { const box = each.getBoundingClientRect();"
        " return document.elementFromPoint(box.left + 60, box.top + 40).closest('.line').dataset.row; }"
    )
    place = line(below, int(seen)).bounding_box()
    row = stage.film.event(5, "clock-paused", actor="judge:LK", by="judge", why="a cube fell down")
    stage.follow()
    expect(at_top.locator("#lines-list .line").first).to_have_attribute("data-row", str(row))
    button = below.locator("#to-newest")
    expect(button).to_be_visible()
    moved = line(below, int(seen)).bounding_box()
    assert place is not None
    assert moved is not None
    # The button itself takes its room above the list.
    above = button.bounding_box()
    assert above is not None
    assert abs(moved["y"] - place["y"]) < above["height"] + 12
    button.click()
    expect(below.locator("#lines-list .line").first).to_have_attribute("data-row", str(row))
    expect(button).to_be_hidden()


def test_what_is_open_stays_open_and_gets_its_clip(stage: ReviewStage, page: PageFactory) -> None:
    row = stage.film.event(9, "block-lifted", actor="box", player="C")
    stage.follow()
    made = stage.open(page, row=row)
    expect(made.locator(".clip")).to_have_count(0)
    stage.film.clip("block-lifted", stage.film.t_s, [stage.film.agreed or ""] * 4)
    stage.follow()
    expect(opened(made, row).locator(".clip")).to_have_attribute("data-ready", "yes")


def test_what_was_undone_is_struck(stage: ReviewStage, page: PageFactory) -> None:
    moved = next(each for each in stage.lines() if each.name == "cube-moved")
    made = stage.open(page, row=moved.row)
    stage.film.event(5, "event-undone", actor="judge:LK", line=moved.line, judge="LK", why="misread")
    stage.follow()
    expect(line(made, moved.row).locator("s")).to_contain_text("Ben moves red 2")
    expect(line(made, moved.row)).to_contain_text("struck")
    made.reload()
    expect(opened(made, moved.row).locator("h2 s")).to_be_visible()


def test_a_link_leads_to_its_event_and_back_to_the_list(film: ReviewStage, page: PageFactory) -> None:
    row = film.row("cube-moved")
    made = film.open(page, PHONE, row=row)
    made.reload()
    opened(made, row)
    made.locator("#opened-close").click()
    expect(line(made, row)).to_be_visible()
    line(made, row).click()
    opened(made, row)
    assert made.url.endswith(f"#{film.key}/{row}")
    made.locator("#opened-next").click()
    opened(made, row - 1)
    made.go_back()
    expect(made.locator("#opened .event")).to_have_count(0)
    made.evaluate(f"location.hash = '#{film.key}/{film.row('out-of-step')}'")
    opened(made, film.row("out-of-step"))
    made.evaluate(f"location.hash = '#{film.key}/9999'")
    expect(made.locator("#toast")).to_have_text("This match has no such row.")


def test_a_match_of_another_table_is_only_looked_at(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page)
    expect(made.locator("#read-only")).to_be_hidden()
    choice = made.locator("#match-choice")
    expect(choice.locator("option")).to_have_count(2)
    there = str(choice.locator("option", has_text="Dee").get_attribute("value"))
    choice.select_option(there)
    expect(made.locator("#timeline")).to_have_attribute("data-match", there)
    expect(made.locator("#read-only")).to_be_visible()
    expect(made.locator("#match-title")).to_contain_text("Table 7")
    made.locator("#order").click()
    made.locator(".line", has_text="Dee").first.click()
    expect(made.locator("#opened")).to_contain_text("A past match: only looking")
    expect(made.locator("#opened")).not_to_contain_text("Ann")
    link = made.url
    assert there in link
    made.reload()
    expect(made.locator("#timeline")).to_have_attribute("data-match", there)
    expect(made.locator("#opened .event")).to_be_visible()


def test_a_name_that_is_erased_leaves_an_open_page(stage: ReviewStage, page: PageFactory) -> None:
    row = stage.row("cube-moved")
    made = stage.open(page, row=row)
    expect(made.locator("#opened-title")).to_have_text("Ben moves red 2 to Required.")
    erase(stage.film.journal, "Ben")
    stage.follow()
    expect(made.locator("#opened-title")).to_have_text("B moves red 2 to Required.")
    expect(made.locator("#timeline")).not_to_contain_text("Ben")


def test_a_lost_link_is_seen_and_what_was_asked_for_comes_when_it_is_back(
    stage: ReviewStage, page: PageFactory
) -> None:
    cable = Cable(stage.server.port)
    made = stage.open(page, PHONE, url=f"http://127.0.0.1:{cable.port}", quiet=False)
    row, other = stage.row("equation-presented"), stage.row("third-party-decided")
    line(made, row).click()
    opened(made, row)
    cable.silent.set()
    cable.cut()
    lost(made)
    made.locator("#opened-next").click()
    silence = made.locator("#opened [role='alert']")
    # A silent link would be given up after some seconds; one that breaks is known at once.
    until(made, lambda: cable.cut() or silence.count())
    expect(silence).to_contain_text("The table did not answer.")
    new = stage.film.event(4, "clock-paused", actor="judge:LK", by="judge", why="a phone is silent")
    stage.follow()
    cable.silent.clear()
    live(made)
    opened(made, other)
    made.locator("#opened-close").click()
    expect(line(made, new)).to_be_visible()
    cable.close()


def test_a_timeline_that_did_not_come_is_asked_for_again(film: ReviewStage, page: PageFactory) -> None:
    made = page(*DESK, quiet=False)
    refused = []

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.abort()

    made.route("**/judge/review", once)
    made.goto(f"{film.server.url}/join#{film.house.gate.code_for(None, film.house.lee).text}")
    made.wait_for_url("**/judge")
    expect(made.locator("#timeline")).to_have_attribute("data-match", film.key)
    assert refused


def test_before_anything_happened_the_page_says_so(tmp_path: Path, page: PageFactory) -> None:
    from tests.browser.test_accessibility import Stage

    bare = Stage(tmp_path, page)
    made = bare.open("/sign-in", DESK)
    bare.sign_in(made)
    expect(made.locator("#nothing-found")).to_have_text("Nothing has happened yet.")
    bare.close()


def test_joined_by_pin_and_at_the_dispute_in_four_taps(film: ReviewStage, page: PageFactory) -> None:
    """The name, the PIN, Review, the line: nothing in between."""
    made = page(*PHONE, touch=True, quiet=False)
    made.goto(f"{film.server.url}/judge")
    made.locator("[data-person]", has_text="Lee Kim").tap()
    for digit in PIN:
        made.locator(f"[data-digit='{digit}']").tap()
    made.locator("[data-digit='go']").tap()
    made.locator("#tab-review").tap()
    made.locator(".line[data-new='yes']").first.tap()
    expect(made.locator("#opened .event h2")).to_be_visible()


def test_a_list_of_five_thousand_lines_has_a_line_in_every_place(film: ReviewStage, page: PageFactory) -> None:
    made = page(*PHONE)

    def long(route: Route) -> None:
        body = route.fetch().json()
        first = film.lines()[4]
        body["lines"] = [
            {"row": row, "t": row * 1000, "name": "cube-moved", "text": f"Line {row}", "shake": 1 + row // 40}
            | ({"picture": first.picture} if row % 5 == 0 else {})
            | ({"look": True, "marks": ["asked"]} if row % 17 == 0 else {})
            for row in range(3, 5003)
        ]
        body |= {"last": film.film.journal.seq, "undone": [], "reviewed": []}
        route.fulfill(body=json.dumps(body), content_type="application/json")

    made.route("**/judge/review", long)
    made.goto(f"{film.server.url}/join#{film.house.gate.code_for(None, film.house.lee).text}")
    made.wait_for_url("**/judge")
    made.locator("#tab-review").click()
    expect(made.locator("#timeline")).to_have_attribute("data-lines", "5000")
    frames = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    for share in (0, 0.5, 0.013, 0.99, 1, 0.25, 0.251, 0.7, 0):
        made.evaluate(
            "share => { const each = document.getElementById('lines');"
            " each.scrollTop = share * (each.scrollHeight - each.clientHeight); }",
            share,
        )
        made.evaluate(frames)
        assert made.evaluate(GAPS) == [], f"at {share}"
    assert made.locator("#lines-list > li").count() < 150, "only what is near is in the page"
    made.locator("#search").fill("Line 2500")
    expect(made.locator("#timeline")).to_have_attribute("data-lines", "1")
    line(made, 2500).wait_for()
    made.locator("#search").fill("")
    expect(made.locator("#timeline")).to_have_attribute("data-lines", "5000")
    assert made.evaluate(GAPS) == []
