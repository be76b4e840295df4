"""The events of the games that are played in shakes: Equations and On-Sets (contract, section 6).

The docstring of each type is an example of its canonical JSON; a test reads every one of them both ways.
Cubes, Goals and equations stay texts here: what they mean is for the game and its kit.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from rules.events import Event, Name


class LotRolled(Event, frozen=True, kw_only=True):
    """`{"event":"lot-rolled","player":"A","face":"3"}`"""

    player: str
    face: str


class ShakeStarted(Event, frozen=True, kw_only=True):
    """`{"event":"shake-started","goal_setter":"A"}`"""

    goal_setter: str | None = None


class CubesRolled(Event, frozen=True, kw_only=True):
    """`{"event":"cubes-rolled","resources":"R0 R2 B÷ G^ K√","partial":true}`"""

    resources: str
    universe: tuple[str, ...] | None = None
    partial: bool = False


class VariationSelected(Event, frozen=True, kw_only=True):
    """`{"event":"variation-selected","player":"B","variation":{"name":"base","base":8}}`"""

    player: str
    variation: str | dict[str, Any]


class BonusCalled(Event, frozen=True, kw_only=True):
    """`{"event":"bonus-called","player":"B"}`"""

    player: str


class CubeMoved(Event, frozen=True, kw_only=True):
    """`{"event":"cube-moved","player":"B","cube":"R2","from":"resources","to":"required"}`"""

    player: str
    cube: str
    from_: str = msgspec.field(name="from")
    to: str


class CubeReturned(Event, frozen=True, kw_only=True):
    """`{"event":"cube-returned","player":"B","cube":"R2","from":"required","to":"resources"}`"""

    player: str
    cube: str
    from_: str = msgspec.field(name="from")
    to: str


class GoalSet(Event, frozen=True, kw_only=True):
    """`{"event":"goal-set","player":"A","goal":"B3 Bx _ G5 R+ B2"}`"""

    player: str
    goal: str


class NoGoalDeclared(Event, frozen=True, kw_only=True):
    """`{"event":"no-goal-declared","player":"A"}`"""

    player: str


class NoGoalAgreed(Event, frozen=True, kw_only=True):
    """`{"event":"no-goal-agreed","player":"B"}`"""

    player: str


class BlockLifted(Event, frozen=True, kw_only=True):
    """`{"event":"block-lifted","player":"C"}`"""

    player: str | None = None


class BlockReturned(Event, frozen=True, kw_only=True):
    """`{"event":"block-returned"}`"""

    player: str | None = None


class ChallengeStated(Event, frozen=True, kw_only=True):
    """`{"event":"challenge-stated","player":"C","challenge":"now"}`"""

    player: str
    challenge: str


class ThirdPartyDecided(Event, frozen=True, kw_only=True):
    """`{"event":"third-party-decided","player":"A","presents":false}`"""

    player: str
    presents: bool


class EquationPresented(Event, frozen=True, kw_only=True):
    """`{"event":"equation-presented","player":"C","equation":"2x3=6"}`; null presents nothing, for good."""

    player: str
    equation: str | UnsetType | None = UNSET
    solutions: tuple[dict[str, Any], ...] | UnsetType | None = UNSET


class EquationChecked(Event, frozen=True, kw_only=True):
    """`{"event":"equation-checked","writer":"C","by":"A","accepted":false,"reason":"not-equal"}`"""

    writer: str
    by: str
    accepted: bool
    reason: str | None = None


class JudgeRuled(Event, frozen=True, kw_only=True):
    """`{"event":"judge-ruled","writer":"C","correct":true,"judge":"Lee"}`"""

    writer: str
    correct: bool
    judge: Name


class IllegalProcedureCharged(Event, frozen=True, kw_only=True):
    """`{"event":"illegal-procedure-charged","by":"A","against":"B","what":"bonus-in-lead"}`"""

    by: str
    against: str
    what: str


class PenaltyApproved(Event, frozen=True, kw_only=True):
    """`{"event":"penalty-approved","penalty":1,"judge":"Lee"}`"""

    penalty: int
    judge: Name


class PenaltyRefused(Event, frozen=True, kw_only=True):
    """`{"event":"penalty-refused","penalty":1,"judge":"Lee"}`"""

    penalty: int
    judge: Name


class JudgeWarned(Event, frozen=True, kw_only=True):
    """`{"event":"judge-warned","player":"B","judge":"Lee","why":"humming"}`"""

    player: str
    judge: Name
    why: str


class JudgePenalized(Event, frozen=True, kw_only=True):
    """`{"event":"judge-penalized","player":"B","judge":"Lee","why":"humming again"}`"""

    player: str
    judge: Name
    why: str
    second_judge: Name | None = None


class PlayerAbsent(Event, frozen=True, kw_only=True):
    """`{"event":"player-absent","player":"C"}`"""

    player: str


class RoundTimeCalled(Event, frozen=True, kw_only=True):
    """`{"event":"round-time-called"}`"""


class RoundStopped(Event, frozen=True, kw_only=True):
    """`{"event":"round-stopped"}`"""


class ScoresheetSigned(Event, frozen=True, kw_only=True):
    """`{"event":"scoresheet-signed","player":"A"}`"""

    player: str


class ReadingCorrected(Event, frozen=True, kw_only=True):
    """`{"event":"reading-corrected","cube":"G6","is":"K9","section":"required","judge":"Lee","why":"glare"}`"""

    cube: str
    is_: str = msgspec.field(name="is")
    section: Literal["goal", "required", "permitted", "forbidden", "resources"]
    judge: Name
    why: str


SHAKE_EVENTS: tuple[type[Event], ...] = (
    LotRolled,
    ShakeStarted,
    CubesRolled,
    VariationSelected,
    BonusCalled,
    CubeMoved,
    CubeReturned,
    GoalSet,
    NoGoalDeclared,
    NoGoalAgreed,
    BlockLifted,
    BlockReturned,
    ChallengeStated,
    ThirdPartyDecided,
    EquationPresented,
    EquationChecked,
    JudgeRuled,
    IllegalProcedureCharged,
    PenaltyApproved,
    PenaltyRefused,
    JudgeWarned,
    JudgePenalized,
    PlayerAbsent,
    RoundTimeCalled,
    RoundStopped,
    ScoresheetSigned,
    ReadingCorrected,
)
