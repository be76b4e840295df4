"""What the camera sees by itself, for a table whose camera is away: the roll, the Goal and the moves, said by hand.

The events are the same, and so are the rulings on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.equations import moving
from rules.equations.state import Match, Phase
from rules.mat import GAP, Section
from rules.messages import Message, Seat
from rules.offers import Action, CubeRow, Heap, Key, KeyGroup, Keypad, Place


def by_hand(match: Match) -> Iterator[Action]:
    """The roll, the Goal or a move, as the phase wants it."""
    if match.phase is Phase.ROLLING:
        yield _roll(match)
    elif match.phase is Phase.SETTING_GOAL:
        yield _goal(match)
        yield from _move(match, match.playing.goal_setter)
    elif match.phase is Phase.MOVING:
        yield from _move(match, match.playing.turn)


def _roll(match: Match) -> Action:
    """All cubes of the kit, as many of a colour as there are."""
    heaps = (
        Heap(tuple(f"{kind.letter}{face}" for face in kind.faces), kind.count) for kind in match.rulebook.kit.kinds
    )
    row = CubeRow("resources", tuple(heaps), Message.of("ask-resources"), whole=True)
    return Action(Message.of("do-roll-by-hand"), "cubes-rolled", None, {}, row, place=Place.BY_HAND)


def _goal(match: Match) -> Action:
    """A Goal of the cubes in Resources, in the order and with the turns and gaps that it has on the mat."""
    shake = match.playing
    counted = Counter(str(cube) for cube in shake.mat.resources)
    heaps = tuple(Heap((cube,), count) for cube, count in sorted(counted.items()))
    setter = Seat(shake.goal_setter)
    row = CubeRow("goal", heaps, Message.of("ask-goal-by-hand", player=setter), turns=True, gap=GAP)
    fields = {"player": shake.goal_setter}
    label = Message.of("do-goal-by-hand", player=setter)
    return Action(label, "goal-set", None, fields, row, place=Place.BY_HAND)


def _move(match: Match, player: str) -> Iterator[Action]:
    """A move of whose turn it is: which cube, and where it may go."""
    ends = moving.ends(match)
    if ends:
        cubes = tuple(sorted({str(cube) for cube in match.playing.mat.resources}))
        asked = Keypad(
            "cube",
            cubes,
            Message.of("ask-moved", player=Seat(player)),
            single=True,
            groups=(KeyGroup(Message.of("section-resources"), tuple(Key(cube, cube) for cube in cubes)),),
        )
        fields = {"player": player, "from": Section.RESOURCES.value}
        label = Message.of("do-move-by-hand", player=Seat(player))
        then = (sections("to", ends, Message.of("ask-to")),)
        yield Action(label, "cube-moved", None, fields, asked, then, Place.BY_HAND)


def sections(field: str, choice: tuple[Section, ...], label: Message) -> Keypad:
    """A keypad that asks for one of these sections by its name."""
    keys = tuple(Key(section.value, label=Message.of(f"section-{section.value}")) for section in choice)
    return Keypad(field, tuple(key.text for key in keys), label, single=True, groups=(KeyGroup(label, keys),))
