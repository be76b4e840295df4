from __future__ import annotations

from pathlib import Path

import pytest

from tests.kiosk.archive.made import SECRET, archive_bytes, play


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that has played three matches."""
    folder = tmp_path_factory.mktemp("archives") / "table"
    for number in range(3):
        play(folder, names=["Ann", f"Ben {number}", "Cy"], shade=20 * number)
    return folder


@pytest.fixture(scope="session")
def second(table: Path) -> int:
    """The row that started its second match."""
    from tests.kiosk.archive.made import matches_of

    return matches_of(table).listed()[1].first


@pytest.fixture(scope="session")
def good(table: Path, second: int) -> bytes:
    """An archive of the second match, signed."""
    return archive_bytes(table, table.parent / "good.zip", second, SECRET)


@pytest.fixture(scope="session")
def whole(table: Path) -> bytes:
    """An archive of the whole journal, not signed."""
    return archive_bytes(table, table.parent / "whole.zip", None)
