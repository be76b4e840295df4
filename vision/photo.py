"""Photographic pictures of a table: what is still is drawn once, and only what moves is drawn anew.

    drawer = PhotoDrawer(layout, pick_look(seed, layout))
    image = drawer.draw(PhotoScene(cubes, hands), number)

The same look, scene and number give the same bytes. Camera, lamps, print and lens are none that the reader was
trained with.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import cv2
import numpy as np

from vision.layout import Layout
from vision.photo_cubes import CubeMaker
from vision.photo_eye import Eye, MatPlace, pick_eye
from vision.photo_ground import Ground, Top, coarse_places, fine_field, pick_top
from vision.photo_hands import draw_hand, draw_shadow
from vision.photo_light import STEADY, Floats, Lighting, LightNow, change_field, pick_lighting
from vision.photo_print import Printed, pick_print
from vision.photo_scene import Bump, Hand, PhotoCube, PhotoScene
from vision.photo_sensor import Grade, Sensor, pick_grade
from vision.photo_signs import TYPEFACES
from vision.pictures import PICTURE_SIZE, Image

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, eq=False)
class Look:
    """Everything that stays the same in one recording."""

    seed: int
    eye: Eye
    lighting: Lighting
    printed: Printed
    top: Top
    grade: Grade
    vignette: float


def pick_look(seed: int, layout: Layout, size: tuple[int, int] = PICTURE_SIZE) -> Look:
    """The look of this number."""
    rng = np.random.default_rng((seed, 16))
    return Look(
        seed=seed,
        eye=pick_eye(rng, layout, size),
        lighting=pick_lighting(rng, layout),
        printed=pick_print(rng, tuple(TYPEFACES)[seed % len(TYPEFACES)]),
        top=pick_top(rng),
        grade=pick_grade(rng),
        vignette=float(rng.uniform(0.03, 0.16)),
    )


class _Shelf:
    """The last few results of something that takes time, by what they were made of."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, object] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], _Kept]) -> _Kept:
        if key in self._kept:
            self._kept.move_to_end(key)
        else:
            self._kept[key] = make()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return self._kept[key]  # type: ignore[return-value]


class PhotoDrawer:
    """Draws scenes of one look, one after the other."""

    def __init__(self, layout: Layout, look: Look) -> None:
        self._layout = layout
        self._look = look
        self._cubes = CubeMaker(look.printed, look.lighting, layout.cube_mm)
        self._ground = Ground(layout, look.top, look.lighting, look.vignette)
        self._sensor = Sensor(look.grade, look.eye.lens.size, look.seed)
        self._grounds = _Shelf(3)
        self._tables = _Shelf(3)
        self._sprites = _Shelf(160)
        self._fields = _Shelf(2)
        self._places = _Shelf(2)

    def draw(self, scene: PhotoScene, number: int) -> Image:
        """The scene as the camera's frame of this number."""
        view = (scene.bump, scene.mat)
        eye = self._eye(*view)
        lying = tuple(cube for cube in scene.cubes if cube.height_mm == 0)
        picture = self._tables.get((view, lying), lambda: self._table(view, eye, lying))
        held = [cube for cube in scene.cubes if cube.height_mm > 0]
        if held or scene.hands:
            picture = picture.copy()
            self._lay_above(picture, eye, view, held, scene.hands)
        if scene.light != STEADY:
            field = self._fields.get((view, scene.light), lambda: self._field(view, eye, scene.light))
            picture = cv2.multiply(picture, field, dtype=cv2.CV_8U)
        return self._sensor.take(picture, number)

    def _eye(self, bump: Bump, mat: MatPlace) -> Eye:
        eye = self._look.eye if bump == Bump() else self._look.eye.bumped(bump.shift_mm, bump.turn_deg)
        return eye.over(mat, self._layout)

    def _table(self, view: tuple[Bump, MatPlace], eye: Eye, lying: tuple[PhotoCube, ...]) -> Image:
        """The table with the cubes that lie on it."""
        picture = self._grounds.get(view, lambda: self._ground.draw(eye, view[1])).copy()
        self._lay_cubes(picture, eye, view, lying)
        return self._sensor.blurred(picture)

    def _lay_cubes(self, picture: Image, eye: Eye, view: Hashable, cubes: tuple[PhotoCube, ...]) -> None:
        for cube in cubes:
            shadow = self._sprites.get(("shadow", view, cube), partial(self._cubes.shadow, cube, eye))
            if shadow is not None:
                shadow.lay_on(picture)
        # What is nearer to the camera hides what is further away.
        for cube in sorted(cubes, key=lambda cube: (cube.height_mm, -_away(cube, eye))):
            sprite = self._sprites.get(("cube", view, cube), partial(self._cubes.sprite, cube, eye))
            if sprite is not None:
                sprite.lay_on(picture)

    def _lay_above(
        self, picture: Image, eye: Eye, view: Hashable, held: list[PhotoCube], hands: tuple[Hand, ...]
    ) -> None:
        for hand in hands:
            draw_shadow(picture, hand, eye, self._look.lighting)
        self._lay_cubes(picture, eye, view, tuple(held))
        for hand in sorted(hands, key=lambda hand: hand.height_mm):
            draw_hand(picture, hand, eye, self._look.lighting)

    def _field(self, view: Hashable, eye: Eye, light: LightNow) -> Image:
        places, rows, parts = self._places.get(view, lambda: self._lit_places(eye))
        return fine_field(change_field(parts, light, places, rows), eye.lens.size)

    def _lit_places(self, eye: Eye) -> tuple[Floats, int, tuple[Floats, Floats]]:
        places, rows = coarse_places(eye)
        return places, rows, self._look.lighting.parts(places)


def _away(cube: PhotoCube, eye: Eye) -> float:
    return float(np.hypot(cube.x - eye.place[0], cube.y - eye.place[1]))
