"""Evidence: what the table's senses report, in words that the rules know and with no time in them.

The runtime turns a sighting (vision) or a signal (device) into one of these and asks the game what it
means in the present state (`Game.propose`). A press has no meaning of its own: in one phase it says
"Goal", in another "I accept".
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.mat import Mat


@dataclass(frozen=True, slots=True)
class MatSeen:
    """The camera is sure that the mat lies like this."""

    mat: Mat


@dataclass(frozen=True, slots=True)
class BlockUp:
    """The challenge block has left its place."""


@dataclass(frozen=True, slots=True)
class BlockDown:
    """The challenge block is back in its place."""


#: A press that lasts at least so long is a hold.
HOLD_MS = 1000


@dataclass(frozen=True, slots=True)
class SeatPress:
    """A player pressed the button at his seat, or held it down."""

    player: str
    held: bool = False


@dataclass(frozen=True, slots=True)
class JudgePress:
    """Somebody pressed the button that calls a judge."""


Evidence = MatSeen | BlockUp | BlockDown | SeatPress | JudgePress
