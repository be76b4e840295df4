"""The adjudicator's page in a real browser, with the rules themselves behind it where a verdict matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kiosk.web import create_app
from tests.browser.conftest import PageFactory, Served
from tests.kiosk.web.asks import scripted
from tests.kiosk.web.fake_table import BASICS, FakeTable

SIZES = [(1024, 600), (390, 844), (1920, 1080)]
CHOICES = {
    "rulesets": [
        {
            "ruleset": "house",
            "title": "House rules",
            "divisions": [
                {
                    "division": "middle",
                    "variations": [
                        {"name": "sideways", "field": None, "options": []},
                        {"name": "wild", "field": "cube", "options": ["0", "x"]},
                        {"name": "base", "field": "base", "options": [8, 9]},
                        {"name": "lazy-day", "field": None, "options": []},
                    ],
                    "in_force": [],
                },
                {
                    "division": "senior",
                    "variations": [
                        {"name": "wild", "field": "cube", "options": ["0", "x"]},
                        {"name": "base", "field": "base", "options": [9, 11]},
                    ],
                    "in_force": [{"name": "sideways", "option": None}, {"name": "exponent", "option": "red"}],
                },
            ],
        },
    ],
    "kit": [
        {"letter": "R", "name": "red", "faces": ["0", "1", "2", "3", "+", "-"], "count": 6},
        {"letter": "G", "name": "green", "faces": ["4", "5", "6", "^", "x", "-"], "count": 6},
    ],
    "aliases": {"*": "^"},
}
Open = Callable[..., Page]


class Room:
    """A fake table with its adjudicator, and pages of it."""

    def __init__(self, folder: Path, page: PageFactory, **options: Any) -> None:
        self.table = FakeTable(folder)
        self.server = Served(create_app(self.table, **options))
        self._page = page
        self._open: list[Page] = []

    def open(self, width: int = 1024, height: int = 600, fragment: str = "", *, quiet: bool = True) -> Page:
        made = self._page(width, height, quiet=quiet)
        self._open.append(made)
        made.goto(f"{self.server.url}/check{fragment}")
        expect(made.locator("body")).to_have_attribute("data-ready", "yes")
        return made

    def close(self) -> None:
        # First the pages: one that is just fetching something would complain.
        for page in self._open:
            page.close()
        self.table.close()
        self.server.stop()


@pytest.fixture
def real(tmp_path: Path, page: PageFactory) -> Iterator[Room]:
    room = Room(tmp_path, page)
    yield room
    room.close()


@pytest.fixture
def house(tmp_path: Path, page: PageFactory) -> Iterator[Room]:
    room = Room(tmp_path, page, ask=scripted, choices=lambda: CHOICES, limit_s=30)
    yield room
    room.close()


def verdict(page: Page, kind: str) -> None:
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", kind)


def write(page: Page, text: str) -> None:
    for sign in text:
        page.locator(f'#keys [data-key="{sign}"]').click()


def sent(page: Page, act: Callable[[], object]) -> Any:
    """What the page asks when that is done."""
    with page.expect_request("**/check/ask") as asked:
        act()
    return asked.value.post_data_json


# -- verdicts of the rules -------------------------------------------------------------------------------------


def test_an_equation_tapped_on_the_keys_is_correct(real: Room) -> None:
    page = real.open()
    verdict(page, "none")
    write(page, "(3x2)+1=7")
    expect(page.locator("#text")).to_have_value("(3x2)+1=7")
    page.locator("#go").click()
    verdict(page, "correct")
    expect(page.locator("#verdict .word")).to_contain_text("Correct")
    expect(page.locator('[data-value="solution"] dd')).to_have_text("7")
    expect(page.locator('[data-value="goal"] dd')).to_have_text("7")
    expect(page.locator("[data-reason]")).to_have_count(0)


def test_an_equation_typed_on_a_keyboard_is_incorrect_and_says_why(real: Room) -> None:
    page = real.open()
    page.locator("#text").focus()
    page.keyboard.type("3x2+2=7")
    page.keyboard.press("Enter")
    verdict(page, "incorrect")
    expect(page.locator('[data-value="solution"] dd')).to_have_text("8")
    reason = page.locator('[data-reason="not-equal"]')
    expect(reason.locator(".text")).not_to_be_empty()
    expect(reason.locator(".cite")).to_contain_text("VII")


def test_the_wrong_grouping_of_an_ambiguous_solution_is_drawn(real: Room) -> None:
    page = real.open()
    page.locator('[name="ruleset"]').select_option("agloa-equations-2019")
    page.locator('[name="division"]').select_option("middle")
    page.locator("#text").fill("2x4-(3+1)=4")
    page.locator("#go").click()
    verdict(page, "incorrect")
    reason = page.locator('[data-reason="ambiguous"]')
    expect(reason.locator(".cite")).to_contain_text("VII-B-6")
    expect(reason.locator(".witness")).to_contain_text("2×(4−(3+1))")


def test_a_sign_that_is_on_no_cube_is_marked_where_it_stands(real: Room) -> None:
    page = real.open()
    page.locator("#text").fill("2+&=4")
    page.locator("#go").click()
    verdict(page, "incorrect")
    expect(page.locator("#verdict mark")).to_have_text("&")


def test_a_mat_laid_with_a_finger_counts(real: Room) -> None:
    page = real.open()
    expect(page.locator("#slots")).to_be_hidden()
    page.locator(".switch").click()
    page.locator('[data-slot="goal"] h3').click()
    page.locator('[data-colour-tab="B"]').click()
    for cube in ("B3", "Bx"):
        page.locator(f'[data-lay="{cube}"]').click()
    page.locator('[data-colour-tab="G"]').click()
    page.locator('[data-lay="G5"]').click()
    page.locator('[data-slot="required"] input').fill("R2 G*")
    page.locator('[data-slot="permitted"] input').fill("G4 R+ Gx")
    page.locator('[data-slot="resources"] input').fill("K7 K8")
    expect(page.locator('[data-slot="goal"] input')).to_have_value("B3 Bx G5")
    expect(page.locator('[data-slot="goal"] .cube')).to_have_count(3)
    expect(page.locator('[data-slot="required"] .cube[data-cube-text="G^"]')).to_be_visible()
    page.locator('[name="challenge"]').select_option("now")
    page.locator("#text").fill("(2x4)+7=3x5")
    page.locator("#go").click()
    verdict(page, "incorrect")
    expect(page.locator('[data-reason="required-unused"] .witness .cube')).to_have_count(1)
    expect(page.locator('[data-reason="required-unused"] .cite')).to_have_text("VII-B-3-b")
    page.locator('[data-slot="required"] input').fill("R2")
    expect(page.locator("#verdict")).to_have_attribute("data-stale", "yes")
    page.locator("#go").click()
    verdict(page, "correct")
    expect(page.locator("#verdict")).to_have_attribute("data-stale", "no")


def test_the_value_of_an_expression_on_paper_and_of_a_goal_on_the_mat(real: Room) -> None:
    page = real.open()
    page.locator('[name="mode"][value="expression"]').check()
    page.locator("#text").fill("(3+4)÷2")
    page.locator("#go").click()
    verdict(page, "legal")
    expect(page.locator('[data-value="expression"] dd')).to_have_text("7/2 ≈ 3.5")
    page.locator('[name="source"]').select_option("cubes")
    expect(page.locator("#text")).to_be_hidden()
    expect(page.locator("#slots .slot:visible")).to_have_count(1)
    page.locator('[data-slot="goal"] input').fill("B3 Bx G5")
    page.locator("#go").click()
    expect(page.locator('[data-value="expression"] dd')).to_have_text("15")
    page.locator('[name="source"]').select_option("text")
    page.locator("#text").fill("7÷0")
    page.locator("#go").click()
    verdict(page, "illegal")
    expect(page.locator('[data-reason="illegal-expression"] .text')).not_to_be_empty()


def test_every_example_of_the_house_gets_a_verdict(real: Room) -> None:
    page = real.open()
    examples = page.locator("#examples option").all()[1:]
    assert len(examples) >= 4
    kinds = set()
    for example in examples:
        page.locator("#examples").select_option(example.get_attribute("value"))
        page.wait_for_selector('#verdict:not([data-verdict="asking"], [data-verdict="none"])')
        kinds.add(page.locator("#verdict").get_attribute("data-verdict"))
        page.locator("#clear").click()
        verdict(page, "none")
    assert kinds >= {"correct", "incorrect", "legal"}
    assert not kinds & {"error", "undecided"}


# -- how an answer is shown --------------------------------------------------------------------------------------


def test_reasons_stand_in_their_order_with_their_proofs_drawn(house: Room) -> None:
    page = house.open()
    page.locator("#text").fill("4+2x3=18")
    page.locator("#go").click()
    verdict(page, "incorrect")
    reasons = page.locator("[data-reason]")
    assert reasons.evaluate_all("all => all.map((each) => each.dataset.reason)") == [
        "ambiguous",
        "unavailable",
        "unreadable",
    ]
    grouping = reasons.nth(0).locator(".witness")
    expect(grouping).to_have_text("4+(2×(3))")
    expect(grouping.locator(".group .group")).to_have_text("(3)")
    cubes = reasons.nth(1).locator(".cube")
    assert cubes.evaluate_all("all => all.map((cube) => cube.dataset.cubeText)") == ["R2", "Gxs"]
    expect(reasons.nth(2).locator(".witness")).to_have_text("<b>(")
    expect(page.locator('[data-value="solution"] dd')).to_have_text("–")
    expect(page.locator('[data-value="goal"] dd')).to_have_text("−1/2")


def test_the_character_that_is_wrong_is_marked(house: Room) -> None:
    page = house.open(quiet=False)
    page.locator("#text").fill("4+2x3=18")
    page.locator("#text").press("Enter")
    verdict(page, "incorrect")
    expect(page.locator(".marked mark")).to_have_text("x")
    assert page.locator("#text").evaluate("field => [field.selectionStart, field.selectionEnd]") == [3, 4]
    page.locator("#text").fill("pointing")
    page.locator("#go").click()
    verdict(page, "error")
    expect(page.locator(".marked mark")).to_have_text("n")
    expect(page.locator("#verdict .said")).to_have_text("this sign means nothing")


def test_what_is_not_decided_is_no_verdict(house: Room) -> None:
    page = house.open(quiet=False)
    page.locator("#text").fill("not-built")
    page.locator("#go").click()
    verdict(page, "undecided")
    expect(page.locator("#verdict")).to_contain_text("the value is irrational")
    expect(page.locator("#verdict .word")).to_have_text("?Not decided")
    page.locator("#text").fill("bad")
    page.locator("#go").click()
    verdict(page, "error")


def test_an_answer_to_an_older_question_is_not_shown(house: Room) -> None:
    page = house.open()
    held: list[Any] = []
    page.route("**/check/ask", lambda route: held.extend([route]))
    page.locator("#text").fill("who")
    page.locator("#go").click()
    verdict(page, "asking")
    page.locator("#text").fill("who else")
    verdict(page, "none")
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/check/ask")):
        held[0].continue_()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    verdict(page, "none")


# -- the question ------------------------------------------------------------------------------------------------


def test_terms_and_variations_go_into_the_question(house: Room) -> None:
    page = house.open()
    for name in ("sideways", "wild", "base", "lazy-day"):
        page.locator(f'[data-variation="{name}"] label').click()
    expect(page.locator('[data-variation="lazy-day"]')).to_have_text("Lazy day")
    page.locator('[data-variation="wild"] select').select_option("x")
    page.locator('[name="challenge"]').select_option("impossible")
    page.locator('[name="ask"]').select_option("value")
    page.locator("#text").fill("1+2=3")
    asked = sent(page, page.locator("#go").click)
    assert asked == {
        "kind": "equation",
        "ruleset": "house",
        "division": "middle",
        "variations": ["sideways", {"name": "wild", "cube": "x"}, {"name": "base", "base": 8}, "lazy-day"],
        "challenge": "impossible",
        "equation": "1+2=3",
        "ask": "value",
    }
    # The other division keeps what it has too, with an option that it has.
    page.locator('[name="division"]').select_option("senior")
    expect(page.locator("#in-force")).to_have_text("Always in force: Sideways, Exponent (red).")
    asked = sent(page, page.locator("#go").click)
    assert asked["variations"] == [{"name": "wild", "cube": "x"}, {"name": "base", "base": 9}]
    page.locator('[data-variation="base"] label').click()
    assert sent(page, page.locator("#go").click)["variations"] == [{"name": "wild", "cube": "x"}]


def test_a_tapped_cube_can_be_turned_moved_and_taken_away(house: Room) -> None:
    page = house.open(fragment="#mat=yes&required=R2+Gx&permitted=G4")
    page.locator('[data-slot="required"] .place').nth(1).click()
    page.locator("#turn").click()
    page.locator("#turn").click()
    expect(page.locator('[data-slot="required"] input')).to_have_value("R2 Gxu")
    page.locator('[data-slot="goal"] .cubes').click()
    expect(page.locator('[data-slot="required"] input')).to_have_value("R2")
    expect(page.locator('[data-slot="goal"] input')).to_have_value("Gxu")
    page.locator('[data-slot="goal"] .place').click()
    page.locator('[data-slot="permitted"] h3').click()
    expect(page.locator('[data-slot="permitted"] input')).to_have_value("G4 Gx")
    page.locator('[data-slot="permitted"] .place').nth(0).click()
    page.locator("#remove").click()
    expect(page.locator('[data-slot="permitted"] input')).to_have_value("Gx")
    expect(page.locator('[data-colour-tab="G"]')).to_have_text("5")
    # The same with keys.
    page.locator('[data-slot="required"] .place').focus()
    page.keyboard.press("t")
    expect(page.locator('[data-slot="required"] input')).to_have_value("R2s")
    page.keyboard.press("Delete")
    expect(page.locator('[data-slot="required"] .place')).to_have_count(0)


def test_a_word_that_is_no_cube_is_seen_at_once(house: Room) -> None:
    page = house.open(fragment="#mat=yes")
    page.locator('[data-slot="required"] input').fill("R2 R9 <b>")
    expect(page.locator('[data-slot="required"] .cube')).to_have_count(1)
    expect(page.locator('[data-slot="required"] .no-cube')).to_have_text(["R9", "<b>"])
    expect(page.get_by_role("button", name="R9 is no cube")).to_be_visible()


def test_keys_write_at_the_cursor(house: Room) -> None:
    page = house.open()
    write(page, "62")
    page.locator('[data-key="left"]').click()
    write(page, "x")
    expect(page.locator("#text")).to_have_value("6x2")
    page.locator('[data-key="right"]').click()
    for note in ("<0>", "<ud>"):
        page.locator(f'[data-key="{note}"]').click()
    expect(page.locator("#text")).to_have_value("6x2<0,ud>")
    page.locator('[data-key="backspace"]').click()
    expect(page.locator("#text")).to_have_value("6x2")
    page.locator('[data-key="raised"]').click()
    write(page, "24")
    page.locator('[data-key="raised"]').click()
    write(page, "3")
    expect(page.locator("#text")).to_have_value("6x2²⁴3")
    page.locator("#keys [data-key='log']").click()
    page.locator('[data-key="backspace"]').click()
    page.locator('[data-key="<=>"]').click()
    write(page, "2i")
    expect(page.locator("#text")).to_have_value("6x2²⁴3<=2i>")


def test_the_keys_are_one_stop_of_the_tab_key(house: Room) -> None:
    page = house.open()
    page.locator("#go").focus()
    page.keyboard.press("Tab")
    expect(page.locator('[data-key="1"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value("2")
    page.keyboard.press("Tab")
    expect(page.locator("#keys :focus")).to_have_count(0)


# -- links ---------------------------------------------------------------------------------------------------------


def test_a_link_brings_the_whole_question_along(house: Room) -> None:
    page = house.open()
    page.locator('[data-variation="base"] label').click()
    page.locator('[data-variation="base"] select').select_option("9")
    page.locator(".switch").click()
    page.locator('[data-slot="goal"] input').fill("R3 _ Gxs")
    page.locator("#text").fill("2²+1 = 5<0,ud>&%")
    question = sent(page, page.locator("#go").click)
    address = page.url
    other = house.open(fragment=address[address.index("#") :])
    assert sent(other, other.locator("#go").click) == question
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-ready", "yes")
    assert sent(page, page.locator("#go").click) == question


def test_a_link_is_copied_or_shown(house: Room) -> None:
    page = house.open(fragment="#text=1%2B2")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#share").click()
    expect(page.locator("#toast")).to_have_text("The link is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.locator("#share").click()
    expect(page.locator("#share-link")).to_be_focused()
    expect(page.locator("#share-link")).to_have_value(page.url)


def test_a_strange_link_does_no_harm(house: Room) -> None:
    page = house.open(
        fragment="#ruleset=chess&division=x&variation=nope:1&variation=base:77&mode=<b>&text=<img src=x onerror=a()>"
    )
    expect(page.locator('[name="ruleset"]')).to_have_value("house")
    expect(page.locator("body")).to_have_attribute("data-mode", "equation")
    expect(page.locator('[data-variation="base"] select')).to_have_value("8")
    expect(page.locator("#text")).to_have_value("<img src=x onerror=a()>")
    expect(page.locator("img")).to_have_count(0)


# -- the seal --------------------------------------------------------------------------------------------------------


def test_an_open_page_is_sealed_when_a_match_begins_and_opens_after_it(house: Room) -> None:
    page = house.open()
    page.locator("#text").fill("1+2=3")
    page.locator("#go").click()
    verdict(page, "correct")
    house.table.show("moving")
    expect(page.locator("#seal")).to_be_visible()
    expect(page.locator("#seal-text")).to_contain_text("A match is running")
    verdict(page, "none")
    assert page.locator("#page").evaluate("page => page.inert")
    house.table.show("checking")
    expect(page.locator("#seal-text")).to_contain_text("judged")
    house.table.show("match-over")
    expect(page.locator("#seal")).to_be_hidden()
    expect(page.locator("#text")).to_have_value("1+2=3")
    verdict(page, "none")


def test_a_sealed_table_shows_a_friendly_page(house: Room, page: PageFactory) -> None:
    house.table.show("writing")
    made = page(quiet=False)
    answer = made.goto(f"{house.server.url}/check")
    assert answer is not None
    assert answer.status == 423
    expect(made.locator("h1")).to_have_text("Sealed for now")


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_and_can_be_touched(real: Room, size: tuple[int, int]) -> None:
    fragment = (
        f"#ruleset={BASICS}&division=middle&challenge=now&mat=yes&goal=B3+Bx+_+G5&required=R2+Gx&permitted=G4+R%2B"
        "&forbidden=K8&resources=K7+B%C3%B7+G%5E&text=8%2B7%3D3x5"
    )
    page = real.open(*size, fragment)
    page.locator("#go").click()
    verdict(page, "incorrect")
    for state in ("mat", "chosen", "expression"):
        if state == "chosen":
            page.locator('[data-slot="goal"] .place').first.click()
        if state == "expression":
            page.locator('[name="mode"][value="expression"]').check()
        overflow = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) <= 0, f"{state} is too wide"
        if size[0] > 900:
            tall = "() => document.documentElement.scrollHeight - document.documentElement.clientHeight"
            assert page.evaluate(tall) <= 0, f"{state} is too tall"
            for selector in ("#go", '[data-key="<=>"]', "#verdict .word"):
                expect(page.locator(selector)).to_be_in_viewport(ratio=1)
        touched = "button:not(.place), a, .chip, .segment, .switch"
        small = """touched => [...document.querySelectorAll(touched)].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width > 0 && (box.width < 36 || box.height < 36);
        }).map((each) => each.outerHTML)"""
        assert page.evaluate(small, touched) == [], f"{state} has targets that are too small"
        nameless = """() => [...document.querySelectorAll('button, a, [role=img], input, select')].filter((each) =>
            each.getClientRects().length
            && !(each.textContent.trim() || each.getAttribute('aria-label') || each.labels?.length)
        ).map((each) => each.outerHTML)"""
        assert page.evaluate(nameless) == [], f"{state} has something without a name"


def test_on_a_low_screen_the_variations_may_take_the_place_of_the_mat(house: Room) -> None:
    page = house.open(1024, 600)
    last = page.locator('[data-variation="lazy-day"] label')
    expect(last).not_to_be_in_viewport(ratio=1)
    page.locator("#widen").click()
    expect(last).to_be_in_viewport(ratio=1)
    last.click()
    page.locator("#widen").click()
    expect(page.locator("#widen")).to_have_attribute("aria-expanded", "false")
    page.locator(".switch").click()
    expect(page.locator("#slots")).to_be_visible()
    expect(house.open(1920, 1080).locator("#widen")).to_be_hidden()


def test_on_a_phone_the_verdict_comes_into_sight(real: Room) -> None:
    page = real.open(390, 844)
    page.locator("#text").fill("1+2=3")
    page.locator("#go").click()
    verdict(page, "correct")
    expect(page.locator("#verdict .word")).to_be_in_viewport(ratio=1)
