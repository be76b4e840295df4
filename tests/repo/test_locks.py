"""The locks: every package by exact version and hash, from nowhere in particular, and up to date."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.repo.project import ROOT, parse_lock, pyproject

LOCKS = ["requirements.txt", "requirements-dev.txt"]


def text_of(lock: str) -> str:
    return (ROOT / lock).read_text(encoding="utf-8")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes(lock: str) -> None:
    pins = parse_lock(text_of(lock))
    assert pins
    assert [pin.name for pin in pins.values() if not pin.hashes] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_index_and_no_address(lock: str) -> None:
    text = text_of(lock)
    assert (
        re.findall(r"https?:|file:|git\+|@ |--index|--extra-index|--find-links|--trusted-host|(?m:^ *-[ifr] )", text)
        == []
    )


def test_the_table_runs_with_the_versions_that_the_tests_ran_with() -> None:
    table, dev = (parse_lock(text_of(lock)) for lock in LOCKS)
    assert set(table) < set(dev)
    for name, pin in table.items():
        assert (pin.version, set(pin.hashes)) == (dev[name].version, set(dev[name].hashes)), name


def stale(requirements: list[str], lock: str) -> list[str]:
    pins = parse_lock(text_of(lock))
    wrong = []
    for line in requirements:
        requirement = Requirement(line)
        pin = pins.get(canonicalize_name(requirement.name))
        if pin is None or not requirement.specifier.contains(pin.version):
            wrong.append(line)
    return wrong


def test_the_locks_have_what_pyproject_asks_for() -> None:
    project = pyproject()["project"]
    assert stale(project["dependencies"], "requirements.txt") == []
    assert stale(project["dependencies"] + project["optional-dependencies"]["dev"], "requirements-dev.txt") == []
    assert stale(["flask>=1000", "nothing-of-the-kind"], "requirements.txt") == ["flask>=1000", "nothing-of-the-kind"]


def test_what_builds_the_package_is_locked_too() -> None:
    """`pip install --no-build-isolation` takes it from the environment."""
    assert stale(pyproject()["build-system"]["requires"], "requirements-dev.txt") == []


def test_a_lock_is_read_as_pip_reads_it() -> None:
    digest = "--hash=sha256:" + "0" * 64
    pins = parse_lock(
        f"# a comment\na-b==1.0 ; python_version < '4' \\\n    {digest} \\\n    {digest}\n    # via c\nc==2\n"
    )
    assert [(pin.name, pin.version, pin.marker, len(pin.hashes)) for pin in pins.values()] == [
        ("a-b", "1.0", "python_version < '4'", 2),
        ("c", "2", "", 0),
    ]
    for line in ("a>=1", "--index-url x", "a @ y"):
        with pytest.raises(ValueError, match="no pin"):
            parse_lock(line)
