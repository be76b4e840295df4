"""A table for tests: a match that is played line by line, with short words for what happens most."""

from __future__ import annotations

from typing import Any

from rules.equations.state import Match
from rules.fold import Fold
from rules.game import View
from rules.games import GAMES
from rules.messages import say
from rules.registry import Games

RULESET = "mlag-basic-equations-2018"
AGLOA = "agloa-equations-2019"
FEW = "R2 R3 R+ B1 B2 Bx G4 G6 K7 K8"
ALL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"


class Table:
    """A match of A, B and C (or fewer); each method is an event and gives the table back."""

    def __init__(
        self,
        division: str = "senior",
        players: str = "ABC",
        games: Games = GAMES,
        ruleset: str = RULESET,
        carry_over: bool = False,
    ) -> None:
        opening = {
            "t": 0,
            "event": "match-started",
            "ruleset": ruleset,
            "division": division,
            "players": list(players),
            "carry_over": carry_over,
        }
        self.fold = Fold.open(games, opening)

    def at(self, t: float, event: str, **fields: Any) -> Table:
        self.fold = self.fold.apply(self.fold.read({"t": t, "event": event, **fields}))
        return self

    def tick(self, t: float) -> Table:
        return self.at(t, "tick")

    def shake(self, t: float = 0, setter: str | None = "A") -> Table:
        return self.at(t, "shake-started", **({} if setter is None else {"goal_setter": setter}))

    def roll(self, t: float = 5, cubes: str = FEW) -> Table:
        return self.at(t, "cubes-rolled", resources=cubes, partial=True)

    def select(self, t: float, player: str, variation: str | dict[str, Any]) -> Table:
        return self.at(t, "variation-selected", player=player, variation=variation)

    def charge(self, t: float, by: str, against: str, what: str) -> Table:
        return self.at(t, "illegal-procedure-charged", by=by, against=against, what=what)

    def take_back(self, t: float, player: str, cube: str, start: str, to: str = "resources") -> Table:
        return self.at(t, "cube-returned", player=player, cube=cube, to=to, **{"from": start})

    def absent(self, t: float, player: str) -> Table:
        return self.at(t, "player-absent", player=player)

    def goal(self, t: float = 20, player: str = "A", goal: str = "G6") -> Table:
        return self.at(t, "goal-set", player=player, goal=goal)

    def move(self, t: float, player: str, cube: str, to: str, start: str = "resources") -> Table:
        return self.at(t, "cube-moved", player=player, cube=cube, to=to, **{"from": start})

    def bonus(self, t: float, player: str) -> Table:
        return self.at(t, "bonus-called", player=player)

    def lift(self, t: float, player: str | None = None) -> Table:
        return self.at(t, "block-lifted", **({} if player is None else {"player": player}))

    def challenge(self, t: float, player: str, claim: str) -> Table:
        return self.at(t, "challenge-stated", player=player, challenge=claim)

    def third(self, t: float, player: str, presents: bool) -> Table:
        return self.at(t, "third-party-decided", player=player, presents=presents)

    def present(self, t: float, player: str, equation: str | None) -> Table:
        return self.at(t, "equation-presented", player=player, equation=equation)

    def check(self, t: float, writer: str, by: str, accepted: bool) -> Table:
        return self.at(t, "equation-checked", writer=writer, by=by, accepted=accepted)

    @property
    def match(self) -> Match:
        state: Match = self.fold.state
        return state

    @property
    def view(self) -> View:
        return self.fold.view

    @property
    def phase(self) -> str:
        return self.view.phase

    @property
    def to_act(self) -> str:
        return "".join(self.view.to_act)

    @property
    def codes(self) -> list[str]:
        return [ruling.code for ruling in self.view.rulings]

    @property
    def said(self) -> list[str]:
        return [ruling.message.code for ruling in self.view.rulings]

    @property
    def scores(self) -> dict[str, int]:
        return {seat.player: seat.score for seat in self.view.seats}

    @property
    def penalties(self) -> list[tuple[str, float, str]]:
        return [(p.player, p.t_ms / 1000, p.why) for p in self.view.penalties]

    @property
    def timer(self) -> tuple[str, float | None, str]:
        """(task, L in seconds, state)"""
        timer = self.view.timer
        deadline = None if timer.deadline_ms is None else timer.deadline_ms / 1000
        return timer.task.code.removeprefix("task-"), deadline, timer.state.value

    def mat(self, section: str) -> str:
        assert self.view.mat is not None
        return self.view.mat.to_json()[section]

    def texts(self) -> list[str]:
        return [say(ruling.message, self.fold.game.words) for ruling in self.view.rulings]


def agloa(division: str = "junior", players: str = "ABC", cubes: str = FEW) -> Table:
    """AGLOA: the Goal-setter A has rolled at 5 s, and variations are to be selected."""
    return Table(division, players, ruleset=AGLOA).shake().roll(cubes=cubes)


def agloa_selected(division: str = "junior", players: str = "ABC", cubes: str = FEW) -> Table:
    """AGLOA: the last variation was selected at 14 s."""
    table = agloa(division, players, cubes).select(10, "A", "factorial").select(12, "B", "multiple-operations")
    third = "number-of-factors" if division in ("junior", "senior") else "upside-down"
    return table.select(14, "C" if "C" in players else "B", third)


def agloa_moving(division: str = "junior", players: str = "ABC", cubes: str = FEW) -> Table:
    """AGLOA: A has set the Goal 6 at 20 s; it is B's turn."""
    return agloa_selected(division, players, cubes).goal()


def agloa_leading(division: str = "junior") -> Table:
    """AGLOA, two players: B leads by 6 to 2 and sets the Goal of the second shake; variations selected at 114 s."""
    table = agloa_moving(division, "AB").challenge(30, "B", "impossible").present(40, "A", None)
    table.shake(100, None).roll(105).select(110, "B", "factorial").select(112, "A", "multiple-operations")
    return table.select(114, "A", "number-of-factors" if division in ("junior", "senior") else "upside-down")


def rolled(division: str = "senior", players: str = "ABC", cubes: str = FEW) -> Table:
    """The Goal-setter A has rolled at 5 s."""
    return Table(division, players).shake().roll(cubes=cubes)


def moving(division: str = "senior", players: str = "ABC", cubes: str = FEW) -> Table:
    """A has set the Goal 6 at 20 s; it is B's turn."""
    return rolled(division, players, cubes).goal()


def two_played(division: str = "senior", players: str = "ABC") -> Table:
    """B and C (or A) have played 2 and x to Required, at 30 and 40 s."""
    table = moving(division, players).move(30, "B", "R2", "required")
    return table.move(40, "C" if "C" in players else "A", "Bx", "required")


def writing(claim: str = "now", division: str = "senior") -> Table:
    """A has challenged C's move at 50 s; B is the Third Party."""
    return two_played(division).challenge(50, "A", claim)


def last_cube(division: str = "senior", players: str = "ABC") -> Table:
    """C has played the last cube at 70 s; 2, x, 3 are Required and + is Permitted."""
    table = moving(division, players, "R2 R3 R+ Bx G6 K7").move(30, "B", "R2", "required")
    table.move(40, "C", "Bx", "required").move(50, "A", "K7", "forbidden")
    return table.move(60, "B", "R+", "permitted").move(70, "C", "R3", "required")


def checking(claim: str = "now", equation: str = "2x3=6", division: str = "senior") -> Table:
    """The one who must write has presented at 90 s; B presents nothing."""
    table = writing(claim, division).third(60, "B", presents=False)
    return table.present(90, "A" if claim == "now" else "C", equation)
