"""What is true of a drawn board, in the format of the labelled pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from models.boards.arrays import Bytes, Owners
from models.boards.boxes import Patch
from models.boards.layouts import Lying

if TYPE_CHECKING:
    from models.boards.draw import Scene


def truth(scene: Scene, patches: list[Patch | None], owner: Owners, picture: Bytes) -> dict[str, Any]:
    """The label of a picture. `owner` says whose top face each pixel shows."""
    look = scene.look
    cubes = []
    shown = np.bincount(owner[owner >= 0], minlength=len(patches))
    for index, (cube, patch) in enumerate(zip(scene.plan.cubes, patches, strict=True)):
        u, v = scene.camera.project([[cube.x, cube.y]], look.cube_mm)[0]
        whole = _face_px(scene, cube, patch)
        cubes.append(
            {
                "color": cube.color,
                "symbol": cube.symbol,
                "section": cube.section,
                "mat_mm": [round(cube.x, 2), round(cube.y, 2)],
                "yaw_deg": round(cube.yaw_deg, 1),
                "orientation": int(round(cube.yaw_deg / 90) % 4 * 90),
                "visible": round(min(1.0, float(shown[index]) / whole), 3) if whole else 0.0,
                "image_px": [round(float(u), 1), round(float(v), 1)],
                "contrast": round(_contrast(patch, picture), 1) if patch else 0.0,
            }
        )
    return {
        "kit": look.kit,
        "scenario": scene.plan.scenario,
        "camera": scene.camera.to_json(scene.layout),
        "lighting": scene.light.name,
        "hand": bool(scene.hands),
        "degraded": scene.sensor.degraded(),
        "table": scene.table.kind,
        "cube_finish": look.finish,
        "cube_mm": round(look.cube_mm, 2),
        "font": look.prints.name,
        "laminated_mat": scene.sheet.laminated,
        "cubes": cubes,
        "goal_order": [index for group in scene.plan.goal_groups for index in group],
        "goal_groups": scene.plan.goal_groups,
    }


#: How much of a face, on each side, is rim; and at least so many pixels: so far blur and JPEG, which keeps colours at
#: half the size, carry the rim's colour inwards.
_RIM, _RIM_PX = 0.1, 3
#: A marker is in view if its rim is darker than the paper around it by so many levels, at all its corners and sides.
_MARKER_STEP = 20


def markers_in_view(scene: Scene, picture: Bytes) -> int:
    """How many of the mat's markers the picture shows whole: not covered, not cut off, not washed out."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    around = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], dtype=float)
    half = scene.layout.marker_mm / 2
    # A rim is one of six cells wide in every dictionary of ours; outside it is paper.
    rim, paper = around * half * 5 / 6, around * half * 7 / 6
    count = 0
    for marker in scene.layout.markers:
        spots = scene.camera.project(np.concatenate([rim, paper]) + np.array([marker.x, marker.y]))
        if np.all((spots >= 0) & (spots <= np.array(scene.camera.size) - 1)):
            columns, rows = np.round(spots).astype(int).T
            shown = grey[rows, columns].astype(int).reshape(2, -1)
            count += bool(np.all(shown[1] - shown[0] >= _MARKER_STEP))
    return count


def _face_px(scene: Scene, cube: Lying, patch: Patch | None) -> float:
    """How many pixels the whole top face has, with what lies beyond the picture's edge."""
    if patch is None:
        return 0.0
    half = scene.look.cube_mm / 2 - 0.4 * scene.look.bevel_mm
    angle = np.radians(cube.yaw_deg)
    along = np.array([np.cos(angle), np.sin(angle)]) * half
    over = np.array([-along[1], along[0]])
    corners = np.array([cube.x, cube.y]) + np.array([-along - over, along - over, along + over, -along + over])
    seen = scene.camera.project(corners, scene.look.cube_mm)
    inside = np.all((seen > 0) & (seen < np.array(scene.camera.size) - 1))
    shown = float((patch.face > 0.5).sum())
    return shown if inside else max(shown, float(cv2.contourArea(seen.astype(np.float32))))


def _contrast(patch: Patch, picture: Bytes) -> float:
    """How far the mean colours of symbol and body on the top face are apart.

    The face's rim has no part in it: where a lamp washes a symbol out, a coloured edge around it helps nobody.
    """
    rows, columns = patch.face.shape
    part = picture[patch.top : patch.top + rows, patch.left : patch.left + columns]
    whole = (patch.face > 0.95).astype(np.uint8)
    rim_px = max(_RIM_PX, round(_RIM * float(np.sqrt(whole.sum()))))
    inner = cv2.erode(whole, np.ones((2 * rim_px + 1, 2 * rim_px + 1), np.uint8), borderValue=0)
    body = (inner > 0) & (patch.ink < 0.08)
    solid = patch.ink > 0.6
    if not solid.any():
        solid = patch.ink > 0.6 * patch.ink.max(initial=0.0)
    if not solid.any() or not body.any():
        return 0.0
    of_symbol, of_body = (np.array(cv2.mean(part, mask.astype(np.uint8))) for mask in (solid, body))
    return float(np.linalg.norm(of_symbol - of_body))
