"""Pictures kept as evidence."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.errors import BadRequest
from vision.board import Board
from vision.snapshots import ReadBy, SnapshotStore

PICTURE = np.full((48, 64, 3), 90, dtype=np.uint8)
BOARD = Board(goal="G6", problems=("dark",), sure=False)


def test_a_kept_picture_is_named_by_its_bytes_and_has_its_reading(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path / "deep" / "snapshots")
    name = store.keep(PICTURE, BOARD)
    assert hashlib.sha256(store.path(name).read_bytes()).hexdigest() == name
    assert store.path(name) == tmp_path / "deep" / "snapshots" / f"{name}.jpg"
    assert store.reading(name) == BOARD
    assert store.verify(name)
    assert sorted(entry.name for entry in store.folder.iterdir()) == [f"{name}.jpg"]


def test_a_kept_picture_is_still_a_picture(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    kept = cv2.imread(str(store.path(store.keep(PICTURE, BOARD))))
    assert kept is not None
    assert np.abs(kept.astype(int) - PICTURE).max() <= 2


def test_the_same_picture_with_the_same_reading_is_kept_once_and_stays_as_it_was(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    name = store.keep(PICTURE, BOARD)
    written = store.path(name).stat().st_mtime_ns
    assert store.keep(PICTURE, BOARD) == name
    assert store.path(name).stat().st_mtime_ns == written


def test_another_reading_of_the_same_picture_is_other_evidence(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    name, other = store.keep(PICTURE, BOARD), store.keep(PICTURE, Board(goal="G4"))
    assert name != other
    assert (store.reading(name), store.reading(other)) == (BOARD, Board(goal="G4"))


def test_a_reading_too_long_for_its_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="more on this picture"):
        SnapshotStore(tmp_path).keep(PICTURE, Board(problems=("dark",) * 20_000))
    assert list(tmp_path.iterdir()) == []


def test_a_changed_byte_is_noticed_and_a_new_keeping_repairs_it(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    name = store.keep(PICTURE, BOARD)
    data = bytearray(store.path(name).read_bytes())
    data[len(data) // 2] ^= 1
    store.path(name).write_bytes(data)
    assert not store.verify(name)
    store.keep(PICTURE, BOARD)
    assert store.verify(name)


@pytest.mark.parametrize(
    "name", ["", "../../etc/passwd", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", "a" * 60 + "/../"]
)
def test_a_name_that_is_no_hash_is_refused(tmp_path: Path, name: str) -> None:
    store = SnapshotStore(tmp_path)
    for ask in (store.path, store.reading, store.verify):
        with pytest.raises(BadRequest, match="no snapshot"):
            ask(name)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xd8",
        b"\xff\xd8\xff\xe0 a picture of somebody else",
        b"\xff\xd8\xff\xfe\x00\x0ahis words",
        b"\xff\xd8\xff\xfe\x00\x1dtablejudge reading {cubes:",
        b"\xff\xd8\xff\xfe\x00\x17tablejudge reading []",
    ],
)
def test_what_is_not_there_or_not_whole_has_no_reading(tmp_path: Path, content: bytes) -> None:
    store = SnapshotStore(tmp_path)
    assert store.reading("0" * 64) is None
    assert not store.verify("0" * 64)
    store.path("0" * 64).write_bytes(content)
    assert store.reading("0" * 64) is None


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SnapshotStore(tmp_path)

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        store.keep(PICTURE, BOARD)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_is_durable_before_it_appears_and_its_folder_before_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    rename, sync = Path.replace, os.fsync

    def replace(self: Path, target: Path) -> Path:
        steps.append(Path(target).suffix)
        return rename(self, target)

    def fsync(handle: int) -> None:
        synced = Path(f"/proc/self/fd/{handle}").resolve()
        steps.append(synced.name if synced.is_dir() else "file")
        sync(handle)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(os, "fsync", fsync)
    store = SnapshotStore(tmp_path / "snapshots")
    store.keep(PICTURE, BOARD)
    assert steps == [tmp_path.name, "file", ".jpg", "snapshots"]


def test_a_picture_says_who_read_it_and_an_older_one_does_not(tmp_path: Path) -> None:
    older = SnapshotStore(tmp_path).keep(PICTURE, BOARD)
    store = SnapshotStore(tmp_path, ReadBy("net-0123456789ab", "ba9876543210"))
    name = store.keep(PICTURE, BOARD)
    assert name != older
    assert store.who_read(name) == ReadBy("net-0123456789ab", "ba9876543210")
    assert store.who_read(older) == ReadBy()
    assert store.who_read("0" * 64) == ReadBy()
    assert store.reading(name) == store.reading(older) == BOARD
