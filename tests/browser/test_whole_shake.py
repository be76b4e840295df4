"""One shake with the mouse, in a real browser, on a table that really runs: from the roll to the scoresheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from kiosk.verify import verify
from tests.browser.conftest import PageFactory
from tests.serving import RunningTable, quiet_port


@pytest.fixture
def shots() -> Path:
    """Where screenshots are left to be looked at."""
    folder = Path(__file__).parents[1] / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    with RunningTable(tmp_path / "data") as table:
        yield table


def until_phase(page: Page, phase: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-phase", phase)


def sit_down(screen: Page) -> None:
    """Fill in the start form, all but its last button."""
    screen.locator('[name="division"][value="middle"]').check()
    for number, name in enumerate(("Ann", "Ben", "Cy"), start=1):
        screen.locator(f'[name="name{number}"]').fill(name)


def drag(page: Page, hands: FrameLocator, cube: str, section: str) -> None:
    """Take a cube with the mouse and let it go in the middle of a section."""
    start = hands.locator(f'[data-cube="{cube}"]').bounding_box()
    end = hands.locator(f'[data-section="{section}"]').bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def solvable(faces: dict[str, str]) -> tuple[str, str, str, str] | None:
    """Ids of cubes with a, operation, b and Goal such that a operation b is the Goal; None if there are none."""
    digits = [(cube, int(face[1])) for cube, face in faces.items() if face[1].isdigit()]
    signs = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "x": lambda a, b: a * b}
    for sign, (a, first), (b, second), (goal, third) in (
        (sign, *three)
        for sign in ((cube, face[1]) for cube, face in faces.items() if face[1] in signs)
        for three in permutations(digits, 3)
    ):
        if signs[sign[1]](first, second) == third:
            return a, sign[0], b, goal
    return None


def rolled(screen: Page, hands: FrameLocator) -> tuple[dict[str, str], tuple[str, str, str, str]]:
    """A shake whose roll the camera has seen: its cubes, and what can be done with them.

    A roll that gives nothing to do is one in a thousand; then all agree that there is no Goal, and Ann rolls again.
    """
    while True:
        screen.locator('[data-action="shake-started"][data-player="A"]').click()
        until_phase(screen, "rolling")
        hands.locator('[data-do="roll"]').click()
        until_phase(screen, "setting-goal")
        expect(screen.locator('#mat [data-mat-section="resources"] .cube')).to_have_count(24)
        cubes = hands.locator("[data-cube]").all()
        faces = {str(cube.get_attribute("data-cube")): str(cube.get_attribute("data-face")) for cube in cubes}
        found = solvable(faces)
        if found is not None:
            return faces, found
        screen.locator('[data-action="no-goal-declared"]').click()
        for player in "BC":
            screen.locator(f'[data-action="no-goal-agreed"][data-player="{player}"]').click()
        until_phase(screen, "shake-over")


def printed(equation: str) -> str:
    """An equation as pages print it."""
    return equation.replace("x", "×").replace("-", "−")


def test_from_the_roll_to_the_scoresheet(table: RunningTable, page: PageFactory, shots: Path) -> None:
    screen = page(1920, 1080)
    screen.goto(table.url)
    sit_down(screen)
    screen.screenshot(path=shots / "start-1920.png")
    screen.locator("#begin").click()
    until_phase(screen, "shake-over")
    hands = screen.frame_locator("#hands iframe")

    # The roll: seen by the camera, with all 24 cubes.
    faces, (first, sign, second, goal) = rolled(screen, hands)

    # The Goal, laid with the mouse and said on the screen.
    drag(screen, hands, goal, "goal")
    expect(screen.locator("#waiting")).to_contain_text("when the Goal is ready")
    screen.locator('[data-action="goal-set"][data-player="A"]').click()
    until_phase(screen, "moving")
    expect(screen.locator('#mat [data-mat-section="goal"] .cube')).to_have_attribute("data-cube-text", str(faces[goal]))
    expect(screen.locator("#prompt")).to_contain_text("Ben")
    expect(screen.locator("#timer .digits")).to_have_text(re.compile(r"^[12]:\d\d$"))

    # Two moves, each with its snapshot.
    drag(screen, hands, first, "required")
    expect(screen.locator("#prompt")).to_contain_text("Cy")
    screen.screenshot(path=shots / "moving-1920.png")
    drag(screen, hands, sign, "required")
    expect(screen.locator("#prompt")).to_contain_text("Ann")
    expect(screen.locator('#mat [data-mat-section="required"] .cube')).to_have_count(2)
    thumbnail = screen.locator("[data-snapshot]").first
    thumbnail.click()
    expect(screen.locator("#picture img")).to_have_js_property("naturalWidth", 1280)
    screen.screenshot(path=shots / "picture-1920.png")
    screen.locator("#picture-close").click()

    # A Now challenge by lifting the block; the seat's button says who.
    hands.locator('[data-do="block"]').click()
    until_phase(screen, "challenge-called")
    hands.locator('[data-seat="1"]').click()
    expect(screen.locator("#question")).to_contain_text("Ann")
    screen.screenshot(path=shots / "challenge-1920.png")
    screen.locator('[data-option="0"]').click()
    until_phase(screen, "writing")

    # The Equation on the keypad; nobody else sees it yet.
    equation = [str(faces[cube])[1] for cube in (first, sign, second)] + ["=", str(faces[goal])[1]]
    screen.locator('[data-action="third-party-decided"][data-player="B"][data-field-presents="false"]').click()
    screen.locator('[data-action="equation-presented"][data-player="A"].writes').click()
    screen.locator("#keypad-show").click()
    for key in equation:
        screen.locator(f'#keypad [data-key="{key}"]').first.click()
    screen.screenshot(path=shots / "keypad-1920.png")
    screen.locator("#keypad-present").click()
    until_phase(screen, "checking")

    # Checking, scores.
    expect(screen.locator('[data-paper="A"]')).to_contain_text(printed("".join(equation)))
    screen.screenshot(path=shots / "checking-1920.png")
    for checker in "BC":
        screen.locator(f'[data-action="equation-checked"][data-player="{checker}"][data-field-accepted="true"]').click()
    until_phase(screen, "shake-over")
    for player, score in (("A", "6"), ("B", "2"), ("C", "2")):
        expect(screen.locator(f'[data-seat-panel="{player}"] .score')).to_contain_text(score)
    screen.screenshot(path=shots / "shake-over-1920.png")

    # The end of the round and the sheet.
    screen.locator("#menu-judge").click()
    screen.locator('#menu [data-action="round-time-called"]').click()
    until_phase(screen, "match-over")
    for player in "ABC":
        screen.locator(f'[data-action="scoresheet-signed"][data-player="{player}"]').click()
        screen.locator(f'#keypad [data-key="{player}"]').click()
        screen.locator("#keypad-present").click()
        expect(screen.locator(f'[data-seat-panel="{player}"] .signed')).to_have_text(f"✓ signed {player}")
    expect(screen.locator('[data-action="scoresheet-signed"]')).to_have_count(0)
    expect(screen.locator("#keypad")).to_be_hidden()
    screen.goto(f"{table.url}/scoresheet")
    for text in ("Ann", "Ben", "Cy", "MLAG Basic Equations"):
        expect(screen.locator("body")).to_contain_text(text)
    screen.screenshot(path=shots / "scoresheet-1920.png")
    assert table.stop() == 0
    assert verify(table.data) == []


def test_the_same_screen_at_the_kiosks_size_and_after_a_reload(
    table: RunningTable, page: PageFactory, shots: Path
) -> None:
    screen = page(1024, 600)
    screen.goto(table.url)
    sit_down(screen)
    screen.screenshot(path=shots / "start-1024.png")
    screen.locator("#begin").click()
    screen.locator('[data-action="shake-started"][data-player="A"]').click()
    until_phase(screen, "rolling")
    table.lay({"resources": "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"})
    until_phase(screen, "setting-goal")
    table.lay_goal("G6 K+ B2")
    screen.locator('[data-action="goal-set"][data-player="A"]').click()
    until_phase(screen, "moving")
    screen.screenshot(path=shots / "moving-1024.png")
    screen.reload()
    until_phase(screen, "moving")
    expect(screen.locator('#mat [data-mat-section="goal"] .cube')).to_have_count(3)
    screen.locator("#hands-toggle").click()
    hands = screen.frame_locator("#hands iframe")
    expect(hands.locator("[data-cube]")).to_have_count(24)
    screen.screenshot(path=shots / "hands-1024.png")
    width = screen.evaluate("document.documentElement.scrollWidth")
    assert width <= 1024, "nothing may need scrolling sideways"


def test_a_table_that_is_killed_and_started_again_takes_its_screens_along(tmp_path: Path, page: PageFactory) -> None:
    port = str(quiet_port())
    with RunningTable(tmp_path / "data", port=port) as first:
        screen = page(quiet=False)
        screen.goto(first.url)
        sit_down(screen)
        screen.locator("#begin").click()
        screen.locator('[data-action="shake-started"][data-player="A"]').click()
        until_phase(screen, "rolling")
        first.kill()
        expect(screen.locator("#reconnecting")).to_be_visible()
    with RunningTable(tmp_path / "data", port=port):
        expect(screen.locator("#reconnecting")).to_be_hidden()
        expect(screen.locator("#question")).to_contain_text("go on")
        screen.locator('[data-option="0"]').click()
        expect(screen.locator("#question")).to_be_hidden()
        until_phase(screen, "rolling")
        expect(screen.locator("#timer")).to_have_attribute("data-state", "running")
