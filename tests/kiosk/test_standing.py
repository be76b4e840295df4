"""The recorded score against the present version's: nothing changes silently."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kiosk.clock import HandClock
from kiosk.journal import Journal, JournalError
from kiosk.past import PastMatch, read_last_match
from kiosk.record import Record
from kiosk.referee import Referee
from kiosk.scoresheet import scoresheet, sheet_text
from kiosk.standing import Score, Standing, confirm, standing
from kiosk.verify import verify
from rules.equations.game import AGLOA, MLAG, Equations
from rules.equations.rulebook import MLAG_2018, Points, Rulebook
from rules.errors import BadRequest
from rules.games import GAMES
from rules.registry import Games
from rules.version import ENGINE, versions_of
from tests.kiosk.papers import journalled, opened, shake
from tests.rules.outcomes import CORPUS

END: list[dict[str, Any]] = [{"t": 900, "event": "round-time-called"}]
WARNED: list[dict[str, Any]] = [
    {"t": 300, "event": "judge-warned", "player": "B", "judge": "LK", "why": "humming"},
    {"t": 301, "event": "judge-penalized", "player": "B", "judge": "LK", "why": "humming"},
]
MLAG_NOW = versions_of(MLAG)


def other_points(**points: int) -> Games:
    """The games of another version: its rule book gives other points."""
    changed: Points = replace(MLAG_2018.points, **points)
    book: Rulebook = replace(MLAG_2018, points=changed)
    return Games([Equations(book)])


def play(
    folder: Path, lines: Iterable[dict[str, Any]], games: Games = GAMES, division: str = "junior", **more: Any
) -> None:
    """A match that a table has refereed, line by line."""
    clock = HandClock()
    journal = Journal(folder, clock)
    try:
        record = Record(journal, games, clock)
        names = more.pop("names", ["Ann", "Ben", "Cy"])
        record.begin({"ruleset": more.pop("ruleset", MLAG.ruleset), "division": division, "names": names})
        write(record, lines)
    finally:
        journal.close()


def write(record: Record, lines: Iterable[dict[str, Any]]) -> None:
    fold, _ = record.running()
    for line in lines:
        event = fold.game.vocabulary.event({key: value for key, value in line.items() if key != "t"})
        record.write(event, record.at_us(round(line["t"] * 1000)), "test")


def again(folder: Path, games: Games = GAMES) -> tuple[PastMatch, Standing]:
    match = read_last_match(folder, games)
    return match, standing(match)


def test_the_opening_records_the_versions(tmp_path: Path) -> None:
    play(tmp_path, [])
    match, found = again(tmp_path)
    assert match.rows[0].data["versions"] == MLAG_NOW
    assert (found.recorded, found.present) == ((MLAG_NOW,), MLAG_NOW)


def test_under_the_same_version_there_is_nothing_to_say(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0, late=125), *END])
    match, found = again(tmp_path)
    assert list(found.sentences()) == []
    assert (found.differences, found.disputed, found.judge) == ((), False, None)
    assert found.score.totals == {"A": 6, "B": 1, "C": 2}
    assert scoresheet(match, "Table 7").remarks == ()


def test_another_engine_that_says_the_same_is_named_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, shake(0))
    monkeypatch.setattr("rules.version.ENGINE", "99")
    match, found = again(tmp_path)
    assert list(found.sentences()) == [
        f"Refereed by engine {ENGINE}, rulebook {MLAG.version}; this is engine 99, rulebook {MLAG.version}.",
        "The present version says the same of every event.",
    ]
    assert not found.disputed
    assert scoresheet(match, "Table 7").remarks == tuple(found.sentences())


def test_the_recorded_score_stands_where_another_rule_book_gives_another(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0), *END])
    games = other_points(correct=10)
    match, found = again(tmp_path, games)
    # Row 1 opens the match; the shake has ten events, of which the last one ends it.
    (difference,) = found.differences
    then = "shake 1: A 6, B 2, C 2; points A +6, B +2, C +2"
    assert difference.text == f"row 12 (2:01): then {then}; now {then.replace('6', '10')}"
    assert found.disputed
    assert found.score.totals == {"A": 6, "B": 2, "C": 2}
    assert found.present_score.totals == {"A": 10, "B": 2, "C": 2}
    sheet = scoresheet(match, "Table 7")
    assert [player.total for player in sheet.players] == [6, 2, 2]
    assert [cell.score for cell in sheet.shakes[0].cells] == [6, 2, 2]
    assert sheet.shakes[0].how == "Ann challenged Now against Cy"
    text = sheet_text(sheet)
    assert "The recorded score stands: A 6, B 2, C 2." in text
    assert "By the present version it would be A 10, B 2, C 2: a judge must confirm that." in text


def test_penalties_and_rulings_that_differ_are_listed(tmp_path: Path) -> None:
    early = {"t": 26, "event": "challenge-stated", "player": "B", "challenge": "now"}
    play(tmp_path / "a", [*shake(0)[:3], early])
    _, found = again(tmp_path / "a", other_points(invalid_challenge=-1))
    (difference,) = found.differences
    assert difference.to_json() == {
        "row": 6,
        "t": 26,
        "then": [],
        "now": ["penalty 1, B -1 (invalid-challenge, VI-A-2-b), applied", "points B -1"],
    }
    assert difference.text.startswith("row 6 (0:26): then nothing; now penalty 1")
    # The other way round: what was recorded and would not be given now stays on the sheet.
    play(tmp_path / "b", [*shake(0)[:3], early], other_points(invalid_challenge=-1))
    match, found = again(tmp_path / "b")
    assert found.disputed
    (penalty,) = scoresheet(match, "Table 7").penalties
    assert (penalty.name, penalty.points, penalty.shake, penalty.status) == ("Ben", -1, 1, "applied")


def test_a_shake_that_would_not_be_over_stays_on_the_sheet(tmp_path: Path) -> None:
    """By the other book there is next to no time to write, so that all that follows comes too late."""
    play(tmp_path, shake(0))
    short = replace(MLAG_2018.tasks, write=replace(MLAG_2018.tasks.write, limit_ms=1, countdown_ms=0, extra_ms=0))
    match, found = again(tmp_path, Games([Equations(replace(MLAG_2018, tasks=short))]))
    assert any("time-lost" in item for difference in found.differences for item in difference.now)
    assert found.score.totals == {"A": 6, "B": 2, "C": 2}
    sheet = scoresheet(match, "Table 7")
    assert [cell.score for cell in sheet.shakes[0].cells] == [6, 2, 2]


def test_a_judge_confirms_the_other_score(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0, late=125), *END])
    games = other_points(correct=10)
    journal = Journal(tmp_path, HandClock())
    with pytest.raises(BadRequest, match="name or initials"):
        confirm(journal, games, "  ")
    found = confirm(journal, games, " Lee\n K ")
    assert (found.score.totals, found.judge, found.disputed) == ({"A": 10, "B": 1, "C": 2}, "Lee K", False)
    assert found.score.match_points == {"A": 6, "B": 2, "C": 4}
    assert list(found.sentences()) == []
    with pytest.raises(BadRequest, match="nothing to confirm"):
        confirm(journal, games, "Lee")
    journal.close()
    assert verify(tmp_path) == []
    match, found = again(tmp_path, games)
    assert [player.total for player in scoresheet(match, "Table 7").players] == [10, 1, 2]
    # Under the first version the judge's word stands against its own.
    _, back = again(tmp_path)
    assert back.score.totals == {"A": 10, "B": 1, "C": 2}
    assert back.disputed


def test_play_goes_on_after_a_confirmation(tmp_path: Path) -> None:
    play(tmp_path, shake(0))
    games = other_points(correct=10)
    clock = HandClock()
    journal = Journal(tmp_path, clock)
    confirm(journal, games, "Lee")
    record = Record(journal, games, clock)
    record.reopen()
    assert record.warning is None
    write(record, [*WARNED, *END])
    journal.close()
    _, found = again(tmp_path, games)
    assert (found.disputed, found.differences) == (False, ())
    assert found.score.totals == {"A": 10, "B": 1, "C": 2}


def test_a_table_that_takes_up_the_match_says_so_on_every_page(tmp_path: Path) -> None:
    play(tmp_path, shake(0))
    games = other_points(correct=10)
    clock = HandClock()
    journal = Journal(tmp_path, clock)
    referee = Referee(Record(journal, games, clock), clock, patience_ms=4000, frame_us=100_000)
    referee.resume(None)
    assert "The recorded score stands: A 6, B 2, C 2." in referee.notices["version"]
    notes = [row.data for row in journal.rows() if row.kind == "note"]
    assert [note["note"] for note in notes] == ["names", "versions", "part"]
    assert notes[1]["versions"] == versions_of(next(iter(games)))
    referee.record.write(referee.record.running()[0].game.vocabulary.event(END[0]), 10**12, "test")
    # A new match has nothing to do with it.
    referee.begin({"ruleset": MLAG.ruleset, "division": "junior", "names": ["Ann", "Ben"]})
    assert "version" not in referee.notices
    journal.close()


def test_what_both_versions_have_refereed_is_added_up_as_it_was_given(tmp_path: Path) -> None:
    play(tmp_path, shake(0))
    games = other_points(correct=10)
    clock = HandClock()
    journal = Journal(tmp_path, clock)
    record = Record(journal, games, clock)
    record.reopen()
    write(record, WARNED)
    journal.close()
    _, found = again(tmp_path, games)
    assert found.recorded == (MLAG_NOW, versions_of(next(iter(games))))
    assert found.score.totals == {"A": 6, "B": 1, "C": 2}
    assert found.present_score.totals == {"A": 10, "B": 1, "C": 2}


def test_undone_lines_are_taken_off_the_record(tmp_path: Path) -> None:
    warned = {"t": 10, "event": "judge-warned", "player": "B", "judge": "LK", "why": "humming"}
    point = {"t": 11, "event": "judge-penalized", "player": "B", "judge": "LK", "why": "humming"}
    undone = {"t": 130, "event": "event-undone", "line": 5, "judge": "LK", "why": "wrong child"}
    first, *rest = shake(0)[2:]
    play(tmp_path, [*shake(0)[:2], warned, point, first, *rest, undone])
    _, found = again(tmp_path)
    assert (found.disputed, found.score.penalties) == (False, ())
    # Without the second acceptance the shake is not over.
    play(tmp_path / "b", [*shake(0), undone | {"line": 11}])
    _, found = again(tmp_path / "b")
    assert (found.disputed, found.score.shakes, found.score.totals) == (False, (), {"A": 0, "B": 0, "C": 0})


def test_a_struck_score_is_told(tmp_path: Path) -> None:
    undone = {"t": 130, "event": "event-undone", "line": 11, "judge": "LK", "why": "misheard"}
    play(tmp_path, [*shake(0), undone])
    _, found = again(tmp_path, other_points(correct=10))
    assert "0 penalties and 0 shakes left" not in found.differences[0].text
    assert "points A -6, B -2, C -2" in found.differences[1].text
    assert not found.disputed


def test_match_points_that_differ_are_told(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0, late=125), *END])
    _, found = again(tmp_path, other_points(late=0, incorrect=2))
    assert found.differences[-1].text.endswith("then match points A 6, B 2, C 4; now match points A 6, B 3, C 3")


def test_a_match_that_recorded_nothing_cannot_be_compared(tmp_path: Path) -> None:
    match = journalled(tmp_path, [opened("junior"), *shake(0)])
    found = standing(match)
    assert (found.recorded, found.other_version, found.disputed) == ((), False, False)
    sheet = scoresheet(match, "Table 7")
    assert (sheet.refereed, sheet.remarks) == (None, ())


SCENARIOS = [
    scenario
    for scenario in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    # A table of its own names its seats A, B and C, has a digital timer, and writes no bad line.
    if scenario["events"][0].get("ruleset") in (MLAG.ruleset, AGLOA.ruleset)
    and "".join(scenario["events"][0]["players"]) in "ABC"
    and not scenario["events"][0].get("carry_over")
    and not scenario["expect"].get("errors")
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_the_record_adds_up_to_the_score(scenario: dict[str, Any], tmp_path: Path) -> None:
    """Row by row, whatever happens: penalties given and refused, shakes scored anew, match points."""
    opening, *rest = scenario["events"]
    names = [f"Player {player}" for player in opening["players"]]
    play(tmp_path, rest, division=opening["division"], ruleset=opening["ruleset"], names=names)
    match, found = again(tmp_path)
    assert not found.disputed
    assert found.score.totals == Score.of(match.fold.view).totals
    assert found.differences == ()


def test_a_journal_that_cannot_be_folded_is_an_error(tmp_path: Path) -> None:
    play(tmp_path, shake(0))
    with pytest.raises(JournalError, match="row 2 cannot be an event"):
        read_last_match(tmp_path, Games([AGLOA]))
