"""Sides of cubes: where the plane of the tops shows the sides that the camera sees, and whether a place can be one.

A camera that does not stand straight above a cube sees one or two of its sides, with signs on them as on the top. In
the picture of the tops' plane a side lies between its top and the place below the camera, the deeper the further off
the cube is: well off the sheet it is as deep as a top, and only its place tells it from another cube.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Eye:
    """Where the camera is: the place on the sheet straight below it, and how high it is above the sheet (mm)."""

    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Side:
    """A side in view: its middle on the tops' plane, how deep it seems there, and how far it is from a neighbour."""

    x: float
    y: float
    depth_mm: float
    apart_mm: float


def sides_of(x: float, y: float, angle_deg: float, eye: Eye, cube_mm: float) -> list[Side]:
    """The sides that the camera sees of the cube whose top is here and turned so."""
    found = []
    half, angle = cube_mm / 2, np.radians(angle_deg)
    for quarter in range(4):
        across, down = np.cos(angle + quarter * np.pi / 2), np.sin(angle + quarter * np.pi / 2)
        edge_x, edge_y = x + half * across, y + half * down
        # How far beyond this side's plane the camera stands.
        beyond = (eye.x - edge_x) * across + (eye.y - edge_y) * down
        if beyond <= 0 or eye.height <= 2 * cube_mm:
            continue
        # The side's middle is half a cube lower than its upper edge; seen from the eye it moves towards it.
        share = half / (eye.height - half)
        depth = beyond * cube_mm / eye.height
        side_x, side_y = edge_x + (eye.x - edge_x) * share, edge_y + (eye.y - edge_y) * share
        apart = np.hypot(x + cube_mm * across - side_x, y + cube_mm * down - side_y)
        found.append(Side(float(side_x), float(side_y), float(depth), float(apart)))
    return found


def side_offset(
    place: tuple[float, float], top: tuple[float, float, float], eye: Eye, cube_mm: float
) -> tuple[float, float] | None:
    """How far (mm) a place is from the nearest side in view of the cube with this top (x, y, angle); None without one.

    The second number is how far that side is from where a cube that touches there would have its top.
    """
    offs = [
        (float(np.hypot(place[0] - side.x, place[1] - side.y)), side.apart_mm) for side in sides_of(*top, eye, cube_mm)
    ]
    return min(offs, default=None)


def tops_behind(x: float, y: float, angle_deg: float, eye: Eye, cube_mm: float) -> list[tuple[float, float]]:
    """Where the tops would be of which this place could be a side, one at least half as deep as a top."""
    found = []
    half, angle, share = cube_mm / 2, np.radians(angle_deg), cube_mm / 2 / (eye.height - cube_mm / 2)
    for quarter in range(4):
        across, down = np.cos(angle + quarter * np.pi / 2), np.sin(angle + quarter * np.pi / 2)
        edge_x, edge_y = (x - eye.x * share) / (1 - share), (y - eye.y * share) / (1 - share)
        beyond = (eye.x - edge_x) * across + (eye.y - edge_y) * down
        if beyond * cube_mm / eye.height >= half:
            found.append((float(edge_x - half * across), float(edge_y - half * down)))
    return found
