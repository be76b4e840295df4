"""The rules in force for a shake: every variation's own file, by the name of the contract.

What of the rule texts is where (sections of AGLOA; MLAG numbers them alike):

| section | matter | module |
| --- | --- | --- |
| III-B, III-C, General Rule | what names a number | reckoner.py |
| IV-B, VII-B-4 | Goals, digits | reading.py, numerals.py |
| IV-B-2 | gaps, the Goal on the mat | gaps.py, mat_reading.py |
| VII-B-6 | groupings and defaults | grouping.py, bounds.py |
| MLAG VII-B-5 | order of operations | precedence.py |
| XIII | variations | variations/, one file each |
| Appendix A | notes | notation.py, meanings.py |

Two variations are nothing but a line in `Terms`: Two-digit Numerals (`solution_digits`) and Multiple Operations, which
is a matter of cubes, not of signs.
"""

from __future__ import annotations

from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.average import Average
from rules.adjudicator.variations.base import Base
from rules.adjudicator.variations.decimal_in_goal import DecimalInGoal
from rules.adjudicator.variations.decimal_point import DecimalPoint
from rules.adjudicator.variations.exponent import Exponent
from rules.adjudicator.variations.factorial import Factorial
from rules.adjudicator.variations.gcf import Gcf
from rules.adjudicator.variations.imaginary import Imaginary
from rules.adjudicator.variations.lcm import Lcm
from rules.adjudicator.variations.log import Log
from rules.adjudicator.variations.multiple_of_k import MultipleOfK
from rules.adjudicator.variations.number_of_factors import NumberOfFactors
from rules.adjudicator.variations.percent import Percent
from rules.adjudicator.variations.powers_of_the_base import PowersOfTheBase
from rules.adjudicator.variations.remainder import Remainder
from rules.adjudicator.variations.rule import Rule
from rules.adjudicator.variations.sideways import Sideways
from rules.adjudicator.variations.smallest_prime import SmallestPrime
from rules.adjudicator.variations.three_operation import ThreeOperation
from rules.adjudicator.variations.upside_down import UpsideDown
from rules.adjudicator.variations.wild import Wild

RULES: dict[str, type[Rule]] = {
    rule.name: rule
    for rule in (
        *(Sideways, UpsideDown, Wild, Factorial, ThreeOperation, Remainder, Average, SmallestPrime, Percent),
        *(DecimalPoint, Lcm, Gcf, NumberOfFactors, Base, MultipleOfK, Exponent, PowersOfTheBase),
        *(Imaginary, DecimalInGoal, Log),
    )
}


def rules_in_force(terms: Terms) -> tuple[Rule, ...]:
    """The rules of the variations in force, in the order in which they were chosen."""
    return tuple(RULES[variation.name](terms) for variation in terms.variations if variation.name in RULES)
