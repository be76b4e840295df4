"""The reader of photographs: markers and pose, a finder of cubes, a reader of faces, and a decision over the table.

Stages, each from value to value: `find_mat` → the straightened plane of the tops → places → crops, cut straight from
the picture → opinions, in several looks → a table that can be → a Board. It has no memory and no clock.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from rules.cubes import EQUATIONS_KIT, Kit
from rules.errors import BadRequest
from rules.mat import Section
from vision.apart import separate
from vision.board import OFF, Board, SeenCube, goal_text, kit_cube
from vision.confidence import confidence_of, is_sure, turn_of
from vision.decode import Decided, Opinion, decide
from vision.faces import face_table, paper_gain
from vision.finder import MARGIN_MM, PX_PER_MM, Place, finder_input, looked_around, places_of
from vision.goal_row import goal_groups
from vision.kept_pose import KeptPose
from vision.layout import Layout
from vision.lens import Lens
from vision.looks import Looks
from vision.mat_view import HandCorners, Lost, MatView, find_mat
from vision.model_file import MODELS, BadModel, Networks, open_networks
from vision.part_reading import Reading, Touched
from vision.pictures import Image
from vision.quality import lost_problems, picture_problems
from vision.reader import BLURRED, CAMERA_MOVED, DARK, TOO_MANY_CUBES, UNCLEAR_GOAL, Reader
from vision.tuning import Tuning

#: In a picture with one of these problems no cube is sure, however clear it seems.
UNRELIABLE = frozenset({DARK, BLURRED, CAMERA_MOVED})


class NetReader:
    """Reads pictures of one kit on one mat. `height_mm` is where the tops are: a cube's side above the sheet."""

    def __init__(
        self,
        networks: Networks,
        layout: Layout,
        kit: Kit = EQUATIONS_KIT,
        *,
        lens: Lens | None = None,
        corners: HandCorners | None = None,
        kept: KeptPose | None = None,
        tuning: Tuning | None = None,
        height_mm: float | None = None,
    ) -> None:
        self.name = f"net-{networks.hash}"
        self.networks = networks
        self.layout = layout
        self.kit = kit
        self.lens = lens
        self.corners = corners
        self.kept = kept
        self.height_mm = layout.cube_mm if height_mm is None else height_mm
        self.looks = Looks(networks, tuning, layout.cube_mm, self.height_mm)

    def read(self, image: Image) -> Board:
        return self.read_part(image).board

    def read_part(
        self, image: Image, before: Reading | None = None, touched: Touched | None = None, *, same_pose: bool = False
    ) -> Reading:
        """The board, built on the reading before where that is allowed: see `PartReader`."""
        view: MatView | Lost
        if same_pose and before is not None and before.view is not None:
            view = replace(before.view, image=image)
        else:
            view = find_mat(image, self.layout, self.lens, self.corners)
        if isinstance(view, Lost):
            return Reading(Board(problems=lost_problems(image, view), sure=False))
        opinions = self.opinions(view, before, touched)
        return Reading(self.board(view, self._decided(view, opinions)), view, tuple(opinions))

    # From the picture to opinions --------------------------------------------------------------------------

    def opinions(self, view: MatView, before: Reading | None = None, touched: Touched | None = None) -> list[Opinion]:
        """What the networks say of every place where a cube may lie; what they said, where nothing was touched."""
        plane = view.plane(self.height_mm, PX_PER_MM, MARGIN_MM)
        gain = paper_gain(plane, round(MARGIN_MM * PX_PER_MM))
        places = places_of(looked_around(self.networks.find, finder_input(plane, gain)))
        places = [place for place in places if not self._on_marker(view, place)]
        if before is None or touched is None:
            return self.looks.opinions(view, places, gain)
        known = [None if touched(place.x, place.y) else before.opinion_at(place.x, place.y) for place in places]
        anew = [place for place, opinion in zip(places, known, strict=True) if opinion is None]
        looked = self.looks.opinions(view, anew, gain, places)
        return [*looked, *{id(opinion): opinion for opinion in known if opinion is not None}.values()]

    def _on_marker(self, view: MatView, place: Place) -> bool:
        """Whether a marker that was seen lies here: then no cube does."""
        return any(
            self.layout.marker_zone(marker).has(place.x, place.y)
            for marker in self.layout.markers
            if marker.id in view.markers_seen
        )

    # From opinions to the board ----------------------------------------------------------------------------

    def decided(self, view: MatView) -> list[Decided]:
        """The cubes of the table, as the kit allows them."""
        return self._decided(view, self.opinions(view))

    def _decided(self, view: MatView, opinions: list[Opinion]) -> list[Decided]:
        table = self.networks.table
        apart = separate(opinions, self.layout.cube_mm, view.eye if self.height_mm else None, table)
        return decide(apart, table, self.kit)

    def board(self, view: MatView, decided: list[Decided]) -> Board:
        """The board that these cubes make."""
        order = [section.value for section, _ in self.layout.sections] + [OFF]
        cubes = sorted(
            (self._seen(cube, view.doubt_mm) for cube in decided),
            key=lambda cube: (order.index(cube.section), cube.mat_mm),
        )
        places = [cube.mat_mm for cube in cubes]
        problems = list(picture_problems(view, places, self.kept))
        if not UNRELIABLE.isdisjoint(problems):
            cubes = [msgspec.structs.replace(cube, sure=False) for cube in cubes]
        groups, clear = goal_groups([cube for cube in cubes if cube.section == Section.GOAL.value], self.layout.cube_mm)
        if not clear:
            problems.append(UNCLEAR_GOAL)
        if self.kit.too_many(kit_cube(self.kit, cube.color, cube.symbol) for cube in cubes) is not None:
            problems.append(TOO_MANY_CUBES)
        goal = goal_text(
            [kit_cube(self.kit, cube.color, cube.symbol, cube.orientation) for cube in group] for group in groups
        )
        sure = not problems and all(cube.sure for cube in cubes)
        return Board(cubes=tuple(cubes), goal=goal, problems=tuple(problems), sure=sure)

    def _seen(self, cube: Decided, doubt_mm: float) -> SeenCube:
        kind = self.networks.table[cube.kind]
        quarter, odds = turn_of(cube.opinion, kind)
        angle = cube.opinion.angle_deg + 90 * quarter
        orientation = round(angle / 90) * 90 % 360
        if kind.turn_deg < 360 and kind.symbol != "8":
            orientation %= kind.turn_deg
        x, y = round(cube.opinion.x, 1), round(cube.opinion.y, 1)
        confidence = confidence_of(cube, odds)
        return SeenCube(
            color=kind.color,
            symbol=kind.symbol,
            section=self.layout.section_at(x, y),
            orientation=orientation,
            mat_mm=(x, y),
            confidence=round(confidence, 4),
            sure=is_sure(cube, confidence, self.layout.line_distance(x, y), doubt_mm, self.networks.trust, kind.symbol),
        )


class BrokenReader:
    """Stands in where the model cannot be used: every picture has this problem and nothing else."""

    def __init__(self, problem: str) -> None:
        self.name = problem
        self.problem = problem

    def read(self, image: Image) -> Board:
        return Board(problems=(self.problem,), sure=False)


def open_reader(
    layout: Layout,
    kit: Kit = EQUATIONS_KIT,
    *,
    folder: Path | None = None,
    lens: Lens | None = None,
    corners: HandCorners | None = None,
    kept: KeptPose | None = None,
    tuning: Tuning | None = None,
    height_mm: float | None = None,
) -> Reader:
    """The reader with the kit's trained networks; one that names the problem where they cannot be used.

    A tuning that was learnt with other networks is a BadRequest.
    """
    try:
        networks = open_networks(face_table(kit), MODELS / kit.name if folder is None else folder)
    except BadModel as wrong:
        return BrokenReader(wrong.problem)
    if tuning is not None and tuning.model != networks.hash:
        raise BadRequest(f"this tuning was learnt with the model {tuning.model}; here it is {networks.hash}")
    return NetReader(networks, layout, kit, lens=lens, corners=corners, kept=kept, tuning=tuning, height_mm=height_mm)
