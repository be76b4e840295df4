"""From frames to sightings, with hand-made frames and explicit times."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.board import Board, SeenCube
from vision.draw import draw_table, hand_outline
from vision.frames import Frame
from vision.layout import load_layout
from vision.net_reader import open_reader
from vision.pictures import Image
from vision.plain_reader import PlainReader
from vision.sightings import AnySighting, BoardSeen, CubesMoved, CubeStep, Trouble
from vision.simulated import SimulatedMat
from vision.snapshots import SnapshotStore
from vision.watch import Watcher, look_back_us

LAYOUT = load_layout()
KIT = EQUATIONS_KIT
READER = PlainReader(LAYOUT, KIT)
START = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+"}, KIT, LAYOUT)


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path)


@pytest.fixture
def watcher(store: SnapshotStore) -> Watcher:
    return Watcher(READER, store, KIT)


class Film:
    """Frames one after the other, 100 ms apart, and what the watcher said to each."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.number = 0
        self.marks: list[int] = []

    def show(self, *pictures: SimulatedMat | Image) -> list[AnySighting]:
        said: list[AnySighting] = []
        for picture in pictures:
            image = (
                draw_table(picture.cubes, LAYOUT, hand=picture.hand) if isinstance(picture, SimulatedMat) else picture
            )
            self.number += 1
            frame = Frame(image, self.number * 100_000, self.number)
            sightings = self.watcher.see(frame)
            assert all(sighting.at_us >= (self.marks or [0])[-1] for sighting in sightings), "overtaken"
            said += sightings
            self.marks.append(self.watcher.watermark_us)
        assert self.marks == sorted(self.marks)
        return said


@pytest.fixture
def film(watcher: Watcher) -> Film:
    return Film(watcher)


def moved(table: SimulatedMat, cube_id: str, x: float, y: float, orientation: int = 0) -> SimulatedMat:
    return table.dropped(cube_id, x, y, layout=LAYOUT, orientation=orientation)


def one(sightings: Iterable[AnySighting]) -> AnySighting:
    (sighting,) = sightings
    return sighting


def test_the_first_still_table_is_seen_once_with_the_time_of_its_first_frame(film: Film, store: SnapshotStore) -> None:
    assert film.show(START, START) == []
    seen = one(film.show(START))
    assert isinstance(seen, BoardSeen)
    assert seen.at_us == 100_000
    assert seen.board.sure
    assert len(seen.board.cubes) == 5
    assert store.verify(seen.snapshot)
    assert store.reading(seen.snapshot) == seen.board
    assert film.show(START, START, START) == []


def test_a_move_has_the_time_of_the_first_frame_that_shows_it(film: Film, store: SnapshotStore) -> None:
    first = one(film.show(START, START, START))
    after = moved(START, "red-2", 350, 180)
    move = one(film.show(after, after, after, after))
    assert isinstance(first, BoardSeen)
    assert isinstance(move, CubesMoved)
    assert move.at_us == 400_000
    assert move.moves == (CubeStep(cube="R2", from_="resources", to="required"),)
    assert move.before == first.snapshot
    assert move.snapshot != first.snapshot
    assert store.reading(move.snapshot) == move.board


def test_while_a_cube_slides_nothing_is_said_and_the_time_is_that_of_the_resting_place(film: Film) -> None:
    film.show(START, START, START)
    slide = [moved(START, "red-2", x, 180) for x in (300, 320, 340, 350)]
    assert film.show(*slide, slide[-1]) == []
    move = one(film.show(slide[-1]))
    assert move.at_us == 700_000


@pytest.mark.parametrize(
    ("step_us", "dated_us"),
    [
        (1_600_000, [0, 6_400_000]),
        # As far back as anybody waits.
        (1_900_000, [500_000, 8_100_000]),
        # What happens between such frames nobody sees, and nobody waits to hear of it.
        (3_000_000, [6_000_000, 18_000_000]),
    ],
)
def test_frames_that_come_rarely(watcher: Watcher, step_us: int, dated_us: list[int]) -> None:
    after = moved(START, "red-2", 350, 180)
    pictures = [draw_table(table.cubes, LAYOUT) for table in (START, after)]
    said, certain_us = [], 0
    for number in range(8):
        for sighting in watcher.see(Frame(pictures[number > 3], number * step_us, number)):
            assert sighting.at_us >= certain_us
            said.append(sighting.at_us)
        certain_us = watcher.watermark_us
    assert said == dated_us


def test_two_cubes_at_once_are_two_steps_of_one_move(film: Film) -> None:
    film.show(START, START, START)
    after = moved(moved(START, "red-2", 350, 180), "blue-1", 60, 180)
    move = one(film.show(after, after, after))
    assert isinstance(move, CubesMoved)
    assert move.moves == (
        CubeStep(cube="B3", from_="resources", to="forbidden"),
        CubeStep(cube="R2", from_="resources", to="required"),
    )


def test_a_cube_in_a_hand_is_a_board_with_one_cube_less(film: Film) -> None:
    film.show(START, START, START)
    lifted = START.lifted("red-2")
    seen = one(film.show(lifted, lifted, lifted))
    assert isinstance(seen, BoardSeen)
    assert (seen.at_us, len(seen.board.cubes), seen.board.sure) == (400_000, 4, True)
    put = moved(lifted, "red-2", 350, 180)
    back = one(film.show(put, put, put))
    assert isinstance(back, BoardSeen)
    assert back.board.mat(KIT).to_json()["required"] == "R2"


def test_a_cube_that_is_only_pushed_within_its_section_says_nothing(film: Film) -> None:
    film.show(START, START, START)
    nudged = moved(START, "red-2", 200, 90)
    assert film.show(nudged, nudged, nudged, nudged) == []
    assert film.watcher.settled
    # And what comes next is compared with the table as it lies now.
    move = one(film.show(*[moved(nudged, "red-2", 350, 180)] * 3))
    assert isinstance(move, CubesMoved)


def test_order_gaps_and_turns_of_the_goal_matter(film: Film) -> None:
    goals = ["R1 K+ R2", "R2 K+ R1", "R2 K+ _ R1", "R2s K+ _ R1"]
    texts = []
    for goal in goals:
        table = SimulatedMat.placed({"goal": goal}, KIT, LAYOUT)
        sighting = one(film.show(table, table, table))
        assert not isinstance(sighting, Trouble)
        assert isinstance(sighting, BoardSeen if goal == goals[0] else CubesMoved)
        assert not isinstance(sighting, CubesMoved) or sighting.moves == ()
        texts.append(sighting.board.goal)
    assert texts == goals


def test_a_move_and_a_turned_goal_in_one_are_dated_by_the_later_of_them(store: SnapshotStore) -> None:
    """With the trained reader, which knows in which cells each cube lies."""
    film = Film(Watcher(open_reader(LAYOUT, KIT, height_mm=0.0), store, KIT))
    start = SimulatedMat.placed({"resources": "R2 B3", "goal": "G5 K+ R1"}, KIT, LAYOUT)
    film.show(start, start, start)
    then = moved(start, "red-2", 350, 180)
    (goal,) = (cube for cube in then.cubes if cube.symbol == "5")
    after = moved(then, goal.id, goal.x, goal.y, orientation=180)
    seen = one(film.show(then, after, after, after))
    assert isinstance(seen, CubesMoved)
    assert [change.change for change in seen.changes] == ["moved", "goal-now"]
    assert seen.board.goal == "G5u K+ R1"
    assert seen.at_us == 500_000


def test_another_roll_is_a_new_board(film: Film) -> None:
    film.show(START, START, START)
    other = SimulatedMat.placed({"resources": "R1 R3 B3 G5 K+"}, KIT, LAYOUT)
    assert isinstance(one(film.show(other, other, other)), BoardSeen)


def test_a_hand_that_passes_by_says_nothing(film: Film) -> None:
    film.show(START, START, START)
    hands = [START.with_hand(hand_outline(x, 200)) for x in (100, 140, 180)]
    assert film.show(*hands, START, START, START) == []


def test_a_hand_that_rests_is_trouble_until_it_has_gone_and_no_cube_vanishes_beneath_it(film: Film) -> None:
    film.show(START, START, START)
    resting = START.with_hand(hand_outline(216, 200))
    assert film.show(*[resting] * 20) == [], "a hand rests now and then"
    begun = one(film.show(*[resting] * 6))
    assert isinstance(begun, Trouble)
    assert (begun.problem, begun.over) == ("hand-over-mat", False)
    assert not film.watcher.settled
    over = one(film.show(START, START, START))
    assert isinstance(over, Trouble)
    assert (over.problem, over.over) == ("hand-over-mat", True)
    assert film.show(START, START) == [], "nothing has changed"


def test_a_cube_laid_down_beneath_a_hand_is_seen_when_the_hand_has_gone(film: Film) -> None:
    film.show(START, START, START)
    after = moved(START, "red-2", 350, 180)
    covered = after.with_hand(hand_outline(350, 165))
    assert film.show(*[covered] * 5) == []
    move = one(film.show(after, after, after))
    assert isinstance(move, CubesMoved)
    assert move.at_us == 900_000, "no frame before shows it"


@pytest.mark.parametrize(("patience_ms", "dated_us"), [(4000, 500_000), (2000, 1_900_000)])
def test_a_move_beside_a_hand_that_rests_is_dated_when_it_was_made_if_the_table_waits_so_long(
    store: SnapshotStore, patience_ms: int, dated_us: int
) -> None:
    film = Film(Watcher(PlainReader(LAYOUT, KIT), store, KIT, patience_ms=patience_ms))
    film.show(START, START, START)
    after = moved(START, "red-2", 350, 180)
    resting = hand_outline(100, 200)
    film.show(START.with_hand(resting), *[after.with_hand(resting)] * 25)
    moves = [each for each in film.show(after, after, after) if isinstance(each, CubesMoved)]
    assert [move.at_us for move in moves] == [dated_us]


@pytest.mark.parametrize(("patience_ms", "back_us"), [(0, 500_000), (4000, 3_300_000), (30_000, 8_000_000)])
def test_no_change_is_dated_further_back_than_the_table_waits(patience_ms: int, back_us: int) -> None:
    assert look_back_us(patience_ms) == back_us


def test_a_board_that_is_not_sure_is_said_with_that_doubt(film: Film) -> None:
    film.show(START, START, START)
    on_the_line = SimulatedMat(
        cubes=tuple(
            cube if cube.id != "red-2" else type(cube)(id="red-2", color="red", symbol="2", x=285.5, y=180)
            for cube in START.cubes
        )
    )
    seen = one(film.show(on_the_line, on_the_line, on_the_line))
    assert isinstance(seen, BoardSeen)
    assert not seen.board.sure


def test_the_watermark_waits_at_the_first_frame_of_what_is_not_settled_yet(film: Film) -> None:
    film.show(START, START, START, START)
    after = moved(START, "red-2", 350, 180)
    film.show(after, after)
    assert film.marks == [100_000, 100_000, 300_000, 400_000, 500_000, 500_000]
    assert not film.watcher.settled
    film.show(after, after)
    assert film.marks[-2:] == [700_000, 800_000]


class Counting:
    """A reader that counts and always reads the same."""

    name = "counting"

    def __init__(self) -> None:
        self.reads = 0

    def read(self, image: Image) -> Board:
        self.reads += 1
        cube = SeenCube(
            color="red", symbol="1", section="goal", orientation=0, mat_mm=(100, 275), confidence=1.0, sure=True
        )
        return Board(cubes=(cube,), goal="R1")


def test_unchanged_frames_are_never_read(store: SnapshotStore) -> None:
    reader = Counting()
    film = Film(Watcher(reader, store, KIT))
    picture = draw_table(START.cubes, LAYOUT)
    noise = np.random.default_rng(5)
    noisy = [
        (picture.astype(int) + noise.integers(-3, 4, picture.shape)).clip(0, 255).astype(np.uint8) for _ in range(6)
    ]
    film.show(picture, picture, picture, picture.copy(), *noisy)
    assert reader.reads == 1


def test_how_many_frames_must_agree_is_a_setting(store: SnapshotStore) -> None:
    film = Film(Watcher(Counting(), store, KIT, settle_frames=4))
    assert film.show(START, START, START, START) == []
    assert one(film.show(START)).at_us == 100_000


def test_a_camera_that_changes_its_format_is_only_a_change(store: SnapshotStore) -> None:
    film = Film(Watcher(Counting(), store, KIT))
    film.show(START, START, START)
    assert film.show(*[np.zeros((240, 424, 3), dtype=np.uint8)] * 4) == []
    assert film.watcher.settled
