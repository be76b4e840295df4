"""Challenges by touch, whose last seconds are kept like those of a lifted block."""

from __future__ import annotations

from device.timer import MatchTime
from kiosk.disputes import Disputes
from kiosk.record import Moment
from rules.messages import Message

TIME = MatchTime(zero_us=5_000_000)


def moment(seq: int, t_ms: int, event: str) -> Moment:
    return Moment(seq, t_ms, Message(event), None, seq, event)


def test_a_challenge_by_touch_is_said_once_at_its_own_moment() -> None:
    disputes = Disputes()
    moments = [moment(3, 1000, "cube-moved"), moment(4, 2000, "block-lifted")]
    assert list(disputes.new(moments, TIME, 7_100_000)) == [7_000_000]
    assert list(disputes.new(moments, TIME, 7_200_000)) == []
    moments.append(moment(5, 6000, "challenge-stated"))
    assert list(disputes.new(moments, TIME, 11_100_000)) == [], "it is the same challenge"
    moments += [moment(6, 9000, "block-returned"), moment(7, 9500, "block-lifted")]
    assert list(disputes.new(moments, TIME, 15_000_000)) == [14_500_000], "and this is another"


def test_what_the_box_has_reported_is_not_kept_twice() -> None:
    disputes = Disputes()
    disputes.kept(7_000_900)
    assert list(disputes.new([moment(4, 2000, "block-lifted")], TIME, 7_100_000)) == []


def test_a_challenge_that_is_stated_without_a_lift_is_one() -> None:
    assert list(Disputes().new([moment(9, 4000, "challenge-stated")], TIME, 9_500_000)) == [9_000_000]


def test_what_an_earlier_run_wrote_down_has_no_pictures() -> None:
    disputes = Disputes()
    assert list(disputes.new([moment(4, 2000, "block-lifted")], TIME, 60_000_000)) == []
