"""Matches of Equations at random, by either book, in which every kind of deadline and penalty comes about."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.fold import Fold
from rules.game import View
from rules.games import GAMES
from tests.kiosk.papers import opened

MLAG, AGLOA = "mlag-basic-equations-2018", "agloa-equations-2019"
DIVISIONS = {
    MLAG: ("elementary", "middle", "junior"),
    AGLOA: ("elementary", "middle", "junior", "senior"),
}
ROLLS = (
    "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷",
    "R2 R3 Bx B1 G6 G4 K7 K8 R1 B2",
    "R2 R3 R+ R1 Bx B0 G6 K√ B÷ K7 K8 G4",
)
JUDGES = ("LK", "BE")
#: What is moved first, so that Now can be challenged with it.
FIRST = {"R2": "required", "Bx": "required"}
RIGHT, WRONG = "2x3=6", "2x2=6"

#: What may be selected; with some rolls a few of them have no effect.
SELECTED: dict[str, tuple[Any, ...]] = {
    "elementary": (
        *("sideways", "upside-down", "factorial", "multiple-operations", "three-operation", "average", "remainder"),
        *("percent", "decimal-point", "smallest-prime", {"name": "wild", "cube": "0"}),
    ),
    "middle": (
        *("sideways", "upside-down", "factorial", "multiple-operations", "average", "percent", "decimal-point"),
        *({"name": "wild", "cube": "0"}, {"name": "base", "base": 8}, {"name": "multiple-of-k", "k": 6}),
    ),
    "junior": (
        *("sideways", "factorial", "multiple-operations", "number-of-factors", {"name": "wild", "cube": "x"}),
        *({"name": "wild", "cube": "0"}, {"name": "base", "base": 12}, {"name": "multiple-of-k", "k": 7}),
    ),
    "senior": (
        *("upside-down", "factorial", "multiple-operations", "number-of-factors", "imaginary", "decimal-in-goal"),
        *("log", {"name": "wild", "cube": "0"}, {"name": "base", "base": 9}, {"name": "multiple-of-k", "k": 11}),
    ),
}


def at_random(seed: int, events: int = 150, ruleset: str = MLAG) -> list[dict[str, Any]]:
    """A match of about so many events; for the same seed the same. Divisions follow each other with the seeds."""
    return _Play(seed, ruleset).match(events)


class _Play:
    def __init__(self, seed: int, ruleset: str) -> None:
        self._random = Random(f"{ruleset} {seed}")
        divisions = DIVISIONS[ruleset]
        self._division = divisions[seed % len(divisions)]
        self._seats = "AB" if ruleset == AGLOA and self._maybe(0.3) else "ABC"
        self._t = 0.0
        self._lines = [opened(self._division, self._seats) | {"ruleset": ruleset}]
        if self._maybe(0.25):
            self._lines[0]["carry_over"] = True
        self._fold = Fold.open(GAMES, self._lines[0])
        self._setter = self._mover = ""
        #: Whose Equations have been rejected in this shake and not been ruled on: nobody else can say what they are.
        self._rejected: list[str] = []

    def match(self, events: int) -> list[dict[str, Any]]:
        while len(self._lines) < events and not self._fold.view.over:
            self._pass()
            # What time has brought about until now.
            self._say("tick")
            self._act(self._fold.view, ending=len(self._lines) > events - 30)
        self._rule()
        return self._lines

    def _say(self, event: str, **fields: Any) -> View:
        line = {"t": round(self._t, 3), "event": event, **fields}
        self._lines.append(line)
        self._fold = self._fold.apply(self._fold.read(line))
        return self._fold.view

    def _maybe(self, share: float) -> bool:
        return self._random.random() < share

    def _anybody(self) -> str:
        return self._random.choice(self._seats)

    def _pass(self) -> None:
        """Some time: mostly little, sometimes to the very end of a limit, or beyond all of them."""
        chance = self._random.random()
        if chance < 0.8:
            self._t += round(self._random.expovariate(1 / 12), self._random.choice((0, 1, 3)))
        elif chance < 0.9:
            self._t += self._random.choice((15, 25, 60, 70, 85, 120, 130, 190))
        else:
            self._t += round(self._random.uniform(50, 200), 1)
        if self._maybe(0.06):
            self._interrupted()

    def _interrupted(self) -> None:
        if self._maybe(0.6):
            self._say("clock-paused", by="LK", why="a cube fell")
            self._t += self._random.choice((5, 30, 200.5))
            self._say("clock-resumed", by="LK", why="it is back")
        else:
            down = self._random.choice((2.5, 20))
            self._t += down
            self._say("outage", seconds=down)

    def _act(self, view: View, *, ending: bool) -> None:
        """Something that somebody does now, mostly what is due."""
        if self._maybe(0.06):
            self._judge(view)
        if ending and self._maybe(0.05):
            self._say(self._random.choice(("round-time-called", "round-stopped")))
            return
        if self._maybe(0.015):
            self._say("player-absent", player=self._anybody())
            return
        if view.phase not in ("shake-over", "match-over", "challenge-called") and self._maybe(0.05):
            # By whoever sees something in it; nobody may have seen who took it.
            self._say("block-lifted", **({"player": self._anybody()} if self._maybe(0.85) else {}))
            return
        match view.phase:
            case "shake-over":
                self._rule()
                named = {} if self._setter and self._maybe(0.7) else {"goal_setter": self._anybody()}
                self._say("shake-started", **named)
                (self._setter,) = self._fold.view.to_act
            case "rolling":
                roll = self._random.choice(ROLLS)
                self._say("cubes-rolled", resources=roll, **({} if roll == ROLLS[0] else {"partial": True}))
            case "selecting-variations":
                self._select(view)
            case "setting-goal":
                self._goal(view)
            case "no-goal-declared":
                if self._maybe(0.3):
                    self._say("challenge-stated", player=self._anybody(), challenge="no-goal")
                else:
                    self._say("no-goal-agreed", player=self._random.choice(view.to_act))
            case "moving":
                self._move(view)
            case "challenge-called":
                self._hold(view)
            case "last-cube" | "writing":
                self._write(view)
            case "checking":
                self._check()

    # -- setting up ----------------------------------------------------------------------------------

    def _select(self, view: View) -> None:
        player = self._random.choice((*2 * view.to_act, self._anybody()))
        self._say("variation-selected", player=player, variation=self._random.choice(SELECTED[self._division]))
        self._charge("variation", player)

    def _charge(self, what: str, against: str) -> None:
        """Somebody points it out, rightly or not."""
        if self._maybe(0.35):
            self._t += self._random.choice((0, 2))
            self._say("illegal-procedure-charged", by=self._anybody(), against=against, what=what)

    def _goal(self, view: View) -> None:
        assert view.mat is not None
        left = view.mat.to_json()["resources"].split()
        if self._maybe(0.12):
            self._say("bonus-called", player=self._setter)
            self._move_to(self._setter, left[-1], "forbidden")
            self._charge("bonus-in-lead", self._setter)
        elif self._maybe(0.1):
            self._say("no-goal-declared", player=self._setter)
            return
        if self._division == "senior" and self._maybe(0.3):
            self._say("variation-selected", player=self._anybody(), variation="factorial")
            self._charge("variation", self._anybody())
        self._say("goal-set", player=self._setter, goal="G6")
        self._mover = self._setter

    # -- play ----------------------------------------------------------------------------------------

    def _move_to(self, player: str, cube: str, to: str) -> View:
        return self._say("cube-moved", player=player, cube=cube, **{"from": "resources", "to": to})

    def _move(self, view: View) -> None:
        (player,) = view.to_act
        assert view.mat is not None
        mat = view.mat.to_json()
        left = mat["resources"].split()
        if self._maybe(0.08):
            player = self._anybody()  # perhaps out of turn
        elif self._maybe(0.03):
            self._claim(self._anybody())
            return
        elif len(mat["required"].split()) >= len(FIRST) and self._maybe(0.12):
            self._claim(self._random.choice([each for each in self._seats if each != self._mover]))
            return
        # Of a leader who does what he may not, there is more to tell.
        leads = any(seat.leads for seat in view.seats if seat.player == player)
        if self._maybe(0.4 if leads else 0.12) and player == view.to_act[0] and len(left) > 1:
            self._say("bonus-called", player=player)
            self._move_to(player, left[-1], "forbidden")
            if self._maybe(0.3):
                self._charge("bonus-in-lead", player)
            self._t += self._random.choice((0, 3, 61))
            left = left[:-1]
        cube = next((each for each in FIRST if each in left), left[0])
        to = FIRST.get(cube, self._random.choice(("permitted", "permitted", "forbidden")))
        after = self._move_to(player, cube, to)
        if after.to_act != view.to_act and player == view.to_act[0]:
            self._mover = player
        self._charge("bonus-in-lead", player)

    def _claim(self, player: str) -> None:
        self._say("challenge-stated", player=player, challenge=self._random.choice(("now", "now", "impossible")))

    def _hold(self, view: View) -> None:
        """Who has the block states something, puts it back, or says nothing until it is too late."""
        holder = view.to_act[0] if view.to_act else self._anybody()
        chance = self._random.random()
        if chance < 0.5:
            self._claim(holder)
        elif chance < 0.6:
            self._say("challenge-stated", player=self._anybody(), challenge="no-goal")
        elif chance < 0.7:
            self._say("block-returned", **({"player": holder} if view.to_act else {}))
        else:
            self._t += self._random.choice((15, 15.001, 40))
            self._say("tick")
            if self._maybe(0.5):
                self._claim(holder)

    # -- Equations -----------------------------------------------------------------------------------

    def _write(self, view: View) -> None:
        if view.phase == "last-cube" and self._maybe(0.15):
            self._claim(self._anybody())
            return
        if not view.to_act:
            return
        player = self._random.choice(view.to_act)
        third = "third-party-decided" in {action.event for action in view.actions if action.player == player}
        if third and self._maybe(0.6):
            self._say("third-party-decided", player=player, presents=self._maybe(0.6))
            return
        self._say("equation-presented", player=player, equation=self._random.choice((RIGHT, WRONG)))
        if self._maybe(0.1):
            self._say("equation-presented", player=player, equation="3x2 = 6")

    def _check(self) -> None:
        writer, by = self._anybody(), self._anybody()
        accepted = self._maybe(0.8)
        before = len(self._fold.view.rulings)
        after = self._say("equation-checked", writer=writer, by=by, accepted=accepted)
        refused = any(ruling.refuses for ruling in after.rulings.since(before))
        if not accepted and not refused and writer not in self._rejected:
            self._rejected.append(writer)
        if self._rejected and self._maybe(0.3):
            self._rule()

    def _rule(self) -> None:
        """A judge says of every Equation that was rejected whether it is correct."""
        for writer in self._rejected:
            self._say("judge-ruled", writer=writer, correct=self._maybe(0.5), judge="LK")
        self._rejected = []

    # -- judges --------------------------------------------------------------------------------------

    def _judge(self, view: View) -> None:
        judge = self._random.choice(JUDGES)
        pending = [each.n for each in view.penalties if each.status == "pending"]
        if pending and self._maybe(0.7):
            event = self._random.choice(("penalty-approved", "penalty-refused"))
            self._say(event, penalty=self._random.choice(pending), judge=judge)
            return
        if self._maybe(0.6):
            self._say("judge-warned", player=self._anybody(), judge=judge, why="humming")
        second = {"second_judge": self._random.choice(JUDGES)} if self._maybe(0.4) else {}
        after = self._say("judge-penalized", player=self._anybody(), judge=judge, why="humming again", **second)
        # A line is undone while no later penalty has its number from it.
        if self._maybe(0.5) and after.penalties and after.penalties[-1].t_ms == after.t_ms:
            self._say("event-undone", line=len(self._lines), judge=judge, why="it was somebody else")
