"""Settings: what one table is told about itself (docs/settings.md lists every key).

A value comes from the command line, else from the environment, else from the one TOML file (which lies in the data
folder if none is named), else it is the default below. Each source is checked whether or not a stronger one overrides
it, and nothing is guessed: an unknown key, a value outside its range or a piece of hardware that is not built yet stops
the start with a sentence that says where the value was written and what is allowed there.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kiosk.setting_checks import Check, Choice, Flag, Folder, Host, Line, Named, OpenPlace, Whole
from rules.games import GAMES
from rules.limits import MINUTE_MS
from rules.readings import Chosen
from rules.round_clock import RoundPlan
from vision.wire import AUTO, CAMERAS, FOLDER, READERS, SIMULATED

PREFIX = "TABLEJUDGE_"
#: The environment variable that names the settings file where `--config` does not.
CONFIG_VARIABLE = PREFIX + "CONFIG"
#: Kinds of boxes that are real, and the words for what they usually are.
GPIO, SERIAL = "gpio", "serial"
STANDARD_WIRING = "standard"
#: When a round begins.
WITH_MATCH, WHEN_SAID = "match", "press"
ANY_PORT = "auto"
#: How a simulated camera draws.
FLAT, PHOTO = "flat", "photo"
#: Of cameras: the first that gives a picture, and no recording.
ANY_DEVICE, NO_PATH = "auto", "none"
#: Of matches: whoever starts one says it.
ASK = "ask"
#: The settings file in the data folder, where no other is named.
FILE_NAME = "settings.toml"


_PLAYABLE = tuple(game for game in GAMES if game.playable)
_RULESETS = tuple(game.ruleset for game in _PLAYABLE)
_DIVISIONS = tuple(dict.fromkeys(division for game in _PLAYABLE for division in game.divisions))


class SettingsError(ValueError):
    """A setting cannot be used. Its text names the place, the key, the value and what is allowed."""


# --- the settings -----------------------------------------------------------------------------------


def _check(check: Check) -> dict[str, Check]:
    """A field's metadata."""
    return {"check": check}


@dataclass(frozen=True, slots=True)
class TableSettings:
    name: str = field(default="Table 1", metadata=_check(Line(40)))
    #: Somebody has gone through the set-up, or need not: the start screen does not point to it any more.
    set_up: bool = field(default=False, metadata=_check(Flag()))


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What is usually played here: chosen already when somebody starts a match."""

    ruleset: str = field(default=ASK, metadata=_check(Choice(built=(ASK, *_RULESETS))))
    division: str = field(default=ASK, metadata=_check(Choice(built=(ASK, *_DIVISIONS))))


@dataclass(frozen=True, slots=True)
class DataSettings:
    folder: Path = field(default=Path("data"), metadata=_check(Folder()))


@dataclass(frozen=True, slots=True)
class ServerSettings:
    host: str = field(default="127.0.0.1", metadata=_check(Host()))
    #: 0 lets the system choose one that is free.
    port: int = field(default=8000, metadata=_check(Whole(0, 65535)))
    #: Every open screen holds one thread for its stream of events.
    threads: int = field(default=64, metadata=_check(Whole(4, 1024)))


@dataclass(frozen=True, slots=True)
class CameraSettings:
    kind: str = field(default=SIMULATED, metadata=_check(Choice(built=CAMERAS)))
    fps: int = field(default=10, metadata=_check(Whole(1, 30)))
    #: Who reads its pictures.
    reader: str = field(default=AUTO, metadata=_check(Choice(built=READERS)))
    #: For the simulated camera: drawn flat, or as a photograph with lens, lamps and noise.
    style: str = field(default=FLAT, metadata=_check(Choice(built=(FLAT, PHOTO))))
    #: For a real camera: which, and how large its pictures are to be.
    device: str = field(default=ANY_DEVICE, metadata=_check(Named(ANY_DEVICE, "a camera's number or path")))
    width: int = field(default=1280, metadata=_check(Whole(320, 4096)))
    height: int = field(default=960, metadata=_check(Whole(240, 4096)))
    #: For a recording: where it is, whether it begins anew at its end, and how much faster it is played.
    path: str = field(default=NO_PATH, metadata=_check(Named(NO_PATH, "the path of a recording")))
    loop: bool = field(default=False, metadata=_check(Flag()))
    speed: int = field(default=1, metadata=_check(Whole(0, 100)))
    #: More than this the process that sees may not use; 0 is no bound.
    memory_mb: int = field(default=1000, metadata=_check(Whole(0, 64_000)))

    @property
    def options(self) -> dict[str, Any]:
        """The camera as vision is told of it (`vision/cameras.py`)."""
        if self.kind == SIMULATED:
            return {"kind": self.kind} if self.style == FLAT else {"kind": self.kind, "style": self.style}
        if self.kind == FOLDER:
            path = str(Path(self.path).absolute())
            return {"kind": self.kind, "path": path, "loop": self.loop, "speed": self.speed, "fps": self.fps}
        size = [self.width, self.height]
        return {"kind": self.kind, "device": self.device, "size": size, "fps": self.fps}


@dataclass(frozen=True, slots=True)
class BoxSettings:
    kind: str = field(default="simulated", metadata=_check(Choice(built=("simulated", GPIO, SERIAL))))
    #: For a box at the pins of this machine: how it is wired.
    wiring: str = field(default=STANDARD_WIRING, metadata=_check(Named(STANDARD_WIRING, "the path of a TOML file")))
    #: For a box on a cable: where.
    port: str = field(default=ANY_PORT, metadata=_check(Named(ANY_PORT, "the name or the URL of a serial port")))


@dataclass(frozen=True, slots=True)
class RoundSettings:
    """The round that a table on its own calls (XI-B)."""

    #: 0: somebody else calls it.
    minutes: int = field(default=30, metadata=_check(Whole(0, 240)))
    #: For the shake that is being played when the time is up.
    extra_minutes: int = field(default=5, metadata=_check(Whole(0, 60)))
    start: str = field(default=WITH_MATCH, metadata=_check(Choice(built=(WITH_MATCH, WHEN_SAID))))

    @property
    def plan(self) -> RoundPlan | None:
        if not self.minutes:
            return None
        return RoundPlan(self.minutes * MINUTE_MS, self.extra_minutes * MINUTE_MS)


@dataclass(frozen=True, slots=True)
class TimingSettings:
    #: How long a deadline waits for a sensor that is still looking at what happened before it.
    patience_ms: int = field(default=4000, metadata=_check(Whole(0, 30_000)))


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """What is kept of what the camera saw, and for how long."""

    #: How long a clip is; 0: no clips.
    clip_seconds: int = field(default=8, metadata=_check(Whole(0, 60)))
    clips_mb: int = field(default=2000, metadata=_check(Whole(0, 1_000_000)))
    keep_days: int = field(default=365, metadata=_check(Whole(1, 36_500)))


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a table is told, a section each as in the file. `Settings()` is all defaults."""

    table: TableSettings = field(default_factory=TableSettings)
    match: MatchSettings = field(default_factory=MatchSettings)
    data: DataSettings = field(default_factory=DataSettings)
    server: ServerSettings = field(default_factory=ServerSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    box: BoxSettings = field(default_factory=BoxSettings)
    timing: TimingSettings = field(default_factory=TimingSettings)
    round: RoundSettings = field(default_factory=RoundSettings)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    #: What the league has chosen where the rule books are open; what it has not chosen is not in it.
    readings: Chosen = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Key:
    """One setting: where it is written, what it is without being written, and what it may be."""

    section: str
    name: str
    default: Any = field(hash=False)
    check: Check

    def __str__(self) -> str:
        return f"{self.section}.{self.name}"

    @property
    def variable(self) -> str:
        """The environment variable that overrides it."""
        return f"{PREFIX}{self.section}_{self.name}".upper()


#: The section whose keys the games name.
READINGS = "readings"
_SECTIONS: dict[str, Any] = {section.name: section.default_factory for section in fields(Settings)}
KEYS: tuple[Key, ...] = tuple(
    Key(section, item.name, item.default, item.metadata["check"])
    for section, kind in _SECTIONS.items()
    if section != READINGS
    for item in fields(kind)
)
#: The open places of every game of this house; one that several games have stands for all of them.
READING_KEYS: tuple[Key, ...] = tuple(
    Key(READINGS, name, reading.default, OpenPlace(reading))
    for name, reading in {reading.name: reading for game in GAMES for reading in game.readings}.items()
)
_BY_NAME = {str(key): key for key in (*KEYS, *READING_KEYS)}
_BY_VARIABLE = {key.variable: key for key in (*KEYS, *READING_KEYS)}
#: The options of the command line that are settings too.
OPTIONS = {
    "data": _BY_NAME["data.folder"],
    "host": _BY_NAME["server.host"],
    "port": _BY_NAME["server.port"],
    "box": _BY_NAME["box.kind"],
}


# --- reading ----------------------------------------------------------------------------------------


def load_settings(
    config: Path | None, overrides: Mapping[str, object], environ: Mapping[str, str], *, text: str | None = None
) -> Settings:
    """The settings of this start; SettingsError for the first thing that cannot be used.

    `config` is the file of `--config`, or None. `overrides` are the options `data`, `host`, `port` and `box` of the
    command line; one that is None was not given. `environ` is the environment, in practice `os.environ`. With `text`
    they are as if the file had this text.
    """
    stronger = dict(_stronger(overrides, environ))
    path = settings_path(config, overrides, environ)
    values: dict[Key, Any] = {}
    if text is not None or _is_named(config, environ) or path.exists():
        values.update(_from_file(path, text))
    if not _is_named(config, environ) and _BY_NAME["data.folder"] in values:
        raise SettingsError(
            f"file {path}: data.folder cannot be written here, since this file lies in the data folder; give it as "
            f"--data, in {_BY_NAME['data.folder'].variable}, or in a file that --config names"
        )
    values.update({key: value for key, (value, _) in stronger.items()})
    settings = Settings(
        **{
            section: kind(**{key.name: value for key, value in values.items() if key.section == section})
            for section, kind in _SECTIONS.items()
        }
    )
    return _fitting(settings)


def settings_path(config: Path | None, overrides: Mapping[str, object], environ: Mapping[str, str]) -> Path:
    """The settings file of this start, which need not be there if nobody has named one."""
    if config is not None:
        return config
    if environ.get(CONFIG_VARIABLE):
        return Path(environ[CONFIG_VARIABLE])
    folder, _ = dict(_stronger(overrides, environ)).get(_BY_NAME["data.folder"], (DataSettings().folder, ""))
    return Path(folder) / FILE_NAME


def overridden(overrides: Mapping[str, object], environ: Mapping[str, str]) -> dict[str, str]:
    """The keys that this start takes from elsewhere than the file, `server.port`, and from where."""
    return {str(key): where for key, (_, where) in _stronger(overrides, environ)}


def _is_named(config: Path | None, environ: Mapping[str, str]) -> bool:
    return config is not None or bool(environ.get(CONFIG_VARIABLE))


def _stronger(overrides: Mapping[str, object], environ: Mapping[str, str]) -> Iterator[tuple[Key, tuple[Any, str]]]:
    """What goes before the file, the weaker first: each value, and where it was given."""
    yield from _from_environment(environ)
    yield from _from_options(overrides)


def _fitting(settings: Settings) -> Settings:
    """The settings, if their values go together; SettingsError if one asks for another that is not given."""
    if settings.camera.kind == FOLDER and settings.camera.path == NO_PATH:
        raise SettingsError(
            f"camera.kind is {FOLDER!r}, and camera.path is {NO_PATH!r}; it must then be the path of a recording"
        )
    match = settings.match
    if match.division != ASK:
        if match.ruleset == ASK:
            raise SettingsError(f"match.division is {match.division!r}; match.ruleset must then be said too")
        divisions = GAMES.get(match.ruleset).divisions
        if match.division not in divisions:
            raise SettingsError(
                f"match.division is {match.division!r}; with {match.ruleset!r} it must be {ASK!r} or one of "
                f"{', '.join(divisions)}"
            )
    return settings


def _from_file(path: Path, text: str | None) -> Iterator[tuple[Key, Any]]:
    where = f"file {path}"
    for section, entries in _parse_toml(path, read_text(path) if text is None else text).items():
        if section not in _SECTIONS:
            known = ", ".join(f"[{name}]" for name in _SECTIONS)
            raise SettingsError(f"{where}: there is no section [{section}]; there are {known}")
        if not isinstance(entries, dict):
            raise SettingsError(f"{where}: {section} is {_shown(entries)}; it must be a section [{section}] with keys")
        for name, value in entries.items():
            key = _BY_NAME.get(f"{section}.{name}")
            if key is None:
                known = ", ".join(key.name for key in _BY_NAME.values() if key.section == section)
                raise SettingsError(f"{where}: there is no key {section}.{name}; [{section}] has {known}")
            yield key, _checked(where, key, value, written=False)


def read_text(path: Path) -> str:
    """The text of a settings file; SettingsError if it has none."""
    try:
        return path.read_bytes().decode()
    except OSError as wrong:
        raise SettingsError(f"file {path}: it cannot be read: {wrong.strerror or wrong}") from None
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise SettingsError(f"file {path}: line {line} is not UTF-8 text") from None


def _parse_toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        last = text.count("\n") + 1
        complaint = str(wrong).replace("(at end of document)", f"(at the end, line {last})")
        raise SettingsError(f"file {path}: this is no TOML: {complaint}") from None
    except (ValueError, RecursionError) as wrong:  # a number or a nesting beyond what Python reads
        raise SettingsError(f"file {path}: this cannot be read as TOML: {wrong}") from None


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[Key, tuple[Any, str]]]:
    """An empty variable counts as none, as shells and service files cannot always take one away."""
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable == CONFIG_VARIABLE or not text:
            continue
        where = f"environment variable {variable}"
        key = _BY_VARIABLE.get(variable)
        if key is None:
            readings = f"{PREFIX}{READINGS}_<NAME>".upper()
            known = ", ".join((CONFIG_VARIABLE, *(key.variable for key in KEYS), readings))
            raise SettingsError(f"{where}: there is no such setting; there are {known}")
        yield key, (_checked(where, key, text, written=True), where)


def _from_options(overrides: Mapping[str, object]) -> Iterator[tuple[Key, tuple[Any, str]]]:
    for option, value in overrides.items():
        key = OPTIONS.get(option)
        if key is None:
            raise SettingsError(f"option --{option}: this is no setting; there are {', '.join(OPTIONS)}")
        if value is not None:
            where = f"option --{option}"
            yield key, (_checked(where, key, value, written=False), where)


def key_of(section: object, name: object) -> Key:
    """The key of that name; SettingsError if there is none."""
    if (key := _BY_NAME.get(f"{section}.{name}")) is None:
        raise SettingsError(f"there is no setting {section}.{name}")
    return key


def checked_value(key: Key, value: object) -> Any:
    """The value as the program uses it; SettingsError quotes it and says what is allowed."""
    try:
        return key.check.read(value)
    except ValueError as wrong:
        raise SettingsError(f"{key} is {_shown(value)}; {wrong}") from None


def _checked(where: str, key: Key, value: object, *, written: bool) -> Any:
    try:
        return key.check.parse(str(value)) if written else key.check.read(value)
    except ValueError as wrong:
        raise SettingsError(f"{where}: {key} is {_shown(value)}; {wrong}") from None


def _shown(value: object) -> str:
    text = str(value) if isinstance(value, Path) else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


#: What a running table takes up from its file; the rest takes effect at its next start.
TAKEN_UP = ("table", "match", "camera", "box", "round", READINGS)
#: What can be changed of it for this one run.
CHANGEABLE = ("camera", "box", "round")


def changed_settings(settings: Settings, request: Mapping[str, object]) -> Settings:
    """The settings with what a request says of them, `{"box": {"kind": "serial"}}`; SettingsError if it cannot be used.

    Only sections that can be changed while a table runs may be in it.
    """
    values: dict[str, Any] = {}
    for section, entries in request.items():
        if section not in CHANGEABLE:
            known = ", ".join(CHANGEABLE)
            raise SettingsError(f"request: {section} cannot be changed while the table runs; there are {known}")
        if not isinstance(entries, Mapping):
            raise SettingsError(f"request: {section} is {_shown(entries)}; it must be an object with keys")
        new = {}
        for name, value in entries.items():
            key = _BY_NAME.get(f"{section}.{name}")
            if key is None:
                known = ", ".join(key.name for key in _BY_NAME.values() if key.section == section)
                raise SettingsError(f"request: there is no key {section}.{name}; {section} has {known}")
            new[name] = _checked("request", key, value, written=False)
        values[section] = replace(getattr(settings, section), **new)
    return _fitting(replace(settings, **values))


def value_of(settings: Settings, key: str) -> Any:
    """The value of a key, `box.kind`; of `readings`, all that were chosen."""
    section, _, name = key.partition(".")
    held = getattr(settings, section)
    return (held.get(name) if name else dict(held)) if section == READINGS else getattr(held, name)


def differing(one: Settings, other: Settings) -> tuple[str, ...]:
    """The keys in which two settings differ, `box.kind`; `readings` as a whole."""
    keys = [
        str(key)
        for key in KEYS
        if getattr(getattr(one, key.section), key.name) != getattr(getattr(other, key.section), key.name)
    ]
    return (*keys, *((READINGS,) if one.readings != other.readings else ()))


# --- writing ----------------------------------------------------------------------------------------


def settings_text(settings: Settings) -> str:
    """The settings as the TOML text that `load_settings` reads back to the same."""
    sections = []
    for section in _SECTIONS:
        values = getattr(settings, section)
        written = values if section == READINGS else {item.name: getattr(values, item.name) for item in fields(values)}
        lines = [f"{name} = {toml_value(value)}" for name, value in written.items()]
        sections.append("\n".join([f"[{section}]", *lines, ""]))
    return "\n".join(sections)


def toml_value(value: bool | int | str | list[str] | Path) -> str:
    """JSON's way to write a value is TOML's too, as long as every character can be shown."""
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)
