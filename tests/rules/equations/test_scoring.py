"""Scores (X) and match points (XII)."""

import pytest
from msgspec.structs import replace

from rules.equations.agloa import AGLOA_2019
from rules.equations.rulebook import MLAG_2018
from rules.equations.scoring import match_points, shake_scores
from rules.equations.state import Answer, Cause, Challenge, Claim, Finding, Phase, Shake, Written

PLAYERS = ("A", "B", "C")


def challenged(claim: Claim, *, third: bool, right: str = "", wrong: str = "", answers: str = "") -> Shake:
    """A challenges C; B is the Third Party. `answers` is like "CA+ CB-": A accepts C's, B rejects it."""
    return Shake(
        number=1,
        goal_setter="A",
        phase=Phase.CHECKING,
        cause=Cause.CHALLENGE,
        challenge=Challenge(claim, "A", "C", "B"),
        third_presents=third,
        papers=tuple(Written(writer, "1+1=2") for writer in right + wrong),
        findings=tuple(Finding(writer, writer in right) for writer in right + wrong),
        answers=tuple(Answer(word[0], word[1], word[2] == "+") for word in answers.split()),
    )


@pytest.mark.parametrize(
    ("claim", "third", "right", "wrong", "scores"),
    [
        # Now: the Challenger writes; the Third Party joins him by writing.
        (Claim.NOW, False, "A", "", (6, 2, 2)),
        (Claim.NOW, True, "AB", "", (6, 4, 2)),
        (Claim.NOW, True, "A", "B", (6, 2, 2)),
        (Claim.NOW, True, "B", "A", (2, 4, 2)),
        (Claim.NOW, True, "", "AB", (2, 2, 6)),
        (Claim.NOW, False, "", "A", (2, 6, 6)),
        # Impossible: the Mover writes; the Third Party joins him by writing.
        (Claim.IMPOSSIBLE, False, "C", "", (2, 2, 6)),
        (Claim.IMPOSSIBLE, True, "BC", "", (2, 6, 6)),
        (Claim.IMPOSSIBLE, True, "C", "B", (2, 2, 6)),
        (Claim.IMPOSSIBLE, True, "B", "C", (2, 6, 2)),
        (Claim.IMPOSSIBLE, True, "", "BC", (6, 2, 2)),
        (Claim.IMPOSSIBLE, False, "", "C", (6, 4, 2)),
        # No Goal (IV-D-2): the Challenger writes, C had declared it.
        (Claim.NO_GOAL, False, "A", "", (6, 2, 2)),
        (Claim.NO_GOAL, True, "AB", "", (6, 4, 2)),
        (Claim.NO_GOAL, True, "B", "A", (2, 4, 2)),
        (Claim.NO_GOAL, False, "", "A", (2, 6, 6)),
        (Claim.NO_GOAL, True, "", "AB", (2, 2, 6)),
    ],
)
def test_after_a_challenge(claim: Claim, third: bool, right: str, wrong: str, scores: tuple[int, ...]) -> None:
    shake = challenged(claim, third=third, right=right, wrong=wrong)
    assert tuple(shake_scores(shake, PLAYERS, MLAG_2018).values()) == scores


@pytest.mark.parametrize(
    ("claim", "answers", "scores"),
    [
        (Claim.IMPOSSIBLE, "CB+ CA-", (6, 2, 2)),
        (Claim.IMPOSSIBLE, "CA+ CB-", (2, 4, 2)),
        # Accepted when the fault had been shown already: no harm done.
        (Claim.IMPOSSIBLE, "CA- CB+", (6, 4, 2)),
        # Both accepted, and a judge found the fault.
        (Claim.IMPOSSIBLE, "CA+ CB+", (2, 2, 2)),
    ],
)
def test_accepting_a_wrong_equation_after_impossible(claim: Claim, answers: str, scores: tuple[int, ...]) -> None:
    shake = challenged(claim, third=False, wrong="C", answers=answers)
    assert tuple(shake_scores(shake, PLAYERS, MLAG_2018).values()) == scores


@pytest.mark.parametrize(
    ("claim", "third", "right", "wrong", "scores"),
    [
        (Claim.NOW, False, "A", "", (6, 2, 2)),
        (Claim.NOW, True, "AB", "", (6, 4, 2)),
        (Claim.NOW, True, "B", "A", (2, 6, 2)),
        (Claim.NOW, False, "", "A", (2, 6, 6)),
        (Claim.IMPOSSIBLE, True, "BC", "", (2, 6, 6)),
        (Claim.IMPOSSIBLE, True, "B", "C", (2, 6, 2)),
        # X-B-4 stands above X-B-3.
        (Claim.IMPOSSIBLE, False, "", "C", (6, 4, 2)),
        (Claim.NO_GOAL, True, "AB", "", (6, 4, 2)),
        (Claim.NO_GOAL, True, "B", "A", (2, 6, 2)),
        (Claim.NO_GOAL, False, "", "A", (2, 6, 6)),
    ],
)
def test_after_a_challenge_under_agloa(
    claim: Claim, third: bool, right: str, wrong: str, scores: tuple[int, ...]
) -> None:
    shake = challenged(claim, third=third, right=right, wrong=wrong)
    assert tuple(shake_scores(shake, PLAYERS, AGLOA_2019).values()) == scores


def test_accepting_a_wrong_equation_after_now_costs_something_only_under_agloa() -> None:
    shake = challenged(Claim.NOW, third=False, wrong="A", answers="AB+ AC-")
    assert shake_scores(shake, PLAYERS, MLAG_2018) == {"A": 2, "B": 6, "C": 6}
    assert shake_scores(shake, PLAYERS, AGLOA_2019) == {"A": 2, "B": 2, "C": 6}
    no_goal = challenged(Claim.NO_GOAL, third=False, wrong="A", answers="AB+ AC-")
    assert shake_scores(no_goal, PLAYERS, AGLOA_2019) == {"A": 2, "B": 6, "C": 6}, "IV-D-2 has its own table"


def test_absent_players() -> None:
    shake = replace(challenged(Claim.IMPOSSIBLE, third=False, right="C"), absent=("B",))
    assert shake_scores(shake, PLAYERS, MLAG_2018) == {"A": 2, "B": 0, "C": 6}
    assert shake_scores(shake, PLAYERS, AGLOA_2019) == {"A": 2, "B": -2, "C": 6}


def test_the_exception_is_for_three_players() -> None:
    shake = Shake(
        number=1,
        goal_setter="A",
        phase=Phase.CHECKING,
        challenge=Challenge(Claim.IMPOSSIBLE, "A", "B", None),
        findings=(Finding("B", False),),
        answers=(Answer("B", "A", True),),
    )
    assert shake_scores(shake, ("A", "B"), MLAG_2018) == {"A": 6, "B": 2}


def test_last_cube_and_void() -> None:
    last = Shake(number=1, goal_setter="A", phase=Phase.CHECKING, findings=(Finding("A", True), Finding("B", False)))
    assert shake_scores(last, PLAYERS, MLAG_2018) == {"A": 4, "B": 2, "C": 2}
    void = Shake(number=1, goal_setter="A", phase=Phase.ROLLING, void=True)
    assert shake_scores(void, PLAYERS, MLAG_2018) == {"A": 0, "B": 0, "C": 0}


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((9, 5, 1), (6, 4, 2)),
        ((9, 9, 1), (5, 5, 2)),
        ((9, 1, 1), (6, 3, 3)),
        ((1, 1, 1), (4, 4, 4)),
        ((-3, 0, -1), (2, 6, 4)),
        ((3, 1), (6, 4)),
        ((1, 1), (5, 5)),
    ],
)
def test_match_points(totals: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert tuple(match_points(dict(zip("ABC", totals, strict=False)), MLAG_2018).values()) == points
