"""Questions to the people at the table, and what is being waited for until they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.errors import BadRequest
from rules.game import Option, Question
from rules.messages import Words, say


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question on the screen. `at_us` is the first evidence of what it is about.

    With `holds`, the time of the match stands at that moment until somebody answers: whether a cube was
    moved before the deadline must not depend on how fast the question is read.
    """

    id: str
    question: Question
    words: Words
    at_us: int
    actor: str
    snapshots: tuple[str, ...] = ()
    holds: bool = False

    def option(self, number: object) -> Option:
        """The chosen answer; BadRequest for a number that was not offered."""
        options = self.question.options
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(options):
            raise BadRequest(f"there is no option {number!r}")
        return options[number]

    def text(self, names: Mapping[str, str]) -> str:
        return say(self.question.message, self.words, names)

    def labels(self, names: Mapping[str, str]) -> list[str]:
        return [say(option.label, self.words, names) for option in self.question.options]

    def note(self, what: str, **more: Any) -> str:
        """What the journal keeps of it: seats, not names."""
        return note_text(what, id=self.id, text=self.text({}), options=self.labels({}), **more)


def note_text(what: str, **fields: Any) -> str:
    """The body of a note: `{"note":"question-asked",…}`."""
    return msgspec.json.encode({"note": what, **fields}).decode()
