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

    @property
    def sentence(self) -> str:
        """The text as it stands for itself on a page; elsewhere it is read behind its key."""
        return self.text[:1].upper() + self.text[1:] + ("" if self.text.endswith(".") else ".")
