"""The light of photographic pictures: lamps with an extent, the room's own light, and how both change while we look.

Light is linear, blue-green-red, and 1 is what makes paper white. Pictures are drawn under the first light; whatever
changes is a field by which the finished picture is multiplied.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.layout import Layout

Floats = npt.NDArray[np.float64]

#: From light to the numbers of a picture: v = light ** (1 / GAMMA).
GAMMA = 2.2


@dataclass(frozen=True)
class Lamp:
    """A lamp as points (n x 3: x, y, height) that share its light: a tube, a panel, two bulbs in one shade.

    `light` is what it gives the middle of the sheet.
    """

    name: str
    points: Floats
    light: Floats

    @property
    def middle(self) -> Floats:
        return np.asarray(self.points.mean(axis=0))

    def falling(self, places: Floats, about: Floats) -> Floats:
        """What falls on level places (n x 3), as a share of what falls on the sheet's middle (`about`)."""
        return np.asarray(_level(self.points, places) / _level(self.points, about[None]))


def _level(points: Floats, places: Floats) -> Floats:
    way = points[None] - places[:, None]
    squared = np.einsum("npk,npk->np", way, way)
    return np.asarray((way[..., 2] / squared**1.5).mean(axis=1))


@dataclass(frozen=True)
class Lighting:
    """All light of a scene. `level` is the light of white paper in the middle of the sheet: less than 1."""

    lamps: tuple[Lamp, ...]
    room: Floats
    about: Floats
    level: float

    @property
    def white(self) -> Floats:
        """By how much the camera divides each colour's light."""
        return np.asarray((self.room + sum(lamp.light for lamp in self.lamps)) / self.level)

    def parts(self, places: Floats) -> tuple[Floats, Floats]:
        """The light of the lamps and of the room on level places (n x 3 each), as the camera takes it."""
        lamps = sum(lamp.falling(places, self.about)[:, None] * lamp.light for lamp in self.lamps)
        return np.asarray(lamps / self.white), np.broadcast_to(self.room / self.white, (len(places), 3))

    def on(self, places: Floats) -> Floats:
        """All light on level places (n x 3)."""
        lamps, room = self.parts(places)
        return np.asarray(lamps + room)


def pick_lighting(rng: np.random.Generator, layout: Layout) -> Lighting:
    """A light under which nothing was trained: tubes and panels are long, training's lamps are round."""
    about = np.array((*layout.sheet.centre, 0.0))
    kind = str(rng.choice(["tube", "panel", "tube and window", "twin tubes"]))
    warm = _colour(rng.uniform(-0.5, 1.0))
    lamps: list[Lamp]
    if kind == "tube":
        lamps = [_long_lamp(rng, "tube", about, warm * rng.uniform(0.45, 0.65), (600, 1100), 500)]
    elif kind == "panel":
        lamps = [_long_lamp(rng, "panel", about, warm * rng.uniform(0.4, 0.6), (700, 1300), 350)]
    elif kind == "twin tubes":
        lamps = [
            _long_lamp(rng, name, about, warm * rng.uniform(0.2, 0.35), (900, 1500), 600) for name in ("left", "right")
        ]
    else:
        lamps = [
            _long_lamp(rng, "tube", about, warm * rng.uniform(0.25, 0.4), (700, 1200), 500),
            _window(rng, about, _colour(rng.uniform(-1.0, -0.4)) * rng.uniform(0.15, 0.3)),
        ]
    rest = 1 - float(sum(lamp.light.mean() for lamp in lamps))
    room = _colour(rng.uniform(-0.4, 0.6)) * rest
    # Exposed for the brightest part of the sheet, as cameras do it.
    brightest = float((Lighting(tuple(lamps), room, about, 1.0).on(_over(layout))).max())
    return Lighting(tuple(lamps), room, about, float(rng.uniform(0.58, 0.86)) / brightest)


def _over(layout: Layout) -> Floats:
    """Places all over the sheet (n x 3)."""
    wide, high = layout.sheet_mm
    return np.array([(x, y, 0.0) for x in np.linspace(0, wide, 9) for y in np.linspace(0, high, 7)])


def _colour(warmth: float) -> Floats:
    """Blue-green-red of a mean of 1: -1 is a north window, 1 an old bulb."""
    colour = np.array((1 - 0.22 * warmth, 1.0, 1 + 0.17 * warmth))
    return np.asarray(colour / colour.mean())


def _long_lamp(
    rng: np.random.Generator, name: str, about: Floats, light: Floats, height: tuple[float, float], length: float
) -> Lamp:
    angle = rng.uniform(0, np.pi)
    along = np.array((np.cos(angle), np.sin(angle), 0.0)) * length / 2
    # Beside the camera rather than behind it: its mirror image falls beside the sheet, as whoever hangs it sees to it.
    side = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(0.55, 0.95)
    tall = rng.uniform(*height)
    middle = about + np.array((np.cos(side) * far * tall, np.sin(side) * far * tall, tall))
    return Lamp(name, np.array([middle + along * share for share in (-1.0, -0.5, 0.0, 0.5, 1.0)]), light)


def _window(rng: np.random.Generator, about: Floats, light: Floats) -> Lamp:
    side = rng.uniform(0, 2 * np.pi)
    ahead, aside = np.array((np.cos(side), np.sin(side), 0.0)), np.array((-np.sin(side), np.cos(side), 0.0))
    middle = about + ahead * rng.uniform(1500, 2300) + np.array((0, 0, rng.uniform(700, 1000)))
    points = [
        middle + aside * across + np.array((0, 0, up)) for across in (-450, -225, 0, 225, 450) for up in (-300, 300)
    ]
    return Lamp("window", np.array(points), light)


@dataclass(frozen=True)
class Shade:
    """The shadow of somebody who stands or leans there: a soft disc on the sheet, and how much light it takes."""

    x: float
    y: float
    radius_mm: float
    takes: float


@dataclass(frozen=True)
class LightNow:
    """How the light differs from the first one: shares of lamps and room, flicker, people's shadows.

    `band` makes darker stripes, as a lamp on alternating current does: their depth and where the first one lies.
    """

    lamps: float = 1.0
    room: float = 1.0
    exposure: float = 1.0
    warmth: float = 0.0
    band: tuple[float, float] = (0.0, 0.0)
    shades: tuple[Shade, ...] = ()


STEADY = LightNow()


def change_field(parts: tuple[Floats, Floats], now: LightNow, places: Floats, rows: int) -> npt.NDArray[np.float32]:
    """What the first picture is multiplied by (rows x columns x 3) at these places (n x 3, row by row).

    `parts` are the first light's (`Lighting.parts`) at these places.
    """
    lamps, room = parts
    before = lamps + room
    light = lamps * now.lamps + room * now.room
    for shade in now.shades:
        away = np.hypot(places[:, 0] - shade.x, places[:, 1] - shade.y) / shade.radius_mm
        light = light - (lamps * now.lamps + 0.5 * room * now.room) * (shade.takes * np.exp(-(away**4)))[:, None]
    light = light * _colour(now.warmth) * now.exposure
    field = np.maximum(light / before, 0.0) ** (1 / GAMMA)
    shaped = field.reshape(rows, -1, 3)
    depth, phase = now.band
    if depth:
        down = np.arange(rows) / rows
        shaped = shaped * (1 - depth * (0.5 + 0.5 * np.cos(2 * np.pi * (1.5 * down + phase))))[:, None, None]
    return np.asarray(shaped, dtype=np.float32)
