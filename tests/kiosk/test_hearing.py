"""Who was first: the earliest edge, or a judge where the box cannot tell; the margin is on record either way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.faults import BOX, DISPLAY, Fault
from device.signals import AnySignal, BlockLifted, BlockReturned, JudgeCalled, SeatPressed, SeatReleased
from kiosk.clock import HandClock
from kiosk.journal import Journal
from kiosk.record import Record
from kiosk.referee import Referee, Reply
from kiosk.screen import screen_body
from rules.errors import BadRequest
from rules.game import NOTHING
from rules.games import GAMES

MS = 1000
SECOND = 1_000_000
ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"
START = {"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]}


class Bench:
    """Equations, a Goal on the mat and Ben to move; the box's signals come by hand."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        self.journal = Journal(folder, self.clock)
        record = Record(self.journal, GAMES, self.clock)
        self.referee = Referee(record, self.clock, patience_ms=4000, frame_us=100 * MS, resolution_us=200)
        self.referee.begin(START)
        for line in (
            {"event": "shake-started", "goal_setter": "A"},
            {"event": "cubes-rolled", "resources": ROLL},
            {"event": "goal-set", "player": "A", "goal": "G6"},
        ):
            fold, _ = record.running()
            assert record.write(fold.game.vocabulary.event(line), self.clock.mono_us(), "test") is None

    def hear(self, *signals: AnySignal) -> None:
        for signal in signals:
            self.referee.signalled(signal)

    def taps(self, *taps: tuple[int, int]) -> None:
        """Taps of some seats, so many microseconds from now; the box reports them in whatever order."""
        now = self.clock.mono_us()
        for after_us, seat in taps:
            self.hear(SeatPressed(at_us=now + after_us, seat=seat))
        for after_us, seat in taps:
            self.hear(SeatReleased(at_us=now + after_us + 120 * MS, seat=seat))
        self.later(0.5)

    def lift(self) -> None:
        self.hear(BlockLifted(at_us=self.clock.mono_us()))
        self.later(0.5)

    def later(self, seconds: float) -> None:
        self.clock.move(seconds)
        self.referee.step()

    def answer(self, option: int) -> Reply | BadRequest:
        assert self.referee.question is not None
        replies: list[Reply | BadRequest] = []
        self.referee.answered({"question": self.referee.question.id, "option": option}, replies.append)
        self.referee.step()
        (reply,) = replies
        return reply

    @property
    def screen(self) -> dict[str, Any]:
        return screen_body(self.referee, {})

    def notes(self, what: str) -> list[dict[str, Any]]:
        return [row.data for row in self.journal.rows() if row.kind == "note" and row.data["note"] == what]

    def events(self) -> list[str]:
        return [row.data["event"] for row in self.journal.rows() if row.kind == "event"]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.journal.close()


def test_the_earliest_edge_wins_whatever_the_order_of_arrival(bench: Bench) -> None:
    bench.lift()
    bench.taps((900, 1), (300, 3))
    assert bench.screen["question"]["text"].startswith("Cy")
    assert bench.notes("order")[-1] == {
        "note": "order",
        "first": "seat-3",
        "then": "seat-1",
        "margin_us": 600,
        "resolution_us": 200,
        "decided": "box",
    }


def test_a_margin_below_the_resolution_is_for_the_judge(bench: Bench) -> None:
    bench.lift()
    bench.taps((900, 1), (800, 3))
    question = bench.screen["question"]
    assert "0.10 ms apart" in question["text"]
    assert "less than 0.20 ms" in question["text"]
    assert question["options"] == ["Cy was first", "Ann was first"]
    assert bench.answer(1) == Reply("done")
    assert bench.screen["question"]["text"].startswith("Ann")
    note = bench.notes("order")[-1]
    assert (note["first"], note["then"], note["margin_us"], note["decided"]) == ("seat-1", "seat-3", -100, "judge")
    assert bench.notes("question-answered")[0]["answer"] == "A was first"


def test_the_clock_waits_for_the_judge(bench: Bench) -> None:
    bench.lift()
    bench.taps((900, 1), (800, 3))
    assert bench.screen["match"]["timer"]["state"] == "paused"
    bench.later(60)
    assert bench.events()[-2:] == ["block-lifted", "clock-paused"]
    bench.answer(0)
    assert bench.screen["question"]["text"].startswith("Cy")
    assert bench.events()[-1] == "clock-resumed"
    bench.later(10)
    assert bench.events()[-1] == "clock-resumed", "the fifteen seconds have gone on where they stood"


def test_three_hands_at_once(bench: Bench) -> None:
    bench.lift()
    bench.taps((150, 1), (100, 2), (50, 3))
    assert bench.screen["question"]["options"] == ["Cy was first", "Ben was first", "Ann was first"]


def test_a_tie_that_makes_no_difference_is_nobodys_question(bench: Bench) -> None:
    """Two presses that mean nothing, and a judge's call beside a press."""
    bench.taps((100, 1), (100, 3))
    assert bench.screen["question"] is None
    now = bench.clock.mono_us()
    bench.hear(JudgeCalled(at_us=now), SeatPressed(at_us=now, seat=1), SeatReleased(at_us=now, seat=1))
    bench.later(0.5)
    assert bench.screen["question"] is None
    assert bench.events()[-1] == "judge-called"


def test_the_block_and_its_return_are_events(bench: Bench) -> None:
    bench.lift()
    bench.hear(BlockReturned(at_us=bench.clock.mono_us()))
    bench.later(0.5)
    assert bench.events()[-2:] == ["block-lifted", "block-returned"]


def test_a_press_of_an_empty_seat_is_nothing(bench: Bench) -> None:
    bench.lift()
    bench.taps((100, 7))
    assert bench.screen["question"] is None


def test_a_question_to_a_challenger_goes_when_the_block_is_back(bench: Bench) -> None:
    bench.lift()
    bench.taps((0, 3))
    assert bench.screen["question"] is not None
    bench.hear(BlockReturned(at_us=bench.clock.mono_us()))
    bench.later(0.5)
    assert bench.screen["question"] is None
    assert bench.notes("question-dropped")[-1]["why"] == "the table has moved on"


# --- a box with faults


def test_a_fault_is_on_every_page_until_it_has_passed(bench: Bench) -> None:
    bench.referee.box_fault(BOX, Fault.UNPLUGGED)
    bench.referee.box_fault(DISPLAY, Fault.NOT_ANSWERING)
    assert [notice["part"] for notice in bench.screen["notices"]] == [BOX, DISPLAY]
    assert "unplugged" in bench.screen["notices"][0]["text"]
    bench.referee.box_fault(BOX, None)
    bench.referee.box_fault(DISPLAY, None)
    assert bench.screen["notices"] == []
    assert [note["text"] is None for note in bench.notes("part")] == [False, False, True, True]


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("part", ["box", "block", "seat-1", "seat-2", "seat-3", "judge", "display"])
def test_there_are_words_for_every_fault_of_every_part(bench: Bench, part: str, fault: Fault) -> None:
    bench.referee.box_fault(part, fault)
    (notice,) = bench.screen["notices"]
    assert notice["text"][0].isupper()
    assert notice["text"].endswith(".")


def test_a_silent_box_holds_nobody_up(bench: Bench) -> None:
    bench.referee.box_passed(bench.clock.mono_us())
    bench.later(131)
    assert bench.screen["match"]["checking"]
    bench.referee.box_fault(BOX, Fault.UNPLUGGED)
    bench.later(0.1)
    assert bench.events()[-1] == "tick"


def test_a_press_that_was_cut_off_counts_where_a_hold_would_mean_the_same(bench: Bench) -> None:
    bench.lift()
    bench.hear(SeatPressed(at_us=bench.clock.mono_us(), seat=3))
    bench.referee.box_fault(BOX, Fault.UNPLUGGED)
    bench.later(1.1)
    assert bench.screen["question"]["text"].startswith("Cy")


def test_a_press_that_was_cut_off_is_asked_for_again_where_a_hold_would_mean_something_else(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    meaning = bench.referee._listening._hearing._proposal
    nothing_if_held = lambda fold, heard, held, seen: NOTHING if held else meaning(fold, heard, held, seen)  # noqa: E731
    monkeypatch.setattr(bench.referee._listening._hearing, "_proposal", nothing_if_held)
    bench.lift()
    bench.hear(SeatPressed(at_us=bench.clock.mono_us(), seat=3))
    bench.referee.box_fault(BOX, Fault.UNPLUGGED)
    bench.later(1.1)
    assert bench.screen["question"] is None
    assert [notice["part"] for notice in bench.screen["notices"]] == [BOX, "press"]
    bench.taps((0, 3))
    assert [notice["part"] for notice in bench.screen["notices"]] == [BOX]
    assert bench.screen["question"]["text"].startswith("Cy")


def test_the_earlier_of_two_holds_up_the_later(bench: Bench) -> None:
    """Ben keeps his finger down, Cy only taps: Ben was first all the same."""
    bench.lift()
    now = bench.clock.mono_us()
    bench.hear(SeatPressed(at_us=now, seat=2), SeatPressed(at_us=now + 50 * MS, seat=3))
    bench.hear(SeatReleased(at_us=now + 90 * MS, seat=3))
    bench.later(0.5)
    assert bench.screen["question"] is None
    bench.later(0.6)
    assert bench.screen["question"]["text"].startswith("Ben")


def test_what_the_box_reports_is_shown_before_it_is_certain_what_came_first(bench: Bench) -> None:
    """The camera may still report a cube that was moved before; a hand must feel at once that it was noticed."""
    bench.referee.passed(bench.clock.mono_us() - 100 * MS)
    version = bench.referee.version
    bench.hear(BlockLifted(at_us=bench.clock.mono_us()))
    bench.referee.step()
    assert bench.screen["match"]["noticed"] == "Noticed: The challenge block"
    assert bench.referee.version > version
    assert "block-lifted" not in bench.events()
    bench.referee.passed(bench.clock.mono_us() + SECOND)
    bench.later(0.5)
    assert bench.events()[-1] == "block-lifted"
    assert bench.screen["match"]["noticed"] is None
    now = bench.clock.mono_us()
    bench.hear(SeatPressed(at_us=now, seat=3))
    bench.referee.step()
    assert bench.screen["match"]["noticed"] == "Noticed: Cy"
