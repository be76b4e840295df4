"""Upside-down: a cube that is a number may lie upside-down, for its additive inverse (XIII-A-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.adjudicator.notation import DIGITS, Meaning, Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.variations.base import EXTRA_DIGITS
from rules.adjudicator.variations.rule import Rule


class UpsideDown(Rule):
    name = "upside-down"

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        for token in tokens:
            if not token.upside_down:
                continue
            if not self._may_lie(token, at_goal=at_goal):
                yield self.fault("turned-operation", sign=token.sign, witness=str(token))
            elif at_goal and token.sign != "i" and not self.terms.readings.turned_cubes_in_goals:
                yield self.fault("turned-in-goal", witness=str(token))

    def _may_lie(self, token: Token, *, at_goal: bool) -> bool:
        """Numbers, i, and in a Solution the ^ and √ that are digits (XIII-C-5)."""
        if token.sign in DIGITS or token.sign == "i" or token.meaning is Meaning.POWER:
            return True
        value = EXTRA_DIGITS.get(token.sign)
        if value is None or value >= self.terms.base or at_goal:
            return False
        return self.terms.readings.ten_upside_down_in_solutions and token.meaning in (None, Meaning.DIGIT)
