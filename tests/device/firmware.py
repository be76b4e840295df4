"""The firmware's own logic, for tests that put it at the other end of a cable."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "firmware"


def load(name: str) -> ModuleType:
    """A module of deploy/firmware, which is no package of this house."""
    spec = importlib.util.spec_from_file_location(f"firmware_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


boxlogic = load("boxlogic")
