"""A hand over the mat: forearm, palm and fingers as rounded limbs, with a sleeve, lit like everything else."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.boards.arrays import Bytes, Floats, Floats32, Owners
from models.boards.camera import Camera
from models.boards.kit import hsv_colour
from models.boards.lamps import Lamp, Light
from models.boards.shadows import SHARE, cast
from models.boards.view import View
from vision.layout import Layout

SKIN, SLEEVE, NAIL = 0, 1, 2


@dataclass(frozen=True)
class Limb:
    """A rounded, tapering piece from one point (x, y, height) to another. A flat one is cut off at its end."""

    start: Floats
    end: Floats
    start_mm: float
    end_mm: float
    part: int = SKIN
    flat: bool = False


@dataclass(frozen=True)
class Hand:
    """Limbs with the colours (linear) of skin and sleeve; `moving_px` blurs a hand that does not hold still."""

    limbs: tuple[Limb, ...]
    skin: Floats
    sleeve: Floats
    weave: float
    moving_px: float
    number: int


def _skin(rng: np.random.Generator) -> Floats:
    depth = rng.uniform(0, 1)
    value = 0.95 - 0.68 * depth
    return hsv_colour(rng.uniform(10, 28), 0.28 + 0.34 * depth + rng.normal(0, 0.05), np.clip(value, 0.2, 0.97))


def pick_hand(rng: np.random.Generator, layout: Layout, target: Floats | None = None) -> Hand:
    """A hand that reaches from one side to some place on the mat (or to `target`)."""
    width, height = layout.sheet_mm
    spot = target if target is not None else np.array([rng.uniform(0, width), rng.uniform(0, height)])
    side = int(rng.choice(4, p=[0.4, 0.2, 0.2, 0.2]))
    ahead_deg = (-90, 90, 0, 180)[side] + rng.normal(0, 24)
    ahead = np.array([np.cos(np.radians(ahead_deg)), np.sin(np.radians(ahead_deg)), 0.0])
    aside = np.array([-ahead[1], ahead[0], 0.0]) * rng.choice([-1, 1])
    size = rng.uniform(0.72, 1.06)
    curl = rng.uniform(0, 1)
    pinch = rng.uniform(-0.12, 0.3)
    lift = rng.uniform(0, 35)
    up = np.array([0, 0, 1.0])
    knuckles = np.array([spot[0], spot[1], 0]) - ahead * rng.uniform(35, 80) * size + up * (48 * size + lift)
    wrist = knuckles - ahead * 82 * size + up * rng.uniform(-8, 18)
    elbow = wrist - ahead * 420 + aside * rng.normal(0, 50) + up * rng.uniform(0, 60)
    limbs = [Limb(elbow, wrist, 38 * size, 25 * size)]
    limbs.append(Limb(wrist, knuckles - ahead * 45 * size, 25 * size, 27 * size))
    floor = 8.0 + (14 if rng.random() < 0.5 else 0)
    bases = ((-31, -7), (-10, 3), (11, 5), (31, -3))
    for index, (across, forward) in enumerate(bases):
        base = knuckles + (aside * across + ahead * forward) * size
        limbs.append(Limb(wrist + aside * across * 0.5 * size, base, 17 * size, 11.5 * size))
        bend = 0.15 + 0.75 * curl + rng.normal(0, 0.08)
        lean = -across / 31 * pinch + rng.normal(0, 0.04)
        way = ahead * np.cos(lean) + aside * np.sin(lean)
        joint = base
        lengths = np.array([43, 27, 22]) * size * (0.78, 0.95, 1.04, 0.96)[index]
        for piece, length in enumerate(lengths):
            following = joint + length * (way * np.cos(bend) - up * np.sin(bend))
            following[2] = max(following[2], floor)
            thick = (9.8, 8.8, 7.8, 6.6)
            limbs.append(Limb(joint, following, thick[piece] * size, thick[piece + 1] * size))
            if piece == 2:
                limbs.append(
                    Limb(joint * 0.45 + following * 0.55 + up * 2, following + up * 2.5, 5.2 * size, 5.0 * size, NAIL)
                )
            joint = following
            bend += 0.12 + 0.62 * curl * rng.uniform(0.8, 1.2)
    thumb = wrist + (-aside * 22 + ahead * 22) * size - up * 8
    middle = thumb + (ahead * 40 - aside * rng.uniform(12, 34)) * size - up * 6 * size
    tip = middle + (ahead * 32 + aside * rng.uniform(-6, 18)) * size - up * rng.uniform(2, 14) * size
    tip[2], middle[2] = max(tip[2], floor), max(middle[2], floor + 4)
    limbs.append(Limb(wrist - aside * 8 * size, thumb, 20 * size, 16 * size))
    limbs.append(Limb(thumb, middle, 15 * size, 11 * size))
    limbs.append(Limb(middle, tip, 10.5 * size, 8 * size))
    if rng.random() < 0.75:
        cuff = wrist - ahead * rng.uniform(5, 160)
        limbs.append(Limb(elbow - ahead * 60, cuff, rng.uniform(50, 62), rng.uniform(36, 46), SLEEVE, flat=True))
    cloth = hsv_colour(
        rng.uniform(0, 360), rng.choice([rng.uniform(0, 0.2), rng.uniform(0.2, 0.8)]), rng.uniform(0.06, 0.9)
    )
    moving = float(rng.uniform(1, 5)) if rng.random() < 0.25 else 0.0
    return Hand(tuple(limbs), _skin(rng), cloth, float(rng.uniform(0, 0.25)), moving, int(rng.integers(1 << 30)))


def _seen(limb: Limb, camera: Camera) -> tuple[Floats, Floats, float, float]:
    """The limb's ends in half-size pixels with their radii."""
    ends = np.stack([limb.start, limb.end])
    seen = (camera.project(ends[:, :2], ends[:, 2]) + 0.5) / SHARE - 0.5
    # How large it is grows as it nears the camera.
    depth = (np.stack([ends[:, 0], ends[:, 1], -ends[:, 2]], axis=1) @ camera.rotation.T + camera.translation)[:, 2]
    scale = camera.focal_px / np.maximum(depth, 60) / SHARE
    return seen[0], seen[1], limb.start_mm * scale[0], limb.end_mm * scale[1]


def hand_shadow(view: View, hand: Hand, lamp: Lamp, points: int = 5) -> Floats32:
    """How much of the lamp half-size pixels of the table see past the hand, 0 to 1."""
    width, height = view.camera.size
    total = np.zeros((height // SHARE, width // SHARE), np.uint8)
    layer = np.zeros_like(total)
    scale = view.camera.scale_at((216, 165)) / SHARE
    value = 255 // points
    limbs = [limb for limb in hand.limbs if limb.part != NAIL]
    ends = np.array([[limb.start, limb.end] for limb in limbs])
    sizes = np.array([[limb.start_mm, limb.end_mm] for limb in limbs]) * scale
    for point in lamp.points[:: max(1, len(lamp.points) // points)][:points]:
        layer[:] = 0
        low = ends.copy()
        low[..., 2] = np.minimum(low[..., 2], point[2] * 0.8)
        spots = view.camera.project(cast(low, point)) / SHARE
        _capsules(layer, spots, sizes * point[2] / (point[2] - low[..., 2]), value)
        cv2.add(total, layer, dst=total)
    soft = 0.8 + 50 * lamp.radius_mm / lamp.reach_mm * scale * 0.4
    dark = cv2.GaussianBlur(total, (0, 0), min(soft, 12)).astype(np.float32) / (value * points)
    return np.asarray(np.clip(1 - dark, 0, 1), dtype=np.float32)


_RING = np.stack([np.cos(np.linspace(0, 2 * np.pi, 12)), np.sin(np.linspace(0, 2 * np.pi, 12))], axis=1)


def _capsules(layer: Bytes, spots: Floats, radii: Floats, value: int) -> None:
    """Fills rounded pieces: their two ends [n, 2, 2] and the radii [n, 2] there, in pixels."""
    outlines = spots[:, :, None] + _RING * radii[:, :, None, None]
    fixed = np.round(np.clip(outlines, -4000, 4000) * 16).astype(np.int32).reshape(len(spots), -1, 1, 2)
    for outline in fixed:
        cv2.fillConvexPoly(layer, cv2.convexHull(outline), value, cv2.LINE_8, 4)


def hand_dark(view: View, hand: Hand) -> Floats32:
    """How much of the room's light half-size pixels of the table keep below the hand."""
    width, height = view.camera.size
    layer = np.zeros((height // SHARE, width // SHARE), np.uint8)
    scale = view.camera.scale_at((216, 165)) / SHARE
    ends = np.array([[limb.start[:2], limb.end[:2]] for limb in hand.limbs])
    sizes = np.array([[limb.start_mm, limb.end_mm] for limb in hand.limbs]) * scale
    _capsules(layer, view.camera.project(ends) / SHARE, sizes, 255)
    quarter = cv2.resize(layer, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    quarter = cv2.GaussianBlur(quarter, (0, 0), 22 * scale / 4)
    full = cv2.resize(quarter, (layer.shape[1], layer.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(1 - full.astype(np.float32) * np.float32(0.65 / 255), dtype=np.float32)


def draw_hand(
    view: View,
    hand: Hand,
    light: Light,
    bounce: Floats,
    canvas: Floats32,
    owner: Owners,
    darker: Floats32,
) -> float:
    """Draws the hand over the picture; gives back the share of the picture that it covers."""
    camera = view.camera
    rows, columns = canvas.shape[0] // SHARE, canvas.shape[1] // SHARE
    height = np.full((rows, columns), -1e3, np.float32)
    outside = np.full((rows, columns), 1e3, np.float32)
    part = np.zeros((rows, columns), np.uint8)
    for limb in hand.limbs:
        _add_limb(limb, camera, height, outside, part)
    ys, xs = np.nonzero(outside < 2)
    if not len(ys):
        return 0.0
    y0, y1, x0, x1 = max(0, ys.min() - 8), ys.max() + 9, max(0, xs.min() - 8), xs.max() + 9
    outside, height, part = outside[y0:y1, x0:x1], height[y0:y1, x0:x1], part[y0:y1, x0:x1]
    lit = _lit(view, hand, light, bounce, height, outside, part)
    share = darker[
        int(np.clip((y0 + y1) / 8 + 1, 0, darker.shape[0] - 1)), int(np.clip((x0 + x1) / 8 + 1, 0, darker.shape[1] - 1))
    ]
    lit *= share
    size = (lit.shape[1] * SHARE, lit.shape[0] * SHARE)
    colour = cv2.resize(lit, size, interpolation=cv2.INTER_LINEAR)
    edge = cv2.resize(np.clip(outside, -4, 4), size, interpolation=cv2.INTER_LINEAR)
    cover = np.clip(0.5 - edge * SHARE, 0, 1)
    if hand.moving_px:
        cover = cv2.GaussianBlur(cover, (0, 0), hand.moving_px)
        colour = cv2.GaussianBlur(colour, (0, 0), hand.moving_px)
    top, left = y0 * SHARE, x0 * SHARE
    target = canvas[top : top + cover.shape[0], left : left + cover.shape[1]]
    cover, colour = cover[: target.shape[0], : target.shape[1]], colour[: target.shape[0], : target.shape[1]]
    cv2.blendLinear(colour, target, cover, 1 - cover, dst=target)
    owner[top : top + cover.shape[0], left : left + cover.shape[1]][cover > 0.3] = -1
    return float((cover > 0.3).sum() / owner.size)


def _add_limb(limb: Limb, camera: Camera, height: Floats32, outside: Floats32, part: Bytes) -> None:
    a, b, ra, rb = _seen(limb, camera)
    reach = max(ra, rb) + 3
    x0, y0 = (int(max(0, value)) for value in np.floor(np.minimum(a, b) - reach))
    x1, y1 = (int(max(0, value)) for value in np.ceil(np.maximum(a, b) + reach))
    x1, y1 = min(x1, height.shape[1]), min(y1, height.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    x, y = np.meshgrid(np.arange(x0, x1, dtype=np.float32), np.arange(y0, y1, dtype=np.float32))
    way = (b - a).astype(np.float32)
    long = max(float(way @ way), 1e-6)
    along = ((x - a[0]) * way[0] + (y - a[1]) * way[1]) / np.float32(long)
    share = np.clip(along, 0, 1).astype(np.float32)
    radius = np.float32(ra) + np.float32(rb - ra) * share
    away = np.sqrt((x - a[0] - way[0] * share) ** 2 + (y - a[1] - way[1] * share) ** 2).astype(np.float32)
    edge = away - radius
    if limb.flat:
        edge = np.maximum(edge, (along - 1) * np.float32(np.sqrt(long)))
    bulge = np.sqrt(np.maximum(radius * radius - away * away, 0))
    mm = np.float32(limb.start_mm) + np.float32(limb.end_mm - limb.start_mm) * share
    level = (
        np.float32(limb.start[2])
        + np.float32(limb.end[2] - limb.start[2]) * share
        + bulge * mm / np.maximum(radius, 1e-3)
    )
    level = np.where(edge < 0, level, -1e3)
    here = (slice(y0, y1), slice(x0, x1))
    if limb.part == NAIL:
        part[here][(edge < 0) & (part[here] == SKIN) & (outside[here] < -0.5)] = NAIL
        return
    higher = level > height[here]
    part[here][higher] = limb.part
    height[here] = np.maximum(height[here], level)
    outside[here] = np.minimum(outside[here], edge)


def _lit(
    view: View,
    hand: Hand,
    light: Light,
    bounce: Floats,
    height: Floats32,
    outside: Floats32,
    part: Bytes,
) -> Floats32:
    """The hand's light, blue-green-red, at half size."""
    inside = (outside < 0).astype(np.float32)
    scale = np.float32(view.camera.scale_at((216, 165), 50) / SHARE)
    soft = max(1.0, 2.2 * float(scale))
    filled = np.where(inside > 0, height, 0)
    weight = cv2.GaussianBlur(inside, (0, 0), soft)
    smooth = cv2.GaussianBlur(filled, (0, 0), soft) / np.maximum(weight, 1e-3)
    wide = cv2.GaussianBlur(filled, (0, 0), soft * 4) / np.maximum(cv2.GaussianBlur(inside, (0, 0), soft * 4), 1e-3)
    hollow = np.exp(-np.maximum(wide - smooth, 0) / 16)
    rng = np.random.default_rng(hand.number)
    rough = rng.normal(0, 1, (height.shape[0] // 5 + 2, height.shape[1] // 5 + 2)).astype(np.float32)
    mottled = cv2.resize(rough, (height.shape[1], height.shape[0]), interpolation=cv2.INTER_CUBIC)
    folds = cv2.GaussianBlur(mottled, (0, 0), 3.0)
    is_sleeve = (part == SLEEVE).astype(np.float32)
    smooth = smooth + folds * is_sleeve * hand.weave * 12 + mottled * (1 - is_sleeve) * 0.12
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8) * scale
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8) * scale
    # Near the outline the blurred height flattens; the limb's own roundness is put back.
    turn = view.camera.rotation.T[:2, :2].astype(np.float32)
    normal = np.stack([-(turn[0, 0] * dx + turn[0, 1] * dy), -(turn[1, 0] * dx + turn[1, 1] * dy), np.ones_like(dx)])
    normal /= np.sqrt(np.einsum("ijk,ijk->jk", normal, normal))
    up = normal[2]
    colour = np.where(is_sleeve[..., None] > 0, hand.sleeve, hand.skin).astype(np.float32)
    pink = hand.skin * np.array([0.75, 0.8, 1.05]) * 0.7 + np.array([0.25, 0.28, 0.4]) * 0.45
    colour[part == NAIL] = pink
    tone = 1 + mottled * (0.03 + hand.weave * is_sleeve * 0.4)
    colour *= tone[..., None]
    # Thin parts and bent skin are redder.
    redder = np.clip(mottled * 0.04 + 0.05 * (1 - hollow), -0.1, 0.15) * (1 - is_sleeve)
    colour[..., 2] *= 1 + redder
    falling = ((0.5 + 0.5 * up) * hollow)[..., None] * light.room.astype(np.float32)
    falling += ((0.5 - 0.5 * up) * 0.8)[..., None] * bounce.astype(np.float32)
    shine = np.zeros_like(falling)
    middle = np.array([216.0, 165.0, 50.0])
    for lamp in light.lamps:
        way, weaker = lamp.towards(middle)
        facing = np.einsum("i,ijk->jk", way.astype(np.float32), normal)
        # Light goes a little way round an edge of skin.
        power = np.clip((facing + 0.18) / 1.18, 0, None) * np.float32(weaker[0]) * hollow
        falling += power[..., None] * lamp.light.astype(np.float32)
        half = way + np.array([0, 0, 1.0])
        half /= np.linalg.norm(half)
        glint = np.clip(np.einsum("i,ijk->jk", half.astype(np.float32), normal), 0, 1) ** 18 * (
            0.05 * (1 - is_sleeve) + 0.01
        )
        shine += glint[..., None] * lamp.light.astype(np.float32)
    return np.asarray(colour * falling + shine, dtype=np.float32)
