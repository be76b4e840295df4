"""Boxes looked at ray by ray."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from models.boards.boxes import Box, Patch, draw_box, hidden_light
from models.boards.camera import Camera
from models.boards.lamps import Lamp, Light

CAMERA = Camera((216.0, 165.0, 600.0), 0, 0, 0, 66)
EYE = np.array([216.0, 165.0, 600.0])
#: A lamp to the left, straight light from the room.
LEFT = Light(
    "test",
    (Lamp(np.array([-400.0, 165.0, 400.0]), 10.0, np.ones(3), np.tile([[-400.0, 165.0, 400.0]], (4, 1)), 735.0),),
    np.full(3, 0.2),
    0.8,
    np.ones(3),
)


def box(x: float, y: float, **changes: Any) -> Box:
    plain = Box(x, y, 0.0, np.full(3, 8.0), 0.8, np.full(3, 0.5), np.zeros(3), 0.5, 0.0)
    return replace(plain, **changes)


def drawn(shown: Box, camera: Camera = CAMERA, fine: float = 2) -> Patch | None:
    field = np.ones((3, 9, 2), np.float32)
    return draw_box(shown, camera, LEFT, field, np.full(3, 0.2), [None], fine)


@pytest.mark.parametrize("fine", [1.5, 2])
def test_the_top_face_covers_its_own_outline(fine: float) -> None:
    rng = np.random.default_rng(2)
    apart = []
    for _ in range(24):
        shown = box(rng.uniform(60, 370), rng.uniform(40, 290), yaw_deg=rng.uniform(0, 90), bevel=0.3)
        patch = drawn(shown, fine=fine)
        assert patch is not None
        outline = CAMERA.project(shown.corners()[4:, :2], 16.0)
        assert patch.face.sum() == pytest.approx(cv2.contourArea(outline.astype(np.float32)), rel=0.07)
        rows, columns = np.indices(patch.face.shape)
        weight = patch.face / patch.face.sum()
        found = np.array([patch.left + (columns * weight).sum(), patch.top + (rows * weight).sum()])
        apart.append(found - outline.mean(axis=0))
    # One face is off by part of a sample, all together by nothing.
    assert np.abs(apart).max() < 0.4
    assert np.abs(np.mean(apart, axis=0)).max() < 0.06


def test_a_box_below_the_camera_shows_no_sides_and_one_aside_does() -> None:
    below, aside = drawn(box(216.0, 165.0)), drawn(box(30.0, 165.0))
    assert below is not None
    assert aside is not None
    assert (below.cover > 0.5).sum() < 1.3 * (below.face > 0.5).sum()
    assert (aside.cover > 0.5).sum() > 1.25 * (aside.face > 0.5).sum()


def test_rounder_edges_leave_less_of_the_corners() -> None:
    sharp, round_ = (drawn(box(216.0, 165.0, bevel=bevel)) for bevel in (0.2, 4.0))
    assert sharp is not None
    assert round_ is not None
    assert round_.cover.sum() < sharp.cover.sum() * 0.985


def test_ink_is_where_the_atlas_has_it() -> None:
    atlas = np.zeros((96, 288, 2), np.uint8)
    atlas[..., 1] = 128
    atlas[:48, 192:, 0] = 255
    patch = drawn(box(216.0, 165.0, atlas=atlas, yaw_deg=90.0))
    assert patch is not None
    # The upper half of a face that is turned clockwise by a quarter lies on the right.
    middle = patch.ink.shape[1] // 2
    assert patch.ink[:, middle + 2 :].sum() > 50 * max(1e-3, patch.ink[:, : middle - 2].sum())


@pytest.mark.parametrize("quarter", range(4))
def test_no_side_is_printed_as_in_a_mirror(quarter: int) -> None:
    atlas = np.zeros((96, 288, 2), np.uint8)
    atlas[..., 1] = 128
    # Ink on the left half of the sides, and none on the top.
    for side in (0, 1):
        atlas[:, 96 * side : 96 * side + 48, 0] = 255
    # The camera sees the side to its own side of the box: who stands before it has the left half on the left hand.
    x, y = round(np.cos(quarter * np.pi / 2)), round(np.sin(quarter * np.pi / 2))
    camera = replace(CAMERA, position_mm=(216.0 + 230 * x, 165.0 + 230 * y, 600.0))
    patch = drawn(box(216.0, 165.0, atlas=atlas, body=np.full(3, 0.9), bevel=0.3), camera)
    assert patch is not None
    side = (patch.cover > 0.99) & (patch.face < 0.01)
    rows, columns = np.nonzero(side)
    inked = patch.light[rows, columns].sum(axis=1) < patch.light[rows, columns].sum(axis=1).mean()
    spots = np.column_stack((columns, rows)) + np.array([patch.left, patch.top])
    # In the picture of a camera without roll, the sheet's x is to the right and its y down.
    to_left = (spots[inked].mean(axis=0) - spots[~inked].mean(axis=0)) @ np.array([-y, x])
    assert to_left > 3


def test_the_side_towards_the_lamp_is_brighter() -> None:
    camera = replace(CAMERA, position_mm=(-100.0, 165.0, 600.0), tilt_deg=0.0)
    right = replace(CAMERA, position_mm=(530.0, 165.0, 600.0), tilt_deg=0.0)
    shades = []
    for seen_from in (camera, right):
        patch = drawn(box(216.0, 165.0), seen_from)
        assert patch is not None
        side = (patch.cover > 0.99) & (patch.face < 0.01)
        shades.append(patch.light[side].mean())
    assert shades[0] > shades[1] * 1.5


def test_a_neighbour_stands_in_the_light() -> None:
    alone = hidden_light([box(216.0, 165.0), box(380.0, 300.0)], LEFT, EYE)
    assert all((field == 1).all() for field in alone)
    # The camera is on the left, so that it sees the left side, which the neighbour covers.
    beside = hidden_light([box(216.0, 165.0), box(199.5, 165.0)], LEFT, EYE - [200.0, 0, 0])
    assert beside[0][:, :3].mean() < 0.6
    assert (beside[0][:, 6:] == 1).all()


def test_a_box_beyond_the_edge_is_not_drawn_and_one_at_the_edge_in_part() -> None:
    assert drawn(box(5000.0, 165.0)) is None
    edge = float(CAMERA.on_plane([[1279.0, 479.5]], 16.0)[0, 0])
    patch = drawn(box(edge, 165.0))
    assert patch is not None
    assert patch.left + patch.cover.shape[1] <= 1280
    assert patch.cover.max() == pytest.approx(1)
    for away in np.linspace(0, 40, 81):
        drawn(box(edge + away, 165.0))


def test_a_box_of_many_pixels_is_drawn_whole() -> None:
    large = box(216.0, 165.0, half=np.array([150.0, 100.0, 5.0]))
    patch = drawn(large)
    assert patch is not None
    outline = CAMERA.project(large.corners()[4:, :2], 10.0)
    assert patch.cover.sum() == pytest.approx(cv2.contourArea(outline.astype(np.float32)), rel=0.01)
