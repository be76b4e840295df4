"""Everything that a button or the block says can be said on the screen too, at the same moment, by either book."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.equations.state import REFUSALS
from rules.events import Event, Timed
from rules.evidence import BlockDown, BlockUp, Evidence, JudgePress, SeatPress
from rules.fold import Fold
from rules.game import Proposal
from rules.mat import Mat
from tests.rules.equations.playing import (
    Table,
    agloa,
    agloa_moving,
    agloa_selected,
    checking,
    last_cube,
    moving,
    rolled,
    writing,
)

PRESSES: tuple[Evidence, ...] = (
    BlockUp(),
    BlockDown(),
    JudgePress(),
    *(SeatPress(player, held) for player in "ABC" for held in (False, True)),
)


def meant(fold: Fold, evidence: Evidence, seen: Mat | None) -> list[Event]:
    """What a press would write down, at once or after an answer; what the rules would refuse is left out."""
    proposal: Proposal = fold.game.propose(fold.state, evidence, seen)
    options = proposal.question.options if proposal.question else ()
    found = [*proposal.events, *(event for option in options for event in option.events)]
    return [event for event in found if not refused(fold, event)]


def refused(fold: Fold, event: Event) -> bool:
    after = fold.apply(fold.vet(Timed(fold.t_ms, event)))
    return any(ruling.code in REFUSALS for ruling in after.state.rulings.since(len(fold.state.rulings)))


def offered(fold: Fold, event: Event) -> bool:
    """Whether the screen has a button for it, and for the same player if the press says who it was."""
    who = getattr(event, "player", None) or getattr(event, "by", None)
    return any(
        action.event == event.name and (who is None or action.player in (None, who)) for action in fold.view.actions
    )


def said(table: Table, goal: str = "") -> dict[str, str]:
    """What each press says at a table, with a Goal as it lies there: `tap B`, `hold B`, `BlockUp` …"""
    mat = recorded = table.match.playing.mat
    if goal:
        resources = str(mat.to_json()["resources"]).split()
        resources.remove(goal)
        mat = Mat.parse({**mat.to_json(), "goal": goal, "resources": " ".join(resources)}, table.match.rulebook.kit)
    found: dict[str, str] = {}
    for evidence in PRESSES:
        name = type(evidence).__name__
        if isinstance(evidence, SeatPress):
            name = f"{'hold' if evidence.held else 'tap'} {evidence.player}"
        for event in meant(table.fold, evidence, mat):
            # Before there is a Goal there is nothing to challenge, and no page offers the block; a hand may lift it.
            assert offered(table.fold, event) or (isinstance(evidence, BlockUp) and not recorded.goal), evidence
            assert found.setdefault(name, event.name) == event.name
    return found


JUDGE = {"JudgePress": "judge-called"}
AT_REST = JUDGE | {"BlockUp": "block-lifted"}


def of(event: str, *presses: str) -> dict[str, str]:
    return dict.fromkeys(presses, event)


@pytest.mark.parametrize(("setting", "goal"), [(rolled, "G6"), (agloa_selected, "G6")])
def test_while_the_goal_is_being_set(setting: Callable[[], Table], goal: str) -> None:
    assert said(setting(), goal) == AT_REST | {"tap A": "goal-set", "hold A": "bonus-called"}


@pytest.mark.parametrize("moves", [moving, agloa_moving])
def test_before_a_move_and_with_the_block_out(moves: Callable[[], Table]) -> None:
    assert said(moves()) == AT_REST | {"hold B": "bonus-called"}
    out = JUDGE | {"BlockDown": "block-returned"}
    assert said(moves().lift(40)) == out | of("challenge-stated", "tap B", "hold B", "tap C", "hold C")


def test_after_the_last_cube() -> None:
    assert said(last_cube()) == AT_REST


def test_while_equations_are_written_and_checked() -> None:
    assert said(writing()) == JUDGE
    assert said(checking()) == JUDGE | of("equation-checked", "tap B", "hold B", "tap C", "hold C")


def test_while_variations_are_selected() -> None:
    assert said(agloa()) == AT_REST
