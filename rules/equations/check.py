"""Is it correct? Faults of expressions and Equations, by the rules of III, IV-B and VII-B.

A thin adjudicator: rational values, the order of operations, one gap in the Goal. What it does not
decide it says so (`NotBuilt`), unless a fault is certain anyway. High School Basic (XIII) is answered
where nobody has turned a cube or made use of the wild 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.cubes import Cube
from rules.equations.expression import (
    SIGNS,
    Illegal,
    Token,
    Tree,
    Unreadable,
    Unsettled,
    parse,
    tokens,
    value,
)
from rules.equations.rulebook import Rulebook
from rules.equations.words import WORDS
from rules.errors import NotBuilt
from rules.mat import Goal, Mat
from rules.messages import Message, say

#: The weightiest first: what cannot be read, then form and Goal, then the Solution, then its cubes, then the value.
WEIGHT = (
    "unreadable",
    "form",
    "goal-illegal",
    "goal-interpretation",
    "variation",
    "illegal-expression",
    "multi-digit",
    "too-few-cubes",
    "required-unused",
    "forbidden-used",
    "unavailable",
    "resources",
    "not-equal",
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One fault: its code in the contract, the rule, and a sentence of the catalogue with what proves it."""

    code: str
    cite: str
    message: str
    witness: str = ""

    def to_json(self) -> dict[str, str]:
        text = say(Message.of(self.message, witness=self.witness), WORDS)
        written = {"code": self.code, "cite": self.cite, "text": text}
        return written | ({"witness": self.witness} if self.witness else {})


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an Equation, or an expression: its signs, its tree and its value, as far as there are."""

    signs: tuple[Token, ...]
    tree: Tree | None
    worth: Fraction | None
    fault: Illegal | None
    unsettled: Unsettled | None

    @property
    def faces(self) -> tuple[str, ...]:
        """The cubes of this side, from left to right, without brackets."""
        return tuple(token.sign for token in self.signs if token.sign in SIGNS or token.sign.isdigit())

    @property
    def longest(self) -> str:
        """Its longest numeral."""
        runs = "".join(t.sign if t.sign.isdigit() else " " for t in self.signs).split()
        return max(runs, key=len, default="")


def read_side(signs: tuple[Token, ...], *, whole: bool) -> Side:
    tree: Tree | None = None
    worth: Fraction | None = None
    fault: Illegal | None = None
    unsettled: Unsettled | None = None
    try:
        tree = parse(signs)
        worth = value(tree, whole=whole)
    except Illegal as wrong:
        fault = wrong
    except Unsettled as found:
        unsettled = found
    return Side(signs, tree, worth, fault, unsettled)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: every fault that is certain, and the two values where they are known."""

    reasons: tuple[Reason, ...]
    solution: Fraction | None = None
    goal: Fraction | None = None
    unsettled: Unsettled | None = None

    @property
    def correct(self) -> bool:
        """Whether it is correct; raises Unsettled where no fault is certain and the value is open."""
        if not self.reasons and self.unsettled is not None:
            raise self.unsettled
        return not self.reasons


class Adjudicator:
    """The checks of one ruleset in one division."""

    def __init__(self, rulebook: Rulebook, division: str) -> None:
        self._rulebook = rulebook
        self._whole = division in rulebook.whole_number_divisions
        self._notes = division in rulebook.notes

    # --- expressions

    def expression(self, text: str, *, goal: bool) -> tuple[list[Reason], Side | None]:
        """The faults of an expression that stands alone, and what it is worth."""
        try:
            signs = tokens(text)
        except Unreadable as wrong:
            return [Reason("unreadable", "III-A", "reason-unreadable", wrong.sign)], None
        side = read_side(signs, whole=self._whole)
        reasons = [*self._noted(signs), *self._broken(side)]
        reasons += self._goal_form(side) if goal else self._digits(side)
        return _weighed(reasons), side

    def _noted(self, signs: tuple[Token, ...]) -> Iterator[Reason]:
        noted = next((token for token in signs if token.note), None)
        if noted is not None:
            if self._notes:
                raise NotBuilt("turned and wild cubes cannot be checked yet; ask a judge")
            yield Reason("variation", "XIII", "reason-note", f"{noted.sign}<{noted.note}>")

    @staticmethod
    def _broken(side: Side) -> Iterator[Reason]:
        if any(token.sign == "=" for token in side.signs):
            yield Reason("illegal-expression", "III-A", "reason-equals-sign")
        elif side.fault is not None:
            yield Reason("illegal-expression", side.fault.cite, f"reason-{side.fault.code}", side.fault.witness)

    @staticmethod
    def _digits(side: Side) -> Iterator[Reason]:
        if len(side.longest) > 1:
            yield Reason("multi-digit", "VII-B-4", "reason-multi-digit", side.longest)

    def _goal_form(self, side: Side) -> Iterator[Reason]:
        if len(side.faces) > self._rulebook.goal_cubes:
            yield Reason("goal-illegal", "IV-B", "reason-goal-too-long", str(len(side.faces)))
        if len(side.longest) > self._rulebook.goal_digits:
            yield Reason("goal-illegal", "IV-B-1", "reason-goal-digits", side.longest)

    # --- Equations

    def equation(self, text: str, challenge: str, mat: Mat | None) -> Verdict:
        """The faults of an Equation; without a mat its cubes are not counted."""
        try:
            signs = tokens(text)
        except Unreadable as wrong:
            return Verdict((Reason("unreadable", "VII-B-1", "reason-unreadable", wrong.sign),))
        halves = _halves(signs)
        if halves is None:
            return Verdict((Reason("form", "VII-B-1", "reason-form"),))
        turned = mat is not None and any(cube.turn_suffix for cube in mat.goal.cubes)
        if turned and self._notes:
            raise NotBuilt("a Goal with turned cubes cannot be checked yet; ask a judge")
        noted = tuple(self._noted(signs))
        left, right = (read_side(half, whole=self._whole) for half in halves)
        solution, goal = self._which_is_which(left, right, mat, challenge)
        reasons = [*noted, *self._solution_faults(solution, goal, challenge, mat)]
        if mat is None or challenge == "no-goal":
            reasons += self._written_goal_faults(goal)
            read = goal
        else:
            read = self._goal_on_mat(mat.goal)
            reasons += self._mat_goal_faults(mat.goal, read, goal)
        if solution.worth is not None and goal.worth is not None and solution.worth != goal.worth:
            values = f"{solution.worth} ≠ {goal.worth}"
            reasons.append(Reason("not-equal", "VII-B-2", "reason-not-equal", values))
        unsettled = solution.unsettled or goal.unsettled or read.unsettled
        return Verdict(tuple(_weighed(reasons)), solution.worth, goal.worth, unsettled)

    def value_only(self, text: str) -> Verdict:
        """The checkers' one question to a judge: does the Solution equal the Goal? Nothing else counts."""
        try:
            signs = tokens(text)
        except Unreadable as wrong:
            return Verdict((Reason("unreadable", "VII-B-1", "reason-unreadable", wrong.sign),))
        halves = _halves(signs)
        if halves is None:
            return Verdict((Reason("form", "VII-B-1", "reason-form"),))
        tuple(self._noted(signs))
        left, right = (read_side(half, whole=self._whole) for half in halves)
        reasons = [*self._broken(left), *self._broken(right)]
        if left.worth is not None and right.worth is not None and left.worth != right.worth:
            reasons.append(Reason("not-equal", "VII-B-2", "reason-not-equal", f"{left.worth} ≠ {right.worth}"))
        return Verdict(tuple(_weighed(reasons)), left.worth, right.worth, left.unsettled or right.unsettled)

    @staticmethod
    def _which_is_which(left: Side, right: Side, mat: Mat | None, challenge: str) -> tuple[Side, Side]:
        """(Solution, Goal): Solution = Goal unless only the other way round can be meant (VII-B-1)."""
        if mat is None or challenge == "no-goal":
            swap = _may_be_solution(right) and not _may_be_solution(left)
        else:
            faces = tuple(cube.face for cube in mat.goal.cubes)
            swap = left.faces == faces and right.faces != faces
        return (right, left) if swap else (left, right)

    def _solution_faults(self, solution: Side, goal: Side, challenge: str, mat: Mat | None) -> Iterator[Reason]:
        yield from self._broken(solution)
        yield from self._digits(solution)
        if len(solution.faces) < 2:
            yield Reason("too-few-cubes", "VII-B-3-a", "reason-too-few")
        if mat is not None:
            if challenge == "no-goal":
                yield from _built_from(mat.resources, (*solution.faces, *goal.faces))
            else:
                yield from _cube_faults(solution.faces, mat, challenge)

    def _written_goal_faults(self, goal: Side) -> Iterator[Reason]:
        yield from self._goal_form(goal)
        if goal.fault is not None:
            yield Reason("goal-illegal", goal.fault.cite, f"reason-{goal.fault.code}", goal.fault.witness)

    def _mat_goal_faults(self, lying: Goal, read: Side, written: Side) -> Iterator[Reason]:
        """A Goal that has no legal reading, or is not read as it lies (VII-C-3-e, f)."""
        if any(cube.turn_suffix for cube in lying.cubes):
            yield Reason("goal-illegal", "IV-B-1", "reason-goal-turned", str(lying))
        yield from self._goal_form(read)
        if read.fault is not None:
            yield Reason("goal-illegal", read.fault.cite, f"reason-{read.fault.code}", read.fault.witness)
        same_cubes = written.faces == tuple(cube.face for cube in lying.cubes)
        misread = read.tree is not None and written.tree != read.tree and not written.unsettled
        if not same_cubes or misread:
            yield Reason("goal-interpretation", "VII-C-3-f", "reason-goal-interpretation", str(lying))

    def _goal_on_mat(self, goal: Goal) -> Side:
        """The Goal as it lies, read by the order of operations; a gap keeps its two sides together (IV-B-2)."""
        groups = [[cube.face for cube in group] for group in goal.groups]
        if len(groups) > 2 or (len(groups) == 2 and any(map(_root_is_open, groups))):
            signs = tuple(Token(face) for group in groups for face in group)
            return Side(signs, None, None, None, Unsettled("how the gaps group this Goal cannot be read yet"))
        text = "".join(groups[0]) if len(groups) == 1 else "".join(map(_bound, groups))
        return read_side(tokens(text), whole=self._whole)


def _bound(group: list[str]) -> str:
    """A group of the Goal with brackets: operators at its ends stand outside, and a root before it is of all of it."""
    start = 1 if group[0] in SIGNS else 0
    end = len(group) - 1 if len(group) > start and group[-1] in SIGNS else len(group)
    core = "".join(group[start:end])
    return "".join(group[:start]) + (f"({core})" if core else "") + "".join(group[end:])


def _root_is_open(group: list[str]) -> bool:
    """Whether a root inside the group might be of one number or of all the rest."""
    return any(face == "√" and SIGNS.intersection(group[at + 1 : -1]) for at, face in enumerate(group) if at > 0)


def _halves(signs: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]] | None:
    """Both sides of an Equation; None unless there is one equals sign with something on either side."""
    places = [at for at, token in enumerate(signs) if token.sign == "="]
    if len(places) != 1 or places[0] in (0, len(signs) - 1):
        return None
    return signs[: places[0]], signs[places[0] + 1 :]


def _may_be_solution(side: Side) -> bool:
    return len(side.longest) <= 1 and len(side.faces) > 1


def _weighed(reasons: Iterable[Reason]) -> list[Reason]:
    """Each reason once, the weightiest first."""
    return sorted(dict.fromkeys(reasons), key=lambda reason: WEIGHT.index(reason.code))


def _faces(cubes: Iterable[Cube]) -> Counter[str]:
    return Counter(cube.face for cube in cubes)


def _cube_faults(faces: Iterable[str], mat: Mat, challenge: str) -> Iterator[Reason]:
    """Required all used, nothing from Forbidden, after Now one cube from Resources at most (VII-B-3)."""
    needed = Counter(faces)
    required = _faces(mat.required)
    unused = required - needed
    if unused:
        yield Reason("required-unused", "VII-B-3-b", "reason-required-unused", _listed(unused))
    beyond_mat = needed - required - _faces(mat.permitted)
    missing = beyond_mat - _faces(mat.resources)
    forbidden = missing & _faces(mat.forbidden)
    if forbidden:
        yield Reason("forbidden-used", "VII-B-3-d", "reason-forbidden-used", _listed(forbidden))
    nowhere = missing - forbidden
    if nowhere:
        yield Reason("unavailable", "VII-B-3", "reason-unavailable", _listed(nowhere))
    from_resources = beyond_mat - missing
    if challenge == "now" and from_resources.total() > 1:
        yield Reason("resources", "VII-B-3-e", "reason-resources", _listed(from_resources))


def _built_from(resources: Iterable[Cube], faces: Iterable[str]) -> Iterator[Reason]:
    """After No Goal both sides are made of Resources, each cube once (IV-D-2)."""
    missing = Counter(faces) - _faces(resources)
    if missing:
        yield Reason("unavailable", "IV-D-2", "reason-unavailable", _listed(missing))


def _listed(faces: Counter[str]) -> str:
    return " ".join(sorted(faces.elements()))


def is_correct(rulebook: Rulebook, division: str, challenge: str, mat: Mat, equation: str) -> bool:
    """Whether an Equation of a match is correct; NotBuilt where only a judge can say."""
    return Adjudicator(rulebook, division).equation(equation, challenge, mat).correct
