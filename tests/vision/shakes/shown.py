"""From which frame of a film on a camera can see what has happened: a hand, or what it holds, may be over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from tests.vision.shakes.film import Event, Film
from tests.vision.shakes.meaning import LAYOUT
from tests.vision.shakes.places import corners
from tests.vision.shakes.stage import Shot
from vision.photo import Look, pick_look
from vision.photo_eye import Eye
from vision.photo_hands import draw_hand
from vision.photo_scene import PhotoCube

#: A cube is shown if no more than this share of it is covered: the rim of a finger hides nothing.
_COVERED = 0.02


class Showing:
    """Knows of one film what is covered."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._look: Look = pick_look(film.seed, LAYOUT)

    def first(self, event: Event) -> int:
        """The first frame that shows all cubes of an event where they settled; where they lay, if they are gone."""
        places = list(_changed(self._film, event))
        frames = range(event.frame, event.still_from)
        return next((n for n in frames if not self._covered(self._film.shots[n], places)), event.still_from)

    def _covered(self, shot: Shot, cubes: Iterable[PhotoCube]) -> bool:
        held = [cube for cube in shot.scene.cubes if cube.height_mm > 0]
        if not shot.scene.hands and not held:
            return False
        bump = shot.scene.bump
        eye = self._look.eye.bumped(bump.shift_mm, bump.turn_deg).over(shot.scene.mat, LAYOUT)
        wide, high = eye.lens.size
        hands = np.zeros((high, wide, 3), dtype=np.uint8)
        for hand in shot.scene.hands:
            draw_hand(hands, hand, eye, self._look.lighting)
        covered = np.any([hands.any(axis=2), *(_outline(cube, eye) for cube in held)], axis=0)
        for cube in cubes:
            mask = _outline(cube, eye)
            if covered[mask].sum() > _COVERED * mask.sum():
                return True
        return False


def _changed(film: Film, event: Event) -> Iterator[PhotoCube]:
    """The cubes that lie otherwise than before; if there are none, those that have gone."""
    before = event.frame - 1
    while before > 0 and film.shots[before].busy:
        before -= 1
    then, now = film.shots[max(before, 0)].resting, film.shots[event.still_from].resting
    moved = [cube for cube in now if cube not in then]
    yield from moved or [cube for cube in then if cube not in now]


def _outline(cube: PhotoCube, eye: Eye) -> np.ndarray:
    """The pixels of a cube."""
    flat, foot = corners(cube), cube.height_mm
    solid = np.concatenate([np.column_stack((flat, np.full(4, height))) for height in (foot, foot + LAYOUT.cube_mm)])
    wide, high = eye.lens.size
    mask = np.zeros((high, wide), dtype=np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(eye.pixels(solid).round().astype(np.int32)), 1)
    return np.asarray(mask, dtype=np.bool_)
