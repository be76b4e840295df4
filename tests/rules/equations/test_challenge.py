"""The block and the challenges (VI, VIII-B)."""

import pytest

from tests.rules.equations.playing import Table, checking, last_cube, moving, rolled, two_played, writing


@pytest.mark.parametrize(
    ("claim", "writers"), [("now", "AB"), ("impossible", "BC"), ("never", "BC")], ids=["now", "impossible", "never"]
)
def test_a_valid_challenge_sets_its_writers(claim: str, writers: str) -> None:
    table = two_played().challenge(50, "A", claim)
    assert (table.phase, table.to_act, table.timer) == ("writing", writers, ("write", 170, "running"))


def test_two_players_have_no_third_party() -> None:
    table = two_played(players="AB").challenge(50, "B", "now")
    assert (table.phase, table.to_act) == ("writing", "B")


@pytest.mark.parametrize(
    ("table", "player", "claim", "said"),
    [
        (Table().shake(), "B", "impossible", "before-goal"),
        (rolled(), "B", "now", "before-goal"),
        (moving(), "C", "now", "now-needs-cubes"),
        (moving(), "B", "no-goal", "no-goal-not-declared"),
        (moving(), "A", "impossible", "against-oneself"),
        (two_played(), "C", "now", "against-oneself"),
        (two_played(), "A", "perhaps", "no-such-challenge"),
        (moving(cubes="G6 R2 R3").move(30, "B", "R2", "required"), "A", "now", "now-needs-two"),
        (last_cube(), "A", "now", "now-needs-two"),
    ],
)
def test_an_invalid_challenge_is_set_aside_free(table: Table, player: str, claim: str, said: str) -> None:
    phase, to_act, timer = table.phase, table.to_act, table.timer
    table.challenge(80, player, claim)
    assert (table.codes, table.said) == (["set-aside"], [said])
    assert (table.phase, table.to_act, table.timer, table.penalties) == (phase, to_act, timer, [])


def test_the_holder_has_fifteen_seconds() -> None:
    table = moving().lift(35, "C")
    assert (table.phase, table.to_act, table.timer) == ("challenge-called", "C", ("state-challenge", 50, "running"))
    assert table.challenge(50, "C", "impossible").phase == "writing"
    silent = moving().lift(35, "C").tick(50)
    assert silent.phase == "challenge-called"
    silent.tick(50.001)
    assert (silent.phase, silent.penalties) == ("moving", [("C", 50, "no-challenge")])


def test_the_turn_stands_still_while_the_block_is_out() -> None:
    table = moving().lift(35, "C").at(45, "block-returned")
    assert (table.penalties, table.timer) == ([("C", 45, "no-challenge")], ("first-turn", 150, "running"))


def test_a_point_in_the_younger_divisions_waits() -> None:
    table = moving("middle").lift(35, "C").tick(60)
    assert table.view.penalties[0].status == "pending"
    assert table.scores["C"] == 0


def test_words_after_the_time_are_set_aside_once() -> None:
    table = moving().lift(35, "C").tick(60).challenge(61, "C", "impossible")
    assert (table.codes, table.penalties) == (["set-aside"], [("C", 50, "no-challenge")])
    assert table.challenge(62, "C", "impossible").phase == "writing"


def test_a_move_or_a_new_lift_clears_what_was_said_too_late() -> None:
    moved = moving().lift(35, "C").tick(60).move(61, "B", "R2", "required").challenge(62, "C", "impossible")
    assert moved.phase == "writing"
    lifted = moving().lift(35, "C").tick(60).lift(61, "C").challenge(62, "C", "impossible")
    assert lifted.phase == "writing"


def test_an_unknown_holder_pays_nothing() -> None:
    table = moving().lift(35)
    assert (table.phase, table.to_act) == ("challenge-called", "")
    assert moving().lift(35).tick(60).penalties == []
    assert moving().lift(35).at(40, "block-returned").penalties == []
    assert table.challenge(40, "C", "impossible").phase == "writing"


def test_only_the_holder_challenges() -> None:
    table = two_played().lift(45, "A").challenge(46, "B", "impossible").lift(47, "B").challenge(48, "A", "now")
    assert (table.codes, table.phase, table.to_act) == (["not-now", "not-now"], "writing", "AB")


def test_nothing_moves_while_the_block_is_out() -> None:
    table = moving().lift(35, "C").move(36, "B", "R2", "required").bonus(37, "B")
    assert (table.codes, table.mat("required")) == (["not-now", "not-now"], "")


@pytest.mark.parametrize("table", [writing(), checking(), Table()], ids=["standing", "checking", "between"])
def test_no_block_to_lift(table: Table) -> None:
    phase = table.phase
    table.lift(95, "B").challenge(96, "B", "impossible").at(97, "block-returned")
    assert (table.codes, table.phase) == (["not-now"] * 3, phase)


def test_impossible_in_the_first_minute_after_the_last_cube() -> None:
    table = last_cube().challenge(130, "A", "impossible")
    assert (table.phase, table.to_act, table.timer) == ("writing", "BC", ("write", 190, "running"))
    late = last_cube().challenge(130.001, "A", "impossible")
    assert (late.phase, late.to_act, late.said) == ("writing", "ABC", ["impossible-too-late"])


def test_after_the_last_cube_time_runs_on_with_the_block_out() -> None:
    table = last_cube().lift(120, "A").tick(125)
    assert table.phase == "challenge-called"
    table.challenge(131, "A", "impossible")
    assert (table.said, table.timer) == (["impossible-too-late"], ("write", 190, "running"))


def test_papers_of_before_the_challenge() -> None:
    """The Mover's and the Third Party's stand, the Challenger's is void."""
    table = last_cube().present(80, "A", "2x3=6").present(81, "C", "2x3=6").challenge(90, "A", "impossible")
    assert table.to_act == "B"
    table.third(95, "B", presents=False)
    assert [paper.writer for paper in table.view.papers] == ["C"]
    third = last_cube().present(80, "B", None).challenge(90, "A", "impossible")
    assert third.to_act == "C"


def test_all_present_while_the_block_is_out() -> None:
    table = last_cube().lift(80)
    for at, player in enumerate("ABC"):
        table.present(81 + at, player, "2x3=6")
    assert table.phase == "challenge-called"
    assert table.at(90, "block-returned").phase == "checking"
    late = last_cube().lift(125, "A").present(126, "A", "2x3=6").present(127, "B", "2x3=6").present(128, "C", "2x3=6")
    late.challenge(131, "A", "impossible")
    assert (late.said, late.phase) == (["impossible-too-late"], "checking")


def test_who_challenges_in_his_turn_has_used_it() -> None:
    table = two_played().challenge(50, "A", "now")
    record = [r for r in table.view.deadlines if r.task == "task-turn"][-1]
    assert (record.player, record.done_ms, record.expired_ms) == ("A", 50_000, None)
    other = two_played().challenge(50, "B", "now")
    record = [r for r in other.view.deadlines if r.task == "task-turn"][-1]
    assert (record.player, record.done_ms, record.expired_ms) == ("A", None, None)
