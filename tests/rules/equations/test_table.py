"""The transition table: every phase with every event."""

from typing import Any

import pytest

from rules.equations.state import Match, Phase
from rules.equations.table import LEADS_TO, TABLE, apply
from rules.errors import BadRequest
from rules.events import (
    ClockPaused,
    ClockResumed,
    Event,
    EventUndone,
    JudgeCalled,
    MatchStarted,
    Outage,
    Tick,
    Timed,
)
from rules.fold import Fold
from rules.games import GAMES
from rules.messages import say
from rules.shake_events import (
    BlockLifted,
    BlockReturned,
    BonusCalled,
    ChallengeStated,
    CubeMoved,
    CubeReturned,
    CubesRolled,
    EquationChecked,
    EquationPresented,
    GoalSet,
    IllegalProcedureCharged,
    JudgePenalized,
    JudgeRuled,
    JudgeWarned,
    LotRolled,
    NoGoalAgreed,
    NoGoalDeclared,
    PenaltyApproved,
    PenaltyRefused,
    PlayerAbsent,
    ReadingCorrected,
    RoundStopped,
    RoundTimeCalled,
    ScoresheetSigned,
    ShakeStarted,
    ThirdPartyDecided,
    VariationSelected,
)
from tests.rules.equations.leading import observed, steps
from tests.rules.equations.playing import RULESET, Table, agloa, checking, last_cube, moving, rolled, writing
from tests.rules.outcomes import matches

GAME = GAMES.get(RULESET)

#: A state of each phase.
STATES: dict[Phase, Match] = {
    Phase.ROLLING: Table().shake().match,
    Phase.SELECTING: agloa().match,
    Phase.SETTING_GOAL: rolled().match,
    Phase.NO_GOAL_DECLARED: rolled().at(30, "no-goal-declared", player="A").match,
    Phase.MOVING: moving().match,
    Phase.CHALLENGE_CALLED: moving().lift(30, "B").match,
    Phase.LAST_CUBE: last_cube().match,
    Phase.WRITING: writing().match,
    Phase.CHECKING: checking().match,
    Phase.SHAKE_OVER: Table().match,
    Phase.MATCH_OVER: Table().at(1, "round-time-called").match,
}

#: An event of each type.
EVENTS: list[Event] = [
    MatchStarted(ruleset=RULESET, players=("A", "B")),
    ClockPaused(by="judge", why=""),
    ClockResumed(by="judge", why=""),
    Outage(seconds=1.5),
    JudgeCalled(player="B"),
    EventUndone(line=2, judge="Lee", why=""),
    Tick(),
    LotRolled(player="A", face="3"),
    ShakeStarted(goal_setter="B"),
    CubesRolled(resources="R2 R3", partial=True),
    VariationSelected(player="B", variation="average"),
    BonusCalled(player="B"),
    CubeMoved(player="B", cube="R2", from_="resources", to="required"),
    CubeReturned(player="B", cube="R2", from_="required", to="resources"),
    GoalSet(player="A", goal="G6"),
    NoGoalDeclared(player="A"),
    NoGoalAgreed(player="B"),
    BlockLifted(player="B"),
    BlockReturned(),
    ChallengeStated(player="B", challenge="impossible"),
    ThirdPartyDecided(player="B", presents=True),
    EquationPresented(player="A", equation="2x3=6"),
    EquationChecked(writer="A", by="B", accepted=True),
    JudgeRuled(writer="A", correct=True, judge="Lee"),
    IllegalProcedureCharged(by="A", against="B", what="noise"),
    PenaltyApproved(penalty=1, judge="Lee"),
    PenaltyRefused(penalty=1, judge="Lee"),
    JudgeWarned(player="B", judge="Lee", why=""),
    JudgePenalized(player="B", judge="Lee", why=""),
    PlayerAbsent(player="C"),
    RoundTimeCalled(),
    RoundStopped(),
    ScoresheetSigned(player="A"),
    ReadingCorrected(cube="G6", is_="K9", section="goal", judge="Lee", why=""),
]


def test_every_type_of_event_and_every_phase_is_tried() -> None:
    assert {type(event) for event in EVENTS} == set(GAME.vocabulary)
    assert set(STATES) == set(Phase)
    assert all(match.phase is phase for phase, match in STATES.items())
    assert set(TABLE) == set(Phase)


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_a_pair_that_is_missing_changes_nothing_but_adds_a_ruling(phase: Phase, event: Event) -> None:
    before = STATES[phase]
    t_ms = before.t_ms + 2000
    after = apply(before, Timed(t_ms, event))
    rulings = after.rulings.since(len(before.rulings))
    for ruling in rulings:
        assert say(ruling.message, GAME.words)
    if type(event) not in TABLE[phase]:
        assert [ruling.code for ruling in rulings] == ["not-now"]
        # A second beginning and variations in a book without any never come through the door (`vet`).
        assert rulings[0].cite or isinstance(event, MatchStarted | VariationSelected), "a refusal names its rule"
    else:
        return
    assert (after.t_ms, after.phase, after.paused) == (t_ms, phase, before.paused)
    assert (after.shakes, after.penalties, after.deadlines) == (before.shakes, before.penalties, before.deadlines)
    assert (after.over, after.signed, after.next_setter, after.lots) == (
        before.over,
        before.signed,
        before.next_setter,
        before.lots,
    )
    if isinstance(event, Outage):
        return
    assert after.shake == before.shake


@pytest.mark.parametrize(
    ("phase", "event", "cite"),
    [
        (Phase.ROLLING, GoalSet(player="A", goal="G6"), "IV-A"),
        (Phase.CHECKING, CubeMoved(player="A", cube="R2", from_="resources", to="required"), "V-B"),
        (Phase.CHECKING, BlockLifted(player="A"), "VI-B"),
        (Phase.MOVING, EquationChecked(writer="A", by="B", accepted=True), "VII-C-2"),
        (Phase.SHAKE_OVER, PlayerAbsent(player="A"), "X-D"),
        (Phase.MATCH_OVER, ShakeStarted(), "XI-B"),
        (Phase.MATCH_OVER, ClockPaused(by="judge", why=""), "XI-B"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_refusal_names_the_rule_that_gives_the_event_its_place(phase: Phase, event: Event, cite: str) -> None:
    before = STATES[phase]
    after = apply(before, Timed(before.t_ms, event))
    assert (after.rulings.newest.code, after.rulings.newest.cite) == ("not-now", cite)


def test_only_time_changes_nothing() -> None:
    for before in STATES.values():
        after = apply(before, Timed(before.t_ms, Tick()))
        assert after == before


DECLARED = {(start, cause, end) for start, ways in LEADS_TO.items() for cause, ends in ways.items() for end in ends}


def test_where_an_event_leads_is_where_matches_go() -> None:
    """Both ways: no match goes where the table does not say, and the table says nothing that no match does."""
    found = observed()
    assert found - DECLARED == set()
    assert DECLARED - found == set()


def test_only_events_of_a_phase_lead_out_of_it() -> None:
    for phase, ways in LEADS_TO.items():
        assert phase not in {end for ends in ways.values() for end in ends}
        assert [cause for cause in ways if cause is not None and cause not in TABLE[phase]] == []
    assert list(LEADS_TO) == list(TABLE)


@pytest.mark.parametrize(("name", "events"), list(matches()), ids=lambda value: value if isinstance(value, str) else "")
def test_no_conformance_match_goes_another_way(name: str, events: list[dict[str, Any]]) -> None:
    fold = Fold.open(GAMES, events[0])
    for event in events[1:]:
        try:
            timed = fold.read(event)
        except BadRequest:
            continue
        assert {step for step in steps(fold.state, timed) if step[0] is not step[2]} <= DECLARED, name
        fold = fold.apply(timed)
