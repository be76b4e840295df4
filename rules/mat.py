"""The mat: which cube lies in which section, and the Goal with its gaps (contract, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from msgspec.structs import force_setattr, replace

from rules.cubes import Cube, Kit, cubes_text
from rules.errors import BadRequest, MisuseError
from rules.frozen import Frozen


class Section(Enum):
    """The five sections. Resources is on the sheet, but is no part of "the mat" in the rules (I-B-2)."""

    GOAL = "goal"
    REQUIRED = "required"
    PERMITTED = "permitted"
    FORBIDDEN = "forbidden"
    RESOURCES = "resources"


#: Where a move may end (V-B).
PLAYED = (Section.REQUIRED, Section.PERMITTED, Section.FORBIDDEN)
#: The sections in which order has no meaning.
_UNORDERED = tuple(section.value for section in (*PLAYED, Section.RESOURCES))

GAP = "_"


def parse_section(name: str) -> Section:
    try:
        return Section(name)
    except ValueError:
        known = ", ".join(section.value for section in Section)
        raise BadRequest(f"{name!r} is no section of the mat ({known})") from None


class Goal(Frozen, frozen=True):
    """The Goal as it lies: groups of cubes, left to right, with visible gaps between the groups (IV-B-2).

    Text: `"B3 Bx _ G5 R+ B2"`, both ways.
    """

    groups: tuple[tuple[Cube, ...], ...] = ()

    @classmethod
    def parse(cls, text: str, kit: Kit) -> Goal:
        parts: list[list[str]] = [[]] if text.strip() else []
        for word in text.split():
            if word == GAP:
                parts.append([])
            else:
                parts[-1].append(word)
        if any(not part for part in parts):
            raise BadRequest(f"{text!r} has a gap with no cube at one of its sides")
        return cls(tuple(tuple(kit.parse(word) for word in part) for part in parts))

    @property
    def cubes(self) -> tuple[Cube, ...]:
        return tuple(cube for group in self.groups for cube in group)

    def __bool__(self) -> bool:
        return bool(self.groups)

    def __str__(self) -> str:
        return f" {GAP} ".join(cubes_text(group) for group in self.groups)


class CubeNotThere(ValueError):
    """The section holds no such cube."""


class Mat(Frozen, frozen=True):
    """The five sections and what lies in each; but for the Goal, order has no meaning and is sorted away.

    JSON both ways: `Mat.parse({"goal": "G6", "required": "R2", …}, kit)` and `mat.to_json()`.
    """

    goal: Goal = Goal()
    required: tuple[Cube, ...] = ()
    permitted: tuple[Cube, ...] = ()
    forbidden: tuple[Cube, ...] = ()
    resources: tuple[Cube, ...] = ()

    def __post_init__(self) -> None:
        for section in _UNORDERED:
            force_setattr(self, section, tuple(sorted(getattr(self, section))))

    @classmethod
    def parse(cls, sections: Mapping[str, str], kit: Kit) -> Mat:
        for name in sections:
            parse_section(name)
        texts = {section: sections.get(section.value, "") for section in Section}
        goal = Goal.parse(texts.pop(Section.GOAL), kit)
        return cls(goal, **{section.value: kit.parse_all(text) for section, text in texts.items()})

    def to_json(self) -> dict[str, str]:
        texts = {section.value: cubes_text(self.at(section)) for section in Section}
        return texts | {Section.GOAL.value: str(self.goal)}

    def at(self, section: Section) -> tuple[Cube, ...]:
        """The cubes of a section; the Goal's from left to right."""
        if section is Section.GOAL:
            return self.goal.cubes
        cubes: tuple[Cube, ...] = getattr(self, section.value)
        return cubes

    @property
    def cubes(self) -> tuple[Cube, ...]:
        """Every cube, wherever it lies, upright and sorted: what a move must conserve."""
        return tuple(sorted(cube.upright for section in Section for cube in self.at(section)))

    def without(self, cubes: Iterable[Cube], section: Section) -> Mat:
        """The mat with these cubes taken away from a section other than the Goal."""
        left = list(self.at(section))
        for cube in cubes:
            if cube not in left:
                raise CubeNotThere(f"there is no {cube} in {section.value}")
            left.remove(cube)
        return self._with(section, tuple(left))

    def moved(self, cube: Cube, start: Section, end: Section) -> Mat:
        """The mat after one cube went from `start` to `end`, neither of them the Goal."""
        taken = self.without((cube,), start)
        return taken._with(end, (*taken.at(end), cube))

    def _with(self, section: Section, cubes: tuple[Cube, ...]) -> Mat:
        if section is Section.GOAL:
            raise MisuseError("the Goal has gaps; use with_goal")
        changed: dict[str, Any] = {section.value: cubes}
        return replace(self, **changed)

    def with_goal(self, goal: Goal) -> Mat:
        """The mat after the Goal's cubes left Resources; turned cubes lay upright there."""
        taken = self.without((cube.upright for cube in goal.cubes), Section.RESOURCES)
        return replace(taken, goal=goal)
