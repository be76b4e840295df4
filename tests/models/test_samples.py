"""Samples of labelled pictures: crops show what their answers say."""

from __future__ import annotations

import numpy as np
import pytest

from models.samples import CROPS_A_CUBE, Samples, samples_of
from models.simulated_boards import HEIGHT_MM, simulated_board
from rules.cubes import EQUATIONS_KIT
from vision.faces import CROP_MM, CROP_PX, face_table
from vision.finder import MARGIN_MM, PX_PER_MM
from vision.layout import load_layout

LAYOUT, TABLE = load_layout(), face_table(EQUATIONS_KIT)


@pytest.fixture(scope="module")
def samples() -> Samples:
    picture, truth = simulated_board(4, EQUATIONS_KIT, LAYOUT)
    found = samples_of(picture, truth, LAYOUT, TABLE, np.random.default_rng(1), HEIGHT_MM)
    assert found is not None
    return found


def test_every_cube_gives_its_crops_and_places_beside_give_others(samples: Samples) -> None:
    kinds = samples.answers[:, 0].astype(int)
    assert (kinds < len(TABLE)).sum() == CROPS_A_CUBE * (samples.cubes[:, 3] >= 0.2).sum()
    assert (kinds == len(TABLE)).sum() > 5
    assert samples.crops.shape == (len(kinds), CROP_PX, CROP_PX, 3)


def test_the_plane_shows_cubes_where_they_are_said_to_be(samples: Samples) -> None:
    colours = []
    for x, y in samples.cubes[:, :2]:
        column, row = (np.array([x, y]) + MARGIN_MM) * PX_PER_MM - 0.5
        part = samples.plane[round(row) - 6 : round(row) + 7, round(column) - 6 : round(column) + 7]
        colours.append(part.reshape(-1, 3).mean(axis=0))
    paper = 0.8 / samples.gain
    assert np.all(np.linalg.norm(np.array(colours) - paper, axis=1) > 40)


def test_a_crop_moved_and_turned_by_its_answer_is_upright_in_the_middle(samples: Samples) -> None:
    """Two crops of one cube, each put straight by its own answer, show the same."""
    import cv2

    faces = {}
    for crop, answer in zip(samples.crops, samples.answers, strict=True):
        kind, quarter, right, down, beyond = answer[:5]
        if int(kind) == len(TABLE):
            continue
        turn = float(beyond) * 45 + 90 * float(quarter)
        middle = (CROP_PX - 1) / 2
        scale = LAYOUT.cube_mm / CROP_MM * CROP_PX
        centre = (middle + float(right) * scale, middle + float(down) * scale)
        # OpenCV counts angles against the clock and the face is turned with it.
        matrix = cv2.getRotationMatrix2D(centre, turn, 1.0)
        matrix[:, 2] += middle - np.array(centre)
        straight = cv2.warpAffine(crop, matrix, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE)
        faces.setdefault(int(kind), []).append(straight[8:24, 8:24].astype(float))
    differences = [
        np.abs(one - other).mean() for same in faces.values() for one in same for other in same if one is not other
    ]
    mixed = [np.abs(faces[a][0] - faces[b][0]).mean() for a in faces for b in faces if a != b]
    assert np.median(differences) < 0.35 * np.median(mixed)


def test_a_picture_without_a_mat_gives_none() -> None:
    blank = np.zeros((960, 1280, 3), dtype=np.uint8)
    assert samples_of(blank, {"cubes": []}, LAYOUT, TABLE, np.random.default_rng(1)) is None
