"""What can be wrong with a box or a part of it. Each has a name, and the table plays on with every one of them."""

from __future__ import annotations

from enum import Enum

from rules.errors import MisuseError


class Fault(Enum):
    """A named state of trouble; the words for people are those of whoever shows it."""

    #: No board with a known USB id, or no such port or chip.
    NOT_FOUND = "not-found"
    #: The operating system's library for it is not installed.
    NO_LIBRARY = "no-library"
    #: Another program has it open.
    IN_USE = "in-use"
    #: This user may not open it.
    NOT_ALLOWED = "not-allowed"
    #: It was there, and the cable has come out.
    UNPLUGGED = "unplugged"
    #: The cable is in, but nothing is heard.
    SILENT = "silent"
    #: Something is heard, but nothing that makes sense.
    GARBLED = "garbled"
    #: The program that speaks with it has ended, and is being started again.
    ENDED = "ended"
    #: The board has started anew; what was not yet told is lost.
    RESET = "reset"
    #: Some of what it said came damaged, or only a part of it; it was asked for again.
    DAMAGED = "damaged"
    #: The board had more to tell than it could keep: something pressed was lost.
    LOST = "lost"
    #: A button that has been down for longer than any finger.
    STUCK = "stuck"
    #: A contact that never comes to rest.
    CHATTERING = "chattering"
    #: A contact that bounces for longer than a good one. It still counts.
    WORN = "worn"
    #: A display that does not answer.
    NOT_ANSWERING = "not-answering"


#: With one of these the whole box can report nothing, so nobody waits for it.
DEAF = frozenset(
    {
        Fault.NOT_FOUND,
        Fault.NO_LIBRARY,
        Fault.IN_USE,
        Fault.NOT_ALLOWED,
        Fault.UNPLUGGED,
        Fault.SILENT,
        Fault.GARBLED,
        Fault.ENDED,
    }
)

BOX, DISPLAY = "box", "display"


class DoesNotFit(MisuseError):
    """A text was to be shown that four places cannot show."""
