"""What was seen and what was said: a picture from before cannot deny what people say of the mat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.referee import Reply
from tests.kiosk.benches import RefereeBench
from tests.rules.equations.playing import ALL, FEW, Table, moving

MOVE = {"event": "cube-moved", "player": "B", "cube": "R2", "from": "resources", "to": "required"}
BEFORE = {"goal": "G6", "resources": FEW.replace("G6 ", "")}
AFTER = {"goal": "G6", "required": "R2", "resources": FEW.replace("G6 ", "").replace("R2 ", "")}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[RefereeBench]:
    bench = RefereeBench(tmp_path, moving().fold)
    yield bench
    bench.close()


def test_a_move_that_is_said_is_not_taken_back_by_a_picture_from_before(bench: RefereeBench) -> None:
    bench.see(BEFORE)
    assert bench.touch(MOVE) == Reply("done")
    bench.later(5)
    assert bench.lines()[-1] == "cube-moved"
    assert bench.mat()["required"] == "R2"
    bench.see(AFTER)
    assert bench.lines()[-1] == "cube-moved", "seen at last, it is the same move"
    assert bench.referee.question is None


def test_what_is_seen_after_it_was_said_counts(bench: RefereeBench) -> None:
    bench.see(BEFORE)
    bench.touch(MOVE)
    bench.see(BEFORE)
    assert bench.lines()[-1] == "cube-returned", "it lies in Resources, whatever was said"


def test_what_lay_there_before_a_shake_began_is_its_roll(tmp_path: Path) -> None:
    bench = RefereeBench(tmp_path, Table().fold)
    bench.see({"resources": ALL})
    assert bench.touch({"event": "shake-started", "goal_setter": "A"}) == Reply("done")
    assert bench.lines()[-2:] == ["shake-started", "cubes-rolled"]
    bench.close()


def test_the_goal_as_it_lies_leaves_the_picture_its_say(tmp_path: Path) -> None:
    """Ben was quick: his cube lay there before Ann said Goal on the screen."""
    bench = RefereeBench(tmp_path, Table().shake().fold)
    bench.see({"resources": ALL})
    bench.see({"goal": "G6", "resources": ALL.replace("G6 ", "")})
    assert bench.touch({"event": "goal-set", "player": "A"}) == Reply("done")
    assert bench.lines()[-1] == "goal-set"
    bench.close()


def test_no_to_an_unsure_picture_waits_for_another_one(bench: RefereeBench) -> None:
    bench.see(AFTER, sure=False)
    assert bench.answer(1) == Reply("done")
    bench.later(5)
    assert bench.lines()[-1] == "goal-set"
    assert "straighten" in bench.match["waiting"]
    bench.see(AFTER)
    assert bench.lines()[-1] == "cube-moved"


def test_it_sees_clearly_only_with_a_camera_that_is_sure(bench: RefereeBench) -> None:
    assert not bench.referee.sees_clearly
    bench.see(BEFORE)
    assert bench.referee.sees_clearly
    bench.referee.camera("restarting")
    assert not bench.referee.sees_clearly
