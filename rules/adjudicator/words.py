"""The adjudicator's sentences, one for each code, in words that a ten-year-old understands."""

from __future__ import annotations

from rules.adjudicator.verdict_words import VERDICT_WORDS
from rules.messages import Words

WORDS: Words = {
    **VERDICT_WORDS,
    # What cannot be read (notation.py, reading.py)
    "too-long": "This is too long to be read: nobody can write it with the cubes (at most {most}).",
    "too-deep": "At place {at}: there are too many brackets inside each other (at most {most}).",
    "sign": "At place {at}: the sign {sign} is not on any cube.",
    "note-open": "At place {at}: the note begins with < but has no > at its end.",
    "note-of-nothing": "At place {at}: the note does not stand behind anything.",
    "note-unknown": "At place {at}: nobody knows the note <{note}>.",
    "note-misplaced": "At place {at}: the note <{note}> cannot be said of {sign}.",
    "value-misplaced": "At place {at}: a note with = says which root a group in brackets is, or what a wild cube is; "
    "it cannot be said of {sign}.",
    "bracket-unopened": "At place {at}: the bracket {sign} closes, but none was opened.",
    "bracket-open": "At place {at}: the bracket {sign} is opened, but never closed.",
    "bracket-mixed": "At place {at}: {opening} is closed by {sign}.",
    "nothing": "There is nothing written here.",
    "equals-inside": "At place {at}: an expression has no = in it.",
    "value-unreadable": "The note <={value}> does not name a number.",
    # What forms no expression (shape.py)
    "sign-not-signed": "{sign} is only for adding and taking away: a number must stand on both sides of it.",
    "sign-without-number": "{sign} has no number where it needs one.",
    "side-by-side": "Between {left} and {right} there is no operation sign.",
    "empty-brackets": "There is nothing between the brackets.",
    "no-expression": "These signs do not make an expression that names a number.",
    # What names no number (III)
    "divided-by-zero": "Nothing can be divided by 0.",
    "zeroth-root": "There is no 0th root.",
    "zero-power": "0 can be raised only to a power above 0.",
    "even-root-of-negative": "A negative number has no real even root.",
    "irrational-power-of-negative": "A negative number has no real value with such an exponent or index.",
    "exponent-not-real": "An exponent or index must be a real number.",
    "no-number": "This does not name a number.",
    "whole-power": "In this division a power needs whole numbers below and above.",
    "whole-root": "In this division the index of a root must be a counting number, and the number under the root "
    "and the root itself must be whole.",
    # Goals and numerals (IV-B, VII-B-4)
    "too-many-goal-cubes": "A Goal has at most {most} cubes; this one has {count}.",
    "too-many-digits": "A numeral may have at most {most} digit(s) here.",
    "too-many-decimals": "A numeral with a decimal point has at most {most} digits.",
    "point-missing": "Three digits in the Goal need a decimal point.",
    "not-decided": "This cannot be worked out within the limits, so nobody can check it.",
    # Variations (XIII)
    "needs-variation": "{sign} may be used only if the variation {variation} is chosen.",
    "zero-sideways": "A 0 cannot lie sideways: nothing can be divided by 0.",
    "i-sideways": "i may be upside-down, but not sideways.",
    "both-turns": "A cube is not both sideways and upside-down.",
    "turned-in-goal": "In the Goal this cube may not lie turned.",
    "both-turns-in-goal": "In the Goal a cube is not both sideways and upside-down.",
    "turned-operation": "Only a number can be turned; {sign} is an operation.",
    "not-the-wild-cube": "{cube} is not the wild cube of this shake; {wild} is.",
    "wild-cannot-be": "The wild {wild} cannot stand for {sign} here.",
    "wild-differs": "Every {wild} must stand for the same symbol, not for {one} here and {other} there.",
    "too-many-factorials": "There are only {most} factorials to use.",
    "no-factorial-in-goal": "With Multiple of k, the Goal has no factorial.",
    "factorial-not-whole": "Only whole numbers have a factorial.",
    "remainder-not-counting": "A remainder is left by one positive whole number divided by another.",
    "remainder-too-large": "The number that is divided may be at most {most}.",
    "prime-not-rational": "The number behind this x must be rational.",
    "prime-too-large": "The number behind this x may be at most {most}.",
    "factors-not-counting": "Only counting numbers (1, 2, 3, …) have a number of factors.",
    "factors-too-large": "The number behind this x may be at most {most}.",
    "power-sum-barred": "In the Goal, x may not stand before a power with something added or taken away.",
    "lcm-not-counting": "Only counting numbers (1, 2, 3, …) have a least common multiple.",
    "gcf-not-whole": "Only whole numbers, not both 0, have a greatest common factor.",
    "log-not-positive": "A logarithm needs two positive numbers.",
    "log-of-base-one": "A logarithm cannot have the base 1.",
    "digit-of-no-base": "Base {base} has no digit {sign}.",
    "goal-beyond-limit": "With Multiple of k, the Goal must lie between -{limit} and {limit}.",
    "exponent-no-numeral": "An exponent without ^ is a numeral, not {sign}.",
    "power-of-factorial": "With Decimal Point this power of a factorial has no meaning here.",
    "powers-in-two-bases": "Powers of the base are all written in base ten, or all in base {base}.",
    "no-power-of-base": "{number} is no power of {base}.",
    "point-outside-goal": "Decimal points may be put into the Goal only.",
    "too-few-operations": "A Solution needs at least {fewest} operation signs; this one has {count}.",
    "no-such-root": "The noted value {value} is no root of this expression.",
}
