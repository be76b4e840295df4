"""SIGKILL at random moments while a match is written: never an acknowledged event lost, never another state."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from kiosk.journal import REOPENED, JournalReader, Row
from kiosk.past import NoMatch, read_last_match
from kiosk.verify import examine
from rules.games import GAMES
from tests.kiosk.crash_match import LINES, digest, digests, states
from tests.repo.project import ROOT

#: After so many deaths a new journal is begun.
LIVES = 25


class Mother:
    """The process whose children write; they are born quickly, since it has everything loaded."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kiosk.crash_match"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def bear(self, folder: Path) -> int:
        """A new writer on that folder; its process."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{folder}\n")
        (word, pid) = self.line()
        assert word == "born"
        return int(pid)

    def line(self) -> list[str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the writers' mother has died"
        assert line != "dead 1\n", "the writer has ended by itself; see its traceback"
        return line.split()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


@pytest.fixture(scope="module")
def mother() -> Iterator[Mother]:
    with Mother() as mother:
        yield mother


def life(mother: Mother, folder: Path, rng: random.Random) -> list[list[str]]:
    """A writer is born and killed at a random moment of its work; everything that it has acknowledged."""
    pid = mother.bear(folder)
    # Anywhere from its first breath on: while it opens the journal, or while it writes one of the next rows.
    heard = [mother.line() for _ in range(rng.randrange(10))]
    time.sleep(rng.uniform(0, 0.012))
    os.kill(pid, signal.SIGKILL)
    while (line := mother.line())[0] != "dead":
        heard.append(line)
    assert line == ["dead", str(-signal.SIGKILL)], "it must not have ended by itself"
    return heard


def rows_of(folder: Path) -> list[Row]:
    reader = JournalReader(folder)
    try:
        return list(reader.rows())
    finally:
        reader.close()


def check(folder: Path, acknowledged: dict[int, str]) -> None:
    """The journal is whole, holds all that was acknowledged, and its state is that of the undisturbed match."""
    report = examine(folder)
    assert report.faults == ()
    rows = rows_of(folder)
    assert len(rows) == report.row
    assert {seq: rows[seq - 1].hash for seq in acknowledged if seq <= len(rows)} == acknowledged
    try:
        match = read_last_match(folder, GAMES)
    except NoMatch:
        assert not acknowledged
        return
    assert set(match.names.values()) == {"Ann", "Ben", "Cy"}
    played = len(match.fold.lines)
    assert match.fold.state == states()[played - 1].state
    assert digest(match.fold) == digests()[played - 1]


def check_deaths(mother: Mother, folder: Path, deaths: int, seed: int) -> list[str]:
    """Kill so many writers, one after the other on the same journal; what each start has found."""
    rng = random.Random(seed)
    acknowledged: dict[int, str] = {}
    for _ in range(deaths):
        for _, seq, head, state in life(mother, folder, rng):
            if int(seq):
                acknowledged[int(seq)] = head
            assert state == "none" or state in digests()
        if (folder / "journal.db").exists():
            check(folder, acknowledged)
    rows = rows_of(folder)
    unheard = [row for row in rows if row.kind == "event" and row.seq not in acknowledged]
    assert len(unheard) <= deaths, "of a life at most the last event has not been told"
    return [row.data["ending"] for row in rows if row.data.get("note") == REOPENED]


def test_the_script_is_a_whole_match() -> None:
    final = states()[-1].view
    assert final.over
    assert len(final.penalties) >= 1
    assert len(final.signed) == 3
    assert len(states()) == len(LINES) + 1
    assert len(set(digests())) > len(LINES) - 5


def test_killed_at_random_moments(mother: Mother, tmp_path: Path) -> None:
    endings = check_deaths(mother, tmp_path, LIVES, seed=0)
    assert len(endings) > LIVES // 2, "most of them have got as far as to write that they found it open"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 21))
def test_killed_at_500_random_moments(mother: Mother, tmp_path: Path, seed: int) -> None:
    endings = check_deaths(mother, tmp_path, 500 // 20, seed)
    print(f"seed {seed}: {sorted(endings)}")
