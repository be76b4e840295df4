"""What was seen and what was said: a picture from before cannot deny what people say of the mat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.referee import Reply
from tests.kiosk.benches import RefereeBench
from tests.rules.equations.playing import ALL, FEW, Table, moving
from vision.sightings import Trouble

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


def notes(bench: RefereeBench, name: str) -> list[dict[str, Any]]:
    return [row.data for row in bench.journal.rows() if row.data.get("note") == name]


def test_where_mat_and_record_are_out_of_step_both_are_kept_and_people_are_asked(bench: RefereeBench) -> None:
    astray = {"goal": "G6", "required": "R2 Bx B1", "resources": rest("G6 R2 Bx B1")}
    bench.see(BEFORE)
    assert notes(bench, "out-of-step") == []
    bench.see(astray)
    assert bench.referee.question is not None
    assert bench.lines()[-1] == "goal-set", "nothing is guessed"
    bench.see(astray)
    noted = notes(bench, "out-of-step")
    assert [(note["record"]["required"], note["seen"]["required"]) for note in noted] == [("", "B1 Bx R2")], "once"
    bench.see(BEFORE)
    assert bench.referee.question is None
    bench.see(astray)
    assert len(notes(bench, "out-of-step")) == 2, "it was put right, and is out of step again"


def test_a_move_is_not_out_of_step(bench: RefereeBench) -> None:
    bench.see(BEFORE)
    bench.see(AFTER)
    assert bench.lines()[-1] == "cube-moved"
    assert notes(bench, "out-of-step") == []


@pytest.mark.parametrize("problem", ["hand-over-mat", "unplugged", "black"])
def test_it_does_not_see_clearly_while_something_is_in_the_way(bench: RefereeBench, problem: str) -> None:
    bench.see(BEFORE)
    now = bench.clock.mono_us()
    bench.referee.saw(Trouble(at_us=now, problem=problem))
    bench.later(0.2)
    assert not bench.referee.sees_clearly
    bench.referee.saw(Trouble(at_us=now + 1, problem=problem, over=True))
    bench.referee.saw(Trouble(at_us=now + 2, problem="glare"))
    bench.later(0.2)
    assert bench.referee.sees_clearly, "glare does not hinder it"


def rest(played: str) -> str:
    """The cubes of the roll that are left in Resources."""
    left = FEW.split()
    for cube in played.split():
        left.remove(cube)
    return " ".join(left)
