"""What happened, one sentence an event, for a timeline. Nothing that is still sealed is told."""

from __future__ import annotations

from rules.adjudicator.terms import OPTION_FIELDS, Variation
from rules.cubes import Kit
from rules.equations.selecting import in_words
from rules.equations.words import WORDS
from rules.events import Event, JudgeCalled
from rules.mat import Goal
from rules.messages import Cubes, Message, Seat, Seats, Value
from rules.shake_events import (
    BlockLifted,
    CubeMoved,
    CubeReturned,
    EquationChecked,
    EquationPresented,
    GoalSet,
    IllegalProcedureCharged,
    JudgePenalized,
    JudgeRuled,
    ReadingCorrected,
    ShakeStarted,
    ThirdPartyDecided,
    VariationSelected,
)

#: Fields that name a player, whatever the event.
PLAYERS = ("player", "writer", "against", "goal_setter")


def tell(kit: Kit, event: Event) -> Message:
    """The sentence of an event. An Equation's words stay on its paper until everybody may read them."""
    code = f"tell-{event.name}{_variant(event)}"
    if isinstance(event, VariationSelected):
        return Message.of(code, player=Seat(event.player), variation=_variation(event))
    if isinstance(event, EquationPresented):
        return Message.of(code, player=Seat(event.player))
    values: dict[str, Value] = {}
    for name in event.__struct_fields__:
        value = _value(kit, event, name)
        if value is not None:
            values[name.rstrip("_")] = value
    return Message.of(code, **values)


def _variant(event: Event) -> str:
    """The end of the code where one event has several sentences."""
    match event:
        case EquationChecked(accepted=accepted):
            return "-accepted" if accepted else "-rejected"
        case EquationPresented(equation=equation):
            return "" if isinstance(equation, str) else "-none"
        case ThirdPartyDecided(presents=presents):
            return "-yes" if presents else "-no"
        case JudgeRuled(correct=correct):
            return "-correct" if correct else "-incorrect"
        case JudgePenalized(second_judge=str()):
            return "-by-two"
        case BlockLifted(player=None) | JudgeCalled(player=None):
            return "-somebody"
        case ShakeStarted(goal_setter=None):
            return "-next"
        case _:
            return ""


def _value(kit: Kit, event: Event, name: str) -> Value | None:
    value = getattr(event, name)
    if value is None or isinstance(value, bool | dict):
        return None
    if name in PLAYERS or (name == "by" and isinstance(event, EquationChecked | IllegalProcedureCharged)):
        return Seat(value)
    if name == "players":
        return Seats(value)
    if isinstance(event, IllegalProcedureCharged) and name == "what":
        # Somebody may charge what no penalty is for: that is told as it was said.
        code = f"why-{value}"
        return Message.of(code) if code in WORDS else str(value)
    if isinstance(event, CubeMoved | CubeReturned | ReadingCorrected) and name in ("from_", "to", "section"):
        return str(value).capitalize()
    if name in ("cube", "is_"):
        return Cubes((kit.parse(value),))
    if isinstance(event, GoalSet):
        return _goal(Goal.parse(value, kit))
    return value if isinstance(value, int) else str(value)


def _variation(event: VariationSelected) -> Message:
    written = event.variation
    if isinstance(written, str):
        return in_words(Variation(written))
    name = str(written["name"])
    return in_words(Variation(name, written.get(OPTION_FIELDS.get(name, ""))))


def _goal(goal: Goal) -> str:
    """The Goal as it is read off the mat: its faces, with a space for a gap."""
    return " ".join("".join(cube.face for cube in group) for group in goal.groups)
