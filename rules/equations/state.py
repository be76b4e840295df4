"""The state of a match: frozen values, each the record of what the events so far have made.

`Match.phase` is what everybody sees. While the challenge block is out, play has not gone away: the
shake keeps its own phase beneath, and goes on there when the block is back.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.adjudicator.terms import Variation
from rules.cubes import Cube
from rules.equations.rulebook import Rulebook
from rules.frozen import Frozen
from rules.game import FIXED, Penalty, Ruling, ShakeScores
from rules.history import History
from rules.limits import DeadlineRecord, Limit
from rules.mat import Mat, Section
from rules.messages import Message, Value

#: The mat before the roll.
EMPTY = Mat()


#: Rulings that answer an event which the rules do not allow: nothing changed (contract, section 6).
REFUSALS = frozenset({"illegal-move", "no-warning", "not-now", "not-upheld", "insulated", "out-of-turn", "set-aside"})


class Phase(Enum):
    """The phases of the contract (section 6)."""

    ROLLING = "rolling"
    SELECTING = "selecting-variations"
    SETTING_GOAL = "setting-goal"
    NO_GOAL_DECLARED = "no-goal-declared"
    MOVING = "moving"
    CHALLENGE_CALLED = "challenge-called"
    LAST_CUBE = "last-cube"
    WRITING = "writing"
    CHECKING = "checking"
    SHAKE_OVER = "shake-over"
    MATCH_OVER = "match-over"


class Claim(Enum):
    """What can be challenged (VI-A, IV-D-2)."""

    NOW = "now"
    IMPOSSIBLE = "impossible"
    NO_GOAL = "no-goal"


class Bonus(Enum):
    """How far the bonus move of the player on turn has come (IV-C, V-C)."""

    NONE = "none"
    CALLED = "called"
    MOVED = "moved"


class Cause(Enum):
    """Why Equations are being written."""

    CHALLENGE = "challenge"
    LAST_CUBE = "last-cube"
    STOP = "stop"


class Still(Enum):
    """Why a limit stands still."""

    PAUSED = "paused"
    BLOCK = "block"


class Running(Frozen, frozen=True):
    """A limit that is under way for the players named in it."""

    limit: Limit
    cite: str
    #: (player, number) of the penalties that this limit has brought so far.
    penalties: tuple[tuple[str, int], ...] = ()
    #: The countdown is over and the point is lost; the extra minute runs.
    late: bool = False
    #: Since when the limit stands still, and why; None while it runs.
    still_since_ms: int | None = None
    still: Still | None = None

    @property
    def due_ms(self) -> int | None:
        """The next moment after which this limit does something; None while it stands still."""
        if self.still_since_ms is not None:
            return None
        warned = self.limit.deadline_ms + self.limit.countdown_ms
        return warned + self.limit.extra_ms if self.late else warned

    def limit_at(self, t_ms: int) -> Limit:
        """The limit as it is worth at a moment: one that stands still moves on with the time."""
        if self.still_since_ms is None or self.still is None:
            return self.limit
        return self.limit.shifted(t_ms - self.still_since_ms, self.still.value, self.still_since_ms)


class Block(Frozen, frozen=True):
    """The challenge block is out; the holder is None until somebody says that it is he."""

    holder: str | None
    running: Running
    #: It was lifted while Impossible could still be challenged after the last cube (VIII-B).
    in_time: bool = False


class Challenge(Frozen, frozen=True):
    """A valid challenge, with the part that each player has in it."""

    claim: Claim
    challenger: str
    #: Whom it is against: the last Mover, or the Goal-setter.
    mover: str
    third: str | None

    @property
    def must_write(self) -> str:
        """Who has to prove it (VII-A): the Mover after Impossible, else the Challenger."""
        return self.mover if self.claim is Claim.IMPOSSIBLE else self.challenger


class Written(Frozen, frozen=True):
    """A writer's paper; None for one who presented nothing or lost the task."""

    writer: str
    equation: str | None


class Answer(Frozen, frozen=True):
    """A checker's word on an Equation; `accepted` is None where he lost the time for it."""

    writer: str
    by: str
    accepted: bool | None
    #: The fault that he named, as a code of the adjudicator.
    reason: str | None = None


class Finding(Frozen, frozen=True):
    """What became of an Equation."""

    writer: str
    correct: bool
    #: The adjudicator found it, from the cubes on record; no judge has ruled.
    from_cubes: bool = False


class Selection(Frozen, frozen=True):
    """A variation that a player has selected. Whether it suits is reckoned when somebody needs to know."""

    player: str
    variation: Variation
    #: It can no longer be charged.
    insulated: bool = False
    #: How much of the limit was left when it was made.
    left_ms: int = 0


class BonusMove(Frozen, frozen=True):
    """A bonus move of this shake, for whoever charges it (IV-C-2, V-C-2)."""

    player: str
    cube: Cube
    #: He had more points than everybody else.
    led: bool
    #: The Goal-setter's, before the Goal.
    before_goal: bool
    #: The regular move of that turn, and where it went.
    second: tuple[Cube, Section] | None = None
    insulated: bool = False
    undone: bool = False


class LastTurn(Frozen, frozen=True):
    """The moves of the turn that is under way or was the last one, while they may be taken back."""

    player: str
    moves: tuple[tuple[Cube, Section], ...]
    #: Who had moved last before.
    mover_before: str | None
    #: The limit of the turn as it stood when the turn was over; None while it is under way.
    running: Running | None = None


class Shake(Frozen, frozen=True):
    """One shake, from `shake-started` until the next one."""

    number: int
    goal_setter: str
    phase: Phase
    #: Whose turn to set the Goal it would have been, where another does it in his place.
    stands_in_for: str | None = None
    mat: Mat = EMPTY
    #: Who is on turn; the Goal-setter until the Goal is set.
    turn: str = ""
    #: Who moved last: whom a challenge would be against.
    mover: str | None = None
    bonus: Bonus = Bonus.NONE
    bonus_moves: tuple[BonusMove, ...] = ()
    last_turn: LastTurn | None = None
    #: Who is absent from this shake (X-D).
    absent: tuple[str, ...] = ()
    selections: tuple[Selection, ...] = ()
    #: The minute for rolling, which goes on while variations are selected; None where the book has none.
    minute: Running | None = None
    #: Who has still to select, in order; who owes two stands there twice.
    to_select: tuple[str, ...] = ()
    #: Whose selections have been charged with success, once for each time (II-B-2).
    failures: tuple[str, ...] = ()
    running: Running | None = None
    block: Block | None = None
    #: Who lifted the block and said nothing: his next words are set aside at no further cost (VI-B).
    spent: str | None = None
    agreed: tuple[str, ...] = ()
    cause: Cause | None = None
    challenge: Challenge | None = None
    #: The Third Party's word on presenting; None until it is given.
    third_presents: bool | None = None
    papers: tuple[Written, ...] = ()
    answers: tuple[Answer, ...] = ()
    findings: tuple[Finding, ...] = ()
    #: Whose Equation the running time for checking belongs to.
    checked: str | None = None
    #: The round was stopped while the block was out.
    stopping: bool = False
    void: bool = False

    def paper(self, writer: str) -> Written | None:
        return next((paper for paper in self.papers if paper.writer == writer), None)

    def finding(self, writer: str) -> Finding | None:
        return next((finding for finding in self.findings if finding.writer == writer), None)

    def answer(self, writer: str, by: str) -> Answer | None:
        return next((a for a in self.answers if a.writer == writer and a.by == by), None)


class Match(Frozen, frozen=True):
    """A match. Histories, not tuples, hold what grows with every event."""

    rulebook: Annotated[Rulebook, FIXED]
    division: str
    players: tuple[str, ...]
    #: The rest of a limit goes over to the next one, as with a sand timer (XI-A-2).
    carry_over: bool = False
    #: When the last limit was left, and how much sand of its running minute was left then.
    sand: tuple[int, int] | None = None
    t_ms: int = 0
    shake: Shake | None = None
    shakes: History[ShakeScores] = msgspec.field(default_factory=History)
    #: What the shakes and the applied penalties have come to, a number a player; empty before the first point.
    sums: tuple[int, ...] = ()
    next_setter: str | None = None
    #: As they were given.
    penalties: History[Penalty] = msgspec.field(default_factory=History)
    #: Penalties that wait for a judge's initials.
    pending: tuple[Penalty, ...] = ()
    #: Penalties that judges have approved or refused, newest last.
    initialled: History[Penalty] = msgspec.field(default_factory=History)
    rulings: History[Ruling] = msgspec.field(default_factory=History)
    deadlines: History[DeadlineRecord] = msgspec.field(default_factory=History)
    #: The faces of the lot that is being drawn, and who is still in it (I-D).
    lots: tuple[tuple[str, str], ...] = ()
    in_lot: tuple[str, ...] = ()
    warned: frozenset[str] = frozenset()
    paused: bool = False
    time_called: bool = False
    over: bool = False
    signed: tuple[str, ...] = ()

    @property
    def phase(self) -> Phase:
        if self.over:
            return Phase.MATCH_OVER
        if self.shake is None:
            return Phase.SHAKE_OVER
        return Phase.CHALLENGE_CALLED if self.shake.block else self.shake.phase

    @property
    def number(self) -> int:
        """That of the shake; 0 before the first."""
        return self.shake.number if self.shake else 0

    @property
    def playing(self) -> Shake:
        """The shake, in phases that have one. Handlers of such phases need not ask."""
        if self.shake is None:
            raise LookupError("no shake has begun")
        return self.shake

    @property
    def present(self) -> tuple[str, ...]:
        """The players of the shake: all but the absent."""
        absent = self.shake.absent if self.shake else ()
        return tuple(player for player in self.players if player not in absent)

    @property
    def unsigned(self) -> tuple[str, ...]:
        """Who has not signed the scoresheet."""
        return tuple(player for player in self.players if player not in self.signed)

    def from_left_of(self, player: str) -> tuple[str, ...]:
        """All seats in the order of play, the given one last: clockwise is to the left (V-A)."""
        first = self.players.index(player) + 1
        return (*self.players[first:], *self.players[:first])

    def left_of(self, player: str) -> str:
        """The next player of the shake."""
        return next(other for other in self.from_left_of(player) if other in self.present)

    def others(self, *players: str) -> tuple[str, ...]:
        """The players of the shake but these."""
        return tuple(player for player in self.present if player not in players)

    @property
    def totals(self) -> dict[str, int]:
        """Each player's points so far, kept in step: summing anew for each event would grow with the match."""
        return dict.fromkeys(self.players, 0) | dict(zip(self.players, self.sums, strict=False))

    def gained(self, points: Mapping[str, int]) -> Match:
        """The match with these points (lost ones are negative) in the totals."""
        return replace(self, sums=tuple(had + points.get(player, 0) for player, had in self.totals.items()))

    def with_shake(self, **changes: Any) -> Match:
        return replace(self, shake=replace(self.playing, **changes))

    def ruled(self, code: str, cite: str, message: str, **values: Value) -> Match:
        """The match with a ruling of now; `message` is its code in the catalogue."""
        ruling = Ruling(self.t_ms, code, cite, Message.of(message, **values), refuses=code in REFUSALS)
        return replace(self, rulings=self.rulings.add(ruling))
