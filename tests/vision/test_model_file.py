"""The networks' files: opened, refused, named."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.faces import CROP_PX, face_table
from vision.model_file import (
    FACES_FILES,
    FINDER_FILE,
    MODEL_CORRUPT,
    MODEL_MISSING,
    MODELS,
    BadModel,
    open_networks,
)

TABLE = face_table(EQUATIONS_KIT)
OURS = MODELS / EQUATIONS_KIT.name


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "copied"
    shutil.copytree(OURS, folder)
    return folder


def problem(folder: Path) -> str:
    with pytest.raises(BadModel) as caught:
        open_networks(TABLE, folder)
    return caught.value.problem


def test_our_networks_are_small_and_answer() -> None:
    assert sum((OURS / name).stat().st_size for name in (FINDER_FILE, *FACES_FILES)) <= 3_000_000
    networks = open_networks(TABLE, OURS)
    assert networks.table == TABLE
    assert 0.5 < networks.trust.sure_confidence < 1
    assert networks.find(np.zeros((1, 3, 80, 64), dtype=np.float32)).shape == (6, 20, 16)
    for look in range(len(FACES_FILES)):
        kind, turn, fit = networks.read_faces(np.zeros((5, 3, CROP_PX, CROP_PX), dtype=np.float32), look)
        assert (kind.shape, turn.shape, fit.shape) == ((5, len(TABLE) + 1), (5, 4), (5, 4))


def test_the_hash_tells_models_apart(copied: Path) -> None:
    first = open_networks(TABLE, OURS).hash
    assert open_networks(TABLE, copied).hash == first
    assert len(first) == 12


@pytest.mark.parametrize("name", [FINDER_FILE, *FACES_FILES])
def test_a_file_that_is_not_there_is_missing(copied: Path, name: str) -> None:
    (copied / name).unlink()
    assert problem(copied) == MODEL_MISSING


def test_a_folder_in_place_of_a_file_is_missing(copied: Path) -> None:
    (copied / FACES_FILES[0]).unlink()
    (copied / FACES_FILES[0]).mkdir()
    assert problem(copied) == MODEL_MISSING


@pytest.mark.parametrize("name", [FINDER_FILE, *FACES_FILES])
@pytest.mark.parametrize("content", [b"", b"no network at all", bytes(1000)])
def test_a_file_of_something_else_is_corrupt(copied: Path, name: str, content: bytes) -> None:
    (copied / name).write_bytes(content)
    assert problem(copied) == MODEL_CORRUPT


def test_half_a_file_is_corrupt(copied: Path) -> None:
    content = (copied / FACES_FILES[0]).read_bytes()
    (copied / FACES_FILES[0]).write_bytes(content[: len(content) // 2])
    assert problem(copied) == MODEL_CORRUPT


def test_one_network_in_place_of_the_other_is_corrupt(copied: Path) -> None:
    shutil.copy(copied / FINDER_FILE, copied / FACES_FILES[0])
    assert problem(copied) == MODEL_CORRUPT


def test_the_finder_must_be_a_finder(copied: Path) -> None:
    shutil.copy(copied / FACES_FILES[0], copied / FINDER_FILE)
    assert problem(copied) == MODEL_CORRUPT


def test_networks_that_were_not_calibrated_together_are_refused(copied: Path) -> None:
    first, second = (copied / name for name in FACES_FILES)
    # The second network's own bytes, but for one digit of what it says of its trust.
    content = second.read_bytes()
    place = content.index(b'"sure_visible": 0.8') + len(b'"sure_visible": 0.')
    second.write_bytes(content[:place] + b"7" + content[place + 1 :])
    assert first.read_bytes() != second.read_bytes()
    assert problem(copied) == MODEL_CORRUPT


def test_a_huge_file_is_not_even_read(copied: Path) -> None:
    with (copied / FINDER_FILE).open("r+b") as file:
        file.truncate(10**12)
    assert problem(copied) == MODEL_CORRUPT


def test_a_model_of_another_kit_is_refused() -> None:
    with pytest.raises(BadModel) as caught:
        open_networks(TABLE[:-1], OURS)
    assert caught.value.problem == MODEL_CORRUPT
