"""The transition table as a picture: an SVG of the phases and what leads from one to another.

Drawn from `LEADS_TO` of `table.py` alone; only the places of the boxes are chosen here. Down the middle goes a shake as
it is mostly played. On the left it ends; on the right the challenge block is out, and comes back to where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from rules.equations.state import Phase
from rules.equations.table import LEADS_TO, Cause
from rules.events import kebab

#: The middle column, from top to bottom.
MIDDLE = (
    Phase.ROLLING,
    Phase.SELECTING,
    Phase.SETTING_GOAL,
    Phase.NO_GOAL_DECLARED,
    Phase.MOVING,
    Phase.LAST_CUBE,
    Phase.WRITING,
    Phase.CHECKING,
)
ENDS = (Phase.SHAKE_OVER, Phase.MATCH_OVER)
TIME = "time alone"

WIDTH, TOP, PITCH, FOOT = 1440, 70, 150, 20
BOX_W, BOX_H = 210, 46
MIDDLE_X, LEFT_X, RIGHT_X, SIDE_W = 620, 20, 1230, 190
#: How far apart the lanes are in which longer ways go down or up beside the middle column.
LANE = 30
LINE_H = 15


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from one phase to another, with everything that leads there."""

    start: Phase
    end: Phase
    causes: tuple[str, ...]


def edges() -> tuple[Edge, ...]:
    """Every way between two phases, in the order of the phases."""
    found: dict[tuple[Phase, Phase], list[str]] = {}
    for start, ways in LEADS_TO.items():
        for cause, ends in ways.items():
            for end in ends:
                found.setdefault((start, end), []).append(_name(cause))
    return tuple(Edge(start, end, tuple(names)) for (start, end), names in found.items())


def svg() -> str:
    """The picture as the text of an SVG file."""
    height = TOP + PITCH * len(MIDDLE) + FOOT
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">',
        "<title>The phases of a match of Equations, and what leads from one to another</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">',
        '<path d="M0,0 L8,4 L0,8 z" fill="#333"/></marker></defs>',
        # A white rim keeps words readable where they cross a line.
        "<style>text { paint-order: stroke; stroke: #fff; stroke-width: 3px; stroke-linejoin: round; fill: #111; }",
        "path { fill: none; stroke: #333; stroke-width: 1.3px; } .back { stroke-dasharray: 5 4; }",
        ".box { fill: #eef3f8; stroke: #333; stroke-width: 1.5px; } .phase { font-weight: bold; }</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        *_edges(height),
        *_boxes(height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _name(cause: Cause) -> str:
    return TIME if cause is None else kebab(cause.__name__)


def _y(phase: Phase) -> int:
    """The middle of a phase's box in the middle column."""
    return TOP + PITCH * MIDDLE.index(phase) + BOX_H // 2


# --- boxes


def _boxes(height: int) -> Iterator[str]:
    for phase in MIDDLE:
        yield from _box(MIDDLE_X, _y(phase) - BOX_H // 2, BOX_W, BOX_H, phase)
    tall = height - TOP - FOOT - 30
    yield from _box(LEFT_X, TOP, SIDE_W, tall, Phase.SHAKE_OVER, "or, once the time is called,", Phase.MATCH_OVER.value)
    yield from _box(RIGHT_X, TOP, SIDE_W, tall, Phase.CHALLENGE_CALLED, "the shake keeps its phase", "beneath")


def _box(x: int, y: int, width: int, height: int, phase: Phase, *more: str) -> Iterator[str]:
    yield f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>'
    middle, first = x + width // 2, y + height // 2 - 8 * len(more) + 5
    yield _text(middle, first, phase.value, anchor="middle", phase=True)
    for k, line in enumerate(more, start=1):
        yield _text(middle, first + 18 * k, line, anchor="middle")


# --- ways


def _edges(height: int) -> Iterator[str]:
    lanes = 0
    out: dict[Phase, list[str]] = {}
    back: dict[Phase, list[str]] = {}
    over: dict[Phase, dict[str, list[Phase]]] = {}
    for edge in edges():
        if edge.end is Phase.CHALLENGE_CALLED:
            out[edge.start] = list(edge.causes)
        elif edge.start is Phase.CHALLENGE_CALLED and edge.end in MIDDLE:
            back[edge.end] = list(edge.causes)
        elif edge.start in MIDDLE and edge.end in ENDS:
            for cause in edge.causes:
                over.setdefault(edge.start, {}).setdefault(cause, []).append(edge.end)
        elif edge.start in MIDDLE and edge.end in MIDDLE:
            if abs(MIDDLE.index(edge.end) - MIDDLE.index(edge.start)) == 1:
                yield from _straight(edge)
            else:
                yield from _beside(edge, lanes)
                lanes += 1
        else:
            yield from _round_the_side(edge, height)
    for phase, names in out.items():
        yield from _across(phase, names, y=-12, to_right=True)
    for phase, names in back.items():
        yield from _across(phase, names, y=14, to_right=False)
    for phase, ends in over.items():
        yield from _to_the_end(phase, ends)


def _straight(edge: Edge) -> Iterator[str]:
    """Down to the next box, or up to the one before."""
    down = MIDDLE.index(edge.end) > MIDDLE.index(edge.start)
    x = MIDDLE_X + (70 if down else 140)
    start, end = _y(edge.start), _y(edge.end)
    half = BOX_H // 2
    first, last = (start + half, end - half) if down else (start - half, end + half)
    yield _line(f"M{x},{first} L{x},{last}")
    at = (first + last) // 2 - LINE_H * len(edge.causes) // 2 + 10
    yield from _label(x - 6 if down else x + 6, at, edge.causes, "end" if down else "start")


def _beside(edge: Edge, lane: int) -> Iterator[str]:
    """A longer way, in a lane of its own at the right of the middle column."""
    x = MIDDLE_X + BOX_W + 45 + LANE * lane
    right = MIDDLE_X + BOX_W
    start, end = _y(edge.start) + 20, _y(edge.end) - 20
    yield _line(f"M{right},{start} L{x - 8},{start} Q{x},{start} {x},{start + (8 if end > start else -8)} "
                f"L{x},{end + (-8 if end > start else 8)} Q{x},{end} {x - 8},{end} L{right},{end}")  # fmt: skip
    yield from _label(x + 5, start + 26 + 34 * (lane % 2) if end > start else start - 60, edge.causes, "start")


def _across(phase: Phase, names: list[str], *, y: int, to_right: bool) -> Iterator[str]:
    at, right = _y(phase) + y, MIDDLE_X + BOX_W
    first, last = (right, RIGHT_X) if to_right else (RIGHT_X, right)
    yield _line(f"M{first},{at} L{last},{at}", dashed=not to_right)
    yield from _label(RIGHT_X - 8, at - 5 - LINE_H * (len(names) - 1) if to_right else at + 13, tuple(names), "end")


def _to_the_end(phase: Phase, ends: dict[str, list[Phase]]) -> Iterator[str]:
    """To the left, where the shake is over; what only ends matches is said so."""
    at = _y(phase)
    yield _line(f"M{MIDDLE_X},{at} L{LEFT_X + SIDE_W},{at}")
    names = tuple(name if Phase.SHAKE_OVER in where else f"{name} (to match-over)" for name, where in ends.items())
    yield from _label(LEFT_X + SIDE_W + 14, at + 15, names, "start")


def _round_the_side(edge: Edge, height: int) -> Iterator[str]:
    """What begins or ends at one of the tall boxes: above them, or within."""
    label = ", ".join(edge.causes)
    if edge.start is Phase.SHAKE_OVER and edge.end in MIDDLE:
        x, y = LEFT_X + SIDE_W - 15, TOP - 40
        end = MIDDLE_X + BOX_W // 2
        yield _line(f"M{x},{TOP} L{x},{y} L{end},{y} L{end},{TOP}")
        yield from _label(x + 10, y - 6, (label,), "start")
    elif edge.start is Phase.CHALLENGE_CALLED:
        y = height - FOOT + (-10 if edge.end is Phase.SHAKE_OVER else 8)
        yield from _label(RIGHT_X + SIDE_W, y, (f"{label}: to {edge.end.value}",), "end")
    else:
        yield from _label(LEFT_X, TOP - 6, (f"{label}: to {edge.end.value}",), "start")


def _label(x: int, y: int, names: tuple[str, ...], anchor: str) -> Iterator[str]:
    for k, name in enumerate(names):
        yield _text(x, y + LINE_H * k, name, anchor=anchor)


def _line(path: str, *, dashed: bool = False) -> str:
    kind = ' class="back"' if dashed else ""
    return f'<path{kind} d="{path}" marker-end="url(#tip)"/>'


def _text(x: int, y: int, words: str, *, anchor: str, phase: bool = False) -> str:
    kind = ' class="phase" font-size="15"' if phase else ' font-size="12"'
    return f'<text{kind} x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'
