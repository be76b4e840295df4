"""What is known of the camera over one table."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.cubes import EQUATIONS_KIT
from vision.calibration import NO_CALIBRATION, read_calibration
from vision.kept_pose import CORNERS_FILE, hand_corners
from vision.layout import load_layout
from vision.lens import usual_lens
from vision.net_reader import NetReader
from vision.readers import reader_for

LENS = usual_lens(1280, 960)
CORNERS = hand_corners((640, 480), [(100, 90), (540, 95), (535, 400), (105, 395)])


def write(path: Path, value: object) -> None:
    path.write_bytes(msgspec.json.encode(value))


def test_an_empty_folder_knows_nothing(tmp_path: Path) -> None:
    assert read_calibration(tmp_path) == NO_CALIBRATION
    assert read_calibration(tmp_path / "none") == NO_CALIBRATION


def test_what_is_there_is_read_and_has_one_hash(tmp_path: Path) -> None:
    write(tmp_path / "lens.json", LENS.to_json())
    lens_alone = read_calibration(tmp_path)
    assert lens_alone.lens is not None
    assert lens_alone.lens.size == (1280, 960)
    write(tmp_path / CORNERS_FILE, CORNERS.to_json())
    both = read_calibration(tmp_path)
    assert both.corners == CORNERS
    assert both.hash == read_calibration(tmp_path).hash
    assert len(both.hash) == 12
    assert both.hash != lens_alone.hash


def test_a_file_that_is_wrong_is_left_out_and_named(tmp_path: Path) -> None:
    write(tmp_path / "lens.json", LENS.to_json())
    sound = read_calibration(tmp_path)
    write(tmp_path / CORNERS_FILE, {"size": [1, 2]})
    assert read_calibration(tmp_path).wrong == (CORNERS_FILE,)
    assert read_calibration(tmp_path).hash == sound.hash


def test_the_trained_reader_is_told_of_it(tmp_path: Path) -> None:
    write(tmp_path / "lens.json", LENS.to_json())
    write(tmp_path / CORNERS_FILE, CORNERS.to_json())
    reader = reader_for("net", "usb", load_layout(), EQUATIONS_KIT, read_calibration(tmp_path), size=(1280, 960))
    assert isinstance(reader, NetReader)
    assert reader.lens is not None
    assert reader.corners is not None
    assert reader.corners[0] == (200.5, 180.5)
