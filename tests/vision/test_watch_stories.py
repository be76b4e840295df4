"""Whole stories before the watcher: crude frames, a reader that reads them truly, and frames that come as they please.

Whatever becomes of the frames, no board may be said surely that did not lie on the table, and none out of its time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cubes import EQUATIONS_KIT
from tests.vision.tables import KIT, LAYOUT, board, cube, picture
from vision.board import Board, SeenCube
from vision.frames import Frame
from vision.pictures import Image
from vision.sightings import AnySighting, BoardSeen, Change, CubesMoved, Trouble
from vision.snapshots import SnapshotStore
from vision.watch import CHECK_US, Watcher

Cubes = tuple[SeenCube, ...]
STEP_US = 66_667
BLACK = np.zeros((990, 1296, 3), dtype=np.uint8)


@cache
def drawn(cubes: Cubes) -> Image:
    return picture(cubes)


class TrueReader:
    """Reads the crude pictures of `drawn`, and torn ones as a reader would: what is in them."""

    name = "true"

    def __init__(self) -> None:
        self.boards: dict[int, Board] = {}
        self._kept: list[Image] = []
        self.reads = 0

    def knows(self, image: Image, board: Board) -> Image:
        self.boards[id(image)] = board
        self._kept.append(image)
        return image

    def shows(self, cubes: Cubes) -> Image:
        return self.knows(drawn(cubes), board(*cubes))

    def torn(self, above: Cubes, below: Cubes) -> Image:
        image = drawn(above).copy()
        middle = image.shape[0] // 2
        image[middle:] = drawn(below)[middle:]
        half = LAYOUT.sheet_mm[1] / 2
        cubes = [c for c in above if c.mat_mm[1] < half - 8] + [c for c in below if c.mat_mm[1] > half + 8]
        return self.knows(image, board(*cubes))

    def read(self, image: Image) -> Board:
        self.reads += 1
        return self.boards.get(id(image), Board(problems=("no-mat", "dark"), sure=False))


@dataclass
class Shot:
    """A frame of a story: its time, and the table that lies there from or until then, if it lies still."""

    at_us: int
    image: Image


@dataclass
class Story:
    """A table and what happens on it, frame by frame."""

    reader: TrueReader
    shots: list[Shot] = field(default_factory=list)
    #: Every table that lay still, with the time of its first frame.
    states: list[tuple[int, Cubes]] = field(default_factory=list)

    def show(self, image: Image) -> None:
        self.shots.append(Shot((len(self.shots) + 1) * STEP_US, image))

    def lie(self, cubes: Cubes, frames: int) -> None:
        self.states.append(((len(self.shots) + 1) * STEP_US, cubes))
        for _ in range(frames):
            self.show(self.reader.shows(cubes))


def meaning(cubes: Iterable[SeenCube]) -> list[tuple[str, str, str]]:
    return sorted((each.section, each.color, each.symbol) for each in cubes)


PLACES = [(60 + 45 * column, y) for y in (60, 100, 180) for column in range(8)]
FACES = {kind.letter: kind.faces for kind in EQUATIONS_KIT.kinds}


def placed(name: str, place: tuple[float, float]) -> SeenCube:
    return cube(name, *place)


def story(seed: int, steps: int = 4, frames: int = 8) -> Story:
    """Cubes that are moved, turned over, swapped, lifted and laid, with a few frames on the way."""
    rng = random.Random(seed)
    told = Story(TrueReader())
    free = list(PLACES)
    rng.shuffle(free)
    names = [letter + rng.choice(FACES[letter]) for letter in "RRBGK"]
    cubes = tuple(placed(name, free.pop()) for name in names)
    told.lie(cubes, frames)
    for _ in range(steps):
        number = rng.randrange(len(cubes))
        old = cubes[number]
        what = rng.choice(("move", "move", "move", "over", "two"))
        after = list(cubes)
        name = names[number]
        place = free.pop()
        if what == "over":
            name = name[0] + rng.choice([face for face in FACES[name[0]] if face != name[1:]])
        after[number] = placed(name, place)
        free.insert(0, old.mat_mm)
        names[number] = name
        if what == "two":
            other = (number + 1) % len(cubes)
            free.insert(0, cubes[other].mat_mm)
            after[other] = placed(names[other], free.pop())
        # In the hand, on the way, and a hand over the place.
        others = tuple(each for n, each in enumerate(cubes) if n != number)
        for share in (0.3, 0.7):
            x, y = (a + (b - a) * share for a, b in zip(old.mat_mm, place, strict=True))
            way = msgspec.structs.replace(old, mat_mm=(round(x, 1), round(y, 1)))
            told.show(told.reader.knows(drawn((*others, way)), board(*others, way)))
        cubes = tuple(after)
        told.lie(cubes, frames)
    return told


def watched(told: Story, shots: Iterable[Shot]) -> list[tuple[int, AnySighting]]:
    """Every sighting, with the time of the frame that led to it."""
    said: list[tuple[int, AnySighting]] = []
    with TemporaryDirectory() as folder:
        watcher = Watcher(told.reader, SnapshotStore(Path(folder)), KIT)
        newest = mark = 0
        for number, shot in enumerate(shots, 1):
            newest = max(newest, shot.at_us)
            for sighting in watcher.see(Frame(shot.image, shot.at_us, number)):
                assert sighting.at_us >= mark, "overtaken"
                said.append((newest, sighting))
            assert watcher.watermark_us >= mark
            mark = watcher.watermark_us
    return said


def boards(said: Iterable[tuple[int, AnySighting]]) -> list[BoardSeen | CubesMoved]:
    return [sighting for _, sighting in said if not isinstance(sighting, Trouble)]


@pytest.mark.parametrize("seed", range(4))
def test_every_table_is_seen_once_and_dated_by_its_first_frame(seed: int) -> None:
    told = story(seed)
    seen = boards(watched(told, told.shots))
    distinct = [told.states[0]]
    for state in told.states[1:]:
        if meaning(state[1]) != meaning(distinct[-1][1]):
            distinct.append(state)
    assert [(sighting.at_us, meaning(sighting.board.cubes)) for sighting in seen] == [
        (at_us, meaning(cubes)) for at_us, cubes in distinct
    ]
    assert all(sighting.board.sure for sighting in seen)
    assert all(sighting.changes for sighting in seen[1:])


@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 5), chance=st.randoms(use_true_random=False), rough=st.floats(0.02, 0.5))
def test_frames_that_are_dropped_doubled_black_torn_or_late_never_make_a_wrong_board(
    seed: int, chance: random.Random, rough: float
) -> None:
    told = story(seed, steps=3)
    shots: list[Shot] = []
    for shot in told.shots:
        if chance.random() > rough:
            shots.append(shot)
            continue
        what = chance.choice(("drop", "double", "late", "black", "torn"))
        if what == "double":
            shots += [shot, shot]
        elif what == "late":
            shots.insert(max(0, len(shots) - chance.randrange(1, 4)), shot)
        elif what == "black":
            shots.append(Shot(shot.at_us, BLACK))
        elif what == "torn":
            past = [cubes for at_us, cubes in told.states if at_us <= shot.at_us]
            one, other = chance.choice(past), chance.choice(past)
            shots.append(Shot(shot.at_us, told.reader.torn(one, other)))
    last = -1
    for newest, sighting in watched(told, shots):
        if isinstance(sighting, Trouble) or not sighting.board.sure:
            continue
        so_far = [(at_us, cubes) for at_us, cubes in told.states if at_us <= newest]
        fitting = [n for n, (_, cubes) in enumerate(so_far) if meaning(cubes) == meaning(sighting.board.cubes)]
        assert fitting, "no such table lay there"
        fitting = [n for n in fitting if n >= last]
        assert fitting, "in order"
        last = fitting[0]
        assert sighting.at_us >= told.states[last][0], "not before it lay so"


def film(*tables: tuple[Cubes, int]) -> Story:
    told = Story(TrueReader())
    for cubes, frames in tables:
        told.lie(cubes, frames)
    return told


R1, R2, K7 = cube("R1", 60, 60), cube("R2", 200, 90), cube("K7", 100, 90)
START: Cubes = (R1, R2, K7)


def test_a_board_that_is_cleared_and_rolled_anew() -> None:
    again: Cubes = (cube("R3", 300, 60), cube("R0", 60, 100), cube("K9", 160, 60))
    seen = boards(watched(told := film((START, 5), ((), 5), (again, 5)), told.shots))
    assert [[change.change for change in sighting.changes] for sighting in seen] == [[], ["cleared"], ["rolled"]]


def test_a_cube_turned_over_and_one_off_the_mat() -> None:
    over: Cubes = (R1, cube("R3", 200, 90), K7)
    off: Cubes = (R1, cube("R3", 200, 90), cube("K7", 20, 325))
    assert off[2].section == "off"
    seen = boards(watched(told := film((START, 5), (over, 5), (off, 5)), told.shots))
    assert [sighting.changes for sighting in seen[1:]] == [
        (Change(change="turned-over", cube="R3", was="R2", from_="resources", to="resources"),),
        (Change(change="off-mat", cube="K7", from_="resources", to="off"),),
    ]
    assert isinstance(seen[1], BoardSeen)
    assert isinstance(seen[2], CubesMoved)
    assert seen[2].before == seen[1].snapshot


def test_equal_cubes_that_change_places_say_nothing() -> None:
    twins: Cubes = (cube("R2", 60, 60), cube("R2", 200, 90))
    told = film((twins, 5), ((cube("R2", 60, 60),), 2), (twins[::-1], 6))
    assert len(boards(watched(told, told.shots))) == 1


def test_readings_that_never_agree_are_not_sure() -> None:
    """Each frame is another picture, and each reading another answer."""
    told = Story(TrueReader())
    for number in range(12):
        lain = (R1, cube("R2" if number % 2 else "R3", 200 + number / 100, 90))
        told.show(told.reader.knows(picture(lain[:1], noise=number), board(*lain)))
    seen = boards(watched(told, told.shots))
    assert [sighting.board.sure for sighting in seen] == [False]


def test_a_table_that_cannot_be_seen_is_trouble_and_no_board() -> None:
    told = film((START, 5))
    for _ in range(20):
        told.show(BLACK)
    told.lie(START, 6)
    said = [sighting for _, sighting in watched(told, told.shots)]
    assert [(each.problem, each.over) for each in said[1:] if isinstance(each, Trouble)] == [
        ("no-mat", False),
        ("dark", False),
        ("no-mat", True),
        ("dark", True),
    ]
    assert len(said) == 5, "nothing has changed"


def test_a_table_at_rest_is_read_again_now_and_then(tmp_path: Path) -> None:
    reader = TrueReader()
    watcher = Watcher(reader, SnapshotStore(tmp_path), KIT)
    said: list[AnySighting] = []
    frames = [reader.knows(drawn(START).copy(), board(*START)) for _ in range(9)]
    for number, image in enumerate(frames[:5]):
        said += watcher.see(Frame(image, number * STEP_US, number))
    settled = reader.reads
    said += watcher.see(Frame(frames[5], CHECK_US + 10 * STEP_US, 6))
    assert reader.reads == settled + 1
    assert watcher.settled
    assert len(said) == 1
    # And if it was not what it was thought to be, readings must agree before that is said.
    other = board(R1, cube("R3", 200, 90), K7)
    for number, image in enumerate(frames[6:] * 2):
        reader.knows(image, other)
        said += watcher.see(
            Frame(image.copy() if number > 2 else image, 2 * CHECK_US + (20 + number) * STEP_US, number)
        )
    assert len(said) == 2


def test_a_frame_that_is_not_later_than_the_last_says_nothing(tmp_path: Path) -> None:
    reader = TrueReader()
    watcher = Watcher(reader, SnapshotStore(tmp_path), KIT)
    image = reader.shows(START)
    for _ in range(9):
        assert watcher.see(Frame(image, 1000, 1)) == ()
    assert watcher.watermark_us == 1000
