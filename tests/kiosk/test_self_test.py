"""The self-test as a run of findings: progress, what somebody is asked, and every way in which it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator

import pytest

from kiosk.doctor_box import Hands
from kiosk.findings import OK, WARNING, WRONG, Finding
from kiosk.self_test import BROKEN, DO, DONE, MATCH, NOBODY, SEE, STOPPED, UNTESTED, Progress, SelfTest

DEADLINE_S = 20.0
Examine = Callable[[Hands | None], Generator[Finding]]


class Bench:
    """A test of these findings; a match can be begun, and the end is noted."""

    def __init__(self, examine: Examine, planned: tuple[str, ...], patience_s: float = 60.0) -> None:
        self.playing = False
        self.ends: list[Progress] = []
        self.test = SelfTest(
            examine, lambda: planned, lambda: self.playing, ended=self.ends.append, patience_s=patience_s
        )

    def until(self, condition: Callable[[Progress], bool]) -> Progress:
        now = self.test.now
        done = threading.Event()
        timer = threading.Timer(DEADLINE_S, done.set)
        timer.start()
        while not condition(now):
            assert not done.is_set(), f"it did not happen: {now}"
            now = self.test.wait(now.version, 0.5)
        timer.cancel()
        return now

    def over(self) -> Progress:
        return self.until(lambda now: not now.running and now.ended is not None)


def states(now: Progress) -> dict[str, str]:
    return {check.key: check.state for check in now.checks}


def test_findings_come_one_by_one_and_the_next_check_is_at_work() -> None:
    go = threading.Event()

    def examine(_: Hands | None) -> Generator[Finding]:
        yield Finding("disk", OK, "it turns")
        go.wait(DEADLINE_S)
        yield Finding("camera", OK, "it sees")

    bench = Bench(examine, ("disk", "camera"))
    assert bench.test.now == Progress()
    assert bench.test.begin(hands=False)
    now = bench.until(lambda now: states(now).get("disk") == OK)
    assert states(now) == {"disk": "ok", "camera": "running"}
    # one at a time
    assert not bench.test.begin(hands=False)
    go.set()
    end = bench.over()
    assert (states(end), end.ended, end.well) == ({"disk": "ok", "camera": "ok"}, DONE, True)
    assert [each.ended for each in bench.ends] == [DONE]


def test_what_could_not_be_tested_says_so_and_what_was_not_planned_has_its_place() -> None:
    def examine(_: Hands | None) -> Generator[Finding]:
        yield Finding("camera", WRONG, "it is not there", "Look for it.")
        yield Finding("measure", WARNING, "it cannot be used", "Measure it.")
        yield Finding("box", OK, "it is there")
        yield Finding("box", WARNING, "it is worn", "Replace it.")

    bench = Bench(examine, ("camera", "picture", "box", "lamps"))
    bench.test.begin(hands=False)
    end = bench.over()
    assert list(states(end).items()) == [
        ("camera", WRONG),
        ("measure", WARNING),
        ("picture", UNTESTED),
        ("box", WARNING),
        ("lamps", UNTESTED),
    ]
    assert [finding.text for finding in end.checks[3].findings] == ["it is there", "it is worn"]
    assert not end.well
    assert end.keys(WRONG) == ("camera",)


def asking(hands: Hands | None) -> Generator[Finding]:
    assert hands is not None
    hands.tell("Press it.")
    while not hands.gave_up():
        pass
    yield Finding("button", WRONG, "nothing came", "Look at its wires.")
    lit = hands.sees("Is it lit?")
    yield Finding("lamp", OK if lit else WRONG, "it is lit" if lit else "it is dark")


@pytest.mark.parametrize("lit", [True, False])
def test_somebody_is_asked_and_has_the_last_word(lit: bool) -> None:
    bench = Bench(asking, ("button", "lamp"))
    bench.test.begin(hands=True)
    asked = bench.until(lambda now: now.asked is not None).asked
    assert asked is not None
    assert (asked.kind, asked.text) == (DO, "Press it.")
    assert not bench.test.say(asked.number + 1, yes=False)
    assert bench.test.say(asked.number, yes=False)
    looked = bench.until(lambda now: now.asked is not None and now.asked.kind == SEE).asked
    assert looked is not None
    # an answer to the question before is none to this one
    assert not bench.test.say(asked.number, yes=True)
    assert bench.test.say(looked.number, yes=lit)
    assert states(bench.over()) == {"button": WRONG, "lamp": OK if lit else WRONG}
    assert not bench.test.say(looked.number, yes=lit)


def test_it_is_stopped_in_the_middle_of_a_question_and_lets_go_of_everything() -> None:
    let_go = []

    def examine(hands: Hands | None) -> Generator[Finding]:
        try:
            yield from asking(hands)
        finally:
            let_go.append("the box")

    bench = Bench(examine, ("button", "lamp"))
    bench.test.begin(hands=True)
    bench.until(lambda now: now.asked is not None)
    bench.test.stop()
    end = bench.over()
    assert (end.ended, set(states(end).values()), end.asked) == (STOPPED, {UNTESTED}, None)
    assert let_go == ["the box"]
    # and can be made again
    assert bench.test.begin(hands=True)
    bench.until(lambda now: now.asked is not None)
    bench.test.stop()
    bench.over()


def test_a_match_goes_before_it() -> None:
    bench = Bench(asking, ("button", "lamp"))
    bench.test.begin(hands=True)
    bench.until(lambda now: now.asked is not None)
    bench.playing = True
    assert bench.over().ended == MATCH
    bench.test.begin(hands=True)
    assert bench.until(lambda now: now.ended is not None and not now.running).ended == MATCH
    assert [each.ended for each in bench.ends] == [MATCH, MATCH]


def test_a_question_that_nobody_answers_does_not_wait_for_ever() -> None:
    def examine(hands: Hands | None) -> Generator[Finding]:
        assert hands is not None
        yield Finding("lamp", OK if hands.sees("Is it lit?") else WRONG, "")

    bench = Bench(examine, ("lamp",), patience_s=0.0)
    bench.test.begin(hands=True)
    assert bench.over().ended == NOBODY


def test_a_bug_in_a_check_ends_the_test_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    def examine(_: Hands | None) -> Generator[Finding]:
        yield Finding("disk", OK, "it turns")
        raise RuntimeError("a bug")

    bench = Bench(examine, ("disk", "camera"))
    bench.test.begin(hands=False)
    end = bench.over()
    assert (end.ended, states(end)) == (BROKEN, {"disk": OK, "camera": UNTESTED})
    assert "the self-test failed" in caplog.text
