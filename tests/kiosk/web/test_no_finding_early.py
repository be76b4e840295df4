"""No browser of a player gets a finding before the Equations of the shake are judged.

The same match is played twice: once with an Equation that is correct, once with one of the same length that is not.
Until the Equation is judged, everything that the table's screen and a watching phone can ask for must be the same
to the last byte, but for the Equation itself. If anything knew the verdict, it would differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kiosk.demo import ROLL
from kiosk.people import Gate, Role, Store
from kiosk.web import create_app
from tests.kiosk.people.conftest import PIN, QUICK
from tests.kiosk.web.clients import PHONE, Browser, browser
from tests.kiosk.web.refereed import RefereedTable

RULESETS = [("mlag-basic-equations-2018", "middle"), ("agloa-equations-2019", "middle")]
CORRECT, WRONG = "2x3=6", "2x1=6"
#: Variations that change nothing for these two Equations.
HARMLESS = ("factorial", "average", "multiple-operations")
HASH = re.compile(r"[0-9a-f]{64}")


class Played:
    """One of the two matches, its table's screen and a phone that watches."""

    def __init__(self, folder: Path, ruleset: str, division: str, equation: str) -> None:
        self.equation = equation
        self.table = RefereedTable(folder)
        gate = Gate(Store(None, lambda: 1_800_000_000.0), QUICK)
        self.lee = gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
        self.app = create_app(self.table, people=gate)
        self.screen, self.phone = browser(self.app), browser(self.app, PHONE)
        self.do("/begin", ruleset=ruleset, division=division, names=["Ann", "Ben", "Cy"])

    @property
    def phase(self) -> str:
        phase: str = self.table.screen().body["match"]["phase"]
        return phase

    def do(self, path: str = "/act", **request: Any) -> None:
        told = self.screen.post(path, json=request)
        assert (told.status_code, told.get_json()["status"]) == (200, "done"), told.text

    def until_written(self) -> None:
        """To the moment at which Ann has challenged and the others still write."""
        self.do(event="shake-started", goal_setter="A")
        self.do(event="cubes-rolled", resources=ROLL)
        while self.phase == "selecting-variations":
            actions = self.table.screen().body["match"]["actions"]
            offers = [each for each in actions if each["event"] == "variation-selected"]
            offer = next(each for each in offers if each["fields"]["variation"] in HARMLESS)
            self.do(**({"event": offer["event"], "player": offer["player"]} | offer["fields"]))
        self.do(event="goal-set", player="A", goal="G6")
        self.do(event="cube-moved", player="B", cube="R2", **{"from": "resources", "to": "required"})
        self.do(event="cube-moved", player="C", cube="Bx", **{"from": "resources", "to": "required"})
        self.do(event="block-lifted", player="A")
        self.do(event="challenge-stated", player="A", challenge="now")
        self.do(event="third-party-decided", player="B", presents=True)
        self.do(event="equation-presented", player="A", equation=self.equation)

    def everything(self) -> dict[str, tuple[int, str]]:
        """All that a table's screen and a watching phone get from every address that can be looked at."""
        told = {}
        for name, who in (("screen", self.screen), ("phone", self.phone)):
            for rule in self.app.url_map.iter_rules():
                if "GET" in (rule.methods or ()) and rule.endpoint != "static":
                    path = rule.rule.replace("<name>", "0" * 64)
                    told[f"{name} {path}"] = self._looked_at(who, path)
            asked = {"ruleset": "mlag-basic-equations-2018", "division": "middle", "equation": self.equation}
            told[f"{name} asks"] = self._plain(who.post("/check/ask", json=asked))
        return told

    def _looked_at(self, who: Browser, path: str) -> tuple[int, str]:
        if not path.endswith("/events"):
            return self._plain(who.get(path))
        answer = who.get(path, buffered=False)
        text = ""
        for chunk in answer.response:
            text += chunk.decode()
            if "event: screen" in text or answer.status_code != 200:
                break
        answer.close()
        return answer.status_code, self._same(text.rpartition("data: ")[2])

    def _plain(self, answer: Any) -> tuple[int, str]:
        return answer.status_code, self._same(answer.text)

    def _same(self, text: str) -> str:
        """Without the Equation itself, and what was made from it or by lot."""
        typed = [self.equation, self.equation.replace("x", "×")]
        for written in typed:
            text = text.replace(written, "<equation>")
        return HASH.sub("<hash>", text)


@contextmanager
def played(folder: Path, ruleset: str, division: str) -> Iterator[tuple[Played, Played]]:
    matches = []
    for name, equation in (("correct", CORRECT), ("wrong", WRONG)):
        (folder / name).mkdir()
        matches.append(Played(folder / name, ruleset, division, equation))
    try:
        yield matches[0], matches[1]
    finally:
        for match in matches:
            match.table.close()


def both(matches: tuple[Played, Played], **request: Any) -> None:
    for match in matches:
        match.do(**request)


@pytest.mark.parametrize(("ruleset", "division"), RULESETS)
def test_until_it_is_judged_nothing_knows_the_verdict(tmp_path: Path, ruleset: str, division: str) -> None:
    with played(tmp_path, ruleset, division) as matches:
        for match in matches:
            match.until_written()
        seen = [match.everything() for match in matches]
        assert seen[0] == seen[1]
        # The others have not presented: what Ann has written is hers, too.
        assert "<equation>" not in json.dumps([text for told in seen for text in told.values()])
        both(matches, event="equation-presented", player="B", equation=None)
        assert [match.phase for match in matches] == ["checking", "checking"]
        seen = [match.everything() for match in matches]
        assert seen[0] == seen[1]
        assert seen[0]["screen asks"][0] == seen[0]["phone asks"][0] == 423
        assert "<equation>" in seen[0]["screen /events"][1]
        both(matches, event="equation-checked", writer="A", by="B", accepted=True)
        seen = [match.everything() for match in matches]
        assert seen[0] == seen[1]
        both(matches, event="equation-checked", writer="A", by="C", accepted=False, reason="not-equal")
        if matches[0].phase == "checking":  # where a judge has the word
            seen = [match.everything() for match in matches]
            assert seen[0] == seen[1]
            for match, correct in zip(matches, (True, False), strict=True):
                sign = {"person": match.lee.id, "pin": PIN}
                match.do(event="judge-ruled", writer="A", correct=correct, sign=sign)
        # Now it is judged, and both can be told apart: the comparison sees what there is to see.
        seen = [match.everything() for match in matches]
        assert seen[0]["screen /events"] != seen[1]["screen /events"]
        assert seen[0]["phone /events"] != seen[1]["phone /events"]


def test_the_comparison_would_see_a_finding(tmp_path: Path) -> None:
    """A screen that says too early what the adjudicator thinks is found out."""
    with played(tmp_path, *RULESETS[0]) as matches:
        for match in matches:
            match.until_written()
            match.table.said = str(match.equation == CORRECT)
        seen = [match.everything() for match in matches]
        assert seen[0]["screen /events"] != seen[1]["screen /events"]
        assert seen[0]["phone /events"] != seen[1]["phone /events"]
