"""The scripts that decide something, asked directly in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PageFactory
from tests.browser.fake import Stage, staged

STEPS = [[60_000, "running"], [70_000, "countdown"], [130_000, "extra-minute"]]
MOVE = {"task": "Move", "state": "running", "limit_ms": 60_000, "deadline_ms": 60_000, "steps": STEPS}


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    yield from staged(tmp_path, page)


def call(stage: Stage, module: str, function: str, cases: list[Any]) -> Any:
    """What a function of a script answers to each of these lists of arguments."""
    script = """async ([module, name, cases]) => {
        const imported = await import(`/static/js/${module}.js`);
        return cases.map((given) => imported[name](...given));
    }"""
    return stage.open().evaluate(script, [module, function, cases])


def test_the_timer_at_every_border(stage: Stage) -> None:
    cases = [
        (0, "running", "1:00"),
        (1, "running", "1:00"),
        (1_000, "running", "0:59"),
        (59_001, "running", "0:01"),
        (60_000, "running", "0:00"),  # something done at exactly that moment is in time
        (60_001, "countdown", "10"),
        (61_000, "countdown", "9"),
        (69_001, "countdown", "1"),
        (70_000, "countdown", "0"),
        (70_001, "extra-minute", "1:00"),
        (130_000, "extra-minute", "0:00"),
        (140_000, "extra-minute", "0:00"),
    ]
    shown = call(stage, "timer", "reading", [[MOVE, False, at] for at, _, _ in cases])
    assert [(now["state"], now["digits"]) for now in shown] == [(state, digits) for _, state, digits in cases]
    assert [now["left"] for now in shown[:2]] == [1, pytest.approx(59_999 / 60_000)]
    assert shown[5]["left"] == pytest.approx(0.9999)


def test_the_timer_without_a_limit(stage: Stage) -> None:
    stopped = {"task": "", "state": "stopped", "limit_ms": None, "deadline_ms": None, "steps": []}
    short = {
        "task": "State",
        "state": "running",
        "limit_ms": 15_000,
        "deadline_ms": 15_000,
        "steps": [[15_000, "running"]],
    }
    shown = call(
        stage,
        "timer",
        "reading",
        [[stopped, False, 5], [MOVE | {"state": "paused"}, False, 5], [MOVE, True, 131_000], [short, False, 15_001]],
    )
    assert [(now["state"], now["digits"]) for now in shown] == [
        ("stopped", "–:––"),
        ("paused", "–:––"),
        ("checking", "0:00"),
        ("running", "0:00"),
    ]


def test_cubes_are_read_as_the_record_writes_them(stage: Stage) -> None:
    texts = ["R3", "K7s", "G^u", "B÷", "Kx", "?2", "G-s"]
    read = call(stage, "cubes", "parseCube", [[text] for text in texts])
    assert [(cube["colour"], cube["face"], cube["turn"]) for cube in read] == [
        ("red", "3", ""),
        ("black", "7", "s"),
        ("green", "^", "u"),
        ("blue", "÷", ""),
        ("black", "x", ""),
        ("other", "2", ""),
        ("green", "-", "s"),
    ]


def test_the_display_has_four_places(stage: Stage) -> None:
    read = call(stage, "segments", "places", [[text] for text in ("01:32", "C :09", "PA:US", "--:--", "9", "")])
    assert [(each["digits"], each["colon"]) for each in read] == [
        ("0132", True),
        ("C 09", True),
        ("PAUS", True),
        ("----", True),
        ("   9", False),
        ("    ", False),
    ]
