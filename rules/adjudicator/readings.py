"""How open places of the rule texts are read: one named setting each, so that a league can choose otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings that this house takes where a rule text is silent or speaks with two voices."""

    #: VII-B-6-c (c): where two default groupings clash, every grouping of the signs concerned is possible;
    #: false keeps each sign to the operands beside it.
    clash_frees_every_grouping: bool = True
    #: VII-B-6-b (i) says nothing of the index of a root: `√3√64` may have the index 3 or the index √3.
    root_of_an_indexed_root: bool = True
    #: XIII-A-11 (c): `12^5` in a Solution is 12.5, since nothing else that is legal can be meant.
    context_makes_a_decimal_point: bool = True
    #: XIII-C-9: "power plus or minus something" under an x is barred from Goals, not from Solutions.
    power_sums_barred_in_goals_only: bool = True
    #: Appendix A, Exponent: the last digit of a run that is one digit too long is its exponent.
    long_run_ends_in_exponent: bool = True
    #: Powers of the Base, cubes on the mat: how far from 1 the powers go that are listed (there is no end to them).
    powers_listed: int = 3
    #: VII-C-5-d (iii): the judge who is asked for the values reads the Goal in every grouping, defaults or not.
    value_question_frees_the_goal: bool = True
    #: VII-B-6 with Multiple of k: a Solution of several values is correct if every one of them is some multiples from
    #: the Goal; false rejects it as ambiguous.
    multiples_forgive_ambiguity: bool = True
