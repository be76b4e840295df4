"""Reasons: why an expression or an Equation is not correct (contract, section 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.adjudicator.words import WORDS
from rules.messages import Message, say

#: The codes of the contract, the weightiest first: what cannot be read, what has no right form or Goal, what names
#: no number, then the cubes, then the value.
CODES = (
    "unreadable",
    "form",
    "goal-illegal",
    "goal-interpretation",
    "illegal-expression",
    "variation",
    "multi-digit",
    "too-few-cubes",
    "required-unused",
    "forbidden-used",
    "unavailable",
    "resources",
    "not-equal",
    "ambiguous",
    "uncheckable",
)
_WEIGHT = {code: weight for weight, code in enumerate(CODES)}


@dataclass(frozen=True, slots=True)
class Reason:
    """One objection: its code, where the rule stands, what is said of it, and what proves it.

    `at` is the character that it points at, from 0, where it is about one.
    """

    code: str
    cite: str
    message: Message
    witness: str | None = None
    at: int | None = None

    def to_json(self) -> dict[str, Any]:
        written = {"code": self.code, "cite": self.cite, "text": say(self.message, WORDS)}
        more = {"witness": self.witness, "at": self.at}
        return written | {key: value for key, value in more.items() if value is not None}


def weightiest_first(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons, each once, in the order of their weight."""
    return tuple(sorted(dict.fromkeys(reasons), key=lambda reason: _WEIGHT[reason.code]))
