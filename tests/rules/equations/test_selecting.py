"""Selecting variations (II-B)."""

from typing import Any

import pytest

from rules.adjudicator.terms import Variation
from rules.equations.selecting import in_words, terms
from rules.errors import BadRequest
from rules.messages import Message, say
from tests.rules.equations.playing import ALL, Table, agloa, agloa_selected

NO_ZERO = "R1 R2 R3 B1 Bx G6 K7 K8"
WILD = {"name": "wild", "cube": "0"}


def notes(table: Table) -> list[str]:
    return [say(note, table.fold.game.words) for note in table.view.notes]


def in_force(table: Table) -> list[str]:
    return [variation.name for variation in terms(table.match).variations if variation.name not in STANDING]


STANDING = ("sideways", "upside-down")


def test_the_goal_setter_selects_first_then_the_others_to_the_left() -> None:
    table = agloa("junior")
    assert (table.phase, table.to_act, table.timer) == ("selecting-variations", "A", ("select", 75, "running"))
    assert table.select(10, "B", "factorial").codes == ["out-of-turn"]
    assert table.select(11, "A", "factorial").to_act == "B"
    assert table.select(12, "B", "multiple-operations").to_act == "C"
    table.select(13, "C", "number-of-factors")
    assert (table.phase, table.to_act, table.timer) == ("setting-goal", "A", ("goal", 133, "running"))
    assert in_force(table) == ["factorial", "multiple-operations", "number-of-factors"]
    assert notes(table)[-1] == "Number of Factors (C)"


def test_nothing_else_has_a_place_meanwhile() -> None:
    table = agloa().goal(10).move(11, "A", "K7", "forbidden").bonus(12, "A").at(13, "no-goal-declared", player="A")
    assert (table.codes, table.phase) == (["not-now"] * 4, "selecting-variations")
    assert table.challenge(14, "B", "impossible").penalties == [("B", 14, "invalid-challenge")]


@pytest.mark.parametrize(
    ("rolled", "selected", "deadline"),
    [(5, 30, 75), (5, 60, 75), (5, 60.001, 75.001), (65, 68, 83), (20, 74, 89)],
)
def test_fifteen_seconds_after_the_later_of_turn_and_minute(rolled: float, selected: float, deadline: float) -> None:
    table = Table("junior", ruleset="agloa-equations-2019").shake().roll(rolled).select(selected, "A", "factorial")
    assert (table.to_act, table.timer) == ("B", ("select", deadline, "running"))


@pytest.mark.parametrize(
    ("t", "to_act", "penalties"),
    [
        (85, "A", []),
        (85.001, "A", [("A", 85, "time")]),
        (145, "A", [("A", 85, "time")]),
        (145.001, "B", [("A", 85, "time"), ("A", 145, "time-again")]),
    ],
)
def test_a_selection_is_lost_at_the_end_of_the_extra_minute(t: float, to_act: str, penalties: list[Any]) -> None:
    table = agloa().tick(t)
    assert (table.to_act, table.penalties) == (to_act, penalties)
    if to_act == "B":
        assert (table.timer, table.said) == (("select", 160, "running"), ["selection-lost"])
        assert table.select(150, "A", "factorial").codes[-1] == "out-of-turn"


def test_after_the_last_lost_selection_the_goal_is_set() -> None:
    table = agloa().tick(145 + 85 + 85 + 0.001)
    assert (table.phase, table.timer, table.codes) == ("setting-goal", ("goal", 435, "running"), ["time-lost"] * 3)


def test_pauses_and_the_block_move_the_minute_too() -> None:
    table = agloa().at(10, "clock-paused", by="judge", why="").at(40, "clock-resumed", by="judge", why="")
    assert table.timer == ("select", 105, "running")
    assert table.select(50, "A", "factorial").timer == ("select", 105, "running")
    table.lift(52).at(57, "block-returned")
    assert table.select(58, "B", "multiple-operations").timer == ("select", 110, "running")
    assert agloa().at(45, "outage", seconds=20).select(46, "A", "factorial").timer == ("select", 95, "running")


@pytest.mark.parametrize("division", ["elementary", "middle", "junior"])
def test_of_two_players_the_other_one_selects_two(division: str) -> None:
    table = agloa(division, "AB").select(70, "A", "factorial").select(80, "B", "multiple-operations")
    assert (table.to_act, table.timer) == ("B", ("select", 85, "running")), "both in the one limit"
    assert table.select(81, "A", "log" if division == "senior" else WILD).codes == ["out-of-turn"]
    table.select(82, "B", {"name": "wild", "cube": "0"})
    assert (table.phase, table.timer) == ("setting-goal", ("goal", 202, "running"))


def test_with_one_of_two_lost_the_other_stands() -> None:
    table = agloa("junior", "AB", ALL).select(70, "A", "factorial").select(80, "B", "multiple-operations")
    table.tick(155.001)
    assert (table.phase, in_force(table)) == ("setting-goal", ["factorial", "multiple-operations"])


class TestSenior:
    """Anybody may select a second one before the next one selects."""

    def test_a_second_pick_before_the_next_selection(self) -> None:
        table = agloa("senior", cubes=ALL).select(10, "A", "factorial").select(70, "A", "log")
        assert (table.to_act, table.timer) == ("B", ("select", 75, "running"))
        assert table.select(71, "A", "imaginary").codes == ["out-of-turn"], "never a third"
        table.select(72, "B", "imaginary").select(73, "A", WILD)
        assert (table.codes, in_force(table)) == (["out-of-turn"] * 2, ["factorial", "log", "imaginary"])

    def test_the_last_one_has_until_the_goal(self) -> None:
        table = agloa_selected("senior", cubes=ALL).select(15, "B", "log")
        assert table.codes == ["out-of-turn"]
        table.select(16, "C", "log")
        assert (table.phase, table.timer, in_force(table)[-1]) == ("setting-goal", ("goal", 134, "running"), "log")
        assert table.select(17, "C", "imaginary").codes[-1] == "not-now"
        late = agloa_selected("senior", cubes=ALL).goal(20).select(21, "C", "log")
        assert late.codes == ["not-now"]

    def test_nobody_goes_back_over_a_lost_selection(self) -> None:
        table = agloa("senior", cubes=ALL).select(10, "A", "factorial").tick(145.001)
        assert (table.to_act, table.select(146, "A", "log").codes) == ("C", ["time-lost", "out-of-turn"])

    def test_in_the_other_divisions_there_is_none(self) -> None:
        table = agloa("junior", cubes=ALL).select(10, "A", "factorial").select(11, "A", WILD)
        assert table.codes == ["out-of-turn"]
        assert agloa_selected("junior", cubes=ALL).select(15, "C", WILD).codes == ["not-now"]


class TestUnsuitable:
    """It stands until an opponent charges it; the table says nothing."""

    @pytest.mark.parametrize(
        "variation",
        [WILD, "sideways", "factorial", {"name": "exponent", "color": "green"}],
        ids=["no effect", "in force anyway", "chosen", "no effect of that colour"],
    )
    def test_it_stands_and_nobody_says_so(self, variation: Any) -> None:
        table = agloa("junior", cubes="R1 R2 R3 B1 Bx K7 K8").select(10, "A", "factorial").select(11, "B", variation)
        assert (table.codes, table.to_act, len(notes(table))) == ([], "C", 4)
        table.charge(12, "A", "B", "variation")
        assert (table.codes, table.to_act, table.penalties) == (["upheld"], "B", [("B", 12, "variation")])
        assert (table.timer, table.view.penalties[0].cite) == (("select", 75, "running"), "II-B-2")

    def test_a_conflict(self) -> None:
        table = agloa("elementary").select(10, "A", "smallest-prime").select(11, "B", "number-of-factors")
        assert table.charge(12, "C", "B", "variation").codes == ["upheld"]

    def test_a_fresh_limit_and_the_next_one_waits(self) -> None:
        table = agloa("junior", cubes=NO_ZERO).select(10, "A", WILD).charge(80, "C", "A", "variation")
        assert (table.to_act, table.timer) == ("A", ("select", 95, "running"))
        assert table.select(90, "A", "factorial").timer == ("select", 105, "running")
        assert table.to_act == "B"

    def test_from_the_goal_back_to_the_selection(self) -> None:
        table = agloa("junior", cubes=NO_ZERO).select(10, "A", "factorial").select(11, "B", "multiple-operations")
        table.select(12, "C", WILD).charge(20, "A", "C", "variation")
        assert (table.phase, table.to_act, table.timer) == ("selecting-variations", "C", ("select", 75, "running"))
        table.select(30, "C", "number-of-factors")
        assert (table.phase, table.timer) == ("setting-goal", ("goal", 150, "running"))

    def test_after_a_second_failure_the_next_one(self) -> None:
        table = agloa("junior", cubes=NO_ZERO).select(10, "A", WILD).charge(11, "C", "A", "variation")
        table.select(70, "A", WILD).charge(72, "C", "A", "variation")
        assert (table.to_act, table.timer, len(table.penalties)) == ("B", ("select", 85, "running"), 2)
        assert table.select(73, "A", "factorial").codes[-1] == "out-of-turn"
        assert table.charge(74, "C", "A", "variation").codes[-1] == "not-upheld"

    def test_failing_twice_with_one_of_two_leaves_none(self) -> None:
        table = agloa("junior", "AB", NO_ZERO).select(10, "A", "factorial").select(11, "B", "multiple-operations")
        table.select(12, "B", WILD).charge(13, "A", "B", "variation")
        assert (table.phase, table.to_act) == ("selecting-variations", "B")
        table.select(14, "B", WILD).charge(15, "A", "B", "variation")
        assert (table.phase, in_force(table)) == ("setting-goal", ["factorial"])

    def test_insulated_by_the_next_legal_selection_and_ignored(self) -> None:
        table = agloa("junior", cubes=NO_ZERO).select(10, "A", WILD).select(11, "B", "factorial")
        table.charge(12, "C", "A", "variation")
        assert (table.codes, table.penalties, in_force(table)) == (["insulated"], [], ["factorial"])
        assert notes(table)[2] == "0 Wild (A) does not count in this shake"

    def test_an_unsuitable_one_insulates_nothing(self) -> None:
        table = agloa("junior", cubes=NO_ZERO).select(10, "A", WILD).select(11, "B", WILD)
        table.charge(12, "C", "A", "variation")
        assert (table.codes, table.to_act) == (["upheld"], "A")
        table.select(13, "A", "factorial")
        assert table.to_act == "C", "B has selected already"
        assert table.charge(14, "A", "B", "variation").codes[-1] == "upheld"
        assert table.to_act == "B"

    def test_insulated_by_the_goal(self) -> None:
        table = agloa("junior", "AB", NO_ZERO).select(10, "A", "factorial").select(11, "B", "multiple-operations")
        table.select(12, "B", WILD).goal(20).charge(21, "A", "B", "variation")
        assert (table.codes, table.phase) == (["insulated"], "moving")

    def test_no_offence_and_not_by_oneself(self) -> None:
        table = agloa("junior", cubes=NO_ZERO).select(10, "A", WILD).charge(11, "A", "A", "variation")
        assert table.codes == ["not-upheld"]
        good = agloa().select(10, "A", "factorial").charge(11, "B", "A", "variation").charge(12, "B", "C", "variation")
        assert good.codes == ["not-upheld"] * 2

    def test_in_the_younger_divisions_the_point_waits(self) -> None:
        table = agloa("middle", cubes=NO_ZERO).select(10, "A", WILD).charge(11, "B", "A", "variation")
        assert (table.view.penalties[0].status, table.scores["A"]) == ("pending", 0)


@pytest.mark.parametrize(
    ("division", "variation"),
    [
        ("elementary", "log"),
        ("junior", "average"),
        ("junior", "imaginary"),
        ("middle", {"name": "base", "base": 12}),
        ("junior", {"name": "base"}),
        ("junior", "nonsense"),
        ("junior", {"name": "factorial", "k": 3}),
    ],
)
def test_what_the_division_does_not_have_is_a_bad_line(division: str, variation: Any) -> None:
    table = agloa(division)
    with pytest.raises(BadRequest):
        table.select(10, "A", variation)
    assert table.tick(10).codes == []


def test_the_screen_offers_what_suits_to_whose_turn_it_is() -> None:
    table = agloa("elementary", cubes=NO_ZERO)
    offered = [a for a in table.view.actions if a.event == "variation-selected"]
    names = [dict(action.fields)["variation"] for action in offered]
    assert {action.player for action in offered} == {"A"}
    barred = {str(dict(action.fields)["variation"]): action.barred for action in offered}
    assert barred["upside-down"] is None
    assert barred[str(WILD)] == Message.of("barred-no_effect", variation=in_words(Variation("wild", "0")))
    assert "lcm" not in names, "not this season"
    assert {a.option_of for a in offered} == {None, Message.of("options-wild")}
    senior = agloa_selected("senior", cubes=ALL)
    assert {a.player for a in senior.view.actions if a.event == "variation-selected"} == {"C"}
    reasons = {a.barred.code for a in senior.view.actions if a.event == "variation-selected" and a.barred}
    assert reasons == {"barred-chosen"}


def test_opponents_can_charge_the_last_selection_on_the_screen() -> None:
    table = agloa().select(10, "A", "factorial")
    charges = [dict(a.fields) for a in table.view.actions if a.event == "illegal-procedure-charged"]
    assert charges == [{"by": by, "against": "A", "what": "variation"} for by in "BC"]


def test_a_stop_while_selecting_voids_the_shake() -> None:
    table = agloa().at(20, "round-stopped")
    assert (table.phase, table.codes) == ("match-over", ["void"])
