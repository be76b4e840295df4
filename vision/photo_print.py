"""How a photographed kit looks: its colours, its finish and its print, with the signs of `vision/photo_signs.py`.

No picture that the reader was trained with shows these signs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from rules.cubes import EQUATIONS_KIT, Kit
from vision.photo_signs import sign

_Colour = tuple[float, float, float]
_Ink = npt.NDArray[np.float32]

#: A face in pixels.
FACE_PX = 72

#: Blue-green-red as a picture shows it under white light.
_BODIES: dict[str, _Colour] = {
    "red": (46, 40, 186),
    "blue": (172, 88, 34),
    "green": (72, 128, 40),
    "black": (40, 37, 36),
}
_INKS: dict[str, _Colour] = {
    "red": (40, 30, 178),
    "blue": (160, 72, 30),
    "green": (52, 112, 26),
    "black": (34, 31, 30),
}
_PALES: tuple[_Colour, ...] = ((214, 236, 243), (236, 240, 242), (188, 216, 230))


@dataclass(frozen=True)
class Printed:
    """A kit: colours of bodies and ink, gloss, how round the edges are, and the print's size, breadth and weight."""

    solid: bool
    pale: _Colour
    #: By how much bodies and ink are lighter than usual.
    lighter: float
    gloss: float
    sharpness: float
    bevel_mm: float
    size: float
    breadth: float
    weight_px: int
    typeface: str

    def body(self, color: str) -> _Colour:
        return self._of(_BODIES, color) if self.solid else self.pale

    def ink(self, color: str) -> _Colour:
        return self.pale if self.solid else self._of(_INKS, color)

    def _of(self, colours: dict[str, _Colour], color: str) -> _Colour:
        blue, green, red = (value + self.lighter for value in colours[color])
        return blue, green, red

    def face(self, symbol: str) -> _Ink:
        """The ink of an upright face (FACE_PX x FACE_PX, 0 to 1)."""
        return _face(symbol, self.size, self.breadth, self.weight_px, self.typeface)


@lru_cache(maxsize=512)
def _face(symbol: str, size: float, breadth: float, weight_px: int, typeface: str) -> _Ink:
    high = round(FACE_PX * size)
    wide = round(high * breadth)
    fine = sign(symbol, 2 * high, typeface)
    if weight_px:
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * weight_px + 1, 2 * weight_px + 1))
        fine = np.asarray(cv2.dilate(fine, brush), dtype=np.float32)
    drawn = cv2.resize(fine, (wide, high), interpolation=cv2.INTER_AREA)
    face = np.zeros((FACE_PX, FACE_PX), dtype=np.float32)
    top, left = (FACE_PX - high) // 2, (FACE_PX - wide) // 2
    face[top : top + high, left : left + wide] = drawn
    return face


def pick_print(rng: np.random.Generator, typeface: str) -> Printed:
    """A kit in one of its looks."""
    solid = bool(rng.random() < 0.6)
    return Printed(
        solid=solid,
        pale=_PALES[int(rng.integers(len(_PALES)))],
        lighter=float(rng.uniform(0, 14)),
        gloss=float(rng.uniform(0.02, 0.12)),
        sharpness=float(rng.uniform(15, 60)),
        bevel_mm=float(rng.uniform(0.5, 1.6)),
        size=float(rng.uniform(0.84, 0.96)),
        breadth=float(rng.uniform(0.86, 1.0)),
        weight_px=int(rng.integers(0, 2)),
        typeface=typeface,
    )


def faces_around(color: str, symbol: str, kit: Kit = EQUATIONS_KIT) -> tuple[str, str, str, str]:
    """The signs on the sides of a cube with this face up: right, front, left, back."""
    faces = next(kind.faces for kind in kit.kinds if kind.name == color)
    start = faces.index(symbol)
    others = [faces[(start + step) % len(faces)] for step in (1, 2, 4, 5)]
    right, front, left, back = others
    return right, front, left, back
