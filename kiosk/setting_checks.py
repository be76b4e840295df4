"""What a setting may be: each check reads a value as TOML has it or as text, and says what is allowed."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rules.errors import BadRequest
from rules.readings import Reading


class Check(Protocol):
    """What a key allows. `read` takes a value as TOML has it, `parse` one that is written as text."""

    @property
    def allowed(self) -> str:
        """What is allowed, to be read after "it must be"."""

    def read(self, value: object) -> Any:
        """The value as the program uses it; ValueError says what is wrong with it."""

    def parse(self, text: str) -> Any:
        """The same for a value out of the environment."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    lowest: int
    highest: int

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.lowest} to {self.highest}"

    def read(self, value: object) -> int:
        # TOML's true is Python's True, which Python counts among the whole numbers.
        if isinstance(value, bool) or not isinstance(value, int) or not self.lowest <= value <= self.highest:
            raise ValueError(f"it must be {self.allowed}")
        return value

    def parse(self, text: str) -> int:
        return self.read(int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None)


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    @property
    def allowed(self) -> str:
        return "true or false"

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"it must be {self.allowed}")
        return value

    def parse(self, text: str) -> bool:
        return self.read({"true": True, "false": False}.get(text))


@dataclass(frozen=True, slots=True)
class Line:
    """A short line of text that can be shown."""

    longest: int

    @property
    def allowed(self) -> str:
        return f"a text of 1 to {self.longest} characters in one line"

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > self.longest or not value.isprintable():
            raise ValueError(f"it must be {self.allowed}")
        return value

    def parse(self, text: str) -> str:
        return self.read(text)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder's path. Whether it is there is for those to find out who use it."""

    @property
    def allowed(self) -> str:
        return "the path of a folder"

    def read(self, value: object) -> Path:
        text = os.fspath(value) if isinstance(value, Path) else value
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise ValueError(f"it must be {self.allowed}")
        return Path(text)

    def parse(self, text: str) -> Path:
        return self.read(text)


@dataclass(frozen=True, slots=True)
class Host:
    """An address to listen on."""

    @property
    def allowed(self) -> str:
        return "an IP address or a host name"

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not (_is_address(value) or _is_host_name(value)):
            raise ValueError(f"it must be {self.allowed}")
        return value

    def parse(self, text: str) -> str:
        return self.read(text)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_host_name(text: str) -> bool:
    """False also for a text of digits and dots: that is meant as an address, and as one it is wrong."""
    label = r"[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?"
    last = r"[A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?"
    return len(text) <= 253 and re.fullmatch(rf"({label}\.)*{last}", text) is not None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few names. `later` are those the design knows and this version has not built."""

    built: tuple[str, ...]
    later: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return " or ".join(f'"{name}"' for name in self.built)

    def read(self, value: object) -> str:
        if isinstance(value, str) and value in self.later:
            raise ValueError(f"that is not built yet; for now it must be {self.allowed}")
        if not isinstance(value, str) or value not in self.built:
            raise ValueError(f"it must be {self.allowed}")
        return value

    def parse(self, text: str) -> str:
        return self.read(text)


@dataclass(frozen=True, slots=True)
class Named:
    """A word that stands for the usual, or something else that is named in one line."""

    usual: str
    otherwise: str

    @property
    def allowed(self) -> str:
        return f'"{self.usual}" or {self.otherwise}'

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > 200 or not value.isprintable():
            raise ValueError(f"it must be {self.allowed}")
        return value

    def parse(self, text: str) -> str:
        return self.read(text)


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """What a league may choose where a rule book is open."""

    reading: Reading

    @property
    def allowed(self) -> str:
        return f"one of: {self.reading.allowed}"

    def read(self, value: object) -> Any:
        # In the file a truth value, a number or a list is one, and no text that looks like it.
        return self.parse(None if isinstance(value, str) and not isinstance(self.reading.default, str) else value)

    def parse(self, text: object) -> Any:
        try:
            return self.reading.parse(text)
        except BadRequest:
            raise ValueError(f"it must be {self.allowed}") from None
