"""The transition table: phase → event → what happens.

Two rules. All that says whether an event has a place in a phase is here, and a pair that is missing
gives the ruling `not-now` and changes nothing. No handler looks at which ruleset it serves; what
rulesets differ in is in the Rulebook.

The block is a phase of its own only to the eye: while it is out, the shake keeps its phase beneath
(`Shake.phase`), and events that are not about the challenge have no place, but for papers after the
last cube, whose time runs on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.equations import (
    absence,
    challenge,
    charges,
    checking,
    clock,
    corrections,
    goal,
    judges,
    moving,
    rolling,
    rounds,
    selecting,
    writing,
)
from rules.equations.state import Match, Phase
from rules.events import ClockPaused, ClockResumed, Event, EventUndone, JudgeCalled, Outage, Tick, Timed
from rules.messages import Seat
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

Handler = Callable[[Match, Any], Match]
Row = Mapping[type[Event], Handler]
#: What may lead from one phase to another: an event, or (None) time alone.
Cause = type[Event] | None
Ways = Mapping[Cause, tuple[Phase, ...]]


def _only_time(match: Match, _event: Event) -> Match:
    return match


#: In every phase.
ALWAYS: Row = {
    Tick: _only_time,
    # The fold leaves an undone line out; the undoing itself is only a moment.
    EventUndone: _only_time,
    JudgeCalled: judges.judge_called,
    PenaltyApproved: judges.penalty_approved,
    PenaltyRefused: judges.penalty_refused,
    JudgePenalized: judges.judge_penalized,
}

#: Until the match is over.
UNTIL_OVER: Row = {
    **ALWAYS,
    ClockPaused: clock.clock_paused,
    ClockResumed: clock.clock_resumed,
    # What an outage does to limits is done before its time has come, see `apply`.
    Outage: _only_time,
    JudgeWarned: judges.judge_warned,
    RoundTimeCalled: rounds.round_time_called,
}

#: During a shake.
IN_SHAKE: Row = {
    **UNTIL_OVER,
    IllegalProcedureCharged: charges.illegal_procedure_charged,
    RoundStopped: rounds.round_stopped,
    PlayerAbsent: absence.player_absent,
    ReadingCorrected: corrections.reading_corrected,
}

#: While there may be something to challenge.
OPEN: Row = {
    **IN_SHAKE,
    BlockLifted: challenge.block_lifted,
    ChallengeStated: challenge.challenge_stated,
}

TABLE: Mapping[Phase, Row] = {
    Phase.ROLLING: {**OPEN, CubesRolled: rolling.cubes_rolled},
    Phase.SELECTING: {**OPEN, VariationSelected: selecting.variation_selected},
    Phase.SETTING_GOAL: {
        **OPEN,
        # The last player's second pick, where there is one (II-B-3).
        VariationSelected: selecting.variation_selected,
        CubeReturned: corrections.cube_returned,
        BonusCalled: moving.bonus_called,
        CubeMoved: moving.cube_moved,
        GoalSet: goal.goal_set,
        NoGoalDeclared: goal.no_goal_declared,
    },
    Phase.NO_GOAL_DECLARED: {**OPEN, NoGoalAgreed: goal.no_goal_agreed},
    Phase.MOVING: {
        **OPEN,
        BonusCalled: moving.bonus_called,
        CubeMoved: moving.cube_moved,
        CubeReturned: corrections.cube_returned,
    },
    Phase.CHALLENGE_CALLED: {
        **OPEN,
        BlockReturned: challenge.block_returned,
        EquationPresented: writing.equation_presented,
    },
    Phase.LAST_CUBE: {
        **OPEN,
        CubeReturned: corrections.cube_returned,
        EquationPresented: writing.equation_presented,
    },
    Phase.WRITING: {
        **OPEN,
        CubeReturned: corrections.cube_returned,
        ThirdPartyDecided: writing.third_party_decided,
        EquationPresented: writing.equation_presented,
    },
    Phase.CHECKING: {
        **IN_SHAKE,
        EquationPresented: writing.presented_while_checking,
        EquationChecked: checking.equation_checked,
        JudgeRuled: checking.judge_ruled,
    },
    Phase.SHAKE_OVER: {
        **UNTIL_OVER,
        LotRolled: rolling.lot_rolled,
        ShakeStarted: rolling.shake_started,
        JudgeRuled: checking.judge_ruled,
        # A cube always was what it is: the scores of the shake may hang on it until the next one begins.
        ReadingCorrected: corrections.reading_corrected,
    },
    Phase.MATCH_OVER: {
        **ALWAYS,
        JudgeRuled: checking.judge_ruled,
        ScoresheetSigned: rounds.scoresheet_signed,
    },
}

#: The matter (a field of `Cites`) that a refusal is about when an event has no place in a phase: where the book says
#: when it has one. Of pauses, outages and readings of a camera no book says anything.
MATTERS: Mapping[type[Event], str] = {
    LotRolled: "lot",
    ShakeStarted: "roll",
    CubesRolled: "roll",
    VariationSelected: "selecting",
    GoalSet: "goal",
    NoGoalDeclared: "no_goal",
    NoGoalAgreed: "no_goal",
    BonusCalled: "bonus",
    CubeMoved: "turn",
    CubeReturned: "turn",
    BlockLifted: "block",
    BlockReturned: "block",
    ChallengeStated: "block",
    ThirdPartyDecided: "third_party",
    EquationPresented: "writers",
    EquationChecked: "checking",
    JudgeRuled: "verdict",
    IllegalProcedureCharged: "charge",
    PlayerAbsent: "absent",
    RoundStopped: "round_end",
    ScoresheetSigned: "sign",
}

#: A shake that ends also ends the match once the time is called (XI-B).
OVER = (Phase.SHAKE_OVER, Phase.MATCH_OVER)
STOPPED: Ways = {RoundStopped: (Phase.MATCH_OVER,)}
LIFTED: Ways = {BlockLifted: (Phase.CHALLENGE_CALLED,)}
PAPERS_DONE = (Phase.CHECKING, *OVER)
#: Where play goes on when the block is back: where it was, or where papers and a stop that came meanwhile lead.
BACK = (
    *(Phase.ROLLING, Phase.SELECTING, Phase.SETTING_GOAL, Phase.NO_GOAL_DECLARED, Phase.MOVING, Phase.LAST_CUBE),
    *(Phase.WRITING, *PAPERS_DONE),
)

#: The phases to which an event of `TABLE` may lead, if not to the same one; a pair that is missing leaves the phase
#: as it is. The handlers decide which: this is for readers, for the diagram, and for a test that holds every step of
#: many matches against it.
LEADS_TO: Mapping[Phase, Ways] = {
    Phase.ROLLING: {CubesRolled: (Phase.SELECTING, Phase.SETTING_GOAL), **LIFTED, **STOPPED},
    Phase.SELECTING: {
        VariationSelected: (Phase.SETTING_GOAL,),
        None: (Phase.SETTING_GOAL,),
        PlayerAbsent: (Phase.SETTING_GOAL,),
        **LIFTED,
        **STOPPED,
    },
    Phase.SETTING_GOAL: {
        GoalSet: (Phase.MOVING,),
        NoGoalDeclared: (Phase.NO_GOAL_DECLARED,),
        # A variation that is struck must be selected anew (II-B-2).
        IllegalProcedureCharged: (Phase.SELECTING,),
        **LIFTED,
        **STOPPED,
    },
    Phase.NO_GOAL_DECLARED: {
        ChallengeStated: (Phase.WRITING,),
        NoGoalAgreed: OVER,
        PlayerAbsent: OVER,
        None: OVER,
        **LIFTED,
        **STOPPED,
    },
    Phase.MOVING: {
        CubeMoved: (Phase.LAST_CUBE,),
        ChallengeStated: (Phase.WRITING,),
        RoundStopped: (Phase.WRITING,),
        **LIFTED,
    },
    Phase.CHALLENGE_CALLED: {
        ChallengeStated: BACK,
        BlockReturned: BACK,
        PlayerAbsent: BACK,
        None: BACK,
    },
    Phase.LAST_CUBE: {
        # Impossible can no longer be challenged (VIII-B).
        None: (Phase.WRITING,),
        # Who must write may have presented already (VIII-B).
        ChallengeStated: (Phase.WRITING, *PAPERS_DONE),
        CubeReturned: (Phase.MOVING,),
        IllegalProcedureCharged: (Phase.MOVING,),
        EquationPresented: PAPERS_DONE,
        PlayerAbsent: PAPERS_DONE,
        **LIFTED,
    },
    Phase.WRITING: {
        EquationPresented: PAPERS_DONE,
        ThirdPartyDecided: PAPERS_DONE,
        PlayerAbsent: PAPERS_DONE,
        None: PAPERS_DONE,
        CubeReturned: (Phase.MOVING,),
        IllegalProcedureCharged: (Phase.MOVING,),
        **LIFTED,
    },
    Phase.CHECKING: {
        EquationChecked: OVER,
        JudgeRuled: OVER,
        EquationPresented: OVER,
        PlayerAbsent: OVER,
        None: OVER,
    },
    Phase.SHAKE_OVER: {ShakeStarted: (Phase.ROLLING,), RoundTimeCalled: (Phase.MATCH_OVER,)},
    Phase.MATCH_OVER: {},
}


def apply(match: Match, timed: Timed) -> Match:
    """The match after a vetted event, with every deadline before it."""
    event = timed.event
    if isinstance(event, Outage):
        match = clock.moved_on(match, event, timed.t_ms)
    return _handle(clock.advance(match, timed.t_ms), event)


def _handle(match: Match, event: Event) -> Match:
    handler = TABLE[match.phase].get(type(event))
    if handler is None:
        return match.ruled("not-now", _cite(match, type(event)), f"not-now-{event.name}")
    away = absence.absent_actor(match, event)
    if away is not None:
        return match.ruled("not-now", match.rulebook.cites.absent, "is-absent", player=Seat(away))
    return handler(match, event)


def _cite(match: Match, kind: type[Event]) -> str:
    """The section that gives an event its place; once the match is over, the end of the round, which gives it none."""
    matter = "round_end" if match.phase is Phase.MATCH_OVER else MATTERS.get(kind)
    cite: str = getattr(match.rulebook.cites, matter) if matter else ""
    return cite
