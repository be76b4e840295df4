"""Light on the table: lamps with a place and a size, the room's own light, and what each gives a point.

Light is linear, blue-green-red. A lamp's `strength` is what falls at right angles on the middle of the mat.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.boards.arrays import Floats
from vision.layout import Layout


@dataclass(frozen=True)
class LampRange:
    """Where a lamp may stand (degrees above the table, millimetres from the mat), its size, colour and share."""

    elevation_deg: tuple[float, float]
    distance_mm: tuple[float, float]
    radius_mm: tuple[float, float]
    kelvin: tuple[float, float]
    share: tuple[float, float]
    mirrored: bool = False


@dataclass(frozen=True)
class Setup:
    """A kind of light: its lamps, the room's light, and how bright paper comes out (0 to 1, as displayed)."""

    name: str
    weight: float
    lamps: tuple[LampRange, ...]
    room_kelvin: tuple[float, float]
    room: tuple[float, float]
    paper: tuple[float, float]
    patch_share: float = 0.0


@dataclass(frozen=True)
class Lamp:
    """One lamp: its middle (x, y, height), its radius, its colour times strength, and points spread over it."""

    place: Floats
    radius_mm: float
    light: Floats
    points: Floats
    reach_mm: float

    def towards(self, spots: Floats) -> tuple[Floats, Floats]:
        """Unit vectors from spots [..., 3] to the lamp, and how much weaker it is there than over the mat's middle."""
        way = self.place - spots
        far = np.linalg.norm(way, axis=-1, keepdims=True)
        return way / far, (self.reach_mm / far) ** 2


@dataclass(frozen=True)
class Light:
    """All light of a scene. `patch` holds the corners of a bright window on the table for the first lamp, or None."""

    name: str
    lamps: tuple[Lamp, ...]
    room: Floats
    paper: float
    white: Floats
    patch: Floats | None = None


def mirror_spread(roughness: float) -> float:
    """How far, in radians, a surface of this roughness spreads what it mirrors.

    Path tracers take the slopes of a surface to be the square of its roughness; a slope turns a ray by twice as much.
    The factor is that of `path_traced.py`, which shows the same surfaces.
    """
    return max(0.012, 2 * (1.3 * roughness) ** 2)


def kelvin_colour(kelvin: float) -> Floats:
    """The colour of a glowing body, blue-green-red, linear, with a luminance of one (after T. Helland's fit)."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.1 if t <= 66 else 288.1 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else (0.0 if t <= 19 else 138.5 * np.log(t - 10) - 305.0)
    linear = (np.clip([blue, green, red], 1, 255) / 255) ** 2.2
    return np.asarray(linear / (0.0722 * linear[0] + 0.7152 * linear[1] + 0.2126 * linear[2]))


def _spread(rng: np.random.Generator, place: Floats, middle: Floats, radius: float, count: int) -> Floats:
    """Points over a disc that faces the mat."""
    ahead = (middle - place) / np.linalg.norm(middle - place)
    aside = np.cross(ahead, [0.3, 0.9, 0.1])
    aside /= np.linalg.norm(aside)
    upwards = np.cross(ahead, aside)
    turn = rng.uniform(0, 2 * np.pi)
    index = np.arange(count)
    away = radius * np.sqrt((index + 0.5) / count)
    angle = index * 2.39996 + turn
    return np.asarray(place + away[:, None] * (np.cos(angle)[:, None] * aside + np.sin(angle)[:, None] * upwards))


def pick_light(
    rng: np.random.Generator, setups: tuple[Setup, ...], layout: Layout, eye: Floats, samples: int = 14
) -> Light:
    """A light of one of these kinds. `eye` is the camera's place: a mirrored lamp shows itself in the mat."""
    weights = np.array([setup.weight for setup in setups])
    setup = setups[int(rng.choice(len(setups), p=weights / weights.sum()))]
    width, height = layout.sheet_mm
    middle = np.array([width / 2, height / 2, 0.0])
    lamps = []
    for wanted in setup.lamps:
        radius = float(np.exp(rng.uniform(*np.log(wanted.radius_mm))))
        if wanted.mirrored:
            spot = np.array([rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height, 0.0])
            way = spot - eye
            way[2] = -way[2]
            place = spot + way / np.linalg.norm(way) * rng.uniform(*wanted.distance_mm)
        else:
            up, around = np.radians(rng.uniform(*wanted.elevation_deg)), rng.uniform(0, 2 * np.pi)
            far = rng.uniform(*wanted.distance_mm)
            place = middle + far * np.array([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)])
        reach = float(np.linalg.norm(place - middle))
        # A share is of the light on the flat mat, so a low lamp must be stronger.
        steep = max(0.15, float(place[2]) / reach)
        light = kelvin_colour(rng.uniform(*wanted.kelvin)) * rng.uniform(*wanted.share) / steep
        lamps.append(Lamp(place, radius, light, _spread(rng, place, middle, radius, samples), reach))
    room = kelvin_colour(rng.uniform(*setup.room_kelvin)) * rng.uniform(*setup.room)
    flat = room + sum((lamp.light * max(0.15, lamp.place[2] / lamp.reach_mm) for lamp in lamps), np.zeros(3))
    patch = None
    if rng.random() < setup.patch_share:
        centre = middle[:2] + rng.normal(0, [120, 90])
        turn = rng.uniform(0, np.pi)
        a = np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(60, 260)
        b = np.array([-np.sin(turn), np.cos(turn)]) * rng.uniform(50, 200) + a * rng.normal(0, 0.25)
        patch = centre + np.array([-a - b, a - b, a + b, -a + b])
    return Light(setup.name, tuple(lamps), room, float(rng.uniform(*setup.paper)), flat / flat.mean(), patch)
