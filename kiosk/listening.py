"""What the box reports, on its way to the record: ties for a judge, questions to who pressed, notices of faults."""

from __future__ import annotations

from collections.abc import Sequence

from device.faults import BOX as WHOLE_BOX
from device.faults import DEAF, Fault
from kiosk.asked import TIE
from kiosk.clerk import Clerk
from kiosk.hearing import Contender, Hearing
from kiosk.presses import BOX, Presses, Signalled
from kiosk.sequencer import Sequencer
from kiosk.sight import Sight
from kiosk.words import WORDS
from rules.events import ClockPaused, ClockResumed
from rules.messages import Message, say


class Listening:
    """The box before the game of a record."""

    def __init__(self, clerk: Clerk, sight: Sight, presses: Presses, sequencer: Sequencer[object]) -> None:
        self.presses = presses
        #: What was pressed or lifted just now and may still turn out to have come after something else.
        self.noticed: tuple[str, ...] = ()
        self._clerk = clerk
        self._sight = sight
        self._sequencer = sequencer
        self._hearing = Hearing(clerk.record, presses)
        #: The press about which people are being asked.
        self._asked: Signalled | None = None
        #: What the judge is asked about: signals that nobody can put in order.
        self._tied: list[Contender] = []

    # -- the box itself ------------------------------------------------------------------------------

    def fault(self, part: str, fault: Fault | None) -> None:
        """Something is wrong with the box or a part of it, or is no longer: it is said on every page."""
        if part == WHOLE_BOX and fault in DEAF:
            self._deaf()
        text = None if fault is None else say(Message.of(f"fault-{fault.value}", part=Message(f"part-{part}")), WORDS)
        self._clerk.notices.say(part, text)

    def changed(self, faulty: Sequence[str], resolution_us: int) -> None:
        """Another box has taken the place of the one with these faulty parts."""
        self._deaf()
        self.presses.resolution_us = resolution_us
        self._clerk.notices.settle(faulty)

    def _deaf(self) -> None:
        """Nothing can be reported for now, so nobody waits for it."""
        self._sequencer.lost(BOX)
        self.presses.lost()

    # -- what was pressed ----------------------------------------------------------------------------

    def hear(self, at_us: int, heard: Signalled) -> None:
        """A signal's turn has come. If nobody can say whether it was first, and it matters, a judge says it."""
        if self._clerk.record.fold is None:
            return
        self._tied = self._hearing.contenders(at_us, heard, self._sight.mat())
        if not self._tied:
            self._understand(at_us, heard, decided="box")
            return
        # A judge has to come first: that is nobody's time.
        self._clerk.write(ClockPaused(by="table", why="tie"), at_us, "table")
        question = self._hearing.who_was_first(self._tied)
        self._clerk.questions.ask(question, at_us=at_us, actor=TIE, words=WORDS, holds=True)

    def untie(self, first: int) -> None:
        """A judge has said who was first: the tied signals are heard, that one before the others."""
        tied, self._tied = self._tied, []
        self.presses.withdraw([heard for _, heard in tied])
        self._clerk.write(ClockResumed(by="table", why="judge"), self._clerk.clock.mono_us(), "table")
        for at_us, heard in [tied[first], *tied[:first], *tied[first + 1 :]]:
            self._understand(at_us, heard, decided="judge")

    def _understand(self, at_us: int, heard: Signalled, *, decided: str) -> None:
        note = self._hearing.order_note(at_us, heard, decided=decided)
        if note is not None:
            self._clerk.record.journal.append(BOX, "note", note)
        proposal = self._hearing.meaning(heard, self._sight.mat())
        self._clerk.notices.say("press", say(Message("press-again"), WORDS) if proposal is None else None)
        if proposal is not None:
            self._clerk.carry_out(proposal, at_us, BOX, self._sight.snapshots, holds=False)
            asked = self._clerk.questions.open
            if asked is not None and asked.question is proposal.question:
                self._asked = heard

    def drop_old_question(self) -> None:
        """A press that no longer means what was asked (the block is back, the time is over) asks nothing any more."""
        if self._asked is None:
            return
        asked = self._clerk.questions.open
        if asked is None or asked.actor != BOX:
            self._asked = None
            return
        proposal = self._hearing.meaning(self._asked, self._sight.mat())
        if proposal is None or proposal.question != asked.question:
            self._asked = None
            self._clerk.questions.close("the table has moved on")

    # -- what is shown of it at once -----------------------------------------------------------------

    def show(self) -> None:
        """Say what the box has reported before it is certain what came first: a hand must feel that it was noticed."""
        noticed = () if self._clerk.record.fold is None else self.presses.waiting()
        if noticed != self.noticed:
            self.noticed = noticed
            self._clerk.changed()

    def words(self) -> str | None:
        """The same in words."""
        if not self.noticed:
            return None
        who = self._hearing.who(self.noticed[-1])
        fold, _ = self._clerk.record.running()
        return say(Message.of("noticed", who=who), {**fold.game.words, **WORDS}, self._clerk.record.names)
