"""README and the other pages: their links lead somewhere, their commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from kiosk.cli import main
from tests.repo.project import ROOT, files_of_the_project

PAGES = [path for path in files_of_the_project() if path.suffix == ".md" and "conformance" not in path.parts]


def title(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    local = [target.split("#")[0] for target in targets if not target.startswith(("http://", "https://", "#"))]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_the_readme_has_a_row_for_every_command_and_no_other() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `tablejudge ([a-z-]+)` \| \S", text, flags=re.MULTILINE)
    assert rows == main.list_commands(click.Context(main))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_on_a_page_is_a_target(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, flags=re.MULTILINE))
    named = set(re.findall(r"(?m)(?:^|`)make ([a-z-]+)", (ROOT / page).read_text(encoding="utf-8")))
    assert named
    assert named <= targets


def test_the_readme_names_its_two_commands_first() -> None:
    first = re.search(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    assert first is not None
    assert [line.split("#")[0].split() for line in first[1].splitlines()] == [["make", "run"], ["make", "test"]]
