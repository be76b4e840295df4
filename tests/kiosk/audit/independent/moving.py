"""Moves and bonus moves, and a bonus move by the leader that is pointed out (V, VIII-A, IX)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from tests.kiosk.audit.independent.setting_up import Event, SettingUp

PLAYED = ("required", "permitted", "forbidden")


@dataclass(eq=False)
class BonusMove:
    player: str
    cube: str
    led: bool
    before_goal: bool
    #: The regular move of that turn: its cube, and where it went.
    second: tuple[str, str] | None = None
    #: It can no longer be pointed out: somebody else has acted, or it is undone already.
    closed: bool = False
    undone: bool = False


class Moving(SettingUp):
    def fresh_shake(self) -> None:
        super().fresh_shake()
        self.bonus_moves: list[BonusMove] = []
        #: Why Equations are written: a challenge, the last cube, the stop; nothing yet.
        self.cause = ""

    @abstractmethod
    def leads(self, seat: str) -> bool: ...

    @abstractmethod
    def everyone_writes(self, cause: str) -> None: ...

    @abstractmethod
    def somebody_wrote(self, but: str) -> bool: ...

    @abstractmethod
    def tear_up_papers(self) -> None: ...

    def turn(self, seat: str, name: str) -> None:
        self.on_turn, self.bonus, self.phase = seat, "", "moving"
        self.begin(name, [seat])

    def on_bonus_called(self, event: Event) -> None:
        ready = self.phase in ("moving", "setting-goal") and self.block is None and not self.bonus
        if ready and event["player"] == self.on_turn and len(self.mat["resources"]) > 1:
            self.bonus = "said"

    def on_cube_moved(self, event: Event) -> None:
        seat, cube, to = event["player"], event["cube"], event["to"]
        if self.phase not in ("moving", "setting-goal") or self.block is not None or seat != self.on_turn:
            return
        if event["from"] != "resources" or to not in PLAYED or cube not in self.mat["resources"]:
            return
        if self.phase == "setting-goal" and self.bonus != "said":
            return
        if self.bonus == "said" and to != "forbidden":
            return
        if to == "forbidden" and len(self.mat["resources"]) == 1:
            return
        self.mat["resources"].remove(cube)
        self.mat[to].append(cube)
        self.forget_silence()
        self.mover = seat
        for each in self.bonus_moves:
            each.closed |= each.player != seat
        if self.bonus == "said":
            self.bonus = "moved"
            self.bonus_moves.append(BonusMove(seat, cube, self.leads(seat), self.phase == "setting-goal"))
            return
        if self.bonus == "moved":
            self.bonus_moves[-1].second = (cube, to)
        self._turn_over(seat)

    def _turn_over(self, seat: str) -> None:
        self.did(seat)
        self.task = None
        if self.mat["resources"]:
            self.turn(self.left_of(seat), "turn")
        else:
            self.everyone_writes("last-cube")

    def on_illegal_procedure_charged(self, event: Event) -> None:
        if self.phase == "shake-over" or self.over or event["by"] == event["against"] or not self.book.invalid_costs:
            return
        if event["what"] == "variation":
            self.variation_charged(event["against"])
        elif event["what"] == "bonus-in-lead":
            self._bonus_charged(event["against"])

    def _bonus_charged(self, against: str) -> None:
        own = [each for each in self.bonus_moves if each.player == against]
        move = own[-1] if own else None
        if move is None or not move.led or move.undone or move.closed:
            return
        if self.phase == "checking" or self.somebody_wrote(but=against):
            return
        self.cost(against, "bonus-in-lead", "IV-C" if move.before_goal else "V-C")
        move.undone = True
        if move.before_goal:
            self._take_back(move.cube, "forbidden")
            if self.phase in ("selecting", "setting-goal"):
                self.bonus = ""
        elif move.second is None:
            # Its only cube is the regular move of the turn, unless that was lost and has passed already.
            if self.bonus == "moved":
                self._turn_over(against)
        else:
            self._take_back(*move.second)
            if self.cause == "last-cube":
                # It was not the last cube after all.
                self.lapse()
                self.tear_up_papers()
                self.turn(self.left_of(against), "turn")

    def _take_back(self, cube: str, section: str) -> None:
        self.mat[section].remove(cube)
        self.mat["resources"].append(cube)
