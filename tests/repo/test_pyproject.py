"""pyproject.toml and the files that repeat a part of it say the same."""

from __future__ import annotations

import re

from packaging.specifiers import SpecifierSet

from tests.repo.project import ROOT, pyproject


def test_the_range_of_python_is_one_and_the_same_everywhere() -> None:
    project = pyproject()
    allowed = SpecifierSet(project["project"]["requires-python"])
    suitable = [f"3.{minor}" for minor in range(30) if f"3.{minor}.0" in allowed]
    assert suitable == ["3.11", "3.12", "3.13"]
    assert project["tool"]["mypy"]["python_version"] == suitable[0]
    assert project["tool"]["ruff"]["target-version"] == "py" + suitable[0].replace(".", "")
    setup = (ROOT / "deploy" / "setup.sh").read_text(encoding="utf-8")
    assert " | ".join(suitable) in setup
    assert "for name in " + " ".join(f"python{version}" for version in reversed(suitable)) in setup
    assert f"--python-version {suitable[0]} " in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_command_is_tablejudge() -> None:
    assert pyproject()["project"]["scripts"] == {"tablejudge": "kiosk.cli:main"}


def test_the_licence_is_the_one_that_is_named() -> None:
    project = pyproject()["project"]
    assert project["license"] == "MIT"
    (name,) = project["license-files"]
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.startswith("MIT License\n")
    assert re.search(r"^Copyright \(c\) \d{4} The tablejudge authors$", text, flags=re.MULTILINE)


def test_warnings_are_errors() -> None:
    assert pyproject()["tool"]["pytest"]["ini_options"]["filterwarnings"][0] == "error"


def test_no_line_of_the_rules_is_kept_from_the_measure_of_what_tests_reach() -> None:
    mark = "pragma: " + "no cover"
    assert [path.name for path in (ROOT / "rules").rglob("*.py") if mark in path.read_text(encoding="utf-8")] == []
    settings = pyproject()["tool"]["coverage"]
    assert settings["run"] == {"branch": True, "source": ["rules"], "parallel": True, "patch": ["subprocess"]}
    assert settings["report"]["fail_under"] == 100
    assert {name for name in settings["report"] if name.startswith(("exclude", "omit", "include", "partial"))} == set()
