"""Taking a cube back, and a judge's correction of a reading."""

import pytest

from tests.rules.equations.playing import Table, agloa, agloa_leading, agloa_moving, checking, last_cube, moving


class TestTakingBack:
    def test_the_mover_is_on_turn_again_his_limit_running_on(self) -> None:
        table = moving().move(30, "B", "R2", "required").take_back(50, "B", "R2", "required")
        assert (table.to_act, table.timer, table.mat("required")) == ("B", ("first-turn", 140, "running"), "")
        assert table.codes == []
        table.move(60, "B", "R3", "permitted")
        assert (table.to_act, table.timer) == ("C", ("turn", 120, "running"))

    def test_challenges_are_against_the_mover_before(self) -> None:
        table = moving().move(30, "B", "R2", "required").move(40, "C", "Bx", "required")
        table.take_back(41, "C", "Bx", "required").challenge(42, "A", "impossible")
        challenge = table.match.playing.challenge
        assert challenge is not None
        assert (challenge.mover, challenge.third) == ("B", "C")

    @pytest.mark.parametrize("action", ["move", "bonus", "challenge", "lost turn"])
    def test_not_after_anothers_action(self, action: str) -> None:
        table = moving().move(30, "B", "R2", "required")
        match action:
            case "move":
                table.move(40, "C", "Bx", "required")
            case "bonus":
                table.bonus(40, "C")
            case "challenge":
                table.challenge(40, "C", "impossible")
            case _:
                table.tick(160.001)
        assert table.take_back(170, "B", "R2", "required").codes[-1] == "not-now"
        assert table.mat("required") in ("R2", "Bx R2")

    def test_what_was_refused_is_no_action(self) -> None:
        table = moving().move(30, "B", "R2", "required").move(31, "A", "Bx", "required").challenge(32, "B", "now")
        assert table.take_back(33, "B", "R2", "required").to_act == "B"

    def test_by_nobody_else_nothing_else_and_to_nowhere_else(self) -> None:
        table = moving().move(30, "B", "R2", "required")
        table.take_back(31, "C", "R2", "required").take_back(32, "B", "R3", "required")
        table.take_back(33, "B", "R2", "permitted").take_back(34, "B", "R2", "required", to="forbidden")
        assert (table.codes, table.to_act) == (["not-now", "illegal-move", "illegal-move", "illegal-move"], "C")

    def test_a_bonus_turn_from_its_end(self) -> None:
        table = moving().bonus(25, "B").move(26, "B", "K7", "forbidden").move(27, "B", "R2", "required")
        table.take_back(29, "B", "R2", "required")
        assert (table.to_act, table.timer) == ("B", ("first-turn", 140, "running"))
        table.take_back(30, "B", "K7", "forbidden")
        assert table.mat("forbidden") == ""
        assert table.move(31, "B", "R3", "required").codes[-1] == "illegal-move", "the word still stands"
        table.move(32, "B", "K8", "forbidden").move(33, "B", "R3", "required")
        assert (table.to_act, table.mat("forbidden"), table.mat("required")) == ("C", "K8", "R3")

    def test_the_bonus_cube_before_the_regular_one(self) -> None:
        """The regular move stands, and so does the word: a cube to Forbidden completes the turn."""
        table = moving().bonus(25, "B").move(26, "B", "K7", "forbidden").move(27, "B", "R2", "required")
        table.take_back(28, "B", "K7", "forbidden")
        assert (table.to_act, table.timer, table.mat("required")) == ("B", ("first-turn", 140, "running"), "R2")
        assert table.move(29, "B", "R3", "permitted").said == ["bonus-to-forbidden"]
        table.move(30, "B", "K8", "forbidden")
        assert (table.to_act, table.mat("forbidden"), table.mat("required")) == ("C", "K8", "R2")
        table.take_back(31, "B", "R2", "required").take_back(32, "B", "K8", "forbidden")
        assert (table.to_act, table.mat("forbidden"), table.mat("required")) == ("B", "", "")

    def test_both_cubes_of_a_bonus_turn_in_either_order(self) -> None:
        table = moving().bonus(25, "B").move(26, "B", "K7", "forbidden").move(27, "B", "R2", "required")
        table.take_back(28, "B", "K7", "forbidden").take_back(29, "B", "R2", "required")
        assert (table.to_act, table.codes, len(table.mat("resources").split())) == ("B", [], 9)
        table.move(30, "B", "K8", "forbidden").move(31, "B", "R3", "permitted")
        assert (table.to_act, table.mat("forbidden"), table.mat("permitted")) == ("C", "K8", "R3")

    def test_of_two_cubes_in_forbidden_either_is_the_bonus_cube(self) -> None:
        table = moving().bonus(25, "B").move(26, "B", "K7", "forbidden").move(27, "B", "K8", "forbidden")
        table.take_back(28, "B", "K7", "forbidden").move(29, "B", "R2", "required")
        assert (table.to_act, table.mat("forbidden"), table.mat("required")) == ("C", "K8", "R2")

    def test_a_leaders_turn_is_charged_as_it_lies_in_the_end(self) -> None:
        table = agloa_leading().goal(120, "B").move(130, "A", "R2", "required").bonus(140, "B")
        table.move(141, "B", "K7", "forbidden").move(142, "B", "R3", "required").take_back(143, "B", "K7", "forbidden")
        assert table.charge(144, "A", "B", "bonus-in-lead").codes == ["not-upheld"], "the bonus cube is not there"
        table.move(145, "B", "K8", "forbidden").charge(146, "A", "B", "bonus-in-lead")
        assert (table.codes[-1], table.mat("forbidden"), table.mat("required")) == ("upheld", "K8", "R2")

    def test_a_bonus_cube_taken_back_cannot_be_charged(self) -> None:
        table = agloa_leading().bonus(120, "B").move(121, "B", "K7", "forbidden").take_back(122, "B", "K7", "forbidden")
        assert table.charge(123, "A", "B", "bonus-in-lead").codes == ["not-upheld"]
        table.move(124, "B", "K8", "forbidden").charge(125, "A", "B", "bonus-in-lead")
        assert (table.codes[-1], table.mat("forbidden")) == ("upheld", "")

    def test_the_goal_ends_the_setters_turn(self) -> None:
        table = moving()
        assert table.take_back(30, "A", "G6", "goal").codes == ["not-now"]

    def test_the_last_cube_until_somebody_presents(self) -> None:
        table = last_cube().take_back(80, "C", "R3", "required")
        assert (table.phase, table.to_act, table.timer) == ("moving", "C", ("turn", 120, "running"))
        late = last_cube().present(75, "A", "2x3=6").take_back(80, "C", "R3", "required")
        assert (late.phase, late.codes) == ("last-cube", ["not-now"])

    def test_the_limit_stood_still_with_the_clock(self) -> None:
        table = moving().move(30, "B", "R2", "required").at(40, "clock-paused", by="judge", why="")
        table.at(140, "clock-resumed", by="judge", why="").take_back(141, "B", "R2", "required")
        assert table.timer == ("first-turn", 240, "running")
        down = moving().move(30, "B", "R2", "required").at(45, "outage", seconds=10)
        assert down.take_back(46, "B", "R2", "required").timer == ("first-turn", 150, "running")

    def test_an_extra_minute_runs_on_too_and_costs_no_second_point(self) -> None:
        table = moving().move(160, "B", "R2", "required").take_back(161, "B", "R2", "required")
        assert (table.timer, table.penalties) == (("first-turn", 140, "extra-minute"), [("B", 150, "time")])
        assert table.tick(210.001).to_act == "C"

    def test_not_when_his_own_time_is_over(self) -> None:
        """B's first turn would have been lost at 210 s; C is still in her extra minute."""
        assert moving().move(150, "B", "R2", "required").take_back(210, "B", "R2", "required").to_act == "B"
        late = moving().move(150, "B", "R2", "required").take_back(210.001, "B", "R2", "required")
        assert (late.codes, late.to_act) == (["not-now"], "C")

    def test_not_while_the_block_is_out_nor_after_the_stop(self) -> None:
        assert moving().move(30, "B", "R2", "required").lift(31).take_back(32, "B", "R2", "required").codes == [
            "not-now"
        ]
        stopped = moving().move(30, "B", "R2", "required").at(31, "round-stopped").take_back(32, "B", "R2", "required")
        assert stopped.codes == ["not-now"]


def corrected(table: Table, t: float, cube: str, right: str, section: str) -> Table:
    fields = {"cube": cube, "is": right, "section": section, "judge": "Lee", "why": "glare"}
    return table.at(t, "reading-corrected", **fields)


class TestReadings:
    def test_a_cube_is_what_it_always_was(self) -> None:
        table = corrected(moving().move(30, "B", "R2", "required"), 40, "R2", "B3", "required")
        assert (table.mat("required"), table.to_act, table.timer) == ("B3", "C", ("turn", 90, "running"))
        assert table.take_back(41, "B", "B3", "required").to_act == "B"

    def test_in_the_goal_with_its_gaps_and_turns(self) -> None:
        table = Table().shake().roll().goal(20, goal="G4s _ Bx R2 _ R3")
        corrected(table, 30, "G4s", "K9s", "goal")
        assert table.mat("goal") == "K9s _ Bx R2 _ R3"
        assert corrected(table, 31, "K9", "G4", "goal").codes == ["illegal-move"]

    def test_what_is_not_there_and_what_no_kit_has(self) -> None:
        table = corrected(moving(cubes="R1 R1 R1 R1 R1 R1 B1 G6"), 30, "B1", "R2", "resources")
        assert (table.said, table.mat("resources")) == (["correction-too-many"], "B1 R1 R1 R1 R1 R1 R1")
        assert corrected(table, 31, "K7", "K8", "resources").said[-1] == "no-cube-to-correct"

    def test_a_selection_suits_after_all(self) -> None:
        wild = {"name": "wild", "cube": "0"}
        table = agloa("junior", cubes="R1 R2 Bx G6").select(10, "A", wild)
        corrected(table, 11, "R1", "R0", "resources").charge(12, "B", "A", "variation")
        assert table.codes == ["not-upheld"]

    def test_a_charged_cube_goes_back_as_what_it_is(self) -> None:
        table = agloa_leading().bonus(120, "B").move(121, "B", "K7", "forbidden")
        corrected(table, 122, "K7", "K9", "forbidden").charge(123, "A", "B", "bonus-in-lead")
        assert (table.codes, table.mat("forbidden")) == (["upheld"], "")
        assert "K9" in table.mat("resources").split()
        second = agloa_leading().goal(120, "B").move(130, "A", "R2", "required").bonus(140, "B")
        second.move(141, "B", "K7", "forbidden").move(142, "B", "K8", "required")
        corrected(second, 143, "K8", "K9", "required").charge(144, "A", "B", "bonus-in-lead")
        assert (second.codes, second.mat("required")) == (["upheld"], "R2")

    def test_before_the_first_shake_there_is_nothing_to_correct(self) -> None:
        assert corrected(Table(), 1, "R2", "R3", "resources").codes == ["not-now"]

    def test_after_the_shake_what_hangs_on_the_cube_is_found_anew(self) -> None:
        """2x3 needs the 3 on record; it was a 0."""
        table = checking("impossible", "2x3=6").check(100, "C", "B", accepted=True).check(101, "C", "A", accepted=False)
        assert (table.phase, table.scores) == ("shake-over", {"A": 2, "B": 2, "C": 6})
        corrected(table, 110, "R3", "R0", "resources")
        assert (table.scores, table.codes) == ({"A": 6, "B": 2, "C": 2}, [])
        assert table.view.shakes[0].scores == table.scores
        corrected(table, 111, "R0", "R3", "resources")
        assert table.scores == {"A": 2, "B": 2, "C": 6}

    def test_a_judges_word_stands_above_a_correction(self) -> None:
        table = checking("impossible", "2x3=6").check(100, "C", "A", accepted=False).check(101, "C", "B", accepted=True)
        table.at(105, "judge-ruled", writer="C", correct=True, judge="Lee")
        assert corrected(table, 110, "R3", "R0", "resources").scores == {"A": 2, "B": 2, "C": 6}

    def test_while_another_equation_is_checked(self) -> None:
        table = last_cube().present(80, "A", "2x3=6").present(81, "B", "2x3+0=6").present(82, "C", None)
        table.check(90, "A", "B", accepted=False).check(91, "A", "C", accepted=True)
        corrected(table, 92, "R3", "R1", "required")
        table.check(93, "B", "A", accepted=True).check(94, "B", "C", accepted=True)
        assert table.scores == {"A": 2, "B": 4, "C": 2}

    def test_cubes_of_a_struck_bonus_move_are_no_longer_on_its_record(self) -> None:
        table = agloa_leading().bonus(120, "B").move(121, "B", "K7", "forbidden").charge(122, "A", "B", "bonus-in-lead")
        table.bonus(123, "B").move(124, "B", "K7", "forbidden")
        corrected(table, 125, "K7", "K9", "forbidden").charge(126, "A", "B", "bonus-in-lead")
        assert (table.codes, table.mat("forbidden")) == (["upheld", "upheld"], "")

    def test_of_several_bonus_moves_the_one_that_moved_the_cube(self) -> None:
        table = moving().bonus(25, "B").move(26, "B", "K7", "forbidden").move(27, "B", "R2", "required")
        table.bonus(30, "C").move(31, "C", "K8", "forbidden").move(32, "C", "R3", "required")
        corrected(table, 33, "K8", "K9", "forbidden")
        assert [str(move.cube) for move in table.match.playing.bonus_moves] == ["K7", "K9"]

    def test_in_the_middle_of_a_shake(self) -> None:
        assert corrected(agloa_moving(), 30, "R2", "R1", "resources").mat("resources").split().count("R1") == 1
