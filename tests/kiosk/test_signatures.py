"""Signing the scoresheet with initials: asked for, kept with the names, printed, erased, and never in the chain."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.journal import Journal
from kiosk.names import Kind, erase
from kiosk.past import read_last_match
from kiosk.referee import Reply
from kiosk.scoresheet import scoresheet
from kiosk.signatures import LONGEST, set_apart
from kiosk.verify import verify
from rules.errors import BadRequest
from rules.games import GAMES
from tests.kiosk.benches import RefereeBench
from tests.rules.equations.playing import Table

SIGNED = {"event": "scoresheet-signed", "player": "A"}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[RefereeBench]:
    """A match that is over, and nobody has signed."""
    bench = RefereeBench(tmp_path, Table().at(1, "round-time-called").fold)
    yield bench
    bench.close()


def test_who_signs_is_shown_what_and_asked_for_initials(bench: RefereeBench) -> None:
    pads = {
        action["player"]: action["entry"] for action in bench.match["actions"] if action["event"] == SIGNED["event"]
    }
    assert set(pads) == set("ABC")
    assert pads["A"]["label"] == "Ann signs for 0 points and 4 match points: your initials"
    assert (pads["A"]["kind"], pads["A"]["field"], pads["A"]["most"]) == ("keypad", "initials", LONGEST)
    assert "".join(pads["A"]["keys"]) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_the_event_is_that_of_the_contract_and_the_initials_stand_with_the_names(bench: RefereeBench) -> None:
    assert bench.touch(SIGNED | {"initials": "qx"}) == Reply("done")
    assert bench.events()[-1].keys() == {"t", "event", "player"}
    assert not [row for row in bench.journal.rows() if "QX" in row.text], "no row holds them"
    assert bench.journal.names(bench.record.match, Kind.INITIALS) == {"A": "QX"}
    assert bench.journal.names(bench.record.match) == {"A": "Ann", "B": "Ben", "C": "Cy"}
    assert (bench.match["signed"], bench.match["initials"]) == (["A"], {"A": "QX"})
    assert verify(bench.folder) == []


def test_they_are_there_after_a_restart_and_on_the_sheet(bench: RefereeBench) -> None:
    bench.touch(SIGNED | {"initials": "QX"})
    bench.touch({"event": "scoresheet-signed", "player": "B"})
    bench.close()
    bench.open()
    assert bench.match["initials"] == {"A": "QX"}
    sheet = scoresheet(read_last_match(bench.folder, GAMES), "T")
    assert sheet.signatures == (
        ("Ann", "QX, signed on the screen"),
        ("Ben", "signed on the screen"),
        ("Cy", ""),
        ("Judge", ""),
    )


def test_a_refused_signature_keeps_nothing(bench: RefereeBench) -> None:
    bench.touch(SIGNED | {"initials": "QX"})
    reply = bench.touch(SIGNED | {"initials": "ZZ"})
    assert isinstance(reply, Reply)
    assert reply.status == "refused"
    assert bench.journal.names(bench.record.match, Kind.INITIALS) == {"A": "QX"}
    assert bench.match["initials"] == {"A": "QX"}


@pytest.mark.parametrize("typed", ["", " ", "ABCDE", "A1", "A B", 7, ["A"]])
def test_what_are_no_initials(bench: RefereeBench, typed: object) -> None:
    reply = bench.touch(SIGNED | {"initials": typed})
    assert isinstance(reply, BadRequest)
    assert "1 to 4 letters" in str(reply)
    assert bench.match["signed"] == []


def test_letters_of_any_name(bench: RefereeBench) -> None:
    bench.touch(SIGNED | {"initials": " øß "})
    assert bench.match["initials"] == {"A": "ØSS"}


def test_nothing_is_set_apart_of_what_signs_nothing() -> None:
    charge = {"event": "judge-warned", "player": "A", "initials": "QX"}
    assert set_apart(charge) == (charge, {})
    assert set_apart(SIGNED) == (SIGNED, {})


def test_they_are_erased_with_the_name(bench: RefereeBench) -> None:
    bench.touch(SIGNED | {"initials": "QX"})
    bench.touch({"event": "scoresheet-signed", "player": "B", "initials": "B"})
    with pytest.raises(BadRequest, match="nobody is called"):
        erase(bench.journal, "QX")
    erase(bench.journal, "Ann")
    bench.close()
    assert b"QX" not in (bench.folder / "journal.db").read_bytes()
    match = read_last_match(bench.folder, GAMES)
    assert match.initials == {"B": "B"}
    assert scoresheet(match, "T").signatures[0] == ("A", "signed on the screen")
    assert verify(bench.folder) == []


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("UPDATE initials SET initials = 'ZZ'", "is not as it was given"),
        ("UPDATE initials SET salt = ''", "is not as it was given"),
        ("DELETE FROM initials", "is missing, and no row says that it was erased"),
        ("INSERT INTO initials VALUES (2, 'C', 'CC', '')", "was never given"),
    ],
)
def test_initials_that_were_changed_are_found(bench: RefereeBench, statement: str, text: str) -> None:
    bench.touch(SIGNED | {"initials": "QX"})
    bench.close()
    with sqlite3.connect(bench.folder / "journal.db") as db:
        db.execute(statement)
    db.close()
    ((fault),) = verify(bench.folder)
    assert (fault.place.split(",")[0][:-1], fault.text) == ("initials of seat ", text)


def test_a_journal_that_has_no_room_for_them_yet_gets_it(bench: RefereeBench) -> None:
    """As the version before left it: names with salts, and no initials."""
    bench.close()
    with sqlite3.connect(bench.folder / "journal.db") as db:
        db.execute("DROP TABLE initials")
        db.execute("PRAGMA user_version = 3")
    db.close()
    assert verify(bench.folder) == []
    assert read_last_match(bench.folder, GAMES).initials == {}
    Journal(bench.folder, bench.clock).close()
    bench.open()
    assert bench.touch(SIGNED | {"initials": "QX"}) == Reply("done")
    assert verify(bench.folder) == []
