"""What a variation can change. Each hook does nothing until a variation's own file says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rules.adjudicator.notation import Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Entry, Infix, Role
from rules.adjudicator.terms import Terms
from rules.cubes import Cube
from rules.messages import Message, Value


class Rule:
    """A variation in force. `name` is that of the contract; `cite` is where this division's book has it."""

    name: ClassVar[str]

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.cite = terms.cite(self.name)

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        """Further meanings of a written sign; Fault for one that it cannot have."""
        return ()

    def operation(self, operation: Infix) -> Infix:
        """What an operation of the cubes means with this variation."""
        return operation

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        """What is wrong with the signs of one side, whatever they are grouped like."""
        return ()

    def value_fault(self, entry: Entry, reckoner: Reckoner) -> Reason | None:
        """What is wrong with one interpretation of a whole side."""
        return None

    @property
    def counts_every_reading(self) -> bool:
        """Whether one interpretation with such a fault is a fault of the side, whatever the others are."""
        return False

    def solution_faults(self, tokens: Sequence[Token]) -> Iterable[Reason]:
        """What a whole Solution lacks, beside being legal."""
        return ()

    def lying_faults(self, cube: Cube) -> Iterable[Reason]:
        """What is wrong with how a cube lies in the Goal, whatever it is read as."""
        return ()

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        """Further tokens that a cube of the Goal may be read as, `token` being one of them."""
        return ()

    def fault(self, message: str, *, code: str = "variation", witness: str | None = None, **values: Value) -> Reason:
        return Reason(code, self.cite, Message.of(message, **values), witness)
