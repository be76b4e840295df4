"""Time (XI), each rule at its very boundary: at a deadline one is in time, a millisecond later not."""

import pytest

from rules.limits import Shift
from tests.rules.equations.playing import AGLOA, Table, last_cube, moving, rolled


@pytest.mark.parametrize(
    ("t", "state", "points"),
    [
        (140, "running", 0),
        (140.001, "countdown", 0),
        (150, "countdown", 0),
        (150.001, "extra-minute", 1),
        (210, "extra-minute", 1),
    ],
)
def test_states_of_a_limit(t: float, state: str, points: int) -> None:
    table = moving().tick(t)
    assert table.timer == ("first-turn", 140, state)
    assert len(table.penalties) == points


def test_a_task_done_by_the_end_of_the_countdown_costs_nothing() -> None:
    table = moving().move(150, "B", "R2", "required")
    assert (table.penalties, table.to_act) == ([], "C")
    late = moving().move(150.001, "B", "R2", "required")
    assert (late.penalties, late.to_act) == ([("B", 150, "time")], "C")


def test_points_and_status_by_division() -> None:
    older, younger = moving("junior").tick(151), moving("minor").tick(151)
    assert (older.scores["B"], older.view.penalties[0].status) == (-1, "applied")
    assert (younger.scores["B"], younger.view.penalties[0].status) == (0, "pending")
    assert younger.view.penalties[0].cite == "XI-A-1-b"


def test_rolling_and_goal_share_their_time() -> None:
    table = Table().shake().roll(100)
    assert table.timer == ("roll-and-goal", 120, "running")
    assert table.goal(130).penalties == []
    assert Table().shake().tick(130.001).penalties == [("A", 130, "time")]


def test_many_turns_are_lost_one_after_the_other() -> None:
    table = moving().tick(20 + 190 + 130 + 130 + 1)
    assert (table.to_act, table.codes) == ("B", ["time-lost"] * 3)
    assert table.penalties == [("B", 150, "time"), ("C", 280, "time"), ("A", 410, "time")]
    assert [ruling.t_ms for ruling in table.view.rulings] == [210_000, 340_000, 470_000]


def test_the_first_minute_after_the_last_cube() -> None:
    assert last_cube().tick(130).phase == "last-cube"
    assert last_cube().tick(130.001).phase == "writing"


def test_pause() -> None:
    table = moving().at(100, "clock-paused", by="judge", why="alarm").tick(400)
    assert table.timer == ("first-turn", 440, "paused")
    assert table.view.next_due_ms is None
    table.at(500, "clock-resumed", by="judge", why="back")
    assert (table.timer, table.penalties) == (("first-turn", 540, "running"), [])
    assert table.at(501, "clock-resumed", by="judge", why="again").codes == ["not-now"]


def test_a_second_pause_is_not_now() -> None:
    table = moving().at(100, "clock-paused", by="judge", why="").at(110, "clock-paused", by="judge", why="")
    assert (table.codes, table.tick(200).timer) == (["not-now"], ("first-turn", 240, "paused"))


def test_a_turn_given_during_a_pause_starts_when_the_clock_runs() -> None:
    table = moving().at(100, "clock-paused", by="judge", why="").move(110, "B", "R2", "required").tick(300)
    assert table.timer == ("turn", 360, "paused")
    assert table.at(400, "clock-resumed", by="judge", why="").timer == ("turn", 460, "running")


def test_pause_and_block_together_count_once() -> None:
    table = (
        moving().lift(35, "C").at(40, "clock-paused", by="judge", why="").at(100, "clock-resumed", by="judge", why="")
    )
    assert table.timer == ("state-challenge", 110, "running")
    table.at(105, "block-returned")
    assert table.timer == ("first-turn", 140 + 70, "running")
    inside = moving().at(30, "clock-paused", by="judge", why="").lift(35).at(40, "block-returned")
    inside.at(50, "clock-resumed", by="judge", why="")
    assert inside.timer == ("first-turn", 160, "running")


def test_the_first_minute_after_the_last_cube_stands_still_too() -> None:
    table = last_cube().at(80, "clock-paused", by="judge", why="").at(180, "clock-resumed", by="judge", why="")
    assert table.tick(230).phase == "last-cube"
    assert table.tick(230.001).phase == "writing"


def test_outage() -> None:
    """Down from 100 to 300: what fell into it has not happened."""
    table = moving().at(300, "outage", seconds=200)
    assert (table.timer, table.penalties) == (("first-turn", 340, "running"), [])
    before = moving().at(300, "outage", seconds=100)
    assert before.penalties == [("B", 150, "time")]
    assert before.timer == ("first-turn", 240, "extra-minute")
    assert moving().lift(30, "C").at(130, "outage", seconds=95).timer == ("state-challenge", 140, "running")
    assert Table().at(5, "outage", seconds=5).codes == []


def test_outage_within_a_pause_moves_nothing_twice() -> None:
    table = moving().at(100, "clock-paused", by="judge", why="").at(300, "outage", seconds=150)
    assert table.at(400, "clock-resumed", by="judge", why="").timer == ("first-turn", 440, "running")


def test_deadlines_are_on_record() -> None:
    table = moving().move(145, "B", "R2", "required").tick(400).move(401, "A", "K7", "forbidden")
    records = {(r.task, r.player): r for r in table.view.deadlines}
    assert list(records) == [
        ("task-roll-and-goal", "A"),
        ("task-first-turn", "B"),
        ("task-turn", "C"),
        ("task-turn", "A"),
    ]
    goal, first, lost = (records[key] for key in list(records)[:3])
    assert (goal.start_ms, goal.deadline_ms, goal.warned_ms, goal.done_ms) == (0, 120_000, None, 20_000)
    assert (first.warned_ms, first.done_ms, first.penalties) == (140_000, 145_000, ())
    assert (lost.warned_ms, lost.done_ms, lost.expired_ms, lost.penalties) == (205_000, None, 275_000, (1,))


def test_the_block_is_on_record() -> None:
    table = rolled().lift(30, "B").tick(50).lift(60, "C").challenge(70, "C", "now")
    silent, said = [r for r in table.view.deadlines if r.task == "task-state-challenge"]
    assert (silent.player, silent.expired_ms, silent.penalties) == ("B", 45_000, (1,))
    assert (said.player, said.done_ms, said.expired_ms, said.penalties) == ("C", 70_000, None, ())


def test_a_record_says_where_it_belongs_and_how_it_ended() -> None:
    table = moving().move(145, "B", "R2", "required").tick(400)
    goal, first, lost = table.view.deadlines.last(3)
    assert {(r.shake, r.countdown_ms, r.extra_ms) for r in (goal, first, lost)} == {(1, 10_000, 60_000)}
    assert (goal.cite, first.cite) == ("XI-A-1-a", "XI-A-1-b")
    assert (first.ended_ms, lost.ended_ms) == (145_000, lost.expired_ms)
    (running,) = table.view.running
    assert (running.task, running.player, running.start_ms) == ("task-turn", "A", 275_000)
    assert (running.ended_ms, running.done_ms, running.expired_ms, running.penalties) == (None, None, None, (2,))
    # Another's challenge ends it: nothing was done, and nothing lost.
    ended = next(r for r in table.challenge(401, "C", "impossible").view.deadlines if r.start_ms == 275_000)
    assert (ended.ended_ms, ended.done_ms, ended.expired_ms) == (401_000, None, None)


def test_before_the_first_shake_no_limit_runs() -> None:
    assert Table().view.running == ()


def test_a_record_says_what_has_moved_its_deadline() -> None:
    table = moving().lift(30, "C").at(35, "clock-paused", by="judge", why="").at(40, "block-returned", player="C")
    table = (
        table.at(50, "clock-resumed", by="judge", why="").at(70, "outage", seconds=5).move(100, "B", "R2", "required")
    )
    first = next(r for r in table.view.deadlines if r.task == "task-first-turn")
    assert first.shifts == (
        Shift("block", 30_000, 5_000),
        Shift("paused", 35_000, 15_000),
        Shift("outage", 65_000, 5_000),
    )
    assert first.deadline_ms == first.start_ms + first.limit_ms + 25_000
    claim = next(r for r in table.view.deadlines if r.task == "task-state-challenge")
    assert claim.shifts == (Shift("paused", 35_000, 5_000),)


class TestSandTimer:
    """With `carry_over` the sand that is left runs out first, the timer flipped or not (XI-A-2)."""

    @pytest.mark.parametrize(
        ("moved", "deadline"),
        [
            (240, 300),
            (235, 235 + 5 + 60),
            (210, 210 + 30 + 60),
            (200, 200 + 20 + 60),
            (180, 180 + 60),
            (150, 150 + 30 + 60),
            (245, 305),
        ],
    )
    def test_the_lesser_rest_of_the_running_minute(self, moved: float, deadline: float) -> None:
        """The first turn runs from 120 to 240."""
        table = Table(carry_over=True).shake().roll(5).goal(120).move(moved, "B", "R2", "required")
        assert table.timer == ("turn", deadline, "running")

    def test_a_turn_done_before_its_time_has_begun(self) -> None:
        table = Table(carry_over=True).shake().roll(5).goal(120).move(210, "B", "R2", "required")
        assert table.move(220, "C", "Bx", "required").timer == ("turn", 220 + 20 + 60, "running")

    def test_without_it_nothing_goes_over(self) -> None:
        table = Table().shake().roll(5).goal(120).move(210, "B", "R2", "required")
        assert table.timer == ("turn", 270, "running")

    def test_limits_of_fifteen_seconds_leave_no_sand(self) -> None:
        table = Table("junior", ruleset=AGLOA, carry_over=True).shake().roll(5).select(10, "A", "factorial")
        assert table.timer == ("select", 75, "running")
        table.select(12, "B", "multiple-operations").select(20, "C", "number-of-factors")
        assert table.timer == ("goal", 140, "running")
        assert table.goal(110).timer == ("first-turn", 110 + 30 + 120, "running")
        assert table.challenge(150, "B", "impossible").timer == ("write", 270, "running")

    def test_from_writing_to_checking_and_into_the_next_shake(self) -> None:
        table = Table(players="AB", carry_over=True).shake().roll(5).goal(120).challenge(150, "B", "impossible")
        assert table.present(255, "A", "2x3=6").timer == ("check", 255 + 15 + 120, "running")
        table.check(360, "A", "B", accepted=True)
        assert table.shake(365, None).timer == ("roll-and-goal", 365 + 25 + 120, "running")
        late = Table(players="AB", carry_over=True).shake().roll(5).goal(120).challenge(150, "B", "impossible")
        late.present(255, "A", "2x3=6").check(360, "A", "B", accepted=True)
        assert late.shake(500, None).timer == ("roll-and-goal", 620, "running")


def test_a_pause_while_nothing_runs() -> None:
    """The Goal is lost and a judge is to decide: there is no limit to hold."""
    table = rolled().tick(190.001).at(200, "clock-paused", by="judge", why="")
    assert (table.timer, table.at(201, "clock-resumed", by="judge", why="").goal(210).timer) == (
        ("none", None, "stopped"),
        ("first-turn", 330, "running"),
    )
