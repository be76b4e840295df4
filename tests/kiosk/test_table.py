"""The table's threads: who may reckon when."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kiosk import table as table_module
from kiosk.settings import DataSettings, Settings
from kiosk.table import Table
from rules.fold import Fold
from rules.games import GAMES
from rules.registry import Games

START = {"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]}


def test_a_match_that_is_taken_up_is_folded_once_for_the_referee_and_for_whoever_looks_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(Settings(data=DataSettings(tmp_path)), GAMES)
    table.begin(START)
    table.close()
    opened: list[str] = []
    fold_open = Fold.open

    def counted(games: Games, opening: Mapping[str, Any]) -> Fold:
        opened.append(opening["event"])
        return fold_open(games, opening)

    monkeypatch.setattr(Fold, "open", counted)
    table = Table(Settings(data=DataSettings(tmp_path)), GAMES)
    try:
        assert table.screen().body["match"]["title"]
        assert len(table.matches.open().steps) > 1
        assert opened == ["match-started"]
    finally:
        table.close()


def test_nobody_reckons_while_a_sheet_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact numbers share one precision in the process: two threads at once could spoil each other's budgets."""
    table = Table(Settings(data=DataSettings(tmp_path)), GAMES)
    refereed = threading.Event()
    came_between: list[bool] = []
    make = table_module.scoresheet

    def watched(*arguments: Any) -> Any:
        table._work.put(refereed.set)
        came_between.append(refereed.wait(0.3))
        return make(*arguments)

    monkeypatch.setattr(table_module, "scoresheet", watched)
    try:
        assert table.sheet() is None
        table.begin(START)
        sheet = table.sheet()
        assert sheet is not None
        assert came_between == [False]
        assert refereed.wait(30)
    finally:
        table.close()
