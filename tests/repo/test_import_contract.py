"""The import contract in pyproject.toml holds, and it would notice."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repo.project import ROOT

ROOMS = ("rules", "vision", "device", "kiosk")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_the_contract_holds() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("rules", "import kiosk.wall"),
        ("rules", "from vision import wall"),
        ("vision", "import device.wall"),
        ("device", "from vision import wall"),
        ("vision", "import kiosk.wall"),
        ("device", "import kiosk.wall"),
        ("kiosk", "import tests.wall"),
        ("vision", "def look():\n    import models.wall"),
        ("device", "import flask"),
    ],
)
def test_the_contract_is_broken_by(tmp_path: Path, room: str, line: str) -> None:
    """A house of empty rooms under the real contract, with one wrong door."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ROOMS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "wall.py").touch()
    assert lint_imports(tmp_path).returncode == 0
    (tmp_path / room / "door.py").write_text(line + "\n")
    done = lint_imports(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 broken" in done.stdout
