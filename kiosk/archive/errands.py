"""Archives are written and read in a process of their own (`kiosk/errand.py`): whatever a file does to it, the table
goes on. For an import the archive follows on the same pipe as the order.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kiosk.archive.places import take_in
from kiosk.archive.refusals import ArchiveRefused
from kiosk.archive.signing import KeyFault, table_key
from kiosk.archive.write import Wanted, write_archive
from kiosk.clock import SystemClock
from kiosk.errand import Answer, Tell, serve
from kiosk.journal import JournalError
from rules.games import GAMES


def _export(order: Answer, tell: Tell) -> Answer:
    try:
        key = table_key(Path(order["data"])) if order["sign"] else None
        folder, table, settings = Path(order["folder"]), order["table"], order["settings"]
        wanted = Wanted(folder, order["match"], table, settings, names=order["names"], key=key)
        manifest = write_archive(wanted, Path(order["path"]), GAMES, progress=tell)
    except (JournalError, KeyFault, OSError) as trouble:
        return {"refused": {"code": "not-written", "text": str(trouble)}}
    return {"done": {"missing": len(manifest.missing), "last": manifest.last, "head": manifest.head}}


def _import(order: Answer, _: Tell) -> Answer:
    try:
        wall = SystemClock().wall()
        taken = take_in(sys.stdin.buffer, Path(order["data"]), GAMES, wall, progress=lambda _done, _of: None)
    except ArchiveRefused as refused:
        return {"refused": {"code": refused.code, "text": str(refused)}}
    except OSError as trouble:
        return {"refused": {"code": "not-written", "text": trouble.strerror or str(trouble)}}
    return {"done": {"name": taken.shelf.name, "keys": taken.keys, "remarks": list(taken.checked.remarks())}}


if __name__ == "__main__":
    serve({"export": _export, "import": _import})
