"""rules/ stays pure: no clock, thread, file, network or chance, and no other folder of the house."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "rules").rglob("*.py"))
HOUSE = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name.isidentifier()}
THIRD_PARTY = {"msgspec", "flint"}

#: What a rule has no business with, by the reason.
BANNED = {
    "a clock": {"time", "datetime", "calendar", "sched", "timeit", "zoneinfo"},
    "a thread or process": {
        *("threading", "_thread", "multiprocessing", "concurrent", "asyncio", "subprocess", "queue", "signal"),
        *("contextvars", "selectors", "select"),
    },
    "a file or the machine": {
        *("os", "posix", "pathlib", "io", "shutil", "tempfile", "glob", "sqlite3", "dbm", "shelve", "pickle", "mmap"),
        *("sys", "platform", "logging", "locale", "gc", "ctypes", "importlib", "runpy", "builtins"),
    },
    "a network": {"socket", "ssl", "http", "urllib", "smtplib", "ftplib", "socketserver", "xmlrpc", "uuid"},
    "chance": {"random", "secrets"},
    "another room's tools": {"flask", "werkzeug", "jinja2", "click", "gunicorn", "cv2", "numpy"},
}
#: Names that reach a file, a terminal or other code without any import.
BANNED_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(tree: ast.AST) -> set[str]:
    """The top-level names of everything the source imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("rules" if node.level else (node.module or "").split(".")[0])
    return found


def complaints(source: str) -> list[str]:
    """Why this source cannot be part of rules/; empty if it can."""
    tree = ast.parse(source)
    found = []
    for name in sorted(imports_of(tree)):
        reasons = [reason for reason, modules in BANNED.items() if name in modules]
        if reasons:
            found.append(f"imports {name}: {reasons[0]}")
        elif name not in {"rules"} | THIRD_PARTY and name not in sys.stdlib_module_names:
            found.append(f"imports {name}: neither the standard library nor rules")
    found += [
        f"calls {node.func.id}, line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BANNED_CALLS
    ]
    return found


def pulled_in(modules: list[str]) -> list[str]:
    """The names in sys.modules after a fresh interpreter has imported these, less those it began with."""
    program = (
        "import importlib, json, sys\n"
        "before = set(sys.modules)\n"
        "for name in json.loads(sys.argv[1]):\n"
        "    importlib.import_module(name)\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, json.dumps(modules)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    names: list[str] = json.loads(done.stdout)
    return names


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_a_source_of_rules_names_only_pure_things(path: Path) -> None:
    assert complaints(path.read_text()) == []


def test_importing_all_of_rules_pulls_in_no_other_folder_of_the_house() -> None:
    modules = [module_name(path) for path in SOURCES]
    tops = {name.split(".")[0] for name in pulled_in(modules)}
    assert "rules" in tops
    assert tops & (HOUSE - {"rules"}) == set()


def test_importing_all_of_rules_pulls_in_no_third_party_package_but_its_two() -> None:
    modules = [module_name(path) for path in SOURCES]
    names = pulled_in(modules)
    assert set(modules) <= set(names)
    # What these two bring along by themselves is their own affair.
    brought = {name.split(".")[0] for name in pulled_in(["msgspec", "flint"])}
    tops = {name.split(".")[0] for name in names}
    assert tops - sys.stdlib_module_names - brought - {"rules"} <= THIRD_PARTY


def test_each_module_can_be_imported_alone() -> None:
    """Also as the first one: no module needs another to have been imported before it."""
    program = (
        "import importlib, json, os, sys, traceback\n"
        "for name in json.loads(sys.argv[1]):\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        try:\n"
        "            importlib.import_module(name)\n"
        "        except BaseException:\n"
        "            traceback.print_exc()\n"
        "            os._exit(1)\n"
        "        os._exit(0)\n"
        "    if os.waitpid(child, 0)[1]:\n"
        "        sys.exit(name)\n"
    )
    names = json.dumps([module_name(path) for path in SOURCES])
    done = subprocess.run(
        [sys.executable, "-c", program, names], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_house_has_the_rooms_this_test_looks_for() -> None:
    assert {"rules", "vision", "device", "kiosk", "models", "tests", "deploy"} <= HOUSE


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("import time", "imports time: a clock"),
        ("def f():\n    from datetime import datetime", "imports datetime: a clock"),
        ("import os.path", "imports os: a file or the machine"),
        ("from random import shuffle", "imports random: chance"),
        ("import numpy as np", "imports numpy: another room's tools"),
        ("from kiosk import table", "imports kiosk: neither the standard library nor rules"),
        ("import requests", "imports requests: neither the standard library nor rules"),
        ("def f():\n    return open('x')", "calls open, line 2"),
    ],
)
def test_an_impure_source_is_found(source: str, complaint: str) -> None:
    assert complaints(source) == [complaint]


def test_a_pure_source_is_not_found() -> None:
    assert complaints("import math\nimport msgspec\nfrom rules.cubes import Cube\nfrom .events import Tick") == []
