"""The picture of the transition table: it has every phase and every way, and nothing runs into the margin."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from rules.equations.diagram import TIME, edges, svg
from rules.equations.state import Phase
from rules.equations.table import LEADS_TO
from rules.events import kebab

PICTURE = ET.fromstring(svg())
SPACE = "{http://www.w3.org/2000/svg}"
TEXTS = [text.text or "" for text in PICTURE.iter(f"{SPACE}text")]


def test_every_way_is_an_edge() -> None:
    ways = {
        (start, end, TIME if cause is None else kebab(cause.__name__))
        for start, causes in LEADS_TO.items()
        for cause, ends in causes.items()
        for end in ends
    }
    assert {(edge.start, edge.end, cause) for edge in edges() for cause in edge.causes} == ways


def test_every_phase_and_every_cause_is_written() -> None:
    for phase in Phase:
        assert phase.value in TEXTS
    words = " ".join(TEXTS)
    for edge in edges():
        for cause in edge.causes:
            assert cause in words


def test_a_way_that_only_ends_the_match_is_told_from_one_that_ends_the_shake() -> None:
    assert "round-stopped (to match-over)" in TEXTS
    assert "no-goal-agreed" in TEXTS


def test_everything_lies_within_the_picture() -> None:
    width, height = float(PICTURE.get("width", 0)), float(PICTURE.get("height", 0))
    for box in PICTURE.iter(f"{SPACE}rect"):
        assert float(box.get("x", 0)) + float(box.get("width", 0)) <= width
        assert float(box.get("y", 0)) + float(box.get("height", 0)) <= height
    for text in PICTURE.iter(f"{SPACE}text"):
        assert 0 < float(text.get("x", 0)) < width
        assert 0 < float(text.get("y", 0)) < height
    for path in PICTURE.iter(f"{SPACE}path"):
        points = re.findall(r"(-?\d+),(-?\d+)", path.get("d", ""))
        assert all(0 <= int(x) <= width and 0 <= int(y) <= height for x, y in points)
