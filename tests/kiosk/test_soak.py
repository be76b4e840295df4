"""Nothing grows: an hour of the demonstration at tenfold speed, with screens watching; a day's matches at one table."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.bench.soak import soak
from tests.ended import ROOT

#: An hour of play at tenfold speed.
MINUTES, SPEED, SCREENS = 6.0, 10.0, 3
#: What the allocator's mood may add between the first third and the last.
SLACK = 1.05
SLACK_KIB = 4 * 1024
#: After so many matches SQLite has filled its cache. Python takes memory a MiB at a time.
WARM, MATCHES = 30, 90
#: Listing the folder of clips with every clip came to 4600 KiB; without it, less than 100.
MOST_KIB = 1536


@pytest.mark.long
def test_an_hour_of_play_and_no_process_grows() -> None:
    soaked = soak(MINUTES, SPEED, SCREENS)
    for process in soaked.processes:
        print(process.line(soaked.end_s))
    assert (soaked.status, soaked.stuck) == (0, ())
    assert soaked.matches >= 2
    grown = {process.name: process.growth(soaked.end_s) for process in soaked.processes}
    lasting = {name: growth for name, growth in grown.items() if growth is not None}
    assert len(lasting) >= 3, "the server, the table and the eye"
    for name, growth in lasting.items():
        before, after = growth.memory_kib
        assert after <= before * SLACK + SLACK_KIB, name
        assert growth.threads[1] <= growth.threads[0], name
        assert growth.files[1] <= growth.files[0], name


@pytest.mark.long
def test_a_day_of_matches_takes_no_more_memory_than_an_hour() -> None:
    """In a process of its own: here every line of a log is remembered until the test is over."""
    command = [sys.executable, "tests/bench/grow.py", "--matches", str(MATCHES)]
    told = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    print(told)
    held = {int(match): int(kib) for match, kib in re.findall(r"after match +(\d+): +(\d+) KiB", told)}
    assert held[MATCHES] <= held[WARM] + MOST_KIB
