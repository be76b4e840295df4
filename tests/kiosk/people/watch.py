"""A wall clock that a test moves by hand."""

from __future__ import annotations


class Watch:
    def __init__(self) -> None:
        self.s = 1_800_000_000.0

    def __call__(self) -> float:
        return self.s

    def go(self, seconds: float) -> None:
        self.s += seconds
