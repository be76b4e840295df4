"""A second opinion on expressions: a reader, groupings and a reckoning of its own, written from the rule text.

Nothing of the adjudicator is used. Every way to read the signs is written out as a tree, brute force; trees in which a
sign with a default reaches further than the default lets it are dropped (VII-B-6-b, c); each tree that is left is
reckoned in balls. So it is slow, plain, and good for short expressions only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from tests.rules.adjudicator.second_balls import NoOpinionError, Value, add, negated, precisely
from tests.rules.adjudicator.second_grouping import Group, Sign, Tree, kept_by_defaults, left_to_right, trees
from tests.rules.adjudicator.second_reckoning import Found, Reckoning, ordinary
from tests.rules.adjudicator.second_shake import Shake

__all__ = ["NoOpinionError", "Opinion", "Shake", "equal_sides", "opinion", "ordinary", "request"]

_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
_TOKEN = re.compile(r"(?P<power>[0-9.]+(?=<(?:[a-z0]+,)*1(?:,[a-z0]+)*>))|log|[-0-9+x÷^√!%i.()⁰¹²³⁴⁵⁶⁷⁸⁹]")
_ALIASES = str.maketrans("*[]{}", "^()()")
_NOTE = re.compile(r"<([^>]*)>")
#: What is on the cubes.
SYMBOLS = frozenset("0123456789+-x÷^√")
#: More readings than this are not written out.
MOST_TREES = 4000


@dataclass
class Opinion:
    """Every value that a text may have; `open` where one more could not be reckoned.

    `hard` says that numbers came up for which there is no procedure, or a long one: irrational exponents, logarithms,
    roots of long rationals; `degree` is that of the roots which came together in one reading.
    """

    values: list[Value] = field(default_factory=list)
    open: bool = False
    hard: bool = False
    degree: int = 1

    def has(self, value: Value) -> bool:
        return any(value.same(one) for one in self.values)


@precisely
def opinion(text: str, shake: Shake, *, free: bool = False) -> Opinion:
    """What a text on paper may be worth; `free` lets the defaults of grouping fall (VII-C-5-d)."""
    signs = _settled(_signs(text.translate(_ALIASES)), shake)
    if signs is None or not _fits(signs, shake):
        return Opinion()
    found = _worth(signs, shake, free)
    if not (found.values or found.open) and shake.has("decimal-point"):
        found = _pointed(signs, shake, free)
    if shake.goal and shake.has("multiple-of-k") and shake.division == "middle":  # XIII-B-7
        found.values = [value for value in found.values if not value.real or bool(abs(value.ball.real) <= 1000)]
    return found


def _pointed(signs: list[Sign], shake: Shake, free: bool) -> Opinion:
    """The text with as many ^ read as decimal points as it takes to make sense (XIII-A-11, Appendix A)."""
    found = Opinion()
    places = [n for n, sign in enumerate(signs) if sign.face == "^" and not sign.notes - {"0", "x"}]
    for count in range(1, len(places) + 1):
        for chosen in combinations(places, count):
            pointed = [replace(sign, face=".") if n in chosen else sign for n, sign in enumerate(signs)]
            more = _worth(pointed, shake, free)
            found.values += [value for value in more.values if not found.has(value)]
            found.open = found.open or more.open
        if found.values or found.open:
            break
    return found


def _signs(text: str) -> list[Sign]:
    signs: list[Sign] = []
    at = 0
    while at < len(text):
        read = _TOKEN.match(text, at)
        assert read is not None, text[at:]
        at, face = read.end(), read[0]
        notes: set[str] = set()
        root = ""
        note = _NOTE.match(text, at)
        if note is not None:
            at = note.end()
            if note[1].startswith("="):
                root = note[1][1:]
            else:
                notes = set(note[1].split(","))
        if face in _SUPERSCRIPTS:
            face, notes = _SUPERSCRIPTS[face], notes | {"exp"}
        if read["power"] is None:
            notes -= {"1"}
        if face == "0" and root:  # the wild cube stands on the line, its value at its side
            face, root, notes = root, "", notes | {"0"}
        signs.append(Sign(face, frozenset(notes), root))
    for place in range(len(signs) - 1, 0, -1):  # the note of a factorial exponent stands behind its !
        if signs[place].face == "!" and "exp" in signs[place].notes:
            signs[place - 1] = replace(signs[place - 1], notes=signs[place - 1].notes | {"exp"})
    return signs


def _settled(signs: Sequence[Sign], shake: Shake) -> list[Sign] | None:
    """The signs with every wild cube in its one meaning; None where there are two, or one that it may not have."""
    cube = shake.option("wild")
    meant = {_symbol(sign) for sign in signs if sign.notes & {"0", "x"}}
    if len(meant) > 1 or (meant and cube is None):
        return None
    for symbol in meant:
        if symbol not in SYMBOLS or (shake.division == "elementary" and not symbol.isdigit()):
            return None
        return [
            replace(sign, face=symbol) if sign.face == cube and not sign.notes & {"0", "x", "1"} else sign
            for sign in signs
        ]
    return list(signs)


def _symbol(sign: Sign) -> str:
    """The symbol of the cubes that a sign is made with."""
    return {"i": "-", "%": "√", ".": "^", "log": "÷"}.get(sign.face, sign.face)


def _fits(signs: Sequence[Sign], shake: Shake) -> bool:
    """Whether the numbers of cubes and factorials, and the digits, are as the rules want them."""
    factorials = sum(sign.face == "!" for sign in signs)
    if factorials > 2 and (shake.goal or not shake.has("multiple-operations")):
        return False
    if shake.goal and factorials and shake.has("multiple-of-k") and shake.upper:
        return False
    if any(sign.face.isdigit() and "1" not in sign.notes and int(sign.face) >= shake.base for sign in signs):
        return False
    if any(not shake.turns(note) for sign in signs if sign.face.isdigit() for note in sign.notes & {"sw", "ud"}):
        return False
    if not shake.goal:
        return True
    if any({"sw", "ud"} <= sign.notes or {"digit", "ud"} <= sign.notes for sign in signs):
        return False
    no_cube = "()!" if shake.has("decimal-point") else "()!."
    return sum(sign.face not in no_cube for sign in signs) <= 6


def _worth(signs: Sequence[Sign], shake: Shake, free: bool) -> Opinion:
    reckoning = Reckoning(shake)
    found = Opinion()
    try:
        for one in _level(list(signs), reckoning, free):
            if one.form != "wide" and not found.has(one.value):
                found.values.append(one.value)
    except NoOpinionError:
        found.open = True
    found.open = found.open or reckoning.open
    found.hard, found.degree = reckoning.hard, reckoning.degree
    return found


def _level(signs: list[Sign], reckoning: Reckoning, free: bool, note: str = "") -> list[Found]:
    """What stands between two brackets may be; `note` says which of its roots."""
    items = list(_items(signs, reckoning, free, note))
    shake = reckoning.shake
    if shake.mlag:
        ways: Iterator[Tree] = left_to_right(items, shake)
    else:
        ways = (tree for tree in trees(items, shake) if free or kept_by_defaults(tree))
    found: list[Found] = []
    for count, tree in enumerate(ways):
        if count > MOST_TREES:
            raise NoOpinionError("too many readings")
        for one in reckoning.found(tree, every_root=bool(note)):
            if not any(one.form == other.form and one.value.same(other.value) for other in found):
                found.append(one)
    if note:
        wanted = ordinary(note)
        return [replace(one, form="") for one in found if one.value.same(wanted)]
    return found


def _items(signs: list[Sign], reckoning: Reckoning, free: bool, note: str) -> Iterator[Sign | Group]:
    at = 0
    while at < len(signs):
        sign, end = signs[at], at + 1
        if sign.face == "(":
            depth = 1
            while depth:
                depth += {"(": 1, ")": -1}.get(signs[end].face, 0)
                end += 1
            inner = signs[at + 1 : end - 1]
            root = signs[end - 1].root or (note if end - at == len(signs) else "")
            yield Group(_level(inner, reckoning, free, root), _is_i(inner))
        elif "exp" in sign.notes:
            while end < len(signs) and signs[end].face == "!" and "exp" in signs[end].notes:
                end += 1
            yield replace(sign, factorials=end - at - 1)
        else:
            yield sign
        at = end


def _is_i(signs: Sequence[Sign]) -> bool:
    bare = [sign for sign in signs if sign.face not in "()"]
    return len(bare) == 1 and bare[0].face == "i" and not bare[0].notes & {"exp"}


@precisely
def equal_sides(solution: Opinion, goal: Opinion, k: int | None) -> bool | None:
    """Whether one value of the one equals one of the other, or differs by multiples of k; None for no opinion."""
    for one, other in product(solution.values, goal.values):
        if k is None and one.same(other):
            return True
        if k is not None:
            apart = _apart(one, other)
            if apart is not None and apart != 0 and (apart / k).denominator == 1:
                return True
    return None if solution.open or goal.open else False


def _apart(one: Value, other: Value) -> Fraction | None:
    return add(one, negated(other)).fraction


def request(text: str, shake: Shake) -> dict[str, Any]:
    """The question to `check` that the second opinion answers."""
    return {
        "kind": "expression",
        "ruleset": "mlag-basic-equations-2018" if shake.mlag else "agloa-equations-2019",
        "division": shake.division,
        "variations": list(shake.variations),
        "where": "goal" if shake.goal else "solution",
        "text": text,
    }
