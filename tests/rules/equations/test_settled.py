"""The readings of the flow that leave nothing to choose: one test for each, in the order of the list."""

from __future__ import annotations

from rules.equations.flow_readings import SETTLED
from tests.rules.equations.playing import (
    AGLOA,
    Table,
    agloa,
    agloa_moving,
    checking,
    last_cube,
    moving,
    rolled,
    two_played,
    writing,
)


def test_each_has_its_test_here() -> None:
    tests = [name for name in globals() if name.startswith("test_") and name != "test_each_has_its_test_here"]
    assert len(tests) == len(SETTLED)


def test_at_the_very_moment_of_a_deadline_it_is_in_time() -> None:
    assert moving().move(150, "B", "R2", "required").penalties == []
    assert moving().move(150.001, "B", "R2", "required").penalties == [("B", 150, "time")]


def test_a_goal_that_lies_there_can_still_be_set_when_its_time_is_over() -> None:
    table = rolled().tick(190.001)
    assert (table.phase, table.said) == ("setting-goal", ["goal-lost"])
    assert table.goal(200).phase == "moving"


def test_the_last_cube_is_back_before_anybody_challenges() -> None:
    table = moving(cubes="R2 R3 G6").move(30, "B", "R2", "required").move(40, "C", "R3", "forbidden")
    assert (table.said, table.mat("resources")) == (["last-to-forbidden"], "R3")
    challenge = table.challenge(41, "A", "impossible").match.playing.challenge
    assert challenge is not None
    assert challenge.mover == "B"


def test_papers_after_the_last_cube_but_the_challengers() -> None:
    table = last_cube().present(75, "A", "2x3=6").present(76, "B", "3x2=6").challenge(80, "A", "impossible")
    assert [paper.writer for paper in table.match.playing.papers] == ["B"]
    assert (table.match.playing.third_presents, table.to_act) == (True, "C")


def test_who_lost_the_turn_may_challenge() -> None:
    table = moving().move(30, "B", "R2", "required").tick(160.001)
    assert (table.to_act, table.challenge(161, "C", "impossible").phase) == ("A", "writing")


def test_no_goal_that_nobody_declared() -> None:
    assert moving().challenge(30, "B", "no-goal").said == ["no-goal-not-declared"]


def test_no_second_challenge() -> None:
    table = agloa_moving().move(30, "B", "R2", "required").challenge(40, "C", "impossible")
    assert (table.challenge(41, "A", "impossible").codes, table.penalties) == (["not-now"], [])


def test_no_challenge_after_the_stop() -> None:
    table = agloa_moving().move(30, "B", "R2", "required").at(40, "round-stopped").challenge(41, "A", "impossible")
    assert (table.codes, table.penalties) == (["not-now"], [])


def test_the_same_challenges_are_invalid_in_both_books() -> None:
    def said(table: Table) -> list[str]:
        table.challenge(21, "A", "impossible").challenge(22, "B", "now").challenge(23, "C", "no-goal")
        return table.challenge(24, "C", "maybe").said

    assert (
        said(moving())
        == said(agloa_moving())
        == [
            "against-oneself",
            "now-needs-cubes",
            "no-goal-not-declared",
            "no-such-challenge",
        ]
    )


def test_words_after_the_fifteen_seconds_until_the_next_move() -> None:
    late = moving().lift(30, "C").tick(46)
    assert late.challenge(47, "C", "impossible").said == ["said-too-late"]
    moved = moving().lift(30, "C").tick(46).move(47, "B", "R2", "required")
    assert moved.challenge(48, "C", "impossible").phase == "writing"
    lifted = moving().lift(30, "C").tick(46).lift(47, "C")
    assert lifted.challenge(48, "C", "impossible").phase == "writing"


def test_two_cubes_without_the_word() -> None:
    table = moving().move(30, "B", "R2", "required").move(31, "B", "R3", "required")
    assert (table.codes, table.mat("required")) == (["out-of-turn"], "R2")
    table.take_back(32, "B", "R2", "required").move(33, "B", "R3", "required")
    assert table.mat("required") == "R3"


def test_a_senior_players_second_selection() -> None:
    table = agloa("senior").select(10, "A", "factorial").select(11, "A", "multiple-operations")
    assert (table.codes, table.to_act) == ([], "B")
    passed = agloa("senior").select(10, "A", "factorial").select(11, "B", "multiple-operations")
    assert passed.select(12, "A", "number-of-factors").codes == ["out-of-turn"]


def test_two_unsuitable_selections_and_the_first_is_charged() -> None:
    zero = {"name": "wild", "cube": "0"}
    table = agloa().select(10, "A", zero).select(11, "B", zero).charge(12, "C", "A", "variation")
    assert (table.codes, table.to_act) == (["upheld"], "A")


def test_a_variation_of_every_shake_does_not_suit() -> None:
    assert agloa("junior").select(10, "A", "sideways").charge(11, "B", "A", "variation").codes == ["upheld"]


def test_a_false_charge() -> None:
    table = agloa_moving().charge(30, "C", "B", "noise")
    assert (table.codes, table.penalties) == (["not-upheld"], [])


def test_no_event_disqualifies() -> None:
    names = {kind.__name__ for kind in moving().fold.game.vocabulary}
    assert not [name for name in names if "Disqualif" in name or "Replay" in name]


def test_a_changed_equation_is_decided() -> None:
    table = agloa_moving().move(30, "B", "R2", "required").move(40, "C", "Bx", "required").challenge(50, "A", "now")
    table.third(51, "B", presents=False).present(60, "A", "2x3=6").present(61, "A", "2x4=6")
    assert table.phase == "shake-over"


def test_each_equation_has_its_own_time() -> None:
    table = writing("impossible").present(60, "B", "2x3=6").present(90, "C", "2x3=6")
    assert table.timer == ("check", 210, "running")
    table.check(100, "C", "A", accepted=True).check(110, "B", "A", accepted=True)
    assert table.timer == ("check", 210, "running"), "C's Equation got the first answer"
    assert table.check(120, "C", "B", accepted=True).timer == ("check", 240, "running")


def test_nobody_has_answered() -> None:
    table = writing("impossible").present(60, "B", "2x3=6").present(90, "C", "2x3=6").tick(280.001)
    assert (table.said, table.match.playing.checked) == (["answer-lost", "answer-lost"], "C")


def test_who_comes_to_owe_an_answer_in_the_extra_minute_loses_it_without_a_second_point() -> None:
    """XI-A knows the second point after a first one alone, and XI-A-3 no point without a countdown."""
    table = agloa_moving(cubes="R2 R3 R+ Bx G6 K7").move(30, "B", "R2", "required").move(40, "C", "Bx", "required")
    table.move(50, "A", "K7", "forbidden").move(60, "B", "R+", "permitted").move(70, "C", "R3", "required")
    table.present(80, "A", "2x3=6").present(81, "B", "3x2=6").present(82, "C", None).tick(220)
    late = [("B", 212, "time"), ("C", 212, "time")]
    assert (table.penalties, table.match.playing.checked) == (late, "A")
    table.check(221, "B", "C", accepted=True)
    assert (table.to_act, table.match.playing.checked) == ("ABC", "B")
    table.tick(272.001)
    assert (table.penalties, table.codes, table.match.playing.checked) == (late, ["time-lost"], "A")


def test_a_judge_after_the_shake() -> None:
    table = checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=True)
    assert table.scores["A"] == 6
    assert table.at(110, "judge-ruled", writer="A", correct=False, judge="Lee").scores["A"] == 2
    table.shake(120, None).at(121, "judge-ruled", writer="A", correct=True, judge="Lee")
    assert (table.codes[-1], table.scores["A"]) == ("not-now", 2)


def test_what_is_an_absent_players() -> None:
    assert Table().shake().absent(10, "A").timer == ("roll-and-goal", 130, "running")
    assert two_played().absent(50, "A").timer == ("turn", 110, "running")
    assert writing("now").absent(60, "A").to_act == "B"
    assert checking().absent(100, "B").to_act == "C"


def test_one_of_two_players() -> None:
    assert moving(players="AB").absent(30, "A").said == ["too-few-present"]


def test_a_late_roll() -> None:
    assert Table("junior", ruleset=AGLOA).shake().roll(80).timer == ("select", 95, "running")


def test_stopped_before_the_goal_or_with_the_block_out() -> None:
    assert rolled().at(10, "round-stopped").codes == ["void"]
    table = moving().lift(30, "B").at(31, "round-stopped")
    assert (table.phase, table.tick(45.001).phase) == ("challenge-called", "writing")


def test_nothing_but_the_event_stops_a_round() -> None:
    table = moving().at(30, "round-time-called").tick(36_000)
    assert table.phase == "moving"
