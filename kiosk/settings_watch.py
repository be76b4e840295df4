"""A settings file that is changed while the table runs: what can be changed then takes effect at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from kiosk.notices import SETTINGS
from kiosk.settings import Settings, SettingsError
from kiosk.words import WORDS
from rules.messages import Message, say

log = logging.getLogger(__name__)

LOOK_S = 1.0
#: Who changed what the file says, for the journal.
FILE = "settings file"


class Equipped(Protocol):
    """What the watch needs of a table."""

    @property
    def closed(self) -> bool: ...

    def use(self, settings: Settings, by: str, /) -> tuple[str, ...]: ...

    def notice(self, part: str, text: str | None, /) -> None: ...


class SettingsWatch:
    """Looks at the file again and again. `load` reads all settings anew, with what overrides the file."""

    def __init__(self, table: Equipped, path: Path, load: Callable[[], Settings], *, look_s: float = LOOK_S) -> None:
        self._table = table
        self._path = path
        self._load = load
        self._look_s = look_s
        self._seen = self._stamp()
        self._rest = threading.Event()
        self._one_at_a_time = threading.Lock()

    def start(self) -> None:
        threading.Thread(target=self._run, name="settings", daemon=True).start()

    def _run(self) -> None:
        while not self._table.closed:
            self._rest.wait(self._look_s)
            self.look()

    def look(self) -> None:
        """If the file has changed, use it, or say why not."""
        with self._one_at_a_time:
            if self._stamp() == self._seen:
                return
            try:
                self._take_up(FILE)
            except SettingsError as wrong:
                log.error("changed settings cannot be used: %s", wrong)
                self._table.notice(SETTINGS, say(Message.of("settings-wrong", problem=str(wrong)), WORDS))

    def changed(self, write: Callable[[], None], by: str) -> None:
        """Have `write` change the file, and use it in the name of who did so; errors are those of both."""
        with self._one_at_a_time:
            write()
            self._take_up(by)

    def _take_up(self, by: str) -> None:
        self._seen = self._stamp()
        later = self._table.use(self._load(), by)
        text = say(Message.of("settings-later", keys=", ".join(later)), WORDS) if later else None
        self._table.notice(SETTINGS, text)

    def _stamp(self) -> tuple[int, int, int] | None:
        """What tells one state of the file from another; None while it is not there."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino
