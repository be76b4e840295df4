"""Every tree of a line of signs, and which of them the defaults of VII-B-6-b leave; MLAG's order of operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.rules.adjudicator.second_shake import Shake


@dataclass(frozen=True)
class Sign:
    """A sign on paper with its notes; `root` is the v of a note <=v>."""

    face: str
    notes: frozenset[str] = frozenset()
    root: str = ""
    #: Factorials behind an exponent, which belong to it.
    factorials: int = 0

    @property
    def turned(self) -> bool:
        return bool(self.notes & {"sw", "ud"})


@dataclass(frozen=True)
class Group:
    """Brackets, and all that may be between them."""

    found: Sequence[Any]
    is_i: bool


@dataclass(frozen=True)
class Tree:
    """One reading of the signs from `start` to `end`: a numeral, or an operation on parts."""

    kind: str  # numeral, lone, group, before, behind, between, beside
    start: int
    end: int
    parts: tuple[Tree, ...] = ()
    #: The sign of an operation, or the signs of a numeral.
    signs: tuple[Sign, ...] = ()
    group: Group | None = None
    operation: str = ""

    @property
    def is_i(self) -> bool:
        if self.group is not None:
            return self.group.is_i
        return self.kind == "lone" and self.signs[0].face == "i"

    @property
    def place(self) -> int:
        """Where the sign of an operation stands."""
        if self.kind == "before":
            return self.start
        return self.end - 1 if self.kind == "behind" else self.parts[0].end


def digit(sign: Sign, base: int) -> int | None:
    """The digit that an upright sign may be (XIII-C-5)."""
    if sign.turned or sign.notes & {"exp", "1", "dec", "gcf", "lcm"}:
        return None
    if sign.face.isdigit():
        return int(sign.face)
    extra = {"^": 10, "√": 11}.get(sign.face)
    return extra if extra is not None and extra < base else None


def operations(sign: Sign, shake: Shake) -> Iterator[tuple[str, str]]:
    """What a sign may do, and where it stands then."""
    if sign.notes & {"digit", "exp", "dec"} and "exp" not in sign.notes:
        return
    if "exp" in sign.notes:
        yield "behind", "exponent"
    elif sign.face == "!":
        yield "behind", "!"
    elif sign.face == "log" or (sign.face == "÷" and "sw" in sign.notes):
        yield "between", "log" if shake.has("log") else "remainder"
    elif sign.face == "%" or (sign.face == "√" and "ud" in sign.notes):
        yield "between", "%"
    elif sign.turned:
        return
    elif sign.face == "√" and "lcm" in sign.notes:
        yield "between", "lcm"
    elif sign.face == "^" and "gcf" in sign.notes:
        yield "between", "gcf"
    elif sign.face in ("+", "-", "x", "÷", "^", "√"):
        yield "between", "average" if sign.face == "+" and shake.has("average") else sign.face
        if sign.face == "√":
            yield "before", "√"
        if sign.face == "x" and shake.has("number-of-factors"):
            yield "before", "factors"
        if sign.face == "x" and shake.has("smallest-prime"):
            yield "before", "prime"


def atoms(items: Sequence[Sign | Group], start: int, end: int, shake: Shake) -> Iterator[Tree]:
    """What the items may be without any operation."""
    first = items[start]
    if end - start == 1:
        if isinstance(first, Group):
            yield Tree("group", start, end, group=first)
            return
        if "exp" not in first.notes:
            turned_digit = first.turned and first.face in (*"0123456789", "^", "√") and _is_digit(first, shake.base)
            if first.face == "i" or "1" in first.notes or turned_digit:
                yield Tree("lone", start, end, signs=(first,))
    run = [item for item in items[start:end] if isinstance(item, Sign)]
    points = [_is_point(sign) for sign in run]
    fitting = [point or digit(sign, shake.base) is not None for sign, point in zip(run, points, strict=True)]
    if len(run) == end - start and sum(points) <= 1 and sum(points) < len(run) and all(fitting):
        yield Tree("numeral", start, end, signs=tuple(run))


def _is_digit(sign: Sign, base: int) -> bool:
    return digit(Sign(sign.face), base) is not None and not sign.notes & {"exp", "1"}


def _is_point(sign: Sign) -> bool:
    return (sign.face == "." and "1" not in sign.notes) or (sign.face == "^" and "dec" in sign.notes)


def trees(items: Sequence[Sign | Group], shake: Shake) -> list[Tree]:
    """Every way to put the signs together, defaults or not."""
    known: dict[tuple[int, int], list[Tree]] = {}

    def between(start: int, end: int) -> list[Tree]:
        if (start, end) not in known:
            known[start, end] = list(made(start, end))
        return known[start, end]

    def made(start: int, end: int) -> Iterator[Tree]:
        if start >= end:
            return
        yield from atoms(items, start, end, shake)
        for place in range(start, end):
            sign = items[place]
            if isinstance(sign, Group):
                continue
            for where, operation in operations(sign, shake):
                if where == "before" and place == start:
                    for part in between(start + 1, end):
                        yield Tree("before", start, end, (part,), (sign,), operation=operation)
                elif where == "behind" and place == end - 1:
                    for part in between(start, end - 1):
                        yield Tree("behind", start, end, (part,), (sign,), operation=operation)
                elif where == "between" and start < place < end - 1:
                    for left in between(start, place):
                        for right in between(place + 1, end):
                            yield Tree("between", start, end, (left, right), (sign,), operation=operation)
        if shake.has("imaginary"):
            for place in range(start + 1, end):
                for left in between(start, place):
                    for right in between(place, end):
                        if _i_at_edge(left, 1) or _i_at_edge(right, 0):
                            yield Tree("beside", start, end, (left, right))

    return between(0, len(items))


def _i_at_edge(tree: Tree, side: int) -> bool:
    """Whether i stands at the edge of a product without x, alone or with exponents of its own (XIII-D-11)."""
    if tree.kind == "beside":
        return _i_at_edge(tree.parts[side], side)
    if tree.kind == "behind" and tree.operation == "exponent":
        return tree.parts[0].is_i
    return tree.is_i


@dataclass
class Operand:
    """A numeral, number or group with the signs before and behind it."""

    before: list[int]
    start: int
    end: int
    behind: list[int] = field(default_factory=list)
    #: The operation in front of it, and its place; "" for none, "beside" for a product without a sign.
    joint: str = ""
    joint_place: int = -1
    is_i: bool = False

    @property
    def first(self) -> int:
        return min([self.start, *self.before])

    @property
    def last(self) -> int:
        return max([self.end, *(place + 1 for place in self.behind)])


def kept_by_defaults(tree: Tree) -> bool:
    """Whether no sign reaches further than its default lets it, clashes apart (VII-B-6-b, c)."""
    line: list[Operand] = []
    _walk(tree, line)
    joined = [n > 0 and _joined(line[n - 1], line[n]) for n in range(len(line))] + [False]
    clashes = []
    for n, operand in enumerate(line):
        before = bool(operand.before) or operand.joint == "√"
        clashes.append((before and bool(operand.behind or joined[n + 1])) or (bool(operand.behind) and joined[n]))
    nodes = list(_nodes(tree))
    for n, operand in enumerate(line):
        if not clashes[n] and not _keeps(operand, _ends(line, joined, n), nodes):
            return False
    first = 0
    for n in range(len(line)):
        if joined[n + 1]:
            continue
        if n > first and not any(clashes[first : n + 1]):
            run = line[first].first, line[n].last
            if any(
                node.start < run[0] < node.end < run[1] or run[0] < node.start < run[1] < node.end for node in nodes
            ):
                return False
        first = n + 1
    return True


def _keeps(operand: Operand, ends: set[int], nodes: list[Tree]) -> bool:
    for node in nodes:
        if node.kind == "before" and node.start in operand.before and node.end not in ends:
            return False
        is_root = node.operation == "√" and node.kind == "between"
        if is_root and node.place == operand.joint_place and node.end not in ends:
            return False
        if node.kind == "behind" and node.place in operand.behind and node.start != operand.start:
            return False
    return True


def _ends(line: list[Operand], joined: list[bool], n: int) -> set[int]:
    """Where the part may end that a root or x before the n-th operand applies to: at the operand, or at a root of which
    it is the index, since nothing is said of indices."""
    ends = {line[n].end}
    while n + 1 < len(line) and line[n + 1].joint == "√" and not joined[n + 1] and not line[n].behind:
        n += 1
        ends.add(line[n].end)
    return ends


def _joined(left: Operand, right: Operand) -> bool:
    """Whether two operands are a product with i, which comes first (XIII-D-11)."""
    if right.joint == "beside":
        return True
    beside = (left.is_i and not left.behind) or (right.is_i and not right.before)
    return right.joint == "x" and beside


def _nodes(tree: Tree) -> Iterator[Tree]:
    yield tree
    for part in tree.parts:
        yield from _nodes(part)


def _walk(tree: Tree, line: list[Operand]) -> None:
    """The line of operands that a tree is made of, in the order of writing."""
    roles: dict[int, tuple[str, Tree]] = {}
    for node in _nodes(tree):
        if not node.parts:
            roles[node.start] = ("operand", node)
        elif node.kind != "beside":
            roles[node.place] = (node.kind, node)
    before: list[int] = []
    joint, joint_place = "", -1
    fresh = True
    for place, (role, node) in sorted(roles.items()):
        if role == "operand":
            if not fresh and not joint:
                joint = "beside"
            line.append(Operand(before, node.start, node.end, [], joint, joint_place, node.is_i))
            before, joint, joint_place, fresh = [], "", -1, False
        elif role == "before":
            before.append(place)
        elif role == "behind":
            line[-1].behind.append(place)
        else:
            joint, joint_place = node.operation, place


_LEVELS = (("^", "√"), ("x", "÷"), ("+", "-"))


def left_to_right(items: Sequence[Sign | Group], shake: Shake) -> Iterator[Tree]:
    """The one tree by the order of operations, if the signs make one (MLAG VII-B-5)."""
    line: list[Tree] = []
    joints: list[Sign] = []
    at, before = 0, list[int]()
    while at < len(items):
        sign = items[at]
        if len(line) == len(joints) and isinstance(sign, Sign) and sign.face == "√" and not sign.turned:
            before.append(at)
            at += 1
            continue
        if len(line) == len(joints):
            found = [(end, tree) for end in range(at + 1, len(items) + 1) for tree in atoms(items, at, end, shake)]
            if not found:
                return
            at, tree = found[-1]
            for place in reversed(before):
                tree = Tree("before", place, at, (tree,), (Sign("√"),), operation="√")
            line.append(tree)
            before = []
        elif isinstance(sign, Sign) and sign.face in "+-x÷^√" and not sign.turned:
            joints.append(sign)
            at += 1
        else:
            return
    if len(line) != len(joints) + 1:
        return
    for level in _LEVELS:
        parts, kept = [line[0]], []
        for joint, right in zip(joints, line[1:], strict=True):
            if joint.face in level:
                left = parts[-1]
                parts[-1] = Tree("between", left.start, right.end, (left, right), (joint,), operation=joint.face)
            else:
                parts.append(right)
                kept.append(joint)
        line, joints = parts, kept
    yield line[0]
