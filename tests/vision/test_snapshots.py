"""Pictures kept as evidence."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from rules.errors import BadRequest
from vision.board import Board
from vision.snapshots import SnapshotStore

PICTURE = np.full((48, 64, 3), 90, dtype=np.uint8)
BOARD = Board(goal="G6", problems=("dark",), sure=False)


def test_a_kept_picture_is_named_by_its_bytes_and_has_its_reading(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path / "deep" / "snapshots")
    name = store.keep(PICTURE, BOARD)
    assert hashlib.sha256(store.path(name).read_bytes()).hexdigest() == name
    assert store.path(name) == tmp_path / "deep" / "snapshots" / f"{name}.jpg"
    assert store.reading(name) == BOARD
    assert store.verify(name)
    assert sorted(entry.name for entry in store.folder.iterdir()) == [f"{name}.jpg", f"{name}.json"]


def test_the_same_picture_is_kept_once_and_stays_as_it_was(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    name = store.keep(PICTURE, BOARD)
    written = store.path(name).stat().st_mtime_ns
    assert store.keep(PICTURE, Board(goal="G4")) == name
    assert store.reading(name) == BOARD
    assert store.path(name).stat().st_mtime_ns == written


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


def test_what_is_not_there_or_not_whole_has_no_reading(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    assert store.reading("0" * 64) is None
    assert not store.verify("0" * 64)
    (tmp_path / f"{'0' * 64}.json").write_text('{"cubes": ')
    assert store.reading("0" * 64) is None


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SnapshotStore(tmp_path)

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        store.keep(PICTURE, BOARD)
    assert list(tmp_path.iterdir()) == []


def test_the_reading_is_durable_before_the_picture_appears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SnapshotStore(tmp_path)
    steps: list[str] = []
    rename, sync = Path.replace, os.fsync

    def replace(self: Path, target: Path) -> Path:
        steps.append(Path(target).suffix)
        return rename(self, target)

    def fsync(handle: int) -> None:
        steps.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file")  # noqa: PTH112
        sync(handle)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(os, "fsync", fsync)
    store.keep(PICTURE, BOARD)
    assert steps == ["file", ".json", "folder", "file", ".jpg", "folder"]
