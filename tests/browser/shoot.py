"""Pictures of the table's screen in each phase, at three sizes, for docs/screens/ and docs/screens.md.

    python -m tests.browser.shoot [FOLDER]

plays a match of each league on tables that really run, with simulated hands and the simulated camera, and takes
pictures on the way.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from rules.mat import Section
from tests.browser.pictures import FOLDER, photographer, take
from tests.browser.shoot_audit import audits
from tests.browser.shoot_judge import judges
from tests.browser.shoot_review import reviews
from tests.browser.table_screen import TableScreen
from tests.browser.tables import SEEING, UNPLUGGED, StoryTable

SIZES = {"1024x600": (1024, 600), "390x844": (390, 844), "1920x1080": (1920, 1080)}
PAGE = FOLDER.with_suffix(".md")
MLAG, AGLOA = "mlag-basic-equations-2018", "agloa-equations-2019"
ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"


class Album:
    """The same table on screens of three sizes, and the pictures taken so far."""

    def __init__(self, browser: Browser, table: StoryTable, folder: Path, names: tuple[str, ...]) -> None:
        self.table = table
        self.folder = folder
        self.taken: list[tuple[str, str]] = []
        self.pages: dict[str, Page] = {}
        for size, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
            )
            page = context.new_page()
            page.clock.install()
            page.goto(table.url)
            self.pages[size] = page
        self.screen = TableScreen(self.pages["1024x600"], names)
        self.others = [TableScreen(page, names) for page in list(self.pages.values())[1:]]

    def take(self, name: str, words: str, on_each: Callable[[TableScreen], None] | None = None) -> None:
        """A picture of every size; `on_each` opens on each screen what only that screen shows."""
        phase = self.screen.page.locator("body").get_attribute("data-phase") or ""
        for screen, (size, page) in zip((self.screen, *self.others), self.pages.items(), strict=True):
            screen.is_in(phase)
            if on_each is not None:
                on_each(screen)
            take(page, self.folder / f"{name}-{size}.png")
        self.taken.append((name, words))

    def later(self, seconds: float) -> None:
        self.table.later(seconds, self.pages.values())

    def close_dialogs(self, selector: str) -> None:
        for screen in (self.screen, *self.others):
            screen.tap(selector)

    def moved(self, cube: str, to: Section) -> None:
        """A hand moves a cube, and the camera has seen it."""
        self.table.table.simulation.move(cube, Section.RESOURCES, to)
        expect(
            self.screen.page.locator(f"[data-mat-section='{to.value}'] [data-cube-text='{cube}']").first
        ).to_be_visible()


def mlag(album: Album) -> None:
    """One shake of MLAG Elementary: Now, won; then the end of the round."""
    screen, hands = album.screen, album.table.table.simulation
    album.take("start", "Sitting down: game, division, names.")
    screen.sit_down(MLAG, "elementary")
    album.take("first-goal", "Who sets the first Goal?")
    screen.starts_the_shake("Ann")
    album.take("rolling", "The cubes are to be rolled; the camera sees them.")
    hands.lay({"resources": ROLL})
    screen.is_in("setting-goal")
    album.take("setting-goal", "The Goal-setter lays out a Goal.")
    hands.lay_goal("G6 K+ B2")
    screen.says("Goal")
    screen.does("Ann", "goal-set")
    screen.is_in("moving")
    album.moved("R2", Section.REQUIRED)
    album.moved("Bx", Section.REQUIRED)
    album.moved("K7", Section.PERMITTED)
    album.moved("R0", Section.FORBIDDEN)
    album.moved("B3", Section.PERMITTED)
    screen.says("Ann")
    album.take("moving", "A turn: whose it is, how long, and what lies on the mat.")
    album.take("judge-menu", "What judges and officials can do.", lambda each: each.tap("#menu-judge"))
    album.close_dialogs("#menu-close")
    album.later(63)
    screen.clock_is("countdown")
    album.take("warning", "The time is up: ten seconds are counted down.")
    album.later(10)
    screen.clock_is("extra-minute")
    album.take("extra-minute", "A point is lost; the extra minute runs.")
    screen.lifts_the_block("Ann")
    album.take("challenge", "The block is lifted: what is challenged?")
    screen.does("Ann", "challenge-stated", challenge="now")
    screen.is_in("writing")
    album.take("writing", "Somebody has challenged Now; Equations are written.")
    writes = "[data-action='equation-presented'][data-player='A'].writes"
    album.take("veil", "A paper is shown to its writer alone.", lambda each: each.tap(writes))

    def typed(each: TableScreen) -> None:
        each.tap("#keypad-show")
        for key in ("2", "x", "4", "=", "6", "+", "2"):
            each.key(key)

    album.take("keypad", "An Equation is put together from the cubes that may be used.", typed)
    for other in album.others:
        other.tap("#keypad-aside")
    screen.hands_in()
    screen.does("Ben", "third-party-decided", presents=False)
    screen.is_in("checking")
    album.take("checking", "All have presented: the Equations are checked.")
    reject = "[data-action='equation-checked'][data-player='C'][data-field-accepted='false']"
    album.take("reject", "Whoever rejects an Equation may say why.", lambda each: each.tap(reject))
    album.close_dialogs("#keypad-aside")
    screen.accepts("Ben", "Ann")
    screen.accepts("Cy", "Ann")
    screen.is_in("shake-over")
    album.take("shake-over", "The shake is over, with its scores.")
    album.take("modes", "Type, contrast and sound are set for each screen.", lambda each: each.tap("#modes-open"))

    def strong(each: TableScreen) -> None:
        each.tap(".mode:has(#mode-contrast)")
        each.tap("#modes-close")

    album.take("contrast", "Strong contrast.", strong)

    def large(each: TableScreen) -> None:
        each.tap("#modes-open")
        each.tap(".mode:has(#mode-contrast)")
        each.tap(".mode:has(#mode-large)")
        each.tap("#modes-close")

    album.take("large", "Large type.", large)

    def normal(each: TableScreen) -> None:
        each.tap("#modes-open")
        each.tap(".mode:has(#mode-large)")
        each.tap("#modes-close")

    for each in (screen, *album.others):
        normal(each)
    screen.initials(1, "LM")
    screen.judge_does("round-time-called")
    screen.is_in("match-over")

    def signing(each: TableScreen) -> None:
        each.does("Ann", "scoresheet-signed")
        each.key("A")

    album.take("signing", "A player signs with initials, below what is signed for.", signing)
    for each in (screen, *album.others):
        each.tap("[data-key='clear']")
        each.tap("#keypad-aside")
    screen.signs("Ann", "AX")
    album.take("match-over", "The match is over; everybody signs.")
    for page in album.pages.values():
        page.goto(f"{album.table.url}/scoresheet")
    for size, page in album.pages.items():
        take(page, album.folder / f"scoresheet-{size}.png")
    album.taken.append(("scoresheet", "The official scoresheet."))


def agloa(album: Album) -> None:
    """AGLOA Middle without a camera: variations, everything by hand, No Goal, a question."""
    screen = album.screen
    screen.sit_down(AGLOA, "middle")
    expect(screen.page.locator("#notices")).to_contain_text("The camera is not there.")
    screen.starts_the_shake("Dee")
    album.take("roll-by-hand", "Without a camera the roll is said by hand.", lambda each: each.tap("#menu-hand"))
    for other in album.others:
        other.tap("#keypad-aside")
    for cube in ROLL.split():
        screen.key(cube)
    screen.hands_in()
    screen.is_in("selecting-variations")
    screen.selects("Dee", "Average")
    screen.says("Eli")
    opens = "[data-choice='B'] [data-options='Base']"
    album.take("variations", "A variation is selected; what cannot be chosen is grey.", lambda each: each.tap(opens))
    album.close_dialogs(opens)
    screen.selects("Eli", "Base", "Base 8")
    screen.selects("Fay", "Percent")
    screen.is_in("setting-goal")

    def goal(each: TableScreen) -> None:
        each.tap("#menu-hand")
        for cube in ("G6", "B2"):
            each.key(cube)

    album.take("goal-by-hand", "The Goal by hand; a tap turns a cube.", goal)
    album.close_dialogs("#keypad-aside")
    screen.does("Dee", "no-goal-declared")
    screen.is_in("no-goal-declared")
    album.take("no-goal", "No Goal has been declared: the others agree or challenge.")


def last_cube(album: Album) -> None:
    """AGLOA Senior by hand: the last cube, and everybody writes."""
    screen = album.screen
    screen.sit_down(MLAG, "senior")
    expect(screen.page.locator("#notices")).to_contain_text("The camera is not there.")
    screen.starts_the_shake("Gil")
    screen.rolled(ROLL)
    screen.sets_goal("G6s B2")
    left = [cube for cube in ROLL.split() if cube not in ("G6", "B2")]
    for number, cube in enumerate(left):
        screen.moves(cube, ("required", "permitted", "forbidden")[number % 3 if number < len(left) - 1 else 1])
    screen.is_in("last-cube")
    album.take("last-cube", "The last cube has been moved: everybody writes.")
    writes = "[data-action='equation-presented'][data-player='A'].writes"

    def opened(each: TableScreen) -> None:
        each.tap(writes)
        each.tap("#keypad-show")

    album.take("keypad-wild", "With a wild cube and turned cubes.", opened)


def main(folder: Path = FOLDER) -> None:
    for old in folder.glob("*.png"):
        old.unlink()
    taken: list[tuple[str, str]] = []
    stories = (
        (mlag, SEEING, ("Ann", "Ben", "Cy")),
        (agloa, UNPLUGGED, ("Dee", "Eli", "Fay")),
        (last_cube, UNPLUGGED, ("Gil", "Hana", "Ivo")),
    )
    with photographer(folder) as browser:
        for story, camera, names in stories:
            with (
                tempfile.TemporaryDirectory() as data,
                StoryTable(Path(data), camera) as table,
            ):
                album = Album(browser, table, folder, names)
                story(album)
                taken += album.taken
                for page in album.pages.values():
                    page.context.close()
        judges(browser, folder)
        reviews(browser, folder)
        audits(browser, folder)
    if folder == FOLDER:
        PAGE.write_text(page_text(taken), encoding="utf-8")


def page_text(taken: list[tuple[str, str]]) -> str:
    """docs/screens.md: every picture in its three sizes."""
    lines = [
        "# The screens",
        "",
        "The table's screen in each phase, at the kiosk's size, on a phone and on a large screen. `make screens` plays",
        "the matches anew and takes the pictures.",
    ]
    for name, words in taken:
        lines += ["", f"## {name.replace('-', ' ').capitalize()}", "", words, ""]
        lines += [f"![{words} {size}](screens/{name}-{size}.png)" for size in SIZES]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
