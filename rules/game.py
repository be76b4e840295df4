"""The door to a game: start, vet, apply, view, cases, propose, and what may be asked of it.

Engine, journal, runtime and screens know games only through `Game`; none of them knows a rule. A new
game is a new object with these members and a place in the registry (`rules/registry.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from rules.cases import Case
from rules.cubes import Kit
from rules.errors import NotBuilt
from rules.events import Event, Timed, Vocabulary
from rules.evidence import Evidence
from rules.frozen import Frozen
from rules.history import History
from rules.limits import DeadlineRecord, Step, TimerState
from rules.mat import Mat
from rules.messages import Message, Words
from rules.offers import Action
from rules.readings import Reading


class Ruling(Frozen, frozen=True):
    """What the referee said, when, and by which rule. `refuses`: the event it answers changed nothing."""

    t_ms: int
    code: str
    cite: str
    message: Message
    refuses: bool = False


class Penalty(Frozen, frozen=True):
    """A point lost, or waiting for a judge's initials. `n` counts from 1; `why-<why>` is a code of the catalogue."""

    n: int
    t_ms: int
    player: str
    points: int
    why: str
    cite: str
    status: str
    initials: str | None = None
    #: The shake to which it belongs; 0 before the first.
    shake: int = 0


@dataclass(frozen=True, slots=True)
class TimerView:
    """The timer: what for, until when, and every later stretch, so that a screen can draw without asking."""

    task: Message
    state: TimerState
    limit_ms: int | None = None
    deadline_ms: int | None = None
    steps: tuple[Step, ...] = ()
    #: What each stretch after the limit means for who is late, such as a point at its end.
    warnings: tuple[tuple[TimerState, Message], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's place at the table."""

    player: str
    score: int
    #: What he is just now: Goal-setter, Mover, Challenger …
    role: Message | None = None
    #: He is in the lead, as far as a rule hangs on it.
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """What a writer has put on paper and everybody may see now."""

    writer: str
    text: str
    #: What became of it, once that may be known.
    status: Message | None = None


class ShakeScores(Frozen, frozen=True):
    """A shake (a round, a game) that is over."""

    scores: Mapping[str, int]
    penalties: Mapping[str, int]
    goal_setter: str | None = None
    how: Message | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything that may be shown of a state. No solver's answer and no verdict that is still sealed."""

    t_ms: int
    phase: str
    to_act: tuple[str, ...]
    timer: TimerView
    prompt: Message
    seats: tuple[SeatView, ...]
    mat: Mat | None = None
    #: Counts the shakes (rounds, games) that have begun.
    shake: int = 0
    shakes: tuple[ShakeScores, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    rulings: History[Ruling] = field(default_factory=History)
    deadlines: History[DeadlineRecord] = field(default_factory=History)
    #: The limits that run now, as far as they have come.
    running: tuple[DeadlineRecord, ...] = ()
    match_points: Mapping[str, int] | None = None
    #: Who has signed the sheet.
    signed: tuple[str, ...] = ()
    papers: tuple[Paper, ...] = ()
    actions: tuple[Action, ...] = ()
    #: When time alone next changes something (a penalty, a lost turn); None when nothing runs.
    next_due_ms: int | None = None
    over: bool = False
    #: What else everybody at the table should have in view, such as the variations in force.
    notes: tuple[Message, ...] = ()
    #: Fields of the game's own for `tablejudge replay`.
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """An answer to a Question and the events that it stands for; none means that nothing happened."""

    label: Message
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Something only people can say."""

    message: Message
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a piece of evidence means: events, a question to the people at the table, or nothing yet.

    `waiting` says in words why nothing happens yet (a cube is in somebody's hand).
    """

    events: tuple[Event, ...] = ()
    question: Question | None = None
    waiting: Message | None = None


NOTHING = Proposal()

#: Marks a field of a state that the first line has fixed for good, such as the rule book: snapshots leave it out
#: and take it from the match as that line opens it (`rules/snapshot.py`). `rulebook: Annotated[Rulebook, FIXED]`
FIXED = "fixed by the first line"

S = TypeVar("S")


class Game(Protocol[S]):
    """A game as everything outside `rules/` knows it. `S` is its state, opaque to all others."""

    #: The name of the ruleset in `match-started`.
    ruleset: str
    title: str
    #: Of its rules as data; another one may rule otherwise on the same lines (`rules/version.py`).
    version: str
    vocabulary: Vocabulary
    words: Words
    divisions: tuple[str, ...]
    #: The cubes it is played with; None for a game that no camera needs to watch.
    kit: Kit | None
    #: How many players a match may have.
    player_counts: tuple[int, ...]
    #: Whether a match can be started; a game that cannot be played yet may still be asked.
    playable: bool
    #: Where its rule book is open, and what a league may choose there.
    readings: tuple[Reading, ...]

    def start(self, opening: Timed) -> S:
        """The state after `match-started`; BadRequest if the opening is not one of this game."""
        ...

    def vet(self, state: S, timed: Timed) -> Timed:
        """The same event in canonical spelling; BadRequest for a line that cannot be an event of this match."""
        ...

    def apply(self, state: S, timed: Timed) -> S:
        """The state after a vetted event, with every deadline before it. Never raises: what the rules do
        not allow changes nothing and leaves a Ruling."""
        ...

    def view(self, state: S) -> View: ...

    def shake(self, state: S) -> int:
        """The number that the view has in `shake`, without all the rest: whoever goes through a long match asks for
        it line by line."""
        ...

    def propose(self, state: S, evidence: Evidence, seen: Mat | None) -> Proposal:
        """What `evidence` means in this state; `seen` is the mat as last seen."""
        ...

    def tell(self, event: Event) -> Message:
        """What happened, as one sentence for a timeline."""
        ...

    def cases(self, state: S) -> tuple[Case, ...]:
        """What a judge may rule on now. For judges alone, unlike the view."""
        ...

    def ask(self, question: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to `check` or `solve` (contract, sections 4 and 5); NotBuilt for what it cannot answer."""
        ...


def cannot_ask(game: str, question: str) -> NotBuilt:
    return NotBuilt(f"{game} cannot answer {question!r} yet")
