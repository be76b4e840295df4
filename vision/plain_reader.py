"""The plain reader: markers, colours and templates, for the pictures that `vision.draw` makes.

Stages, each from value to value: markers → where the sheet lies → the rectified sheet in daylight →
blobs in the colours of the kit → places of cubes → faces. A face is compared with every face that a cube of
the kit can show, in its four turns, all colours at once; how far the best answer is ahead of the next one
is the confidence. Being unsure is allowed, sure and wrong is not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from rules.cubes import EQUATIONS_KIT, Kit
from rules.mat import Section
from vision.board import OFF, Board, SeenCube, goal_text, kit_cube
from vision.draw import PAPER, draw_face, draw_sheet
from vision.glyphs import smallest_turn
from vision.layout import Layout
from vision.pictures import Homography, Image, find_markers, sheet_homography
from vision.reader import (
    BLURRED,
    DARK,
    HAND_OVER_MAT,
    MARKER_MISSING,
    TOO_MANY_CUBES,
    UNCLEAR_GOAL,
    UNCLEAR_OBJECT,
)

#: The rectified sheet: pixels for a millimetre, and how much of the table around the sheet is on it.
FINE = 2
AROUND_MM = 16.0
#: The part of a face that is compared, how finely, and by how many pixels a place may be wrong.
FACE_MM = 14
FACE_FINE = 3
SLACK = 1
#: Below this margin between the best and the second answer a cube is not sure.
SURE_MARGIN = 0.4
#: Root mean square difference to the best template, of 255, above which a face is not sure.
SURE_DISTANCE = 26.0
#: A centre so near to something strange may be that of a cube which is half covered.
NEAR_MM = 16.0
#: A centre so near to a section's line may be on either side of it.
LINE_MM = 2.0
#: Spaces in the Goal, as shares of a cube: at least a gap, and at most no gap.
GAP = 0.8
NO_GAP = 0.5
#: The Goal is one row if its centres are within this share of a cube.
ROW = 0.6
#: Brightness of the paper, of 255, below which nothing is trusted.
DARK_BELOW = 90
#: How much of a marker's black-white step lies within one pixel, at least, in a sharp picture.
SHARP_ABOVE = 0.22


@dataclass(frozen=True, slots=True)
class _Face:
    """One way a cube of the kit can show itself."""

    color: str
    symbol: str
    orientation: int


@dataclass(frozen=True, slots=True)
class _Blob:
    """Something in a cube's colour: its outline's filled shape, and where that stands on the rectified sheet."""

    color: str
    left: int
    top: int
    shape: npt.NDArray[np.uint8]

    @property
    def area(self) -> int:
        return cv2.countNonZero(self.shape)


@dataclass(frozen=True, slots=True)
class _Cutting:
    """What the picture shows at the place of a cube, and whether all of the cube is plainly in view."""

    crop: Image
    x: float
    y: float
    whole: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    """A face read at a place: centre in millimetres, margin, distance, and whether all of the cube is in view."""

    face: _Face
    x: float
    y: float
    margin: float
    distance: float
    whole: bool


class PlainReader:
    """Reads drawn pictures of one kit on one mat. Its templates are made once, here."""

    name = "plain"

    def __init__(self, layout: Layout, kit: Kit = EQUATIONS_KIT) -> None:
        self.layout = layout
        self.kit = kit
        self._faces = [
            _Face(kind.name, symbol, orientation)
            for kind in kit.kinds
            for symbol in kind.faces
            for orientation in (0, 90, 180, 270)
            if smallest_turn(symbol, orientation) == orientation
        ]
        self._templates = np.stack([self._template(face, FACE_FINE).astype(np.float32).ravel() for face in self._faces])
        self._squares = (self._templates**2).sum(axis=1)
        self._coarse = [(face.color, self._template(face, FINE)) for face in self._faces]
        self._empty = draw_sheet(layout, FINE, AROUND_MM)
        self._cube_px = round(layout.cube_mm * FINE)
        high, wide = self._empty.shape[:2]
        self._markers = np.zeros((high, wide), dtype=np.uint8)
        for marker in layout.markers:
            zone = layout.marker_zone(marker)
            cv2.rectangle(self._markers, _pixel(zone.x0, zone.y0), _pixel(zone.x1, zone.y1), 255, -1)
        self._sheet = np.zeros((high, wide), dtype=np.uint8)
        sheet = layout.sheet.grown(-2)
        cv2.rectangle(self._sheet, _pixel(sheet.x0, sheet.y0), _pixel(sheet.x1, sheet.y1), 255, -1)
        self._bare = (self._sheet > 0) & (self._markers == 0)

    def read(self, image: Image) -> Board:
        found = find_markers(image, self.layout)
        homography = sheet_homography(found, self.layout)
        if homography is None:
            dark = [DARK] if float(np.median(image)) < DARK_BELOW / 2 else []
            return Board(problems=(MARKER_MISSING, *dark), sure=False)
        problems = [BLURRED] if self._sharpness(image, homography, list(found)) < SHARP_ABOVE else []
        plain = self._rectified(image, homography)
        paper = self._paper(plain)
        if float(paper.max()) < DARK_BELOW:
            return Board(problems=(*problems, DARK), sure=False)
        gain = np.asarray(np.array(PAPER) / np.maximum(paper, 1), dtype=np.float32)
        plain = _daylight(plain, gain)
        blobs, faint = self._blobs(plain)
        cuttings: list[_Cutting] = []
        bodies = np.zeros(plain.shape[:2], dtype=np.uint8)
        unclear = faint
        for blob in blobs:
            places, whole = self._places(blob, plain)
            unclear |= not whole
            for x, y in places:
                # In a blurred picture no single cube is sure either.
                cuttings.append(self._cut(image, homography, gain, x, y, whole=whole and not problems))
                cv2.rectangle(bodies, _pixel(x - 12, y - 12), _pixel(x + 12, y + 12), 255, -1)
        strange = self._strangers(plain, bodies)
        largest = self._largest(strange)
        hand, foreign = largest > 1.5, largest > 0.2
        problems += [HAND_OVER_MAT] if hand else []
        problems += [UNCLEAR_OBJECT] if (unclear or foreign) and not hand else []
        if foreign:
            # What a hand touches or half covers may be taken for a cube that lies a little beside the true one.
            reach = 2 * round(NEAR_MM * FINE) + 1
            touched = np.asarray(cv2.dilate(strange, np.ones((reach, reach), dtype=np.uint8)), dtype=np.uint8)
            cuttings = [replace(each, whole=each.whole and not _at(touched, each.x, each.y)) for each in cuttings]
        return self._board(self._faces_of(cuttings), problems)

    def _template(self, face: _Face, fine: int) -> Image:
        """The inner part of a drawn face, as `_cut` takes it from a picture."""
        side = round(self.layout.cube_mm * fine)
        inset = (side - FACE_MM * fine) // 2
        return _softened(draw_face(face.color, face.symbol, face.orientation, side))[inset:-inset, inset:-inset]

    # The picture as a whole --------------------------------------------------------------------------------

    def _rectified(self, image: Image, homography: Homography) -> Image:
        high, wide = self._empty.shape[:2]
        to_sheet = np.array([[1, 0, 0.5 - AROUND_MM * FINE], [0, 1, 0.5 - AROUND_MM * FINE], [0, 0, FINE]]) / FINE
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(image, homography @ to_sheet, (wide, high), flags=flags)

    def _paper(self, plain: Image) -> npt.NDArray[np.float32]:
        """The colour of the empty paper under this light: the brighter half of the sheet, in the middle."""
        sample = plain[::6, ::6][self._sheet[::6, ::6] > 0].astype(np.float32)
        expected = self._empty[::6, ::6][self._sheet[::6, ::6] > 0].astype(np.float32)
        brightness = sample.sum(axis=1)
        bright = brightness >= np.median(brightness)
        # The sections are tinted; what is asked for is the light, not the print.
        ratio = np.median(sample[bright] / np.maximum(expected[bright], 1), axis=0)
        return np.asarray(ratio * np.array(PAPER), dtype=np.float32)

    def _sharpness(self, image: Image, homography: Homography, ids: list[int]) -> float:
        """How steep the edges of the markers are: the share of their contrast that one pixel bridges."""
        steps = []
        for marker in self.layout.markers:
            if marker.id not in ids:
                continue
            reach = self.layout.marker_mm / 2 + 1
            crop = cv2.cvtColor(self._crop(image, homography, marker.x, marker.y, reach, 3), cv2.COLOR_BGR2GRAY)
            grey = crop.astype(np.float32)
            low, high = np.percentile(grey, (5, 95))
            step = np.abs(np.diff(grey, axis=1))
            steps.append(float(np.percentile(step, 99)) / max(float(high - low), 1.0))
        return float(np.median(steps))

    def _crop(self, image: Image, homography: Homography, x: float, y: float, reach: float, fine: float) -> Image:
        """The square of the sheet around (x, y), straight from the picture."""
        side = round(2 * reach * fine)
        shift = 0.5 / fine
        to_sheet = np.array([[1 / fine, 0, x - reach + shift], [0, 1 / fine, y - reach + shift], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(image, homography @ to_sheet, (side, side), flags=flags)

    def _strangers(self, plain: Image, bodies: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Where the sheet is covered by something that is no cube."""
        _, difference = _extremes(cv2.absdiff(plain, self._empty))
        strange = ((difference > 42) & (bodies == 0) & self._bare).astype(np.uint8)
        return np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((7, 7), dtype=np.uint8)), dtype=np.uint8)

    def _largest(self, strange: npt.NDArray[np.uint8]) -> float:
        """How much the largest of them covers, in faces of a cube."""
        contours, _ = cv2.findContours(strange, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        return max((cv2.contourArea(contour) for contour in contours), default=0.0) / float(self._cube_px**2)

    # Cubes -------------------------------------------------------------------------------------------------

    def _blobs(self, plain: Image) -> tuple[list[_Blob], bool]:
        """What has a cube's colour and about its size, and whether there was something too small for that."""
        blue, green, red = cv2.split(plain)
        low, high = _extremes(plain)
        spread = cv2.subtract(high, low)
        vivid = spread > np.maximum(high // 2, 40)
        masks = {
            "red": vivid & (red == high) & (cv2.absdiff(green, blue) < 60),
            "blue": vivid & (blue == high),
            "green": vivid & (green == high),
            "black": (high < 90) & (spread < 40),
        }
        blobs: list[_Blob] = []
        faint = False
        face = self._cube_px**2
        for color in (kind.name for kind in self.kit.kinds if kind.name in masks):
            mask = (masks[color] & (self._markers == 0)).astype(np.uint8)
            filled = np.zeros_like(mask)
            contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            cv2.drawContours(filled, contours, -1, 1, -1)
            filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((9, 9), dtype=np.uint8))
            contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            for contour in contours:
                left, top, wide, height = cv2.boundingRect(contour)
                shape = np.zeros((height, wide), dtype=np.uint8)
                cv2.drawContours(shape, [contour], -1, 1, -1, offset=(-left, -top))
                blob = _Blob(color, left, top, shape)
                faint |= 0.1 * face < blob.area < 0.4 * face
                if blob.area >= 0.4 * face:
                    blobs.append(blob)
        return blobs, faint

    def _places(self, blob: _Blob, plain: Image) -> tuple[list[tuple[float, float]], bool]:
        """The centres of the cubes that make up a blob, in millimetres, and whether they explain all of it."""
        high, wide = blob.shape.shape
        side = self._cube_px
        if max(wide, high) < 1.3 * side:
            moments = cv2.moments(blob.shape, True)
            x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
            whole = min(wide, high) > 0.85 * side and blob.area > 0.8 * side * side
            return [_millimetres(blob.left + x, blob.top + y)], whole
        return self._split(blob, plain, max(1, round(blob.area / (0.97 * side * side))))

    def _split(self, blob: _Blob, plain: Image, count: int) -> tuple[list[tuple[float, float]], bool]:
        """The places of `count` cubes that touch: where faces of this colour fit best, one after the other."""
        side, window, room = self._cube_px, FACE_MM * FINE, 4
        high, wide = blob.shape.shape
        x0, y0 = max(blob.left - room, 0), max(blob.top - room, 0)
        part = _softened(plain[y0 : blob.top + high + room, x0 : blob.left + wide + room])
        if min(part.shape[:2]) < window:
            return [], False
        fits = [cv2.matchTemplate(part, crop, cv2.TM_SQDIFF) for color, crop in self._coarse if color == blob.color]
        best = np.minimum.reduce(fits)
        left_over = blob.shape.copy()
        places: list[tuple[float, float]] = []
        for _ in range(count):
            row, column = divmod(int(best.argmin()), best.shape[1])
            if not np.isfinite(best[row, column]):
                break
            x, y = x0 + column + (window - 1) / 2, y0 + row + (window - 1) / 2
            places.append(_millimetres(x, y))
            near = round(0.85 * side)
            best[max(row - near, 0) : row + near + 1, max(column - near, 0) : column + near + 1] = np.inf
            reach = side // 2 + 2
            corner = round(x) - blob.left - reach, round(y) - blob.top - reach
            cv2.rectangle(left_over, corner, (corner[0] + 2 * reach, corner[1] + 2 * reach), 0, -1)
        return places, cv2.countNonZero(left_over) < 0.1 * side * side and len(places) == count

    def _cut(
        self, image: Image, homography: Homography, gain: npt.NDArray[np.float32], x: float, y: float, *, whole: bool
    ) -> _Cutting:
        """The face at a place, a little larger than the templates, in daylight."""
        reach = FACE_MM / 2 + SLACK / FACE_FINE
        crop = _daylight(self._crop(image, homography, x, y, reach, FACE_FINE), gain)
        return _Cutting(_softened(crop), x, y, whole)

    def _faces_of(self, cuttings: list[_Cutting]) -> list[_Reading]:
        """The face that fits each cutting best, over all legal faces, turns and small shifts."""
        if not cuttings:
            return []
        window = FACE_MM * FACE_FINE
        shifts = [(dx, dy) for dy in range(2 * SLACK + 1) for dx in range(2 * SLACK + 1)]
        seen = np.empty((len(cuttings), len(shifts), window * window * 3), dtype=np.float32)
        for number, cutting in enumerate(cuttings):
            for row, (dx, dy) in enumerate(shifts):
                seen[number, row] = cutting.crop[dy : dy + window, dx : dx + window].ravel()
        # |a - b|² = |a|² + |b|² - 2ab, for all cuttings, shifts and templates in one product.
        flat = seen.reshape(-1, seen.shape[2])
        squares = np.einsum("ij,ij->i", flat, flat)[:, None] + self._squares[None, :] - 2 * (flat @ self._templates.T)
        distances = np.sqrt(np.maximum(squares, 0) / flat.shape[1]).reshape(len(cuttings), len(shifts), -1)
        return [self._best(cutting, shifts, fits) for cutting, fits in zip(cuttings, distances, strict=True)]

    def _best(self, cutting: _Cutting, shifts: list[tuple[int, int]], fits: npt.NDArray[np.float32]) -> _Reading:
        shift, index = divmod(int(fits.argmin()), fits.shape[1])
        first, second = np.partition(fits.min(axis=0), 1)[:2]
        dx, dy = shifts[shift]
        return _Reading(
            face=self._faces[index],
            x=cutting.x + (dx - SLACK) / FACE_FINE,
            y=cutting.y + (dy - SLACK) / FACE_FINE,
            margin=1 - float(first) / max(float(second), 1e-6),
            distance=float(first),
            whole=cutting.whole,
        )

    # The board ---------------------------------------------------------------------------------------------

    def _board(self, readings: list[_Reading], problems: list[str]) -> Board:
        order = [section.value for section, _ in self.layout.sections] + [OFF]
        cubes = sorted(
            (self._seen(reading) for reading in readings),
            key=lambda cube: (order.index(cube.section), cube.mat_mm),
        )
        row = [cube for cube in cubes if cube.section == Section.GOAL.value]
        groups, clear = self._goal(row)
        if not clear:
            problems = [*problems, UNCLEAR_GOAL]
        if self.kit.too_many(kit_cube(self.kit, cube.color, cube.symbol) for cube in cubes) is not None:
            problems = [*problems, TOO_MANY_CUBES]
        goal = goal_text(
            [kit_cube(self.kit, cube.color, cube.symbol, cube.orientation) for cube in group] for group in groups
        )
        sure = not problems and all(cube.sure for cube in cubes)
        return Board(cubes=tuple(cubes), goal=goal, problems=tuple(problems), sure=sure)

    def _seen(self, reading: _Reading) -> SeenCube:
        x, y = round(reading.x, 1), round(reading.y, 1)
        confidence = min(max(reading.margin, 0.0), 1.0)
        if reading.distance > SURE_DISTANCE:
            confidence = min(confidence, SURE_MARGIN * SURE_DISTANCE / reading.distance)
        return SeenCube(
            color=reading.face.color,
            symbol=reading.face.symbol,
            section=self.layout.section_at(x, y),
            orientation=reading.face.orientation,
            mat_mm=(x, y),
            confidence=round(confidence, 3),
            sure=reading.whole and confidence >= SURE_MARGIN and self.layout.line_distance(x, y) > LINE_MM,
        )

    def _goal(self, row: list[SeenCube]) -> tuple[list[list[SeenCube]], bool]:
        """The Goal's cubes in groups, left to right, and whether nobody could group them otherwise."""
        cube_mm = self.layout.cube_mm
        heights = [cube.mat_mm[1] for cube in row]
        clear = not row or max(heights) - min(heights) <= ROW * cube_mm
        groups = [row[:1]] if row else []
        for before, cube in pairwise(row):
            space = (cube.mat_mm[0] - before.mat_mm[0]) / cube_mm - 1
            # Half a pixel of doubt on either side.
            clear &= space > -0.1 and not NO_GAP + 0.02 < space < GAP - 0.02
            if space > (GAP + NO_GAP) / 2:
                groups.append([cube])
            else:
                groups[-1].append(cube)
        return groups, clear


def _softened(picture: Image) -> Image:
    """A little blur, so that half a pixel matters less."""
    return cv2.GaussianBlur(picture, (3, 3), 0)


def _daylight(picture: Image, gain: npt.NDArray[np.float32]) -> Image:
    """The picture as it would look if its paper were as bright as the drawn one."""
    table = np.clip(np.arange(256, dtype=np.float32)[:, None] * gain[None, :], 0, 255).round().astype(np.uint8)
    return cv2.LUT(picture, np.ascontiguousarray(table[None]))


def _extremes(picture: Image) -> tuple[Image, Image]:
    """The smallest and the largest of each pixel's three values."""
    blue, green, red = cv2.split(picture)
    return cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)


def _pixel(x: float, y: float) -> tuple[int, int]:
    """Millimetres as a pixel of the rectified sheet."""
    return round((x + AROUND_MM) * FINE - 0.5), round((y + AROUND_MM) * FINE - 0.5)


def _at(mask: npt.NDArray[np.uint8], x: float, y: float) -> bool:
    """Whether a mask of the rectified sheet holds the pixel at a place; what lies beyond it is in no mask."""
    column, row = _pixel(x, y)
    return 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1] and bool(mask[row, column])


def _millimetres(column: float, row: float) -> tuple[float, float]:
    """A pixel of the rectified sheet as millimetres."""
    return (column + 0.5) / FINE - AROUND_MM, (row + 0.5) / FINE - AROUND_MM
