"""Writing Equations (VII-A)."""

from tests.rules.equations.playing import agloa_moving, checking, last_cube, moving, writing


def test_who_may_not_present() -> None:
    table = writing("now").present(60, "C", "2x3=6")
    assert (table.said, table.to_act) == (["may-not-present"], "AB")


def test_presenting_is_deciding() -> None:
    table = writing("now").present(60, "B", "2x3=6").third(61, "B", presents=False).present(62, "B", "3x2=6")
    assert (table.said, table.to_act) == (["decided-already", "presented-already"], "A")


def test_the_third_party_keeps_her_word() -> None:
    table = writing("now").third(60, "B", presents=True)
    assert table.to_act == "AB"
    assert table.present(70, "A", "2x3=6").phase == "writing"
    assert table.present(75, "B", None).phase == "checking"
    assert table.check(80, "A", "B", accepted=True).check(81, "A", "C", accepted=True).scores == {
        "A": 6,
        "B": 2,
        "C": 2,
    }


def test_the_third_party_presents_nothing_without_having_decided() -> None:
    table = writing("impossible").present(60, "B", None).present(70, "C", None)
    assert (table.phase, table.scores) == ("shake-over", {"A": 6, "B": 4, "C": 2})


def test_deciding_is_for_the_third_party() -> None:
    table = writing("now").third(60, "C", presents=True)
    assert table.said == ["not-third-party"]
    assert last_cube().tick(140).third(141, "B", presents=True).said == ["not-third-party"]


def test_a_silent_third_party_does_not_present_at_no_cost() -> None:
    table = writing("now").present(60, "A", "2x3=6").tick(180)
    assert (table.phase, table.to_act) == ("writing", "B")
    table.tick(180.001)
    assert (table.phase, table.to_act, table.penalties) == ("checking", "BC", [])
    assert table.timer == ("check", 300, "running")


def test_who_must_write_pays_and_then_loses_the_task() -> None:
    table = writing("impossible").third(60, "B", presents=True).tick(180)
    assert table.penalties == []
    table.tick(240)
    assert (table.penalties, table.phase) == ([("B", 180, "time"), ("C", 180, "time")], "writing")
    table.tick(240.001)
    assert (table.phase, table.codes) == ("shake-over", ["time-lost", "time-lost"])
    assert dict(table.view.shakes[0].scores) == {"A": 6, "B": 2, "C": 2}


def test_nobody_presents_after_the_last_cube() -> None:
    table = last_cube().tick(300)
    assert (table.phase, [player for player, _, _ in table.penalties]) == ("shake-over", ["A", "B", "C"])
    assert dict(table.view.shakes[0].scores) == {"A": 2, "B": 2, "C": 2}


def test_nothing_is_presented_before_there_is_a_reason() -> None:
    assert moving().lift(30, "C").present(31, "B", "2x3=6").codes == ["not-now"]
    assert moving().present(31, "B", "2x3=6").codes == ["not-now"]


def test_presenting_while_others_are_checked() -> None:
    """Too late for who has no paper; and by AGLOA a writer spoils an Equation that waits for its turn."""
    table = checking().present(100, "B", "2x3=6")
    assert (table.codes, table.phase) == (["not-now"], "checking")
    two = agloa_moving().move(30, "B", "R2", "required").move(40, "C", "Bx", "required").challenge(50, "A", "now")
    two.present(60, "A", "2x3=6").present(61, "B", "2x3=6").present(62, "B", "2x4=6")
    assert (two.codes, two.timer, two.to_act) == (["changed"], ("check", 181, "running"), "BC")
