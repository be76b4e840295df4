"""Parts of the table's screen on their own: modes, signals, boards of choices, menus, veiled papers, rows of cubes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageFactory, until
from tests.browser.fake import Stage, staged
from tests.browser.test_scripts import call
from tests.kiosk.web.fake_table import action, running


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    yield from staged(tmp_path, page)


def told(stage: Stage, page: Page, count: int = 1) -> list[Any]:
    until(page, lambda: len(stage.table.told) >= count)
    return stage.table.told


# -- modes -----------------------------------------------------------------------------------------------


def test_type_contrast_and_sound_are_remembered_by_the_screen(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "moving")
    size = "getComputedStyle(document.documentElement).fontSize"
    before = page.evaluate(size)
    page.locator("#modes-open").click()
    for mode in ("large", "contrast", "sound"):
        page.locator(f".mode:has(#mode-{mode})").click()
    page.locator("#modes-close").click()
    page.reload()
    page.wait_for_selector("body[data-phase='moving']")
    root = page.locator("html")
    expect(root).to_have_attribute("data-type", "large")
    expect(root).to_have_attribute("data-contrast", "strong")
    expect(page.locator("#modes-open")).to_have_attribute("data-sound", "off")
    assert float(page.evaluate(size).removesuffix("px")) > float(before.removesuffix("px"))
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


def test_modes_with_the_keyboard(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "moving")
    page.locator("#modes-open").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#mode-sound")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("html")).to_have_attribute("data-type", "large")
    page.keyboard.press("Escape")
    expect(page.locator("#modes")).to_be_hidden()
    expect(page.locator("#modes-open")).to_be_focused()


# -- signals -----------------------------------------------------------------------------------------------


def test_what_is_heard_is_seen(stage: Stage) -> None:
    page = stage.open()
    # What sounds is counted, in place of a loudspeaker.
    page.evaluate("""() => {
        window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); };
    }""")
    stage.show(page, "moving")
    page.locator("#where").click()
    page.wait_for_function("() => navigator.userActivation.hasBeenActive")
    stage.show(page, "challenge-called")
    expect(page.locator("#signal")).to_have_text("Challenge!")
    page.wait_for_function("() => window.tones >= 3")
    now = stage.table.now_ms()
    stage.show(page, "moving", timer=running(now, -1_500, 60_000, "Move"))
    expect(page.locator("#signal")).to_have_attribute("data-signal", "warning")
    page.wait_for_function("() => window.tones > 6")


def test_a_silent_screen_still_shows_its_signals(stage: Stage) -> None:
    page = stage.open()
    page.evaluate("localStorage.setItem('tablejudge.modes', JSON.stringify({ sound: false }))")
    page.reload()
    page.evaluate("() => { OscillatorNode.prototype.start = () => { window.sounded = true; }; }")
    stage.show(page, "moving")
    page.locator("#where").click()
    stage.show(page, "challenge-called")
    expect(page.locator("#signal")).to_have_text("Challenge!")
    assert page.evaluate("window.sounded") is None


def test_signals_between_two_screens(stage: Stage) -> None:
    def screen(phase: str, to_act: str = "", question: str | None = None, ruling: str | None = None) -> Any:
        rulings = [] if ruling is None else [{"code": ruling}]
        seats = [{"player": player, "to_act": player in to_act} for player in "AB"]
        asked = None if question is None else {"id": question}
        return {"match": {"phase": phase, "seats": seats, "rulings": rulings}, "question": asked}

    cases = [
        ([None, screen("moving", "A")], []),
        ([screen("moving", "A"), screen("moving", "A")], []),
        ([screen("moving", "A"), screen("moving", "B")], ["turn"]),
        ([screen("moving", "A"), screen("challenge-called", "B")], ["block"]),
        ([screen("checking", "A"), screen("shake-over", "B")], ["over"]),
        ([screen("moving", "A"), screen("moving", "A", question="1")], ["question"]),
        ([screen("moving", "A"), screen("moving", "A", ruling="set-aside")], ["ruling"]),
    ]
    assert call(stage, "signals", "between", [given for given, _ in cases]) == [names for _, names in cases]


# -- a choice among many -------------------------------------------------------------------------------------


def variations() -> list[dict[str, Any]]:
    """Seven variations of which one has three values, and one cannot be chosen."""
    plain = [action(name, "variation-selected", "A", variation=name.lower()) for name in ("Average", "Percent", "Lcm")]
    bases = [
        action(f"Base {n}", "variation-selected", "A", variation={"name": "base", "base": n}) | {"option_of": "Base"}
        for n in (8, 9, 10)
    ]
    barred = action("Remainder", "variation-selected", "A", variation="remainder") | {"barred": "No ÷ was rolled"}
    return [*plain, *bases, barred]


def test_a_board_of_choices(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "setting-goal", actions=variations())
    board = page.locator("[data-choice='A']")
    expect(board.locator(".tile")).to_have_count(5)
    grey = board.locator(".tile:disabled")
    expect(grey).to_contain_text("No ÷ was rolled")
    expect(page.locator("#seats [data-action='variation-selected']")).to_have_count(0)
    board.get_by_role("button", name="Base …").click()
    board.get_by_role("button", name="Base 9").click()
    sent = {"event": "variation-selected", "player": "A", "variation": {"name": "base", "base": 9}}
    assert told(stage, page) == [("act", sent)]
    # In the next shake it is laid open anew.
    stage.show(page, "moving")
    stage.show(page, "setting-goal", actions=variations())
    expect(board.get_by_role("button", name="Base 9")).to_have_count(0)
    board.get_by_role("button", name="Base …").click()
    expect(board.get_by_role("button", name="Base 9")).to_be_visible()


# -- menus ------------------------------------------------------------------------------------------------------


def test_what_belongs_to_judges_and_to_hands_is_in_menus(stage: Stage) -> None:
    page = stage.open()
    placed = [
        action("Call a judge", "judge-called") | {"place": "table"},
        action("Pause", "clock-paused") | {"place": "table"},
        action("End the round", "round-time-called") | {"place": "table"},
        action("Somebody is absent", "player-absent") | {"place": "judge"},
        action("Strike: the move", "event-undone", line=4) | {"place": "undo"},
        action("The roll", "cubes-rolled") | {"place": "by-hand"},
    ]
    stage.show(page, "moving", actions=placed)
    expect(page.locator("#common-actions button")).to_have_text(["Call a judge", "Pause"])
    page.locator("#menu-judge").click()
    expect(page.locator("#menu .list button")).to_have_text(["Somebody is absent", "End the round", "Strike: the move"])
    assert page.evaluate("document.getElementById('seats').inert")
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    # One thing alone needs no menu.
    page.locator("#menu-hand").click()
    assert told(stage, page) == [("act", {"event": "cubes-rolled"})]
    expect(page.locator("#menu-hand")).to_have_attribute("data-wanted", "no")
    stage.show(page, "notices", actions=placed)
    expect(page.locator("#menu-hand")).to_have_attribute("data-wanted", "yes")


# -- papers and rows ---------------------------------------------------------------------------------------------


def cube_keypad() -> dict[str, Any]:
    key = {"cube": None, "label": None, "count": 1}
    groups = [
        {
            "label": "Required",
            "keys": [key | {"text": "2", "cube": "R2", "count": 2}, key | {"text": "x", "cube": "Bx"}],
        },
        {"label": "The wild 0 is", "keys": [key | {"text": "7<0>"}]},
        {"label": "Signs", "keys": [key | {"text": "="}, key | {"text": "<sw>", "label": "lies sideways"}]},
    ]
    entry = {
        "kind": "keypad",
        "field": "equation",
        "keys": ["2", "x", "7", "=", "<sw>", "<0>"],
        "label": None,
        "single": False,
        "private": True,
        "groups": groups,
    }
    return action("Write the Equation", "equation-presented", "C", entry=entry)


def test_a_paper_is_veiled_until_its_writer_is_there(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "writing", actions=[cube_keypad()])
    page.locator("[data-action='equation-presented']").click()
    expect(page.locator("#keypad-title")).to_have_text("Only Cy looks now")
    expect(page.locator("#keypad-text")).to_have_count(0)
    page.keyboard.type("2")
    page.locator("#keypad-show").click()
    expect(page.locator("#keypad-text")).to_have_attribute("data-text", "")
    for key in ("2", "<sw>", "x", "7<0>"):
        page.locator(f'#keypad [data-key="{key}"]').click()
    page.keyboard.type("=2")
    expect(page.locator("#keypad-text")).to_have_attribute("data-text", "2<sw>x7<0>=2")
    expect(page.locator("#keypad-text .cube")).to_have_count(3)
    page.locator("#keypad-aside").click()
    page.locator("[data-action='equation-presented']").click()
    expect(page.locator("#keypad-text")).to_have_count(0)
    page.locator("#keypad-show").click()
    expect(page.locator("#keypad-text")).to_have_attribute("data-text", "2<sw>x7<0>=2")
    page.locator("#keypad-present").click()
    expect(page.locator("#toast")).to_contain_text("Cy has presented. Nobody sees it until all have.")
    sent = {"event": "equation-presented", "player": "C", "equation": "2<sw>x7<0>=2"}
    assert told(stage, page) == [("act", sent)]


def test_every_key_of_the_last_cube_is_in_sight_on_a_low_screen(stage: Stage) -> None:
    """The most that a Senior can have: fourteen cubes beside a Goal of two, a wild 0, and cubes that lie otherwise."""

    def cubes(*names: str) -> list[dict[str, Any]]:
        return [{"text": name[1:], "cube": name, "label": None, "count": 1} for name in names]

    def keys(*texts: str) -> list[dict[str, Any]]:
        return [{"text": text, "cube": None, "label": None, "count": 1} for text in texts]

    paper = cube_keypad()
    turns = [
        key | {"label": label}
        for key, label in zip(keys("<sw>", "<up>"), ("lies sideways", "upside down"), strict=True)
    ]
    paper["entry"]["groups"] = [
        {"label": "Required", "keys": cubes("B0", "R0", "R3", "G5", "K9", "G-", "Bx")},
        {"label": "Permitted", "keys": cubes("B1", "R1", "K7", "R+", "G^", "B÷", "K÷", "K√")},
        {"label": "Goal", "keys": cubes("G6", "B2")},
        {"label": "Signs", "keys": [*keys("(", ")", "="), *turns]},
        {"label": "The wild 0 is", "keys": keys(*(f"{sign}<0>" for sign in "0123+-x÷456^789√"))},
    ]
    page = stage.open()
    stage.show(page, "writing", actions=[paper], notes=["Sideways (in every shake)", "0 Wild (in every shake)"])
    page.locator("[data-action='equation-presented']").click()
    page.locator("#keypad-show").click()
    expect(page.locator("#keypad .groups .key")).to_have_count(7 + 8 + 2 + 5 + 16)
    boxes = [key.bounding_box() for key in page.locator("#keypad .groups .key").all()]
    buttons = page.locator("#keypad .buttons").bounding_box()
    assert buttons is not None
    assert [box for box in boxes if box is None or box["y"] + box["height"] > buttons["y"]] == []
    assert min(min(box["width"], box["height"]) for box in boxes if box is not None) >= 44


def cube_row(*, whole: bool) -> dict[str, Any]:
    heaps = [{"cubes": ["R2"], "most": 2}, {"cubes": ["G6"], "most": 1}]
    gap = None if whole else "_"
    entry = {"kind": "cube-row", "field": "goal", "label": "The Goal", "heaps": heaps, "turns": not whole}
    return action("Goal", "goal-set", entry=entry | {"whole": whole, "gap": gap}) | {"place": "by-hand"}


def test_a_row_of_cubes_with_turns_and_gaps(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "setting-goal", actions=[cube_row(whole=False)])
    page.locator("#menu-hand").click()
    expect(page.locator("#keypad-present")).to_be_disabled()
    for key in ("R2", "_", "G6"):
        page.locator(f"#keypad [data-key='{key}']").click()
    expect(page.locator("#keypad [data-key='G6']")).to_be_disabled()
    page.locator("#keypad-text [data-focus='row 2']").click()
    page.locator("#keypad [data-key='R2']").click()
    page.locator("#keypad [data-key='backspace']").click()
    expect(page.locator("#keypad-text")).to_have_attribute("data-text", "R2 _ G6s")
    page.locator("#keypad-present").click()
    assert told(stage, page) == [("act", {"event": "goal-set", "goal": "R2 _ G6s"})]


def test_a_whole_roll_wants_every_cube(stage: Stage) -> None:
    page = stage.open()
    stage.show(page, "rolling", actions=[cube_row(whole=True)])
    page.locator("#menu-hand").click()
    for key in ("R2", "G6"):
        page.locator(f"#keypad [data-key='{key}']").click()
    expect(page.locator("#keypad-present")).to_be_disabled()
    page.locator("#keypad [data-key='R2']").click()
    expect(page.locator("#keypad-present")).to_be_enabled()


def test_a_reason_may_be_left_out(stage: Stage) -> None:
    page = stage.open()
    keys = [
        {"text": text, "cube": None, "label": label, "count": 1} for text, label in (("form", "Form"), ("", "None"))
    ]
    entry = {"kind": "keypad", "field": "reason", "keys": ["form", ""], "label": "Why?", "single": True}
    entry |= {"groups": [{"label": "Why?", "keys": keys}], "private": False}
    reject = action("Reject", "equation-checked", "A", entry=entry, writer="C", by="A", accepted=False)
    stage.show(page, "checking", actions=[reject])
    page.locator("[data-paper='C'] [data-action='equation-checked']").click()
    page.locator("#keypad").get_by_role("button", name="None").click()
    page.locator("#keypad-present").click()
    sent = {"event": "equation-checked", "player": "A", "writer": "C", "by": "A", "accepted": False, "reason": None}
    assert told(stage, page) == [("act", sent)]


def test_the_round_has_a_clock_of_its_own(stage: Stage) -> None:
    round_ = {"state": "running", "paused": False, "limit_ms": 1_800_000, "left_ms": 5, "deadline_ms": 90_500}
    cases = [
        (round_, "Round 1:30"),
        (round_ | {"paused": True, "deadline_ms": None, "left_ms": 61_000}, "Round 1:01"),
        (round_ | {"state": "extra"}, "Last shake: 1:30"),
        (round_ | {"state": "over", "deadline_ms": None}, "Round over"),
        (None, None),
    ]
    shown = call(stage, "round", "roundText", [[clock, 500] for clock, _ in cases])
    assert shown == [text for _, text in cases]


def test_a_demonstration_runs_faster_in_the_browser_too(stage: Stage) -> None:
    script = """async () => {
        const { MatchClock } = await import('/static/js/clock.js');
        const clock = new MatchClock();
        clock.sync(1000, 100);
        const began = performance.now();
        while (performance.now() - began < 20);
        return clock.now();
    }"""
    assert stage.open().evaluate(script) >= 1000 + 2000
