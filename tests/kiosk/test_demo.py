"""The match that plays itself: what a visitor is shown really happens, at any speed, and ends in order."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from kiosk.demo import LAST_SHAKE, ROLL, play
from kiosk.headless import HeadlessTable
from kiosk.past import PastMatch, read_last_match
from kiosk.verify import verify
from rules.games import GAMES
from tests.leash import leashed


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[PastMatch, list[str]]:
    """The match as its journal has it, and what was told of it."""
    folder = tmp_path_factory.mktemp("demo")
    told: list[str] = []
    table = HeadlessTable(folder, GAMES)
    play(table, told.append)
    table.close()
    assert verify(folder) == []
    return read_last_match(folder, GAMES), told


def test_it_has_everything_that_it_promises(played: tuple[PastMatch, list[str]]) -> None:
    past, told = played
    view = past.fold.view
    assert [dict(shake.scores) for shake in view.shakes] == [
        {"A": 6, "B": 2, "C": 2},
        {"A": 2, "B": 6, "C": 2},
        {"A": 4, "B": 4, "C": 2},
    ]
    assert [row.data["challenge"] for row in past.rows if row.data.get("event") == "challenge-stated"] == [
        "now",
        "impossible",
    ]
    assert [(penalty.player, penalty.why, penalty.status) for penalty in view.penalties] == [
        ("A", "no-challenge", "applied")
    ]
    assert (view.over, view.signed) == (True, ("A", "B", "C"))
    assert any("last cube" in line for line in told)


def test_the_camera_asks_what_it_is_not_sure_of_and_the_answer_counts_from_when_it_was_seen(
    played: tuple[PastMatch, list[str]],
) -> None:
    rows = played[0].rows
    asked = next(row for row in rows if row.data.get("note") == "question-asked" and "not quite sure" in row.text)
    answered = next(row for row in rows if row.data.get("note") == "question-answered" and row.seq > asked.seq)
    moved = next(row for row in rows if row.data.get("event") == "cube-moved" and row.seq > answered.seq)
    assert (moved.data["cube"], moved.actor) == ("K√", "camera")
    assert moved.data["t"] * 1_000_000 < asked.mono_us - rows[0].mono_us
    assert not any(row.refused for row in rows if row.kind == "event"), "nothing that the script does is refused"


def test_the_last_shake_plays_every_cube_of_the_roll() -> None:
    assert sorted([*(cube for cube, _ in LAST_SHAKE), "B3", "Bx", "K7"]) == sorted(ROLL.split())


def test_with_pages_it_can_be_watched_and_ctrl_c_ends_it_in_order(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kiosk.cli", "demo", "--data", str(tmp_path / "data")]
    process = subprocess.Popen(
        leashed([*command, "--port", "0", "--speed", "50"]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    address = re.search(r"http://\S+", process.stdout.readline())
    assert address is not None
    told = ""
    for line in process.stdout:
        told += line
        if line.startswith("-- A Now"):
            break
    assert "plays itself" in told
    with urllib.request.urlopen(address[0], timeout=30) as page:
        assert page.status == 200
    process.send_signal(signal.SIGINT)
    rest, wrong = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in rest + wrong
    assert verify(tmp_path / "data") == []
