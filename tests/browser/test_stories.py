"""Whole shakes by touch: a real table, a real server, a real browser, and nothing but fingers.

The camera is away in most of them, so that every cube is said on the screen too. In one the camera sees roll, Goal and
moves by the AGLOA rules; test_whole_shake.py has the like by the MLAG rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kiosk.verify import verify
from rules.mat import Section
from tests.browser.table_screen import TableScreen
from tests.browser.tables import AWAY, SEEING, StoryTable

MLAG, AGLOA = "mlag-basic-equations-2018", "agloa-equations-2019"
ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"
Opener = Callable[..., TableScreen]
WITH_CAMERA = pytest.mark.parametrize("table", [SEEING], indirect=True, ids=["seeing"])


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[StoryTable]:
    """A table; `WITH_CAMERA` makes one that sees."""
    with StoryTable(tmp_path, getattr(request, "param", AWAY)) as table:
        yield table
    assert verify(tmp_path) == []


@pytest.fixture
def sit(table: StoryTable, browser: Browser) -> Iterator[Opener]:
    """Opens a screen of the kiosk's size that is touched, and has the players sit down at it."""
    contexts = []
    complaints: list[str] = []

    def open_screen(game: str, division: str, *names: str) -> TableScreen:
        context = browser.new_context(viewport={"width": 1024, "height": 600}, has_touch=True, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.clock.install()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(table.url)
        screen = TableScreen(page, names or ("Ann", "Ben", "Cy"))
        screen.sit_down(game, division)
        return screen

    yield open_screen
    for context in contexts:
        context.close()
    assert complaints == []


def up_to_the_goal(screen: TableScreen, setter: str, goal: str = "G6") -> None:
    screen.starts_the_shake(setter)
    screen.rolled(ROLL)
    screen.is_in("setting-goal")
    screen.sets_goal(goal)


# -- MLAG Elementary ---------------------------------------------------------------------------------------


def test_now_is_won(sit: Opener) -> None:
    screen = sit(MLAG, "elementary")
    up_to_the_goal(screen, "Ann")
    screen.says("Ben, move a cube or challenge.")
    screen.moves("R2", "required")
    screen.says("Cy")
    screen.moves("Bx", "required")
    screen.challenges("Ann", "now")
    screen.is_in("writing")
    screen.does("Ben", "third-party-decided", presents=False)
    screen.writes("Ann", "2", "x", "3", "=", "6")
    screen.is_in("checking")
    expect(screen.page.locator("[data-paper='A']")).to_contain_text("2×3=6")
    screen.accepts("Ben", "Ann")
    screen.accepts("Cy", "Ann")
    screen.is_in("shake-over")
    screen.scores_are({"Ann": 6, "Ben": 2, "Cy": 2})
    screen.says("Ben sets the next Goal")


def test_a_turn_runs_out(sit: Opener, table: StoryTable) -> None:
    screen = sit(MLAG, "elementary")
    up_to_the_goal(screen, "Ann")
    screen.clock_is("running", "First turn")
    table.later(123, [screen.page])
    screen.clock_is("countdown", "Do it now! At 0: −1 point")
    screen.signalled("warning")
    screen.scores_are({"Ben": 0})
    table.later(10, [screen.page])
    screen.clock_is("extra-minute", "−1 point. At 0: the turn is lost")
    screen.signalled("late")
    expect(screen.page.locator("[data-penalty='1']")).to_contain_text("Ben −1: over time (XI-A-1-b)")
    # In Elementary the point is lost only when a judge has initialled it.
    screen.scores_are({"Ben": 0})
    screen.initials(1, "LM")
    screen.scores_are({"Ben": -1})
    screen.lost("Ben", 1)
    screen.says("Ben")
    table.later(60, [screen.page])
    screen.says("Cy, move a cube or challenge.")
    screen.ruled("Ben's time is over, and the turn is lost.", "XI-A")
    screen.clock_is("running", "Turn")
    # Ann has set a Goal that she cannot reach herself.
    screen.challenges("Cy", "impossible")
    screen.does("Ben", "third-party-decided", presents=False)
    screen.presents_nothing("Ann")
    screen.is_in("shake-over")
    screen.scores_are({"Ann": 2, "Ben": 3, "Cy": 6})


def test_the_round_ends_and_everybody_writes_and_signs(sit: Opener, table: StoryTable) -> None:
    screen = sit(MLAG, "elementary")
    up_to_the_goal(screen, "Ann")
    screen.moves("R2", "required")
    screen.says("Cy")
    screen.judge_does("round-time-called")
    screen.judge_does("round-stopped")
    screen.says("Everybody writes: Ann, Ben and Cy.")
    screen.writes("Ann", "2", "x", "3", "=", "6")
    # Nothing that was presented can be seen before all have.
    expect(screen.page.locator("[data-paper]")).to_have_count(0)
    screen.presents_nothing("Ben")
    screen.writes("Cy", "2", "+", "4", "=", "6")
    screen.is_in("checking")
    for checker, writer in (("Ben", "Ann"), ("Cy", "Ann"), ("Ann", "Cy"), ("Ben", "Cy")):
        screen.accepts(checker, writer)
    screen.is_in("match-over")
    screen.scores_are({"Ann": 4, "Ben": 2, "Cy": 4})
    for seat, points in {"A": 5, "B": 2, "C": 5}.items():
        expect(screen.page.locator(f"[data-match-points='{seat}']")).to_have_text(str(points))
    for name, initials in {"Ann": "AX", "Ben": "B", "Cy": "CY"}.items():
        screen.signs(name, initials)
    screen.says("Thank you for playing!")
    screen.tap("#scoresheet")
    signed = re.compile(r"Ann\s+✓ AX, signed.*Ben\s+✓ B, signed.*Cy\s+✓ CY, signed", re.DOTALL)
    expect(screen.page.locator("#signatures")).to_contain_text(signed)
    expect(screen.page.locator("#scores")).to_contain_text("Stopped at the end of the round")


def test_judges_at_the_table(sit: Opener) -> None:
    """A warning, a point for conduct, a cube misread, a move struck, a player who has to go."""
    screen = sit(MLAG, "elementary")
    up_to_the_goal(screen, "Ann")
    screen.judge_does("judge-warned", "B", "noise", "L", "M")
    screen.judge_does("judge-penalized", "B", "noise", "L", "M")
    screen.scores_are({"Ben": -1})
    screen.moves("R2", "required")
    screen.says("Cy")
    screen.judge_does("reading-corrected", "required", "R2", "R3", "L", "M")
    expect(screen.page.locator("[data-mat-section='required'] .cube")).to_have_attribute("data-cube-text", "R3")
    # The newest can be struck first: here the correction, then the move.
    for _ in range(2):
        screen.judge_does("event-undone", "L", "M")
    expect(screen.page.locator("[data-mat-section='required'] .cube")).to_have_count(0)
    expect(screen.page.locator(".moves s").first).to_be_visible()
    screen.says("Ben, move a cube")
    screen.judge_does("player-absent", "C")
    expect(screen.seat("Cy")).to_contain_text("Absent")
    screen.moves("R2", "required")
    screen.says("Ann, move a cube")
    screen.does("Ben", "cube-returned")
    screen.says("Ben, move a cube")


# -- AGLOA Middle, two variations --------------------------------------------------------------------------------


def with_two_variations(screen: TableScreen, table: StoryTable) -> None:
    """Dee and Eli select; Fay lets the time for it pass, warning and extra minute included."""
    screen.starts_the_shake("Dee")
    screen.rolled(ROLL)
    screen.is_in("selecting-variations")
    screen.selects("Dee", "Average")
    screen.says("Eli, select a variation.")
    taken = screen.page.locator("[data-choice='B'] .tile:disabled")
    expect(taken).to_have_text(re.compile("Average.*in force already"))
    screen.selects("Eli", "Base", "Base 8")
    screen.says("Fay, select a variation.")
    table.later(200, [screen.page])
    screen.is_in("setting-goal")
    screen.ruled("Fay's time for selecting a variation is over.", "XI-A")
    expect(screen.page.locator("#notes li")).to_have_text(["Average (Dee)", "Base 8 (Eli)"])


def test_impossible_is_lost(sit: Opener, table: StoryTable) -> None:
    screen = sit(AGLOA, "middle", "Dee", "Eli", "Fay")
    with_two_variations(screen, table)
    screen.sets_goal("G6")
    screen.moves("R2", "required")
    screen.says("Fay")
    screen.challenges("Fay", "impossible")
    screen.is_in("writing")
    screen.does("Dee", "third-party-decided", presents=False)
    screen.writes("Eli", "2", "x", "3", "=", "6")
    screen.is_in("checking")
    screen.rejects("Fay", "Eli", "The two sides are not equal")
    screen.accepts("Dee", "Eli")
    screen.is_in("shake-over")
    expect(screen.page.locator("[data-paper='B'] .status")).to_have_text("Correct")
    # Fay has lost two points with her selection, but in Middle they wait for a judge.
    screen.scores_are({"Dee": 2, "Eli": 6, "Fay": 2})
    expect(screen.page.locator(".status[data-status='pending']")).to_have_count(2)


def test_no_goal_is_agreed_and_then_challenged(sit: Opener, table: StoryTable) -> None:
    """Once everybody agrees, and the shake counts for nothing; in the next one Fay sees a Goal."""
    screen = sit(AGLOA, "middle", "Dee", "Eli", "Fay")
    with_two_variations(screen, table)
    screen.does("Dee", "no-goal-declared")
    screen.says("No Goal was declared. Eli and Fay: agree, or take the block.")
    screen.does("Fay", "no-goal-agreed")
    screen.says("No Goal was declared. Eli: agree, or take the block.")
    screen.does("Eli", "no-goal-agreed")
    screen.is_in("shake-over")
    screen.scores_are({"Dee": 0, "Eli": 0, "Fay": 0})
    screen.ruled("All agree that there is no Goal. The shake counts for nobody.", "IV-D")
    screen.says("Dee sets the next Goal")
    with_two_variations(screen, table)
    screen.does("Dee", "no-goal-declared")
    screen.does("Eli", "no-goal-agreed")
    screen.challenges("Fay", "no-goal")
    screen.is_in("writing")
    screen.says("Fay says there is a Goal.")
    screen.does("Eli", "third-party-decided", presents=False)
    screen.writes("Fay", "2", "x", "3", "=", "6")
    screen.is_in("checking")
    screen.accepts("Dee", "Fay")
    screen.accepts("Eli", "Fay")
    screen.is_in("shake-over")
    screen.scores_are({"Dee": 2, "Eli": 2, "Fay": 6})
    screen.says("Eli sets the next Goal")


def test_an_invalid_challenge_is_set_aside(sit: Opener, table: StoryTable) -> None:
    screen = sit(AGLOA, "middle", "Dee", "Eli", "Fay")
    with_two_variations(screen, table)
    screen.sets_goal("G6")
    screen.challenges("Eli", "now")
    screen.ruled("For Now there must be a cube in Required or Permitted. Eli's challenge is set aside.", "VI-A-2-b")
    screen.is_in("moving")
    pending = screen.page.locator("[data-penalty]", has_text="invalid challenge")
    expect(pending.locator(".status")).to_have_text("waits for a judge")
    pending.locator("[data-action='penalty-refused']").tap()
    screen.types("L", "M")
    expect(pending.locator(".status")).to_have_text("does not count")
    screen.says("Eli, move a cube or challenge.")
    screen.moves("R2", "required")
    screen.says("Fay")
    screen.challenges("Fay", "impossible")
    screen.does("Dee", "third-party-decided", presents=False)
    screen.presents_nothing("Eli")
    screen.is_in("shake-over")
    screen.scores_are({"Dee": 4, "Eli": 2, "Fay": 6})


@WITH_CAMERA
def test_the_camera_sees_and_fingers_do_the_rest(sit: Opener, table: StoryTable) -> None:
    """Nobody says a cube: hands roll, lay the Goal and move, and the screen says what the camera saw."""
    screen = sit(AGLOA, "middle", "Dee", "Eli", "Fay")
    hands = table.table.simulation
    assert hands is not None
    screen.starts_the_shake("Dee")
    hands.lay({"resources": ROLL})
    screen.is_in("selecting-variations")
    screen.shows("resources", *ROLL.split())
    screen.selects("Dee", "Average")
    screen.says("Eli, select a variation.")
    screen.selects("Eli", "Base", "Base 8")
    screen.says("Fay, select a variation.")
    screen.selects("Fay", "Multiple Operations")
    screen.is_in("setting-goal")
    hands.lay_goal("G6")
    expect(screen.page.locator("#waiting")).to_contain_text("when the Goal is ready")
    screen.does("Dee", "goal-set")
    screen.is_in("moving")
    screen.shows("goal", "G6")
    screen.says("Eli, move a cube or challenge.")
    hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    screen.says("Fay, move a cube or challenge.")
    hands.move("Bx", Section.RESOURCES, Section.REQUIRED)
    screen.says("Dee, move a cube or challenge.")
    screen.shows("required", "R2", "Bx")
    expect(screen.page.locator("[data-snapshot]").first).to_be_visible()
    screen.challenges("Dee", "now")
    screen.is_in("writing")
    screen.does("Eli", "third-party-decided", presents=False)
    screen.writes("Dee", "2", "x", "3", "=", "6")
    screen.is_in("checking")
    screen.accepts("Eli", "Dee")
    screen.accepts("Fay", "Dee")
    screen.is_in("shake-over")
    screen.scores_are({"Dee": 6, "Eli": 2, "Fay": 2})


# -- Senior ------------------------------------------------------------------------------------------------------


def test_a_bonus_by_the_leader_is_charged(sit: Opener) -> None:
    """AGLOA Senior: Hal leads after the first shake, and makes a bonus move in the second."""
    screen = sit(AGLOA, "senior", "Gil", "Hal")
    screen.starts_the_shake("Gil")
    screen.rolled(ROLL)
    screen.selects("Gil", "Factorial")
    screen.selects("Hal", "Multiple Operations")
    screen.is_in("setting-goal")
    screen.sets_goal("G6s")
    screen.challenges("Hal", "impossible")
    screen.presents_nothing("Gil")
    screen.is_in("shake-over")
    screen.scores_are({"Gil": 2, "Hal": 6})
    screen.starts_the_shake("Hal")
    screen.rolled(ROLL)
    screen.selects("Hal", "Factorial")
    screen.selects("Gil", "Multiple Operations")
    screen.is_in("setting-goal")
    screen.sets_goal("G6")
    screen.moves("R2", "required")
    screen.says("Hal")
    screen.does("Hal", "bonus-called")
    screen.says("Bonus! Hal, move a cube to Forbidden first.")
    screen.moves("K7", "forbidden")
    screen.says("Hal, now move your second cube.")
    screen.moves("Bx", "required")
    screen.says("Gil")
    screen.does("Gil", "illegal-procedure-charged", what="bonus-in-lead")
    screen.ruled("The charge is upheld: Hal leads and may not make a bonus move. The cube goes back.", "V-C")
    screen.scores_are({"Gil": 2, "Hal": 5})
    expect(screen.page.locator("[data-mat-section='required'] .cube")).to_have_count(1)
    expect(screen.page.locator("[data-mat-section='forbidden'] .cube")).to_have_count(1)
    screen.challenges("Gil", "impossible")
    screen.writes("Hal", "2", "x", "3", "=", "6")
    screen.is_in("checking")
    screen.accepts("Gil", "Hal")
    screen.is_in("shake-over")
    screen.scores_are({"Gil": 4, "Hal": 11})


def test_the_last_cube(sit: Opener) -> None:
    """MLAG Senior: a wild cube in every shake; the last cube is played, and everybody writes with it."""
    screen = sit(MLAG, "senior", "Gil", "Hal")
    goal = "G6 K+ B2 R- R0 B0"
    up_to_the_goal(screen, "Gil", goal)
    left = [cube for cube in ROLL.split() if cube not in goal.split()]
    for number, cube in enumerate(left):
        screen.says(("Hal", "Gil")[number % 2])
        screen.moves(cube, "required" if number < 3 else "forbidden" if number < len(left) - 1 else "permitted")
    screen.is_in("last-cube")
    screen.says("The last cube is played. Everybody writes: Gil and Hal.")
    screen.writes("Gil", "1", "+", "2", "+", "7<0>", "=", "6")
    screen.presents_nothing("Hal")
    screen.is_in("checking")
    paper = screen.page.locator("[data-paper='A'] .equation")
    expect(paper).to_contain_text("1+2+7")
    screen.rejects("Hal", "Gil", "I cannot say")
    screen.is_in("shake-over")
    expect(screen.page.locator("[data-paper='A'] .status")).to_have_text("Incorrect")
    screen.scores_are({"Gil": 2, "Hal": 2})
