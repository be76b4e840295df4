"""A toy game behind the same door as the real ones: two players, a flag card, no cubes.

Who has the flag card may count one, two or three on; who reaches ten first wins. It has what Equations has
not (no mat, no shakes, other events) and nothing else, so that whatever runs it knows no rule of Equations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.cases import Case
from rules.cubes import Kit
from rules.errors import BadRequest
from rules.events import ClockPaused, ClockResumed, Event, MatchStarted, Outage, Timed, Vocabulary
from rules.evidence import Evidence, SeatPress
from rules.game import NOTHING, Action, Proposal, Ruling, SeatView, TimerView, View, cannot_ask
from rules.history import History
from rules.limits import MINUTE_MS, Limit, TimerState
from rules.mat import Mat
from rules.messages import Message, Seat
from rules.readings import Reading

GOAL = 10


class Counted(Event, frozen=True, kw_only=True):
    """`{"event":"counted","player":"A","by":2}`"""

    player: str
    by: int


class FlagPassed(Event, frozen=True, kw_only=True):
    """`{"event":"flag-passed","player":"A"}`"""

    player: str


@dataclass(frozen=True, slots=True)
class Race:
    players: tuple[str, str]
    flag: str
    limit: Limit
    t_ms: int = 0
    counts: tuple[int, int] = (0, 0)
    counted: bool = False
    paused_ms: int | None = None
    rulings: History[Ruling] = field(default_factory=History)

    def count(self, player: str) -> int:
        return self.counts[self.players.index(player)]

    @property
    def over(self) -> bool:
        return max(self.counts) >= GOAL

    def other(self) -> str:
        return self.players[1 - self.players.index(self.flag)]


def _turn(player: str, t_ms: int) -> Limit:
    return Limit("task-count", (player,), t_ms, MINUTE_MS, countdown_ms=0, extra_ms=0)


class FlagGame:
    ruleset = "toy-flag-race"
    title = "Flag race"
    version = "1"
    vocabulary = Vocabulary(Counted, FlagPassed)
    divisions = ("open",)
    readings: tuple[Reading, ...] = ()
    player_counts = (2,)
    playable = True
    kit: Kit | None = None
    words = {
        "task-count": "count on",
        "prompt-count": "{player}, count one, two or three on.",
        "prompt-pass": "{player}, pass the flag card.",
        "prompt-over": "{player} has won.",
        "count-1": "One",
        "count-2": "Two",
        "count-3": "Three",
        "pass": "Pass the flag",
        "role-flag": "has the flag",
        "told-counted": "{player} counted {by} on.",
        "told-passed": "{player} passed the flag.",
        "told-other": "{event}",
        "not-flag": "{player} does not have the flag card.",
        "not-now": "That has no place now.",
        "too-slow": "{player} took longer than a minute; the flag goes over.",
    }

    def start(self, opening: Timed) -> Race:
        event = opening.event
        assert isinstance(event, MatchStarted)
        if len(event.players) != 2:
            raise BadRequest("two players race")
        first, second = event.players
        return Race((first, second), first, _turn(first, opening.t_ms), opening.t_ms)

    def vet(self, state: Race, timed: Timed) -> Timed:
        player = getattr(timed.event, "player", None)
        if player is not None and player not in state.players:
            raise BadRequest(f"there is no player {player!r}")
        return timed

    def apply(self, state: Race, timed: Timed) -> Race:
        event = timed.event
        if isinstance(event, Outage):
            down_ms = round(event.seconds * 1000)
            state = self._pass_time(state, timed.t_ms - down_ms)
            return replace(state, t_ms=timed.t_ms, limit=state.limit.shifted(down_ms, "outage", state.t_ms))
        state = self._pass_time(state, timed.t_ms)
        match event:
            case ClockPaused():
                return replace(state, paused_ms=timed.t_ms)
            case ClockResumed() if state.paused_ms is not None:
                limit = state.limit.shifted(timed.t_ms - state.paused_ms, "paused", state.paused_ms)
                return replace(state, paused_ms=None, limit=limit)
            case Counted() | FlagPassed() if state.over:
                return self._refuse(state, "not-now", Message("not-now"))
            case Counted() | FlagPassed() if event.player != state.flag:
                return self._refuse(state, "out-of-turn", Message.of("not-flag", player=Seat(event.player)))
            case Counted() if not state.counted and 1 <= event.by <= 3:
                counts = tuple(
                    count + event.by * (player == event.player)
                    for player, count in zip(state.players, state.counts, strict=True)
                )
                return replace(state, counts=(counts[0], counts[1]), counted=True)
            case FlagPassed() if state.counted:
                return self._over_to(state, timed.t_ms)
            case Counted() | FlagPassed():
                return self._refuse(state, "not-now", Message("not-now"))
        return state

    def _pass_time(self, state: Race, t_ms: int) -> Race:
        while not state.over and state.paused_ms is None and t_ms > state.limit.deadline_ms:
            due = state.limit.deadline_ms
            late = Ruling(due, "time-lost", "toy", Message.of("too-slow", player=Seat(state.flag)))
            state = self._over_to(replace(state, rulings=state.rulings.add(late)), due)
        return replace(state, t_ms=max(t_ms, state.t_ms))

    def _over_to(self, state: Race, t_ms: int) -> Race:
        return replace(state, flag=state.other(), counted=False, limit=_turn(state.other(), t_ms))

    def _refuse(self, state: Race, code: str, message: Message) -> Race:
        return replace(state, rulings=state.rulings.add(Ruling(state.t_ms, code, "toy", message, refuses=True)))

    def view(self, state: Race) -> View:
        running = not state.over and state.paused_ms is None
        timer_state = TimerState.STOPPED if state.over else TimerState.PAUSED
        limit = state.limit
        prompt = "prompt-over" if state.over else "prompt-pass" if state.counted else "prompt-count"
        leader = max(state.players, key=state.count)
        return View(
            t_ms=state.t_ms,
            phase="race-over" if state.over else "racing",
            to_act=() if state.over else (state.flag,),
            timer=TimerView(
                Message("task-count"),
                TimerState.RUNNING if running else timer_state,
                None if state.over else limit.limit_ms,
                None if state.over else limit.deadline_ms,
                limit.steps if running else (),
            ),
            prompt=Message.of(prompt, player=Seat(leader if state.over else state.flag)),
            seats=tuple(
                SeatView(player, state.count(player), Message("role-flag") if player == state.flag else None)
                for player in state.players
            ),
            rulings=state.rulings,
            actions=self._actions(state),
            next_due_ms=limit.deadline_ms if running else None,
            over=state.over,
        )

    def shake(self, state: Race) -> int:
        return 0

    def _actions(self, state: Race) -> tuple[Action, ...]:
        if state.over:
            return ()
        if state.counted:
            return (Action(Message("pass"), "flag-passed", state.flag),)
        return tuple(Action(Message(f"count-{by}"), "counted", state.flag, {"by": by}) for by in (1, 2, 3))

    def propose(self, state: Race, evidence: Evidence, seen: Mat | None) -> Proposal:
        if isinstance(evidence, SeatPress) and state.counted:
            return Proposal((FlagPassed(player=evidence.player),))
        return NOTHING

    def tell(self, event: Event) -> Message:
        match event:
            case Counted():
                return Message.of("told-counted", player=Seat(event.player), by=event.by)
            case FlagPassed():
                return Message.of("told-passed", player=Seat(event.player))
        return Message.of("told-other", event=event.name)

    def cases(self, state: Race) -> tuple[Case, ...]:
        return ()

    def ask(self, question: str, request: Mapping[str, Any]) -> dict[str, Any]:
        raise cannot_ask(self.title, question)


FLAG_GAME = FlagGame()
