"""The screen of the table in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from kiosk.web import create_app
from tests.browser.conftest import PageFactory, Served, until
from tests.browser.fake import Stage, staged
from tests.kiosk.web.fake_table import BASICS, SCREENS, FakeTable, action, running
from tests.serving import quiet_port

SIZES = [(1024, 600), (390, 844), (1920, 1080)]


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    yield from staged(tmp_path, page)


# -- how it looks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits_and_can_be_touched(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.open(*size)
    for name in SCREENS:
        stage.show(page, name)
        overflow = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) <= 0, f"{name} is too wide"
        if size[0] > 900:
            tall = "() => document.documentElement.scrollHeight - document.documentElement.clientHeight"
            assert page.evaluate(tall) <= 0, f"{name} is too tall"
        small = """() => [...document.querySelectorAll('button, a, .chip')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width > 0 && (box.width < 48 || box.height < 48);
        }).map((each) => each.outerHTML)"""
        assert page.evaluate(small) == [], f"{name} has targets that are too small"
        nameless = """() => [...document.querySelectorAll('button, a, [role=img], input')].filter((each) =>
            each.getClientRects().length
            && !(each.textContent.trim() || each.getAttribute('aria-label') || each.closest('label'))
        ).map((each) => each.outerHTML)"""
        assert page.evaluate(nameless) == [], f"{name} has something without a name"


FULL = {
    "goal": "G6s B2",
    "resources": "",
    "forbidden": "R2 R- G4 Gx K8 K+ B3",
    "permitted": "R1 R+ B1 B÷ G^ K7 K√ K÷",
    "required": "R0 R3 B0 Bx G5 G- K9",
}
ROLLED = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"


@pytest.mark.parametrize("mat", [FULL, dict.fromkeys(FULL, "") | {"resources": ROLLED}], ids=["full", "rolled"])
def test_cubes_can_be_read_also_when_every_player_has_three_buttons(stage: Stage, mat: dict[str, str]) -> None:
    page = stage.open()
    words = ("I present an Equation", "I present none", "Write the Equation")
    buttons = [action(text, text.lower(), player) for player in "ABC" for text in words]
    prompt = "The last cube is played. Everybody writes: Ann, Benjamin and Cy."
    notes = ["Sideways (in every shake)", "Upside-down (in every shake)"]
    stage.show(page, "writing", mat=mat, actions=buttons, prompt=prompt, notes=notes)
    sizes = page.locator("#mat .cube").evaluate_all("all => all.map((cube) => cube.getBoundingClientRect().width)")
    assert min(sizes) >= 20, "smaller than the letters of a sentence"


def test_what_goes_on_below_is_said(stage: Stage) -> None:
    page = stage.open()
    more = page.locator("#news-more")
    stage.show(page, "moving", moves=[])
    expect(more).to_be_hidden()
    stage.show(page, "checking")
    expect(more).to_be_visible()
    page.locator("#news").evaluate("news => news.scrollTo(0, news.scrollHeight)")
    expect(more).to_be_hidden()


def test_timer_and_prompt_are_not_covered_by_other_parts(stage: Stage) -> None:
    page = stage.open()
    for name in ("moving", "question", "notices", "checking"):
        stage.show(page, name)
        for selector in ("#timer .digits", "#prompt"):
            assert _on_top(page, selector), f"{selector} is covered on {name}"


def test_a_match_is_shown(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "moving")
    expect(page.locator("#prompt")).to_have_text("Benjamin, move a cube or challenge.")
    expect(page.locator("[data-seat-panel='A'] .score")).to_have_text("6")
    expect(page.locator("[data-seat-panel='B'] .penalties")).to_contain_text("−1")
    expect(page.locator("[data-seat-panel='B']")).to_have_attribute("data-to-act", "yes")
    expect(page.locator("[data-mat-section='required'] .cube")).to_have_count(2)
    expect(page.locator("[data-mat-section='goal'] .gap")).to_have_count(1)
    expect(page.locator("[data-mat-section='goal'] [data-cube-text='B2s']")).to_have_attribute("data-turn", "s")
    expect(page.locator("[data-cube-text='K7u']")).to_have_accessible_name("black 7, upside down")
    expect(page.locator(".moves .last")).to_contain_text("Cy moved red 2 to Required.")


def test_cubes_in_a_sentence_are_drawn(stage: Stage) -> None:
    page = stage.open()
    text = "Ben moves R2, G-s and K√ of the B-side to K9x, not KR2 or 2R."
    stage.show(page, "moving", moves=[{"seq": 1, "t": 1, "text": text, "snapshot": None}])
    cubes = page.locator(".moves .last .cube")
    expect(cubes).to_have_count(3)
    assert cubes.evaluate_all("all => all.map((cube) => cube.dataset.cubeText)") == ["R2", "G-s", "K√"]
    expect(page.locator(".moves .last .text")).to_contain_text("of the B-side to K9x, not KR2 or 2R.")


def test_rulings_come_with_their_citation(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "checking")
    expect(page.locator("[data-ruling='set-aside'] .text")).to_have_text("Cy's move is set aside.")
    expect(page.locator("[data-ruling='set-aside'] .cite")).to_have_text("VI-A-2")


def test_scores_and_match_points_are_shown_at_the_end(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "match-over")
    expect(page.locator(".results tr.total td")).to_have_text(["12", "9", "12"])
    expect(page.locator("[data-match-points='A']")).to_have_text("5")
    expect(page.locator("#scoresheet")).to_have_attribute("href", "/scoresheet")


def test_notices_stand_on_top_and_go_away(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "notices")
    expect(page.locator("#notices [data-part='camera']")).to_have_text("The camera is starting again.")
    stage.show(page, "moving")
    expect(page.locator("#notices p")).to_have_count(0)


def test_names_are_text_and_nothing_else(stage: Stage) -> None:
    page = stage.open()
    name = "<img src=x onerror=alert(1)>"
    seats = [seat | {"name": name} for seat in _match(stage, "moving")["seats"]]
    stage.show(page, "moving", seats=seats, prompt=f"{name}, move.")
    expect(page.locator("[data-seat-panel='A'] .name")).to_have_text(name)
    expect(page.locator("#seats img")).to_have_count(0)


# -- time ----------------------------------------------------------------------------------------------


def test_the_timer_counts_down_by_itself(stage: Stage) -> None:
    stage.table.speed = 1.0
    page = stage.open()
    stage.show(page, "moving")
    digits = page.locator("#timer .digits")
    expect(digits).to_have_text(re.compile(r"^1:[0-3]\d$"))
    version = stage.table.screen().version
    first = digits.inner_text()
    expect(digits).not_to_have_text(first)
    assert digits.inner_text() < first
    assert stage.table.screen().version == version


def test_the_timer_goes_through_its_stretches_without_a_new_screen(stage: Stage) -> None:
    """The table says what time it is, and the browser knows what that means."""
    page = stage.open()
    stage.show(page, "moving", timer=running(stage.table.now_ms(), 60_000, 60_000, "Move"))
    version = stage.table.screen().version
    for state, word, seconds in (
        ("running", "Time left", 62),
        ("countdown", "Warning!", 10),
        ("extra-minute", "Extra minute", 0),
    ):
        expect(page.locator("#timer")).to_have_attribute("data-state", state)
        expect(page.locator("#timer .word")).to_have_text(word)
        stage.table.skip(seconds)
    assert stage.table.screen().version == version


@pytest.mark.parametrize(
    ("name", "state", "word"),
    [
        ("moving", "running", "Time left"),
        ("countdown", "countdown", "Warning!"),
        ("extra-minute", "extra-minute", "Extra minute"),
        ("paused", "paused", "Paused"),
        ("shake-over", "stopped", "No time running"),
        ("being-checked", "checking", "Being checked"),
    ],
)
def test_each_state_of_the_timer_has_its_own_word_shape_and_colour(
    stage: Stage, name: str, state: str, word: str
) -> None:
    page = stage.open()
    stage.show(page, name)
    expect(page.locator("#timer")).to_have_attribute("data-state", state)
    expect(page.locator("#timer .word")).to_have_text(word)
    look = "() => getComputedStyle(document.querySelector('#timer .sign')).clipPath"
    mine = page.evaluate(look)
    other = "moving" if name != "moving" else "paused"
    stage.show(page, other)
    expect(page.locator("#timer")).not_to_have_attribute("data-state", state)
    assert page.evaluate(look) != mine


# -- what people do --------------------------------------------------------------------------------------


def test_a_match_is_started(stage: Stage) -> None:
    page = stage.open()
    page.locator("#begin").click()
    expect(page.locator(".complaint")).to_have_text("Please choose a division.")
    page.locator("[name='division'][value='middle']").check()
    page.locator("#begin").click()
    expect(page.locator(".complaint")).to_have_text("Please write at least 2 names.")
    page.locator("[name='name1']").fill(" Ann ")
    page.locator("[name='name2']").fill("ann")
    page.locator("#begin").click()
    expect(page.locator(".complaint")).to_contain_text("same name")
    assert stage.table.told == []
    page.locator("[name='name2']").fill("Ben")
    stage.table.on_told = lambda *_: stage.table.show("rolling")
    page.locator("#begin").click()
    page.wait_for_selector("body[data-phase='rolling']")
    assert stage.table.told == [("begin", {"ruleset": BASICS, "division": "middle", "names": ["Ann", "Ben"]})]


def test_the_start_form_shows_what_the_league_has_chosen(stage: Stage) -> None:
    page = stage.open(1024, 600)
    readings = page.locator("#start-readings")
    expect(readings.locator("summary")).to_have_text("Readings that the league has chosen: 2")
    expect(readings.locator("[data-reading]").first).to_be_hidden()
    readings.locator("summary").click()
    expect(readings.locator("[data-reading=goal_digits]")).to_have_text(
        "goal_digits = 2 (IV-B-1) how long a numeral of the Goal may be"
    )
    expect(readings.locator("input, button, select")).to_have_count(0)
    page.locator("#begin").scroll_into_view_if_needed()
    expect(page.locator("#begin")).to_be_in_viewport()


def test_a_screen_that_changes_does_not_empty_the_start_form(stage: Stage) -> None:
    page = stage.open()
    page.locator("[name='name1']").fill("Ann")
    body = dict(stage.table.screen().body) | {"notices": [{"part": "camera", "text": "Starting."}]}
    stage.table.put(body)
    expect(page.locator("#notices")).to_have_text("Starting.")
    expect(page.locator("[name='name1']")).to_have_value("Ann")


def test_after_a_match_a_new_one_can_be_started(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "match-over")
    page.locator("#new-match").click()
    expect(page.locator("#start")).to_be_visible()
    page.locator("#start-back").click()
    expect(page.locator("#play")).to_be_visible()


def test_a_pad_takes_no_more_letters_than_it_should(stage: Stage) -> None:
    page = stage.open()
    pad = {"kind": "keypad", "field": "initials", "keys": list("ABCDE"), "label": "Your initials", "most": 4}
    stage.show(page, "match-over", actions=[action("Sign", "scoresheet-signed", "A", entry=pad)])
    page.locator("[data-action='scoresheet-signed']").click()
    expect(page.locator("#keypad-title")).to_have_text("Your initials")
    page.keyboard.type("abcde")
    expect(page.locator("#keypad-text")).to_have_attribute("data-text", "ABCD")
    page.keyboard.press("Backspace")
    page.locator("#keypad-present").click()
    expect(page.locator("#keypad")).to_be_hidden()
    assert stage.table.told == [("act", {"event": "scoresheet-signed", "player": "A", "initials": "ABC"})]


def test_a_button_sends_its_action(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "setting-goal")
    page.locator("[data-action='goal-set'][data-player='A']").click()
    page.locator("#common [data-action='judge-called']").click()
    until(page, lambda: len(stage.table.told) == 2)
    assert stage.table.told == [
        ("act", {"event": "goal-set", "player": "A"}),
        ("act", {"event": "judge-called"}),
    ]


def test_a_button_is_busy_until_the_table_has_answered(stage: Stage) -> None:
    """A second tap of an impatient finger is no second deed."""
    page = stage.open()
    stage.show(page, "setting-goal")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/act", hold)
    button = page.locator("[data-action='goal-set'][data-player='A']")
    with page.expect_request("**/act"):
        button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    button.click()
    (first,) = held
    first.continue_()
    expect(button).not_to_have_attribute("aria-busy", "true")
    page.unroute("**/act")
    page.locator("#common [data-action='judge-called']").click()
    until(page, lambda: len(stage.table.told) == 2)
    assert [told["event"] for _, told in stage.table.told] == ["goal-set", "judge-called"]


def test_buttons_of_one_event_differ_by_their_fields(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "challenge-called")
    page.locator("[data-seat-panel='C'] [data-action='challenge-stated'][data-field-challenge='never']").click()
    until(page, lambda: len(stage.table.told) == 1)
    assert stage.table.told == [("act", {"event": "challenge-stated", "player": "C", "challenge": "never"})]


def test_what_was_refused_is_said(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "setting-goal")
    stage.table.reply = {"status": "refused", "text": "There is no cube in the Goal."}
    page.locator("[data-action='goal-set']").click()
    expect(page.locator("#toast")).to_have_text("There is no cube in the Goal.")
    expect(page.locator("#toast")).to_have_attribute("data-kind", "refused")


def test_papers_are_accepted_and_rejected_beside_them(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "checking")
    expect(page.locator("[data-paper='A'] .equation")).to_have_text("(2×4)+7=15+2")
    expect(page.locator("[data-paper='A'] .status")).to_have_text("accepted by Benjamin")
    expect(page.locator("#seats [data-action='equation-checked']")).to_have_count(0)
    page.locator("[data-paper='C'] [data-player='A'][data-field-accepted='false']").click()
    until(page, lambda: len(stage.table.told) == 1)
    sent = {"event": "equation-checked", "player": "A", "writer": "C", "accepted": False, "by": "A"}
    assert stage.table.told == [("act", sent)]


def test_a_button_keeps_the_focus_when_its_panel_is_drawn_anew(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "setting-goal")
    page.locator("[data-action='goal-set']").focus()
    seats = [seat | {"score": 9} for seat in _match(stage, "setting-goal")["seats"]]
    stage.show(page, "setting-goal", seats=seats)
    expect(page.locator("[data-seat-panel='A'] .score")).to_have_text("9")
    expect(page.locator("[data-action='goal-set']")).to_be_focused()


# -- the link ------------------------------------------------------------------------------------------------


def test_a_lost_link_is_said_and_comes_back_by_itself(tmp_path: Path, page: PageFactory) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = FakeTable(tmp_path / "a")
    first.show("moving")
    server = Served(create_app(first), quiet_port())
    shown = page(quiet=False)
    shown.goto(server.url)
    expect(shown.locator("#prompt")).to_have_text("Benjamin, move a cube or challenge.")
    expect(shown.locator("#reconnecting")).to_be_hidden()
    first.close()
    server.stop()
    expect(shown.locator("#reconnecting")).to_be_visible()
    expect(shown.locator("body")).to_have_attribute("data-link", "lost")
    shown.locator("[data-action='judge-called']").click()
    expect(shown.locator("#toast")).to_have_text("The table did not answer. Please try again.")
    # The next run happens to have a screen of the very same number, and still must be shown.
    second = FakeTable(tmp_path / "b")
    second.show("rolling")
    assert second.screen().version == first.screen().version
    again = Served(create_app(second), server.port)
    expect(shown.locator("#prompt")).to_have_text("Ann, roll all the cubes.")
    expect(shown.locator("#reconnecting")).to_be_hidden()
    second.close()
    again.stop()


def test_a_reload_shows_the_same(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "question")
    page.reload()
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("#prompt")).to_have_text("Benjamin, move a cube or challenge.")


# -- the hands beside or over the screen -----------------------------------------------------------------------


def test_hands_slide_over_and_leave_timer_and_prompt_in_sight(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "moving")
    expect(page.locator("#hands")).to_be_hidden()
    page.locator("#hands-toggle").click()
    expect(page.frame_locator("#hands iframe").locator("[data-cube]").first).to_be_visible()
    for selector in ("#timer .digits", "#prompt", "#hands-toggle"):
        assert _on_top(page, selector), f"{selector} is covered"
    page.locator("#hands-toggle").click()
    expect(page.locator("#hands")).to_be_hidden()


def test_hands_lie_beside_a_wide_screen_and_stay_free_under_a_question(stage: Stage) -> None:
    page = stage.open(1920, 1080)
    stage.show(page, "question")
    expect(page.locator("#hands-toggle")).to_be_hidden()
    page.frame_locator("#hands iframe").locator("[data-do='block']").click()
    assert stage.table.simulation is not None
    until(page, lambda: stage.table.simulation.done == [{"do": "lift-block"}])


# -- helpers of these tests --------------------------------------------------------------------------------------


def _match(stage: Stage, name: str) -> dict[str, object]:
    stage.table.show(name)
    return stage.table.screen().body["match"]


def _on_top(page: Page, selector: str) -> bool:
    """Is the middle of that element what a finger there would touch?"""
    script = """selector => {
        const element = document.querySelector(selector);
        const box = element.getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return element.contains(hit) || (hit?.contains(element) && !hit.matches('.cover, #hands'));
    }"""
    return bool(page.evaluate(script, selector))
