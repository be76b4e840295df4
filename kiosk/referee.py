"""The referee: evidence in, events to the journal, state as the fold of the journal.

One thread owns a Referee and calls it; nothing here waits, sleeps or reads a clock but through the
`Clock` it is given. What a piece of evidence means, and what is allowed, only the game knows
(`Game.propose`, `Game.apply`); this module decides when something is certain enough to be put to it.

`kiosk/sequencer.py` has the order of things. What was seen goes to `kiosk/sight.py`, what was pressed to
`kiosk/listening.py`, what was touched to `kiosk/touches.py`; `kiosk/deadlines.py` has the time, and `kiosk/clerk.py`
writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from device.faults import Fault
from device.signals import AnySignal
from kiosk.acting import Acting
from kiosk.asked import TIE
from kiosk.clerk import Clerk
from kiosk.clock import Clock
from kiosk.deadlines import Deadlines, RoundCall
from kiosk.listening import Listening
from kiosk.notices import CAMERA
from kiosk.presses import BOX, Presses, Signalled
from kiosk.questions import OpenQuestion
from kiosk.record import Life, Record
from kiosk.sequencer import Sequencer
from kiosk.sight import Sight, Sighted
from kiosk.touches import SCREEN, Answer, Reply, Touched, filled, read_touch
from kiosk.words import WORDS
from rules.errors import BadRequest
from rules.events import ClockPaused, ClockResumed, Outage, Tick
from rules.evidence import HOLD_MS
from rules.game import Option, Question
from rules.limits import TimerState
from rules.messages import Message, say
from rules.round_clock import RoundClock, RoundPlan, RoundState
from vision.sightings import AnySighting, Trouble

__all__ = ["SCREEN", "TIE", "Answer", "Referee", "Reply"]

_RUNS = (TimerState.RUNNING, TimerState.COUNTDOWN, TimerState.EXTRA_MINUTE)

Item = Sighted | Signalled | Touched | RoundCall


class Referee:
    """The match at this table. See the module's first lines for who may call it.

    `patience_ms` is how long a silent sense is waited for, `frame_us` how long a press waits for the picture of what
    it means. With `round_waits` a round begins when somebody says so, else with the match; without a
    `round_plan` somebody else calls its end.
    """

    def __init__(
        self,
        record: Record,
        clock: Clock,
        *,
        patience_ms: int,
        frame_us: int,
        resolution_us: int = 1,
        round_plan: RoundPlan | None = None,
        round_waits: bool = False,
    ) -> None:
        self.record = record
        self.clock = clock
        self._frame_us = frame_us
        self._round_waits = round_waits
        self._sequencer: Sequencer[Any] = Sequencer(patience_ms * 1000)
        self._clerk = Clerk(record, clock, self._sequencer)
        self._sight = Sight(self._clerk)
        self._clerk.afterwards, self._clerk.told = self._sight.reconsider, self._sight.told
        hold_us = round(HOLD_MS * 1000 * clock.speed)
        presses = Presses(self._sequencer, frame_us=frame_us, hold_us=hold_us, resolution_us=resolution_us)
        self._listening = Listening(self._clerk, self._sight, presses, self._sequencer)
        self._deadlines = Deadlines(record, self._sequencer, round_plan)
        self._acting = Acting(self._clerk)
        self._checking = False

    # -- what a screen shows of it -------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with everything that a screen could show."""
        return self._clerk.version

    @property
    def question(self) -> OpenQuestion | None:
        return self._clerk.questions.open

    @property
    def notices(self) -> dict[str, str]:
        """What is wrong with each part of the table, in words."""
        return self._clerk.notices.now

    @property
    def noticed(self) -> str | None:
        """What was pressed or lifted just now, and is being checked, in words."""
        return self._listening.words()

    @property
    def waiting(self) -> str | None:
        """What is being waited for, in words."""
        return self._clerk.waiting

    @property
    def sees_clearly(self) -> bool:
        """The camera is at work and sure of what it sees, so that nobody need tell the table what it can see itself."""
        return CAMERA not in self.notices and self._sight.clear

    @property
    def checking(self) -> bool:
        """A deadline seems to have passed, but it is not certain yet that nothing came before it."""
        return self._deadlines.being_checked(self.clock.mono_us())

    @property
    def round(self) -> RoundClock | None:
        """The round of the match; None if this table has none to run."""
        return self._deadlines.round

    def now_ms(self) -> int:
        return self.record.t_ms(self.clock.mono_us())

    # -- beginning ---------------------------------------------------------------------------------

    def begin(self, request: Mapping[str, Any]) -> Reply:
        """Start a match; see `Record.begin`."""
        self.record.begin(request)
        self.notice("version", None)
        self._clerk.questions.close("a new match has begun")
        self._clerk.changed()
        if self._round_waits and self.round is not None:
            now = self.clock.mono_us()
            self._clerk.write(ClockPaused(by="table", why="round"), now, "table")
            self._ask_to_continue(Message("round-start?"), now, "round-start")
        self._sight.reconsider()
        return Reply("done")

    def resume(self, life: Life | None) -> None:
        """Take up the journal's last match where it was. The time the table was down is nobody's."""
        last = self.record.reopen()
        if last is None:
            return
        if self.record.warning is not None:
            self.notice("version", self.record.warning)
        # Whole milliseconds that have passed, as the match's time counts them: rounded up, an outage could be longer
        # than a match that had only just begun.
        down_s = self.record.restart_clock(life if life and life.t_ms >= last.t_ms else last) // 1000 / 1000
        _, view = self.record.running()
        now, playing = self.clock.mono_us(), self.round
        if view.over:
            return
        if view.timer.state is TimerState.PAUSED or (playing is not None and playing.paused):
            self._ask_to_continue(Message.of("paused-continue?"), now)
        elif view.timer.state in _RUNS or (playing is not None and playing.state is not RoundState.OVER):
            self._clerk.write(Outage(seconds=down_s), now, "table")
            self._clerk.write(ClockPaused(by="table", why="outage"), now, "table")
            self._ask_to_continue(Message.of("continue?", seconds=max(1, round(down_s))), now)

    def _ask_to_continue(self, message: Message, now: int, label: str = "continue") -> None:
        go_on = Option(Message(label), (ClockResumed(by="table", why="continued"),))
        self._clerk.questions.ask(Question(message, (go_on,)), at_us=now, actor="table", words=WORDS)

    def plan_round(self, plan: RoundPlan | None, *, waits: bool) -> None:
        """Other settings for the round: this one too is called by them from now on."""
        self._deadlines.plan, self._round_waits = plan, waits
        self._clerk.changed()

    def shown_anew(self) -> None:
        """Something that is shown has changed elsewhere."""
        self._clerk.changed()

    # -- parts -------------------------------------------------------------------------------------

    def notice(self, part: str, text: str | None) -> None:
        """Show on every page that a part has a problem; None when it has passed."""
        self._clerk.notices.say(part, text)

    def warn(self, part: str, text: str | None) -> None:
        """The same without a line in the journal: it may be the journal that has the problem."""
        self._clerk.notices.warn(part, text)

    def saw(self, sighting: AnySighting) -> None:
        """The camera's reader reports something."""
        if self._clerk.questions.asked_by(CAMERA) and not isinstance(sighting, Trouble):
            # The mat has changed while people were asked about it: it answers for itself.
            self._clerk.questions.close("the mat was changed")
        self._sequencer.put(sighting.at_us, Sighted(sighting))

    def passed(self, at_us: int) -> None:
        """The camera's reader has reported everything that it saw before that moment."""
        self._sequencer.passed(CAMERA, at_us)

    def camera(self, state: str, text: str = "") -> None:
        """The camera's state changed: it is watching, or there is something to say on every page."""
        if state == "watching":
            self.notice(CAMERA, None)
            return
        self._sequencer.lost(CAMERA)
        if state != "closed":
            self.notice(CAMERA, say(Message(f"camera-{state}"), WORDS))
        elif text:
            # It will not come back by itself.
            self.notice(CAMERA, say(Message.of("camera-cannot", problem=text), WORDS))

    def camera_changed(self, frame_us: int) -> None:
        """Another camera watches from now on, with another time from picture to picture."""
        self._sequencer.lost(CAMERA)
        self._frame_us = self._listening.presses.frame_us = frame_us
        self._sight.lost()

    def signalled(self, signal: AnySignal) -> None:
        """The box reports something. What a press means may depend on how the cubes lie just then."""
        self._listening.presses.take_in(signal)

    def box_passed(self, at_us: int) -> None:
        """The box has reported everything that its switches did before that moment."""
        self._sequencer.passed(BOX, at_us)

    def box_fault(self, part: str, fault: Fault | None) -> None:
        """Something is wrong with the box or a part of it, or is no longer."""
        self._listening.fault(part, fault)

    def box_changed(self, faulty: Sequence[str], resolution_us: int) -> None:
        """Another box has taken the place of the one with these faulty parts."""
        self._listening.changed(faulty, resolution_us)

    # -- people at the screen ------------------------------------------------------------------------

    def touched(self, request: Mapping[str, Any], answer: Answer, by: str = SCREEN) -> None:
        """Somebody pressed something on the screen; `answer` is called with what became of it.

        `by` is the actor of the journal's row: the screen, or the judge who has signed for it.
        """
        try:
            touch = read_touch(self.record, request, answer, by)
        except BadRequest as bad:
            answer(bad)
            return
        now = self.clock.mono_us()
        self._sequencer.put(now, touch, after_us=now + self._frame_us if touch.fill else None)

    def answered(self, request: Mapping[str, Any], answer: Answer, by: str = SCREEN) -> None:
        """Somebody chose an answer to the open question: `{"question": id, "option": number}`."""
        try:
            question, chosen = self._clerk.questions.find(request)
            self._clerk.questions.answered(chosen, by)
            if question.actor == TIE:
                self._listening.untie(question.question.options.index(chosen))
                answer(Reply("done"))
            elif question.actor == CAMERA:
                answer(self._sight.answered(question, chosen))
            else:
                self._sequencer.put(self.clock.mono_us(), Touched(chosen.events, answer, by=by))
        except BadRequest as bad:
            answer(bad)

    def judged(self, request: Mapping[str, Any], judge: str, answer: Answer, by: str) -> None:
        """A judge does something from his own page: an act with an id and a reason (`kiosk/judging.py`)."""
        try:
            touch = self._acting.begin(request, judge, answer, by)
        except BadRequest as bad:
            answer(bad)
            return
        if touch is not None:
            self._sequencer.put(self.clock.mono_us(), touch)

    # -- time --------------------------------------------------------------------------------------

    def step(self) -> None:
        """Work off everything that is certain by now, deadlines included."""
        self._sight.catch_up()
        while self._next():
            pass
        self._listening.drop_old_question()
        self._listening.show()
        checking = self.checking
        if checking != self._checking:
            self._checking = checking
            self._clerk.changed()

    def _next(self) -> bool:
        """Do the next thing that is certain; False if there is none."""
        now = self.clock.mono_us()
        self._deadlines.call_round(now)
        released = self._sequencer.release(now)
        if released is not None:
            self._take(*released)
            return True
        fallen_us = self._deadlines.fallen_us(now)
        if fallen_us is not None:
            self._clerk.write(Tick(), fallen_us, "table")
            return True
        again = self._deadlines.stop_again()
        if again is not None:
            self._clerk.do((again,), now, "table")
        return again is not None

    def _take(self, at_us: int, item: Item) -> None:
        match item:
            case Sighted(sighting):
                self._sight.see(sighting)
            case Signalled():
                self._listening.hear(at_us, item)
            case RoundCall(event):
                if self._deadlines.still_due(item, at_us):
                    self._clerk.do((event,), at_us, "table")
            case Touched():
                try:
                    if item.act is not None:
                        item.answer(self._acting.take(item, at_us))
                        return
                    events = filled(self.record, item, self._sight.mat())
                    by_word = item.fill is None
                    item.answer(self._clerk.do(events, at_us, item.by, by_word=by_word, initials=item.initials))
                except BadRequest as bad:
                    item.answer(bad)
                except (sqlite3.Error, OSError) as trouble:
                    item.answer(Reply("refused", say(Message.of("journal-trouble", problem=str(trouble)), WORDS)))
                    raise
