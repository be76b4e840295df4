"""The table's sign of life: a small file, from which the next start knows how long the table was down."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kiosk.record import Life


def _life_path(folder: Path) -> Path:
    return folder / "alive.json"


def write_life(folder: Path, life: Life) -> None:
    """Leave a sign of life; not synced, since an outage that seems a second longer does no harm."""
    draft = folder / "alive.json.new"
    draft.write_bytes(msgspec.json.encode(life))
    draft.replace(_life_path(folder))


def read_life(folder: Path) -> Life | None:
    """The last sign of life; None if there is none, or if the power went while it was written."""
    try:
        return msgspec.json.decode(_life_path(folder).read_bytes(), type=Life)
    except (OSError, msgspec.MsgspecError):
        return None
