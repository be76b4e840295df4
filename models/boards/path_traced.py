"""A small set of path-traced boards, to see how far drawn boards are from them. Needs Blender's `bpy` (5.0).

    python -m models.boards.path_traced --count 40 --seed 1 --out DIR [--until HH:MM]

The scenes and labels are those of drawn boards; only the picture is made by Cycles. `bpy` is no part of the lock.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.boards.arrays import Bytes, Floats, Floats32
from models.boards.boxes import Box
from models.boards.draw import Scene, cube_boxes, draw_scene, pick_scene
from models.boards.ground import mat_print
from models.boards.hands import NAIL, SLEEVE, Hand
from models.boards.kit import FaceMaker
from models.boards.layouts import Lying
from models.boards.printing import FACE_PX
from models.boards.sensor import degrade, jpeg
from models.boards.style import TRAINING
from models.boards.truth import truth
from vision.layout import load_layout

bpy: Any = __import__("bpy")


#: A millimetre in Blender's units.
UNIT = 0.01
STYLE = replace(TRAINING, name="traced", key=3)
_VIEWS = ("Standard", "Filmic", "AgX")


def _spot(x: float, y: float, height: float = 0.0) -> tuple[float, float, float]:
    return x * UNIT, -y * UNIT, height * UNIT


def _shown(colour: npt.ArrayLike) -> Floats:
    """Linear light as displayed."""
    value = np.clip(np.asarray(colour, dtype=float), 0, 1)
    return np.asarray(np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055))


def _image(name: str, picture: Floats32) -> Any:
    """An image of displayed values [rows, columns, 3], blue-green-red."""
    rows, columns = picture.shape[:2]
    image = bpy.data.images.new(name, columns, rows)
    pixels = np.ones((rows, columns, 4), np.float32)
    pixels[..., :3] = picture[::-1, :, ::-1]
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    image.pack()
    return image


def _material(name: str, roughness: float, colour: Floats | None = None, image: Any = None) -> tuple[Any, Any]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    if colour is not None:
        shader.inputs["Base Color"].default_value = (*[float(part) for part in colour[::-1]], 1)
    if image is not None:
        node = material.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = image
        node.interpolation = "Cubic"
        material.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    return material, shader


def _mesh(
    name: str, points: npt.ArrayLike, faces: Sequence[tuple[int, ...]], material: Any, uvs: Floats | None = None
) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(map(float, point)) for point in np.asarray(points)], [], faces)
    if uvs is not None:
        mesh.uv_layers.new().data.foreach_set("uv", uvs.astype(np.float32).ravel())
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    return thing


#: Corners of a box, and its faces seen from outside: bottom, top, then the four sides, each from its top edge.
_CORNERS = np.array([[a, b, c] for c in (-1, 1) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))], dtype=float)
_FACES = [(0, 3, 2, 1), (4, 5, 6, 7), (5, 4, 0, 1), (6, 5, 1, 2), (7, 6, 2, 3), (4, 7, 3, 0)]


def _cube(cube: Lying, box: Box, scene: Scene, faces: FaceMaker, rng: np.random.Generator, index: int) -> None:
    look = scene.look
    assert box.atlas is not None
    others = [face for face in look.faces(cube.color) if face != cube.symbol]
    order = rng.permutation(len(others))
    top = box.atlas[:, 2 * FACE_PX :, 0]
    tiles = [
        top if place == 1 else faces.ink(others[order[place - (place > 1)]], int(rng.integers(4))) for place in range(6)
    ]
    ink = np.concatenate(tiles, axis=1)[..., None] / 255
    surface = np.concatenate([faces.surface() for _ in tiles], axis=1)[..., None] / 128
    body = box.body
    picture = _shown(body * surface * (1 - ink) + look.ink[cube.color] * ink)
    material, shader = _material(f"cube{index}", max(0.08, look.roughness * 1.3), image=_image(f"cube{index}", picture))
    shader.inputs["Specular IOR Level"].default_value = 0.5 if look.finish != "wood" else 0.25
    half = look.cube_mm / 2
    angle = np.radians(cube.yaw_deg)
    x_axis, y_axis = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    points = []
    # In the label's axes y runs down, in Blender up: the second corner sign is turned.
    for a, b, c in _CORNERS:
        flat = np.array([cube.x, cube.y]) + a * half * x_axis - b * half * y_axis
        points.append(_spot(flat[0], flat[1], half + c * half))
    uvs = []
    for place, face in enumerate(_FACES):
        for corner in face:
            a, b, c = _CORNERS[corner]
            if place < 2:
                across, upwards = a, b
            else:
                across, upwards = ((a, c), (b, c))[(place + 1) % 2] if place in (3, 5) else (a, c)
            uvs.append(((place + 0.5 + 0.49 * across) / 6, 0.5 + 0.49 * upwards))
    thing = _mesh(f"cube{index}", points, _FACES, material, np.array(uvs))
    bevel = thing.modifiers.new("edge", "BEVEL")
    bevel.width = max(0.2, look.bevel_mm) * UNIT
    bevel.segments = 4
    for polygon in thing.data.polygons:
        polygon.use_smooth = True
    bevel.harden_normals = True


def _flat(name: str, corners: npt.ArrayLike, height: float, material: Any) -> None:
    points = [_spot(x, y, height) for x, y in np.asarray(corners)]
    uvs = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    _mesh(name, points[::-1], [(0, 1, 2, 3)], material, uvs)


def _table(scene: Scene, rng: np.random.Generator) -> None:
    """A table with Blender's own patterns."""
    material, shader = _material("table", float(rng.uniform(0.3, 0.9)), (scene.table.low + scene.table.high) / 2)
    tree = material.node_tree
    if scene.table.kind == "wood":
        place, mapping = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeMapping")
        mapping.inputs["Scale"].default_value = (1.0, float(rng.uniform(6, 16)), 1.0)
        mapping.inputs["Rotation"].default_value = (0, 0, float(np.radians(scene.table.turn_deg)))
        noise = tree.nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = float(rng.uniform(0.4, 2.0))
        noise.inputs["Detail"].default_value = 6.0
        noise.inputs["Distortion"].default_value = float(rng.uniform(0, 1.5))
        tree.links.new(place.outputs["Object"], mapping.inputs["Vector"])
        tree.links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    else:
        noise = tree.nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = float(rng.uniform(250, 900))
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    for element, colour in zip(ramp.color_ramp.elements, (scene.table.low, scene.table.high), strict=True):
        element.color = (*[float(part) for part in colour[::-1]], 1)
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.3, 0.7
    tree.links.new(noise.outputs[0], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    _flat("table", [[-1500, 1500], [1900, 1500], [1900, -1200], [-1500, -1200]], 0, material)


def _sheet(scene: Scene) -> None:
    ink = mat_print(scene.layout, scene.sheet.print_number, 50)[..., None] / 255
    picture = _shown(scene.sheet.paper * (1 - ink) + scene.sheet.ink * ink)
    material, shader = _material("sheet", 0.22 if scene.sheet.laminated else 0.85, image=_image("sheet", picture))
    shader.inputs["Specular IOR Level"].default_value = 0.5 if scene.sheet.laminated else 0.15
    width, height = scene.layout.sheet_mm
    points = [_spot(0, height, 0.15), _spot(width, height, 0.15), _spot(width, 0, 0.15), _spot(0, 0, 0.15)]
    _mesh("sheet", points, [(0, 1, 2, 3)], material, np.array([[0, 0], [1, 0], [1, 1], [0, 1]]))


def _boxes(scene: Scene) -> None:
    for index, box in enumerate(scene.props.boxes):
        material, _ = _material(f"prop{index}", box.roughness, box.body)
        corners = [_spot(*corner) for corner in box.corners()]
        faces = [tuple(reversed(face)) for face in _FACES]
        thing = _mesh(f"prop{index}", corners, faces, material)
        bevel = thing.modifiers.new("edge", "BEVEL")
        bevel.width, bevel.segments = box.bevel * UNIT, 3
    for index, paper in enumerate(scene.props.papers):
        material, _ = _material(f"paper{index}", 0.9, paper.colour)
        _flat(f"paper{index}", paper.corners[::-1], 0.05, material)


def _hand(hand: Hand, index: int) -> None:
    """Limbs grown together into one skin."""
    for part, colour in ((0, hand.skin), (SLEEVE, hand.sleeve)):
        limbs = [limb for limb in hand.limbs if limb.part == part and limb.part != NAIL]
        if not limbs:
            continue
        material, shader = _material(f"hand{index}{part}", 0.55 if part == 0 else 0.95, colour)
        if part == 0:
            shader.inputs["Subsurface Weight"].default_value = 0.1
            shader.inputs["Subsurface Scale"].default_value = 0.05
        angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        points: list[tuple[float, float, float]] = []
        faces: list[tuple[int, ...]] = []
        for limb in limbs:
            steps = 1 if limb.flat else 6
            way = limb.end - limb.start
            way = way / max(1e-6, float(np.linalg.norm(way)))
            aside = np.cross(way, [0.1, 0.2, 0.97])
            aside /= np.linalg.norm(aside)
            over = np.cross(way, aside)
            rings = []
            caps = np.linspace(np.pi / 2, 0, steps)
            profile = [(limb.start - way * limb.start_mm * np.sin(a), limb.start_mm * np.cos(a)) for a in caps]
            profile += [(limb.end + way * limb.end_mm * np.sin(a), limb.end_mm * np.cos(a)) for a in caps[::-1]]
            if limb.flat:
                profile = [(limb.start, limb.start_mm), (limb.end, limb.end_mm)]
            for centre, radius in profile:
                ring = centre + max(radius, 0.3) * (np.cos(angles)[:, None] * aside + np.sin(angles)[:, None] * over)
                rings.append(len(points))
                points += [_spot(*spot) for spot in ring]
            for a, b in pairwise(rings):
                faces += [(a + i, a + (i + 1) % 16, b + (i + 1) % 16, b + i) for i in range(16)]
            faces += [tuple(rings[0] + i for i in range(16))[::-1], tuple(rings[-1] + i for i in range(16))]
        thing = _mesh(f"hand{index}{part}", points, faces, material)
        if part == 0:
            grown = thing.modifiers.new("skin", "REMESH")
            grown.mode, grown.voxel_size = "VOXEL", 2.2 * UNIT
            smooth = thing.modifiers.new("smooth", "SMOOTH")
            smooth.factor, smooth.iterations = 0.6, 12
            grown.use_smooth_shade = True


def _light(scene: Scene) -> None:
    light, balance = scene.light, scene.light.white**-scene.sensor.white_balance
    balance = balance / balance.mean()
    for index, lamp in enumerate(light.lamps):
        data = bpy.data.lights.new(f"lamp{index}", "AREA")
        data.shape = "DISK"
        data.size = max(4.0, 2 * lamp.radius_mm) * UNIT
        colour = lamp.light * balance
        strength = float(colour.max())
        data.color = tuple(float(part) for part in (colour / strength)[::-1])
        data.energy = np.pi**2 * strength * (lamp.reach_mm * UNIT) ** 2
        thing = bpy.data.objects.new(f"lamp{index}", data)
        bpy.context.collection.objects.link(thing)
        mathutils: Any = __import__("mathutils")
        thing.location = _spot(*lamp.place)
        middle = mathutils.Vector(_spot(216, 165, 0))
        thing.rotation_euler = (middle - thing.location).to_track_quat("-Z", "Y").to_euler()
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    room = light.room * balance
    background.inputs["Color"].default_value = (*[float(part) for part in room[::-1]], 1)
    bpy.context.scene.world = world


def _camera(scene: Scene, margin: int) -> None:
    camera = scene.camera
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL"
    wide = camera.size[0] + 2 * margin
    data.angle = 2 * np.arctan(wide / 2 / camera.focal_px)
    thing = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(thing)
    right, down, ahead = (np.array([row[0], -row[1], -row[2]]) for row in camera.rotation)
    mathutils: Any = __import__("mathutils")
    frame = np.eye(4)
    frame[:3, 0], frame[:3, 1], frame[:3, 2] = right, -down, -ahead
    frame[:3, 3] = _spot(*camera.position_mm)
    thing.matrix_world = mathutils.Matrix(frame.tolist())
    bpy.context.scene.camera = thing


def trace(scene: Scene, cubes: list[Box], rng: np.random.Generator, samples: int, file: Path) -> Bytes:
    """The scene's picture by Cycles, with the lens's bend put in afterwards."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage = bpy.context.scene
    stage.render.engine = "CYCLES"
    stage.cycles.samples = samples
    stage.cycles.use_denoising = True
    stage.cycles.denoiser = "OPENIMAGEDENOISE"
    stage.cycles.max_bounces = 5
    stage.render.threads_mode, stage.render.threads = "FIXED", 1
    margin = 90 if scene.camera.k1 else 0
    width, height = scene.camera.size
    stage.render.resolution_x, stage.render.resolution_y = width + 2 * margin, height + 2 * margin
    stage.render.image_settings.file_format = "PNG"
    stage.render.filepath = str(file)
    view = str(rng.choice(_VIEWS))
    stage.view_settings.view_transform = view
    flat = scene.light.room + sum(
        (lamp.light * max(0.15, lamp.place[2] / lamp.reach_mm) for lamp in scene.light.lamps), np.zeros(3)
    )
    balance = scene.light.white**-scene.sensor.white_balance
    paper = float((flat * balance / balance.mean() * scene.sheet.paper).mean())
    bright = scene.light.paper**2.2 * (1.0 if view == "Standard" else 1.35)
    stage.view_settings.exposure = float(np.log2(bright / paper))
    faces = FaceMaker(scene.look, rng)
    _table(scene, rng)
    _sheet(scene)
    for index, (cube, box) in enumerate(zip(scene.plan.cubes, cubes, strict=True)):
        _cube(cube, box, scene, faces, rng, index)
    _boxes(scene)
    for index, hand in enumerate(scene.hands):
        _hand(hand, index)
    _light(scene)
    _camera(scene, margin)
    bpy.ops.render.render(write_still=True)
    picture = cv2.imread(str(file))
    assert picture is not None
    file.unlink()
    if not margin:
        return np.asarray(picture, dtype=np.uint8)
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
    straight = scene.camera.plain(pixels) * scene.camera.focal_px + np.asarray(scene.camera.principal) + margin
    maps = straight.astype(np.float32)
    return np.asarray(cv2.remap(picture, maps[..., 0], maps[..., 1], cv2.INTER_CUBIC), dtype=np.uint8)


def main() -> None:
    asked = argparse.ArgumentParser(description="Path-traced boards with their labels.")
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--samples", type=int, default=24)
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--until", default="", help="HH:MM UTC after which no new picture is begun")
    args = asked.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    layout = load_layout()
    for seed in range(args.seed, args.seed + args.count):
        if args.until and time.strftime("%H:%M", time.gmtime()) >= args.until:
            break
        begun = time.monotonic()
        rng = np.random.default_rng([STYLE.key, seed])
        scene = pick_scene(rng, STYLE, layout)
        bent = float(np.clip(scene.camera.k1, -0.03, 0.03))
        scene = replace(scene, camera=replace(scene.camera, k1=round(bent, 4)))
        cubes = cube_boxes(scene, rng)
        _, patches, owner = draw_scene(scene, cubes)
        picture = trace(scene, cubes, rng, args.samples, args.out / f"part_{seed:04d}.png")
        picture, file = jpeg(degrade(picture, scene.sensor, rng), scene.sensor.jpeg)
        name = f"traced_{seed:04d}"
        label = {"image": f"{name}.jpg", **truth(scene, patches, owner, picture)}
        (args.out / f"{name}.jpg").write_bytes(file)
        (args.out / f"{name}.json").write_text(json.dumps(label, ensure_ascii=False, indent=1), encoding="utf-8")
        print(f"{name}: {label['kit']} {label['lighting']} {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
