"""The table's threads: who may reckon when."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from kiosk import table as table_module
from kiosk.settings import DataSettings, Settings
from kiosk.table import Table
from rules.games import GAMES

START = {"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]}


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
