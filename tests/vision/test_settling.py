"""Rest, unrest and runs of still frames."""

from __future__ import annotations

import numpy as np

from tests.vision.tables import cube, picture
from vision.motion import Small, small
from vision.settling import Settling

START = small(picture([cube("R2", 200, 90)]))
MOVED = small(picture([cube("R2", 350, 180)]))
ELSEWHERE = small(picture([cube("R2", 300, 120)]))
STEP_US = 100_000


class Table:
    """A table that was settled once, and frames of it that follow each other."""

    def __init__(self) -> None:
        self.settling = Settling(2, 1_000_000)
        self.at_us = 0
        self.show(START, START, START)
        self.settling.settled(self.at_us, START)

    def show(self, *frames: Small) -> list[int | None]:
        """How many frames the run had after each frame; None where there was none."""
        found = []
        for frame in frames:
            self.at_us += STEP_US
            run = self.settling.see(self.at_us, frame)
            found.append(None if run is None else run.further)
        return found


def test_a_table_at_rest_is_at_rest() -> None:
    table = Table()
    assert table.show(START, START) == [None, None]
    assert table.settling.unrest_since_us is None
    assert table.settling.watermark_us == table.at_us


def test_a_run_grows_while_nothing_moves_and_begins_anew_when_something_does() -> None:
    table = Table()
    assert table.show(MOVED, MOVED, ELSEWHERE, MOVED, MOVED, MOVED) == [None, 1, None, None, 1, 2]
    run = table.settling.run
    assert run is not None
    assert run.since_us == 700_000
    assert table.settling.lies_still(run, table.at_us)
    assert not table.settling.lies_still(run, run.since_us + 50_000), "ever so many frames in no time are not still"


def test_what_was_not_seen_is_not_dated_back() -> None:
    table = Table()
    table.show(MOVED)
    table.settling.unseen(900_000)
    assert table.settling.watermark_us == 900_000
    table.settling.unseen(100_000)
    assert table.settling.watermark_us == 900_000


def test_the_watermark_waits_at_the_first_change_but_not_for_ever() -> None:
    table = Table()
    table.show(MOVED, ELSEWHERE, MOVED)
    assert table.settling.watermark_us == 400_000
    table.show(*[ELSEWHERE, MOVED] * 6)
    assert table.settling.watermark_us == table.at_us - 1_000_000


def test_a_frame_or_two_that_come_odd_leave_nothing_behind() -> None:
    table = Table()
    assert table.show(MOVED, MOVED, START) == [None, 1, None]
    assert table.settling.unrest_since_us is None


def test_after_more_than_that_the_table_is_looked_at_again_even_if_it_looks_the_same() -> None:
    table = Table()
    assert table.show(MOVED, ELSEWHERE, MOVED, START, START) == [None, None, None, None, 1]
    assert table.settling.unrest_since_us == 400_000


def test_what_was_touched_is_known_until_the_table_is_settled() -> None:
    table = Table()
    table.show(MOVED, ELSEWHERE, START, START)
    touched = table.settling.touched
    assert touched is not None
    for place in ((200, 90), (350, 180), (300, 120)):
        x, y = (value * START.width_px / 432 for value in place)
        assert touched[START.cells_in(x - 5, y - 5, x + 5, y + 5)].any()
    table.settling.settled(table.at_us, START)
    assert not np.any(table.settling.touched)


def test_a_table_that_is_doubted_does_not_rest_though_it_looks_the_same() -> None:
    table = Table()
    table.settling.doubt(table.at_us, START)
    assert table.settling.doubted
    assert table.show(START, START) == [1, 2]
    table.settling.settled(table.at_us, START)
    assert not table.settling.doubted


def test_readings_begin_with_the_frame_before_the_last() -> None:
    table = Table()
    table.show(MOVED, MOVED)
    run = table.settling.run
    assert run is not None
    assert table.settling.may_vote(run)
    assert not Settling(4, 1).may_vote(run)
