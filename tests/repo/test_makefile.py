"""The Makefile: its list of targets, the order of its checks, and what it says when one fails."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.repo.project import ROOT

TARGETS = [
    "help",
    "setup",
    "run",
    "demo",
    "test",
    "test-long",
    "bench",
    "model",
    "docs",
    "screens",
    "lint",
    "format",
    "lock",
    "clean",
]


def make(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`make` in the project, and not as part of a make that may run these tests."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", "--no-print-directory", *arguments, *(f"{name}={value}" for name, value in variables.items())],
        cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def tools(tmp_path: Path) -> Any:
    """Stands for .venv/bin: each tool notes how it was called; one word in the call can make it fail."""
    log = tmp_path / "calls"

    def prepare(failing: str = "", status: int = 0) -> tuple[Path, Path]:
        script = f'#!/bin/sh\ncall="$(basename "$0") $*"\necho "$call" >> "{log}"\n'
        if failing:
            script += f'case "$call" in *"{failing}"*) exit {status} ;; esac\n'
        for name in ("python", "lint-imports", "tablejudge"):
            (tmp_path / name).write_text(script)
            (tmp_path / name).chmod(0o755)
        return tmp_path, log

    return prepare


CHECKS = ["python -m ruff check", "python -m ruff format --check", "python -m mypy", "lint-imports "]


def test_make_alone_lists_every_target() -> None:
    listed = make()
    assert listed.returncode == 0
    assert re.findall(r"^  make ([a-z-]+) +\S", listed.stdout, flags=re.MULTILINE) == TARGETS
    assert make("help").stdout == listed.stdout
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert declared is not None
    assert declared[1].split() == TARGETS


def test_the_whole_suite_runs_in_its_order(tools: Any) -> None:
    bin_folder, log = tools()
    done = make("-o", "setup", "test", BIN=str(bin_folder), WORKERS="3")
    assert done.returncode == 0, done.stderr
    assert log.read_text().splitlines() == [
        *CHECKS,
        "python -m coverage erase",
        "python -m coverage run -m pytest -m not long -n 3 --dist worksteal tests/rules",
        "python -m coverage combine --quiet",
        "python -m coverage report",
        "python -m pytest -m not long -n 3 --dist worksteal --ignore tests/rules",
    ]
    assert done.stdout.splitlines() == [
        "== ruff check", "== ruff format --check", "== mypy", "== import contract",
        "== pytest, the rules: every line and branch", "== pytest, the rest", "== all passed",
    ]  # fmt: skip


def test_some_of_the_tests_are_run_alone(tools: Any) -> None:
    bin_folder, log = tools()
    done = make("-o", "setup", "test", BIN=str(bin_folder), PYTEST_ARGS="-n 2 tests/rules")
    assert done.returncode == 0, done.stderr
    assert log.read_text().splitlines() == [*CHECKS, "python -m pytest -m not long -n 2 tests/rules"]


def test_a_rule_that_no_test_reaches_fails_the_suite(tools: Any) -> None:
    bin_folder, _ = tools("coverage report", 2)
    done = make("-o", "setup", "test", BIN=str(bin_folder))
    assert done.returncode != 0
    assert "all passed" not in done.stdout


@pytest.mark.parametrize(
    ("failing", "ran"), [("ruff check", 1), ("format --check", 2), ("mypy", 3), ("lint-imports", 4)]
)
def test_the_suite_stops_at_the_first_check_that_fails(tools: Any, failing: str, ran: int) -> None:
    bin_folder, log = tools(failing, 1)
    done = make("-o", "setup", "test", BIN=str(bin_folder))
    assert done.returncode != 0
    assert log.read_text().splitlines() == CHECKS[:ran]
    assert "all passed" not in done.stdout


def test_a_failing_test_fails_the_suite(tools: Any) -> None:
    bin_folder, _ = tools("pytest", 1)
    done = make("-o", "setup", "test", BIN=str(bin_folder))
    assert done.returncode != 0
    assert "all passed" not in done.stdout


def test_no_long_tests_is_no_failure(tools: Any) -> None:
    bin_folder, log = tools("pytest", 5)
    done = make("-o", "setup", "-o", ".venv-model/tablejudge.stamp", "test-long", BIN=str(bin_folder))
    assert done.returncode == 0, done.stderr
    assert log.read_text() == "python -m pytest -m long\n"
    assert done.stdout.splitlines()[-1] == "== there are no long tests"


def test_a_long_test_that_fails_is_a_failure(tools: Any) -> None:
    bin_folder, _ = tools("pytest", 1)
    assert make("-o", "setup", "-o", ".venv-model/tablejudge.stamp", "test-long", BIN=str(bin_folder)).returncode != 0


@pytest.mark.parametrize("target", ["run", "demo"])
def test_arguments_reach_the_command(tools: Any, target: str) -> None:
    bin_folder, log = tools()
    assert make("-o", "setup", target, BIN=str(bin_folder), ARGS="--port 0").returncode == 0
    assert log.read_text() == f"tablejudge {target} --port 0\n"


@pytest.mark.parametrize("target", ["run", "demo", "test", "test-long", "bench", "lint", "format"])
def test_a_target_makes_the_clone_ready_first(target: str) -> None:
    planned = make("--dry-run", target)
    assert planned.returncode == 0, planned.stderr
    assert planned.stdout.splitlines()[0] == "./deploy/setup.sh"


def test_ci_runs_what_everybody_runs() -> None:
    path = ROOT / ".ci" / "run"
    assert os.access(path, os.X_OK)
    assert os.access(ROOT / "deploy" / "setup.sh", os.X_OK)
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "make test"
