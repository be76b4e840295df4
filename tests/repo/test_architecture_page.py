"""ARCHITECTURE.md lets a newcomer follow the data by file names: every one of them exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w./-]+\.(?:py|md|toml|js|sql)|\w+/(?:\w+/)*)`", PAGE)))


def test_the_page_names_files_of_every_room() -> None:
    assert {name.split("/")[0] for name in NAMED if name.endswith(".py")} >= {
        "vision",
        "rules",
        "kiosk",
        "device",
        "tests",
    }


@pytest.mark.parametrize("name", NAMED)
def test_what_it_names_exists(name: str) -> None:
    path = ROOT / name
    assert path.is_dir() if name.endswith("/") else path.is_file()
