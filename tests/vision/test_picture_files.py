"""Pictures from files: whole ones are read, all others refused with a name."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.layout import load_layout
from vision.mat_view import Lost, find_mat
from vision.picture_files import MOST_PIXELS, READ_PX, BadPicture, load_picture, picture_size
from vision.quality import lost_problems

PICTURE = np.random.default_rng(4).integers(0, 255, (90, 160, 3)).astype(np.uint8)


def coded(ending: str, picture: np.ndarray = PICTURE, *options: int) -> bytes:  # type: ignore[type-arg]
    done, data = cv2.imencode(ending, picture, list(options))
    assert done
    return data.tobytes()


KINDS = {
    ".jpg": coded(".jpg"),
    ".png": coded(".png"),
    ".bmp": coded(".bmp"),
    ".webp": coded(".webp", PICTURE, cv2.IMWRITE_WEBP_QUALITY, 80),
    "lossless.webp": coded(".webp", PICTURE, cv2.IMWRITE_WEBP_QUALITY, 101),
    "progressive.jpg": coded(".jpg", PICTURE, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
}


def problem_of(path: Path) -> str:
    with pytest.raises(BadPicture) as bad:
        load_picture(path)
    assert str(bad.value)
    return bad.value.problem


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_read_and_its_size_known_before(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"picture{name}"
    path.write_bytes(KINDS[name])
    assert picture_size(KINDS[name]) == (160, 90)
    image = load_picture(path)
    assert image.shape == (90, 160, 3)
    if name in (".png", ".bmp", "lossless.webp"):
        assert np.array_equal(image, PICTURE)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.99])
def test_a_file_that_was_cut_off_is_no_picture(name: str, share: float, tmp_path: Path) -> None:
    data = KINDS[name]
    path = tmp_path / "cut"
    path.write_bytes(data[: int(len(data) * share)])
    assert problem_of(path) == "no-picture"


def test_what_is_no_file_or_no_picture(tmp_path: Path) -> None:
    assert problem_of(tmp_path / "none.jpg") == "no-file"
    assert problem_of(tmp_path) == "no-picture"
    for number, data in enumerate(
        (b"", b"hello", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF1234WEBPVP8X", b"GIF89a")
    ):
        path = tmp_path / str(number)
        path.write_bytes(data)
        assert problem_of(path) == "no-picture"


def test_rubbish_behind_a_true_head_is_no_picture(tmp_path: Path) -> None:
    head = KINDS[".png"][:33]
    path = tmp_path / "rubbish.png"
    path.write_bytes(head + b"\x00" * 500 + b"IEND" + b"\x00" * 4)
    assert problem_of(path) == "no-picture"


def test_a_huge_picture_is_refused_by_its_head_alone(tmp_path: Path) -> None:
    side = 1 + int(MOST_PIXELS**0.5)
    heads = {
        "huge.png": b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", side, side),
        "huge.jpg": b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0" + struct.pack(">HBHH", 17, 8, side, side) + b"\x03",
        "huge.bmp": b"BM" + b"\0" * 16 + struct.pack("<ii", side, -side),
    }
    for name, data in heads.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert picture_size(data) == (side, side)
        assert problem_of(path) == "too-large"


def test_a_picture_without_a_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "flat.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 0, 5))
    assert problem_of(path) == "no-picture"


def test_a_fine_picture_is_made_smaller_and_keeps_its_shape(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), np.full((3000, 4000, 3), 90, dtype=np.uint8))
    assert load_picture(path).shape == (READ_PX * 3 // 4, READ_PX, 3)


def test_a_grey_picture_becomes_one_with_three_colours(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), PICTURE[..., 0])
    assert load_picture(path).shape == (90, 160, 3)


@pytest.mark.parametrize("shape", [(1, 20000), (9000, 1), (1, 1), (3, 2500)])
def test_a_picture_of_any_shape_is_loaded_and_looked_at(shape: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "thin.png"
    cv2.imwrite(str(path), np.full((*shape, 3), 200, dtype=np.uint8))
    image = load_picture(path)
    assert min(image.shape[:2]) >= 1
    lost = find_mat(image, load_layout())
    assert isinstance(lost, Lost)
    assert lost_problems(image, lost) == ("no-mat",)
