"""What is shown (contract, section 6, "Output")."""

import pytest

from rules.games import GAMES
from rules.messages import say
from rules.outcome import outcome
from tests.rules.equations.playing import (
    RULESET,
    Table,
    agloa_moving,
    checking,
    last_cube,
    moving,
    rolled,
    two_played,
    writing,
)

GAME = GAMES.get(RULESET)
NAMES = {"A": "Ann", "B": "Ben", "C": "Cat"}


@pytest.mark.parametrize(
    ("table", "prompt"),
    [
        (Table(), "Who sets the first Goal?"),
        (Table().at(1, "lot-rolled", player="A", face="3"), "Who sets the first Goal?"),
        (Table().shake(), "Ann, roll all the cubes into Resources."),
        (rolled(), "Ann, lay out your Goal and say “Goal”."),
        (rolled().bonus(6, "A"), "Bonus! Ann, move a cube to Forbidden first."),
        (moving(), "Ben, move a cube or challenge."),
        (moving().bonus(30, "B").move(31, "B", "K7", "forbidden"), "Ben, now move your second cube."),
        (
            moving(cubes="G6 R2"),
            "Ben, play the last cube to Required or Permitted, or challenge Impossible.",
        ),
        (moving().lift(30), "The block is out. Who challenges, and what?"),
        (moving().lift(30, "C"), "Cat, what do you challenge?"),
        (writing("now"), "Ann says Now. Still to present: Ann and Ben."),
        (writing("now").present(60, "A", "2x3=6"), "Ben, do you present an Equation?"),
        (last_cube(), "The last cube is played. Everybody writes: Ann, Ben and Cat."),
        (last_cube().tick(140), "Everybody writes: Ann, Ben and Cat."),
        (checking(), "Check the Equations: Ben and Cat."),
        (moving().at(30, "clock-paused", by="judge", why=""), "The clock stands still."),
        (Table().at(1, "round-time-called"), "The match is over. Please sign: Ann, Ben and Cat."),
    ],
)
def test_prompts(table: Table, prompt: str) -> None:
    assert say(table.view.prompt, GAME.words, NAMES) == prompt


def roles(table: Table) -> dict[str, str]:
    return {seat.player: seat.role.code.removeprefix("role-") for seat in table.view.seats if seat.role}


def test_roles() -> None:
    assert roles(rolled()) == {"A": "goal-setter"}
    assert roles(two_played()) == {"A": "on-turn", "C": "mover"}
    assert roles(two_played().lift(45, "A")) == {"A": "challenger", "C": "mover"}
    assert roles(writing()) == {"A": "challenger", "B": "third-party", "C": "mover"}


def test_papers_are_sealed_until_the_checking() -> None:
    table = writing().present(60, "A", "2x3=6")
    assert table.view.papers == ()
    table.present(70, "B", "3x2=6")
    assert [(p.writer, p.text, p.status and p.status.code) for p in table.view.papers] == [
        ("A", "2x3=6", "paper-unanswered"),
        ("B", "3x2=6", "paper-unanswered"),
    ]


def test_a_finding_shows_only_after_the_shake() -> None:
    table = last_cube().present(80, "A", "2+3=6").present(81, "B", "2x3=6").present(82, "C", None)

    def statuses() -> list[str]:
        return [paper.status.code for paper in table.view.papers if paper.status]

    table.check(90, "A", "B", accepted=False)
    assert statuses() == ["paper-rejected", "paper-unanswered", "paper-none"]
    table.check(91, "A", "C", accepted=True)
    assert statuses() == ["paper-both", "paper-unanswered", "paper-none"]
    table.check(92, "B", "A", accepted=True)
    assert (statuses(), table.codes) == (["paper-both", "paper-accepted", "paper-none"], [])
    table.check(93, "B", "C", accepted=True)
    assert statuses() == ["paper-incorrect", "paper-correct", "paper-none"]
    assert table.view.shakes[0].how is not None


def test_the_outcome_of_the_contract() -> None:
    table = moving().tick(25)
    written = outcome(table.view, GAME.words)
    assert {key: written[key] for key in ("t", "phase", "to_act", "shake", "shakes", "penalties", "rulings")} == {
        "t": 25,
        "phase": "moving",
        "to_act": ["B"],
        "shake": 1,
        "shakes": [],
        "penalties": [],
        "rulings": [],
    }
    assert written["timer"] == {"task": "First turn", "limit": 120, "deadline": 140, "state": "running"}
    assert written["scores"] == {"A": 0, "B": 0, "C": 0}
    assert "match_points" not in written
    first = outcome(Table().view, GAME.words)
    assert (first["phase"], first["to_act"], first["shake"], first["mat"]) == ("shake-over", [], 0, None)


def test_next_due_is_the_end_of_the_countdown() -> None:
    assert moving().view.next_due_ms == 150_000
    assert moving().tick(151).view.next_due_ms == 210_000
    assert last_cube().view.next_due_ms == 130_000
    assert Table().view.next_due_ms is None


def test_the_timer_says_what_being_late_costs() -> None:
    words = GAMES.get(RULESET).words
    assert [(state.value, say(text, words)) for state, text in moving().view.timer.warnings] == [
        ("countdown", "Do it now! At 0: −1 point"),
        ("extra-minute", "−1 point. At 0: the turn is lost"),
    ]
    assert moving().lift(30).view.timer.warnings == ()
    assert [say(text, words) for _, text in agloa_moving().view.timer.warnings] == [
        "Do it now! At 0: −1 point",
        "−1 point. At 0: −1 more, and the turn is lost",
    ]


def test_who_leads_is_said_as_a_rule_would_have_it() -> None:
    def leading(table: Table) -> list[str]:
        return [seat.player for seat in table.view.seats if seat.leads]

    assert leading(Table()) == leading(moving()) == []
    table = checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=True)
    assert leading(table) == ["A"]
