"""Sightings in words, for people at a terminal, and what of two of them must be the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec

from rules.mat import Section
from vision.board import OFF, Board
from vision.frame_gate import CAMERA_PROBLEMS
from vision.sightings import AnySighting, Trouble

_HASH = re.compile(r"[0-9a-f]{64}")
#: What another reading of the same table may say otherwise without meaning anything else.
_IN_DETAIL = frozenset({"confidence", "mat_mm"})


def sighting_words(sighting: AnySighting) -> str:
    """What was seen, in one line."""
    if isinstance(sighting, Trouble):
        return f"{sighting.problem}{' is over' if sighting.over else ''}"
    moves = getattr(sighting, "moves", ())
    what = ", ".join(f"{step.cube} {step.from_} → {step.to}" for step in moves)
    name = str(type(sighting).__struct_config__.tag)
    board = getattr(sighting, "board", None)
    return " · ".join(filter(None, (name, what, "" if board is None else board_words(board))))


def board_words(board: Board) -> str:
    """A board in one line: how many cubes, the Goal, and whether that is sure."""
    parts = [f"{len(board.cubes)} cubes", f"Goal {board.goal}" if board.goal else "", *board.problems]
    return ", ".join(filter(None, [*parts, "" if board.sure else "not sure"]))


def sections_words(board: Board) -> list[str]:
    """A board by its sections, a line each; cubes that are not sure have a question mark."""
    lines = []
    for section in (*(section.value for section in Section), OFF):
        cubes = [cube for cube in board.cubes if cube.section == section]
        if section == Section.GOAL.value:
            text = board.goal
        else:
            names = Counter(f"{cube.color} {cube.symbol}{'' if cube.sure else '?'}" for cube in cubes)
            text = ", ".join(name if count == 1 else f"{count} × {name}" for name, count in sorted(names.items()))
        if cubes or section != OFF:
            lines.append(f"{section:10} {len(cubes):2}  {text}".rstrip())
    return lines


def differences(then: Sequence[AnySighting], now: Sequence[AnySighting]) -> list[tuple[str, AnySighting]]:
    """Where two accounts of the same frames differ: `-` for what was said then, `+` for what is said now.

    What was wrong with the camera itself is left out: a recording has only its good frames.
    """
    before, after = ([each for each in account if _is_of_the_table(each)] for account in (then, now))
    matcher = SequenceMatcher(None, [_meaning(each) for each in before], [_meaning(each) for each in after], False)
    found: list[tuple[str, AnySighting]] = []
    for what, a, b, c, d in matcher.get_opcodes():
        if what != "equal":
            found += [("-", each) for each in before[a:b]]
            found += [("+", each) for each in after[c:d]]
    return found


def _is_of_the_table(sighting: AnySighting) -> bool:
    return not isinstance(sighting, Trouble) or sighting.problem not in CAMERA_PROBLEMS


def _meaning(sighting: AnySighting) -> bytes:
    return msgspec.json.encode(_stripped(msgspec.to_builtins(sighting)), order="sorted")


def _stripped(value: Any) -> Any:
    """Without hashes and without what differs in detail only; lists of things in one order."""
    if isinstance(value, dict):
        return {key: _stripped(each) for key, each in value.items() if key not in _IN_DETAIL}
    if isinstance(value, list | tuple):
        return sorted((_stripped(each) for each in value), key=lambda each: msgspec.json.encode(each, order="sorted"))
    return "hash" if isinstance(value, str) and _HASH.fullmatch(value) else value
