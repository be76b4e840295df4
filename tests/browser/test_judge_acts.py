"""What a judge does from his own page, in a real browser against a real table: each act, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kiosk.verify import verify
from rules.mat import Section
from tests.browser.axe import faults
from tests.browser.conftest import PageFactory
from tests.browser.judged_table import AGLOA, ROLL, Device, JudgedTable
from tests.browser.tables import AWAY, SEEING
from tests.kiosk.people.conftest import OTHER_PIN, PIN

PHONE, KIOSK, DESKTOP = (390, 844), (1024, 600), (1920, 1080)
SIZES = pytest.mark.parametrize("size", [PHONE, (1024, 768), DESKTOP], ids=["phone", "tablet", "desktop"])
WITH_CAMERA = pytest.mark.parametrize("table", [SEEING], indirect=True, ids=["seeing"])
Opener = Callable[..., Device]


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[JudgedTable]:
    """A table; `WITH_CAMERA` makes one that sees."""
    with JudgedTable(tmp_path, getattr(request, "param", AWAY)) as table:
        yield table
    assert verify(tmp_path) == []


@pytest.fixture
def lee(table: JudgedTable, page: PageFactory) -> Opener:
    """Opens the device of Lee Kim, of that size."""

    def open_device(size: tuple[int, int] = PHONE, *, quiet: bool = True) -> Device:
        return Device(page(*size, quiet=quiet, touch=True), table, table.lee)

    return open_device


@pytest.fixture
def bo(table: JudgedTable, page: PageFactory) -> Callable[[], Device]:
    return lambda: Device(page(*PHONE, touch=True), table, table.bo)


def reasons(table: JudgedTable) -> list[tuple[str, str]]:
    """Who gave which reasons, from the notes behind the acts."""
    return [(body["judge"], body["why"]) for _, body in table.rows() if body.get("note") == "judge-act"]


# -- Equations -----------------------------------------------------------------------------------------


@SIZES
def test_a_disputed_equation(table: JudgedTable, lee: Opener, page: PageFactory, size: tuple[int, int]) -> None:
    table.begin()
    table.disputed()
    screen = page()
    screen.goto(table.url)
    device = lee(size)
    card = device.card("equation")
    expect(card.locator(".written")).to_have_text("2×1=6")
    expect(card.locator(".story")).to_have_text("Ann challenged Now against Cy")
    expect(card.locator(".said")).to_have_text("Ben rejects: The two sides are not equal")
    expect(card.locator("[data-part='required'] .cube")).to_have_count(2)
    expect(card.locator(".finding")).to_have_attribute("data-verdict", "incorrect")
    expect(card.locator(".finding [data-reason='not-equal'] .text")).to_have_text(
        "The Solution is 2, but the Goal is 6."
    )
    # The finding is sealed from the players until a judge has ruled.
    assert "The Solution is 2" not in screen.content()
    assert card.locator("[data-way='yes']").bounding_box()["height"] >= 48  # type: ignore[index]
    device.decide("equation", "yes")
    expect(device.page.locator("#act .caution").first).to_contain_text("The adjudicator finds otherwise: Incorrect.")
    device.tap("#act-back")
    device.decide("equation", "no")
    expect(device.page.locator("#act-yes")).to_be_disabled()
    device.page.locator("#act-why").fill("Two times one is two.")
    device.tap("#act-yes")
    device.done()
    expect(device.page.locator("#toast")).to_have_text("LK rules that Ann's Equation is incorrect.")
    assert table.events("judge-ruled") == [
        {"event": "judge-ruled", "writer": "A", "correct": False, "judge": "LK"},
    ]
    assert reasons(table) == [("LK", "Two times one is two.")]
    judged = screen.locator("[data-judged='LK']")
    expect(judged).to_contain_text("LK rules that Ann's Equation is incorrect.")
    expect(judged).to_contain_text("Two times one is two.")
    expect(judged).to_be_in_viewport()
    # What was decided can still be decided otherwise.
    expect(device.page.locator("#waiting [data-card='equation']")).to_have_count(0)
    device.tap("#decided summary")
    expect(device.page.locator("#decided [data-card='equation']")).to_contain_text("Stands: Incorrect")


def test_an_ambiguous_equation_has_its_wrong_grouping_drawn(table: JudgedTable, lee: Opener) -> None:
    table.begin(AGLOA)
    table.ambiguous()
    device = lee()
    finding = device.card("equation").locator(".finding")
    expect(finding.locator("[data-reason='ambiguous'] .group")).to_have_text("(2−2)")
    device.decide("equation", "no")
    found = finding.locator("[data-reason='ambiguous'] .text").text_content()
    expect(device.page.locator("#act [data-reason='0'] span")).to_have_text(found or "?")
    device.because()
    device.done()
    assert table.events("judge-ruled") == [{"event": "judge-ruled", "writer": "C", "correct": False, "judge": "LK"}]


# -- penalties and charges -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, KIOSK], ids=["phone", "kiosk"])
def test_a_penalty_with_its_story(table: JudgedTable, lee: Opener, size: tuple[int, int]) -> None:
    table.begin()
    table.late()
    device = lee(size)
    card = device.card("penalty")
    expect(card.locator("h3")).to_have_text("Penalty 1: Ben −1")
    expect(card.locator(".deadline")).to_contain_text("First turn: 2:00 from 0:00, up at 2:00")
    expect(card.locator(".deadline")).to_contain_text("Penalty at 2:10")
    # The clip comes some seconds later, and is fetched when somebody wants to see it.
    table.clip(130_000)
    card.locator(".watch").tap()
    expect(card.locator(".clip")).to_have_attribute("data-frame", "1")
    way, event = ("no", "penalty-refused") if size == PHONE else ("yes", "penalty-approved")
    device.decide("penalty", way)
    device.because(1)
    device.done()
    expect(card).to_have_count(0)
    assert table.events("penalty-approved", "penalty-refused") == [{"event": event, "penalty": 1, "judge": "LK"}]
    assert [each["status"] for each in table.match["penalties"]] == ["refused" if way == "no" else "applied"]


def test_a_charge_that_the_referee_upheld_and_the_judge_does_not(table: JudgedTable, lee: Opener) -> None:
    table.begin(AGLOA)
    table.charged()
    device = lee()
    card = device.card("charge")
    expect(card.locator(".referee")).to_contain_text("The referee upheld it: V-C")
    expect(card.locator(".referee")).to_contain_text("Ann leads and may not make a bonus move.")
    expect(card.locator(".moves li")).to_have_count(3)
    expect(card.locator(".scores li").first).to_have_text("Ann 6leads")
    device.decide("charge", "no")
    preview = device.page.locator(".preview[data-ready]")
    expect(preview.locator("[data-part='penalties'] .then")).to_have_text("none")
    expect(preview.locator("[data-part='mat'] .then [data-cube-text='R3']")).to_be_visible()
    device.because()
    device.done()
    assert table.match["mat"]["required"] == "R2 R3"
    (word,) = table.match["judged"]
    assert word["text"].startswith("LK does not uphold the charge. LK strikes “Ben charges Ann")
    expect(card).to_have_count(0)
    expect(device.card("penalty")).to_have_count(0)


def test_a_charge_is_ruled_on_as_the_referee_did(table: JudgedTable, lee: Opener) -> None:
    table.begin(AGLOA)
    table.charged()
    device = lee(DESKTOP)
    device.decide("charge", "yes")
    device.because()
    device.done()
    expect(device.card("charge")).to_have_count(0)
    device.tap("#decided summary")
    expect(device.page.locator("#decided [data-card='charge'] .ruled")).to_have_text(
        "Upheld by LK: The charge is upheld: Ann leads and may not make a bonus move. The cube goes back."
    )
    assert table.events("event-undone") == []
    assert table.match["judged"][-1]["text"] == "LK upholds the charge."


def test_a_charge_that_only_the_judge_upholds(table: JudgedTable, lee: Opener) -> None:
    table.begin()
    table.goal_set()
    table.moved("B", "R2", "required")
    table.do("illegal-procedure-charged", by="C", against="B", what="he looked at my paper")
    device = lee()
    expect(device.card("charge").locator(".referee")).to_contain_text("The referee did not uphold it:")
    device.decide("charge", "yes")
    device.tap("#act [data-reason='0']")
    expect(device.page.locator("#act-yes")).to_be_disabled()
    device.tap("#act [data-field='line'] [data-key]")
    device.tap("#act-yes")
    device.done()
    assert table.match["mat"]["required"] == ""
    (word,) = table.match["judged"]
    assert word["text"].startswith("LK upholds the charge. LK strikes “Ben moves red 2 to Required.”:")
    expect(device.card("charge")).to_have_count(0)


def test_two_judges_at_one_penalty(table: JudgedTable, lee: Opener, bo: Callable[[], Device]) -> None:
    table.begin()
    table.late()
    one, other = lee(), bo()
    for device, way in ((one, "yes"), (other, "no")):
        device.decide("penalty", way)
        device.tap("#act [data-reason='0']")
    one.tap("#act-yes")
    one.done()
    # The other one sees it at once, and is told who and how if he goes on.
    expect(other.page.locator("#act-changed")).to_contain_text("LK initials penalty 1.")
    expect(other.card("penalty")).to_have_count(0)
    other.tap("#act-yes")
    expect(other.dialog.locator(".refusal").last).to_contain_text("LK initials penalty 1. That was")
    expect(other.page.locator("#act-insist")).to_have_count(0)
    assert table.events("penalty-approved", "penalty-refused") == [
        {"event": "penalty-approved", "penalty": 1, "judge": "LK"},
    ]
    # What was decided can be looked at, and struck there.
    other.tap("#act-look")
    expect(other.page.locator("#opened-title")).to_have_text("LK initials penalty 1.")
    other.tap("[data-acts-for] [data-act='event-undone']")
    other.because()
    expect(other.dialog).to_be_hidden()
    assert [each["status"] for each in table.match["penalties"]] == ["pending"]


def test_a_judge_who_insists(table: JudgedTable, lee: Opener) -> None:
    table.begin()
    table.disputed("2x3=6")
    device = lee()
    device.decide("equation", "yes")
    device.tap("#act [data-reason='0']")
    table.judge({"event": "judge-ruled", "writer": "A", "correct": False})
    expect(device.page.locator("#act-changed")).to_contain_text("BE rules that Ann's Equation is incorrect.")
    device.tap("#act-yes")
    expect(device.dialog.locator(".refusal").last).to_contain_text("BE rules that Ann's Equation is incorrect.")
    device.tap("#act-insist")
    device.done()
    assert [(each["judge"], each["correct"]) for each in table.events("judge-ruled")] == [("BE", False), ("LK", True)]


# -- conduct, the clock, notes -------------------------------------------------------------------------


def test_conduct_with_a_second_judge(table: JudgedTable, lee: Opener, bo: Callable[[], Device]) -> None:
    table.begin(AGLOA)
    table.goal_set()
    device, other = lee(quiet=False), bo()
    device.tap("[data-act='judge-warned']")
    device.tap("#act [data-key='C']")
    device.because()
    device.done()
    # Who was warned loses a point by one judge alone.
    device.tap("[data-act='judge-penalized']")
    device.tap("#act [data-key='C']")
    device.because(1)
    device.done()
    # Who was not, by two: here with a PIN, who may not be the same,
    device.tap("[data-act='judge-penalized']")
    device.tap("#act [data-key='B']")
    device.tap("#act [data-reason='0']")
    device.tap("#act-two-here")
    device.tap(f"#judge-here [data-person='{table.lee.id}']")
    device.page.keyboard.type(PIN)
    device.page.keyboard.press("Enter")
    expect(device.dialog.locator(".refusal")).to_have_text("The second judge has to be somebody else.")
    device.tap("#act-two-here")
    device.tap(f"#judge-here [data-person='{table.bo.id}']")
    device.page.keyboard.type(OTHER_PIN)
    device.page.keyboard.press("Enter")
    device.done()
    # or on the second judge's own device.
    device.tap("[data-act='judge-penalized']")
    device.tap("#act [data-key='A']")
    device.tap("#act [data-reason='2']")
    device.tap("#act-two-ask")
    device.done()
    expect(device.card("proposal")).to_contain_text("LK takes a point from Ann: Being rude")
    expect(device.card("proposal").locator("[data-way='yes']")).to_have_count(0)
    other.decide("proposal", "yes")
    other.tap("#act-yes")
    other.done()
    expect(device.card("proposal")).to_have_count(0)
    # What the other one wants need not be agreed to.
    table.judge({"event": "judge-penalized", "player": "A"}, proposes=True, why="she hit the table")
    expect(device.card("proposal")).to_contain_text("BE takes a point from Ann: she hit the table")
    device.decide("proposal", "no")
    device.because()
    device.done()
    expect(device.card("proposal")).to_have_count(0)
    assert table.events("judge-warned", "judge-penalized") == [
        {"event": "judge-warned", "player": "C", "judge": "LK", "why": "Talking or noise"},
        {"event": "judge-penalized", "player": "C", "judge": "LK", "why": "Wasting time"},
        {"event": "judge-penalized", "player": "B", "judge": "LK", "why": "Talking or noise", "second_judge": "BE"},
        {"event": "judge-penalized", "player": "A", "judge": "LK", "why": "Being rude", "second_judge": "BE"},
    ]


def test_the_clock_a_note_and_who_is_absent(table: JudgedTable, lee: Opener) -> None:
    table.begin()
    table.goal_set()
    table.do("judge-called", player="B")
    device = lee()
    expect(device.card("called")).to_contain_text("Ben calls a judge.")
    device.tap("[data-act='clock-paused']")
    device.because()
    device.done()
    expect(device.page.locator("#timer")).to_have_attribute("data-state", "paused")
    expect(device.card("called")).to_have_count(0)
    device.tap("[data-act='clock-resumed']")
    device.because()
    device.done()
    device.tap("[data-act='note']")
    device.page.locator("#act-why").fill("Ben was called to the phone.")
    device.tap("#act-yes")
    device.done()
    device.tap("[data-act^='player-absent']")
    device.tap("#act [data-key='B']")
    device.because()
    device.done()
    assert [each["why"] for each in table.events("clock-paused", "clock-resumed")] == [
        "A ruling is needed.",
        "It is settled.",
    ]
    assert table.events("player-absent") == [{"event": "player-absent", "player": "B"}]
    (note,) = [body for _, body in table.rows() if body.get("note") == "judge-note"]
    assert (note["judge"], note["text"]) == ("LK", "Ben was called to the phone.")
    # The players see that there is a note, and nothing of it.
    assert "phone" not in str(table.match["judged"])


# -- on an opened event --------------------------------------------------------------------------------


@WITH_CAMERA
def test_a_misread_cube_and_a_move_that_is_struck(table: JudgedTable, lee: Opener) -> None:
    table.begin()
    table.do("shake-started", goal_setter="A")
    hands = table.table.simulation
    assert hands is not None
    device = lee(DESKTOP)
    hands.lay({"resources": ROLL})
    device.page.wait_for_selector("body[data-phase='setting-goal']")
    table.do("goal-set", player="A", goal="G6")
    hands.move("G6", Section.RESOURCES, Section.GOAL)
    hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    row = device.page.locator("#lines [data-name='cube-moved']")
    row.tap()
    footer = device.page.locator("[data-acts-for]")
    footer.locator("[data-act='reading-corrected']").tap()
    device.page.wait_for_selector(".targets[data-ready]")
    device.page.locator("[data-target='R2'][data-section='required']").dispatch_event("click")
    expect(device.page.locator("[data-pick='R2'][data-section='required']")).to_have_attribute("aria-pressed", "true")
    device.tap("[data-is='R1']")
    device.because()
    device.done()
    assert table.match["mat"]["required"] == "R1"
    (event,) = table.events("reading-corrected")
    assert (event["cube"], event["is"], event["section"], event["judge"]) == ("R2", "R1", "required", "LK")
    footer.locator("[data-act='event-undone']").tap()
    preview = device.page.locator(".preview[data-ready]")
    expect(preview.locator("[data-part='prompt'] .then")).to_have_text("Ben, move a cube or challenge.")
    expect(preview.locator(".no-longer")).to_contain_text("There is no red 2 on record in Required.")
    device.because()
    device.done()
    assert table.match["mat"]["required"] == ""
    # The same line again: it says why not.
    footer.locator("[data-act='event-undone']").tap()
    expect(device.page.locator("#toast")).to_have_text("This has been struck already.")
    footer.locator("[data-act='note']").tap()
    device.page.locator("#act-why").fill("The hand was over it.")
    device.tap("#act-yes")
    device.done()
    (note,) = [body for _, body in table.rows() if body.get("note") == "judge-note"]
    assert note["about"] == int(row.get_attribute("data-row") or 0)


def test_rulings_on_opened_events(table: JudgedTable, lee: Opener) -> None:
    table.begin()
    table.disputed()
    device = lee(KIOSK)
    device.page.locator("#lines [data-name='equation-presented']").tap()
    expect(device.page.locator("#opened .paper-evidence .finding")).to_have_attribute("data-verdict", "incorrect")
    device.tap("[data-acts-for] [data-way='no']")
    device.because()
    device.done()
    assert [each["correct"] for each in table.events("judge-ruled")] == [False]
    device.page.keyboard.press("Escape")
    table.goal_set("B")
    # An Equation of another shake is history.
    device.page.locator("#lines [data-name='equation-presented']").tap()
    expect(device.page.locator("[data-acts-for] [data-act='note']")).to_be_visible()
    expect(device.page.locator("#opened :is([data-way], .finding)")).to_have_count(0)


# -- keys, signing in, and for everybody -----------------------------------------------------------------


def test_by_keyboard_alone(table: JudgedTable, lee: Opener) -> None:
    table.begin()
    table.disputed()
    device = lee(DESKTOP)
    keys = device.page.keyboard
    expect(device.card("equation").locator(".finding")).to_have_attribute("data-verdict", "incorrect")
    keys.press("w")
    expect(device.card("equation").locator("h3")).to_be_focused()
    keys.press("x")
    expect(device.dialog).to_be_visible()
    keys.press("Escape")
    expect(device.dialog).to_be_hidden()
    keys.press("x")
    keys.press("1")
    expect(device.page.locator("#act-yes")).to_be_focused()
    keys.press("Enter")
    device.done()
    assert [each["correct"] for each in table.events("judge-ruled")] == [False]
    expect(device.page.locator("#acts-title")).to_be_focused()
    keys.press("t")
    device.page.locator("#act-why").focus()
    keys.type("Fire alarm")
    keys.press("Enter")
    device.done()
    assert [each["why"] for each in table.events("clock-paused")] == ["Fire alarm"]
    keys.press("?")
    expect(device.page.locator("#keys")).to_contain_text("stop the clock, or let it run")


def test_a_session_that_ends_in_the_middle(table: JudgedTable, lee: Opener) -> None:
    table.begin()
    table.disputed()
    device = lee(quiet=False)
    device.decide("equation", "no")
    device.page.locator("#act-why").fill("Two times one is two.")
    table.gate.sessions.end_all()
    device.tap("#act-yes")
    expect(device.page.locator("#ended")).to_contain_text("What you were about to do is kept.")
    assert table.events("judge-ruled") == []
    device.tap("#ended a")
    device.tap(f"[data-person='{table.lee.id}']")
    device.page.keyboard.type(PIN)
    device.page.keyboard.press("Enter")
    kept = device.page.locator("[data-unsent='draft']")
    expect(kept).to_contain_text("Not sent yet: Ann's Equation is incorrect")
    device.tap("[data-unsent-do='go-on']")
    expect(device.page.locator("#act-why")).to_have_value("Two times one is two.")
    device.tap("#act-yes")
    device.done()
    expect(kept).to_have_count(0)
    assert reasons(table) == [("LK", "Two times one is two.")]


@pytest.mark.parametrize("size", [PHONE, KIOSK], ids=["phone", "kiosk"])
def test_for_everybody(table: JudgedTable, lee: Opener, size: tuple[int, int]) -> None:
    table.begin(AGLOA)
    table.ambiguous()
    device = lee(size)
    page = device.page
    found: dict[str, list[str]] = {}
    expect(device.card("equation").locator(".finding [data-reason]")).to_be_visible()
    found["card"] = faults(page)
    device.decide("equation", "yes")
    found["dialog"] = faults(page)
    device.tap("#act-back")
    for act in ("judge-penalized", "reading-corrected", "note"):
        device.tap(f"#tools-row [data-act='{act}']")
        if act == "reading-corrected":
            device.tap("[data-pick='R2']")
        found[act] = faults(page)
        device.tap("#act-back")
    if size == PHONE:
        device.tap("#tab-review")
    device.tap("#lines [data-name='equation-presented']")
    device.tap("[data-acts-for] [data-act='event-undone']")
    page.wait_for_selector(".preview[data-ready]")
    found["strike"] = faults(page)
    device.tap("#act-back")
    found["footer"] = faults(page)
    assert {name: each for name, each in found.items() if each} == {}
    assert _small_targets(page) == []


def _small_targets(page: Page) -> list[str]:
    """Buttons that a finger could miss."""
    small: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('#page-table button, [data-acts-for] button')].filter((button) => {
            const { width, height } = button.getBoundingClientRect();
            return button.checkVisibility() && (width < 44 || height < 44);
        }).map((button) => button.textContent)"""
    )
    return small
