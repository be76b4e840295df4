"""What a check of the hardware or the machine found."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARNING, WRONG = "ok", "warning", "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: `level` is ok, warning or wrong; `advice` says what to do about it."""

    key: str
    level: str
    text: str
    advice: str | None = None
