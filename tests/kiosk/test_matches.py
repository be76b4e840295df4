"""Matches to be looked at: listed, opened, followed while they are played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kiosk.clock import HandClock
from kiosk.journal import Journal, JournalError
from kiosk.matches import HERE, KEPT, Matches, Shelf
from kiosk.names import erase
from kiosk.past import NoMatch
from kiosk.record import Record
from rules.errors import BadRequest
from rules.events import EventUndone
from rules.games import GAMES
from tests.kiosk.papers import journalled, opened, shake
from tests.kiosk.test_standing import play, write


def of(*folders: Path) -> Matches:
    """This table's matches in the first folder, and those of others."""
    names = (HERE, *(f"other-{number}" for number in range(1, len(folders))))
    return Matches(GAMES, lambda: [Shelf(name, folder, name) for name, folder in zip(names, folders, strict=True)])


def test_a_new_table_has_no_match(tmp_path: Path) -> None:
    matches = of(tmp_path)
    assert matches.listed() == []
    with pytest.raises(NoMatch, match="no match has been played yet"):
        matches.open()


def test_matches_are_listed_the_newest_first_with_names(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0), {"t": 900, "event": "round-time-called"}])
    play(tmp_path, shake(0), names=["Dee", "Eve", "Flo"])
    newest, oldest = of(tmp_path).listed()
    assert (list(newest.names.values()), list(oldest.names.values())) == (["Dee", "Eve", "Flo"], ["Ann", "Ben", "Cy"])
    assert newest.key == f"here.{newest.first}"
    assert oldest.opening["division"] == "junior"
    assert oldest.began.endswith("Z")


def test_a_match_is_opened_by_its_key_and_ends_where_the_next_begins(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0), {"t": 900, "event": "round-time-called"}])
    play(tmp_path, shake(0)[:4], names=["Dee", "Eve", "Flo"])
    matches = of(tmp_path)
    newest, oldest = matches.listed()
    first = matches.open(oldest.key)
    assert first.past.names["A"] == "Ann"
    assert first.past.fold.view.over
    last = matches.open()
    assert last.key == newest.key
    assert last.past.names["A"] == "Dee"
    assert len(last.past.fold.lines) == 5


def test_a_shelf_of_another_table_has_its_own_matches(tmp_path: Path) -> None:
    play(tmp_path / "a", shake(0))
    play(tmp_path / "b", shake(0), names=["Dee", "Eve", "Flo"])
    matches = of(tmp_path / "a", tmp_path / "b")
    here, there = matches.listed()
    assert (here.shelf.name, there.shelf.name) == ("here", "other-1")
    assert matches.open(there.key).past.names["A"] == "Dee"
    assert matches.open(there.key).snapshots.folder == tmp_path / "b" / "snapshots"


@pytest.mark.parametrize(
    "key", ["", "here", "here.0", "here.1", "here.999", "here.12x", "there.2", "../here.2", "here.2 ", "x" * 500]
)
def test_a_key_of_no_match_is_refused_in_words(tmp_path: Path, key: str) -> None:
    play(tmp_path, shake(0))
    with pytest.raises(NoMatch, match="match"):
        of(tmp_path).open(key)


def test_every_row_is_a_step_with_the_match_as_it_stood_then(tmp_path: Path) -> None:
    journalled(tmp_path, [opened("junior"), *shake(0)])
    match = of(tmp_path).open()
    assert [step.row for step in match.steps] == list(match.past.rows)
    phases = [step.view.phase for step in match.steps if step.timed is not None]
    assert phases[:5] == ["shake-over", "rolling", "setting-goal", "moving", "moving"]
    notes = [step for step in match.steps if step.timed is None]
    assert notes
    assert all(step.line == 0 for step in notes)
    assert [step.line for step in match.steps if step.timed] == list(range(1, 12))


def test_what_was_undone_later_had_happened_then(tmp_path: Path) -> None:
    undo = {"t": 45, "event": "event-undone", "line": 5, "judge": "LK", "why": "misread"}
    journalled(tmp_path, [opened("junior"), *shake(0)[:4], undo])
    *_, moved, undone = of(tmp_path).open().steps
    assert isinstance(undone.timed.event if undone.timed else None, EventUndone)
    required = [step.view.mat.to_json()["required"] for step in (moved, undone) if step.view.mat is not None]
    assert required == ["R2", ""]


def test_a_match_is_followed_while_it_is_played_and_folded_once(tmp_path: Path) -> None:
    folded = 0

    @contextmanager
    def reckoning() -> Iterator[None]:
        nonlocal folded
        folded += 1
        yield

    clock = HandClock()
    journal = Journal(tmp_path, clock)
    try:
        record = Record(journal, GAMES, clock)
        record.begin({"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben"]})
        matches = Matches(GAMES, lambda: [Shelf(HERE, tmp_path, "Table 1")], reckoning)
        before = matches.open()
        assert folded == 1
        assert matches.open() is before
        assert folded == 1, "nothing has come since"
        write(record, shake(0)[:2])
        after = matches.open()
        assert folded == 2
        assert len(after.steps) == len(before.steps) + 2
        assert after.steps[: len(before.steps)] == before.steps
        erase(journal, "Ann")
        assert "A" not in matches.open().past.names
    finally:
        journal.close()


def test_a_journal_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    play(tmp_path / "a", shake(0)[:3])
    matches = of(tmp_path / "a")
    assert matches.open().past.names["A"] == "Ann"
    play(tmp_path / "b", shake(0)[:3], names=["Dee", "Eve", "Flo"])
    (tmp_path / "a" / "journal.db").write_bytes((tmp_path / "b" / "journal.db").read_bytes())
    assert matches.open().past.names["A"] == "Dee"


def test_only_so_many_matches_are_kept(tmp_path: Path) -> None:
    for number in range(KEPT + 2):
        play(tmp_path, [*shake(0), {"t": 900, "event": "round-time-called"}], names=["Ann", f"Ben {number}", "Cy"])
    matches = of(tmp_path)
    keys = [listed.key for listed in matches.listed()]
    opened_once = [matches.open(key) for key in keys]
    assert matches.open(keys[-1]) is opened_once[-1]
    assert matches.open(keys[0]) is not opened_once[0]
    assert matches.open(keys[0]) == opened_once[0]


def test_a_row_that_is_no_event_of_the_match_is_named(tmp_path: Path) -> None:
    play(tmp_path, shake(0)[:1])
    journal = Journal(tmp_path, HandClock())
    row = journal.append("test", "event", '{"t":9,"event":"cubes-rolled","resources":"R9"}')
    journal.close()
    with pytest.raises(JournalError, match=f"row {row.seq} cannot be an event"):
        of(tmp_path).open()


def test_a_broken_journal_hides_no_other(tmp_path: Path) -> None:
    play(tmp_path / "a", shake(0))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "journal.db").write_bytes(b"no database at all" * 300)
    matches = of(tmp_path / "a", tmp_path / "b")
    assert [listed.shelf.name for listed in matches.listed()] == ["here"]
    with pytest.raises((JournalError, BadRequest)):
        matches.open("other-1.2")
