"""Libraries of the operating system: found where the system keeps them, and nothing else with them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from device.system_library import system_library


def test_our_own_comes_first() -> None:
    import json

    assert system_library("json") is json


def test_the_systems_is_found_and_its_folder_is_not_left_open(tmp_path: Path) -> None:
    (tmp_path / "tablejudge_test_library.py").write_text("import tablejudge_test_part\nERROR = 7\n", encoding="utf-8")
    (tmp_path / "tablejudge_test_part.py").write_text("", encoding="utf-8")
    try:
        assert system_library("tablejudge_test_library", folder=str(tmp_path)).ERROR == 7
        assert str(tmp_path) not in sys.path
    finally:
        for name in ("tablejudge_test_library", "tablejudge_test_part"):
            sys.modules.pop(name, None)


def test_what_nobody_has_is_an_import_error(tmp_path: Path) -> None:
    with pytest.raises(ImportError):
        system_library("tablejudge_no_such_library", folder=str(tmp_path))
    assert str(tmp_path) not in sys.path
