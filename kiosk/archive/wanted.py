"""Which match somebody means, and everything an archive of it needs to know of its table."""

from __future__ import annotations

from typing import Any

import msgspec

from kiosk.archive.manifest import SETTINGS
from kiosk.archive.signing import table_key
from kiosk.archive.told import told_settings
from kiosk.archive.write import Wanted
from kiosk.journal import JournalError
from kiosk.matches import HERE, Matches, Shelf
from kiosk.settings import Settings


def wanted_of(settings: Settings, matches: Matches, key: str | None, *, whole: bool, names: bool, sign: bool) -> Wanted:
    """The match of a key, the table's last one without a key, or its whole journal; NoMatch if there is none.

    An archive of a match that was imported has the settings of the table where it was played.
    """
    shelf, match = (matches.shelf(HERE), None) if whole else matches.find(key)
    secret = table_key(settings.data.folder) if sign else None
    return Wanted(shelf.folder, match, shelf.title, settings_for(shelf, settings), names=names, key=secret)


def settings_for(shelf: Shelf, settings: Settings) -> dict[str, dict[str, Any]]:
    """How the table of a shelf was set up: this one, or the one that an archive comes from."""
    if shelf.name == HERE:
        return told_settings(settings)
    try:
        told: dict[str, dict[str, Any]] = msgspec.json.decode((shelf.folder / SETTINGS).read_bytes())
    except (OSError, msgspec.MsgspecError) as trouble:
        raise JournalError(f"{shelf.folder / SETTINGS} cannot be read: {trouble}") from None
    return told
