"""Sideways: a cube that is a non-zero number may lie sideways, for its reciprocal (XIII-A-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.adjudicator.notation import DIGITS, Meaning, Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.variations.base import EXTRA_DIGITS
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube, Turn


class Sideways(Rule):
    name = "sideways"

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        for token in tokens:
            if not token.sideways:
                continue
            if token.sign == "0":
                yield self.fault("zero-sideways", code="illegal-expression", witness=str(token))
            elif token.sign == "i":
                # The bar that is i may be upside-down, never sideways (XIII-D-11, comment (c)).
                yield self.fault("i-sideways", witness=str(token))
            elif token.upside_down and (at_goal or not self.terms.readings.both_turns_in_solutions):
                # XIII-A-2, comment (a): both at once in the Solution only.
                told = self.fault("both-turns-in-goal") if at_goal else self.fault("both-turns")
                yield replace(told, witness=str(token))
            elif not self._may_lie(token):
                yield self.fault("turned-operation", sign=token.sign, witness=str(token))
            elif at_goal and token.sign != "÷" and not self.terms.readings.turned_cubes_in_goals:
                yield self.fault("turned-in-goal", witness=str(token))

    def lying_faults(self, cube: Cube) -> Iterable[Reason]:
        # The older print of ^ looks the same however it lies, so that it must not be turned (XIII-C-5, note).
        if cube.face == "^" and cube.turn is Turn.SIDEWAYS and not self.terms.readings.ten_sideways_in_goals:
            yield self.fault("turned-in-goal", witness=str(cube))

    def _may_lie(self, token: Token) -> bool:
        """Numbers, the ÷ of Remainder and Log, and the ^ and √ that are digits (XIII-C-5)."""
        if token.sign in DIGITS or token.sign == "÷" or token.meaning is Meaning.POWER:
            return True
        value = EXTRA_DIGITS.get(token.sign)
        return value is not None and value < self.terms.base and token.meaning in (None, Meaning.DIGIT)
