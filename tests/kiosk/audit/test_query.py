"""What can be asked of the audit: which matches, which lines, in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.audit.lines import RESULTS
from kiosk.audit.query import MOST_VALUES, SORTS, Query, ask
from kiosk.past import NoMatch
from rules.errors import BadRequest
from tests.kiosk.audit.stories import eventful
from tests.kiosk.audit.written import shelved, write
from tests.kiosk.papers import opened, shake


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, [opened(), *shake(0), {"t": 900, "event": "round-time-called"}], eventful())
    return tmp_path


def test_the_last_match_another_one_and_all_of_them(folder: Path) -> None:
    matches = shelved(folder)
    newest, oldest = matches.listed()
    assert [each.key for each in ask(matches, Query()).matches] == [newest.key]
    assert [each.key for each in ask(matches, Query(match=oldest.key)).matches] == [oldest.key]
    told: list[tuple[int, int]] = []
    day = ask(matches, Query(match="here"), lambda done, of: told.append((done, of)))
    assert [each.key for each in day.matches] == [oldest.key, newest.key]
    assert {line.match for line in day.lines} == {oldest.key, newest.key}
    assert told == [(0, 2), (1, 2)]


@pytest.mark.parametrize("key", ["here.1", "there.2", "there", "here.x"])
def test_a_match_that_is_not_there(folder: Path, key: str) -> None:
    with pytest.raises(NoMatch):
        ask(shelved(folder), Query(match=key))


def test_a_table_without_a_match(tmp_path: Path) -> None:
    with pytest.raises(NoMatch, match="no match has been played yet"):
        ask(shelved(tmp_path), Query(match="here"))


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ({"player": ["Cy"]}, {3, 9, 10, 12}),
        ({"player": ["B"]}, {2, 6, 8, 11}),
        ({"task": ["task-turn"]}, {3, 5}),
        ({"task": ["none"]}, {12}),
        ({"status": ["applied"]}, {2, 12}),
        ({"status": ["refused", "pending"]}, {10, 11}),
        ({"status": ["any"]}, {2, 10, 11, 12}),
        ({"status": ["none"], "shake": ["2"]}, set()),
        ({"judge": ["LK"]}, {2, 12}),
        ({"judge": ["BE"], "shake": ["2"]}, {10}),
        ({"shake": ["2"]}, {10, 11, 12}),
    ],
)
def test_filters(folder: Path, asked: dict[str, list[str]], places: set[int]) -> None:
    query = Query.parse(asked)
    assert query.narrowed
    assert Query.parse(_grouped(query.pairs)) == query
    assert {line.place for line in ask(shelved(folder), query).lines} == places


def _grouped(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    names = dict.fromkeys(name for name, _ in pairs)
    return {name: [value for key, value in pairs if key == name] for name in names}


@pytest.mark.parametrize("sort", SORTS)
def test_lines_are_put_in_order(folder: Path, sort: str) -> None:
    up, down = (ask(shelved(folder), Query.parse({"sort": [name]})).lines for name in (sort, f"-{sort}"))
    keys = [SORTS[sort](line) for line in up]
    assert keys == sorted(keys)
    assert [SORTS[sort](line) for line in down] == sorted(keys, reverse=True)
    assert len(set(keys)) > 1


@pytest.mark.parametrize(
    "asked",
    [
        {"status": ["lost"]},
        {"sort": ["colour"]},
        {"shake": ["one"]},
        {"shake": ["²"]},
        {"player": list(map(str, range(99)))},
    ],
)
def test_what_cannot_be_asked(asked: dict[str, list[str]]) -> None:
    assert MOST_VALUES < 99
    with pytest.raises(BadRequest):
        Query.parse(asked)


def test_what_there_is_to_choose_from(folder: Path) -> None:
    choices = ask(shelved(folder), Query(status=("refused",))).choices
    assert (choices.player, choices.judge, choices.shake) == (("Ann", "Ben", "Cy"), ("BE", "LK"), (1, 2))
    assert choices.status == ("applied", "pending", "refused")
    assert ("task-turn", "Turn") in choices.task
    assert choices.task[-1][0] == "none"
    assert {line.result for line in ask(shelved(folder), Query()).lines if line.result} <= set(RESULTS)
