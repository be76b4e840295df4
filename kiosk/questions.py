"""Questions to the people at the table, and what is being waited for until they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from kiosk.asked import ANSWERED, ASKED, DROPPED, SEAT_MARKS
from kiosk.sequencer import Sequencer
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
        plain, named = ([self.text(names), *self.labels(names)] for names in ({}, SEAT_MARKS))
        text, *options = plain
        # The same with a mark for each seat, for those who may put the names there (`kiosk/asked.py`).
        marked = {"named": named} if named != plain else {}
        return note_text(what, id=self.id, asker=self.actor, text=text, options=options, **marked, **more)


def note_text(what: str, **fields: Any) -> str:
    """The body of a note: `{"note":"question-asked",…}`."""
    return msgspec.json.encode({"note": what, **fields}).decode()


class Notebook(Protocol):
    """Where notes are kept: the journal."""

    def append(self, actor: str, kind: str, text: str, /, *, snapshots: tuple[str, ...] = ()) -> object: ...


class Questions:
    """The one question that is open, if any. What is asked, answered and dropped is noted in the journal.

    A question that `holds` keeps the sequencer from giving out anything later than what it is about.
    """

    def __init__(self, notebook: Notebook, sequencer: Sequencer[Any], changed: Callable[[], None]) -> None:
        self.open: OpenQuestion | None = None
        self._notebook = notebook
        self._sequencer = sequencer
        self._changed = changed
        self._asked = 0

    def asked_by(self, actor: str) -> bool:
        return self.open is not None and self.open.actor == actor

    def ask(
        self,
        question: Question,
        *,
        at_us: int,
        actor: str,
        words: Words,
        snapshots: tuple[str, ...] = (),
        holds: bool = False,
    ) -> None:
        """Ask it in place of what was being asked; nothing happens if it is being asked already."""
        if self.open is not None and self.open.question == question:
            return
        asked = OpenQuestion(str(self._asked + 1), question, words, at_us, actor, snapshots, holds)
        self.close("another question came up")
        self._notebook.append("table", "note", asked.note(ASKED), snapshots=snapshots)
        self._asked += 1
        self.open = asked
        self._sequencer.held_at_us = at_us if holds else None
        self._changed()

    def close(self, why: str) -> None:
        """It answers itself, or is no longer a question."""
        if self.open is not None:
            self._notebook.append("table", "note", self.open.note(DROPPED, why=why))
            self._drop()

    def find(self, request: Mapping[str, Any]) -> tuple[OpenQuestion, Option]:
        """What `{"question": id, "option": number}` chooses; BadRequest if that cannot be chosen (any more)."""
        if self.open is None or self.open.id != request.get("question"):
            raise BadRequest("that question is no longer open")
        return self.open, self.open.option(request.get("option"))

    def answered(self, chosen: Option, by: str) -> OpenQuestion:
        """The open question has been answered; gives it back."""
        question = self.open
        assert question is not None
        label = say(chosen.label, question.words)
        self._notebook.append(by, "note", question.note(ANSWERED, answer=label))
        self._drop()
        return question

    def _drop(self) -> None:
        self.open = None
        self._sequencer.held_at_us = None
        self._changed()
