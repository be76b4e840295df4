"""A question with a limit of time: whatever `ask` does, somebody answers, and the next question is answered too."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.bounded import Bounded, Busy, Following, TooLong
from rules.errors import BadRequest, NotBuilt
from tests.ended import parent, until, until_gone
from tests.kiosk.web.asks import scripted

#: For tests in which the limit is not reached.
AMPLE_S = 30.0
#: For tests in which it is; a question that is answered at once must not reach it on a busy machine either.
BRIEF_S = 3.0
#: A table with a question that never ends, and a limit that does not matter.
TABLE = """
import sys
from kiosk.bounded import Bounded
from tests.kiosk.web.asks import scripted
bounded = Bounded(scripted, limit_s=3600)
print(bounded.ask({"equation": "who"})["pid"], flush=True)
bounded.ask({"equation": "slow", "sign": sys.argv[1]})
"""


@pytest.fixture
def ample() -> Iterator[Bounded]:
    bounded = Bounded(scripted, limit_s=AMPLE_S)
    yield bounded
    bounded.close()


@pytest.fixture
def brief() -> Iterator[Bounded]:
    bounded = Bounded(scripted, limit_s=BRIEF_S)
    yield bounded
    bounded.close()


def alive() -> set[int | None]:
    """The processes that are there; other tests may have left some of theirs."""
    return {process.pid for process in multiprocessing.active_children()}


def asked(bounded: Bounded, equation: str) -> dict[str, Any]:
    return bounded.ask({"equation": equation})


def test_an_answer_comes_through_whole(ample: Bounded) -> None:
    request = {"equation": "3x5=15", "variations": [{"name": "wild", "cube": "0"}], "mat": {"goal": "B3"}}
    assert ample.ask(request) == {"verdict": "correct", "reasons": [], "heard": request}


def test_there_is_no_process_before_the_first_question_and_then_one(ample: Bounded) -> None:
    others = alive()
    first, second = asked(ample, "who")["pid"], asked(ample, "who")["pid"]
    assert first == second
    assert alive() - others == {first}


def test_a_process_that_was_started_beforehand_is_the_one_that_answers(ample: Bounded) -> None:
    before = alive()
    assert ample.cold
    ample.warm()
    started = alive() - before
    assert (len(started), ample.cold) == (1, False)
    ample.warm()
    asked(ample, "3x5=15")
    assert alive() - before == started, "one is enough"


def test_nothing_is_started_after_the_end(ample: Bounded) -> None:
    ample.close()
    before = alive()
    ample.warm()
    assert alive() - before == set()


def test_refusals_of_the_rules_keep_their_kind_text_and_place(ample: Bounded) -> None:
    with pytest.raises(BadRequest, match="there is no division 'upper'") as plain:
        asked(ample, "bad")
    assert (type(plain.value), getattr(plain.value, "at", None)) == (BadRequest, None)
    with pytest.raises(BadRequest, match="this sign means nothing") as pointed:
        asked(ample, "pointing")
    assert getattr(pointed.value, "at", None) == 3
    with pytest.raises(NotBuilt, match="the value is irrational"):
        asked(ample, "not-built")


def test_a_question_that_takes_too_long_is_ended_and_the_next_one_answered(brief: Bounded) -> None:
    before = asked(brief, "who")["pid"]
    with pytest.raises(TooLong):
        asked(brief, "slow")
    assert before not in alive()
    assert asked(brief, "who")["pid"] != before


def test_a_question_that_needs_too_much_memory_is_too_long_as_well(ample: Bounded) -> None:
    before = asked(ample, "who")["pid"]
    with pytest.raises(TooLong):
        asked(ample, "large")
    assert asked(ample, "who")["pid"] == before


def test_a_bug_is_no_answer_but_leaves_its_trace(ample: Bounded) -> None:
    with pytest.raises(RuntimeError, match="secret detail"):
        asked(ample, "bug")
    assert asked(ample, "fine")["verdict"] == "correct"


def test_a_process_that_dies_is_started_again(ample: Bounded) -> None:
    with pytest.raises(RuntimeError, match="has ended"):
        asked(ample, "dies")
    assert asked(ample, "fine")["verdict"] == "correct"


def test_who_waits_for_too_long_is_told_so(brief: Bounded) -> None:
    with brief._one_at_a_time, pytest.raises(Busy):
        asked(brief, "fine")


def test_questions_from_many_threads_do_not_mix_up_their_answers(ample: Bounded) -> None:
    heard: dict[str, str] = {}

    def ask(number: str) -> None:
        heard[number] = ample.ask({"equation": number})["heard"]["equation"]

    threads = [threading.Thread(target=ask, args=(str(number),)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {str(number): str(number) for number in range(8)}


def test_closing_ends_the_process_even_in_the_middle_of_a_question(ample: Bounded) -> None:
    process = asked(ample, "who")["pid"]
    ended: list[Exception] = []

    def ask() -> None:
        try:
            asked(ample, "slow")
        except RuntimeError as gone:
            ended.append(gone)

    thread = threading.Thread(target=ask)
    thread.start()
    deadline = time.monotonic() + AMPLE_S
    while not ample._one_at_a_time.locked():
        assert time.monotonic() < deadline
    ample.close()
    thread.join(AMPLE_S)
    assert len(ended) == 1
    assert process not in alive()
    others = alive()
    ample.close()
    with pytest.raises(RuntimeError, match="closed"):
        asked(ample, "fine")
    assert alive() == others


def test_what_a_question_depends_on_may_change() -> None:
    others = alive()
    now = ["a"]
    following = Following(lambda: now[-1], lambda _: scripted, limit_s=AMPLE_S)
    first, again = (following.ask({"equation": "who"})["pid"] for _ in range(2))
    now.append("b")
    second = following.ask({"equation": "who"})["pid"]
    assert first == again != second
    assert alive() - others == {second}
    following.close()
    following.close()
    assert alive() - others == set()
    with pytest.raises(RuntimeError, match="ended"):
        following.ask({"equation": "who"})


def test_a_question_ends_when_its_table_was_killed(tmp_path: Path) -> None:
    sign = tmp_path / "being thought about"
    with parent(TABLE, str(sign)) as (table, children):
        until(sign.exists, "the question was never asked")
        table.kill()
        until_gone(children)
