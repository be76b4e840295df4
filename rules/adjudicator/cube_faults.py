"""What is wrong with the cubes of an Equation, after each challenge (VII-B-3, IV-D-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from rules.adjudicator.cubes_used import Supply, Use, count_cubes, faces_of, match, needs_of
from rules.adjudicator.notation import Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.terms import Terms
from rules.cubes import Cube, cubes_text
from rules.errors import BadRequest
from rules.mat import Mat
from rules.messages import Cubes, Message

#: A Solution has at least so many cubes (VII-B-3-a).
FEWEST_CUBES = 2
#: After Now, a Solution has at most so many cubes from Resources (VII-B-3-e).
MOST_RESOURCES = 1


class Challenge(Enum):
    """Why an Equation is written. NONE is the last cube, or the end of the round (VIII, XI-B)."""

    NOW = "now"
    IMPOSSIBLE = "impossible"
    NO_GOAL = "no-goal"
    NONE = "none"


def parse_challenge(name: object) -> Challenge:
    """The challenge of that name; Never is Impossible (VI-A-1)."""
    if name == "never":
        return Challenge.IMPOSSIBLE
    try:
        return Challenge(name)
    except ValueError:
        known = ", ".join(challenge.value for challenge in Challenge)
        raise BadRequest(f"there is no challenge {name!r} (there are: {known})") from None


def has_enough_cubes(solution: Sequence[Token], terms: Terms) -> bool:
    return count_cubes(needs_of(solution, terms, goal=False)) >= FEWEST_CUBES


def cube_faults(
    solution: Sequence[Token], goal: Sequence[Token], terms: Terms, challenge: Challenge, mat: Mat | None
) -> Iterator[Reason]:
    """Every rule on cubes that the Solution breaks; without a mat, only what its writing shows."""
    if not has_enough_cubes(solution, terms):
        yield Reason("too-few-cubes", "VII-B-3-a", Message.of("too-few-cubes"))
    if mat is None:
        return
    needs = list(needs_of(solution, terms, goal=False, forbidden=mat.forbidden))
    if challenge is Challenge.NO_GOAL:
        # Nothing has been played: Goal and Solution are made of Resources, each cube once.
        in_goal = list(needs_of(goal, terms, goal=True))
        apart = not terms.readings.no_goal_cubes_serve_once
        for side in (needs, in_goal) if apart else (needs + in_goal,):
            yield from _missing(match(side, Supply(resources=mat.resources)), terms, "IV-D-2", "unavailable-no-goal")
        return
    supply = Supply(mat.required, mat.permitted, mat.resources, mat.forbidden)
    use = match(needs, supply, each_written=terms.readings.required_signs_are_each_written)
    if use.unused:
        yield _of_cubes("required-unused", "VII-B-3-b", use.unused)
    if use.forbidden:
        yield _of_cubes("forbidden-used", terms.cite("forbidden"), use.forbidden)
    yield from _missing(use, terms, "VII-B-3", "unavailable")
    if challenge is Challenge.NOW and len(use.resources) > MOST_RESOURCES:
        yield _of_cubes("resources", "VII-B-3-e", use.resources)


def _of_cubes(code: str, cite: str, cubes: tuple[Cube, ...]) -> Reason:
    return Reason(code, cite, Message.of(code, cubes=Cubes(cubes)), cubes_text(cubes))


def _missing(use: Use, terms: Terms, cite: str, message: str) -> Iterator[Reason]:
    if use.missing:
        faces = faces_of(use.missing)
        yield Reason("unavailable", cite, Message.of(message, faces=faces), faces)
    if use.off_colour:
        faces = faces_of(use.off_colour)
        told = Message.of("exponent-colour", colour=str(terms.option("exponent")), faces=faces)
        yield Reason("variation", terms.cite("exponent"), told, faces)
