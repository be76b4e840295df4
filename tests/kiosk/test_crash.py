"""SIGKILL in the middle of a shake, with the real processes: nothing is lost, and it goes on."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.demo import NAMES, RULESET, play_challenge, play_checking, play_to_second_move, until
from kiosk.journal import JournalReader
from kiosk.verify import verify
from rules.mat import Section
from tests.serving import RunningTable

BEGIN = {"ruleset": RULESET, "division": "middle", "names": list(NAMES)}


def go_on(table: RunningTable) -> None:
    """Say yes to the question that a table asks after an outage."""
    question = table.body()["question"]
    assert "go on" in question["text"]
    assert table.answer({"question": question["id"], "option": 0})["status"] == "done"


def test_killed_between_two_moves_it_goes_on_with_nothing_lost(tmp_path: Path) -> None:
    with RunningTable(tmp_path / "data") as first:
        first.begin(BEGIN)
        play_to_second_move(first)
        before = first.body()["match"]
        first.kill()
    assert verify(tmp_path / "data") == []
    with RunningTable(tmp_path / "data") as second:
        after = second.body()["match"]
        assert (after["phase"], after["mat"]) == (before["phase"], before["mat"])
        assert after["timer"]["state"] == "paused"
        assert [move["text"] for move in after["moves"]][: len(before["moves"])] == [
            move["text"] for move in before["moves"]
        ]
        go_on(second)
        play_challenge(second)
        play_checking(second)
        assert [seat["score"] for seat in second.body()["match"]["seats"]] == [6, 2, 2]
        assert second.stop() == 0
    assert verify(tmp_path / "data") == []


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_a_random_moment_no_acknowledged_touch_is_lost(tmp_path: Path, seed: int) -> None:
    """Touches are acknowledged one after the other until the power goes; all of them are in the journal."""
    rng = random.Random(seed)
    with RunningTable(tmp_path / "data") as table:
        table.begin(BEGIN)
        acknowledged = 0
        for _ in range(rng.randrange(1, 25)):
            assert table.act({"event": "judge-called"})["status"] == "done"
            acknowledged += 1
        table.kill()
    assert verify(tmp_path / "data") == []
    with RunningTable(tmp_path / "data") as again:
        moves = again.body()["match"]["moves"]
        calls = [move for move in moves if "judge" in move["text"].lower()]
        # The screen shows the latest twelve, and the outage is one of them.
        assert len(calls) == min(acknowledged, 12 - (len(moves) - len(calls)))
        assert again.stop() == 0
    reader = JournalReader(tmp_path / "data")
    events = [row.data["event"] for row in reader.rows() if row.kind == "event"]
    reader.close()
    assert events.count("judge-called") == acknowledged


#: Cubes of the demo's roll that nobody has moved, by the names that the simulator has for them.
CUBES = {"B0": "blue-1", "B1": "blue-2", "G4": "green-2", "G5": "green-3", "K7": "black-2", "K8": "black-3"}


def vision_pid(table: RunningTable) -> int | None:
    """The number of the process that sees; None while there is none."""
    found = subprocess.run(
        ["pgrep", "-s", str(table.process.pid), "-f", "vision.process"], capture_output=True, text=True, check=False
    )
    numbers = [int(number) for number in found.stdout.split()]
    return numbers[0] if numbers else None


def kill_vision(table: RunningTable) -> None:
    pid = vision_pid(table)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def moved_through_a_crash(table: RunningTable, cube: str, moment: str) -> None:
    """A cube goes from Resources to Permitted by a hand, and the camera's process dies at a moment of that."""
    name, number = CUBES[cube], list(CUBES).index(cube)
    table.until(lambda: table.body()["notices"] == [])
    if moment == "before":
        kill_vision(table)
    table.do(do="lift", cube=name)
    if moment == "in the hand":
        # The cube has been missed, or not: the hand does not ask.
        kill_vision(table)
    table.do(do="drop", cube=name, x=175 + 36 * (number % 3), y=155 + 45 * (number // 3))
    if moment.startswith("laid"):
        for _ in range(int(moment.removeprefix("laid "))):
            table.get("/healthz")
        kill_vision(table)
    if moment == "twice":
        kill_vision(table)
        table.until(lambda: vision_pid(table) is not None)
        kill_vision(table)
    assert table.get("/healthz")["ok"], "the table goes on"
    until(table, f"{cube} in Permitted", lambda body: cube in body["match"]["mat"]["permitted"])
    table.until(lambda: table.get("/healthz")["parts"]["camera"] == "watching")


def moves_of(data: Path) -> list[str]:
    """The cubes that were moved, in the order of the journal."""
    reader = JournalReader(data)
    moves = [row.data["cube"] for row in reader.rows() if row.kind == "event" and row.data["event"] == "cube-moved"]
    reader.close()
    return moves


@pytest.mark.parametrize("moment", ["before", "in the hand", "laid 0", "laid 4", "twice"])
def test_the_camera_process_killed_during_a_move_sees_it_after_its_restart(tmp_path: Path, moment: str) -> None:
    with RunningTable(tmp_path / "data") as table:
        table.begin(BEGIN)
        play_to_second_move(table)
        moved_through_a_crash(table, "B0", moment)
        table.until(lambda: table.body()["notices"] == [])
        # The next one is a move like any other.
        table.move("Bx", Section.RESOURCES, Section.REQUIRED)
        until(table, "the next move", lambda body: "Bx" in body["match"]["mat"]["required"])
        assert table.stop() == 0
    assert moves_of(tmp_path / "data") == ["R2", "B0", "Bx"], "each of them once"
    assert verify(tmp_path / "data") == []


@pytest.mark.long
def test_killed_again_and_again_at_any_moment_of_a_move_every_move_is_seen_once(tmp_path: Path) -> None:
    rng = random.Random(8)
    with RunningTable(tmp_path / "data") as table:
        table.begin(BEGIN)
        play_to_second_move(table)
        for cube in CUBES:
            moment = rng.choice(["in the hand", "twice", *(f"laid {looks}" for looks in range(0, 40, 3))])
            moved_through_a_crash(table, cube, moment)
        assert table.stop() == 0
    assert moves_of(tmp_path / "data") == ["R2", *CUBES]
    assert verify(tmp_path / "data") == []


def test_a_second_table_on_the_same_data_is_told_why_not(tmp_path: Path) -> None:
    with RunningTable(tmp_path / "data") as table:
        second = subprocess.run(
            [sys.executable, "-m", "kiosk.cli", "run", "--data", str(table.data), "--port", "0"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert second.returncode == 1
        assert "another table is running" in second.stderr
        assert "Traceback" not in second.stderr
        assert table.get("/healthz")["ok"], "the first one does not mind"
