"""The screen of the table as people use it: fingers, and what they read. Stories are written in these words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PATIENT_MS

SEATS = "ABC"


class TableScreen:
    """A screen with players at it, who are called by their names."""

    def __init__(self, page: Page, names: tuple[str, ...] = ("Ann", "Ben", "Cy")) -> None:
        self.page = page
        self.names = names
        page.set_default_timeout(PATIENT_MS)

    # -- sitting down ------------------------------------------------------------------------------

    def sit_down(self, game: str, division: str) -> None:
        """Choose game and division, write the names, start."""
        self.tap(f".chip:has([name='ruleset'][value='{game}'])")
        self.tap(f".chip:has([name='division'][value='{division}'])")
        for number, name in enumerate(self.names, start=1):
            self.page.locator(f"[name='name{number}']").fill(name)
        self.tap("#begin")
        self.is_in("shake-over")

    def starts_the_shake(self, name: str) -> None:
        self.does(name, "shake-started")
        self.is_in("rolling")

    # -- by hand, without a camera -------------------------------------------------------------------

    def rolled(self, cubes: str) -> None:
        """Somebody says what was rolled."""
        self.tap("#menu-hand")
        for cube in cubes.split():
            self.key(cube)
        self.hands_in()

    def sets_goal(self, goal: str) -> None:
        """The Goal, cube by cube; `K7s` is tapped on and turned."""
        self._by_hand("goal-set")
        for place, cube in enumerate(goal.split()):
            self.key(cube.rstrip("su"))
            for _ in range({"s": 1, "u": 2}.get(cube[-1], 0)):
                self.tap(f"#keypad-text [data-focus='row {place}']")
        expect(self.page.locator("#keypad-text")).to_have_attribute("data-text", goal)
        self.hands_in()
        self.is_in("moving")

    def moves(self, cube: str, to: str) -> None:
        """Whose turn it is moves a cube, as somebody says by hand."""
        self._by_hand("cube-moved")
        self.key(cube)
        self.key(to)
        self.hands_in()

    def hands_in(self) -> None:
        self.tap("#keypad-present")
        expect(self.page.locator("#keypad")).to_be_hidden()

    def _by_hand(self, event: str) -> None:
        """The menu opens only where there is more than one thing to say."""
        self.tap("#menu-hand")
        in_menu = self.page.locator(f"#menu [data-action='{event}']")
        expect(in_menu.or_(self.page.locator("#keypad-present"))).to_be_visible()
        if in_menu.is_visible():
            in_menu.tap()

    # -- what players say ------------------------------------------------------------------------------

    def does(self, name: str, event: str, **fields: object) -> None:
        """Tap the button of a player."""
        seat = SEATS[self.names.index(name)]
        asked = "".join(f"[data-field-{field}='{str(value).lower()}']" for field, value in fields.items())
        self.tap(f"[data-action='{event}'][data-player='{seat}']{asked}")

    def selects(self, name: str, variation: str, option: str | None = None) -> None:
        """A variation from the board, with its value where it has one."""
        board = self.page.locator(f"[data-choice='{SEATS[self.names.index(name)]}']")
        if option is not None:
            board.locator(f"[data-options='{variation}']").tap()
        board.get_by_role("button", name=option or variation, exact=True).tap()

    def lifts_the_block(self, name: str) -> None:
        self.does(name, "block-lifted")
        self.is_in("challenge-called")

    def challenges(self, name: str, claim: str) -> None:
        """Take the block, and say what is challenged."""
        self.lifts_the_block(name)
        self.does(name, "challenge-stated", challenge=claim)

    def writes(self, name: str, *keys: str) -> None:
        """On the own paper, with nobody looking, and hand it in."""
        seat = SEATS[self.names.index(name)]
        self.tap(f"[data-action='equation-presented'][data-player='{seat}'].writes")
        expect(self.page.locator("#keypad")).to_contain_text(f"Only {name} looks now")
        self.tap("#keypad-show")
        for key in keys:
            self.key(key)
        expect(self.page.locator("#keypad-text")).to_have_attribute("data-text", "".join(keys))
        self.hands_in()

    def presents_nothing(self, name: str) -> None:
        seat = SEATS[self.names.index(name)]
        self.tap(f"[data-action='equation-presented'][data-player='{seat}']:not(.writes)")

    def accepts(self, name: str, writer: str) -> None:
        paper = self.page.locator(f"[data-paper='{SEATS[self.names.index(writer)]}']")
        paper.locator(f"[data-player='{SEATS[self.names.index(name)]}'][data-field-accepted='true']").tap()

    def rejects(self, name: str, writer: str, why: str) -> None:
        seat = SEATS[self.names.index(name)]
        paper = self.page.locator(f"[data-paper='{SEATS[self.names.index(writer)]}']")
        paper.locator(f"[data-player='{seat}'][data-field-accepted='false']").tap()
        self.page.locator("#keypad").get_by_role("button", name=why).tap()
        self.hands_in()

    def signs(self, name: str, initials: str) -> None:
        """The scoresheet, letter by letter, below what is signed for."""
        self.does(name, "scoresheet-signed")
        expect(self.page.locator("#keypad-title")).to_contain_text(f"{name} signs for")
        self.types(*initials)
        expect(self.seat(name)).to_contain_text(f"✓ signed {initials}")

    # -- judges -------------------------------------------------------------------------------------

    def judge_does(self, event: str, *keys: str) -> None:
        """From the judge's menu; the keys of each question, one after the other."""
        self.tap("#menu-judge")
        self.page.locator(f"#menu [data-action='{event}']").first.tap()
        self.types(*keys)

    def types(self, *keys: str) -> None:
        for key in keys:
            self.key(key)
        if keys:
            self.hands_in()

    def initials(self, penalty: int, letters: str) -> None:
        """A judge initials a penalty beside it."""
        self.tap(f"[data-penalty='{penalty}'] [data-action='penalty-approved']")
        self.types(*letters)

    # -- fingers --------------------------------------------------------------------------------------

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def key(self, key: str) -> None:
        self.page.locator(f'#keypad [data-key="{key}"]').first.tap()

    # -- what can be read ---------------------------------------------------------------------------------

    def is_in(self, phase: str) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-phase", phase)

    def is_not_in(self, phase: str) -> None:
        expect(self.page.locator("body")).not_to_have_attribute("data-phase", phase)

    def says(self, text: str | re.Pattern[str]) -> None:
        """The one sentence at the top."""
        expect(self.page.locator("#prompt")).to_contain_text(text)

    def clock_is(self, state: str, task: str | re.Pattern[str] | None = None) -> None:
        expect(self.page.locator("#timer")).to_have_attribute("data-state", state)
        if task is not None:
            expect(self.page.locator("#timer .task")).to_have_text(task)

    def signalled(self, name: str) -> None:
        """The visible twin of a sound is or was shown."""
        expect(self.page.locator("#signal")).to_have_attribute("data-signal", name)

    def ruled(self, text: str | re.Pattern[str], cite: str) -> None:
        card = self.page.locator(".ruling")
        expect(card.locator(".text")).to_contain_text(text)
        expect(card.locator(".cite")).to_have_text(cite)

    def scores_are(self, scores: Mapping[str, int]) -> None:
        for name, score in scores.items():
            shown = self.seat(name).locator(".score")
            expect(shown).to_have_text(str(score).replace("-", "−"))

    def lost(self, name: str, points: int) -> None:
        expect(self.seat(name).locator(".penalties")).to_contain_text(f"−{points}")

    def seat(self, name: str) -> Locator:
        return self.page.locator(f"[data-seat-panel='{SEATS[self.names.index(name)]}']")

    def shows(self, section: str, *cubes: str) -> None:
        """These cubes lie in a section of the mat on the screen, and no other."""
        drawn = self.page.locator(f"#mat [data-mat-section='{section}'] .cube")
        expect(drawn).to_have_count(len(cubes))
        assert sorted(str(cube.get_attribute("data-cube-text")) for cube in drawn.all()) == sorted(cubes)

    def offers(self, name: str, event: str) -> Locator:
        return self.page.locator(f"[data-action='{event}'][data-player='{SEATS[self.names.index(name)]}']")
