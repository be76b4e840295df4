"""Files that were made for somebody to fetch: they wait in the data folder, with the names of children in them.

Each kind has a part of the folder for itself, in which one waits at a time. When a name is erased, all of them go.
"""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path

EXPORTED = "exported"


def fresh_place(folder: Path, suffix: str) -> Path:
    """Where the next file of this kind is to be written; the one that waited there is taken away."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in (*folder.glob(f"*{suffix}"), *folder.glob(".*.part")):
        old.unlink(missing_ok=True)
    return folder / f"{secrets.token_hex(8)}{suffix}"


def take_away_all(data: Path) -> bool:
    """Nothing waits to be fetched any more; whether anything did."""
    folder = data / EXPORTED
    waited = any(path.is_file() for path in folder.rglob("*"))
    if folder.is_dir():
        shutil.rmtree(folder)
    return waited
