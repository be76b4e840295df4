"""Evidence comes out in the order in which it happened, and never too early."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.sequencer import Sequencer


def drained(sequencer: Sequencer[str], now_us: int) -> list[tuple[int, str]]:
    out = []
    while (released := sequencer.release(now_us)) is not None:
        out.append(released)
    return out


def test_a_press_waits_for_the_camera() -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=1000)
    sequencer.passed("camera", 100)
    sequencer.put(150, "press")
    assert drained(sequencer, 160) == []
    assert sequencer.settled_us(160) == 100
    sequencer.put(140, "cube")
    sequencer.passed("camera", 155)
    assert drained(sequencer, 170) == [(140, "cube"), (150, "press")]
    assert sequencer.settled_us(170) == 155


def test_patience_ends() -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=1000)
    sequencer.passed("camera", 100)
    sequencer.put(150, "press")
    assert drained(sequencer, 1149) == []
    assert drained(sequencer, 1150) == [(150, "press")]


def test_a_lost_source_holds_nobody_up() -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=1000)
    sequencer.passed("camera", 100)
    sequencer.put(150, "press")
    sequencer.lost("camera")
    sequencer.lost("camera")
    assert drained(sequencer, 160) == [(150, "press")]


def test_what_is_being_asked_about_holds_time() -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=10)
    sequencer.held_at_us = 120
    sequencer.put(150, "press")
    assert drained(sequencer, 10_000) == []
    assert sequencer.safe_us(10_000) == 120
    sequencer.held_at_us = None
    assert drained(sequencer, 10_000) == [(150, "press")]


def test_goal_means_the_cubes_as_they_lie() -> None:
    """Said at 150, while the first picture of the last cube was taken at 180: the cube comes first."""
    sequencer: Sequencer[str] = Sequencer(patience_us=1000)
    sequencer.passed("camera", 160)
    sequencer.put(150, "Goal", after_us=250)
    assert drained(sequencer, 170) == []
    assert sequencer.settled_us(170) == 150, "no deadline after the word may fall before the word is heard"
    sequencer.put(180, "cube")
    sequencer.passed("camera", 260)
    assert drained(sequencer, 270) == [(180, "cube"), (150, "Goal")]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1000), st.text(max_size=3)), max_size=20), st.integers(0, 1200))
def test_order_and_completeness(items: list[tuple[int, str]], mark: int) -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=10_000)
    sequencer.passed("camera", mark)
    for at_us, item in items:
        sequencer.put(at_us, item)
    early = drained(sequencer, 2000)
    assert [at for at, _ in early] == sorted(at for at, _ in items if at <= mark)
    assert len(sequencer) == len(items) - len(early)
    sequencer.lost("camera")
    assert sorted(early + drained(sequencer, 2000)) == sorted(items)


def test_a_lane_keeps_its_order_and_holds_up_nobody_else() -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=1000)
    first = sequencer.put(100, "first", after_us=900, lane="box")
    sequencer.put(200, "second", after_us=300, lane="box")
    sequencer.put(250, "touch")
    assert list(sequencer.waiting("box")) == [(100, "first"), (200, "second")]
    assert drained(sequencer, 500) == [(250, "touch")]
    assert sequencer.settled_us(500) == 100
    sequencer.hasten(first, 400)
    sequencer.hasten(99, 0)
    assert drained(sequencer, 500) == [(100, "first"), (200, "second")]
    assert len(sequencer) == 0


def test_what_is_hastened_never_becomes_slower() -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=1000)
    ticket = sequencer.put(100, "press", after_us=200, lane="box")
    sequencer.hasten(ticket, 900)
    assert drained(sequencer, 200) == [(100, "press")]


def test_what_is_withdrawn_is_not_given_out() -> None:
    sequencer: Sequencer[str] = Sequencer(patience_us=1000)
    for at_us, name in ((30, "c"), (10, "a"), (20, "b")):
        sequencer.put(at_us, name, lane="box")
    sequencer.put(5, "a")
    assert sequencer.withdraw("box", lambda item: item != "b") == [(10, "a"), (30, "c")]
    assert drained(sequencer, 100) == [(5, "a"), (20, "b")]
