"""The lesson in which a table learns its kit: which cube to lay where, and what pictures of that teach.

The cubes lie in a block, a row for each colour, its faces from left to right as told. Whoever knows the places knows
the faces, so nothing has to be typed; and the block is laid in another section for each picture, so that the lamp
shines on every cube from several sides. Every second picture is held back to prove what the others taught.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.cubes import Kit
from rules.errors import BadRequest
from rules.mat import Section
from vision.decode import Opinion
from vision.faces import CROP_MM, CROP_PX, OLDER_PRINTS, FaceKind, evened, paper_gain
from vision.finder import MARGIN_MM, PX_PER_MM
from vision.layout import Layout
from vision.mat_view import MatView
from vision.model_file import Networks
from vision.tuning import Sample

#: Where the block lies, picture after picture, and how far every cube is turned.
ROUNDS = ((Section.FORBIDDEN, 0), (Section.PERMITTED, 90), (Section.REQUIRED, 180), (Section.RESOURCES, 270))
#: Rows are told apart if they are this far from each other, as a share of a cube.
_ROW_GAP = 0.3
#: A cube lies in the section if its centre does, or nearly so.
_NEAR_MM = 4.0
#: Below this share of faces that the reader reads as told, the cubes hardly lie as told.
_LIKELY = 0.5
#: Each cube is looked at in its four turns, in crops of these sizes.
_SIZES = (1.0, 1.06)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One picture to take: the section, the rows of faces from above, each from the left, and the turn of all cubes."""

    section: Section
    rows: tuple[tuple[FaceKind, ...], ...]
    turn_deg: int

    @property
    def count(self) -> int:
        return sum(len(row) for row in self.rows)

    @property
    def words(self) -> str:
        """What to lay, as a sentence and a line for each row."""
        how = {0: "upright", 90: "turned a quarter clockwise", 180: "upside down", 270: "turned a quarter back"}
        lines = [f"{self.section.name}, every cube {how[self.turn_deg]}, with a small gap between cubes:"]
        lines += [f"  {row[0].color:<6}{' '.join(face.symbol for face in row)}" for row in self.rows]
        return "\n".join(lines)


def lessons(kit: Kit, *, older: bool = False) -> tuple[Lesson, ...]:
    """The pictures to take. `older` for a kit that is printed in the older way.

    Where a colour has fewer cubes than faces, the faces are shown in several blocks.
    """
    blocks = max(-(-len(kind.faces) // kind.count) for kind in kit.kinds)
    return tuple(
        Lesson(section, tuple(_rows(kit, block, older=older)), turn)
        for block in range(blocks)
        for section, turn in ROUNDS
    )


def _rows(kit: Kit, block: int, *, older: bool) -> Iterator[tuple[FaceKind, ...]]:
    for kind in kit.kinds:
        faces = kind.faces[block * kind.count : (block + 1) * kind.count]
        if faces:
            yield tuple(FaceKind(kind.name, OLDER_PRINTS.get(face, face) if older else face) for face in faces)


def told_places(lesson: Lesson, layout: Layout) -> list[tuple[FaceKind, float, float]]:
    """Where each cube of the block could lie: what a drawing of the lesson shows."""
    area = layout.area(lesson.section)
    step = min(layout.cube_mm * 1.3, (area.height - 4) / len(lesson.rows))
    x0 = area.centre[0] - (max(map(len, lesson.rows)) - 1) / 2 * step
    y0 = area.centre[1] - (len(lesson.rows) - 1) / 2 * step
    return [
        (face, x0 + column * step, y0 + row * step)
        for row, faces in enumerate(lesson.rows)
        for column, face in enumerate(faces)
    ]


@dataclass(frozen=True, slots=True)
class Told:
    """A place that the finder found, and the face that lies there as told."""

    opinion: Opinion
    face: FaceKind


def told_faces(lesson: Lesson, opinions: Sequence[Opinion], layout: Layout) -> list[Told]:
    """Each cube of the block with its face; BadRequest if the cubes in the section are no such block."""
    area = layout.area(lesson.section).grown(_NEAR_MM)
    here = sorted((opinion for opinion in opinions if area.has(opinion.x, opinion.y)), key=lambda one: one.y)
    if len(here) != lesson.count:
        raise BadRequest(f"{len(here)} cubes are found in {lesson.section.name}, not {lesson.count}")
    told: list[Told] = []
    start = 0
    for row in lesson.rows:
        cubes = here[start : start + len(row)]
        if start and cubes[0].y - here[start - 1].y < _ROW_GAP * layout.cube_mm:
            raise BadRequest(f"the rows in {lesson.section.name} cannot be told apart")
        start += len(row)
        told += [Told(opinion, face) for opinion, face in zip(sorted(cubes, key=lambda one: one.x), row, strict=True)]
    return told


def sample_of(
    name: str, lesson: Lesson, view: MatView, opinions: Sequence[Opinion], networks: Networks, height_mm: float
) -> Sample:
    """What a picture of a lesson teaches; BadRequest if it does not show the lesson."""
    told = told_faces(lesson, opinions, view.layout)
    kinds = [networks.table.index(one.face) for one in told]
    agreed = sum(int(np.argmax(one.opinion.kinds[:-1])) == kind for one, kind in zip(told, kinds, strict=True))
    if agreed < _LIKELY * len(told):
        raise BadRequest(f"only {agreed} of {len(told)} cubes look as told: do they lie in this order?")
    centres = np.array([(one.opinion.x, one.opinion.y) for one in told])
    angles = np.array([one.opinion.angle_deg for one in told])
    gain = paper_gain(
        np.asarray(view.plane(height_mm, PX_PER_MM, MARGIN_MM), dtype=np.uint8), round(MARGIN_MM * PX_PER_MM)
    )
    looks: list[npt.NDArray[np.float32]] = []
    for size in _SIZES:
        for quarter in range(4):
            crops = view.patches(centres, angles + 90 * quarter, CROP_MM * size, CROP_PX, height_mm)
            looks.append(networks.read_faces(evened(crops, gain), quarter % 2)[0])
    return Sample(name, np.concatenate(looks), np.array(kinds * len(looks), dtype=np.intp))
