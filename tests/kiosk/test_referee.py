"""The referee with a game it knows nothing of: what is certain when, and what is written down."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.signals import SeatPressed, SeatReleased
from kiosk.clock import HandClock
from kiosk.journal import Journal
from kiosk.past import last_match
from kiosk.record import Life, Record
from kiosk.referee import Referee, Reply
from kiosk.screen import screen_body
from kiosk.verify import verify
from rules.errors import BadRequest
from rules.events import LATEST_MS
from rules.registry import Games
from tests.toy.flag_game import FLAG_GAME

GAMES = Games([FLAG_GAME])
START = {"ruleset": "toy-flag-race", "division": "open", "names": ["Ann", "Ben"]}


class Bench:
    """A referee on a bench: a clock to be moved by hand and a folder to come back to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = HandClock()
        self.open()

    def open(self, life: Life | None = None) -> None:
        self.journal = Journal(self.folder, self.clock)
        record = Record(self.journal, GAMES, self.clock)
        self.referee = Referee(record, self.clock, patience_ms=4000, frame_us=100_000)
        self.referee.resume(life)

    def close(self) -> None:
        self.journal.close()

    def touch(self, **request: Any) -> Reply | BadRequest:
        replies: list[Reply | BadRequest] = []
        self.referee.touched(request, replies.append)
        self.referee.step()
        (reply,) = replies
        return reply

    def answer(self, **request: Any) -> list[Reply | BadRequest]:
        replies: list[Reply | BadRequest] = []
        self.referee.answered(request, replies.append)
        self.referee.step()
        return replies

    def tap(self, at_us: int, seat: int) -> None:
        """The box reports that a finger went down and, by the time it is reported, up again."""
        self.referee.signalled(SeatPressed(at_us=at_us, seat=seat))
        self.referee.signalled(SeatReleased(at_us=at_us, seat=seat))

    def later(self, seconds: float) -> None:
        self.clock.move(seconds)
        self.referee.step()

    @property
    def match(self) -> dict[str, Any]:
        match = screen_body(self.referee, {})["match"]
        assert match is not None
        return match

    def scores(self) -> list[int]:
        return [seat["score"] for seat in self.match["seats"]]

    def events(self) -> list[dict[str, Any]]:
        return [row.data for row in self.journal.rows() if row.kind == "event"]

    def lines(self) -> list[str]:
        return [event["event"] for event in self.events()]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def test_nothing_can_be_done_before_a_match(bench: Bench) -> None:
    assert isinstance(bench.touch(event="counted", player="A", by=1), BadRequest)
    bench.tap(bench.clock.mono_us(), seat=1)
    bench.later(1)
    assert screen_body(bench.referee, {})["match"] is None
    assert list(bench.journal.rows()) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"ruleset": "chess"}, "no ruleset 'chess'"),
        ({"names": ["Ann"]}, "played by 2 players"),
        ({"names": ["Ann", "Ann"]}, "same name"),
        ({"names": ["Ann", "  "]}, "1 to 30"),
        ({"names": ["Ann", 7]}, "list of texts"),
        ({"names": None}, "list of texts"),
        ({"division": 7}, "division"),
    ],
)
def test_a_match_that_cannot_begin(bench: Bench, change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadRequest, match=complaint):
        bench.referee.begin(START | change)
    assert list(bench.journal.rows()) == []


def test_names_are_shown_and_seats_are_written(bench: Bench) -> None:
    bench.referee.begin(START | {"names": [" Ann  Lee ", "Ben"]})
    bench.touch(event="counted", player="A", by=2)
    assert bench.match["moves"][-1]["text"] == "Ann Lee counted 2 on."
    assert not any("Ann" in row.text for row in bench.journal.rows())
    with pytest.raises(BadRequest, match="being played"):
        bench.referee.begin(START)


def test_an_event_has_the_time_of_its_first_evidence(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.touch(event="counted", player="A", by=2)
    pressed_us = bench.clock.mono_us() + 30_000
    bench.clock.move(0.5)
    bench.tap(pressed_us, seat=1)
    bench.later(0.25)
    assert bench.lines() == ["match-started", "counted", "flag-passed"]
    assert list(bench.journal.rows())[-1].data["t"] == 0.03


def test_a_refused_event_is_journalled_with_its_ruling(bench: Bench) -> None:
    bench.referee.begin(START)
    reply = bench.touch(event="counted", player="B", by=2)
    assert reply == Reply("refused", "Ben does not have the flag card.")
    row = list(bench.journal.rows())[-1]
    assert row.data["player"] == "B"
    assert row.refused
    assert '"code":"out-of-turn"' in row.rulings
    assert [move["text"] for move in bench.match["moves"]] == ["match-started"]
    assert bench.scores() == [0, 0]


def test_what_is_not_on_offer_or_not_an_event_is_not_written(bench: Bench) -> None:
    bench.referee.begin(START)
    for request in (
        {"event": "event-undone", "line": 1},
        {"event": "counted", "player": "Z", "by": 1},
        {},
        {"event": []},
    ):
        assert isinstance(bench.touch(**request), BadRequest)
    assert bench.lines() == ["match-started"]


def test_a_deadline_falls_when_nothing_earlier_can_come(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.referee.passed(bench.clock.mono_us() + 59_900_000)
    bench.later(60.5)
    assert bench.match["checking"], "the camera is still looking at what happened before the deadline"
    assert bench.match["seats"][0]["to_act"]
    press_us = bench.clock.mono_us() - 600_000
    bench.tap(press_us, seat=1)
    bench.referee.passed(bench.clock.mono_us())
    bench.later(0.2)
    assert bench.lines() == ["match-started", "tick"]
    assert not bench.match["checking"]
    assert bench.match["seats"][1]["to_act"]
    assert bench.match["rulings"][-1]["code"] == "time-lost"


def test_what_came_before_the_deadline_counts_though_it_is_seen_after_it(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.touch(event="counted", player="A", by=3)
    start_us = bench.clock.mono_us()
    bench.referee.passed(start_us + 59_000_000)
    bench.later(60.3)
    bench.tap(start_us + 59_990_000, seat=1)
    bench.referee.passed(bench.clock.mono_us())
    bench.later(0)
    assert bench.lines() == ["match-started", "counted", "flag-passed"]
    assert bench.match["rulings"] == []


def test_patience_with_a_silent_camera_ends(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.referee.passed(bench.clock.mono_us())
    bench.later(63.9)
    assert bench.match["checking"]
    bench.later(0.2)
    assert bench.lines()[-1] == "tick"


def test_a_camera_that_is_lost_is_said_on_every_page_and_holds_nobody_up(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.referee.passed(bench.clock.mono_us())
    bench.referee.camera("restarting")
    bench.referee.camera("restarting")
    assert [notice["part"] for notice in screen_body(bench.referee, {})["notices"]] == ["camera"]
    bench.later(60.1)
    assert bench.lines()[-1] == "tick"
    bench.referee.camera("watching")
    assert screen_body(bench.referee, {})["notices"] == []
    notes = [row.data for row in bench.journal.rows() if row.kind == "note"]
    assert [note["part"] for note in notes if note["note"] == "part"] == ["camera", "camera"]


def test_after_a_crash_the_same_state_and_a_question(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.touch(event="counted", player="A", by=2)
    bench.clock.move(10)
    life = Life(bench.clock.boot, bench.clock.mono_us(), bench.clock.wall().timestamp(), bench.referee.now_ms())
    bench.close()
    bench.clock.move(100)
    bench.open(life)
    assert bench.scores() == [2, 0]
    assert bench.match["timer"]["state"] == "paused"
    assert bench.events()[2:4] == [
        {"t": 110, "event": "outage", "seconds": 100},
        {"t": 110, "event": "clock-paused", "by": "table", "why": "outage"},
    ]
    question = screen_body(bench.referee, {})["question"]
    assert "100 seconds" in question["text"]
    bench.later(30)
    assert bench.answer(question=question["id"], option=0) == [Reply("done")]
    timer = bench.match["timer"]
    assert (timer["state"], timer["deadline_ms"]) == ("running", 60_000 + 100_000 + 30_000)
    assert [move["text"] for move in bench.match["moves"]][:2] == ["match-started", "Ann counted 2 on."]
    assert verify(bench.folder) == []


def test_after_a_power_cut_the_wall_clock_is_what_is_left(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.close()
    bench.clock.move(25)
    bench.clock.boot = "another"
    bench.open()
    assert bench.events()[1] == {"t": 25, "event": "outage", "seconds": 25}
    bench.close()
    bench.open()
    assert bench.lines() == ["match-started", "outage", "clock-paused"], "a paused clock needs no second pause"
    assert screen_body(bench.referee, {})["question"] is not None


@pytest.mark.parametrize("boot", ["by-hand", "another"])
def test_a_table_that_was_away_for_months_goes_on_and_can_be_read(bench: Bench, boot: str) -> None:
    bench.referee.begin(START)
    for _ in range(3):
        bench.close()
        bench.clock.move(200 * 86_400)
        bench.clock.boot = boot
        bench.open()
        question = screen_body(bench.referee, {})["question"]
        assert bench.answer(question=question["id"], option=0) == [Reply("done")]
    assert [event["seconds"] for event in bench.events() if event["event"] == "outage"] == [86_400] * 3
    bench.touch(event="counted", player="A", by=2)
    bench.close()
    bench.open()
    assert bench.scores() == [2, 0]
    assert verify(bench.folder) == []


def test_a_match_that_nobody_ends_can_be_read_after_weeks(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.later(30 * 86_400)
    bench.touch(event="counted", player="A", by=2)
    assert bench.events()[-1]["t"] == LATEST_MS // 1000
    bench.close()
    bench.open()
    assert verify(bench.folder) == []


def test_a_clock_that_went_back_costs_nobody_anything(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.later(5)
    bench.touch(event="counted", player="A", by=2)
    bench.close()
    bench.clock.boot, bench.clock.now_us = "another", 1_000_000
    bench.open()
    assert [row.data["t"] for row in bench.journal.rows() if row.kind == "event"] == [0, 5, 5, 5]


def test_a_question_is_answered_once_and_only_as_offered(bench: Bench) -> None:
    bench.referee.begin(START)
    bench.close()
    bench.open()
    question = screen_body(bench.referee, {})["question"]
    for wrong in ({"question": "99", "option": 0}, {"question": question["id"], "option": 5}, {"option": 0}):
        (reply,) = bench.answer(**wrong)
        assert isinstance(reply, BadRequest)
    assert bench.answer(question=question["id"], option=0) == [Reply("done")]
    (again,) = bench.answer(question=question["id"], option=0)
    assert isinstance(again, BadRequest)


def test_the_journal_replays_to_what_was_shown(bench: Bench) -> None:
    bench.referee.begin(START)
    for turn in range(8):
        player = "AB"[turn % 2]
        bench.touch(event="counted", player=player, by=3)
        bench.later(3)
        bench.touch(event="flag-passed", player=player)
        bench.later(70 if turn == 2 else 4)
    assert bench.match["over"]
    past = last_match(bench.journal, GAMES)
    assert past.fold.view == bench.referee.record.view
    assert bench.referee.begin(START) == Reply("done"), "the next match may begin"
    assert bench.scores() == [0, 0]
