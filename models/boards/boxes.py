"""Boxes with rounded edges, each looked at ray by ray: cubes, the challenge block, pencils, telephones.

A box has axes of its own: x to the right of its top face, y down it, z up; the origin is its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.boards.arrays import Bytes, Floats, Floats32
from models.boards.camera import Camera
from models.boards.lamps import Light, mirror_spread

_PROBES = 3
_ALONE_MM = 30.0
#: The longest row that OpenCV looks up at once.
_LONGEST = 32000


@dataclass(frozen=True)
class Box:
    """A box on the table. `atlas` [face, face * 3, 2] holds ink and surface of the x side, the y side and the top."""

    x: float
    y: float
    yaw_deg: float
    half: Floats
    bevel: float
    body: Floats
    ink: Floats
    roughness: float
    reflectance: float
    atlas: Bytes | None = None

    @property
    def turn(self) -> Floats:
        """World (x right, y down, height up) to the box's own axes."""
        angle = np.radians(self.yaw_deg)
        return np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])

    @property
    def middle(self) -> Floats:
        return np.array([self.x, self.y, self.half[2]])

    def corners(self) -> Floats:
        """The eight corners, the bottom four first: x, y, height."""
        signs = np.array([[a, b, c] for c in (-1, 1) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        return np.asarray(signs * self.half @ self.turn + self.middle)


@dataclass(frozen=True)
class Patch:
    """A drawn box: where it goes, its light times coverage, its coverage, and of the top face: coverage and ink."""

    left: int
    top: int
    light: Floats32
    cover: Floats32
    face: Floats32
    ink: Floats32


def hidden_light(boxes: list[Box], light: Light, eye: Floats, tall: int = 4) -> list[Floats32]:
    """For each box, what lamps and room see of its two visible sides: [3, 3 * 3, lamps + 1] from 0 to 1.

    Other boxes stand in the way; a lamp is asked at `tall` of its points.
    """
    count = len(boxes)
    lamps = light.lamps
    fields = [np.ones((_PROBES, _PROBES * 3, len(lamps) + 1), np.float32) for _ in boxes]
    if count < 2:
        return fields
    places = np.array([[box.x, box.y] for box in boxes])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    near = np.argsort(apart, axis=1)[:, : min(6, count - 1)]
    reach = np.array([np.hypot(*box.half[:2]) for box in boxes])
    # A box that stands alone has nothing in its light.
    crowded = np.flatnonzero(np.min(apart - reach[:, None] - reach[None], axis=1) < _ALONE_MM)
    if not len(crowded):
        return fields
    yaws = np.radians([box.yaw_deg for box in boxes])
    halves = np.array([box.half for box in boxes])
    steps = (np.arange(_PROBES) + 0.5) / _PROBES * 2 - 1
    across, down = np.meshgrid(steps, steps)
    flat = np.stack([across.ravel(), down.ravel()], axis=1)
    spots, ways, owner = [], [], []
    for index in crowded:
        box = boxes[index]
        own_eye = box.turn @ (eye - box.middle)
        for axis in (0, 1):
            sign = 1.0 if own_eye[axis] > 0 else -1.0
            local = np.empty((len(flat), 3))
            local[:, axis] = sign * (box.half[axis] + 0.02)
            local[:, 1 - axis] = flat[:, 0] * box.half[1 - axis]
            local[:, 2] = -flat[:, 1] * box.half[2]
            world = local @ box.turn + box.middle
            normal = np.zeros(3)
            normal[axis] = sign
            normal = normal @ box.turn
            aside = np.array([-normal[1], normal[0], 0])
            sky = [
                normal * np.cos(b) * np.cos(a) + aside * np.sin(a) * np.cos(b) + np.array([0, 0, np.sin(b)])
                for b, a in ((0.25, -0.8), (0.25, 0.8), (0.6, 0.0), (1.0, 0.5))
            ]
            to_lamps = [point - world for lamp in lamps for point in lamp.points[:tall]]
            ways.append(np.stack([*to_lamps, *(np.broadcast_to(way * 1e4, world.shape) for way in sky)], axis=1))
            spots.append(world)
            owner.append(np.full(len(flat), index))
    spot, way = np.concatenate(spots).astype(np.float32), np.concatenate(ways).astype(np.float32)
    own = np.concatenate(owner)
    yaws, places, halves = yaws.astype(np.float32), places.astype(np.float32), halves.astype(np.float32)
    others = near[own]
    cos, sin = np.cos(yaws[others])[:, None], np.sin(yaws[others])[:, None]
    dx, dy = (spot[:, None, 0] - places[others, 0])[:, None], (spot[:, None, 1] - places[others, 1])[:, None]
    ox, oy = dx * cos + dy * sin, dy * cos - dx * sin
    wx, wy, wz = (way[:, :, None, i] for i in range(3))
    rx, ry = wx * cos + wy * sin, wy * cos - wx * sin
    enter, leave = np.zeros_like(rx), np.ones_like(rx)
    high = halves[others, 2][:, None]
    oz = spot[:, 2][:, None, None] - high
    for o, r, half in ((ox, rx, halves[others, 0][:, None]), (oy, ry, halves[others, 1][:, None]), (oz, wz, high)):
        turned = 1 / np.where(np.abs(r) < 1e-6, np.float32(1e-6), r)
        a, b = (-half - o) * turned, (half - o) * turned
        enter = np.maximum(enter, np.minimum(a, b))
        leave = np.minimum(leave, np.maximum(a, b))
    seen = ~np.any(enter < leave, axis=2)
    shares = [seen[:, tall * k : tall * (k + 1)].mean(axis=1) for k in range(len(lamps))]
    shares.append(seen[:, tall * len(lamps) :].mean(axis=1))
    table = np.stack(shares, axis=1).astype(np.float32).reshape(len(crowded), 2, _PROBES, _PROBES, -1)
    for index, sides in zip(crowded, table, strict=True):
        fields[index][:, :_PROBES] = sides[0]
        fields[index][:, _PROBES : 2 * _PROBES] = sides[1]
    return fields


def draw_box(
    box: Box,
    camera: Camera,
    light: Light,
    field: Floats32,
    bounce: Floats,
    far_shadows: list[Floats32 | None],
    fine: float = 2,
) -> Patch | None:
    """The box as the camera sees it; None where it is out of the picture.

    `field` is what `hidden_light` gave; `bounce` is the light that comes back from the mat around;
    `far_shadows` are half-size masks, one a lamp, of what hangs between lamp and table.
    """
    corners = box.corners()
    seen = camera.project(corners[:, :2], corners[:, 2])
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 1, 0)
    right = min(int(np.ceil(seen[:, 0].max())) + 2, camera.size[0])
    bottom = min(int(np.ceil(seen[:, 1].max())) + 2, camera.size[1])
    if right <= left or bottom <= top:
        return None
    # An even number of pixels, so that halves of a sample per pixel come out whole.
    left, top = int(left) - (right - int(left)) % 2, int(top) - (bottom - int(top)) % 2
    if left < 0 or top < 0:
        left, right = max(0, left), right + min(0, left) * -1
        top, bottom = max(0, top), bottom + min(0, top) * -1
    wide, high = round((right - left) * fine), round((bottom - top) * fine)
    us = left - 0.5 + (np.arange(wide) + 0.5) / fine
    vs = top - 0.5 + (np.arange(high) + 0.5) / fine
    # Only what lies within the outline is looked at.
    outline = np.round(((seen - (left, top) + 0.5) * fine - 0.5) * 16).astype(np.int32)
    within = np.zeros((high, wide), np.uint8)
    cv2.fillConvexPoly(within, cv2.convexHull(outline.reshape(-1, 1, 2)), 1, cv2.LINE_8, 4)
    cells = np.flatnonzero(within)
    if not len(cells):
        return None
    flat_u = us.astype(np.float32)[cells % wide]
    flat_v = vs.astype(np.float32)[cells // wide]
    ray = _rays(camera, flat_u, flat_v, box.turn)
    start = (box.turn @ (np.array([camera.eye[0], camera.eye[1], -camera.eye[2]]) - box.middle)).astype(np.float32)
    met, point, normal = _surface(start, ray, box.half.astype(np.float32), box.bevel, camera, fine)
    unit = np.clip(point / box.half.astype(np.float32)[:, None], -0.98, 0.98) * np.float32(0.5) + np.float32(0.5)
    size = np.abs(normal)
    axis = np.where(size[2] >= np.maximum(size[0], size[1]), 2, np.where(size[0] >= size[1], 0, 1)).astype(np.float32)
    across = np.where(axis == 0, unit[1], unit[0])
    down = np.where(axis == 2, unit[1], 1 - unit[2])
    # Who looks at a side stands before it: on two of the four the box's own axis runs from right to left.
    backwards = ((axis == 0) & (normal[0] > 0)) | ((axis == 1) & (normal[1] < 0))
    colour, inked = _colour(box, np.where(backwards, 1 - across, across), down, axis)
    shaded = _shade(
        box, light, across, down, unit[2], normal, axis, ray, colour, field, bounce, far_shadows, flat_u, flat_v
    )
    planes = np.zeros((6, high * wide), np.float32)
    is_top = (normal[2] > 0.8) & met
    for plane, values in zip(planes, (*(shaded * met), met, is_top, inked * is_top), strict=True):
        plane[cells] = values
    small = np.stack(
        [
            cv2.resize(plane.reshape(high, wide), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
            for plane in planes
        ],
        axis=-1,
    )
    return Patch(int(left), int(top), small[..., :3], small[..., 3], small[..., 4], small[..., 5])


def _rays(camera: Camera, u: Floats32, v: Floats32, turn: Floats) -> Floats32:
    """Unit directions [3, n] of pixels, in the box's axes."""
    focal = np.float32(camera.focal_px)
    bent_x, bent_y = (u - np.float32(camera.principal[0])) / focal, (v - np.float32(camera.principal[1])) / focal
    x, y = bent_x, bent_y
    if camera.k1:
        for _ in range(3):
            shrink = 1 / (1 + np.float32(camera.k1) * (x * x + y * y))
            x, y = bent_x * shrink, bent_y * shrink
    # World z points into the table, the box's upwards.
    to_box = (turn @ np.diag([1.0, 1.0, -1.0]) @ camera.rotation.T).astype(np.float32)
    ray = to_box[:, :2] @ np.stack([x, y]) + to_box[:, 2:]
    return np.asarray(ray / np.sqrt(np.einsum("ij,ij->j", ray, ray)), dtype=np.float32)


def _surface(
    start: Floats32, ray: Floats32, half: Floats32, bevel: float, camera: Camera, fine: float
) -> tuple[Bytes, Floats32, Floats32]:
    """Which rays meet the rounded box, where, and the surface's direction there."""
    with np.errstate(divide="ignore"):
        inverse = 1 / ray
    # Each pair of faces is entered by the one that looks at the camera.
    near = np.copysign(half, start)
    low = (near - start)[:, None] * inverse
    # A ray is within a pair of faces from the entry on, or never meets it: the outline has no others.
    outside = np.abs(start) > half
    low[~outside] = -1.0
    enter = np.maximum(np.maximum(low[0], low[1]), low[2])
    point = ray * enter
    point += start[:, None]
    inner = (half - np.float32(bevel))[:, None]
    size = np.abs(point)
    met = np.all(size < half[:, None] + np.float32(0.02), axis=0)
    over = np.maximum(size - inner, 0)
    # Where one part alone is over, the face is flat and met at once; the rest is stepped to the rounded edge.
    edge = np.flatnonzero(np.count_nonzero(over, axis=0) > 1)
    if len(edge):
        edge_way, edge_far = np.take(ray, edge, axis=1), enter[edge]
        for _ in range(4):
            spot = start[:, None] + edge_way * edge_far
            past = np.maximum(np.abs(spot) - inner, 0)
            away = np.sqrt(np.einsum("ij,ij->j", past, past)) - np.float32(bevel)
            edge_far = edge_far + away
        # A ray still off the surface by more than part of a pixel has gone past the rounded edge.
        met[edge] &= away < np.float32(0.35 / camera.focal_px / fine) * edge_far + np.float32(0.01)
        point[:, edge], over[:, edge] = spot, past
    normal = np.copysign(over, point)
    normal /= np.maximum(np.sqrt(np.einsum("ij,ij->j", normal, normal)), np.float32(1e-6))
    return met, point, normal


def _look_up(image: Bytes, x: Floats32, y: Floats32) -> Bytes:
    """The image's values at n places, between pixels as well: [n, channels]."""
    count = len(x)
    if count < _LONGEST:
        return np.asarray(cv2.remap(image, x[None], y[None], cv2.INTER_LINEAR)[0])
    rows = -(-count // 1024)
    maps = [np.resize(places, (rows, 1024)) for places in (x, y)]
    found = cv2.remap(image, maps[0], maps[1], cv2.INTER_LINEAR)
    return np.asarray(found.reshape(rows * 1024, *found.shape[2:])[:count])


def _colour(box: Box, across: Floats32, down: Floats32, axis: Floats32) -> tuple[Floats32, Floats32]:
    """The surface's own colour [3, n] and how much of it is ink."""
    body = box.body.astype(np.float32)
    if box.atlas is None:
        return np.broadcast_to(body[:, None], (3, len(axis))), np.zeros(len(axis), np.float32)
    size = np.float32(box.atlas.shape[0])
    map_x = (axis + across) * size - np.float32(0.5)
    map_y = down * size - np.float32(0.5)
    found = _look_up(box.atlas, map_x, map_y)
    ink = found[:, 0] * np.float32(1 / 255)
    shares = np.stack([found[:, 1] * np.float32(1 / 128) * (1 - ink), ink])
    return np.stack([body, box.ink.astype(np.float32)], axis=1) @ shares, ink


def _shade(
    box: Box,
    light: Light,
    across: Floats32,
    down: Floats32,
    height: Floats32,
    normal: Floats32,
    axis: Floats32,
    ray: Floats32,
    colour: Floats32,
    field: Floats32,
    bounce: Floats,
    far_shadows: list[Floats32 | None],
    u: Floats32,
    v: Floats32,
) -> Floats32:
    """The light that each point sends to the camera, [3, n]."""
    room = 0.5 / _PROBES
    map_x = (axis + np.clip(across, room, 1 - room)) * np.float32(_PROBES) - np.float32(0.5)
    map_y = np.clip(down, room, 1 - room) * np.float32(_PROBES) - np.float32(0.5)
    seen = np.ascontiguousarray(_look_up(field, map_x, map_y).T)
    up = normal[2]
    open_room = seen[-1]
    closed = open_room * (np.float32(0.6) + np.float32(0.4) * np.maximum(height, up))
    count = len(light.lamps)
    falling = np.empty((count + 2, len(up)), np.float32)
    shine = np.empty_like(falling)
    falling[0] = (0.5 + 0.5 * up) * closed
    falling[1] = (0.5 - 0.5 * up) * (0.35 + 0.65 * height) * open_room
    facing = np.einsum("ij,ij->j", ray, normal)
    mirror = ray - (2 * facing) * normal
    fresnel = np.maximum(1 + facing, 0) ** 5 * np.float32((1 - box.reflectance) * (1 - box.roughness)) + np.float32(
        box.reflectance
    )
    # A glossy face shows the room above it, a side the mat.
    shine[0] = fresnel * closed * np.clip(mirror[2] * 1.6, 0, 0.8)
    shine[1] = fresnel * np.clip(mirror[2] * -1.2, 0, 0.6)
    colours = np.empty((3, count + 2), np.float32)
    colours[:, 0], colours[:, 1] = light.room, bounce
    soft = np.float32(mirror_spread(box.roughness))
    for index, lamp in enumerate(light.lamps):
        place = box.turn @ (lamp.place - box.middle - np.array([0, 0, box.half[2]]))
        far = np.linalg.norm(place)
        way = (place / far).astype(np.float32)
        power = seen[index] * np.float32((lamp.reach_mm / far) ** 2)
        shadow = far_shadows[index]
        if shadow is not None:
            power = power * _look_up(shadow, (u + 0.5) / 2 - 0.5, (v + 0.5) / 2 - 0.5)
        facing_lamp = np.maximum(way @ normal, 0)
        falling[index + 2] = facing_lamp * power
        angle = np.sqrt(np.maximum(2 - 2 * (way @ mirror), 0))
        broad = np.float32(lamp.radius_mm / far)
        lobe = np.exp(-np.square(np.maximum(angle - broad, 0) / soft)) / (broad**2 + soft**2)
        shine[index + 2] = np.minimum(fresnel * lobe, 4.0) * power * (facing_lamp > 0)
        colours[:, index + 2] = lamp.light
    sent = colours @ falling
    sent *= colour
    sent += colours @ shine
    return sent
