"""Bad lines and canonical spelling (contract, section 6)."""

from typing import Any

import pytest

from rules.errors import BadRequest
from rules.events import Tick, Timed
from rules.fold import Fold
from rules.games import GAMES
from tests.rules.equations.playing import ALL, RULESET, Table, moving

OPENING: dict[str, Any] = {
    "t": 0,
    "event": "match-started",
    "ruleset": RULESET,
    "players": ["A", "B", "C"],
    "division": "middle",
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"division": "giant"}, "'giant'"),
        ({"division": None}, "None"),
        ({"players": ["A"]}, "not 1"),
        ({"players": ["A", "B", "C", "D"]}, "not 4"),
        ({"players": ["A", "A"]}, "different names"),
        ({"players": ["A", ""]}, "different names"),
    ],
)
def test_openings_that_are_none(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        Fold.open(GAMES, OPENING | changes)


def bad(table: Table, event: str, **fields: Any) -> str:
    before = table.fold
    with pytest.raises(BadRequest) as wrong:
        table.at(500, event, **fields)
    assert table.fold is before
    return str(wrong.value)


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("bonus-called", {"player": "Z"}),
        ("shake-started", {"goal_setter": "Z"}),
        ("block-lifted", {"player": "Z"}),
        ("equation-checked", {"writer": "Z", "by": "A", "accepted": True}),
        ("equation-checked", {"writer": "A", "by": "Z", "accepted": True}),
        ("illegal-procedure-charged", {"by": "Z", "against": "A", "what": ""}),
        ("illegal-procedure-charged", {"by": "A", "against": "Z", "what": ""}),
    ],
)
def test_unknown_players(event: str, fields: dict[str, Any]) -> None:
    assert "no player 'Z'" in bad(Table(), event, **fields)


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("cubes-rolled", {"resources": "R2 R3"}),
        ("cubes-rolled", {"resources": "", "partial": True}),
        ("cubes-rolled", {"resources": "R1 R1 R1 R1 R1 R1 R1", "partial": True}),
        ("cubes-rolled", {"resources": ALL + " ?3", "partial": True}),
        ("cubes-rolled", {"resources": "R9", "partial": True}),
        ("cubes-rolled", {"resources": ALL, "universe": ["BRG"]}),
        ("cube-moved", {"player": "B", "cube": "R9", "from": "resources", "to": "required"}),
        ("cube-moved", {"player": "B", "cube": "R2", "from": "pocket", "to": "required"}),
        ("cube-moved", {"player": "B", "cube": "R2", "from": "resources", "to": "floor"}),
        ("goal-set", {"player": "A", "goal": ""}),
        ("goal-set", {"player": "A", "goal": "G6 _"}),
        ("goal-set", {"player": "A", "goal": "Q6"}),
        ("penalty-approved", {"penalty": 9, "judge": "Lee"}),
        ("penalty-refused", {"penalty": 0, "judge": "Lee"}),
        ("variation-selected", {"player": "B", "variation": "average"}),
        ("equation-presented", {"player": "B"}),
        ("equation-presented", {"player": "B", "solutions": []}),
        ("equation-presented", {"player": "B", "equation": "1" * 301}),
        ("lot-rolled", {"player": "B", "face": "9"}),
        ("lot-rolled", {"player": "B", "face": "2s"}),
        ("outage", {"seconds": -1}),
        ("outage", {"seconds": 501}),
        ("reading-corrected", {"cube": "R9", "is": "K9", "section": "goal", "judge": "Lee", "why": ""}),
        ("goal-set", {"player": "A"}),
        ("cube-thrown", {"player": "A"}),
        ("match-started", OPENING),
    ],
)
def test_lines_that_cannot_be(event: str, fields: dict[str, Any]) -> None:
    fields = {key: value for key, value in fields.items() if key not in ("t", "event")}
    assert bad(Table().shake(400), event, **fields)


def test_one_spelling() -> None:
    table = moving(cubes="R2 R- B÷ Gx G^ G6").move(30, "B", "R−", "required")
    assert table.mat("required") == "R-"
    assert table.move(40, "C", "G*", "permitted").mat("permitted") == "G^"
    read = table.fold.read
    stated = read({"t": 50, "event": "challenge-stated", "player": "A", "challenge": "never"})
    assert stated.text == '{"t":50,"event":"challenge-stated","player":"A","challenge":"impossible"}'
    rolled = read({"t": 50, "event": "cubes-rolled", "resources": " R2s   B/ ", "partial": True})
    assert rolled.text == '{"t":50,"event":"cubes-rolled","resources":"R2 B÷","partial":true}'
    goal = read({"t": 50, "event": "goal-set", "player": "A", "goal": "K7s  _ B×"})
    assert goal.text == '{"t":50,"event":"goal-set","player":"A","goal":"K7s _ Bx"}'


def test_a_penalty_that_only_time_has_brought_can_be_initialled() -> None:
    table = moving("middle").at(200, "penalty-approved", penalty=1, judge="Lee")
    assert table.scores["B"] == -1


def test_a_match_opens_with_its_own_event() -> None:
    with pytest.raises(BadRequest, match="match-started"):
        GAMES.get(RULESET).start(Timed(0, Tick()))


def test_before_the_first_shake_there_is_none() -> None:
    with pytest.raises(LookupError):
        _ = Table().match.playing
