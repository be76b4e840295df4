"""A league's readings in `match-started`: they rule the match, and its lines alone tell how."""

from __future__ import annotations

from typing import Any

import pytest

from rules.adjudicator.readings import settings
from rules.equations.agloa import AGLOA_2019
from rules.equations.flow_readings import CHOICES
from rules.equations.league import readings_of, with_readings
from rules.equations.rulebook import MLAG_2018, Rulebook
from rules.errors import BadRequest
from rules.events import parse_object
from rules.fold import Fold
from rules.games import GAMES
from rules.readings import AnyOf, OneOf, Reading, WholeNumber
from rules.replay import Replay
from rules.snapshot import freeze, thaw
from rules.story import story
from rules.version import ENGINE, opened_versions, versions_of
from tests.rules.equations.leagues import BOOKS, setting, with_setting
from tests.rules.equations.playing import AGLOA, RULESET, Table
from tests.rules.equations.reading_case import Case
from tests.rules.equations.test_readings import CASES

RULEBOOKS = pytest.mark.parametrize("book", [MLAG_2018, AGLOA_2019], ids=lambda book: book.ruleset)
NAMES = {choice.setting: choice.name for choice in CHOICES}


def opening(ruleset: str = RULESET, division: str = "middle", **more: Any) -> dict[str, Any]:
    first = {"t": 0, "event": "match-started", "ruleset": ruleset, "division": division, "players": ["A", "B", "C"]}
    return first | more


def lines_of(table: Table) -> list[dict[str, Any]]:
    return [parse_object(timed.text) for timed in table.fold.lines]


def by(table: Table, **readings: Any) -> Table:
    """The same lines in a match whose league has chosen these readings."""
    first, *lines = lines_of(table)
    table.fold = Fold.open(GAMES, first | {"readings": readings})
    for line in lines:
        table.fold = table.fold.apply(table.fold.read(line))
    return table


# --- the names


@RULEBOOKS
def test_both_kinds_share_one_set_of_names_without_a_clash(book: Rulebook) -> None:
    names = [reading.name for reading in readings_of(book)]
    assert len(set(names)) == len(names)
    assert set(names) == {choice.name for choice in CHOICES} | {each.name for each in settings()}


def test_a_name_allows_the_same_in_every_book() -> None:
    one, other = ({each.name: str(each.allowed) for each in readings_of(book)} for book in (MLAG_2018, AGLOA_2019))
    assert one == other


def others(reading: Reading) -> list[Any]:
    """Some values that are not the default, the outermost among them."""
    match reading.allowed:
        case OneOf(values):
            found: list[Any] = list(values)
        case WholeNumber(lowest, highest):
            found = [lowest, highest]
        case AnyOf(words):
            found = [[], [words[-1]], list(words)]
    return [value for value in found if value != reading.default]


@RULEBOOKS
def test_every_value_of_every_reading_can_be_chosen(book: Rulebook) -> None:
    for reading in readings_of(book):
        assert reading.allowed.parse(reading.default) == reading.default, reading.name
        assert others(reading), reading.name
        for value in others(reading):
            chosen = readings_of(with_readings(book, {reading.name: value}))
            changed = {
                each.name: each.default for each, was in zip(chosen, readings_of(book), strict=True) if each != was
            }
            assert changed == {reading.name: value}


def test_nothing_chosen_leaves_the_book_as_it_is() -> None:
    assert with_readings(MLAG_2018, None) is with_readings(MLAG_2018, {}) is MLAG_2018


# --- the flow


@pytest.mark.parametrize("case", CASES, ids=[f"{case.setting}-{n}" for n, case in enumerate(CASES)])
def test_a_reading_of_the_flow_changes_the_flow(case: Case) -> None:
    """What the same lines come to is what they come to under a book that was made so."""
    table = case.table()
    book = with_setting(BOOKS[table.match.rulebook.ruleset], case.setting, case.other)
    value = next(each.default for each in readings_of(book) if each.name == NAMES[case.setting])
    by(table, **{NAMES[case.setting]: value})
    assert setting(table.match.rulebook, case.setting) == case.other
    assert case.look(table) == case.there


def test_a_block_lifted_in_silence_may_cost_nothing() -> None:
    table = by(Table().shake().roll().goal().lift(30, "B").tick(46), points_silent_block=0)
    assert (table.phase, table.penalties) == ("moving", [])


# --- the adjudicator


def rejected() -> Table:
    """C has written 2^3^2=64 after Now, and both others reject it."""
    table = Table("middle").shake().roll(cubes="R2 R3 B2 Bx G^ G^ G6 G4 K7 K8").goal(20, "A", "G6 G4")
    table.move(30, "B", "R2", "required").move(40, "C", "G^", "required").move(50, "A", "R3", "required")
    table.move(60, "B", "G^", "required").challenge(70, "C", "now").third(72, "A", presents=False)
    table.present(80, "C", "2^3^2=64")
    return table.check(90, "C", "A", accepted=False).check(91, "C", "B", accepted=False)


def test_a_reading_of_the_adjudicator_changes_the_verdict_in_checking() -> None:
    """2^3^2 is 64 from the left and 512 from the right (MLAG VII-B-5)."""
    here, there = rejected(), by(rejected(), powers_go_from_left=False)
    assert (here.phase, here.scores["C"]) == ("shake-over", 6)
    assert (there.phase, there.scores["C"]) == ("shake-over", 2)
    assert by(rejected(), powers_go_from_left=True).scores == here.scores


def test_the_seasons_of_a_league_are_offered_and_no_others() -> None:
    def offered(table: Table) -> set[str]:
        actions = [action for action in table.view.actions if action.event == "variation-selected"]
        return {
            written if isinstance(written, str) else written["name"]
            for written in (action.fields["variation"] for action in actions)
        }

    table = Table("elementary", ruleset=AGLOA).shake().roll(cubes="R2 R3 R+ B1 B2 Bx G^ G6 K√ K8")
    assert {"average", "gcf"} & offered(table) == {"average"}, "the season of 2019-20 is an even one"
    by(table, seasons="odd")
    assert {"average", "gcf"} & offered(table) == {"gcf"}
    with pytest.raises(BadRequest, match="the variation average is not played in odd years"):
        table.select(10, "A", "average")


# --- what is recorded of it


CHOSEN = {"powers_go_from_left": "false", "accepting_counts_after": ["no-goal", "now"], "promise_binds": True}
IN_WORDS = "accepting_counts_after=now,no-goal, powers_go_from_left=false"


def test_the_first_line_has_them_in_one_spelling() -> None:
    first = Fold.open(GAMES, opening(readings=CHOSEN)).lines.first
    written = parse_object(first.text)["readings"]
    assert written == {
        "powers_go_from_left": False,
        "accepting_counts_after": ["now", "no-goal"],
        "promise_binds": True,
    }
    assert Fold.open(GAMES, opening(readings=written)).lines.first == first
    assert "readings" not in parse_object(Fold.open(GAMES, opening(readings={})).lines.first.text)


def test_a_replay_of_the_lines_rules_the_same() -> None:
    table = by(rejected(), powers_go_from_left=False)
    match = Replay(GAMES)
    assert [fault for line in lines_of(table) if (fault := match.read(line))] == []
    assert match.opened == table.fold
    table.at(95, "event-undone", line=len(table.fold.lines), judge="Lee", why="not yet")
    assert table.phase == "checking"
    table.check(96, "C", "B", accepted=False)
    assert table.scores["C"] == 2, "folded anew, too"


def test_a_snapshot_comes_back_with_them() -> None:
    table = by(rejected(), powers_go_from_left=False)
    again = thaw(GAMES, freeze(table.fold))
    assert again == table.fold
    assert again.state.rulebook.adjudicating == {"powers_go_from_left": False}


@pytest.mark.parametrize("ruleset", [RULESET, AGLOA])
def test_the_versions_name_what_differs_and_nothing_else(ruleset: str) -> None:
    game = GAMES.get(ruleset)
    plain = {"engine": ENGINE, "rulebook": game.version}
    assert versions_of(game) == versions_of(game, {"promise_binds": True}) == plain
    assert versions_of(game, CHOSEN) == plain | {"readings": IN_WORDS}
    fold = Fold.open(GAMES, opening(ruleset, readings=CHOSEN))
    assert opened_versions(game, fold.lines.first.event) == plain | {"readings": IN_WORDS}


def test_a_recorded_version_with_readings_is_the_present_one() -> None:
    match = Replay(GAMES)
    match.read(opening(readings=CHOSEN, versions=versions_of(GAMES.get(RULESET), CHOSEN)))
    assert match.other_versions is None
    assert "versions" not in (match.result() or {})


def test_the_story_says_it_in_one_line() -> None:
    told = list(story([opening(readings=CHOSEN)], Replay(GAMES)))
    assert told[1:] == [f"           The league reads otherwise: {IN_WORDS}."]
    assert len(list(story([opening(readings={"promise_binds": True})], Replay(GAMES)))) == 1


# --- mistakes


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        (
            {"powers_from_left": True},
            "there is no reading 'powers_from_left' (there are: points_correct_without_paper, ",
        ),
        ({"readings.promise_binds": True}, "there is no reading 'readings.promise_binds' (there are: "),
        ({"seasons": "never"}, "the reading seasons is one of: all, even, odd; not 'never'"),
        ({"lost_goal": "NEXT_PLAYER"}, "the reading lost_goal is one of: judge, void, next-player; not 'NEXT_PLAYER'"),
        ({"points_absent": -7}, "the reading points_absent is one of: -6 to 6; not -7"),
        ({"points_silent_block": 1}, "the reading points_silent_block is one of: -6 to 0; not 1"),
        ({"promise_binds": None}, "the reading promise_binds is one of: true, false; not None"),
        ("seasons=even", "match-started: Expected 'object | null', got 'str' - at 'readings'"),
    ],
)
def test_what_cannot_be_chosen_is_refused_when_the_match_starts(readings: Any, said: str) -> None:
    with pytest.raises(BadRequest) as refused:
        Fold.open(GAMES, opening(readings=readings))
    assert str(refused.value).startswith(said)


def test_a_match_started_without_the_fold_is_refused_too() -> None:
    game = GAMES.get(RULESET)
    with pytest.raises(BadRequest, match="there is no reading 'nonsense'"):
        game.start(game.vocabulary.timed(opening(readings={"nonsense": 1})))
