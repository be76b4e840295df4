"""The sentences of a verdict on an Equation, one for each code, in words that a ten-year-old understands."""

from __future__ import annotations

from rules.messages import Words

VERDICT_WORDS: Words = {
    "colour-R": "red",
    "colour-B": "blue",
    "colour-G": "green",
    "colour-K": "black",
    "colour-?": "any",
    "form": "An Equation has two sides with one = between them: a Solution and the Goal.",
    # The Goal (goal.py)
    "goal-other-cubes": "The Goal on the mat is {goal}. This Equation has other cubes, or has them in another way.",
    "goal-other-grouping": "The Goal on the mat is {goal}. This Equation groups its cubes in a way that it may not.",
    "goal-misread": "The Goal on the mat is {goal}. It has legal readings, but this is none of them.",
    # Cubes (cube_faults.py)
    "too-few-cubes": "A Solution has at least two cubes.",
    "required-unused": "Everything in Required must be used, but the Solution leaves out: {cubes}.",
    "forbidden-used": "The Solution cannot be made without cubes from Forbidden: {cubes}.",
    "unavailable": "There are not enough cubes for this Solution. Not to be had: {faces}.",
    "unavailable-no-goal": "There are not enough cubes in Resources for this Equation. Not to be had: {faces}.",
    "resources": "After Now a Solution takes at most one cube from Resources, but this one takes: {cubes}.",
    "exponent-colour": "An exponent without ^ must be on a {colour} cube, and there is none for: {faces}.",
    # Values (comparing.py)
    "not-equal": "The Solution is {solution}, but the Goal is {goal}.",
    "never-equal": "However the two sides are grouped, the Solution does not equal the Goal.",
    "multiple-equal": "With Multiple of {k} the Solution must not equal the Goal, but it does.",
    "multiple-not": "Multiple of {k} is played: the two sides should be {k}, or some times {k}, apart. They are not.",
    "ambiguous": "It can also be read so that the Solution does not fit the Goal: {grouping}.",
}
