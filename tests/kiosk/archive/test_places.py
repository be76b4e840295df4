"""Taking archives in: the same match, verified, beside our own; whole or not there; taken away again."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from kiosk.archive import places
from kiosk.archive.places import IMPORTED, about_shelf, imported, remove
from kiosk.archive.refusals import ArchiveRefused
from kiosk.archive.write import Wanted, write_archive
from kiosk.clock import HandClock
from kiosk.journal import Journal, JournalError
from kiosk.past import NoMatch
from kiosk.verify import Printed, examine, verify
from rules.games import GAMES
from tests.kiosk.archive.made import bring, check, matches_of, quiet, settings_of


def refused(code: str, content: bytes, folder: Path, **options: str) -> str:
    with pytest.raises(ArchiveRefused) as caught:
        bring(content, folder, **options)
    assert caught.value.code == code
    return str(caught.value)


def test_a_match_is_the_same_at_another_table(table: Path, good: bytes, second: int, tmp_path: Path) -> None:
    taken = bring(good, tmp_path)
    assert verify(taken.shelf.folder) == []
    here, there = matches_of(table).open(f"here.{second}"), matches_of(tmp_path).open(*taken.keys)
    assert there.past == here.past
    assert there.past.fold.view == here.past.fold.view
    assert [(step.row, step.line, step.view) for step in there.steps] == [
        (step.row, step.line, step.view) for step in here.steps
    ]
    for row in there.past.rows:
        for snapshot in row.snapshots:
            assert there.snapshots.verify(snapshot)
            assert there.snapshots.reading(snapshot) == here.snapshots.reading(snapshot)
    assert [each.key for each in matches_of(tmp_path).listed()] == list(taken.keys)


def test_a_whole_journal_is_too(table: Path, whole: bytes, tmp_path: Path) -> None:
    taken = bring(whole, tmp_path)
    assert verify(taken.shelf.folder) == []
    ours, theirs = matches_of(table), matches_of(tmp_path)
    assert len(taken.keys) == 3
    for key in taken.keys:
        assert theirs.open(key).past == ours.open(f"here.{key.rpartition('.')[2]}").past


def test_what_was_imported_can_be_exported_again_byte_for_byte(whole: bytes, tmp_path: Path) -> None:
    import msgspec

    taken = bring(whole, tmp_path)
    told = msgspec.json.decode((taken.shelf.folder / "settings.json").read_bytes())
    write_archive(Wanted(taken.shelf.folder, None, "Table 7", told), tmp_path / "again.zip", GAMES, progress=quiet)
    assert (tmp_path / "again.zip").read_bytes() == whole


def test_what_is_known_of_it(good: bytes, tmp_path: Path, second: int) -> None:
    taken = bring(good, tmp_path)
    about, manifest = about_shelf(taken.shelf), check(good).manifest
    assert about is not None
    assert (about.table, about.first, about.head) == ("Table 7", second - 1, manifest.head)
    assert about.signer == taken.checked.signer
    assert taken.shelf.name == f"table-7-{second - 1}-{manifest.identity[:12]}"


def test_a_change_shows_there_as_well(good: bytes, tmp_path: Path) -> None:
    folder = bring(good, tmp_path).shelf.folder
    report = examine(folder)
    assert (report.faults, report.head) == ((), check(good).manifest.head)
    assert "Table 7" in report.remarks[0]
    picture = next((folder / "snapshots").iterdir())
    picture.write_bytes(picture.read_bytes()[:-1])
    assert [fault.text for fault in verify(folder)] == ["is not as it was taken: its hash differs"]


def test_a_print_from_before_the_match_is_about_something_else(good: bytes, tmp_path: Path) -> None:
    folder = bring(good, tmp_path).shelf.folder
    (fault,) = examine(folder, [Printed(1, "0" * 12)]).faults
    assert "the print is about what came before" in fault.text


def test_the_same_archive_twice_is_told_so(good: bytes, tmp_path: Path) -> None:
    name = bring(good, tmp_path).shelf.name
    assert refused("already-here", good, tmp_path) == f"this archive is here already, as {name}"
    assert [shelf.name for shelf in imported(tmp_path)] == [name]


def test_no_table_writes_to_an_archive(good: bytes, tmp_path: Path) -> None:
    folder = bring(good, tmp_path).shelf.folder
    with pytest.raises(JournalError, match="holds an archive that was imported"):
        Journal(folder, HandClock())


def test_a_signature_can_be_asked_for(good: bytes, whole: bytes, tmp_path: Path) -> None:
    from kiosk.archive.signing import fingerprint

    refused("other-signer", whole, tmp_path, signer="0" * 32)
    refused("other-signer", good, tmp_path, signer="0" * 32)
    signer = check(good).signer
    assert signer is not None
    bring(good, tmp_path, signer=fingerprint(signer).upper())


def test_one_at_a_time(good: bytes, tmp_path: Path) -> None:
    class Meanwhile(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if not codes:
                codes.append("")
                codes[0] = refused("busy", good, tmp_path)
            return super().read(size)

    codes: list[str] = []
    places.take_in(Meanwhile(good), tmp_path, GAMES, HandClock().wall(), progress=quiet)
    assert codes == ["another archive is being taken in just now"]


def test_a_source_that_breaks_leaves_nothing(good: bytes, tmp_path: Path) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell() > len(good) // 2:
                raise OSError("gone")
            return super().read(size)

    with pytest.raises(OSError, match="gone"):
        places.take_in(Broken(good), tmp_path, GAMES, HandClock().wall(), progress=quiet)
    assert [path.name for path in (tmp_path / IMPORTED).iterdir()] == [".lock"]


def test_what_a_power_cut_left_is_cleared_away(good: bytes, tmp_path: Path) -> None:
    left = tmp_path / IMPORTED / ".incoming-x"
    left.mkdir(parents=True)
    (left / "journal.db").write_text("half")
    assert imported(tmp_path) == ()
    bring(good, tmp_path)
    assert not left.exists()


def test_no_room(good: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "RESERVE", 1 << 60)
    assert "there is no room for 1 MB" in refused("no-room", good, tmp_path)


def test_an_archive_is_taken_away_with_all_its_names(good: bytes, tmp_path: Path) -> None:
    name = bring(good, tmp_path).shelf.name
    for wrong in ("", "..", "../x", "nobody", ".lock", name.upper()):
        with pytest.raises(NoMatch):
            remove(tmp_path, wrong)
    remove(tmp_path, name)
    assert imported(tmp_path) == ()
    assert [path.name for path in (tmp_path / IMPORTED).iterdir()] == [".lock"]
    bring(good, tmp_path)


def test_an_archive_that_cannot_be_read_hides_no_other(good: bytes, tmp_path: Path) -> None:
    name = bring(good, tmp_path).shelf.name
    shutil.copytree(tmp_path / IMPORTED / name, tmp_path / IMPORTED / "broken")
    (tmp_path / IMPORTED / "broken" / "archive.json").write_text("{")
    assert [shelf.name for shelf in imported(tmp_path)] == [name]
    assert settings_of(tmp_path).table.name == "Table 7"
