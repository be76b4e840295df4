"""The settings file, changed from a page: what would change is told first, and the file before is kept.

A hand may be writing in the same file. So a change is planned on the text as it is, names that text, and is refused if
the file has another one by then; what it does not touch stays as it was written (`kiosk/toml_edit.py`).
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kiosk.boxes import wiring_of
from kiosk.head import write_synced
from kiosk.settings import (
    KEYS,
    READING_KEYS,
    TAKEN_UP,
    Key,
    Settings,
    SettingsError,
    checked_value,
    key_of,
    load_settings,
    overridden,
    read_text,
    settings_path,
    toml_value,
    value_of,
)
from kiosk.settings_watch import Equipped, SettingsWatch
from kiosk.toml_edit import CannotEdit, edited

log = logging.getLogger(__name__)

#: When a change takes effect: at once, at the next start, or not while another source goes before the file.
NOW, AT_START, OVERRIDDEN = "now", "start", "overridden"
_BEFORE = ".before"


class KeptTable(Equipped, Protocol):
    """What the keeper needs of a table."""

    @property
    def settings(self) -> Settings: ...

    def note(self, by: str, what: str, /, **values: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Source:
    """Where the settings of a start come from: the file of `--config`, the options, the environment."""

    config: Path | None
    options: Mapping[str, object]
    environ: Mapping[str, str]

    @property
    def path(self) -> Path:
        return settings_path(self.config, self.options, self.environ)

    def load(self, text: str | None = None) -> Settings:
        """The settings as the file is now, or as if it had this text."""
        return load_settings(self.config, self.options, self.environ, text=text)

    def overridden(self) -> dict[str, str]:
        return overridden(self.options, self.environ)


@dataclass(frozen=True, slots=True)
class Change:
    """One value of the file that becomes another; None is the default, which stands in no file."""

    key: Key
    was: Any
    will: Any
    when: str
    #: What goes before the file, where something does.
    where: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What would change. `base` names the text that it was made on, `text` is the new one."""

    changes: tuple[Change, ...]
    base: str
    text: str = field(repr=False)


class Stale(Exception):
    """The file has been changed since somebody looked at it."""


class SettingsKeeper:
    """Changes the file of `source` for a running table. May be called from any thread."""

    def __init__(self, table: KeptTable, source: Source) -> None:
        self.source = source
        self._table = table
        self._watch = SettingsWatch(table, source.path, source.load)

    def start(self) -> None:
        """Follow what hands change in the file."""
        self._watch.start()

    @property
    def path(self) -> Path:
        return self.source.path

    @property
    def before(self) -> Path:
        """Where the file is kept as it was before the last change."""
        return self.path.with_name(self.path.name + _BEFORE)

    def settings(self) -> Settings:
        """The settings that the next start would have; SettingsError if the file has become wrong."""
        return self.source.load()

    def waiting(self) -> tuple[str, ...]:
        """The keys that the file says otherwise than the running table, `server.port`."""
        new, running = self.settings(), self._table.settings
        keys = (str(key) for key in KEYS if key.section not in TAKEN_UP)
        return tuple(key for key in keys if value_of(new, key) != value_of(running, key))

    def plan(self, request: Mapping[str, object]) -> Plan:
        """What `{"table": {"name": "Table 7"}}` would change; null takes a key out of the file.

        SettingsError says what cannot be used, in the words of its check.
        """
        text = self._text()
        changes = self._changes(text, _requested(request))
        if not changes:
            return Plan((), _digest(text), text)
        wanted: dict[str, dict[str, Any]] = {}
        for change in changes:
            # As TOML gives it back.
            will = str(change.will) if isinstance(change.will, Path) else change.will
            wanted.setdefault(change.key.section, {})[change.key.name] = will
        written = {str(change.key): toml_value(change.will) for change in changes if change.will is not None}
        try:
            new = edited(text, wanted, written)
        except CannotEdit as trouble:
            raise SettingsError(f"file {self.path}: {trouble}") from None
        # Whatever the parts say alone, together they must be settings that the next start takes.
        wiring_of(self.source.load(new).box)
        return Plan(changes, _digest(text), new)

    def _changes(self, text: str, wanted: Iterable[tuple[Key, Any]]) -> tuple[Change, ...]:
        """What these values change in that text; None is the default."""
        own, stronger = self._own(text), self.source.overridden()
        changes = []
        for key, will in wanted:
            was = value_of(own, str(key))
            default = None if key in READING_KEYS else key.default
            if was != (default if will is None else will):
                where = stronger.get(str(key))
                when = OVERRIDDEN if where is not None else NOW if key.section in TAKEN_UP else AT_START
                changes.append(Change(key, was, will, when, where))
        return tuple(changes)

    def _own(self, text: str) -> Settings:
        """What the file itself says."""
        return load_settings(self.path, {}, {}, text=text)

    def keep(self, request: Mapping[str, object], by: str, base: str | None = None) -> Plan:
        """Make the change; gives what was changed. Stale if the file is not the one of `base` any more."""
        plan = self.plan(request)
        if base is not None and base != plan.base:
            raise Stale
        if plan.changes:
            self._write(plan.text, plan.base, by)
            self._note(by, plan)
        return plan

    def undoing(self) -> Plan | None:
        """What taking back the last change would change; None if there is nothing to take back."""
        if not self.before.exists():
            return None
        text, back = self._text(), read_text(self.before)
        wiring_of(self.source.load(back).box)
        old = self._own(back)
        values = ((key, value_of(old, str(key))) for key in (*KEYS, *READING_KEYS))
        return Plan(self._changes(text, values), _digest(text), back)

    def undo(self, by: str, base: str | None = None) -> Plan:
        """Put the file back as it was before the last change; a second time puts it forward again."""
        plan = self.undoing()
        if plan is None:
            raise SettingsError("there is no change to take back")
        if base is not None and base != plan.base:
            raise Stale
        self._write(plan.text, plan.base, by)
        self._note(by, plan)
        return plan

    # -- the file --------------------------------------------------------------------------------------

    def _text(self) -> str:
        return read_text(self.path) if self.path.exists() or self.source.config is not None else ""

    def _write(self, text: str, base: str, by: str) -> None:
        def write() -> None:
            old = self._text()
            if _digest(old) != base:
                raise Stale
            # A link stays a link, and rights stay as they are.
            path = self.path.resolve()
            mode = path.stat().st_mode & 0o777 if path.exists() else None
            write_synced(self.before, old.encode(), mode=mode)
            write_synced(path, text.encode(), mode=mode)

        try:
            self._watch.changed(write, by)
        except OSError as trouble:
            raise SettingsError(
                f"file {self.path}: it cannot be written ({trouble.strerror or trouble}); nothing was changed"
            ) from None
        log.info("the settings in %s were changed by %s", self.path, by)

    def _note(self, by: str, plan: Plan) -> None:
        """What takes effect at once the table has noted itself."""
        later = {str(change.key): change.will for change in plan.changes if change.when != NOW}
        if later:
            self._table.note(by, "settings-kept", **later)


def _requested(request: Mapping[str, object]) -> list[tuple[Key, Any]]:
    """The keys and checked values of a request; SettingsError for what cannot be used."""
    found = []
    for section, entries in request.items():
        if not isinstance(entries, Mapping):
            raise SettingsError(f"{section} must be an object with keys")
        for name, value in entries.items():
            key = key_of(section, name)
            found.append((key, None if value is None else checked_value(key, value)))
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
