"""What a script needs of a table: hands for cubes, block and buttons, fingers for the screen, eyes for its words."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kiosk.table import Table
from rules.mat import Section

#: How long the script waits for something before it looks again, in seconds of the match.
LOOK_S = 0.2


class StuckError(RuntimeError):
    """The table did not come to where the script expects it; the text says what was awaited."""


class Hands(Protocol):
    """What people's hands can do at a simulated table."""

    def lay(self, sections: Mapping[str, str]) -> None: ...

    def move(self, cube: str, start: Section, end: Section, *, glare: bool = False) -> None: ...

    def turn_lamp_away(self) -> None: ...

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
    # A stage in real time is waited for in real time: a fast clock does not make the machine faster.
    seconds *= getattr(stage, "speed", 1.0)
    passed = 0.0
    while not condition(stage.body()):
        if passed > seconds:
            raise StuckError(f"the table did not come to: {what}")
        stage.pass_time(LOOK_S)
        passed += LOOK_S


def until_phase(stage: Stage, phase: str, *, seconds: float = 60) -> None:
    until(stage, phase, lambda body: body["match"] is not None and body["match"]["phase"] == phase, seconds=seconds)


class Closed(Exception):
    """The table is being closed: the script ends."""


class LiveStage:
    """A running table as a script sees it; its time is the table's own."""

    def __init__(self, table: Table, speed: float) -> None:
        if table.simulation is None:
            raise StuckError("a script needs a simulated table")
        self.hands: Hands = table.simulation
        self.body = lambda: table.screen().body
        self.begin, self.act, self.answer = table.begin, table.act, table.answer
        self.speed = max(1.0, speed)
        self._table = table
        self._speed = speed

    def pass_time(self, seconds: float) -> None:
        """Raises Closed when the table ends meanwhile."""
        until_s = time.monotonic() + seconds / self._speed
        while not self._table.closed:
            left_s = until_s - time.monotonic()
            if left_s <= 0:
                return
            time.sleep(min(left_s, 0.2))
        raise Closed
