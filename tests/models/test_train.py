"""Training, from nothing to a model that the reader opens: the one-minute run, in the workshop's own environment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rules.cubes import EQUATIONS_KIT
from vision.draw import draw_table
from vision.layout import load_layout
from vision.net_reader import NetReader, open_reader

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_the_smoke_run_makes_a_model_that_can_be_opened(tmp_path: Path) -> None:
    python = ROOT / ".venv-model" / "bin" / "python"
    assert python.exists(), "`make test-long` makes .venv-model first"
    command = [str(python), "-m", "models.train", "--smoke", "--cache", str(tmp_path / "cache"), "--out", str(tmp_path)]
    # The second time it goes on from what is there, and gives the same model; the third time it is calibrated anew.
    for more in ([], [], ["--calibrate-only"]):
        done = subprocess.run([*command, *more], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == 0, done.stderr
        assert "MB" in done.stdout
    reader = open_reader(load_layout(), EQUATIONS_KIT, folder=tmp_path)
    assert isinstance(reader, NetReader)
    # It has learnt next to nothing, but it answers.
    assert len(reader.read(draw_table((), load_layout())).cubes) <= 36
