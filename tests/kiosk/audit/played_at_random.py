"""MLAG matches at random, in which every kind of deadline comes about, is met, missed or moved on."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.fold import Fold
from rules.game import View
from rules.games import GAMES
from tests.kiosk.papers import opened

ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"
JUDGES = ("LK", "BE")
#: What is moved first, so that Now can be challenged with it.
FIRST = {"R2": "required", "Bx": "required"}


def at_random(seed: int, events: int = 150) -> list[dict[str, Any]]:
    """A match of about so many events; for the same seed the same."""
    return _Play(seed).match(events)


class _Play:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._t = 0.0
        self._lines = [opened(self._random.choice(("elementary", "middle", "junior")))]
        self._fold = Fold.open(GAMES, self._lines[0])
        self._mover = ""
        self._setter = "C"

    def match(self, events: int) -> list[dict[str, Any]]:
        while len(self._lines) < events:
            self._pass()
            # What time has brought about until now.
            self._say("tick")
            self._act(self._fold.view)
        return self._lines

    def _say(self, event: str, **fields: Any) -> View:
        line = {"t": round(self._t, 3), "event": event, **fields}
        self._lines.append(line)
        self._fold = self._fold.apply(self._fold.read(line))
        return self._fold.view

    def _maybe(self, share: float) -> bool:
        return self._random.random() < share

    def _pass(self) -> None:
        """Some time: mostly little, sometimes to the very end of a limit, or beyond all of them."""
        chance = self._random.random()
        if chance < 0.8:
            self._t += round(self._random.expovariate(1 / 12), self._random.choice((0, 1, 3)))
        elif chance < 0.9:
            self._t += self._random.choice((15, 60, 70, 120, 130, 190))
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

    def _act(self, view: View) -> None:
        """Something that somebody does now, mostly what is due."""
        if self._maybe(0.05):
            self._judge(view)
        match view.phase:
            case "shake-over":
                self._setter = "ABC"[("ABC".index(self._setter) + 1) % 3]
                self._say("shake-started", goal_setter=self._setter)
            case "rolling":
                self._say("cubes-rolled", resources=ROLL)
            case "setting-goal":
                self._say("goal-set", player=self._setter, goal="G6")
                self._mover = self._setter
            case "moving":
                self._move(view)
            case "challenge-called":
                self._hold(view)
            case "writing":
                player = self._random.choice(view.to_act)
                if player == self._challenger:
                    self._say("equation-presented", player=player, equation="2x3=6")
                else:
                    self._say("third-party-decided", player=player, presents=False)
            case "checking":
                by = self._random.choice(view.to_act)
                self._say("equation-checked", writer=self._challenger, by=by, accepted=True)

    _challenger = ""

    def _move(self, view: View) -> None:
        (player,) = view.to_act
        assert view.mat is not None
        mat = view.mat.to_json()
        left = mat["resources"].split()
        if self._maybe(0.08):
            player = self._random.choice("ABC")  # perhaps out of turn
        elif self._maybe(0.1):
            self._say("block-lifted", player=self._random.choice("ABC"))
            return
        elif len(mat["required"].split()) == len(FIRST) and self._maybe(0.25):
            self._challenge(self._random.choice([each for each in "ABC" if each != self._mover]))
            return
        if self._maybe(0.1) and player == view.to_act[0] and len(left) > 8:
            self._say("bonus-called", player=player)
            self._say("cube-moved", player=player, cube=left[-1], **{"from": "resources", "to": "forbidden"})
            self._t += self._random.choice((0, 3, 61))
        cube = next((each for each in FIRST if each in left), left[0])
        if len(left) < 6:
            return  # the last cube is another story
        to = FIRST.get(cube, "permitted")
        after = self._say("cube-moved", player=player, cube=cube, **{"from": "resources", "to": to})
        if after.to_act != view.to_act and player == view.to_act[0]:
            self._mover = player

    def _hold(self, view: View) -> None:
        """Who has the block says Now, or nothing until it is too late."""
        (holder,) = view.to_act
        assert view.mat is not None
        if holder != self._mover and len(view.mat.to_json()["required"].split()) == len(FIRST) and self._maybe(0.6):
            self._challenge(holder)
            return
        self._t += self._random.choice((15, 15.001, 40))
        self._say("tick")

    def _challenge(self, player: str) -> None:
        self._challenger = player
        self._say("challenge-stated", player=player, challenge="now")

    def _judge(self, view: View) -> None:
        judge = self._random.choice(JUDGES)
        pending = [each.n for each in view.penalties if each.status == "pending"]
        if pending and self._maybe(0.7):
            event = self._random.choice(("penalty-approved", "penalty-refused"))
            self._say(event, penalty=self._random.choice(pending), judge=judge)
            return
        self._say("judge-warned", player=self._random.choice("ABC"), judge=judge, why="humming")
        after = self._say("judge-penalized", player=self._random.choice("ABC"), judge=judge, why="humming again")
        # A line is undone while no later penalty has its number from it.
        if self._maybe(0.5) and after.penalties and after.penalties[-1].t_ms == after.t_ms:
            self._say("event-undone", line=len(self._lines), judge=judge, why="it was somebody else")
