"""What is wrong with a part of the table: said on every page until it has passed, and noted in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kiosk.questions import Notebook, note_text

#: Parts that have no box around them.
CAMERA, JOURNAL, PICTURES, SETTINGS = "camera", "journal", "pictures", "settings"
EVIDENCE = "evidence"


class Notices:
    """A sentence for each part that has a problem, in the order in which they came up."""

    def __init__(self, notebook: Notebook, changed: Callable[[], None]) -> None:
        self.now: dict[str, str] = {}
        self._notebook = notebook
        self._changed = changed

    def say(self, part: str, text: str | None) -> None:
        """Show it on every page and write it down; None when it has passed."""
        if self.now.get(part) != text:
            self._notebook.append("table", "note", note_text("part", part=part, text=text))
            self.warn(part, text)

    def warn(self, part: str, text: str | None) -> None:
        """The same without a line in the journal: it may be the journal that has the problem."""
        if self.now.get(part) == text:
            return
        self.now = {key: value for key, value in self.now.items() if key != part}
        if text is not None:
            self.now[part] = text
        self._changed()

    def settle(self, parts: Iterable[str]) -> None:
        """These parts are gone, and their problems with them."""
        for part in parts:
            self.say(part, None)
