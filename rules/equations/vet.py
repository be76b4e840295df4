"""Lines that cannot belong to a match (contract, section 6, "Bad lines"), and the one spelling of the others."""

from __future__ import annotations

import math

from msgspec import UNSET
from msgspec.structs import replace

from rules.cubes import Cube, cubes_text
from rules.equations.clock import advance
from rules.equations.league import with_readings
from rules.equations.rolling import LOT_LETTER
from rules.equations.rulebook import Rulebook
from rules.equations.selecting import parse_variation
from rules.equations.state import Match
from rules.errors import BadRequest
from rules.events import Event, MatchStarted, Outage, Timed
from rules.mat import Goal, parse_section
from rules.shake_events import (
    ChallengeStated,
    CubeMoved,
    CubeReturned,
    CubesRolled,
    EquationChecked,
    EquationPresented,
    GoalSet,
    IllegalProcedureCharged,
    LotRolled,
    PenaltyApproved,
    PenaltyRefused,
    ReadingCorrected,
    VariationSelected,
)

#: A paper with more signs than this is no Equation of twenty-four cubes.
LONGEST_EQUATION = 300
#: `never` is another word for Impossible (VI-A-1).
SAME_CHALLENGE = {"never": "impossible"}


def opening(rulebook: Rulebook, event: Event) -> Match:
    """The match that `match-started` opens; BadRequest says what is wrong with it."""
    if not isinstance(event, MatchStarted):
        raise BadRequest("the first line must be match-started")
    if event.division not in rulebook.divisions:
        raise BadRequest(f"there is no division {event.division!r} (there are: {', '.join(rulebook.divisions)})")
    players = event.players
    if len(players) not in rulebook.player_counts:
        counts = " or ".join(map(str, rulebook.player_counts))
        raise BadRequest(f"{rulebook.title} is played by {counts} players, not {len(players)}")
    if len(set(players)) != len(players) or not all(players):
        raise BadRequest(f"players must have different names, not {', '.join(map(repr, players))}")
    return Match(with_readings(rulebook, event.readings), event.division, players, carry_over=event.carry_over)


def vetted(match: Match, timed: Timed) -> Timed:
    """The event in canonical spelling; BadRequest for a line that cannot be one of this match."""
    event = timed.event
    _players(match, event)
    rulebook = match.rulebook
    match event:
        case CubesRolled():
            event = _roll(rulebook, event)
        case CubeMoved() | CubeReturned():
            parse_section(event.from_)
            parse_section(event.to)
            event = replace(event, cube=str(rulebook.kit.parse(event.cube).upright))
        case GoalSet():
            goal = Goal.parse(event.goal, rulebook.kit)
            if not goal:
                raise BadRequest("goal-set: a Goal has at least one cube")
            event = replace(event, goal=str(goal))
        case ReadingCorrected():
            event = replace(event, cube=str(rulebook.kit.parse(event.cube)), is_=str(rulebook.kit.parse(event.is_)))
        case ChallengeStated():
            event = replace(event, challenge=SAME_CHALLENGE.get(event.challenge, event.challenge))
        case EquationPresented():
            _paper(event)
        case PenaltyApproved() | PenaltyRefused():
            # A deadline before this very line may have brought the penalty.
            if not 0 < event.penalty <= len(advance(match, timed.t_ms).penalties):
                raise BadRequest(f"{event.name}: there is no penalty {event.penalty}")
        case LotRolled():
            _lot(rulebook, event)
        case VariationSelected():
            if rulebook.tasks.select is None:
                raise BadRequest(f"variation-selected: {rulebook.title} has no variations to select")
            variation = parse_variation(rulebook, match.division, event.variation)
            event = replace(event, variation=variation.to_json())
        case Outage():
            _outage(event, timed.t_ms)
    return Timed(timed.t_ms, event)


def _players(match: Match, event: Event) -> None:
    """Every player that the event names must be one of this match."""
    fields = ["player", "writer", "against", "goal_setter"]
    if isinstance(event, EquationChecked | IllegalProcedureCharged):
        fields.append("by")
    for field in fields:
        player = getattr(event, field, None)
        if player is not None and player not in match.players:
            raise BadRequest(f"{event.name}: there is no player {player!r} (there are: {', '.join(match.players)})")


def _roll(rulebook: Rulebook, event: CubesRolled) -> CubesRolled:
    kit = rulebook.kit
    if event.universe is not None:
        raise BadRequest("cubes-rolled: Equations has no universe of cards")
    cubes: tuple[Cube, ...] = tuple(cube.upright for cube in kit.parse_all(event.resources))
    many = kit.too_many(cubes)
    if many is not None:
        raise BadRequest(f"cubes-rolled: there are more {many.name} cubes than the kit's {many.count}")
    if len(cubes) > kit.size or not cubes or (len(cubes) < kit.size and not event.partial):
        raise BadRequest(f"cubes-rolled: the kit has {kit.size} cubes, not {len(cubes)}")
    return replace(event, resources=cubes_text(cubes))


def _paper(event: EquationPresented) -> None:
    if event.solutions is not UNSET or event.equation is UNSET:
        raise BadRequest("equation-presented: it needs an equation, or null for none")
    if event.equation is not None and len(event.equation) > LONGEST_EQUATION:
        raise BadRequest(f"equation-presented: an equation has at most {LONGEST_EQUATION} signs")


def _lot(rulebook: Rulebook, event: LotRolled) -> None:
    cube = rulebook.kit.parse(f"{LOT_LETTER}{event.face}")
    if cube.turn_suffix:
        raise BadRequest(f"lot-rolled: {event.face!r} is no face of a cube")


def _outage(event: Outage, t_ms: int) -> None:
    if not math.isfinite(event.seconds) or event.seconds < 0 or event.seconds * 1000 > t_ms:
        raise BadRequest(f"outage: {event.seconds!r} seconds is no time within this match")
