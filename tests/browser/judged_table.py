"""A table that really runs, with judges who can sign in: for the tests of what a judge does from his own page."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np
from playwright.sync_api import Locator, Page, expect

from kiosk.demo import ROLL
from kiosk.evidence import CLIP_KEPT, CLIPS
from kiosk.people import Gate, Person, Role, Store
from kiosk.settings import CameraSettings, load_settings
from kiosk.table import Table
from kiosk.web import create_app
from rules.games import GAMES
from tests.browser.conftest import PATIENT_MS, Served, until
from tests.browser.tables import AWAY, StoryClock
from tests.kiosk.people.conftest import OTHER_PIN, PIN, QUICK
from vision.clip_ring import Kept
from vision.clips import ClipStore
from vision.recording import About

MLAG, AGLOA = "mlag-basic-equations-2018", "agloa-equations-2019"
NAMES = ["Ann", "Ben", "Cy"]


class JudgedTable:
    """Ann, Ben and Cy at a table whose clock is put forward by hand; Lee Kim and Bo Ek are judges."""

    def __init__(self, folder: Path, camera: CameraSettings = AWAY) -> None:
        self.folder = folder
        self.clock = StoryClock()
        self.table = Table(replace(load_settings(None, {"data": folder}, {}), camera=camera), GAMES, clock=self.clock)
        self.gate = Gate(Store(None, lambda: 1_800_000_000.0), QUICK)
        self.lee = self.gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
        self.bo = self.gate.persons.add("Bo Ek", Role.JUDGE, pin=OTHER_PIN)
        self.served = Served(create_app(self.table, people=self.gate))
        self.url = self.served.url
        self._ids = count(1)

    # -- what players do -------------------------------------------------------------------------------

    def begin(self, ruleset: str = MLAG, division: str = "middle") -> None:
        self.table.begin({"ruleset": ruleset, "division": division, "names": NAMES})
        self._seen()

    def do(self, event: str, **fields: Any) -> dict[str, Any]:
        told = self.table.act({"event": event, **fields})
        self._seen()
        return told

    def moved(self, player: str, cube: str, to: str) -> None:
        self.do("cube-moved", player=player, cube=cube, **{"from": "resources", "to": to})

    def goal_set(self, setter: str = "A", goal: str = "G6") -> None:
        self.do("shake-started", **({"goal_setter": setter} if self.match["shake"] == 0 else {}))
        self.do("cubes-rolled", resources=ROLL)
        while self.match["phase"] == "selecting-variations":
            offer = next(
                each for each in self.match["actions"] if each["event"] == "variation-selected" and not each["barred"]
            )
            self.do(offer["event"], player=offer["player"], variation=offer["fields"]["variation"])
        self.do("goal-set", player=setter, goal=goal)

    def disputed(self, equation: str = "2x1=6") -> None:
        """Ann's Equation is rejected by Ben."""
        self.goal_set()
        self.moved("B", "R2", "required")
        self.moved("C", "Bx", "required")
        self.do("challenge-stated", player="A", challenge="now")
        self.do("third-party-decided", player="B", presents=False)
        self.do("equation-presented", player="A", equation=equation)
        self.do("equation-checked", writer="A", by="B", accepted=False, reason="not-equal")

    def ambiguous(self) -> None:
        """By the AGLOA rules: Cy's Equation can be read in two ways, and Ann has rejected it."""
        self.goal_set()
        self.moved("B", "R2", "required")
        self.moved("C", "Bx", "required")
        self.do("challenge-stated", player="A", challenge="impossible")
        self.do("third-party-decided", player="B", presents=False)
        self.do("equation-presented", player="C", equation="4x2-2=6")
        self.do("equation-checked", writer="C", by="A", accepted=False, reason="ambiguous")

    def late(self) -> None:
        """Ben takes so long for his first move that it costs a point, once a judge has approved it."""
        self.goal_set()
        self.later(135)

    def clip(self, t_ms: int) -> None:
        """The camera has kept the seconds around a moment: three pictures."""
        jpeg = bytes(cv2.imencode(".jpg", np.full((48, 64, 3), 200, np.uint8))[1])
        frames = [Kept(t_ms * 1000 + shift, jpeg) for shift in (-200_000, 0, 200_000)]
        name = ClipStore(self.folder / CLIPS).keep("deadline-passed", t_ms * 1000, frames, About(reader="plain"))
        self.table.note("table", CLIP_KEPT, reason="deadline-passed", t=t_ms, clip=name, frames=len(frames))

    def charged(self) -> None:
        """By the AGLOA rules: Ann, who leads, makes a bonus move in the second shake, and Ben charges her."""
        self.goal_set()
        self.moved("B", "R2", "required")
        self.moved("C", "Bx", "required")
        self.do("challenge-stated", player="A", challenge="now")
        self.do("third-party-decided", player="B", presents=False)
        self.do("equation-presented", player="A", equation="2x3=6")
        for by in "BC":
            self.do("equation-checked", writer="A", by=by, accepted=True)
        self.goal_set("B")
        self.moved("C", "R2", "required")
        self.do("bonus-called", player="A")
        self.moved("A", "K8", "forbidden")
        self.moved("A", "R3", "required")
        self.do("illegal-procedure-charged", by="B", against="A", what="bonus-in-lead")

    def later(self, seconds: float) -> None:
        """So much time passes, and the table notices."""
        row = self.match["journal"]["row"]
        self.clock.jump(seconds)
        self._until(lambda body: body["journal"]["row"] > row)

    def _seen(self) -> None:
        """The table's screens show what is on record: an answer can come before them."""
        row = self.table.matches.open().past.rows[-1].seq
        self._until(lambda body: body["journal"]["row"] >= row)

    def _until(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        deadline = time.monotonic() + PATIENT_MS / 1000
        screen = self.table.screen()
        while screen.body["match"] is None or not condition(screen.body["match"]):
            assert time.monotonic() < deadline, "it did not happen"
            screen = self.table.wait(screen.version, 0.5) or self.table.screen()

    # -- what another judge does -----------------------------------------------------------------------

    def judge(self, event: dict[str, Any] | None, judge: str = "BE", **more: Any) -> dict[str, Any]:
        row = self.match["journal"]["row"]
        act = {"id": f"act-of-the-test-{next(self._ids):04}", "match": self.key, "why": "as I saw it", "seen": row}
        told = self.table.judge(act | {"event": event} | more, judge, f"judge:{judge}")
        self._seen()
        return told

    # -- what is so ------------------------------------------------------------------------------------

    @property
    def match(self) -> dict[str, Any]:
        body: dict[str, Any] = self.table.screen().body["match"]
        return body

    @property
    def key(self) -> str:
        return self.table.matches.open().key

    def rows(self) -> list[tuple[str, dict[str, Any]]]:
        """Actor and body of every row of the match."""
        return [(row.actor, row.data) for row in self.table.matches.open().past.rows]

    def events(self, *names: str) -> list[dict[str, Any]]:
        """The events of these names, without their time."""
        found = [body for _, body in self.rows() if body.get("event") in names]
        return [{key: value for key, value in body.items() if key != "t"} for body in found]

    # -- devices ---------------------------------------------------------------------------------------

    def link_for(self, person: Person) -> str:
        """What the QR code of a judge leads to."""
        return f"{self.url}/join#{self.gate.code_for(None, person).text}"

    def shown(self, page: Page) -> None:
        """The page's desk is that of the newest row, whatever is noted meanwhile."""
        acts = page.locator("#acts")
        until(page, lambda: acts.get_attribute("data-row") == str(self.match["journal"]["row"]))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.table.close()
        self.served.stop()


class Device:
    """A judge's phone, tablet or desktop: what a finger does there is counted."""

    def __init__(self, page: Page, table: JudgedTable, person: Person) -> None:
        self.page = page
        self.table = table
        self.person = person
        #: Opening the link is the first.
        self.taps = 1
        page.goto(table.link_for(person))
        page.wait_for_url("**/judge")
        table.shown(page)

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def decide(self, card: str, way: str) -> None:
        """`yes` or `no` on a card of the desk."""
        self.tap(f"[data-card='{card}'] [data-way='{way}']")
        expect(self.dialog).to_be_visible()

    def because(self, reason: int = 0) -> None:
        """One of the reasons that can be tapped, and it is done."""
        self.tap(f"#act [data-reason='{reason}']")
        self.tap("#act-yes")

    def done(self) -> None:
        """The dialog is gone, and the desk is that of the newest row."""
        expect(self.dialog).to_be_hidden()
        self.table.shown(self.page)

    @property
    def dialog(self) -> Locator:
        return self.page.locator("#act")

    def card(self, kind: str) -> Locator:
        return self.page.locator(f"#waiting [data-card='{kind}']")
