"""A reading of the flow that a league may choose, with a match in which it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.rules.equations.leagues import otherwise
from tests.rules.equations.playing import Table


@dataclass
class Case:
    """A setting, another value for it, a match in which it matters, and what is then so here and there."""

    setting: str
    other: Any
    table: Callable[[], Table]
    look: Callable[[Table], Any]
    here: Any
    there: Any


def holds(case: Case) -> None:
    """The same lines lead here to the one thing and there to the other."""
    table = case.table()
    assert case.look(table) == case.here
    assert case.look(otherwise(table, case.setting, case.other)) == case.there
