"""Initials, conduct, charges (IX, XI-A)."""

from tests.rules.equations.playing import Table, moving


def test_initials() -> None:
    table = moving("elementary").tick(220)
    assert table.scores["B"] == 0
    table.at(221, "penalty-approved", penalty=1, judge="Lee")
    assert (table.scores["B"], table.view.penalties[0].initials) == (-1, "Lee")
    table.at(222, "penalty-refused", penalty=1, judge="Kim")
    assert (table.scores["B"], table.said[-1]) == (-1, "penalty-not-pending")


def test_refused() -> None:
    table = moving("elementary").tick(151).at(152, "penalty-refused", penalty=1, judge="Lee")
    assert (table.scores["B"], table.view.penalties[0].status) == (0, "refused")


def test_an_applied_penalty_needs_no_initials() -> None:
    table = moving("senior").tick(151).at(152, "penalty-approved", penalty=1, judge="Lee")
    assert table.said == ["penalty-not-pending"]


def test_conduct_needs_a_warning() -> None:
    table = moving("minor").at(30, "judge-penalized", player="C", judge="Lee", why="humming", second_judge="Kim")
    assert (table.codes, table.penalties) == (["no-warning"], [])
    table.at(31, "judge-warned", player="C", judge="Lee", why="humming")
    table.at(32, "judge-penalized", player="C", judge="Lee", why="humming")
    assert (table.penalties, table.scores["C"]) == ([("C", 32, "conduct")], -1)
    assert table.view.penalties[0].initials == "Lee"


def test_penalties_belong_to_their_shake() -> None:
    table = moving().tick(151).challenge(160, "B", "impossible").third(161, "C", presents=False).present(162, "A", None)
    assert dict(table.view.shakes[0].penalties) == {"A": 0, "B": -1, "C": 0}
    assert table.scores == {"A": 2, "B": 5, "C": 4}


def test_a_charge_finds_nothing() -> None:
    table = moving().bonus(30, "B").move(31, "B", "K7", "forbidden")
    table.at(32, "illegal-procedure-charged", by="A", against="B", what="bonus-in-lead")
    assert (table.codes, table.mat("forbidden")) == (["not-upheld"], "K7")


def test_calling_a_judge_is_noted() -> None:
    table = Table().at(3, "judge-called").at(4, "judge-called", player="B")
    assert table.said == ["judge-called", "judge-called-by"]
