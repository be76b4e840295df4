"""What is known of a data folder that came from elsewhere: a small file in it, which our own folder never has."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kiosk.head import GENESIS

ABOUT = "archive.json"


class About(msgspec.Struct, frozen=True, kw_only=True):
    """An archive that was taken in."""

    #: The hash of its manifest.
    identity: str
    what: str
    table: str
    made_by: str
    first: int
    before: str = GENESIS
    last: int
    head: str
    names: str
    missing: tuple[str, ...] = ()
    #: The public key that has signed it, in hexadecimal; None without a signature.
    signer: str | None = None
    #: How large it is, and the wall's time when it was taken in.
    size: int = 0
    taken: str = ""


def read_about(folder: Path) -> About | None:
    """What the file in a folder says; None if there is none. OSError or msgspec's errors if it cannot be read."""
    try:
        return msgspec.json.decode((folder / ABOUT).read_bytes(), type=About)
    except FileNotFoundError:
        return None
