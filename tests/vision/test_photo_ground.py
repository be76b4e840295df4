"""The photographed sheet without a cube."""

from __future__ import annotations

import numpy as np

from vision.layout import load_layout
from vision.mat_view import MatView, find_mat
from vision.photo import pick_look
from vision.photo_eye import MatPlace
from vision.photo_ground import Ground

LAYOUT = load_layout()
LOOK = pick_look(2, LAYOUT)


def test_the_sheet_is_found_where_it_lies_also_when_it_was_pushed() -> None:
    ground = Ground(LAYOUT, LOOK.top, LOOK.lighting, LOOK.vignette)
    for mat in (MatPlace(), MatPlace(8, -5, 1.5)):
        eye = LOOK.eye.over(mat, LAYOUT)
        view = find_mat(ground.draw(eye, mat), LAYOUT)
        assert isinstance(view, MatView)
        assert len(view.markers_seen) == 4
        places = np.array([(60.0, 60.0), (216.0, 165.0), (380.0, 280.0)])
        true = eye.pixels(np.column_stack((places, np.zeros(3))))
        assert np.abs(view.to_picture(places, 0) - true).max() < 1.5


def test_a_pushed_sheet_leaves_the_table_top_where_it_was() -> None:
    ground = Ground(LAYOUT, LOOK.top, LOOK.lighting, LOOK.vignette)
    mat = MatPlace(8, 0, 0)
    before, after = ground.draw(LOOK.eye, MatPlace()), ground.draw(LOOK.eye.over(mat, LAYOUT), mat)
    assert np.abs(before[:40].astype(int) - after[:40].astype(int)).max() <= 3
