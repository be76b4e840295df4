"""Names stand apart from the chain: sealed, so that a change shows; and erased, so that nothing is left of them."""

import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.clock import HandClock
from kiosk.journal import Journal, JournalError, JournalReader
from kiosk.names import Named, erase
from kiosk.past import read_last_match
from kiosk.record import Record
from kiosk.scoresheet import scoresheet
from kiosk.verify import verify
from rules.errors import BadRequest
from rules.games import GAMES

START = {"ruleset": "mlag-basic-equations-2018", "division": "middle", "names": ["Zerlinde", "Ben", "Cy"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two matches: Zerlinde plays in both, the second time in another seat."""
    journal = Journal(tmp_path, HandClock())
    for names in (["Zerlinde", "Ben", "Cy"], ["Ann", "Zerlinde", "Cy"]):
        Record(journal, GAMES, HandClock()).begin(START | {"names": names})
    journal.close()
    return tmp_path


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    journal = Journal(folder, HandClock())
    yield journal
    journal.close()


def sql(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "journal.db") as db:
        db.execute(statement)
    db.close()


def places(folder: Path) -> list[tuple[str, str]]:
    return [(fault.place, fault.text) for fault in verify(folder)]


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_no_row_holds_a_name_and_each_match_has_its_own(journal: Journal) -> None:
    assert not [row for row in journal.rows() if "Zerlinde" in row.text]
    assert (journal.names(2), journal.names(4)) == (
        {"A": "Zerlinde", "B": "Ben", "C": "Cy"},
        {"A": "Ann", "B": "Zerlinde", "C": "Cy"},
    )


def test_an_erased_name_is_nowhere_in_the_folder_and_all_else_stays_whole(folder: Path, journal: Journal) -> None:
    assert b"Zerlinde" in everything_in(folder)
    assert [(each.match, each.seat) for each in erase(journal, " zerlinde ")] == [(2, "A"), (4, "B")]
    assert b"Zerlinde" not in everything_in(folder), "also not while the table is open"
    journal.close()
    assert b"Zerlinde" not in everything_in(folder)
    assert verify(folder) == []
    match = read_last_match(folder, GAMES)
    assert match.rows[-1].data == {"note": "names-erased", "seats": [[2, "A"], [4, "B"]]}
    assert match.names == {"A": "Ann", "C": "Cy"}
    assert scoresheet(match, "T").scores.columns[-3:] == ("Ann", "B", "Cy"), "the sheet shows the seat"


def test_in_one_match_alone(folder: Path, journal: Journal) -> None:
    erase(journal, "Zerlinde", match=2)
    assert [each.match for each in journal.named() if each.name == "Zerlinde"] == [4]
    with pytest.raises(BadRequest, match="nobody is called 'Zerlinde' in the match of row 2"):
        erase(journal, "Zerlinde", match=2)


def test_nobody_of_that_name(journal: Journal) -> None:
    seq = journal.seq
    with pytest.raises(BadRequest, match="nobody is called 'Zer' in this journal"):
        erase(journal, "Zer")
    assert journal.seq == seq


def test_while_somebody_reads_a_trace_may_stay_and_that_is_said(folder: Path, journal: Journal) -> None:
    journal.append("table", "note", "{}")
    reader = JournalReader(folder)
    reading = reader.rows()
    next(reading)
    with pytest.raises(JournalError, match="keeps a trace"):
        erase(journal, "Zerlinde")
    reading.close()
    reader.close()
    journal.close()
    assert b"Zerlinde" not in everything_in(folder)
    assert verify(folder) == []


def test_a_name_may_be_corrected_and_the_correction_is_a_row(folder: Path, journal: Journal) -> None:
    erase(journal, "Cy", match=4)
    seq = journal.seq
    journal.name(4, {"C": "Cyrus"})
    assert journal.seq == seq + 1
    assert journal.names(4)["C"] == "Cyrus"
    assert verify(folder) == []


@pytest.mark.parametrize(
    ("statement", "place", "text"),
    [
        (
            "UPDATE name SET name = 'Eve' WHERE match = 2 AND seat = 'B'",
            "seat B, match of row 2",
            "not as it was given",
        ),
        ("UPDATE name SET salt = '' WHERE match = 2 AND seat = 'B'", "seat B, match of row 2", "not as it was given"),
        ("DELETE FROM name WHERE match = 4 AND seat = 'C'", "seat C, match of row 4", "no row says that it was erased"),
        ("INSERT INTO name VALUES (4, 'D', 'Eve', '')", "seat D, match of row 4", "was never given"),
        ("INSERT INTO name VALUES (9, 'A', 'Eve', 'salt')", "seat A, match of row 9", "was never given"),
    ],
)
def test_a_name_that_was_changed_is_found(folder: Path, statement: str, place: str, text: str) -> None:
    assert verify(folder) == []
    sql(folder, statement)
    ((found, why),) = places(folder)
    assert found == f"name of {place}"
    assert text in why


def test_two_names_that_were_swapped_are_found(folder: Path) -> None:
    """With their salts: seat and match are sealed too."""
    sql(folder, "UPDATE name SET seat = CASE seat WHEN 'A' THEN 'x' WHEN 'B' THEN 'A' ELSE seat END WHERE match = 2")
    sql(folder, "UPDATE name SET seat = 'B' WHERE seat = 'x'")
    assert [place for place, _ in places(folder)] == [f"name of seat {seat}, match of row 2" for seat in "AB"]


def test_a_name_that_comes_back_is_found(folder: Path, journal: Journal) -> None:
    (gone, _) = erase(journal, "Zerlinde")
    journal.close()
    sql(folder, f"INSERT INTO name VALUES ({gone.match}, '{gone.seat}', '{gone.name}', '{gone.salt}')")
    assert places(folder) == [("name of seat A, match of row 2", "is there again, though it was erased")]


def test_the_documented_seal() -> None:
    hashed = b'[2,"A","00ff","Ann"]'
    assert Named(2, "A", "Ann", "00ff").seal == hashlib.sha256(hashed).hexdigest()
