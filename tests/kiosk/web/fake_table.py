"""A table without a referee: it shows scripted screens and remembers what it was told."""

from __future__ import annotations

import copy
import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from device.simulated import SimulatedBox
from kiosk.matches import HERE, Matches, Shelf
from kiosk.parts import Seen
from kiosk.scoresheet import Sheet, SheetCell, SheetPenalty, SheetPlayer, SheetShake
from kiosk.seating import Seating
from kiosk.settings import DataSettings, Settings
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.games import GAMES as ALL_GAMES
from vision.board import Board
from vision.draw import draw_table
from vision.layout import load_layout
from vision.live_view import Light, LiveView, LiveWanted
from vision.pictures import PICTURE_SIZE, Image
from vision.plain_reader import PlainReader
from vision.simulated import SimulatedMat

#: So slowly does its time pass: a page on a busy machine must not come to the next state of the timer by chance.
SLOWLY = 0.1
BASICS = "mlag-basic-equations-2018"
MAT = {
    "goal": "B3 Bx _ G5 R+ B2s",
    "required": "R2 Gx",
    "permitted": "G4 K7u",
    "forbidden": "R0",
    "resources": "R1 R3 R- R+ B0 Bx B÷ B1 G6 G^ G- G4 Gx K8 K9 K√ K+",
}
ROLLED = {
    "goal": "",
    "required": "",
    "permitted": "",
    "forbidden": "",
    "resources": "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷",
}
KEYS = ["2", "x", "3", "5", "+", "4", "7", "6", "÷", "-", "^", "√", "(", ")", "="]
GAMES = [
    {
        "ruleset": BASICS,
        "title": "MLAG Basic Equations 2018-19",
        "divisions": ["elementary", "middle", "junior", "senior"],
        "player_counts": [2, 3],
        "readings": [
            {"name": "goal_digits", "value": "2", "cite": "IV-B-1", "text": "how long a numeral of the Goal may be"},
            {
                "name": "promise_binds",
                "value": "false",
                "cite": "X-A-1",
                "text": "A Third Party said that she presents.",
            },
        ],
    }
]


def action(
    label: str, event: str, player: str | None = None, *, entry: dict[str, Any] | None = None, **fields: Any
) -> dict[str, Any]:
    return {"label": label, "event": event, "player": player, "fields": fields, "entry": entry}


def keypad(player: str) -> dict[str, Any]:
    entry = {"kind": "keypad", "field": "equation", "keys": KEYS}
    return action("Present the equation", "equation-presented", player, entry=entry)


def seats(to_act: str = "", roles: Mapping[str, str] | None = None, scores: tuple[int, ...] = (0, 0, 0)) -> Any:
    names = {"A": "Ann", "B": "Benjamin", "C": "Cy"}
    return [
        {
            "seat": number,
            "player": player,
            "name": names[player],
            "score": scores[number - 1],
            "role": (roles or {}).get(player),
            "to_act": player in to_act,
            "penalties": -1 if player == "B" else 0,
        }
        for number, player in enumerate("ABC", start=1)
    ]


def running(now_ms: int, left_ms: int, limit_ms: int, task: str) -> dict[str, Any]:
    """A timer whose limit ends `left_ms` from now; a negative one is in its countdown or extra minute."""
    deadline = now_ms + left_ms
    steps = [[deadline, "running"], [deadline + 10_000, "countdown"], [deadline + 70_000, "extra-minute"]]
    state = next(state for until, state in steps if now_ms <= until)
    return {"task": task, "state": state, "limit_ms": limit_ms, "deadline_ms": deadline, "steps": steps}


STOPPED = {"task": "nothing", "state": "stopped", "limit_ms": None, "deadline_ms": None, "steps": []}


def match(now_ms: int, snapshot: str, **changes: Any) -> dict[str, Any]:
    """A match in the middle of its first shake, with `changes`."""
    return {
        "title": "MLAG Basic Equations 2018-19",
        "division": "middle",
        "phase": "moving",
        "shake": 1,
        "over": False,
        "prompt": "Benjamin, move a cube or challenge.",
        "timer": running(now_ms, 92_000, 120_000, "Move"),
        "checking": False,
        "waiting": None,
        "seats": seats("B", {"A": "Goal-setter", "B": "Mover"}, (6, 2, 0)),
        "mat": MAT,
        "actions": [action("Call a judge", "judge-called")],
        "papers": [],
        "rulings": [],
        "penalties": [],
        "shakes": [],
        "match_points": None,
        "has_mat": True,
        "signed": [],
        "journal": {"row": 12, "hash": "ab" * 32},
        "moves": [
            {"seq": 11, "t": 20, "text": "Ann set the Goal.", "snapshot": None},
            {"seq": 12, "t": 31.5, "text": "Benjamin moved red 0 to Forbidden.", "snapshot": snapshot},
            {"seq": 14, "t": 41.2, "text": "Cy moved red 2 to Required.", "snapshot": snapshot},
        ],
        **changes,
    }


def _rolling(now: int, _: str) -> dict[str, Any]:
    return {
        "phase": "rolling",
        "prompt": "Ann, roll all the cubes.",
        "timer": running(now, 58_000, 60_000, "Roll"),
        "seats": seats("A", {"A": "Goal-setter"}),
        "mat": None,
        "moves": [],
    }


def _setting_goal(now: int, _: str) -> dict[str, Any]:
    entry = {"kind": "from-mat", "field": "goal", "section": "goal"}
    return {
        "phase": "setting-goal",
        "prompt": "Ann, lay the Goal and press Goal.",
        "timer": running(now, 110_000, 120_000, "Set the Goal"),
        "seats": seats("A", {"A": "Goal-setter"}),
        "mat": ROLLED,
        "actions": [
            action("Goal", "goal-set", "A", entry=entry),
            action("No Goal possible", "no-goal-declared", "A"),
            action("Call a judge", "judge-called"),
        ],
        "waiting": "A cube is in somebody's hand.",
    }


def _challenge(now: int, _: str) -> dict[str, Any]:
    return {
        "phase": "challenge-called",
        "prompt": "Who lifted the block? Say which challenge it is.",
        "timer": running(now, 12_000, 15_000, "State the challenge"),
        "actions": [
            action(label, "challenge-stated", player, challenge=kind)
            for player in "ABC"
            for label, kind in (("Now", "now"), ("Never", "never"))
        ],
    }


def _writing(now: int, _: str) -> dict[str, Any]:
    return {
        "phase": "writing",
        "prompt": "Ann and Cy, write your equations.",
        "timer": running(now, 165_000, 180_000, "Write"),
        "seats": seats("AC", {"A": "Third Party", "B": "Mover", "C": "Challenger"}, (6, 2, 0)),
        "actions": [keypad("A"), action("I present nothing", "third-party-decided", "A", presents=False), keypad("C")],
        "rulings": [
            {"t": 50, "code": "challenge", "cite": "VI-A", "text": "Cy challenges Now: an equation with one more cube."}
        ],
    }


def _checking(now: int, _: str) -> dict[str, Any]:
    answers = (("Accept", True), ("Reject", False))
    return {
        "phase": "checking",
        "prompt": "Check the equations.",
        "timer": running(now, 100_000, 120_000, "Check"),
        "seats": seats("ABC", {"A": "Third Party", "B": "Mover", "C": "Challenger"}, (6, 2, 0)),
        "actions": [
            action(label, "equation-checked", by, writer=writer, accepted=accepted, by=by)
            for writer in "AC"
            for by in "ABC"
            if by != writer and (writer, by) != ("A", "B")
            for label, accepted in answers
        ],
        "papers": [
            {"writer": "A", "name": "Ann", "text": "(2x4)+7=15+2", "status": "accepted by Benjamin"},
            {"writer": "C", "name": "Cy", "text": "2x4+7=3x(5+2)", "status": None},
        ],
        "rulings": [{"t": 50, "code": "set-aside", "cite": "VI-A-2", "text": "Cy's move is set aside."}],
    }


def _shake_over(_now: int, _: str) -> dict[str, Any]:
    return {
        "phase": "shake-over",
        "prompt": "The shake is over. Benjamin rolls for the next one.",
        "timer": STOPPED,
        "seats": seats("B", {}, (10, 1, 6)),
        "shakes": [
            {"scores": {"A": 10, "B": 2, "C": 6}, "penalties": {"A": 0, "B": -1, "C": 0}, "how": "A Now challenge."}
        ],
        "penalties": [{"n": 1, "name": "Benjamin", "points": -1, "text": "time (XI-A)", "status": "applied"}],
        "actions": [action("Next shake", "shake-started"), action("Call a judge", "judge-called")],
    }


def _match_over(now: int, snapshot: str) -> dict[str, Any]:
    first = _shake_over(now, snapshot)
    second = {"scores": {"A": 2, "B": 8, "C": 6}, "penalties": {"A": 0, "B": 0, "C": 0}, "how": None}
    return first | {
        "phase": "match-over",
        "prompt": "The match is over. Please sign the score sheet.",
        "over": True,
        "shake": 2,
        "seats": seats("", {}, (12, 9, 12)),
        "shakes": [*first["shakes"], second],
        "match_points": {"A": 5, "B": 2, "C": 5},
        "actions": [action("Sign", "scoresheet-signed", player) for player in "ABC"],
    }


def _timer(left_ms: int) -> Callable[[int, str], dict[str, Any]]:
    return lambda now, _: {"timer": running(now, left_ms, 120_000, "Move")}


MATCHES: dict[str, Callable[[int, str], dict[str, Any]]] = {
    "rolling": _rolling,
    "setting-goal": _setting_goal,
    "moving": lambda _now, _: {},
    "countdown": _timer(-1_500),
    "extra-minute": _timer(-22_000),
    "paused": lambda now, _: {"timer": running(now, 30_000, 120_000, "Move") | {"state": "paused"}},
    "being-checked": lambda now, _: {"timer": running(now, -69_999, 120_000, "Move"), "checking": True},
    "challenge-called": _challenge,
    "writing": _writing,
    "checking": _checking,
    "shake-over": _shake_over,
    "match-over": _match_over,
    "question": lambda _now, _: {},
    "notices": lambda _now, _: {},
}
SCREENS = ("start", *MATCHES)


SHEET = Sheet(
    title="MLAG Basic Equations 2018-19",
    event="Spring Cup",
    round=None,
    table="Table 1",
    division="middle",
    began="2026-01-01T09:00:00.000Z",
    written="2026-01-01T09:30:00.000Z",
    players=(
        SheetPlayer("A", "Ann", 12, 5, signed=True),
        SheetPlayer("B", "Benjamin", 9, 2, signed=False),
        SheetPlayer("C", "Cy", 12, 5, signed=False),
    ),
    shakes=(
        SheetShake(1, "Ann", "Ann challenged Now against Cy", (SheetCell(10, 0), SheetCell(2, -1), SheetCell(6, 0))),
        SheetShake(2, "Benjamin", "The last cube was moved", (SheetCell(2, 0), SheetCell(8, 0), SheetCell(6, 0))),
    ),
    penalties=(SheetPenalty(1, 1, "B", "Benjamin", -1, "over time", "XI-A", "applied", "LK"),),
    over=True,
    row=12,
    head="ab" * 32,
    refereed="engine 1, rulebook 0a1b",
)


@dataclass(frozen=True)
class FakeScreen:
    version: int
    body: dict[str, Any]


@cache
def _jpeg() -> bytes:
    import cv2

    _, jpeg = cv2.imencode(".jpg", _picture())
    return bytes(jpeg)


@cache
def _picture() -> Image:
    return draw_table(SimulatedMat.placed(MAT_ON_TABLE, EQUATIONS_KIT, load_layout()).cubes, load_layout())


class FakeSnapshots:
    """One picture of a simulated mat, with its reading."""

    def __init__(self, folder: Path) -> None:
        jpeg = _jpeg()
        self.name = hashlib.sha256(jpeg).hexdigest()
        self.file = folder / f"{self.name}.jpg"
        self.file.write_bytes(jpeg)
        self.board: Board | None = Board(goal="B3 Bx _ G5")

    def path(self, name: str) -> Path | None:
        return self.file if name == self.name else None

    def reading(self, name: str) -> Board | None:
        return self.board if name == self.name else None


MAT_ON_TABLE = {
    "goal": "B3 Bx _ G5 R+ B2s",
    "required": "R2 Gx",
    "permitted": "G4 K7u",
    "forbidden": "R0",
    "resources": "R1 R3 B0 B÷ B1 G6 G^ K8 K9 K√ K+",
}


class FakeSimulation:
    """Cubes that go where they are dropped."""

    def __init__(self) -> None:
        self.done: list[dict[str, Any]] = []
        mat = SimulatedMat.placed(MAT_ON_TABLE, EQUATIONS_KIT, load_layout()).to_json()
        self.cubes: list[dict[str, Any]] = [dict(cube) for cube in mat["cubes"]]
        self.block_up = False
        self.refusal: str | None = None

    def body(self) -> dict[str, Any]:
        layout = load_layout()
        return {
            "layout": {
                "sheet_mm": list(layout.sheet_mm),
                "cube_mm": layout.cube_mm,
                "sections": {s.value: [a.x0, a.y0, a.x1, a.y1] for s, a in layout.sections},
            },
            "cubes": copy.deepcopy(self.cubes),
            "block_up": self.block_up,
            "display": "01:32",
            "lamps": [2],
        }

    def do(self, request: Mapping[str, Any]) -> None:
        known = ("roll", "lift", "drop", "lift-block", "return-block", "press", "push", "let-go", "call-judge")
        if request.get("do") not in known:
            raise BadRequest(f"no hand can do {request.get('do')!r} here")
        if self.refusal is not None:
            raise BadRequest(self.refusal)
        self.done.append(dict(request))
        if request["do"] in ("lift-block", "return-block"):
            self.block_up = request["do"] == "lift-block"
        for cube in self.cubes:
            if cube["id"] == request.get("cube"):
                cube["lifted"] = request["do"] == "lift"
                cube.update({key: request[key] for key in ("x", "y", "orientation") if key in request})


class FakeTable:
    """See `kiosk.web.ports.Table`. `show` puts up a screen by its name; `told` is what came from the pages."""

    def __init__(self, folder: Path, *, simulated: bool = True) -> None:
        self.snapshots = FakeSnapshots(folder)
        #: None, unless a test writes a journal into the folder.
        self.matches = Matches(ALL_GAMES, lambda: [Shelf(HERE, folder, "Table 1")])
        self.settings = Settings(data=DataSettings(folder))
        self.simulation: FakeSimulation | None = FakeSimulation() if simulated else None
        self.closed = False
        self.told: list[tuple[str, dict[str, Any]]] = []
        #: Who is on record for each act and answer.
        self.by: list[str] = []
        self.reply: dict[str, Any] = {"status": "done", "text": None}
        self.trouble: Exception | None = None
        self.well = True
        self.box_kind = "simulated"
        #: What its camera does; `looked` is how it was looked at, each time.
        self.camera_state = "delivering"
        self.camera_problems: tuple[str, ...] = ()
        self.looked: list[tuple[bool, bool]] = []
        #: How often it was started anew, and what it saw last.
        self.anew = 0
        self.sightings: tuple[Seen, ...] = ()
        self.paper: Sheet | None = None
        self.seatings: tuple[Seating, ...] = ()
        self.own_box = SimulatedBox(lambda: 0)
        self.notes: list[tuple[str, dict[str, Any]]] = []
        self.on_told: Callable[[str, Mapping[str, Any]], None] = lambda _what, _request: None
        self._changed = threading.Condition()
        self._born = time.monotonic()
        self._skipped_ms = 0
        self.speed = SLOWLY
        self._screen = FakeScreen(0, {})
        self.show("start")

    def now_ms(self) -> int:
        return 50_000 + self._skipped_ms + int((time.monotonic() - self._born) * 1000 * self.speed)

    def skip(self, seconds: float) -> None:
        """So much time passes at once, and no screen says so: the next beat of the stream does."""
        self._skipped_ms += round(seconds * 1000)

    def show(self, name: str, **changes: Any) -> None:
        """Put up a scripted screen; `changes` are fields of its match."""
        body: dict[str, Any] = {
            "table": {"name": "Table 1", "simulated": self.simulation is not None, "speed": self.speed},
            "games": GAMES,
            "match": None,
            "question": None,
            "notices": [],
            "display": "01:32",
        }
        if name != "start":
            now, picture = self.now_ms(), self.snapshots.name
            body["match"] = match(now, picture, **(MATCHES[name](now, picture) | changes))
        if name == "question":
            body["question"] = {
                "id": "7",
                "text": "Did Benjamin move red 2 to Required?",
                "options": ["Yes, red 2 to Required", "No, it goes back"],
                "snapshot": self.snapshots.name,
            }
        if name == "notices":
            body["notices"] = [
                {"part": "camera", "text": "The camera is starting again."},
                {"part": "box", "text": "The box does not answer."},
            ]
        self.put(body)

    def put(self, body: dict[str, Any]) -> None:
        with self._changed:
            version = self._screen.version + 1
            self._screen = FakeScreen(version, {**body, "version": version})
            self._changed.notify_all()

    def screen(self) -> FakeScreen:
        newest = self._screen
        return FakeScreen(newest.version, newest.body | {"now_ms": self.now_ms()})

    def wait(self, after: int, timeout_s: float) -> FakeScreen | None:
        with self._changed:
            self._changed.wait_for(lambda: self.closed or self._screen.version > after, timeout_s)
        return self.screen() if self._screen.version > after and not self.closed else None

    def sheet(self) -> Sheet | None:
        return self.paper

    def begin(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._hear("begin", request)

    def act(self, request: Mapping[str, Any], by: str = "screen") -> dict[str, Any]:
        self.by.append(by)
        return self._hear("act", request)

    def answer(self, request: Mapping[str, Any], by: str = "screen") -> dict[str, Any]:
        self.by.append(by)
        return self._hear("answer", request)

    def judge(self, request: Mapping[str, Any], judge: str, by: str) -> dict[str, Any]:
        self.by.append(by)
        return self._hear("judge", {**request, "judge": judge})

    def health(self) -> dict[str, Any]:
        return {"ok": self.well, "parts": {"camera": "ok" if self.well else "dead"}}

    def parts(self) -> dict[str, Any]:
        return {"box": {"kind": self.box_kind}}

    def look(self, *, read: bool = False, overlay: bool = False) -> LiveView:
        self.looked.append((read, overlay))
        wanted = LiveWanted(read, overlay)
        if self.camera_state != "delivering":
            return LiveView(wanted=wanted, state=self.camera_state, problems=self.camera_problems)
        layout = load_layout()
        view = LiveView(
            wanted=wanted,
            state=self.camera_state,
            problems=self.camera_problems,
            reader="plain",
            settled=True,
            at_us=0,
            jpeg=_jpeg(),
            size=PICTURE_SIZE,
            brightness=160.0,
        )
        if not read and not overlay:
            return view
        return msgspec.structs.replace(
            view,
            board=PlainReader(layout).read(_picture()),
            light=Light(paper=215.0, noise=1.2, blur_mm=0.2, glare=False),
            markers=tuple(marker.id for marker in layout.markers),
            markers_missing=(),
        )

    def look_anew(self) -> None:
        self.anew += 1

    def seen(self) -> tuple[Seen, ...]:
        return self.sightings

    def equip(self, request: Mapping[str, Any], by: str) -> dict[str, Any]:
        self.by.append(by)
        if set(request) != {"box"}:
            raise BadRequest("there is only a box here")
        self.box_kind = request["box"]["kind"]
        return {"status": "done", "text": None}

    def box(self) -> SimulatedBox:
        return self.own_box

    def seat(self, seatings: Sequence[Seating], by: str) -> None:
        self.by.append(by)
        self.seatings = tuple(seatings)

    def note(self, by: str, what: str, /, **values: Any) -> None:
        self.notes.append((by, {"note": what, **values}))

    def close(self) -> None:
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def _hear(self, what: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self.trouble is not None:
            raise self.trouble
        self.told.append((what, dict(request)))
        self.on_told(what, request)
        return self.reply
