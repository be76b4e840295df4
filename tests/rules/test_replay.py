"""Lines in, state out: what is no event of the match is refused with its number and words, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import BadRequest, MisuseError
from rules.games import GAMES
from rules.replay import BadLine, Replay
from rules.version import versions_of

OPENING: dict[str, Any] = {
    "t": 0,
    "event": "match-started",
    "ruleset": "mlag-basic-equations-2018",
    "division": "middle",
    "players": ["A", "B", "C"],
}
TO_GOAL: list[dict[str, Any]] = [
    OPENING,
    {"t": 0, "event": "shake-started", "goal_setter": "A"},
    {"t": 5, "event": "cubes-rolled", "resources": "R2 R3 R+ B1 B2 Bx G4 G6 K7 K8", "partial": True},
    {"t": 20, "event": "goal-set", "player": "A", "goal": "G6"},
]
MOVE: dict[str, Any] = {"event": "cube-moved", "player": "B", "cube": "R2", "from": "resources", "to": "required"}


def replayed(*lines: object) -> Replay:
    match = Replay(GAMES)
    for line in lines:
        if isinstance(line, BadRequest):
            match.refuse(line)
        else:
            match.read(line)
    return match


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"t": 30, "event": "cube-eaten"}, "there is no event 'cube-eaten'"),
        ({"t": 30}, "there is no event None"),
        ({"t": 19, "event": "tick"}, "t falls: 19.0 s after 20.0 s"),
        ({"event": "tick"}, "the line has no t"),
        ({"t": "30", "event": "tick"}, "t must be a number of seconds, not '30'"),
        ({"t": 30, **MOVE, "player": "D"}, "cube-moved: there is no player 'D' (there are: A, B, C)"),
        ({"t": 30, **MOVE, "cube": "R9"}, "'R9' is no cube: no red cube of the kit shows '9'"),
        ({"t": 30, **MOVE, "to": "pocket"}, "'pocket' is no section of the mat"),
        ({"t": 30, "event": "cube-moved"}, "cube-moved: Object missing required field 'player'"),
        ({"t": 30, "event": "penalty-approved", "penalty": 1, "judge": "Lee"}, "there is no penalty 1"),
        (["t", 30], "a line must be a JSON object"),
        (OPENING | {"t": 30}, "the match has started already"),
    ],
)
def test_a_bad_line_is_refused_with_its_number_and_words_and_changes_nothing(line: object, says: str) -> None:
    before = replayed(*TO_GOAL).result()
    match = replayed(*TO_GOAL)
    fault = match.read(line)
    assert fault is not None
    assert (fault.line, fault.code) == (5, "bad-request")
    assert says in fault.text
    assert match.errors == [fault]
    assert match.result() == before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"t": 30, **MOVE, "cube": "R1"}, "illegal-move"),
        ({"t": 30, **MOVE, "from": "permitted"}, "illegal-move"),
        ({"t": 30, **MOVE, "player": "C"}, "out-of-turn"),
        ({"t": 30, "event": "lot-rolled", "player": "B", "face": "3"}, "not-now"),
    ],
)
def test_what_the_rules_do_not_allow_is_a_ruling_and_no_fault(line: dict[str, Any], code: str) -> None:
    """A cube that is not in that section is one: somebody did touch a cube."""
    match = replayed(*TO_GOAL, line)
    result, before = match.result(), replayed(*TO_GOAL).result()
    assert result is not None
    assert before is not None
    assert match.errors == []
    assert [ruling["code"] for ruling in result["rulings"]] == [code]
    assert (result["mat"], result["to_act"], result["scores"]) == (before["mat"], before["to_act"], before["scores"])


def test_bad_lines_count_as_lines() -> None:
    """`event-undone` names a line as the faults do: by its place in the input."""
    undo = {"t": 40, "event": "event-undone", "line": 6, "judge": "Lee", "why": "misread"}
    match = replayed(*TO_GOAL, {"t": 21, "event": "nonsense"}, {"t": 30, **MOVE}, undo)
    assert [error.line for error in match.errors] == [5]
    result = match.result()
    assert result is not None
    assert result["mat"]["required"] == ""


def test_empty_lines_count_too() -> None:
    match = replayed(*TO_GOAL[:2])
    match.blank()
    assert match.read({"t": 1, "event": "nonsense"}) == BadLine(4, "bad-request", "there is no event 'nonsense'")


@pytest.mark.parametrize(
    ("line", "says"),
    [(1, "no line 1 to undo"), (5, "line 5 was passed over, there is nothing to undo"), (99, "no line 99 to undo")],
)
def test_what_cannot_be_undone(line: int, says: str) -> None:
    match = replayed(*TO_GOAL, {"t": 21, "event": "nonsense"})
    fault = match.read({"t": 40, "event": "event-undone", "line": line, "judge": "Lee", "why": "misread"})
    assert fault is not None
    assert (fault.line, says in fault.text) == (6, True)


def test_lines_before_the_match_are_faults_and_count() -> None:
    torn = BadRequest("this is no JSON")
    match = replayed(torn, {"t": 0, "event": "tick"}, *TO_GOAL, {"t": 30, **MOVE})
    assert [(error.line, error.text) for error in match.errors] == [
        (1, "this is no JSON"),
        (2, "the first line must be match-started"),
    ]
    opening = match.read({"t": 40, "event": "event-undone", "line": 3, "judge": "Lee", "why": "misread"})
    assert opening is not None
    assert "first line of the match cannot be undone" in opening.text
    assert match.read({"t": 40, "event": "event-undone", "line": 7, "judge": "Lee", "why": "misread"}) is None
    result = match.result()
    assert result is not None
    assert result["mat"]["required"] == ""


def test_no_match_no_result() -> None:
    match = replayed({"t": 0, "event": "tick"})
    assert (match.result(), match.other_versions) == (None, None)
    assert [error.to_json() for error in match.errors] == [
        {"line": 1, "code": "bad-request", "text": "the first line must be match-started"}
    ]
    with pytest.raises(MisuseError, match="opened a match"):
        _ = match.opened


def test_the_versions_are_told_when_others_were_recorded() -> None:
    present = versions_of(GAMES.get(OPENING["ruleset"]))
    for same in (OPENING, OPENING | {"versions": present}):
        result = replayed(same).result()
        assert result is not None
        assert "versions" not in result
    other = replayed(OPENING | {"versions": {"engine": "0"}}).result()
    assert other is not None
    assert other["versions"] == {"recorded": {"engine": "0"}, "present": present}
