"""Hostile archives: every one is refused with its reason, and nothing is written but where archives are being read."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.archive.places import IMPORTED
from kiosk.archive.refusals import ArchiveRefused
from tests.kiosk.archive.forge import Forge
from tests.kiosk.archive.made import bring, check
from tests.kiosk.archive.tricks import Trick, corpus


@pytest.fixture(scope="module")
def tricks(good: bytes, whole: bytes) -> dict[str, Trick]:
    return corpus(good, whole)


def state(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Every file and folder with its kind, size and time of change."""
    found = {}
    for path in sorted(folder.rglob("*")):
        told = path.lstat()
        found[str(path.relative_to(folder))] = (told.st_mode, told.st_size if path.is_file() else 0, told.st_mtime_ns)
    return found


def test_there_are_enough_of_them(tricks: dict[str, Trick]) -> None:
    assert len(tricks) >= 400


def test_the_forger_can_make_a_good_one(good: bytes, whole: bytes) -> None:
    """What follows is refused for what is wrong with it, not for having been forged."""
    for content in (good, whole):
        forge = Forge(content)
        assert check(forge.pack()).manifest == check(content).manifest
        forge.signed = True
        assert check(forge.pack()).signer is not None


def test_none_is_taken_and_nothing_is_written(tricks: dict[str, Trick], whole: bytes, tmp_path: Path) -> None:
    data = tmp_path / "data"
    bring(whole, data)
    (tmp_path / "evil").mkdir()
    before, here = state(tmp_path), sorted(Path().iterdir())
    wrong = {}
    for name, (code, content) in tricks.items():
        try:
            bring(content, data)
            wrong[name] = "taken"
        except ArchiveRefused as refused:
            text = str(refused)
            if refused.code != code:
                wrong[name] = f"{refused.code} instead of {code}: {text}"
            elif len(text) > 400 or not text.isprintable():
                wrong[name] = f"said in {len(text)} signs"
        after = {
            path: told
            for path, told in state(tmp_path).items()
            if path not in (f"data/{IMPORTED}", f"data/{IMPORTED}/.lock")
        }
        if after != {path: told for path, told in before.items() if path in after} or len(after) != len(before) - 2:
            wrong[name] = "something was written"
            break
    assert wrong == {}
    assert sorted(Path().iterdir()) == here
