"""Faces: the kinds of face that a kit can show, and a network's opinion of upright crops of them.

The table comes from the kit, so another kit is another table. A crop shows one cube's top face and a little of what
is around it; the network says which kind it is, by which quarter it is turned, and how well the crop fits.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from rules.cubes import Kit

#: A crop: how many pixels for how many millimetres of the tops' plane. A face is 16 mm wide.
CROP_PX = 40
CROP_MM = 20.0
#: The paper's brightness, of 1, after the light was evened out.
PAPER_LEVEL = 0.8

#: What is darker than this share of the sheet's bright parts is not its paper; what is brighter than that share is.
_SLEEVE, _LIT = 0.45, 0.75

#: Faces that were printed otherwise on older cubes: the kit's sign, then the older one.
OLDER_PRINTS = {"^": "*"}

#: The smallest turn, in degrees, after which a sign may look as before, in any clear print; 360 for the others.
TURNS = {"x": 90, "+": 90, "*": 90, "0": 180, "8": 180, "-": 180, "÷": 180}

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FaceKind:
    """One kind of face: a colour's name and the sign as printed."""

    color: str
    symbol: str

    @property
    def turn_deg(self) -> int:
        return TURNS.get(self.symbol, 360)


def face_table(kit: Kit) -> tuple[FaceKind, ...]:
    """Every kind of face that cubes of the kit show, older prints included, in the kit's order."""
    return tuple(
        FaceKind(kind.name, symbol)
        for kind in kit.kinds
        for face in kind.faces
        for symbol in (face, OLDER_PRINTS.get(face))
        if symbol is not None
    )


def paper_gain(plane: npt.NDArray[np.uint8], margin_px: int) -> Floats:
    """By how much to multiply blue, green and red (of 255) so that the paper comes to its level.

    The paper is what is bright on the sheet: cubes and hands are mostly darker, glare is a small part of it. Where an
    arm covers most of the sheet, what is in the middle of its brightness is the sleeve; the paper is far brighter.
    """
    sheet = plane[margin_px:-margin_px:4, margin_px:-margin_px:4] if margin_px else plane[::4, ::4]
    pixels = sheet.reshape(-1, 3).astype(np.float32)
    brightness = pixels.sum(axis=1)
    low, high = np.percentile(brightness, (55, 90))
    paper = np.median(pixels[(brightness >= low) & (brightness <= high)], axis=0)
    if paper.sum() < _SLEEVE * high:
        paper = np.median(pixels[brightness >= _LIT * high], axis=0)
    gain = PAPER_LEVEL / np.maximum(paper, 12.0)
    return np.asarray(gain, dtype=np.float32)


def evened(pictures: npt.NDArray[np.uint8], gain: Floats) -> Floats:
    """Pictures (n, h, w, 3) as a network takes them (n, 3, h, w): shares of the paper's brightness."""
    count, high, wide, channels = pictures.shape
    out = np.empty((count, channels, high, wide), dtype=np.float32)
    # Reading every third byte is slow for numpy and not for OpenCV.
    for channel, plain in enumerate(cv2.split(pictures.reshape(count * high, wide, channels))):
        np.multiply(plain.reshape(count, high, wide), gain[channel], out=out[:, channel])
    return out
