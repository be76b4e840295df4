"""From the start of a shake to its Goal: the roll, the variations, No Goal (II, IV)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from tests.kiosk.audit.independent.books import EFFECT
from tests.kiosk.audit.independent.timing import Clock

Event = dict[str, Any]
BEFORE_GOAL = ("rolling", "selecting", "setting-goal", "no-goal-declared")


@dataclass(eq=False)
class Selected:
    player: str
    name: str
    option: Any
    #: It can no longer be pointed out.
    closed: bool = False


class SettingUp(Clock):
    phase = "shake-over"
    setter = next_setter = mover = on_turn = ""
    #: How far the bonus move of who is on turn has come: not at all, said, moved.
    bonus = ""
    time_called = over = False

    def fresh_shake(self) -> None:
        self.mat: dict[str, list[str]] = {"resources": [], "required": [], "permitted": [], "forbidden": []}
        self.rolled: list[str] = []
        #: Who is not there for this shake (X-D).
        self.absent: list[str] = []
        self.selected: list[Selected] = []
        self.queue: list[str] = []
        self.failed: list[str] = []
        self.agreed: list[str] = []
        self.mover, self.bonus, self.minute = "", "", None

    @abstractmethod
    def turn(self, seat: str, name: str) -> None: ...

    @abstractmethod
    def shake_over(self, *, void: bool = False) -> None: ...

    def left_of(self, seat: str) -> str:
        """The next player who is there."""
        at = self.seats.index(seat) + 1
        return next(each for each in self.seats[at:] + self.seats[:at] if each not in self.absent)

    def others(self, *seats: str) -> list[str]:
        """Who is there but these."""
        return [seat for seat in self.seats if seat not in (*seats, *self.absent)]

    # -- the roll ------------------------------------------------------------------------------------

    def on_shake_started(self, event: Event) -> None:
        if self.phase != "shake-over" or self.over:
            return
        self.setter = event.get("goal_setter") or self.next_setter
        self.shake += 1
        self.fresh_shake()
        self.phase, self.on_turn = "rolling", self.setter
        self.begin("roll-and-goal" if "roll-and-goal" in self.book.limits else "roll", [self.setter])

    def on_cubes_rolled(self, event: Event) -> None:
        if self.phase != "rolling" or self.block is not None:
            return
        self.mat["resources"] = event["resources"].split()
        self.rolled = list(self.mat["resources"])
        if "select" not in self.book.limits:
            self.phase = "setting-goal"
            return
        # The minute for rolling goes on, whoever selects meanwhile (II-B-1-b).
        self.minute = self.task
        self.did(self.setter)
        self.task = None
        self.queue = [seat for seat in self._order() if seat not in self.absent]
        if len(self.seats) == 2 and self.division in self.book.twice:
            self.queue.append(self.queue[-1])
        self._next_selection()

    # -- variations (II-B) ---------------------------------------------------------------------------

    def _order(self) -> list[str]:
        first = self.seats.index(self.setter)
        return self.seats[first:] + self.seats[:first]

    def _next_selection(self) -> None:
        if not self.queue:
            self.phase = "setting-goal"
            self.begin("goal", [self.setter])
            return
        self.phase = "selecting"
        start = self.now if self.minute is None else max(self.now, self.minute.due(self.now))
        self.begin("select", self.queue[:1], start)

    def selection_lost(self, seat: str) -> None:
        self.queue = [other for other in self.queue if other != seat]
        self._next_selection()

    def _further(self) -> str | None:
        """Who may still select a second one: the last to select, until the next player's time is over (II-B-3)."""
        if self.division not in self.book.further or not self.selected:
            return None
        last = self.selected[-1].player
        order = self._order()
        after = [seat for seat in order[order.index(last) + 1 :] if seat not in self.absent]
        waits = not after or self.queue[:1] == after[:1]
        once = sum(each.player == last for each in self.selected) == 1
        barred = last in (*self.queue, *self.absent) or self.failed.count(last) > 1
        return last if once and waits and not barred else None

    def on_variation_selected(self, event: Event) -> None:
        if self.phase not in ("selecting", "setting-goal") or self.block is not None:
            return
        further = self._further()
        seat = event["player"]
        if seat not in (self.queue[0] if self.queue else further, further):
            return
        written = event["variation"]
        name, option = (written, None) if isinstance(written, str) else (written["name"], _option(written))
        self.selected.append(Selected(seat, name, option))
        if self._suiting()[-1:] == self.selected[-1:]:
            order = self._order()
            for each in self.selected:
                each.closed |= order.index(each.player) < order.index(seat)
        if seat not in self.queue:
            return
        self.queue.pop(0)
        if seat not in self.queue:
            self.did(seat)
            self._next_selection()

    def _suiting(self) -> list[Selected]:
        """The selections that count: neither chosen before, nor without an effect (II-B-2)."""
        found: list[Selected] = []
        for each in self.selected:
            taken = {*self.book.standing.get(self.division, ()), *(other.name for other in found)}
            if each.name not in taken and self._has_effect(each, found):
                found.append(each)
        return found

    def _has_effect(self, each: Selected, before: list[Selected]) -> bool:
        if each.name == "wild":
            return any(cube[1] == each.option for cube in self.rolled)
        if each.name not in EFFECT:
            raise NotImplementedError(f"whether {each.name} has an effect")
        sign = EFFECT[each.name]
        # A wild cube may be any sign; in Elementary it is a numeral.
        wild = self.division != "elementary" and any(other.name == "wild" for other in before)
        return sign is None or wild or any(cube[1] == sign for cube in self.rolled)

    def variation_charged(self, against: str) -> None:
        suiting = self._suiting()
        wrong = [each for each in self.selected if each.player == against and each not in suiting and not each.closed]
        if not wrong:
            return
        self.cost(against, "variation", "II-B-2")
        self.failed.append(against)
        self.selected.remove(wrong[-1])
        if self.failed.count(against) < 2:
            self.queue.insert(0, against)
            self.bonus = "" if self.bonus == "said" else self.bonus
            self._next_selection()
            return
        # Nothing of his is left for this shake.
        self.selected = [each for each in self.selected if each.player != against]
        if self.queue[:1] == [against]:
            self.selection_lost(against)
        self.queue = [seat for seat in self.queue if seat != against]

    # -- the Goal (IV) -------------------------------------------------------------------------------

    def on_goal_set(self, event: Event) -> None:
        if self.phase != "setting-goal" or event["player"] != self.setter or self.block is not None:
            return
        left = list(self.mat["resources"])
        for cube in [cube[:2] for cube in event["goal"].split() if cube != "_"]:
            if cube not in left:
                return
            left.remove(cube)
        self.mat["resources"] = left
        self._said_goal()
        self.turn(self.left_of(self.setter), "first-turn")

    def _said_goal(self) -> None:
        self.did(self.setter)
        self.task = None
        for each in self.selected:
            each.closed = True
        self.mover, self.bonus = self.setter, ""
        self.forget_silence()

    @abstractmethod
    def forget_silence(self) -> None: ...

    def on_no_goal_declared(self, event: Event) -> None:
        if self.phase != "setting-goal" or event["player"] != self.setter or self.block is not None:
            return
        if self.bonus == "moved":
            return  # it binds to a Goal (IV-D)
        self._said_goal()
        self.phase = "no-goal-declared"
        self.begin("answer-no-goal", self.others(self.setter))

    def on_no_goal_agreed(self, event: Event) -> None:
        seat = event["player"]
        if self.phase != "no-goal-declared" or self.block is not None or seat in (self.setter, *self.agreed):
            return
        self.did(seat)
        self.agreed.append(seat)
        self.agreed_by_all()

    def agreed_by_all(self) -> None:
        if not self.others(self.setter, *self.agreed):
            self.shake_over(void=True)

    # -- who is not there (X-D) ----------------------------------------------------------------------

    def set_up_without(self, seat: str) -> None:
        """The roll, the Goal and selecting pass on, with a fresh limit; answering No Goal lapses."""
        if seat == self.setter and self.phase in ("rolling", "selecting", "setting-goal"):
            self.setter = self.on_turn = self.left_of(seat)
            self.bonus = ""
            if self.phase != "selecting":
                name = "goal" if self.phase == "setting-goal" else "roll"
                self.begin(name if name in self.book.limits else "roll-and-goal", [self.setter])
        if self.phase == "selecting" and self.queue[:1] == [seat]:
            self.selection_lost(seat)
        self.queue = [other for other in self.queue if other != seat]
        if self.phase == "no-goal-declared":
            self.owe(self.others(self.setter, *self.agreed))
            self.agreed_by_all()


def _option(written: dict[str, Any]) -> Any:
    return next((value for key, value in written.items() if key != "name"), None)
