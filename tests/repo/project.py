"""The project as these tests look at it: its root, its files, its locks."""

from __future__ import annotations

import fnmatch
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def ignored_patterns() -> list[str]:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def is_ignored(relative: str, patterns: list[str]) -> bool:
    """As git has it, for the patterns that .gitignore uses: `name`, `name/`, `*.ext` and `/from/the/root/`."""
    name = relative.rsplit("/", 1)[-1]
    return any(
        fnmatch.fnmatch(relative, pattern.strip("/"))
        if pattern.startswith("/")
        else fnmatch.fnmatch(name, pattern.rstrip("/"))
        for pattern in patterns
    )


def files_of_the_project() -> Iterator[Path]:
    """Every file that belongs to the project, with or without git's history at hand."""
    patterns = [".git", *ignored_patterns()]
    for folder, subfolders, names in os.walk(ROOT):
        place = Path(folder)
        subfolders[:] = sorted(
            n for n in subfolders if not is_ignored((place / n).relative_to(ROOT).as_posix(), patterns)
        )
        for name in sorted(names):
            if not is_ignored((place / name).relative_to(ROOT).as_posix(), patterns):
                yield place / name


@dataclass(frozen=True, slots=True)
class Pin:
    """One locked package: `flask==3.1.3`, its marker and its hashes."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def parse_lock(text: str) -> dict[str, Pin]:
    """The pins of a lock by name; ValueError for a line that is neither a pin, a hash nor a comment."""
    pins: dict[str, Pin] = {}
    joined = re.sub(r"\\\n\s*", " ", text)
    for line in joined.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pin = re.fullmatch(
            r"([a-z0-9-]+)==([0-9][0-9a-z.]*)(?: ; ([^\\]*?))?((?: +--hash=sha256:[0-9a-f]{64})*)\s*", line
        )
        if pin is None:
            raise ValueError(f"this is no pin: {line[:100]!r}")
        name, version, marker, hashes = pin.groups()
        pins[name] = Pin(name, version, marker or "", tuple(hashes.split()))
    return pins
