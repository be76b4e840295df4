"""The record of a table whose league has chosen readings: they go into the first line, and stay with the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kiosk.clock import HandClock
from kiosk.journal import Journal
from kiosk.past import read_last_match
from kiosk.record import Life, Record
from kiosk.referee import Referee
from kiosk.scoresheet import scoresheet, sheet_text
from kiosk.screen import screen_body
from kiosk.standing import standing
from rules.equations.game import AGLOA, MLAG
from rules.errors import BadRequest
from rules.games import GAMES
from rules.registry import Games
from rules.version import versions_of
from tests.toy.flag_game import FLAG_GAME

CHOSEN = {"silence_accepts": True, "powers_go_from_left": False, "goal_digits": 3, "promise_binds": True}
START = {"ruleset": MLAG.ruleset, "division": "middle", "names": ["Ann", "Ben", "Cy"]}
#: `goal_digits` is what MLAG has anyway, and `promise_binds` is so in both books.
IN_WORDS = "silence_accepts=true, powers_go_from_left=false"


@contextmanager
def recording(folder: Path, readings: Mapping[str, Any] = CHOSEN, games: Games = GAMES) -> Iterator[Record]:
    clock = HandClock()
    journal = Journal(folder, clock)
    try:
        yield Record(journal, games, clock, readings)
    finally:
        journal.close()


def test_a_new_match_is_played_by_the_readings_of_the_league(tmp_path: Path) -> None:
    with recording(tmp_path) as record:
        record.begin(START)
        fold, _ = record.running()
    assert fold.state.rulebook.readings.silence_accepts
    assert fold.state.rulebook.adjudicating == {"powers_go_from_left": False, "goal_digits": 3}
    (row,) = read_last_match(tmp_path, GAMES).rows
    assert row.data["readings"] == CHOSEN, "also what is no other reading today: the house may read otherwise one day"
    assert row.data["versions"] == versions_of(MLAG) | {"readings": IN_WORDS}


def test_a_match_goes_on_as_it_was_begun_whatever_the_settings_say_now(tmp_path: Path) -> None:
    with recording(tmp_path) as record:
        record.begin(START)
    with recording(tmp_path, {}) as record:
        assert record.reopen() is not None
        fold, _ = record.running()
        assert record.warning is None
    assert fold.state.rulebook.readings.silence_accepts
    assert not standing(read_last_match(tmp_path, GAMES)).other_version


def test_a_sign_of_life_of_another_match_does_not_set_the_clock_of_this_one(tmp_path: Path) -> None:
    """The power goes a moment after a match began: what is left on the disk may be the last one's sign of life."""
    clock = HandClock()
    with recording(tmp_path, {}) as record:
        record.begin(START)
    with recording(tmp_path, {}) as record:
        last = record.reopen()
        assert last is not None
        assert last.match == record.match == 2
        stale = Life(clock.boot, last.mono_us, last.wall_s, t_ms=1_800_000, match=1)
        record.restart_clock(stale)
        assert record.t_ms(clock.mono_us()) == 0
        record.restart_clock(Life(clock.boot, last.mono_us, last.wall_s, t_ms=5000, match=2))
        assert record.t_ms(clock.mono_us()) == 5000


def test_what_a_start_writes_is_no_sign_of_life_of_the_run_before(tmp_path: Path) -> None:
    with recording(tmp_path, {}) as record:
        record.begin(START)
        record.journal._head_file = None  # as a crash does: nothing says that it was closed
    clock = HandClock()
    clock.move(100)
    journal = Journal(tmp_path, clock)
    record = Record(journal, GAMES, clock)
    last = record.reopen()
    assert last is not None
    assert [row.data["note"] for row in journal.rows() if row.seq > journal.found] == ["journal-reopened"]
    assert record.restart_clock(last) == 100_000_000
    journal.close()


def test_without_readings_the_first_line_has_none(tmp_path: Path) -> None:
    with recording(tmp_path, {}) as record:
        record.begin(START)
    (row,) = read_last_match(tmp_path, GAMES).rows
    assert "readings" not in row.data
    assert row.data["versions"] == versions_of(MLAG)


def test_a_game_takes_only_the_readings_that_are_about_it(tmp_path: Path) -> None:
    with recording(tmp_path, games=GAMES.also(FLAG_GAME)) as record:
        assert record.readings_of(FLAG_GAME) == {}
        assert record.readings_of(AGLOA) == CHOSEN
        record.begin({"ruleset": FLAG_GAME.ruleset, "division": "open", "names": ["Ann", "Ben"]})


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ({"silence": True}, r"there is no reading 'silence' \(there are: points_correct_without_paper, "),
        ({"goal_digits": 7}, "the reading goal_digits is one of: 1 to 6; not 7"),
    ],
)
def test_what_no_game_can_be_played_by_is_refused_at_once(tmp_path: Path, readings: Any, said: str) -> None:
    with pytest.raises(BadRequest, match=said), recording(tmp_path, readings):
        raise AssertionError("no record can be opened with these readings")


def test_the_start_form_gets_what_differs(tmp_path: Path) -> None:
    with recording(tmp_path) as record:
        referee = Referee(record, HandClock(), patience_ms=0, frame_us=1)
        games = {game["ruleset"]: game["readings"] for game in screen_body(referee, {})["games"]}
    shown = {ruleset: [(each["name"], each["value"]) for each in found] for ruleset, found in games.items()}
    assert shown == {
        MLAG.ruleset: [("silence_accepts", "true"), ("powers_go_from_left", "false")],
        AGLOA.ruleset: [("silence_accepts", "true"), ("powers_go_from_left", "false"), ("goal_digits", "3")],
    }
    assert games[MLAG.ruleset][0]["cite"] == "X-A, exception"
    assert games[MLAG.ruleset][0]["text"].startswith("Has a checker accepted whose time ran out?")


def test_the_sheet_says_it_in_one_line(tmp_path: Path) -> None:
    for folder, readings in ((tmp_path / "league", CHOSEN), (tmp_path / "house", {"promise_binds": True})):
        with recording(folder, readings) as record:
            record.begin(START)
    league, house = (scoresheet(read_last_match(tmp_path / name, GAMES), "T") for name in ("league", "house"))
    assert (league.readings, house.readings) == (IN_WORDS, None)
    said = [line for line in sheet_text(league).splitlines() if "silence_accepts" in line]
    assert said == [f"The league reads otherwise: {IN_WORDS}"]
    assert league.refereed == house.refereed
    assert "league" not in sheet_text(house)
