"""The simulated table: the truth of its mat and its box, moved by hands on a page or by a script.

It is the world, not the referee: it knows where the cubes lie, and nothing of what was recognised or
recorded. Like real cubes, its cubes stay where they are when the program is killed (`world`).
"""

from __future__ import annotations

import logging
import math
import random
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from device.simulated import SimulatedBox
from rules.cubes import Kit
from rules.errors import BadRequest
from rules.events import parse_object
from rules.mat import Goal, Section, parse_section
from vision.layout import Layout
from vision.simulated import SimulatedMat, parse_simulated

log = logging.getLogger(__name__)


class SimulatedTable:
    """Cubes, challenge block and buttons. May be used from any thread."""

    def __init__(
        self,
        box: SimulatedBox | None,
        layout: Layout,
        kit: Kit,
        *,
        show: Callable[[SimulatedMat], None],
        world: Path | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.box = box
        self.mat = SimulatedMat()
        self._layout = layout
        self._kit = kit
        self._show = show
        self._world = world
        self._rng = rng or random.Random()  # noqa: S311 - dice, not secrets
        self._lock = threading.Lock()
        if world is not None and world.exists():
            self._wake(world)

    def body(self) -> dict[str, Any]:
        """The table as its page draws it."""
        layout = self._layout
        return {
            "layout": {
                "sheet_mm": list(layout.sheet_mm),
                "cube_mm": layout.cube_mm,
                "sections": {s.value: [a.x0, a.y0, a.x1, a.y1] for s, a in layout.sections},
            },
            "cubes": self.mat.to_json()["cubes"],
            "block_up": self.box is not None and self.box.block_up,
            "display": "" if self.box is None else self.box.panel.face,
            "lamps": [] if self.box is None else sorted(self.box.panel.seats),
        }

    # -- hands on a page -----------------------------------------------------------------------------

    def do(self, request: Mapping[str, Any]) -> None:
        """Do what a hand did: `{"do": "roll"}`, `{"do": "drop", "cube": id, "x": mm, "y": mm}` …"""
        name = request.get("do")
        deed = self._deeds().get(name) if isinstance(name, str) else None
        if deed is None:
            raise BadRequest(f"no hand can do {name!r} here (it can {', '.join(self._deeds())})")
        deed(request)

    def _deeds(self) -> dict[str, Callable[[Mapping[str, Any]], None]]:
        return {
            "roll": lambda _: self._change(lambda _: SimulatedMat.rolled(self._kit, self._layout, self._rng)),
            "lift": lambda request: self._change(lambda mat: mat.lifted(_text(request, "cube"))),
            "drop": self._drop,
            "lift-block": lambda _: self.lift_block(),
            "return-block": lambda _: self.return_block(),
            "press": lambda request: self.press(_seat(request)),
            "push": lambda request: self._hands().push(_seat(request)),
            "let-go": lambda request: self._hands().let_go(_seat(request)),
            "call-judge": lambda _: self._hands().call_judge(),
            "lay": lambda request: self.lay(_sections(request)),
            "move": lambda request: self.move(
                _text(request, "cube"), _section(request, "from"), _section(request, "to")
            ),
            "lay-goal": lambda request: self.lay_goal(_text(request, "goal")),
        }

    def _drop(self, request: Mapping[str, Any]) -> None:
        x, y = _number(request, "x"), _number(request, "y")
        orientation = request.get("orientation")
        cube = _text(request, "cube")
        self._change(lambda mat: mat.dropped(cube, x, y, layout=self._layout, orientation=orientation))

    def _hands(self) -> SimulatedBox:
        """The simulated box; BadRequest at a table with a real one, whose buttons only fingers press."""
        if self.box is None:
            raise BadRequest("the button box of this table is a real one")
        return self.box

    # -- hands of a script ---------------------------------------------------------------------------

    def lift_block(self) -> None:
        self._hands().lift_block()
        self._keep()

    def return_block(self) -> None:
        self._hands().return_block()
        self._keep()

    def press(self, seat: int) -> None:
        self._hands().press(seat)

    def lay(self, sections: Mapping[str, str]) -> None:
        """Put cubes on an empty mat: `{"resources": "R1 R2 …", …}`."""
        self._change(lambda _: SimulatedMat.placed(sections, self._kit, self._layout))

    def move(self, cube: str, start: Section, end: Section, *, glare: bool = False) -> None:
        """Take a cube that lies in one section and put it down in another, perhaps where a lamp is mirrored in it."""
        wanted = self._kit.parse(cube)

        def moved(mat: SimulatedMat) -> SimulatedMat:
            found = mat.find(wanted, start, self._layout, self._kit)
            there = mat.moved(found.id, end, layout=self._layout)
            return there.with_glare(found.id) if glare else there

        self._change(moved)

    def turn_lamp_away(self) -> None:
        """No lamp is mirrored in any cube any more."""
        self._change(SimulatedMat.without_glare)

    def lay_goal(self, goal: str) -> None:
        """Lay a Goal from cubes of Resources."""
        laid = Goal.parse(goal, self._kit)
        self._change(lambda mat: mat.goal_laid(laid, self._kit, self._layout))

    # -- the world -----------------------------------------------------------------------------------

    def _change(self, change: Callable[[SimulatedMat], SimulatedMat]) -> None:
        """Two hands may reach for the mat at once; one after the other changes it."""
        with self._lock:
            self.mat = change(self.mat)
            self._show(self.mat)
        self._keep()

    def _keep(self) -> None:
        if self._world is not None:
            block_up = self.box is not None and self.box.block_up
            content = msgspec.json.encode({"mat": self.mat.to_json(), "block_up": block_up})
            draft = self._world.with_name(self._world.name + ".new")
            try:
                draft.write_bytes(content)
                draft.replace(self._world)
            except OSError as trouble:
                # Real cubes need no disk either.
                log.warning("the simulated table could not be kept: %s", trouble)

    def _wake(self, world: Path) -> None:
        kept = parse_object(world.read_bytes())
        self.mat = parse_simulated(kept.get("mat"), self._kit)
        if self.box is not None:
            self.box.block_up = kept.get("block_up") is True
        self._show(self.mat)


def _seat(request: Mapping[str, Any]) -> int:
    seat = request.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= 3:
        raise BadRequest(f"seat must be 1, 2 or 3, not {seat!r}")
    return seat


def _section(request: Mapping[str, Any], key: str) -> Section:
    return parse_section(_text(request, key))


def _sections(request: Mapping[str, Any]) -> dict[str, str]:
    sections = request.get("sections")
    if not isinstance(sections, dict) or not all(isinstance(text, str) for text in sections.values()):
        raise BadRequest("sections must be an object with a text for each section")
    return sections


def _text(request: Mapping[str, Any], key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise BadRequest(f"{key} must be a text, not {value!r}")
    return value


def _number(request: Mapping[str, Any], key: str) -> float:
    value = request.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > 10_000:
        raise BadRequest(f"{key} must be a number of millimetres, not {value!r}")
    return float(value)
