"""A settings file with some of its values changed, and everything else in it as somebody wrote it.

Comments, blank lines, the order of keys and the way they are written stay. The new text is read again before anybody
gets it: if it does not say exactly what the old one said with the changes, it is refused, and whoever asked is told
what to write by hand. So a way of writing TOML that this module does not know costs nobody a line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: Values by section and key; None takes the key away.
Changes = Mapping[str, Mapping[str, Any]]

_HEADER = re.compile(r"\[\s*([A-Za-z0-9_-]+)\s*\][ \t]*(#[^\n]*)?(?=\n|\Z)")
_KEY = re.compile(r"""([A-Za-z0-9_-]+|"[^"\\\n]*"|'[^'\n]*')[ \t]*=[ \t]*""")
_BLANK = re.compile(r"[ \t]*(#[^\n]*)?(?=\n|\Z)")
_QUOTES = ('"""', "'''", '"', "'")


class CannotEdit(ValueError):
    """The file is written in a way in which it cannot be changed without losing something; the text says where."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A key as it stands in the text: where its line begins, and where its value begins and ends."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Map:
    """Where everything stands."""

    places: dict[tuple[str, str], _Place]
    #: Where a further key of a section goes: behind the last one that it has.
    ends: dict[str, int]


def edited(text: str, changes: Changes, written: Mapping[str, str]) -> str:
    """The text with these changes; CannotEdit if they cannot be made in it.

    `written` has the new values as TOML writes them, by `section.key`.
    """
    before = tomllib.loads(text)
    wanted = _changed(before, changes)
    new = text.replace("\r\n", "\n")
    for section, entries in changes.items():
        for key, value in entries.items():
            new = _with(new, section, key, None if value is None else written[f"{section}.{key}"])
    if text.count("\r\n") > text.count("\n") / 2:
        new = new.replace("\n", "\r\n")
    if _read(new) != wanted:
        by_hand = "; ".join(
            f"[{section}] {key} {'taken away' if value is None else '= ' + written[f'{section}.{key}']}"
            for section, entries in changes.items()
            for key, value in entries.items()
        )
        raise CannotEdit(f"the file is written in a way that cannot be changed from here; change it by hand: {by_hand}")
    return new


def _read(text: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _changed(before: Mapping[str, Any], changes: Changes) -> dict[str, Any]:
    """What the file shall say. A section without a key says as little as none."""
    after = {name: dict(value) if isinstance(value, dict) else value for name, value in before.items()}
    for section, entries in changes.items():
        held = after.setdefault(section, {})
        if not isinstance(held, dict):
            raise CannotEdit(f"{section} is no section of the file")
        for key, value in entries.items():
            if value is None:
                held.pop(key, None)
            else:
                held[key] = value
        if not held and section not in before:
            del after[section]
    return after


def _with(text: str, section: str, key: str, value: str | None) -> str:
    """The text with that one key set, or taken away."""
    found = _find(text)
    place = found.places.get((section, key))
    if value is None:
        if place is None:
            return text
        end = text.find("\n", place.end)
        return text[: place.line] + ("" if end < 0 else text[end + 1 :])
    if place is not None:
        return text[: place.start] + value + text[place.end :]
    line = f"{key} = {value}\n"
    if section in found.ends:
        at = found.ends[section]
        gap = "" if at == 0 or text[at - 1] == "\n" else "\n"
        return text[:at] + gap + line + text[at:]
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{gap}[{section}]\n{line}"


def _find(text: str) -> _Map:
    """Every plain section and key of the text; what is written otherwise is passed over."""
    places: dict[tuple[str, str], _Place] = {}
    ends: dict[str, int] = {}
    section: str | None = ""
    at = 0
    while at < len(text):
        begin = at
        at += len(text[at:]) - len(text[at:].lstrip(" \t"))
        header, key = _HEADER.match(text, at), _KEY.match(text, at)
        if header is not None:
            section = header[1]
            at = _after_line(text, header.end())
            ends[section] = at
        elif key is not None:
            end = _value_end(text, key.end())
            if section is not None:
                places[section, key[1].strip("\"'")] = _Place(begin, key.end(), end)
            at = _after_line(text, end)
            if section:
                ends[section] = at
        else:
            if not _BLANK.match(text, at):
                # A header such as [a.b] or [[a]], or a dotted key: what follows a header belongs to it.
                section = None if text[at] == "[" else section
                at = _value_end(text, text.find("=", at) + 1) if text[at] != "[" and "=" in text[at:] else at
            at = _after_line(text, at)
    return _Map(places, ends)


def _after_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _value_end(text: str, at: int) -> int:
    """Where the value that begins there ends: before the blanks and the comment behind it."""
    depth, end = 0, at
    while at < len(text):
        sign = text[at]
        quote = next((each for each in _QUOTES if text.startswith(each, at)), None)
        if quote is not None:
            at = end = _string_end(text, at, quote)
            continue
        if sign == "#":
            at = _line_end(text, at)
            if not depth:
                break
            continue
        if sign == "\n" and not depth:
            break
        depth += (sign in "[{") - (sign in "]}")
        at += 1
        if not sign.isspace():
            end = at
    return end


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _string_end(text: str, at: int, quote: str) -> int:
    escapes = quote[0] == '"'
    at += len(quote)
    while at < len(text) and not text.startswith(quote, at):
        at += 2 if escapes and text[at] == "\\" else 1
    at += len(quote)
    # Up to two quotes may stand before the three that end a long string.
    while len(quote) == 3 and at < len(text) and text[at] == quote[0]:
        at += 1
    return min(at, len(text))
