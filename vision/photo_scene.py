"""What a photographic picture shows, as values: cubes at any place, angle and height, hands, light, bumps."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

from vision.photo_eye import MatPlace
from vision.photo_light import STEADY, LightNow
from vision.simulated import LaidCube, SimulatedMat


@dataclass(frozen=True, slots=True)
class PhotoCube:
    """One cube: its top face, the middle of its foot on the sheet, its turn clockwise, and how high it is held.

    With `glare` a lamp is mirrored in its face.
    """

    color: str
    symbol: str
    x: float
    y: float
    angle_deg: float = 0.0
    height_mm: float = 0.0
    glare: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose thumb and first finger meet at a place, at a height, its arm towards `arm_deg` (90 is the reader).

    `skin` and `sleeve` are numbers of tones; the sleeve ends so many millimetres behind the fingertips.
    """

    x: float
    y: float
    arm_deg: float = 90.0
    height_mm: float = 10.0
    skin: int = 0
    sleeve: int = 0
    sleeve_mm: float = 165.0
    left: bool = False


@dataclass(frozen=True, slots=True)
class Bump:
    """How far the camera was pushed, along its own axes and about them, from where it hung."""

    shift_mm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PhotoScene:
    """The table at one moment."""

    cubes: tuple[PhotoCube, ...] = ()
    hands: tuple[Hand, ...] = ()
    light: LightNow = STEADY
    mat: MatPlace = field(default_factory=MatPlace)
    bump: Bump = field(default_factory=Bump)


#: A cube that somebody put down square is off by no more than this.
_SKEW_DEG = 4.0


def scene_of(table: SimulatedMat) -> PhotoScene:
    """A simulated table as a camera would find it: its cubes lie square, but not quite."""
    cubes = tuple(_lying(cube) for cube in table.lying)
    if not table.hand:
        return PhotoScene(cubes)
    x, y = min(table.hand, key=lambda point: point[1])
    return PhotoScene(cubes, (Hand(x, y),))


def _lying(cube: LaidCube) -> PhotoCube:
    # The same cube at the same place always lies the same.
    chance = zlib.crc32(f"{cube.id} {cube.x:.1f} {cube.y:.1f} {cube.orientation}".encode()) / 2**32
    return PhotoCube(
        cube.color, cube.symbol, cube.x, cube.y, cube.orientation + _SKEW_DEG * (2 * chance - 1), glare=cube.glare
    )
