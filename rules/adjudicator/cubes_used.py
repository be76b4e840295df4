"""Which cubes a Solution is made of: the signs on paper matched to the cubes on the table (VII-B-3).

Any cube that shows the face will do for a sign; only an exponent without ^ must be of one colour
(XIII-B-12). The matching is exact: of all ways to lay the Solution it takes the one that leaves the
fewest Required cubes over, then takes the most from Permitted, then from Resources, and turns to
Forbidden last. These four wishes never stand against one another, so that the one way shows every fault
that no other way could avoid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.adjudicator.notation import Meaning, Token
from rules.adjudicator.terms import Terms
from rules.cubes import Cube

#: The colour of a cube whose colour was left open: it may be of any.
OPEN = "?"
#: The faces of the cubes that are operation signs.
OPERATIONS = frozenset("+-x÷^√")


@dataclass(frozen=True, slots=True)
class Need:
    """What one written sign asks for: a cube that shows `face`, of the colour `kind` if that is not None.

    `shared` signs may be made with a cube that another sign like it uses too (Multiple Operations).
    """

    face: str
    kind: str | None = None
    shared: bool = False

    def is_met_by(self, cube: Cube) -> bool:
        return cube.face == self.face and (self.kind is None or cube.kind in (self.kind, OPEN))


@dataclass(frozen=True, slots=True)
class Supply:
    """The cubes that lie about, by what may be done with them."""

    required: Sequence[Cube] = ()
    permitted: Sequence[Cube] = ()
    resources: Sequence[Cube] = ()
    forbidden: Sequence[Cube] = ()

    @property
    def tiers(self) -> tuple[Sequence[Cube], ...]:
        """The sections in the order in which a Solution is best made of them."""
        return self.required, self.permitted, self.resources, self.forbidden


@dataclass(frozen=True, slots=True)
class Use:
    """How the signs were met. `missing` signs found no cube at all; `off_colour` are those of them for
    which only the colour was wrong."""

    required: tuple[Cube, ...] = ()
    permitted: tuple[Cube, ...] = ()
    resources: tuple[Cube, ...] = ()
    forbidden: tuple[Cube, ...] = ()
    unused: tuple[Cube, ...] = ()
    missing: tuple[Need, ...] = ()
    off_colour: tuple[Need, ...] = ()


def match(needs: Iterable[Need], supply: Supply, *, each_written: bool = True) -> Use:
    """The best way to make all these signs of the cubes there are.

    `each_written` asks for as many signs as there are Required cubes, though one may be used many times; without it
    one sign is the use of them all.
    """
    by_face: dict[str, list[Need]] = {cube.face: [] for cube in supply.required}
    for need in needs:
        by_face.setdefault(need.face, []).append(need)
    faces = sorted(by_face.items())
    return _together([_match_face(face, wanted, supply, each_written=each_written) for face, wanted in faces])


def _match_face(face: str, needs: Sequence[Need], supply: Supply, *, each_written: bool) -> Use:
    """The use of the cubes with one face; no sign with another face can have any of them."""
    left = [[cube for cube in tier if cube.face == face] for tier in supply.tiers]
    required = tuple(left[0])
    wanted = _cubes_wanted(needs, len(required))
    # Signs bound to a colour choose first. In every tier as many cubes are used then as could be at all:
    # the bound ones have their pick, and the free ones take whatever is left.
    taken: list[list[Cube]] = [[] for _ in left]
    missing: list[Need] = []
    for need in sorted(wanted, key=lambda need: need.kind is None):
        place = next((at for at, tier in enumerate(left) if any(map(need.is_met_by, tier))), None)
        if place is None:
            missing.append(need)
        else:
            cube = _best(need, left[place])
            left[place].remove(cube)
            taken[place].append(cube)
    if not each_written and any(need.shared for need in needs):
        taken[0] += left[0]
        left[0] = []
    spare = [cube for tier in left[:3] for cube in tier]
    return Use(
        required=tuple(taken[0]),
        permitted=tuple(taken[1]),
        resources=tuple(taken[2]),
        forbidden=tuple(taken[3]),
        unused=tuple(left[0]),
        missing=tuple(missing),
        off_colour=tuple(need for need, _ in zip((n for n in missing if n.kind is not None), spare, strict=False)),
    )


def _cubes_wanted(needs: Sequence[Need], required: int) -> list[Need]:
    """The signs that get a cube of their own.

    Signs that may share need one cube between them; they take more only to use up what is Required, for
    each Required cube must be used, sign for sign.
    """
    own = [need for need in needs if not need.shared]
    sharing = [need for need in needs if need.shared]
    own += sharing[: max(1, required - len(own))]
    return own


def _best(need: Need, tier: Sequence[Cube]) -> Cube:
    """A cube of this tier for the sign; one whose colour is open only if no other will do."""
    return min((cube for cube in tier if need.is_met_by(cube)), key=lambda cube: (cube.kind == OPEN, cube))


def _together(uses: Sequence[Use]) -> Use:
    return Use(
        required=tuple(cube for use in uses for cube in use.required),
        permitted=tuple(cube for use in uses for cube in use.permitted),
        resources=tuple(cube for use in uses for cube in use.resources),
        forbidden=tuple(cube for use in uses for cube in use.forbidden),
        unused=tuple(cube for use in uses for cube in use.unused),
        missing=tuple(need for use in uses for need in use.missing),
        off_colour=tuple(need for use in uses for need in use.off_colour),
    )


def count_cubes(needs: Iterable[Need]) -> int:
    """How many cubes the signs are made of at most: a sign that shares is a cube once, however often it is written."""
    own = 0
    sharing: set[str] = set()
    for need in needs:
        if need.shared:
            sharing.add(need.face)
        else:
            own += 1
    return own + len(sharing)


def faces_of(needs: Iterable[Need]) -> str:
    """The signs as a text that names their cubes: `6 +`."""
    return " ".join(sorted(need.face if need.kind is None else f"{need.kind}{need.face}" for need in needs))


def takes_a_cube(token: Token, terms: Terms, *, goal: bool) -> bool:
    """Whether the sign is made with a cube: brackets and factorials are only written, and so are the points that
    Decimal in Goal adds (XIII-D-12)."""
    return token.face is not None and not (goal and token.sign == "." and terms.has("decimal-in-goal"))


def is_operation(token: Token) -> bool:
    """Whether the sign stands for an operation: an i, a digit made of ^ or √, or a decimal point does not."""
    return token.symbol in OPERATIONS and token.sign not in ("i", ".") and token.meaning is not Meaning.DIGIT


def needs_of(tokens: Iterable[Token], terms: Terms, *, goal: bool, forbidden: Iterable[Cube] = ()) -> Iterator[Need]:
    """What the signs of one side of an Equation ask for. Operations of a Goal do not share (VII-C-5-b), nor, if a
    league reads it so, those of which one is in Forbidden (XIII-A-5)."""
    ended = frozenset(cube.face for cube in forbidden if terms.readings.forbidden_ends_many_uses)
    sharing = terms.has("multiple-operations") and not goal
    for token in tokens:
        if token.face is not None and takes_a_cube(token, terms, goal=goal):
            colour = terms.exponent_colour if token.exponent else None
            shared = sharing and is_operation(token) and token.face not in ended
            yield Need(token.face, colour, shared=shared)
