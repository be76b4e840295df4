"""How a kit looks: colours of bodies and ink, finish, wear, and the faces of each cube."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.boards.arrays import Bytes, Floats
from models.boards.printing import FACE_PX, Print
from rules.cubes import EQUATIONS_KIT

COLORS = tuple(kind.name for kind in EQUATIONS_KIT.kinds)
FINISHES = ("gloss", "plastic", "wood")

#: Hue in degrees, saturation and value: bodies of coloured cubes, and ink on pale ones.
_BODY = {
    "red": ((346, 372), (0.62, 0.95), (0.5, 0.86)),
    "blue": ((205, 238), (0.6, 0.92), (0.42, 0.82)),
    "green": ((100, 162), (0.45, 0.9), (0.34, 0.66)),
    "black": ((0, 360), (0.0, 0.25), (0.05, 0.2)),
}
_INK = {
    "red": ((346, 370), (0.68, 0.97), (0.5, 0.85)),
    "blue": ((208, 242), (0.58, 0.92), (0.4, 0.78)),
    "green": ((105, 160), (0.5, 0.95), (0.32, 0.6)),
    "black": ((0, 360), (0.0, 0.2), (0.03, 0.2)),
}
_PALE = (
    ((36, 50), (0.1, 0.34), (0.82, 0.96)),  # ivory
    ((30, 60), (0.0, 0.08), (0.86, 0.97)),  # white
    ((20, 36), (0.12, 0.45), (0.68, 0.9)),  # bare wood
    ((200, 240), (0.0, 0.06), (0.7, 0.86)),  # grey
    ((8, 24), (0.05, 0.2), (0.78, 0.92)),  # rosy
)


def linear(colour: npt.ArrayLike) -> Floats:
    """Displayed colour (0 to 1) as linear light."""
    value = np.asarray(colour, dtype=float)
    return np.asarray(np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4))


def hsv_colour(hue_deg: float, saturation: float, value: float) -> Floats:
    """A linear blue-green-red colour."""
    red, green, blue = colorsys.hsv_to_rgb((hue_deg % 360) / 360, min(1.0, saturation), min(1.0, value))
    return linear([blue, green, red])


_Ranges = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


def pick_colour(rng: np.random.Generator, ranges: _Ranges) -> Floats:
    hue, saturation, value = (float(rng.uniform(*each)) for each in ranges)
    return hsv_colour(hue, saturation, value)


@dataclass(frozen=True)
class KitLook:
    """One kit: `solid` (coloured cubes, pale symbols) or `ivory` (pale cubes, coloured symbols)."""

    kit: str
    finish: str
    star: str
    cube_mm: float
    bevel_mm: float
    roughness: float
    reflectance: float
    body: dict[str, Floats]
    ink: dict[str, Floats]
    prints: Print
    wear: float
    grain: float
    body_spread: float
    print_shift: float
    print_tilt_deg: float

    def faces(self, color: str) -> tuple[str, ...]:
        faces = next(kind.faces for kind in EQUATIONS_KIT.kinds if kind.name == color)
        return tuple(self.star if face == "^" else face for face in faces)


def pick_kit(rng: np.random.Generator, kit: str, prints: Print, cube_mm: float, wear_share: float) -> KitLook:
    """A kit of this kind in some colours and finish."""
    finish = FINISHES[int(rng.integers(3))]
    faded = rng.uniform(0, 0.22) if rng.random() < 0.25 else 0.0
    body: dict[str, Floats] = {}
    ink: dict[str, Floats] = {}
    if kit == "solid":
        pale = hsv_colour(rng.uniform(20, 60), rng.choice([0.0, 0.04, rng.uniform(0, 0.22)]), rng.uniform(0.82, 1.0))
        for color in COLORS:
            body[color] = pick_colour(rng, _BODY[color]) * (1 - faded) + faded * (0.12 if color == "black" else 0.4)
            ink[color] = pale
    else:
        choice = 2 if finish == "wood" and rng.random() < 0.7 else int(rng.integers(len(_PALE)))
        pale = pick_colour(rng, _PALE[choice])
        for color in COLORS:
            body[color] = pale
            ink[color] = pick_colour(rng, _INK[color]) * (1 - faded * 0.7) + faded * 0.7 * pale
    roughness, reflectance = {
        "gloss": (rng.uniform(0.03, 0.16), 0.045),
        "plastic": (rng.uniform(0.14, 0.35), 0.04),
        "wood": (rng.uniform(0.35, 0.7), 0.03),
    }[finish]
    bevel = float(rng.uniform(0.25, 2.4) if rng.random() < 0.7 else rng.uniform(0.2, 0.7))
    return KitLook(
        kit=kit,
        finish=finish,
        star=str(rng.choice(["*", "^"])),
        cube_mm=cube_mm,
        bevel_mm=bevel,
        roughness=float(roughness),
        reflectance=float(reflectance),
        body=body,
        ink=ink,
        prints=prints,
        # Ink that is worn further leaves strokes out: what is left may be another sign, and no print is clear then.
        wear=float(rng.uniform(0.1, 0.65)) if rng.random() < wear_share else 0.0,
        grain=float(rng.uniform(0.04, 0.22)) if finish == "wood" else float(rng.uniform(0, 0.04)),
        body_spread=float(rng.uniform(0.0, 0.07)),
        print_shift=float(rng.choice([0.0, 0.02, 0.05])),
        print_tilt_deg=float(rng.choice([0.0, 1.5, 4.0])),
    )


class FaceMaker:
    """The faces of one board's cubes, as pictures of ink and of surface."""

    def __init__(self, look: KitLook, rng: np.random.Generator) -> None:
        self._look = look
        self._rng = rng
        self._printed: dict[str, Bytes] = {}

    def ink(self, symbol: str, quarter: int = 0) -> Bytes:
        """A printed face, turned by quarters, with its own small misprint and wear."""
        look, rng = self._look, self._rng
        if symbol not in self._printed:
            self._printed[symbol] = look.prints.face(symbol)
        face = self._printed[symbol]
        angle = rng.normal(0, 1) * look.print_tilt_deg - 90 * quarter
        turned: Floats = cv2.getRotationMatrix2D(((FACE_PX - 1) / 2, (FACE_PX - 1) / 2), angle, 1.0)
        turned[:, 2] += rng.normal(0, 1, 2) * look.print_shift * FACE_PX
        drawn = cv2.warpAffine(face, turned, (FACE_PX, FACE_PX), flags=cv2.INTER_LINEAR)
        if look.wear and rng.random() < 0.7:
            drawn = self._worn(drawn)
        return np.asarray(drawn, dtype=np.uint8)

    def _worn(self, face: Bytes) -> Bytes:
        """Ink that is thin in places and scratched."""
        rng, wear = self._rng, self._look.wear
        cells = int(rng.choice([6, 12, 24]))
        rough = rng.random((cells, cells), dtype=np.float32)
        thin = cv2.resize(rough, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
        keep = np.clip((thin - 0.32 * wear) / 0.12, 1 - 0.75 * wear, 1)
        for _ in range(int(rng.integers(0, 4))):
            a, b = rng.integers(0, FACE_PX, 2), rng.integers(0, FACE_PX, 2)
            cv2.line(keep, a.tolist(), b.tolist(), float(1 - 0.8 * wear), int(rng.integers(1, 3)), cv2.LINE_AA)
        return np.asarray(face * keep, dtype=np.uint8)

    def surface(self) -> Bytes:
        """The body's own unevenness: grain of wood, dirt; 128 is neutral."""
        rng, look = self._rng, self._look
        if look.grain < 0.01:
            return np.full((FACE_PX, FACE_PX), 128, np.uint8)
        if look.finish == "wood":
            rough = rng.normal(0, 1, (int(rng.integers(14, 40)), 3)).astype(np.float32)
        else:
            rough = rng.normal(0, 1, (7, 7)).astype(np.float32)
        grain = cv2.resize(rough, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
        if rng.random() < 0.5:
            grain = grain.T
        return np.asarray(np.clip(128 + 128 * look.grain * grain, 0, 255), dtype=np.uint8)
