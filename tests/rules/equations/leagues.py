"""Other leagues for tests: a rulebook with one setting changed, and a match replayed by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.equations.agloa import AGLOA_2019
from rules.equations.game import Equations
from rules.equations.rulebook import MLAG_2018, Rulebook
from rules.events import parse_object
from rules.registry import Games
from tests.rules.equations.playing import Table

BOOKS = {book.ruleset: book for book in (MLAG_2018, AGLOA_2019)}


def setting(book: Rulebook, path: str) -> Any:
    """The value of a dotted path such as `points.late`."""
    value: Any = book
    for name in path.split("."):
        value = getattr(value, name)
    return value


def with_setting(book: Rulebook, path: str, value: Any) -> Rulebook:
    """The same book with another value at a path."""
    *above, last = path.split(".")
    for name in reversed(above):
        value = replace(getattr(book, name), **{last: value})
        last = name
    changed: dict[str, Any] = {last: value}
    return replace(book, **changed)


def replayed(table: Table, book: Rulebook) -> Table:
    """The same lines under another book."""
    first, *lines = (parse_object(timed.text) for timed in table.fold.lines)
    again = Table(
        first["division"],
        "".join(first["players"]),
        games=Games([Equations(book)]),
        ruleset=book.ruleset,
        carry_over=first.get("carry_over", False),
    )
    for line in lines:
        again.fold = again.fold.apply(again.fold.read(line))
    return again


def otherwise(table: Table, path: str, value: Any) -> Table:
    """The match as a league plays it that chooses otherwise in one place."""
    return replayed(table, with_setting(BOOKS[table.match.rulebook.ruleset], path, value))
