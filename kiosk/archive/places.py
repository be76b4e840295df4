"""Archives that were taken in: folders under `imported/`, each like a data folder, that only this module writes.

Everything is checked while it is written into a folder that nobody looks at. Only when the archive is whole does that
folder get its name; whatever happens before, nothing of it stays.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from kiosk.archive.about import ABOUT, About, read_about
from kiosk.archive.check import Checked, Progress, read_archive
from kiosk.archive.manifest import MANIFEST, SETTINGS, SIGNATURE, Manifest
from kiosk.archive.refusals import ArchiveRefused, Why
from kiosk.archive.write import MB, RESERVE
from kiosk.archive.zip_form import Source
from kiosk.evidence import CLIPS, SNAPSHOTS
from kiosk.head import HeadFile, sync_folder
from kiosk.journal import Row, keep_names, keep_rows, wall_text
from kiosk.matches import Shelf
from kiosk.migrations import first_tables, migrate
from kiosk.names import Named
from kiosk.past import NoMatch
from rules.registry import Games

IMPORTED = "imported"
#: Beginnings that nobody finished; a name that cannot be a shelf's.
_DRAFT = ".incoming-"
_PLAIN = (MANIFEST, SIGNATURE, SETTINGS)
#: Rows are put into the database so many at a time.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Taken:
    """An archive that has a place now."""

    shelf: Shelf
    checked: Checked

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its matches."""
        return tuple(f"{self.shelf.name}.{row}" for row in self.checked.manifest.matches)


def shelf_name(manifest: Manifest) -> str:
    """What the archive's folder is called: after the table, its first row, and the hash of all that is in it."""
    table = re.sub(r"[^a-z0-9]+", "-", manifest.table.lower())[:30].strip("-") or "table"
    return f"{table}-{manifest.first}-{manifest.identity[:12]}"


def imported(data: Path) -> tuple[Shelf, ...]:
    """The archives in a data folder, by name. One that cannot be read is left out."""
    try:
        folders = sorted(path for path in (data / IMPORTED).iterdir() if not path.name.startswith("."))
    except OSError:
        return ()
    return tuple(Shelf(path.name, path, about.table) for path in folders if (about := _about(path)) is not None)


def about_shelf(shelf: Shelf) -> About | None:
    """What is known of an archive that was taken in; None for the table's own folder."""
    return _about(shelf.folder)


def _about(folder: Path) -> About | None:
    try:
        return read_about(folder)
    except (OSError, msgspec.MsgspecError):
        return None


def take_in(
    source: Source, data: Path, games: Games, wall: datetime, *, progress: Progress, signer: str | None = None
) -> Taken:
    """The archive in its place, durable when this returns. If it raises (ArchiveRefused, OSError), nothing is there."""
    with _alone(data) as folder:
        draft = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=folder))
        try:
            with _Folder(draft, folder) as sink:
                checked = read_archive(source, games, sink, progress=progress, signer=signer)
                sink.finish(checked, wall)
            place = folder / shelf_name(checked.manifest)
            # A folder that has something in it is never replaced: the system refuses.
            draft.rename(place)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        sync_folder(folder)
    return Taken(Shelf(place.name, place, checked.manifest.table), checked)


def remove(data: Path, name: str) -> None:
    """Take an archive away for good, with all names in it; NoMatch if there is none of that name."""
    if name not in {shelf.name for shelf in imported(data)}:
        raise NoMatch(f"there is no archive called {name!r} here")
    with _alone(data) as folder:
        # Out of sight first, so that nobody opens half of it.
        gone = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=folder))
        (folder / name).rename(gone / name)
        sync_folder(folder)
        shutil.rmtree(gone)


@contextmanager
def _alone(data: Path) -> Iterator[Path]:
    """The folder of archives, which nobody else changes meanwhile; what was left there half done is cleared away."""
    folder = data / IMPORTED
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(data)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ArchiveRefused(Why.BUSY, "another archive is being taken in just now") from None
        for left in folder.glob(f"{_DRAFT}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield folder


class _Folder:
    """Writes what is read into a draft of a data folder."""

    def __init__(self, draft: Path, folder: Path) -> None:
        self._draft = draft
        self._folder = folder
        self._rows: list[Row] = []
        self._named: list[Named] = []
        self._db = sqlite3.connect(draft / "journal.db", isolation_level=None)
        # If anything goes wrong the whole draft goes; the file is synced as a whole at the end.
        self._db.execute("PRAGMA journal_mode=OFF")
        self._db.execute("PRAGMA synchronous=OFF")

    def __enter__(self) -> _Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def begin(self, manifest: Manifest) -> None:
        """ArchiveRefused if the archive is here already, or if there is no room for it."""
        name = shelf_name(manifest)
        if (self._folder / name).exists():
            raise ArchiveRefused(Why.ALREADY_HERE, f"this archive is here already, as {name}")
        # The rows are written twice over, with what the database needs beside them.
        needed = 2 * manifest.size
        free = shutil.disk_usage(self._folder).free
        if free - needed < RESERVE:
            raise ArchiveRefused(Why.NO_ROOM, f"there is no room for {needed // MB + 1} MB: {free // MB} MB are free")
        first_tables(self._db)
        self._db.execute("PRAGMA user_version = 1")
        self._db.execute("BEGIN")
        for folder in (SNAPSHOTS, CLIPS):
            (self._draft / folder).mkdir()

    def row(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) >= _BATCH:
            self._flush()

    def named(self, named: Sequence[Named]) -> None:
        self._named = list(named)

    def file(self, name: str, content: bytes) -> None:
        # Only names that a manifest may list come here, and each leads into the draft.
        handle = os.open(self._draft / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def finish(self, checked: Checked, wall: datetime) -> None:
        """The rest of a data folder, all of it synced."""
        manifest = checked.manifest
        self._flush()
        self._db.execute("COMMIT")
        # The guards come after the rows: the first of these rows need not be the first of its journal.
        migrate(self._db)
        keep_names(self._db, self._named)
        self._db.close()
        _sync(self._draft / "journal.db")
        HeadFile(self._draft, manifest.last, manifest.head).close(manifest.last, manifest.head)
        about = About(
            identity=manifest.identity,
            what=manifest.what,
            table=manifest.table,
            made_by=manifest.made_by,
            first=manifest.first,
            before=manifest.before,
            last=manifest.last,
            head=manifest.head,
            names=manifest.names,
            missing=manifest.missing,
            signer=checked.signer,
            size=manifest.size,
            taken=wall_text(wall),
        )
        self.file(ABOUT, msgspec.json.encode(about))
        for folder in (self._draft / SNAPSHOTS, self._draft / CLIPS, self._draft):
            sync_folder(folder)

    def _flush(self) -> None:
        keep_rows(self._db, self._rows)
        self._rows.clear()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
