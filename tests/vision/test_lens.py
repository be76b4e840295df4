"""Lenses: projection as OpenCV has it, files both ways, other sizes."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadRequest
from vision.lens import Lens, parse_lens, read_lens, usual_lens

LENS = Lens((1280, 960), (991.5, 990.25), (636.5, 481.0), (-0.05, 0.01, 0.001, -0.0005, 0.002), 0.21)


@given(st.tuples(*[st.floats(-0.03, 0.03)] * 5), st.floats(-0.5, 0.5), st.floats(-0.4, 0.4))
def test_projection_is_opencvs_and_directions_undo_it(terms: tuple[float, ...], x: float, y: float) -> None:
    lens = Lens((1280, 960), (990.0, 985.0), (640.0, 478.0), terms)
    seen = np.array([(x * 600, y * 600, 600.0)])
    expected, _ = cv2.projectPoints(seen, np.zeros(3), np.zeros(3), lens.matrix, lens.terms)
    pixel = lens.project(seen)
    assert np.abs(pixel - expected.reshape(-1, 2)).max() < 1e-6
    assert np.abs(lens.directions(pixel) - (x, y)).max() < 1e-4


def test_no_pixels_have_no_directions() -> None:
    assert LENS.directions(np.zeros((0, 2))).shape == (0, 2)


def test_a_lens_is_its_file() -> None:
    assert parse_lens(LENS.to_json()) == LENS
    assert parse_lens(json.loads(json.dumps(usual_lens(640, 480).to_json()))).error_px is None


def test_the_usual_lens_sees_66_degrees() -> None:
    assert abs(usual_lens(1280, 960).across_deg - 66) < 1e-9
    assert usual_lens(1280, 960).centre_px == (639.5, 479.5)


def test_the_same_lens_in_a_smaller_picture_sees_the_same() -> None:
    half = LENS.for_size(640, 480)
    point = np.array([(100.0, -50.0, 600.0)])
    # The corner of the picture, not the centre of its first pixel, stays where it is.
    assert np.abs((LENS.project(point) + 0.5) / 2 - 0.5 - half.project(point)).max() < 1e-9
    assert LENS.for_size(1280, 960) is LENS
    with pytest.raises(BadRequest, match="not 1280 x 720"):
        LENS.for_size(1280, 720)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"focal_px": [10, 10]}, "focal length"),
        ({"size": [0, 960]}, "size"),
        ({"size": "big"}, "no lens"),
        ({"centre_px": [-5, 480]}, "centre"),
        ({"distortion": [9, 0, 0, 0, 0]}, "distortion"),
        ({"distortion": [0.1]}, "no lens"),
        ({"colour": "red"}, "no lens"),
    ],
)
def test_what_is_no_lens_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        parse_lens(LENS.to_json() | change)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lens.json"
    with pytest.raises(BadRequest, match="cannot be read"):
        read_lens(path)
    path.write_text("{")
    with pytest.raises(BadRequest):
        read_lens(path)
    path.write_text(json.dumps(LENS.to_json()))
    assert read_lens(path) == LENS
