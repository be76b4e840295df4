"""The print on the cubes: one look for all symbols of a kit, from a font or from strokes of our own."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import ImageFont

from models.boards.arrays import Bytes
from models.boards.strokes import DIGIT_PX, Hand, stroke_mask

#: A face of a cube in pixels.
FACE_PX = 96
#: The print whose symbols are all drawn by strokes.
STROKES = "strokes"

_FONT_PX = 200
_SIGNS = "+-x÷^*√"
#: A sign spans at least this share of its face.
_LEAST_SIGN = 0.42
#: Between the bar of a ÷ and its dots a clear print leaves a millimetre of a cube of 16: else it would be a +.
_DOT_GAP_PX = FACE_PX // 16


@dataclass(frozen=True)
class FontFace:
    """One font file: family, Debian package, where it lies, and whether training may use it."""

    family: str
    package: str
    path: str
    split: str

    @property
    def name(self) -> str:
        return Path(self.path).stem.replace(" ", "")

    @property
    def installed(self) -> bool:
        return Path(self.path).is_file()


@cache
def font_faces() -> tuple[FontFace, ...]:
    """Every font of the list, installed or not."""
    listed = json.loads(Path(__file__).with_name("fonts.json").read_text(encoding="utf-8"))
    return tuple(
        FontFace(entry["family"], entry["package"], f"{listed['folder']}/{file}", entry["split"])
        for entry in listed["families"]
        for file in entry["files"]
    )


@cache
def installed_fonts(split: str) -> tuple[FontFace, ...]:
    """The fonts of this split that this machine has."""
    return tuple(face for face in font_faces() if face.split == split and face.installed)


@cache
def _font(path: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, _FONT_PX)


@cache
def _font_glyph(path: str, char: str) -> Bytes | None:
    """The character's ink, cropped; None where the font lacks it."""
    font = _font(path)
    if char != "0" and bytes(font.getmask(char)) == bytes(font.getmask("\uffff")):
        return None
    drawn = font.getmask(char, mode="L")
    width, height = drawn.size
    ink = np.array(drawn, dtype=np.uint8).reshape(height, width)
    if not ink.any():
        return None
    ys, xs = np.nonzero(ink > 8)
    return np.ascontiguousarray(ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


@cache
def _font_digit_px(path: str) -> int:
    glyph = _font_glyph(path, "8")
    assert glyph is not None
    return int(glyph.shape[0])


@dataclass(frozen=True)
class Print:
    """How this kit's symbols look. `size` is a digit's height as a share of the face."""

    font: FontFace | None
    hand: Hand
    size: float
    chars: dict[str, str] = field(default_factory=dict)
    boost: dict[str, float] = field(default_factory=dict)
    own_signs: frozenset[str] = frozenset()
    under: str = ""
    stretch: float = 1.0
    weight_px: int = 0

    @property
    def name(self) -> str:
        return self.font.name if self.font else STROKES

    def _ink(self, symbol: str) -> tuple[Bytes, int]:
        """The symbol's ink and how high a digit would be beside it."""
        if self.font and symbol not in self.own_signs:
            glyph = _font_glyph(self.font.path, self.chars.get(symbol, symbol))
            if glyph is not None:
                return glyph, _font_digit_px(self.font.path)
        return stroke_mask(symbol, self.hand), DIGIT_PX

    def face(self, symbol: str) -> Bytes:
        """A face with the symbol upright in its middle: ink from 0 to 255."""
        face = self._printed(symbol, *self._ink(symbol), self.weight_px)
        if symbol == "÷" and not _dots_apart(face):
            thin = replace(self.hand, thickness=min(self.hand.thickness, 0.13))
            face = self._printed(symbol, stroke_mask(symbol, thin), DIGIT_PX, 0)
        return face

    def _printed(self, symbol: str, ink: Bytes, digit_px: int, weight_px: int) -> Bytes:
        """The ink of a symbol on a face, made heavier or lighter."""
        scale = self.size * FACE_PX / digit_px * self.boost.get(symbol, 1.0)
        if symbol in _SIGNS:
            # Fonts set their signs small for sums in a text; on a cube they are printed to be read.
            scale = max(scale, _LEAST_SIGN * FACE_PX / max(ink.shape))
        most = 0.9 * FACE_PX if symbol not in "69" or not self.under else 0.74 * FACE_PX
        scale = min(scale, most / ink.shape[0], 0.9 * FACE_PX / ink.shape[1] / self.stretch)
        wide = max(3, round(ink.shape[1] * scale * self.stretch))
        high = max(3, round(ink.shape[0] * scale))
        small = cv2.resize(ink, (wide, high), interpolation=cv2.INTER_AREA)
        face: Bytes = np.zeros((FACE_PX, FACE_PX), np.uint8)
        raised = round(0.05 * FACE_PX) if symbol in "69" and self.under else 0
        y, x = (FACE_PX - high) // 2 - raised, (FACE_PX - wide) // 2
        face[y : y + high, x : x + wide] = small
        if symbol in "69" and self.under:
            self._underline(face, y + high, wide)
        if weight_px:
            side = 1 + 2 * abs(weight_px)
            brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
            change = cv2.dilate if weight_px > 0 else cv2.erode
            face = change(face, brush)
        return np.asarray(face, dtype=np.uint8)

    def _underline(self, face: Bytes, below: int, wide: int) -> None:
        thick = max(3, round(self.hand.thickness * self.size * FACE_PX * 0.8))
        y = min(FACE_PX - thick // 2 - 3, below + thick)
        middle = FACE_PX // 2
        if self.under == "dot":
            cv2.circle(face, (middle + wide // 2, y), thick // 2 + 1, 255, -1, cv2.LINE_AA)
        else:
            cv2.line(face, (middle - wide // 2, y), (middle + wide // 2, y), 255, thick, cv2.LINE_AA)


def _dots_apart(face: Bytes) -> bool:
    """Whether a ÷ shows two dots and a bar with a clear gap between them."""
    middle = face[:, FACE_PX // 2 - 2 : FACE_PX // 2 + 2].max(axis=1) > 64
    edges = np.flatnonzero(np.diff(middle.astype(np.int8), prepend=0, append=0))
    return len(edges) == 6 and min(edges[2] - edges[1], edges[4] - edges[3]) >= _DOT_GAP_PX


def pick_hand(rng: np.random.Generator) -> Hand:
    """Strokes of some thickness and shape."""
    return Hand(
        thickness=float(rng.uniform(0.09, 0.24)),
        width=float(rng.uniform(0.5, 0.72)),
        slant=float(rng.choice([0.0, 0.0, rng.uniform(-0.05, 0.2)])),
        # Never a bare bar: on its side it would be the minus of the same colour, and no print that is clear has both.
        one=int(rng.integers(2)),
        four=int(rng.integers(2)),
        seven=int(rng.integers(3)),
        nine=int(rng.integers(2)),
        three=int(rng.integers(2)),
        star=int(rng.choice([5, 6, 8])),
        petals=bool(rng.random() < 0.4),
        bar=bool(rng.random() < 0.6),
        square_ends=bool(rng.random() < 0.3),
        round_boxes=float(rng.choice([2.0, 2.4, 3.0])),
    )


def pick_print(rng: np.random.Generator, fonts: tuple[FontFace, ...], stroke_share: float) -> Print:
    """A print within what the fonts allow; strokes alone where there is none."""
    hand = pick_hand(rng)
    font = None
    if fonts and rng.random() >= stroke_share:
        # Families are drawn first, so that one with many weights is not seen more often.
        families = sorted({face.family for face in fonts})
        family = families[int(rng.integers(len(families)))]
        weights = [face for face in fonts if face.family == family]
        font = weights[int(rng.integers(len(weights)))]
    larger = bool(rng.random() < 0.45)
    boost = {sign: float(rng.uniform(1.0, 1.35)) if larger else 1.0 for sign in "+-x÷√"}
    boost["*"] = float(rng.uniform(1.0, 1.8))
    boost["^"] = float(rng.uniform(1.0, 1.7))
    own = frozenset(sign for sign in _SIGNS if rng.random() < (0.2 if sign == "*" else 0.06))
    return Print(
        font=font,
        hand=hand,
        size=float(rng.uniform(0.5, 0.74)),
        chars={
            "-": str(rng.choice(["\u2212", "\u2013", "-"])),
            "x": str(rng.choice(["×", "×", "×", "x"])),
        },
        boost=boost,
        own_signs=own,
        under=str(rng.choice(["", "", "", "bar", "dot"])),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.85, 1.15)])),
        weight_px=int(rng.choice([-1, 0, 0, 0, 1, 2] if font is None or "Bold" in font.name else [0, 0, 1, 2])),
    )
