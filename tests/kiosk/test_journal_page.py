"""docs/journal.md is enough: a journal is checked by a program that has nothing of ours but that page."""

import hashlib
import json
import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.demo import play_match, play_shake
from kiosk.head import PAGE
from kiosk.headless import HeadlessTable
from kiosk.journal import Row
from rules.games import GAMES
from tests.repo.project import ROOT

TEXT = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def quoted(text: str) -> str:
    """A JSON string as the page describes it, by hand."""
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
    return '"' + "".join(short.get(c, f"\\u{ord(c):04x}" if c < " " else c) for c in text) + '"'


def hashed(columns: tuple[object, ...]) -> bytes:
    """Which bytes of a row are hashed: numbers, then strings, `snapshots` as it is stored."""
    seq, mono_us, wall, boot, actor, kind, body, snapshots, rulings, before = columns
    parts = [str(seq), str(mono_us), *(quoted(str(text)) for text in (wall, boot, actor, kind, body))]
    return f"[{','.join([*parts, str(snapshots), quoted(str(rulings)), quoted(str(before))])}]".encode()


def check(folder: Path) -> tuple[int, str]:
    """The last row and its hash, of a journal that was closed in order and is whole."""
    db = sqlite3.connect(folder / "journal.db")
    columns = "seq, mono_us, wall, boot, actor, kind, body, snapshots, rulings, before, hash"
    count, last = 0, "0" * 64
    seals: dict[tuple[str, int, str], str] = {}
    for *row, digest in db.execute(f"SELECT {columns} FROM row ORDER BY seq"):
        count += 1
        assert row[0] == count
        assert row[9] == last
        last = sha(hashed(tuple(row)))
        assert digest == last
        for snapshot in json.loads(row[7]):
            picture = (folder / "snapshots" / f"{snapshot}.jpg").read_bytes()
            assert sha(picture) == snapshot
            reading = re.match(rb"\xff\xd8\xff\xfe(..)tablejudge reading ", picture, flags=re.DOTALL)
            assert reading is not None
            assert "cubes" in json.loads(picture[reading.end() : 4 + int.from_bytes(reading[1])])
        note = json.loads(row[6])
        if note.get("note") in ("names", "initials"):
            seals |= {(note["note"], note["match"], seat): seal for seat, seal in note["seals"].items()}
    for kind, table, column in (("names", "name", "name"), ("initials", "initials", "initials")):
        for match, seat, salt, text in db.execute(f"SELECT match, seat, salt, {column} FROM {table}"):
            parts = [str(match), quoted(seat), quoted(salt), quoted(text)]
            assert seals.pop((kind, match, seat)) == sha(f"[{','.join(parts)}]".encode())
    db.close()
    assert seals == {}
    head = (folder / "journal.head").read_bytes()
    assert len(head) == 2 * 4096
    for line, word in ((head[:4096], "closed"), (head[4096:], "announced")):
        text = f"{count} {last} {word}"
        assert line == f"{text} {sha(text.encode())[:16]}".ljust(4095).encode() + b"\n"
    return count, last


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    table = HeadlessTable(folder, GAMES)
    play_match(table, [play_shake])
    table.close()
    return folder


def test_a_journal_is_checked_by_the_page_alone(played: Path) -> None:
    count, last = check(played)
    assert count >= 20
    assert (played / "journal.head").read_text().startswith(f"{count} {last} closed ")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE row SET body = body || ' ' WHERE seq = 9",
        "UPDATE row SET snapshots = '[ ]' WHERE snapshots = '[]'",
        "DELETE FROM row WHERE seq = (SELECT max(seq) FROM row)",
        "UPDATE name SET name = 'Eve'",
        "UPDATE initials SET initials = 'E'",
    ],
)
def test_and_so_is_one_that_was_changed(played: Path, tmp_path: Path, statement: str) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in played.iterdir():
        (copy / path.name).symlink_to(path) if path.is_dir() else (copy / path.name).write_bytes(path.read_bytes())
    db = sqlite3.connect(copy / "journal.db")
    for guard in ("row_is_final", "row_stays"):
        db.execute(f"DROP TRIGGER {guard}")
    assert db.execute(statement).rowcount
    db.commit()
    db.close()
    with pytest.raises(AssertionError):
        check(copy)


def test_the_examples_on_the_page() -> None:
    (row, seal) = re.findall(r"^    (\[.*\])$", TEXT, flags=re.MULTILINE)
    (digest,) = re.findall(r"^    ([0-9a-f]{64})$", TEXT, flags=re.MULTILINE)
    assert sha(row.encode()) == digest
    columns = json.loads(row)
    columns[7] = json.dumps(columns[7])
    assert hashed(tuple(columns)) == row.encode()
    assert json.loads(seal) == [2, "A", "00ff", "Ann"]


@given(st.lists(st.text(), min_size=7, max_size=7), st.integers(1, 2**53), st.lists(st.text(), max_size=3))
def test_whatever_stands_in_a_row_both_hash_the_same_bytes(texts: list[str], number: int, snapshots: list[str]) -> None:
    wall, boot, actor, kind, body, rulings, before = texts
    row = Row(number, number, wall, boot, actor, kind, body, tuple(snapshots), rulings, before, "")
    assert hashed(row.columns[:-1]) == row.hashed


def test_the_page_knows_the_size_of_a_line() -> None:
    assert f"two lines of {PAGE} bytes each" in TEXT
