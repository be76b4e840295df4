"""What striking a line would change, said before it is done, and so when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.judging_preview import preview
from rules.errors import BadRequest
from tests.kiosk.judged_match import Judged, judged


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Judged]:
    with judged(tmp_path) as made:
        yield made


def line(match: Judged, event: str) -> int:
    """The line of the last event of that name."""
    lines = match.open.past.fold.lines
    return max(n for n, timed in enumerate(lines, start=1) if timed.event.name == event)


def test_a_move_that_is_struck(match: Judged) -> None:
    match.goal_set()
    match.moved("B", "R2", "required")
    struck = line(match, "cube-moved")
    told = preview(match.open, struck)
    assert (told["told"], told["restores"], told["barred"]) == ("Ben moves red 2 to Required.", False, None)
    assert (told["before"]["mat"]["required"], told["after"]["mat"]["required"]) == ("R2", "")
    assert told["before"]["prompt"] == "Cy, move a cube or challenge."
    assert told["after"]["prompt"] == "Ben, move a cube or challenge."
    assert told["changed"] == ["prompt", "timer", "mat"]
    rows = match.row
    match.judge({"event": "event-undone", "line": struck})
    assert match.row == rows + 2
    assert match.match["mat"] == told["after"]["mat"]
    assert match.match["prompt"] == told["after"]["prompt"]


def test_what_came_later_and_would_no_longer_be_in_order(match: Judged) -> None:
    match.goal_set()
    match.moved("B", "R2", "required")
    match.moved("C", "Bx", "required")
    told = preview(match.open, line(match, "cube-moved") - 1)
    assert told["refused"] == ["It is Ben's turn, not Cy's."]
    assert told["after"]["mat"]["required"] == ""


def test_a_ruling_that_is_struck_changes_the_score(match: Judged) -> None:
    match.disputed("2x3=6")
    match.ruled(correct=False)
    told = preview(match.open, line(match, "judge-ruled"))
    assert {"phase", "scores", "shakes", "papers"} <= set(told["changed"])
    assert (told["before"]["phase"], told["after"]["phase"]) == ("shake-over", "checking")
    assert told["before"]["scores"] != told["after"]["scores"]


def test_a_striking_that_is_struck(match: Judged) -> None:
    match.goal_set()
    match.moved("B", "R2", "required")
    struck = line(match, "cube-moved")
    match.judge({"event": "event-undone", "line": struck})
    told = preview(match.open, line(match, "event-undone"))
    assert (told["restores"], told["told"]) == (True, "Ben moves red 2 to Required.")
    assert (told["before"]["mat"]["required"], told["after"]["mat"]["required"]) == ("", "R2")
    assert preview(match.open, struck)["barred"] == "struck"


def test_lines_that_cannot_be_struck(match: Judged) -> None:
    assert preview(match.open, 1)["barred"] == "first"
    with pytest.raises(BadRequest, match="there is no line 99"):
        preview(match.open, 99)
