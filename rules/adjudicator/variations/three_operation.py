"""Three-operation Solution: a Solution has at least three operation signs (XIII-A-6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.adjudicator.notation import Meaning, Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.variations.rule import Rule

FEWEST = 3
_OPERATIONS = frozenset("+-x÷^√%!")


class ThreeOperation(Rule):
    name = "three-operation"

    def solution_faults(self, tokens: Sequence[Token]) -> Iterable[Reason]:
        count = sum(token.sign in _OPERATIONS and token.meaning is not Meaning.DIGIT for token in tokens)
        if count < FEWEST:
            yield self.fault("too-few-operations", fewest=FEWEST, count=count)
