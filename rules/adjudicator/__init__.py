"""The deep Equations adjudicator: exact answers with the number of the rule (contract, section 4)."""

from rules.adjudicator.books import terms_of
from rules.adjudicator.check import answer_equation, check
from rules.adjudicator.cube_faults import Challenge, parse_challenge
from rules.adjudicator.equation import Ask, Verdict, is_correct, verdict
from rules.adjudicator.expression import answer_expression

__all__ = [
    "Ask",
    "Challenge",
    "Verdict",
    "answer_equation",
    "answer_expression",
    "check",
    "is_correct",
    "parse_challenge",
    "terms_of",
    "verdict",
]
