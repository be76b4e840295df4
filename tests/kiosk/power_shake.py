"""A shake at a table whose every write is recorded: `python -m tests.kiosk.power_shake FOLDER shake|script [SABOTAGE]`.

`shake` is the whole way from the lens to the row, `script` the record alone. Each row is acknowledged on the standard
output when the journal says that it is durable. A sabotage takes one of the syncs away: then the tests must find a
loss, or they would find none in earnest either.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kiosk.demo import play_match, play_shake
from kiosk.headless import HeadlessTable
from kiosk.journal import Entry, Journal, Row
from rules.games import GAMES
from tests.kiosk.crash_match import LINES, Writer


def main(folder: Path, what: str, sabotage: str = "") -> None:
    _acknowledge()
    match sabotage:
        case "no sync of the database":
            prepare = Journal._prepare

            def unsynced(self: Journal) -> None:
                prepare(self)
                self._db.execute("PRAGMA synchronous=OFF")

            Journal._prepare = unsynced  # type: ignore[method-assign]
        case "no sync of the head":
            os.fdatasync = lambda _: None
        case "no sync of pictures":
            fsync = os.fsync
            os.fsync = lambda file: (
                None if "snapshots" in str(Path(f"/proc/self/fd/{file}").readlink()) else fsync(file)
            )
        case other:
            assert not other, f"there is no sabotage {other!r}"
    if what == "shake":
        table = HeadlessTable(folder, GAMES)
        play_match(table, [play_shake])
        table.close()
    else:
        writer = Writer(folder)
        for _ in range(len(LINES) + 1):
            writer.step()
        writer.journal.close()


def _acknowledge() -> None:
    append_all = Journal.append_all

    def told(self: Journal, entries: Sequence[Entry], **more: Any) -> list[Row]:
        rows = append_all(self, entries, **more)
        os.write(1, f"{rows[-1].seq} {rows[-1].hash}\n".encode())
        return rows

    Journal.append_all = told  # type: ignore[method-assign]


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
