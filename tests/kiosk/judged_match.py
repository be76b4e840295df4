"""A match with something for a judge to do, played to a real referee whose time is moved by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from kiosk.demo import ROLL
from kiosk.matches import OpenMatch
from tests.kiosk.web.refereed import RefereedTable

MLAG, AGLOA = "mlag-basic-equations-2018", "agloa-equations-2019"
NAMES = ["Ann", "Ben", "Cy"]


class Judged:
    """Ann, Ben and Cy at a table, and judges at their own devices."""

    def __init__(self, folder: Path, ruleset: str = MLAG, division: str = "middle") -> None:
        self.table = RefereedTable(folder)
        self.table.begin({"ruleset": ruleset, "division": division, "names": NAMES})
        self._ids = count(1)

    # -- players -------------------------------------------------------------------------------------

    def do(self, event: str, **fields: Any) -> dict[str, Any]:
        return self.table.act({"event": event, **fields})

    def moved(self, player: str, cube: str, to: str) -> None:
        self.do("cube-moved", player=player, cube=cube, **{"from": "resources", "to": to})

    def goal_set(self) -> None:
        """The first shake, to the Goal."""
        self.do("shake-started", goal_setter="A")
        self.goal_set_again("A")

    def goal_set_again(self, setter: str) -> None:
        """The cubes are rolled, variations selected where there are any, and the Goal is set."""
        self.do("cubes-rolled", resources=ROLL)
        while self.phase == "selecting-variations":
            actions = self.table.screen().body["match"]["actions"]
            offer = next(each for each in actions if each["event"] == "variation-selected" and not each["barred"])
            self.do(offer["event"], player=offer["player"], variation=offer["fields"]["variation"])
        self.do("goal-set", player=setter, goal="G6")

    def until_checked(self, equation: str = "2x1=6") -> None:
        """To the moment at which Ann's Equation lies before the others."""
        self.goal_set()
        self.moved("B", "R2", "required")
        self.moved("C", "Bx", "required")
        self.do("challenge-stated", player="A", challenge="now")
        self.do("third-party-decided", player="B", presents=False)
        self.do("equation-presented", player="A", equation=equation)

    def disputed(self, equation: str = "2x1=6") -> None:
        self.until_checked(equation)
        self.do("equation-checked", writer="A", by="B", accepted=False, reason="not-equal")

    def late(self, seconds: float = 135) -> None:
        """Ben takes so long for his first move."""
        self.goal_set()
        self.table.later(seconds)

    # -- judges --------------------------------------------------------------------------------------

    def judge(self, event: dict[str, Any] | None = None, judge: str = "LK", **more: Any) -> dict[str, Any]:
        """What a judge's page sends; an id and a reason are made up where none is given."""
        request = {"id": f"act-{next(self._ids):08}", "match": self.key, "why": "as I saw it", "seen": self.row}
        return self.table.judge(request | {"event": event} | more, judge, f"judge:{judge}")

    def ruled(self, correct: bool, **more: Any) -> dict[str, Any]:
        return self.judge({"event": "judge-ruled", "writer": "A", "correct": correct}, **more)

    # -- what is so -----------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        phase: str = self.table.screen().body["match"]["phase"]
        return phase

    @property
    def match(self) -> dict[str, Any]:
        body: dict[str, Any] = self.table.screen().body["match"]
        return body

    @property
    def row(self) -> int:
        return self.table.journal.seq

    @property
    def key(self) -> str:
        return f"here.{self.table.referee.record.match}"

    @property
    def open(self) -> OpenMatch:
        return self.table.matches.open()

    def rows(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Actor, kind and body of every row of the match."""
        return [(row.actor, row.kind, row.data) for row in self.open.past.rows]

    def close(self) -> None:
        self.table.close()


@contextmanager
def judged(folder: Path, *options: str) -> Iterator[Judged]:
    made = Judged(folder, *options)
    try:
        yield made
    finally:
        made.close()
