"""A scripted match: one shake of MLAG Basic Equations, from the roll to the signed scoresheet.

The script has only what people at a table have: hands for cubes, block and buttons, and fingers for the
screen. It waits for what the screen says, as people do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kiosk.table import Table
from rules.mat import Section

RULESET = "mlag-basic-equations-2018"
NAMES = ("Ann", "Ben", "Cy")
#: A roll with which the shake below can be played.
ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"


class StuckError(RuntimeError):
    """The table did not come to where the script expects it; the text says what was awaited."""


class Hands(Protocol):
    """What people's hands can do at a simulated table."""

    def lay(self, sections: Mapping[str, str]) -> None: ...

    def move(self, cube: str, start: Section, end: Section) -> None: ...

    def lay_goal(self, goal: str) -> None: ...

    def lift_block(self) -> None: ...

    def return_block(self) -> None: ...

    def press(self, seat: int) -> None: ...


class Stage(Protocol):
    """A table that a script can play on: at once (`kiosk.headless`) or in real time behind pages."""

    @property
    def hands(self) -> Hands: ...

    def body(self) -> Mapping[str, Any]: ...

    def begin(self, request: Mapping[str, Any]) -> object: ...

    def act(self, request: Mapping[str, Any]) -> object: ...

    def answer(self, request: Mapping[str, Any]) -> object: ...

    def pass_time(self, seconds: float) -> None:
        """Let so many seconds of the match go by."""
        ...


def until(stage: Stage, what: str, condition: Callable[[Mapping[str, Any]], bool], *, seconds: float = 60) -> None:
    """Wait until the screen shows it; StuckError after so many seconds of the match."""
    passed = 0.0
    while not condition(stage.body()):
        if passed > seconds:
            raise StuckError(f"the table did not come to: {what}")
        stage.pass_time(0.2)
        passed += 0.2


def until_phase(stage: Stage, phase: str) -> None:
    until(stage, phase, lambda body: body["match"] is not None and body["match"]["phase"] == phase)


def play(stage: Stage, tell: Callable[[str], None] = lambda _: None) -> None:
    """Play the whole script; `tell` gets a line for each step."""
    tell("Ann, Ben and Cy sit down.")
    stage.begin({"ruleset": RULESET, "division": "middle", "names": list(NAMES)})
    play_shake(stage, tell)
    stage.act({"event": "round-time-called"})
    until_phase(stage, "match-over")
    for player in "ABC":
        stage.act({"event": "scoresheet-signed", "player": player})
    tell("Everybody has signed.")


def play_shake(stage: Stage, tell: Callable[[str], None] = lambda _: None) -> None:
    """One shake that ends with a Now challenge: Ann sets the Goal and challenges, Ben and Cy move."""
    play_to_second_move(stage, tell)
    play_challenge(stage, tell)
    play_checking(stage, tell)


def play_to_second_move(stage: Stage, tell: Callable[[str], None] = lambda _: None) -> None:
    hands = stage.hands
    stage.act({"event": "shake-started", "goal_setter": "A"})
    until_phase(stage, "rolling")
    stage.pass_time(4)
    hands.lay({"resources": ROLL})
    tell("Ann rolls the cubes.")
    until_phase(stage, "setting-goal")
    hands.lay_goal("G6")
    stage.pass_time(3)
    hands.press(1)
    tell("Ann sets the Goal 6.")
    until_phase(stage, "moving")
    stage.pass_time(8)
    hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    tell("Ben requires a 2.")
    until(stage, "Ben's move", lambda body: "R2" in body["match"]["mat"]["required"])


def play_challenge(stage: Stage, tell: Callable[[str], None] = lambda _: None) -> None:
    hands = stage.hands
    stage.pass_time(6)
    hands.move("Bx", Section.RESOURCES, Section.REQUIRED)
    tell("Cy requires a x.")
    until(stage, "Cy's move", lambda body: "Bx" in body["match"]["mat"]["required"])
    stage.pass_time(2)
    hands.lift_block()
    tell("Ann lifts the block.")
    until_phase(stage, "challenge-called")
    hands.press(1)
    until(stage, "the question what Ann challenges", lambda body: body["question"] is not None)
    stage.answer({"question": stage.body()["question"]["id"], "option": 0})
    hands.return_block()
    tell("Ann challenges Now.")
    until_phase(stage, "writing")


def play_checking(stage: Stage, tell: Callable[[str], None] = lambda _: None) -> None:
    stage.pass_time(10)
    stage.act({"event": "third-party-decided", "player": "B", "presents": False})
    stage.pass_time(20)
    stage.act({"event": "equation-presented", "player": "A", "equation": "2x3=6"})
    tell("Ann presents 2x3=6.")
    until_phase(stage, "checking")
    stage.pass_time(5)
    for checker in "BC":
        stage.act({"event": "equation-checked", "writer": "A", "by": checker, "accepted": True})
    tell("Ben and Cy accept.")
    until_phase(stage, "shake-over")


class LiveStage:
    """A running table as a script sees it; its time is the table's own."""

    def __init__(self, table: Table, speed: float) -> None:
        self.hands: Hands = table.simulation
        self.body = lambda: table.screen().body
        self.begin, self.act, self.answer = table.begin, table.act, table.answer
        self._speed = speed

    def pass_time(self, seconds: float) -> None:
        time.sleep(seconds / self._speed)
