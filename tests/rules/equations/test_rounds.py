"""The end of the round (XI-B), signatures (XII-B)."""

import pytest

from tests.rules.equations.playing import Table, checking, last_cube, moving, rolled, two_played


def test_time_called_between_shakes_ends_the_match() -> None:
    table = checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=True)
    table.at(110, "round-time-called")
    assert (table.phase, table.to_act, table.view.over) == ("match-over", "ABC", True)
    assert table.view.match_points == {"A": 6, "B": 3, "C": 3}
    table.at(120, "scoresheet-signed", player="A").at(121, "scoresheet-signed", player="A")
    assert (table.to_act, table.said) == ("BC", ["signed-already"])


def test_time_called_during_a_shake_lets_it_end() -> None:
    table = two_played().at(45, "round-time-called").at(46, "round-time-called").challenge(50, "A", "now")
    assert (table.codes, table.view.match_points) == (["not-now"], None)
    table.third(51, "B", presents=False).present(52, "A", None).shake(60, None)
    assert (table.phase, table.view.shake, table.codes) == ("match-over", 1, ["not-now", "not-now"])


def test_stop_sets_everyone_writing() -> None:
    table = two_played().at(50, "round-stopped")
    assert (table.phase, table.to_act, table.timer) == ("writing", "ABC", ("write", 170, "running"))
    table.lift(55, "A").challenge(56, "A", "impossible").move(57, "A", "K7", "forbidden")
    assert table.codes == ["not-now"] * 3
    table.present(60, "A", "2x3=6").present(61, "B", None).present(62, "C", None)
    table.check(70, "A", "B", accepted=True).check(71, "A", "C", accepted=True)
    assert (table.phase, table.scores) == ("match-over", {"A": 4, "B": 2, "C": 2})


@pytest.mark.parametrize("table", [Table().shake(), rolled(), rolled().at(6, "no-goal-declared", player="A")])
def test_stop_before_a_goal_voids_the_shake(table: Table) -> None:
    table.at(50, "round-stopped")
    assert (table.phase, table.codes, table.scores) == ("match-over", ["void"], {"A": 0, "B": 0, "C": 0})


@pytest.mark.parametrize("table", [checking(), last_cube(), Table()], ids=["checking", "last", "between"])
def test_stop_is_not_now(table: Table) -> None:
    phase = table.phase
    assert table.at(95, "round-stopped").codes == ["not-now"]
    assert table.phase == phase


def test_stop_waits_for_the_block() -> None:
    table = moving().lift(30, "C").at(35, "round-stopped").at(36, "round-stopped")
    assert (table.phase, table.codes) == ("challenge-called", ["not-now"])
    table.at(40, "block-returned")
    assert (table.phase, table.to_act) == ("writing", "ABC")
    stated = moving().lift(30, "C").at(35, "round-stopped").challenge(40, "C", "impossible")
    assert (stated.phase, stated.to_act, stated.match.time_called) == ("writing", "AB", False)
    early = rolled().lift(30, "C").at(35, "round-stopped").challenge(40, "C", "impossible")
    assert (early.phase, early.codes) == ("match-over", ["set-aside", "void"])


def test_after_the_match_only_judges_and_signatures() -> None:
    table = Table("middle").shake().tick(140).roll(141).goal(142).challenge(150, "B", "impossible")
    table.third(151, "C", presents=False).present(152, "A", None).at(160, "round-time-called")
    assert table.view.match_points == {"A": 2, "B": 6, "C": 4}
    table.at(170, "clock-paused", by="judge", why="").shake(171).at(172, "round-time-called")
    assert table.codes == ["not-now"] * 3
    table.at(180, "penalty-approved", penalty=1, judge="Lee")
    assert table.scores == {"A": 1, "B": 6, "C": 4}
