"""A shake to be drawn: from when to when it went, its deadlines, and the stretches in which the time stood still."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kiosk.audit.lines import Line, Moved
from kiosk.audit.match_audit import MatchAudit


@dataclass(frozen=True, slots=True)
class Shake:
    """A shake of a match; number 0 is what was before the first. `stops` are in the order in which they began."""

    match: str
    number: int
    start_ms: int
    end_ms: int
    lines: tuple[Line, ...]
    stops: tuple[Moved, ...]


def shake_of(match: MatchAudit, number: int) -> Shake | None:
    """The shake of that number with all its lines; None if the match has no line of it."""
    lines = tuple(line for line in match.lines if line.shake == number)
    if not lines:
        return None
    start_ms = min(line.start_ms for line in lines)
    end_ms = max(_end_ms(line, match.t_ms) for line in lines)
    return Shake(match.key, number, start_ms, end_ms, lines, _stops(lines))


def numbers(lines: Iterable[Line]) -> list[tuple[str, int]]:
    """The shakes that lines belong to, as matches and numbers, in the order of the matches and then of the shakes."""
    found = dict.fromkeys((line.match, line.shake) for line in lines)
    places = {key: at for at, key in enumerate(dict.fromkeys(key for key, _ in found))}
    return sorted(found, key=lambda each: (places[each[0]], each[1]))


def _end_ms(line: Line, now_ms: int) -> int:
    """The last moment that a drawing of the line shows."""
    deadline = line.deadline
    if deadline is None:
        return line.start_ms
    ended = now_ms if deadline.ended_ms is None else deadline.ended_ms
    return max(ended, *([line.cost.t_ms] if line.cost else []), deadline.start_ms)


def _stops(lines: Sequence[Line]) -> tuple[Moved, ...]:
    """What made the time stand, each once: it has moved every limit that was running."""
    found: dict[tuple[str, int, int], Moved] = {}
    for line in lines:
        for moved in line.moved:
            if moved.still:
                found.setdefault((moved.why, moved.start_ms, moved.by_ms), moved)
    return tuple(sorted(found.values(), key=lambda moved: moved.start_ms))
