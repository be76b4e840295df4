"""An hour of the demonstration at tenfold speed, with screens watching: no process grows."""

from __future__ import annotations

import pytest

from tests.bench.soak import soak

#: An hour of play at tenfold speed.
MINUTES, SPEED, SCREENS = 6.0, 10.0, 3
#: What the allocator's mood may add between the first third and the last.
SLACK = 1.05
SLACK_KIB = 4 * 1024


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
