"""One drawn board: a picture as a camera above the table would take it, and what is true of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from models.boards.arrays import Bytes, Floats, Floats32, Owners
from models.boards.boxes import Box, Patch, draw_box, hidden_light
from models.boards.camera import Camera, pick_camera
from models.boards.ground import (
    Laid,
    Sheet,
    Table,
    draw_sheet,
    draw_table,
    pick_sheet,
    pick_table,
    sheet_mask,
    sheet_shading,
)
from models.boards.hands import Hand, draw_hand, hand_dark, hand_shadow, pick_hand
from models.boards.kit import FaceMaker, KitLook, pick_kit
from models.boards.lamps import Light, mirror_spread, pick_light
from models.boards.layouts import Lying, Plan, lay_cubes
from models.boards.printing import installed_fonts, pick_print
from models.boards.props import Props, draw_round, lay_papers, pick_props, round_boxes
from models.boards.sensor import Sensor, develop, jpeg, pick_sensor, vignette
from models.boards.shadows import SHARE, box_shadows, patch_shadow, touching_dark
from models.boards.style import TRAINING, Style
from models.boards.truth import markers_in_view, truth
from models.boards.view import STEP, View
from vision.layout import Layout, load_layout

#: From here on a symbol has pixels enough for fewer samples in each.
_NEAR_PX_PER_MM = 2.0
#: So many markers the reader needs, of four: the others may be covered.
_LEAST_MARKERS = 2


@dataclass(frozen=True)
class Scene:
    """All that is on and around a table, before it is drawn."""

    layout: Layout
    camera: Camera
    light: Light
    table: Table
    sheet: Sheet
    look: KitLook
    plan: Plan
    sensor: Sensor
    props: Props
    hands: tuple[Hand, ...]


def pick_scene(rng: np.random.Generator, style: Style, layout: Layout) -> Scene:
    """A scene within the style's ranges."""
    camera = pick_camera(rng, layout, style.camera)
    light = pick_light(
        rng, style.lights, layout, np.array([camera.position_mm[0], camera.position_mm[1], camera.position_mm[2]])
    )
    fonts = () if style.stroke_only else installed_fonts(style.fonts)
    if not fonts and not style.stroke_only:
        raise FileNotFoundError(
            f"no font of the {style.fonts} list is installed: run models/fonts.sh, or use stroke_only"
        )
    prints = pick_print(rng, fonts, style.stroke_share)
    kit = style.kits[int(rng.integers(len(style.kits)))]
    look = pick_kit(rng, kit, prints, float(rng.uniform(*style.cube_mm)), style.wear_share)
    names, weights = zip(*style.scenarios, strict=True)
    scenario = str(rng.choice(names, p=np.array(weights) / sum(weights)))
    width, height = camera.size

    def in_view(x: float, y: float) -> bool:
        u, v = camera.project([[x, y]], look.cube_mm)[0]
        return bool(-3 < u < width + 2 and -3 < v < height + 2)

    plan = lay_cubes(rng, layout, scenario, look.cube_mm, look.star, in_view)
    sensor = pick_sensor(
        rng,
        style.blur_share,
        style.noise,
        style.jpeg,
        most_noise=255 * style.noise_share * light.paper,
        most_px=style.blur_mm * camera.scale_at((216, 165)),
    )
    props = pick_props(rng, layout, plan, style.prop_share)
    hands = []
    for _ in range(1 + int(rng.random() < 0.15) if rng.random() < style.hand_share else 0):
        near = plan.cubes[int(rng.integers(len(plan.cubes)))] if plan.cubes and rng.random() < 0.6 else None
        hands.append(pick_hand(rng, layout, np.array([near.x, near.y]) + rng.normal(0, 15, 2) if near else None))
    return Scene(layout, camera, light, pick_table(rng), pick_sheet(rng), look, plan, sensor, props, tuple(hands))


def cube_box(cube: Lying, look: KitLook, faces: FaceMaker, rng: np.random.Generator) -> Box:
    """A lying cube as a box with its printed faces."""
    own = look.body[cube.color] * np.exp(rng.normal(0, look.body_spread))
    others = [face for face in look.faces(cube.color) if face != cube.symbol]
    x_side, y_side = rng.permutation(len(others))[:2]
    tiles = [
        faces.ink(others[x_side], int(rng.integers(4))),
        faces.ink(others[y_side], int(rng.integers(4))),
        faces.ink(cube.symbol),
    ]
    surface = np.tile(faces.surface(), (1, 3))
    atlas = np.stack([np.concatenate(tiles, axis=1), surface], axis=-1)
    half = np.full(3, look.cube_mm / 2)
    return Box(
        cube.x,
        cube.y,
        cube.yaw_deg,
        half,
        look.bevel_mm,
        own,
        look.ink[cube.color],
        look.roughness,
        look.reflectance,
        atlas,
    )


def _coloured(colours: list[Floats], weights: list[Floats32]) -> Floats32:
    """The sum of weights, each in its colour: [rows, columns, 3]."""
    planes = np.stack(weights)
    mixed = np.stack(colours, axis=1).astype(np.float32) @ planes.reshape(len(weights), -1)
    return np.asarray(cv2.merge(list(mixed.reshape(3, *planes.shape[1:]))))


def _ground_light(
    view: View, scene: Scene, boxes: list[Box], far: list[Floats32 | None], small_mask: Floats32, darker: Floats32
) -> tuple[Floats32, Floats32 | None]:
    """At half size: the light that falls on the table, and the gloss the camera sees on it, if any."""
    light, spots = scene.light, np.dstack([view.ground, np.zeros(view.cells, np.float32)]).astype(float)
    open_room = touching_dark(view, boxes, 0.8)
    for hand in scene.hands:
        open_room = open_room * hand_dark(view, hand)
    eye = np.array([scene.camera.eye[0], scene.camera.eye[1], -scene.camera.eye[2]])
    ray = spots - eye
    ray /= np.linalg.norm(ray, axis=-1, keepdims=True)
    mirror = ray * np.array([1, 1, -1])
    steep = (1 - np.abs(ray[..., 2])) ** 5
    lens = view.stretched(darker, SHARE) if scene.sensor.vignette else np.float32(1)
    shading = view.stretched(sheet_shading(view, scene.layout, scene.sheet), SHARE)
    own = (1 + (shading - 1) * small_mask) * lens
    weights, glows = [open_room * own], []
    for lamp, shadow in zip(light.lamps, far, strict=True):
        seen = box_shadows(view, boxes, lamp)
        if shadow is not None:
            seen = seen * shadow
        way, weaker = lamp.towards(spots)
        power = view.stretched(np.clip(way[..., 2:], 0, None) * weaker, SHARE)
        weights.append(power * seen * own)
        angle = np.sqrt(np.maximum(2 - 2 * np.sum(mirror * way, axis=-1), 0))
        broad = lamp.radius_mm / lamp.reach_mm
        for surface, where in ((scene.sheet, small_mask), (scene.table, 1 - small_mask)):
            if surface.reflectance == 0:
                continue
            soft = mirror_spread(surface.roughness)
            fresnel = surface.reflectance + (1 - surface.reflectance) * steep * (1 - surface.roughness)
            lobe = (
                np.exp(-((np.maximum(angle - broad, 0) / soft) ** 2)) / (broad**2 + soft**2) * fresnel * weaker[..., 0]
            )
            if lobe.max() >= 0.01:
                glow = view.stretched(np.minimum(lobe, 6.0), SHARE) * seen * where * lens
                glows.append((lamp.light, glow))
    falling = _coloured([light.room, *(lamp.light for lamp in light.lamps)], weights)
    gloss = _coloured([colour for colour, _ in glows], [glow for _, glow in glows]) if glows else None
    return falling, gloss


def _lay(canvas: Floats32, patch: Patch, darker: float) -> None:
    rows, columns = patch.cover.shape
    part = canvas[patch.top : patch.top + rows, patch.left : patch.left + columns]
    part *= 1 - patch.cover[..., None]
    part += patch.light * np.float32(darker)


def _grown(field: Floats32, left: int, top: int, wide: int, high: int) -> Floats32:
    """A rectangle of the picture out of a half-size field, at full size."""
    x0, y0 = max(0, left // SHARE - 1), max(0, top // SHARE - 1)
    part = field[y0 : (top + high) // SHARE + 2, x0 : (left + wide) // SHARE + 2]
    full = cv2.resize(part, (part.shape[1] * SHARE, part.shape[0] * SHARE), interpolation=cv2.INTER_LINEAR)
    x, y = left - x0 * SHARE, top - y0 * SHARE
    return np.asarray(full[y : y + high, x : x + wide], dtype=np.float32)


def _lay_sheet(canvas: Floats32, laid: Laid, falling: Floats32, gloss: Floats32 | None) -> None:
    high, wide = laid.share.shape
    lit = laid.colours * _grown(falling, laid.left, laid.top, wide, high)
    if gloss is not None:
        lit += _grown(gloss, laid.left, laid.top, wide, high)
    part = canvas[laid.top : laid.top + high, laid.left : laid.left + wide]
    cv2.blendLinear(lit, part, laid.share, 1 - laid.share, dst=part)


def cube_boxes(scene: Scene, rng: np.random.Generator) -> list[Box]:
    """The scene's cubes with their printed faces."""
    faces = FaceMaker(scene.look, rng)
    return [cube_box(cube, scene.look, faces, rng) for cube in scene.plan.cubes]


def draw_scene(scene: Scene, cubes: list[Box]) -> tuple[Floats32, list[Patch | None], Owners]:
    """The light that reaches each pixel, the cubes' patches, and whose top face each pixel shows (-1: nobody's)."""
    view = View(scene.camera)
    width, height = scene.camera.size
    far: list[Floats32 | None] = [None for _ in scene.light.lamps]
    far[0] = patch_shadow(view, scene.light, 2.0)
    for hand in scene.hands:
        for index, lamp in enumerate(scene.light.lamps):
            shadow, other = hand_shadow(view, hand, lamp), far[index]
            far[index] = shadow if other is None else shadow * other
    solid = [*cubes, *scene.props.boxes]
    small_mask = sheet_mask(view, scene.layout, SHARE).astype(np.float32) * np.float32(1 / 255)
    darker = vignette(view, scene.sensor.vignette)
    standing = [*solid, *round_boxes(scene.props.rounds)]
    falling, gloss = _ground_light(view, scene, standing, far, small_mask, darker)
    ground = draw_table(view, scene.table, SHARE)
    lay_papers(view, scene.props.papers, ground, SHARE)
    ground *= falling
    if gloss is not None:
        ground += gloss
    canvas = cv2.resize(ground, (width, height), interpolation=cv2.INTER_LINEAR)
    laid = draw_sheet(view, scene.layout, scene.sheet)
    _lay_sheet(canvas, laid, falling, gloss)
    eye = np.array([scene.camera.eye[0], scene.camera.eye[1], -scene.camera.eye[2]])
    fields = hidden_light(solid, scene.light, eye)
    owner = np.full((height, width), -1, np.int16)
    patches: list[Patch | None] = [None] * len(cubes)
    fine = 2.0 if scene.camera.scale_at((216, 165)) < _NEAR_PX_PER_MM else 1.5
    for thing in scene.props.rounds:
        draw_round(view, thing, scene.light, canvas)
    # The camera sees cubes lean outwards from the point below it, so the far ones are drawn first.
    order = sorted(range(len(solid)), key=lambda i: -np.hypot(solid[i].x - eye[0], solid[i].y - eye[1]))
    for index in order:
        box = solid[index]
        u, v = scene.camera.project([[box.x, box.y]])[0]
        x, y = int(np.clip(u / SHARE, 0, falling.shape[1] - 1)), int(np.clip(v / SHARE, 0, falling.shape[0] - 1))
        around = falling[max(0, y - 12) : y + 13, max(0, x - 12) : x + 13].mean(axis=(0, 1)).astype(float)
        is_cube = index < len(cubes)
        patch = draw_box(
            box,
            scene.camera,
            scene.light,
            fields[index],
            around * scene.sheet.paper,
            far,
            fine if box.half.max() < 30 else 1.0,
        )
        if is_cube:
            patches[index] = patch
        if patch is None:
            continue
        cell = darker[
            int(np.clip(v / STEP + 1, 0, view.cells[0] - 1)), int(np.clip(u / STEP + 1, 0, view.cells[1] - 1))
        ]
        _lay(canvas, patch, float(cell))
        rows, columns = patch.cover.shape
        part = owner[patch.top : patch.top + rows, patch.left : patch.left + columns]
        part[patch.cover > 0.5] = -1
        if is_cube:
            part[patch.face > 0.5] = index
    for hand in scene.hands:
        bounce = scene.light.room * 0.5 + sum((lamp.light for lamp in scene.light.lamps), np.zeros(3)) * 0.3
        draw_hand(view, hand, scene.light, bounce, canvas, owner, darker)
    return canvas, patches, owner


def draw_board(seed: int, style: Style = TRAINING, layout: Layout | None = None) -> tuple[Bytes, dict[str, Any]]:
    """A picture (blue-green-red) and its truth; the same seed and style give the same bytes."""
    picture, told, _ = draw_file(seed, style, layout)
    return picture, told


def draw_file(seed: int, style: Style = TRAINING, layout: Layout | None = None) -> tuple[Bytes, dict[str, Any], bytes]:
    """The picture, its truth, and the JPEG file from which the picture was read back.

    At least two markers are in view, whatever is on the table: with fewer nobody knows where the sheet is.
    """
    rng = np.random.default_rng([style.key, seed])
    mat = layout or load_layout()
    while True:
        scene = pick_scene(rng, style, mat)
        picture, told, file = _photograph(scene, rng)
        if markers_in_view(scene, picture) >= _LEAST_MARKERS:
            return picture, told, file


def _photograph(scene: Scene, rng: np.random.Generator) -> tuple[Bytes, dict[str, Any], bytes]:
    canvas, patches, owner = draw_scene(scene, cube_boxes(scene, rng))
    flat = scene.light.room + sum(
        (lamp.light * max(0.15, lamp.place[2] / lamp.reach_mm) for lamp in scene.light.lamps), np.zeros(3)
    )
    paper = float((flat * scene.sheet.paper).mean())
    picture = develop(canvas, scene.sensor, scene.light.white, paper, scene.light.paper, rng)
    picture, file = jpeg(picture, scene.sensor.jpeg)
    return picture, truth(scene, patches, owner, picture), file
