"""The hands at a simulated table: what they can do to the box, and what they cannot."""

from __future__ import annotations

from typing import Any

import pytest

from device.box import Panel
from device.signals import AnySignal, BlockLifted, JudgeCalled, SeatPressed, SeatReleased
from device.simulated import SimulatedBox
from kiosk.simulation import SimulatedTable
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.layout import load_layout


def table(box: SimulatedBox | None) -> SimulatedTable:
    return SimulatedTable(box, load_layout(), EQUATIONS_KIT, show=lambda _: None)


def test_what_hands_do_to_the_box() -> None:
    box = SimulatedBox(lambda: 5)
    heard: list[AnySignal] = []
    box.listen(heard.append)
    hands = table(box)
    for request in (
        {"do": "push", "seat": 2},
        {"do": "let-go", "seat": 2},
        {"do": "press", "seat": 1},
        {"do": "lift-block"},
        {"do": "call-judge"},
    ):
        hands.do(request)
    assert heard == [
        SeatPressed(at_us=5, seat=2),
        SeatReleased(at_us=5, seat=2),
        SeatPressed(at_us=5, seat=1),
        SeatReleased(at_us=5, seat=1),
        BlockLifted(at_us=5),
        JudgeCalled(at_us=5),
    ]


def test_the_page_sees_what_the_box_shows() -> None:
    box = SimulatedBox(lambda: 5)
    box.show(Panel("00:42", frozenset({3, 1}), block=True))
    body = table(box).body()
    assert (body["display"], body["lamps"], body["block_up"]) == ("00:42", [1, 3], False)


@pytest.mark.parametrize("deed", ["push", "let-go", "press"])
@pytest.mark.parametrize("seat", [0, 4, True, "1", None])
def test_a_seat_is_one_of_three(deed: str, seat: Any) -> None:
    with pytest.raises(BadRequest, match="seat must be 1, 2 or 3"):
        table(SimulatedBox(lambda: 5)).do({"do": deed, "seat": seat})


@pytest.mark.parametrize("deed", ["push", "let-go", "press", "lift-block", "return-block", "call-judge"])
def test_a_real_box_has_no_simulated_hands(deed: str) -> None:
    with pytest.raises(BadRequest, match="real one"):
        table(None).do({"do": deed, "seat": 1})
