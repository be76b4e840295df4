"""No file of the project knows the machine it was written on, nor where its packages came from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.repo.project import ROOT, files_of_the_project, ignored_patterns, is_ignored

# Put together here, so that this file does not find itself.
HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("piwheels", "org"), ("npmjs", "org"))]
FOLDERS = ["work", "root", "opt"]
FORBIDDEN = re.compile(
    "|".join([*(re.escape(host) for host in HOSTS), rf"(?<![\w.<-])/(?:{'|'.join(FOLDERS)})(?![\w-])"]).encode()
)


def found_in(content: bytes) -> list[bytes]:
    return FORBIDDEN.findall(content)


def test_no_file_names_a_registry_or_a_folder_of_some_machine() -> None:
    hits = {str(path.relative_to(ROOT)): found_in(path.read_bytes()) for path in files_of_the_project()}
    assert {path: found for path, found in hits.items() if found} == {}


@pytest.mark.parametrize(
    "text", [f"see https://{HOSTS[0]}/x", f"/{FOLDERS[0]}/main", f"cd /{FOLDERS[1]}", f'"/{FOLDERS[1]}/x"']
)
def test_such_a_word_is_found(text: str) -> None:
    assert len(found_in(text.encode())) == 1


@pytest.mark.parametrize("text", ["</root>", "a/work/b", "/workshop", "/roots", "https://example.org/x"])
def test_a_harmless_word_is_not(text: str) -> None:
    assert found_in(text.encode()) == []


def test_the_files_of_the_project_are_all_looked_at_and_no_others() -> None:
    files = {path.relative_to(ROOT).as_posix() for path in files_of_the_project()}
    assert {"Makefile", "README.md", "rules/fold.py", ".ci/run", "deploy/setup.sh", "requirements.txt"} <= files
    assert Path(__file__).relative_to(ROOT).as_posix() in files
    assert not [name for name in files if name.startswith((".venv/", ".git/", "data/")) or name.endswith(".pyc")]


@pytest.mark.parametrize(
    ("path", "ignored"),
    [
        (".venv", True),
        ("data", True),
        ("tests/data", False),
        ("rules/__pycache__", True),
        ("x/y.pyc", True),
        ("rules", False),
    ],
)
def test_what_is_ignored_is_what_gitignore_says(path: str, ignored: bool) -> None:
    assert is_ignored(path, ignored_patterns()) is ignored
