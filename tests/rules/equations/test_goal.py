"""Goal, the Goal-setter's bonus move, No Goal (IV)."""

from tests.rules.equations.playing import Table, moving, rolled


def test_goal_takes_its_cubes_from_resources() -> None:
    table = rolled().goal(20, goal="B2 Bx _ R3 R+ G4")
    assert (table.phase, table.to_act) == ("moving", "B")
    assert table.mat("goal") == "B2 Bx _ R3 R+ G4"
    assert sorted(table.mat("resources").split()) == sorted(["R2", "B1", "G6", "K7", "K8"])
    assert table.timer == ("first-turn", 140, "running")


def test_turned_cubes_lay_upright_in_resources() -> None:
    assert rolled().goal(20, goal="K7s").mat("goal") == "K7s"


def test_goal_of_another_or_of_absent_cubes() -> None:
    table = rolled().goal(20, player="B").goal(21, goal="K9")
    assert (table.phase, table.codes) == ("setting-goal", ["out-of-turn", "illegal-move"])


def test_a_goal_that_breaks_the_rules_stands() -> None:
    table = rolled().goal(20, goal="R+ R2 R3 B1 B2 G4 G6")
    assert (table.phase, table.codes) == ("moving", [])


def test_bonus_before_the_goal() -> None:
    table = rolled().bonus(10, "A").move(12, "A", "K7", "forbidden").goal(20)
    assert (table.phase, table.to_act, table.mat("forbidden"), table.codes) == ("moving", "B", "K7", [])


def test_bonus_before_the_goal_must_be_said_once_and_go_to_forbidden() -> None:
    table = rolled().move(9, "A", "K7", "forbidden").bonus(10, "A").bonus(11, "A").move(12, "A", "K7", "required")
    assert table.codes == ["illegal-move", "not-now", "illegal-move"]
    table.move(13, "A", "K7", "forbidden").move(14, "A", "K8", "forbidden")
    assert (table.mat("forbidden"), table.codes[3:]) == ("K7", ["illegal-move"])


def test_all_agree_to_no_goal() -> None:
    table = rolled().at(30, "no-goal-declared", player="A")
    assert (table.phase, table.to_act, table.timer) == ("no-goal-declared", "BC", ("answer-no-goal", 90, "running"))
    table.at(40, "no-goal-agreed", player="C").at(41, "no-goal-agreed", player="C")
    assert (table.to_act, table.codes) == ("B", ["not-now"])
    table.at(50, "no-goal-agreed", player="B")
    assert (table.phase, table.to_act, table.codes[1:]) == ("shake-over", "A", ["void"])
    assert dict(table.view.shakes[0].scores) == {"A": 0, "B": 0, "C": 0}
    assert table.shake(60, None).to_act == "A"


def test_silence_on_no_goal_costs_a_point_and_then_agrees() -> None:
    table = rolled().at(30, "no-goal-declared", player="A").at(40, "no-goal-agreed", player="C").tick(160)
    assert (table.phase, table.penalties) == ("no-goal-declared", [("B", 100, "time")])
    assert table.tick(160.001).phase == "shake-over"


def test_no_goal_is_the_setters_and_not_after_a_bonus_move() -> None:
    table = rolled().at(8, "no-goal-declared", player="B").bonus(10, "A").move(12, "A", "K7", "forbidden")
    table.at(30, "no-goal-declared", player="A")
    assert (table.phase, table.codes) == ("setting-goal", ["out-of-turn", "not-now"])


def test_no_goal_challenged() -> None:
    table = rolled().at(30, "no-goal-declared", player="A").at(35, "no-goal-agreed", player="C")
    table.challenge(38, "C", "no-goal").challenge(39, "A", "no-goal").challenge(40, "B", "no-goal")
    assert (table.phase, table.to_act, table.codes) == ("writing", "BC", ["not-now", "set-aside"])
    table.third(50, "C", presents=False).present(60, "B", "4+2=6")
    table.check(70, "B", "A", accepted=False).check(71, "B", "C", accepted=True)
    assert (table.phase, table.scores) == ("shake-over", {"A": 2, "B": 6, "C": 2})


def test_a_lost_goal_is_for_a_judge_and_still_taken() -> None:
    table = rolled().tick(190)
    assert table.penalties == [("A", 130, "time")]
    assert table.timer == ("roll-and-goal", 120, "extra-minute")
    table.tick(190.001)
    assert (table.phase, table.to_act, table.timer) == ("setting-goal", "A", ("none", None, "stopped"))
    assert table.codes == ["time-lost"]
    assert table.goal(500).timer == ("first-turn", 620, "running")


def test_no_goal_after_the_goal_is_not_now() -> None:
    table: Table = moving().at(30, "no-goal-declared", player="A").goal(31)
    assert table.codes == ["not-now", "not-now"]
