"""What no journal here has, and a journal that cannot be read, refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kiosk.journal import JournalError
from kiosk.past import NoMatch
from kiosk.web.safety import Refused


@contextmanager
def readable() -> Iterator[None]:
    """Turns what is raised when a match is opened into an answer."""
    try:
        yield
    except NoMatch as none:
        raise Refused(404, "no-match", str(none)) from None
    except JournalError as broken:
        raise Refused(409, "journal", str(broken)) from None
