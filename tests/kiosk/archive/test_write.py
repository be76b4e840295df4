"""Writing archives: the same bytes for the same content, whole or not there, also while a table writes."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from kiosk.archive import write
from kiosk.archive.manifest import MATCH, Manifest
from kiosk.clock import HandClock
from kiosk.evidence import SNAPSHOTS
from kiosk.journal import Journal, JournalError
from kiosk.names import erase
from kiosk.past import NoMatch
from rules.games import GAMES
from tests.kiosk.archive.made import archive, archive_bytes, check, matches_of, play, settings_of
from tests.kiosk.archive.made import quiet as silent


def test_the_same_content_gives_the_same_bytes(table: Path, tmp_path: Path, second: int) -> None:
    shutil.copytree(table, tmp_path / "copy")
    one = archive_bytes(table, tmp_path / "one.zip", second)
    assert archive_bytes(table, tmp_path / "two.zip", second) == one
    assert archive_bytes(tmp_path / "copy", tmp_path / "three.zip", second) == one


def test_any_program_can_unpack_it(good: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(good)) as unpacked:
        assert unpacked.testzip() is None
        assert unpacked.namelist()[:5] == [
            "manifest.json",
            "signature.json",
            "rows.jsonl",
            "settings.json",
            "names.json",
        ]
        assert {entry.compress_type for entry in unpacked.infolist()} == {zipfile.ZIP_STORED}


def test_a_match_is_its_stretch_of_the_chain_with_the_seals_of_its_names(table: Path, good: bytes, second: int) -> None:
    manifest = check(good).manifest
    rows = matches_of(table).open(f"here.{second}").past.rows
    assert (manifest.what, manifest.matches) == (MATCH, (second,))
    assert (manifest.first, manifest.last) == (second - 1, rows[-1].seq)
    assert manifest.head == rows[-1].hash
    assert manifest.before != "0" * 64


def test_a_whole_journal_begins_at_the_beginning(whole: bytes) -> None:
    manifest = check(whole).manifest
    assert (manifest.first, manifest.before, len(manifest.matches)) == (1, "0" * 64, 3)


def test_nothing_of_the_machine_is_told(table: Path, tmp_path: Path) -> None:
    archive(table, tmp_path / "x.zip")
    content = (tmp_path / "x.zip").read_bytes()
    assert str(table).encode() not in content
    assert b"127.0.0.1" not in content


def test_names_can_be_left_out(table: Path, tmp_path: Path) -> None:
    manifest = archive(table, tmp_path / "x.zip", names=False)
    content = (tmp_path / "x.zip").read_bytes()
    assert manifest.names == "left-out"
    for name in (b"Ann", b"Ben 2", b"Cy", b'"AX"'):
        assert name not in content
    assert list(check(content).remarks()) == ["names were left out"]


def test_a_name_that_was_erased_is_in_no_archive(tmp_path: Path) -> None:
    play(tmp_path / "t")
    play(tmp_path / "t", names=["Dee", "Eve"], lines=[])
    journal = Journal(tmp_path / "t", HandClock())
    erase(journal, "Ann")
    journal.close()
    first = matches_of(tmp_path / "t").listed()[1].key
    archive(tmp_path / "t", tmp_path / "x.zip", first)
    content = (tmp_path / "x.zip").read_bytes()
    check(content)
    assert b'"Ann"' not in content
    assert b'"Ben"' in content


def test_evidence_that_is_missing_or_changed_is_told_and_left_out(table: Path, tmp_path: Path) -> None:
    shutil.copytree(table, tmp_path / "copy")
    first, other, *_ = sorted((tmp_path / "copy" / SNAPSHOTS).iterdir())
    first.unlink()
    other.write_bytes(other.read_bytes() + b"x")
    frame = next((tmp_path / "copy" / "clips").glob("*.jpg"))
    frame.unlink()
    manifest = archive(tmp_path / "copy", tmp_path / "x.zip", whole=True)
    assert {first.stem, other.stem} < set(manifest.missing)
    assert len(manifest.missing) == 3
    assert frame.name not in {Path(file.name).name for file in manifest.files}
    assert check((tmp_path / "x.zip").read_bytes()).manifest == manifest


def test_a_changed_journal_is_not_archived(table: Path, tmp_path: Path) -> None:
    import sqlite3

    shutil.copytree(table, tmp_path / "copy")
    db = sqlite3.connect(tmp_path / "copy" / "journal.db")
    db.execute("DROP TRIGGER row_is_final")
    db.execute("UPDATE row SET actor = 'Eve' WHERE seq = 9")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="row 9 is not as it was written"):
        archive(tmp_path / "copy", tmp_path / "x.zip", whole=True)
    assert list(tmp_path.glob("*.zip")) == list(tmp_path.glob(".*")) == []


def test_what_another_table_would_refuse_is_not_handed_out(tmp_path: Path) -> None:
    play(tmp_path / "t", lines=[])
    journal = Journal(tmp_path / "t", HandClock())
    journal.append("test", "event", '{"t":9,"event":"cubes-rolled","resources":"R9"}')
    journal.close()
    with pytest.raises(JournalError, match="another table would refuse it: row 3 cannot be an event"):
        archive(tmp_path / "t", tmp_path / "x.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_no_file_is_replaced(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_text("mine")
    with pytest.raises(JournalError, match="is there already"):
        archive(table, path)
    assert path.read_text() == "mine"


def test_a_disk_that_is_full_gets_nothing(table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "RESERVE", 1 << 60)
    with pytest.raises(JournalError, match="there is no room for 1 MB"):
        archive(table, tmp_path / "x.zip")
    assert list(tmp_path.iterdir()) == []


def test_a_journal_without_rows_or_that_match(table: Path, tmp_path: Path) -> None:
    with pytest.raises(NoMatch, match="no match begins with row 1 "):
        archive(table, tmp_path / "x.zip", "here.1")
    with pytest.raises(NoMatch, match="no match begins with row 999"):
        archive(table, tmp_path / "x.zip", "here.999")
    Journal(tmp_path / "empty", HandClock()).close()
    with pytest.raises(NoMatch, match="there are no rows to archive"):
        archive(tmp_path / "empty", tmp_path / "x.zip", whole=True)


def test_a_table_that_runs_can_be_archived_at_any_moment(tmp_path: Path) -> None:
    """A row written between the rows and the names, or after both, does no harm."""
    folder = tmp_path / "t"
    play(folder)
    journal = Journal(folder, HandClock())
    manifests: list[Manifest] = []

    def growing(done: int, total: int) -> None:
        journal.append("test", "note", '{"note":"part","part":"camera","text":null}')

    try:
        for number in range(3):
            wanted = write.Wanted(folder, 2, "Table 7", {"table": {"name": "Table 7"}})
            manifests.append(write.write_archive(wanted, tmp_path / f"{number}.zip", GAMES, progress=growing))
            check((tmp_path / f"{number}.zip").read_bytes())
    finally:
        journal.close()
    assert [m.last for m in manifests] == sorted(m.last for m in manifests)
    assert manifests[0].last < manifests[-1].last


def test_it_says_how_far_it_has_come(table: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    from kiosk.archive.wanted import wanted_of

    wanted = wanted_of(settings_of(table), matches_of(table), None, whole=True, names=True, sign=False)
    write.write_archive(wanted, tmp_path / "x.zip", GAMES, progress=lambda *at: told.append(at))
    silent(0, 0)
    shares = [done / total for done, total in told]
    assert shares[0] < 0.6
    assert shares[-1] == pytest.approx(1, abs=0.1)
    assert len(shares) > 20
