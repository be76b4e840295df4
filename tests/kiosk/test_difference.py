"""What differs between two journals: by the chain, and by what happened."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from kiosk import difference
from kiosk.clock import HandClock
from kiosk.difference import Comparison, as_json, as_text, compare, read_content
from kiosk.journal import Journal
from rules.games import GAMES
from tests.kiosk.archive.made import archive, play, quiet
from tests.kiosk.papers import shake


def between(a: Path, b: Path) -> Comparison:
    return compare(*(read_content(path, GAMES, quiet) for path in (a, b)))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    play(tmp_path / "a")
    return tmp_path / "a"


def changed(table: Path, statement: str) -> Path:
    """A copy in which somebody has written to the database."""
    copy = table.parent / "b"
    shutil.copytree(table, copy)
    db = sqlite3.connect(copy / "journal.db")
    for guard in ("row_is_final", "row_stays", "row_follows"):
        db.execute(f"DROP TRIGGER {guard}")
    assert db.execute(statement).rowcount
    db.commit()
    db.close()
    return copy


def test_a_journal_and_its_archives_are_the_same(table: Path, tmp_path: Path) -> None:
    play(table, names=["Dee", "Eve"], lines=[], shade=50)
    archive(table, tmp_path / "whole.zip", whole=True)
    archive(table, tmp_path / "match.zip", "here.2", names=False)
    assert between(table, tmp_path / "whole.zip").same
    found = between(table, tmp_path / "match.zip")
    assert found.same
    assert any("holds one match" in remark for remark in found.remarks)
    assert any("holds no names" in remark for remark in found.remarks)
    assert list(as_text(found))[-1] == "They are the same."


def test_another_ruling_shows_where_it_was_given(table: Path) -> None:
    found = between(
        table, changed(table, 'UPDATE row SET rulings = \'[{"code":"void","refuses":true}]\' WHERE seq = 6')
    )
    assert (found.first, found.columns()) == (6, ("rulings",))
    assert [pair.a.seq for pair in found.rulings] == [6]
    assert "Other rulings (1):" in list(as_text(found))


def test_other_snapshots_actors_and_names(table: Path) -> None:
    copy = changed(table, "UPDATE row SET snapshots = '[]', actor = 'Eve' WHERE snapshots <> '[]'")
    db = sqlite3.connect(copy / "journal.db")
    db.execute("UPDATE name SET name = 'Eve' WHERE seat = 'B'")
    db.commit()
    db.close()
    found = between(table, copy)
    assert found.snapshots == found.actors != ()
    assert [(each.seat, each.names) for each in found.names] == [("B", ("Ben", "Eve"))]
    told = as_json(found)
    assert told["names"] == [{"kind": "name", "rows": (2, 2), "seat": "B", "a": "Ben", "b": "Eve"}]
    assert "  match of row 2, seat B: Ben / Eve" in list(as_text(found))


def test_rows_that_only_one_has(table: Path) -> None:
    copy = changed(table, "DELETE FROM row WHERE seq IN (5, 7)")
    found = between(table, copy)
    assert [row.seq for row in found.only_a] == [5, 7]
    assert (found.only_b, found.first) == ((), 5)
    assert [row.seq for row in between(copy, table).only_b] == [5, 7]


def test_a_journal_that_went_on(table: Path) -> None:
    copy = table.parent / "b"
    shutil.copytree(table, copy)
    journal = Journal(copy, HandClock())
    journal.append("test", "note", '{"note":"part","part":"camera","text":"\\u001b[2J"}')
    journal.close()
    found = between(table, copy)
    assert f"The first row that only B has is row {found.first}." in list(as_text(found))
    assert all("\x1b" not in line for line in as_text(found))


def test_the_same_match_played_again_at_another_table(table: Path) -> None:
    other = table.parent / "other"
    play(other, lines=[{"t": 0, "event": "judge-called"}])
    play(other, lines=None)
    found = between(table, other)
    assert found.first == 1
    assert found.rulings == found.names == ()
    assert found.only_a == ()


def test_long_lists_are_cut(table: Path) -> None:
    play(table.parent / "other", lines=shake(0)[:1])
    play(table, lines=[{"t": at, "event": "judge-called"} for at in range(30)], shade=60)
    lines = list(as_text(between(table, table.parent / "other")))
    assert any("more (--json lists them all)" in line for line in lines)


def test_what_is_too_long_to_be_searched_is_compared_from_both_ends(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difference, "LONGEST_SEARCH", 3)
    found = between(table, changed(table, "DELETE FROM row WHERE seq = 5"))
    assert [row.seq for row in found.only_a] == [5]
    assert found.only_b == ()
