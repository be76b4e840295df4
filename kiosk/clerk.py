"""The clerk: writes down what has happened, asks what only people can say, and counts what a screen could show.

Camera, box and screen each bring what they have to the clerk, who puts it to the record. Used by one thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from kiosk.clock import Clock
from kiosk.judging import Act
from kiosk.notices import CAMERA, Notices
from kiosk.presses import BOX
from kiosk.questions import Questions
from kiosk.record import Record
from kiosk.sequencer import Sequencer
from kiosk.touches import Reply
from kiosk.words import WORDS
from rules.errors import BadRequest
from rules.events import Event
from rules.game import Proposal, Ruling, View
from rules.messages import Message, say

log = logging.getLogger(__name__)


class Clerk:
    """What all who report to the referee share."""

    def __init__(self, record: Record, clock: Clock, sequencer: Sequencer[Any]) -> None:
        self.record = record
        self.clock = clock
        self.questions = Questions(record.journal, sequencer, self.changed)
        self.notices = Notices(record.journal, self.changed)
        #: Grows with everything that a screen could show.
        self.version = 1
        #: What is being waited for, in words.
        self.waiting: str | None = None
        #: Called when events have changed the state: what lies on the mat may mean something now.
        self.afterwards: Callable[[], None] = lambda: None
        #: Called when people have said how the mat lies now.
        self.told: Callable[[], None] = lambda: None

    def changed(self) -> None:
        self.version += 1

    def wait_for(self, text: str | None) -> None:
        if self.waiting != text:
            self.waiting = text
            self.changed()

    def write(
        self,
        event: Event,
        at_us: int,
        actor: str,
        snapshots: tuple[str, ...] = (),
        initials: Mapping[str, str] = MappingProxyType({}),
        act: Act | None = None,
    ) -> Ruling | None:
        """See `Record.write`."""
        refusal = self.record.write(event, at_us, actor, snapshots, initials, act)
        self.changed()
        return refusal

    def do(
        self,
        events: Sequence[Event],
        at_us: int,
        actor: str,
        snapshots: tuple[str, ...] = (),
        *,
        by_word: bool = False,
        initials: Mapping[str, str] = MappingProxyType({}),
        act: Act | None = None,
    ) -> Reply:
        """Record events one after the other; the first that is refused ends it.

        `by_word`: people have said so. If it is about the mat, no picture from before can deny it. `initials`: what
        they have signed with. `act`: the judge's act that it is.
        """
        before = self.record.view
        for event in events:
            refusal = self.write(event, at_us, actor, snapshots, initials, act)
            if refusal is not None:
                fold, _ = self.record.running()
                return Reply("refused", say(refusal.message, fold.game.words, self.record.names))
        if by_word and _mat_changed(before, self.record.view):
            self.told()
        if events:
            self.afterwards()
        return Reply("done")

    def carry_out(self, proposal: Proposal, at_us: int, actor: str, snapshots: tuple[str, ...], *, holds: bool) -> None:
        """Do what the game makes of a piece of evidence: wait, ask, or write it down.

        With `holds`, time stands while people are asked.
        """
        fold, _ = self.record.running()
        if proposal.waiting is not None:
            self.wait_for(say(proposal.waiting, fold.game.words, self.record.names))
        elif actor == CAMERA:
            self.wait_for(None)
        question = proposal.question
        if question is not None:
            if actor == BOX and self.questions.asked_by(BOX):
                # Who pressed first is being asked; who pressed after him was too late.
                return
            # An answer that may become an event of that moment holds the time. "Put it back" does not, or a
            # misplaced cube would stop the clock.
            open_ended = holds and any(option.events for option in question.options)
            words = fold.game.words
            self.questions.ask(question, at_us=at_us, actor=actor, words=words, snapshots=snapshots, holds=open_ended)
        elif proposal.events:
            self._do_what_is_proposed(proposal.events, at_us, actor, snapshots)

    def _do_what_is_proposed(self, events: Sequence[Event], at_us: int, actor: str, snapshots: tuple[str, ...]) -> None:
        try:
            reply = self.do(events, at_us, actor, snapshots)
        except BadRequest as bad:
            # The game proposed what it does not take itself: our bug, and no reason to stop the table.
            log.error("a proposal of the game was no event: %s", bad)
            reply = Reply("refused", str(bad))
        if reply.status == "refused" and actor == CAMERA:
            self.notices.say("mat", say(Message.of("refused", why=reply.text or ""), WORDS))


def _mat_changed(before: View | None, after: View | None) -> bool:
    """Within one shake: what lies there when the next one begins is for the camera to say."""
    if before is None or after is None or before.shake != after.shake:
        return False
    return before.mat != after.mat
