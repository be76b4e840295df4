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


def test_the_camera_process_killed_during_a_move_sees_it_after_its_restart(tmp_path: Path) -> None:
    with RunningTable(tmp_path / "data") as table:
        table.begin(BEGIN)
        play_to_second_move(table)
        found = subprocess.run(
            ["pgrep", "-s", str(table.process.pid), "-f", "vision.process"], capture_output=True, text=True, check=True
        )
        (pid,) = map(int, found.stdout.split())
        os.kill(pid, signal.SIGKILL)
        table.move("Bx", Section.RESOURCES, Section.REQUIRED)
        until(table, "Cy's move", lambda body: "Bx" in body["match"]["mat"]["required"])
        assert table.get("/healthz")["parts"]["camera"] == "watching"
        table.until(lambda: table.body()["notices"] == [])


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
