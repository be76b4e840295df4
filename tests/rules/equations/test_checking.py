"""Checking (VII-C) and the end of a shake."""

from tests.rules.equations.playing import checking, last_cube, two_played, writing


def test_accepted_by_all() -> None:
    table = checking().check(100, "A", "B", accepted=True)
    assert (table.phase, table.to_act) == ("checking", "C")
    assert table.check(101, "A", "C", accepted=True).scores == {"A": 6, "B": 2, "C": 2}


def test_a_wrong_one_that_nobody_rejects_is_correct() -> None:
    table = checking(equation="2x4=6").check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=True)
    assert table.scores == {"A": 6, "B": 2, "C": 2}


def test_a_right_one_that_somebody_rejects_is_correct() -> None:
    table = checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=False)
    assert table.scores == {"A": 6, "B": 2, "C": 2}


def test_a_rejection_that_is_borne_out() -> None:
    table = checking(equation="2x4=6").check(100, "A", "B", accepted=False).check(101, "A", "C", accepted=True)
    assert table.scores == {"A": 2, "B": 6, "C": 6}


def test_answers_that_are_nobodys_to_give() -> None:
    table = checking().check(100, "A", "A", accepted=True).check(101, "B", "A", accepted=True)
    table.check(102, "A", "B", accepted=True).check(103, "A", "B", accepted=False)
    assert table.said == ["own-paper", "no-such-paper", "answered-already"]


def test_not_before_all_have_presented() -> None:
    assert writing().present(60, "A", "2x3=6").check(61, "A", "C", accepted=True).codes == ["not-now"]


def test_each_equation_has_its_own_time() -> None:
    table = last_cube().present(80, "A", "2x3=6").present(81, "B", "3x2=6").present(82, "C", None)
    assert (table.to_act, table.timer) == ("ABC", ("check", 202, "running"))
    table.check(100, "B", "A", accepted=True)
    assert table.match.playing.checked == "B", "the first that got an answer"
    assert table.timer == ("check", 202, "running")
    table.check(101, "A", "C", accepted=True)
    assert table.match.playing.checked == "B"
    table.check(110, "B", "C", accepted=True)
    assert (table.match.playing.checked, table.timer, table.to_act) == ("A", ("check", 230, "running"), "B")


def test_a_checker_who_never_answers() -> None:
    table = checking().check(100, "A", "B", accepted=True).tick(220)
    assert table.penalties == []
    table.tick(280)
    assert (table.penalties, table.phase) == ([("C", 220, "time")], "checking")
    table.tick(280.001)
    assert (table.phase, table.codes) == ("shake-over", ["time-lost"])
    assert dict(table.view.shakes[0].scores) == {"A": 6, "B": 2, "C": 2}


def test_silence_is_no_acceptance() -> None:
    """B lets the time pass, A shows the fault: B has not accepted it (X-A)."""
    table = checking("impossible", "2x4=6").check(100, "C", "A", accepted=False).tick(400)
    assert dict(table.view.shakes[0].scores) == {"A": 6, "B": 4, "C": 2}


def test_a_judges_word_stands_above_the_checkers() -> None:
    table = (
        checking().check(100, "A", "B", accepted=True).at(110, "judge-ruled", writer="A", correct=False, judge="Lee")
    )
    assert (table.phase, table.scores) == ("shake-over", {"A": 2, "B": 6, "C": 6})
    table.at(120, "judge-ruled", writer="A", correct=True, judge="Kim")
    assert table.scores == {"A": 6, "B": 2, "C": 2}
    table.at(130, "judge-ruled", writer="B", correct=True, judge="Kim")
    assert table.said == ["no-such-paper"]


def test_a_judge_on_another_equation_does_not_stop_the_time() -> None:
    table = last_cube().present(80, "A", "2x3=6").present(81, "B", "3x2=6").present(82, "C", "2x3=6")
    table.at(90, "judge-ruled", writer="B", correct=False, judge="Lee")
    assert (table.match.playing.checked, table.timer) == ("A", ("check", 202, "running"))
    table.at(95, "judge-ruled", writer="A", correct=True, judge="Lee")
    assert (table.match.playing.checked, table.timer) == ("C", ("check", 215, "running"))


def test_a_rejection_is_borne_out_by_what_the_adjudicator_finds() -> None:
    """A 3 that lies upside down makes -6, in High School Basic; a judge's word still stands above it."""
    table = checking(equation="2x3<ud>=6").check(100, "A", "B", accepted=False).check(101, "A", "C", accepted=True)
    assert (table.phase, table.scores) == ("shake-over", {"A": 2, "B": 6, "C": 6})
    table.at(901, "judge-ruled", writer="A", correct=True, judge="Lee")
    assert table.scores == {"A": 6, "B": 2, "C": 2}


def test_nothing_to_check_ends_the_shake() -> None:
    table = two_played().challenge(50, "A", "now").third(51, "B", presents=False).present(52, "A", None)
    assert (table.phase, table.scores, table.to_act) == ("shake-over", {"A": 2, "B": 6, "C": 6}, "B")
    assert table.timer == ("none", None, "stopped")
