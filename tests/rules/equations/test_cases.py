"""What a judge is given to rule on: papers with all that speaks for and against them."""

from __future__ import annotations

import pytest

from rules.adjudicator.check import check
from rules.cases import Case, Said
from rules.messages import Message, Seat, say
from tests.rules.equations.playing import Table, agloa, checking, last_cube, moving, writing


def laid_out(table: Table) -> tuple[Case, ...]:
    return table.fold.game.cases(table.fold.state)


@pytest.mark.parametrize("table", [Table(), moving(), writing(), writing().present(60, "A", "2x3=6")])
def test_nobody_rules_on_what_is_still_being_written(table: Table) -> None:
    assert laid_out(table) == ()


def test_a_paper_with_what_was_said_of_it() -> None:
    table = checking(equation="2x4=6").check(100, "A", "B", accepted=True)
    (case,) = laid_out(table)
    assert (case.writer, case.text, case.disputed, case.found) == ("A", "2x4=6", False, None)
    assert case.said == (Said("B", True),)
    assert case.mat == table.view.mat
    assert case.story == Message.of("how-now", challenger=Seat("A"), mover=Seat("C"))
    assert [(action.event, dict(action.fields)) for action in case.actions] == [
        ("judge-ruled", {"writer": "A", "correct": True}),
        ("judge-ruled", {"writer": "A", "correct": False}),
    ]
    assert {action.cite for action in case.actions} == {table.match.rulebook.cites.verdict}


def test_a_rejection_makes_it_a_dispute_until_somebody_decides() -> None:
    table = checking().at(100, "equation-checked", writer="A", by="B", accepted=False, reason="not-equal")
    (case,) = laid_out(table)
    assert (case.disputed, case.said) == (True, (Said("B", False, Message("ground-not-equal")),))
    table.at(101, "judge-ruled", writer="A", correct=False, judge="LK")
    (case,) = laid_out(table)
    assert (table.phase, case.disputed, case.found) == ("shake-over", False, Message("paper-incorrect"))
    table.at(102, "judge-ruled", writer="A", correct=True, judge="LK")
    assert laid_out(table)[0].found == Message("paper-correct")
    table.at(103, "shake-started")
    assert laid_out(table) == ()


def test_a_reason_that_no_key_has_is_said_as_it_is() -> None:
    table = checking().at(100, "equation-checked", writer="A", by="B", accepted=False, reason="too-few-cubes")
    ((said,),) = (case.said for case in laid_out(table))
    assert said.reason is not None
    assert say(said.reason, table.fold.game.words) == "too-few-cubes"


@pytest.mark.parametrize("equation", ["2x3=6", "2x4=6", "3+3=6", "(2=6"])
def test_the_question_has_the_same_answer_as_the_matchs_own_finding(equation: str) -> None:
    table = checking(equation=equation)
    (case,) = laid_out(table)
    verdict = check(case.request, case.readings)["verdict"]
    table.check(100, "A", "B", accepted=False).check(101, "A", "C", accepted=False)
    (case,) = laid_out(table)
    assert case.found == Message(f"paper-{verdict}")


def test_only_variations_that_suit_are_asked_about() -> None:
    table = agloa("middle").select(6, "A", "factorial").select(7, "B", "factorial").select(8, "C", "average")
    table.goal(20).move(30, "B", "R2", "required").move(40, "C", "Bx", "required").challenge(50, "A", "now")
    table.third(51, "B", presents=False).present(52, "A", "2x3=6")
    (case,) = laid_out(table)
    assert case.request["variations"] == ["factorial", "average"]
    assert (case.request["challenge"], case.request["division"]) == ("now", "middle")


def test_after_the_last_cube_no_challenge_stands_and_all_papers_are_there() -> None:
    table = last_cube().present(80, "A", "2x3=6").present(81, "B", "3x2=6").present(82, "C", None)
    cases = laid_out(table)
    assert [(case.writer, case.request["challenge"]) for case in cases] == [("A", "none"), ("B", "none")]
    assert cases[0].story == Message("how-last-cube")
