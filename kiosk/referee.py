"""The referee: evidence in, events to the journal, state as the fold of the journal.

One thread owns a Referee and calls it; nothing here waits, sleeps or reads a clock but through the
`Clock` it is given. What a piece of evidence means, and what is allowed, only the game knows
(`Game.propose`, `Game.apply`); this module decides when something is certain enough to be put to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from device.faults import BOX, DEAF, Fault
from device.signals import AnySignal
from kiosk.clock import Clock
from kiosk.hearing import Contender, Hearing
from kiosk.presses import Presses, Signalled
from kiosk.questions import OpenQuestion, note_text
from kiosk.record import Life, Record
from kiosk.sequencer import Sequencer
from kiosk.words import WORDS
from rules.errors import BadRequest
from rules.events import ClockPaused, ClockResumed, Event, Outage, Tick
from rules.evidence import HOLD_MS, MatSeen
from rules.game import FromMat, Option, Proposal, Question, Ruling
from rules.limits import TimerState
from rules.mat import Mat, parse_section
from rules.messages import Message, say
from vision.board import Board
from vision.sightings import AnySighting, Trouble

log = logging.getLogger(__name__)

CAMERA = "camera"
#: Who asks when the box cannot say which of two was first.
TIE = "tie"
UNSURE_NO = Option(Message("unsure-no"))


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of something that a person did: `done`, or `refused` with the reason in words."""

    status: str
    text: str | None = None


Answer = Callable[[Reply | BadRequest], None]


@dataclass(frozen=True, slots=True)
class Sighted:
    sighting: AnySighting


@dataclass(frozen=True, slots=True)
class Touched:
    """Somebody did something on the screen: an event, or the events that an answer stands for."""

    events: tuple[Event, ...]
    answer: Answer
    fill: FromMat | None = None
    fields: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest picture of the table that was read."""

    board: Board
    at_us: int
    snapshot: str


class Referee:
    """The match at this table. See the module's first lines for who may call it."""

    def __init__(
        self, record: Record, clock: Clock, *, patience_ms: int, frame_us: int, resolution_us: int = 1
    ) -> None:
        self.record = record
        self.clock = clock
        self.question: OpenQuestion | None = None
        self.waiting: str | None = None
        self.notices: dict[str, str] = {}
        #: Grows with everything that a screen could show.
        self.version = 1
        self.seen: Seen | None = None
        self._frame_us = frame_us
        self._sequencer: Sequencer[Sighted | Signalled | Touched] = Sequencer(patience_ms * 1000)
        hold_us = round(HOLD_MS * 1000 * clock.speed)
        self._presses = Presses(self._sequencer, frame_us=frame_us, hold_us=hold_us, resolution_us=resolution_us)
        self._hearing = Hearing(record, self._presses)
        #: The press about which people are being asked.
        self._asked: Signalled | None = None
        #: What the judge is asked about: signals that nobody can put in order.
        self._tied: list[Contender] = []
        self._questions = 0
        #: The picture in which mat and record last agreed: the "before" of the next move.
        self._agreed: str | None = None
        #: The picture that people have said was read wrongly.
        self._disbelieved: str | None = None
        self._checking = False

    # -- beginning ---------------------------------------------------------------------------------

    def begin(self, request: Mapping[str, Any]) -> Reply:
        """Start a match; see `Record.begin`."""
        self.record.begin(request)
        self.notice("version", None)
        self._close_question("a new match has begun")
        self.version += 1
        self._reconsider()
        return Reply("done")

    def resume(self, life: Life | None) -> None:
        """Take up the journal's last match where it was. The time the table was down is nobody's."""
        last = self.record.reopen()
        if last is None:
            return
        if self.record.warning is not None:
            self.notice("version", self.record.warning)
        down_s = round(self.record.restart_clock(life if life and life.t_ms >= last.t_ms else last) / 1_000_000, 3)
        _, view = self.record.running()
        now = self.clock.mono_us()
        if view.timer.state in (TimerState.RUNNING, TimerState.COUNTDOWN, TimerState.EXTRA_MINUTE):
            self._write(Outage(seconds=down_s), now, "table")
            self._write(ClockPaused(by="table", why="outage"), now, "table")
            self._ask_to_continue(Message.of("continue?", seconds=max(1, round(down_s))), now)
        elif view.timer.state is TimerState.PAUSED:
            self._ask_to_continue(Message.of("paused-continue?"), now)

    def _ask_to_continue(self, message: Message, now: int) -> None:
        go_on = Option(Message("continue"), (ClockResumed(by="table", why="continued"),))
        self._ask(Question(message, (go_on,)), at_us=now, actor="table", words=WORDS)

    # -- what comes in -----------------------------------------------------------------------------

    def saw(self, sighting: AnySighting) -> None:
        """The camera's reader reports something."""
        if self.question is not None and self.question.actor == CAMERA and not isinstance(sighting, Trouble):
            # The mat has changed while people were asked about it: it answers for itself.
            self._close_question("the mat was changed")
        self._sequencer.put(sighting.at_us, Sighted(sighting))

    def passed(self, at_us: int) -> None:
        """The camera's reader has reported everything that it saw before that moment."""
        self._sequencer.passed(CAMERA, at_us)

    def camera(self, state: str) -> None:
        """The camera's state changed: it is watching, or there is something to say on every page."""
        if state == "watching":
            self.notice("camera", None)
            return
        self._sequencer.lost(CAMERA)
        if state != "closed":
            self.notice("camera", say(Message(f"camera-{state}"), WORDS))

    def notice(self, part: str, text: str | None) -> None:
        """Show on every page that a part has a problem; None when it has passed."""
        if self.notices.get(part) == text:
            return
        self.record.journal.append("table", "note", note_text("part", part=part, text=text))
        self.warn(part, text)

    def warn(self, part: str, text: str | None) -> None:
        """The same without a line in the journal: it may be the journal that has the problem."""
        self.notices = {key: value for key, value in self.notices.items() if key != part}
        if text is not None:
            self.notices[part] = text
        self.version += 1

    def signalled(self, signal: AnySignal) -> None:
        """The box reports something. What a press means may depend on how the cubes lie just then."""
        self._presses.take_in(signal)

    def box_passed(self, at_us: int) -> None:
        """The box has reported everything that its switches did before that moment."""
        self._sequencer.passed(BOX, at_us)

    def box_fault(self, part: str, fault: Fault | None) -> None:
        """Something is wrong with the box or a part of it, or is no longer: it is said on every page."""
        if part == BOX and fault in DEAF:
            self._sequencer.lost(BOX)
            self._presses.lost()
        text = None if fault is None else say(Message.of(f"fault-{fault.value}", part=Message(f"part-{part}")), WORDS)
        self.notice(part, text)

    def touched(self, request: Mapping[str, Any], answer: Answer) -> None:
        """Somebody pressed something on the screen; `answer` is called with what became of it."""
        try:
            touch = self._touch(request, answer)
        except BadRequest as bad:
            answer(bad)
            return
        now = self.clock.mono_us()
        self._sequencer.put(now, touch, after_us=now + self._frame_us if touch.fill else None)

    def _touch(self, request: Mapping[str, Any], answer: Answer) -> Touched:
        fold, view = self.record.running()
        fields = {key: value for key, value in request.items() if key != "t"}
        name = fields.get("event")
        if not self.record.offers(name):
            raise BadRequest(f"{name!r} is not on offer at this table just now")
        for action in view.actions:
            entry = action.entry
            if (action.event, action.player) == (name, fields.get("player")) and isinstance(entry, FromMat):
                return Touched((), answer, entry, fields)
        return Touched((fold.game.vocabulary.event(fields),), answer)

    def answered(self, request: Mapping[str, Any], answer: Answer) -> None:
        """Somebody chose an answer to the open question: `{"question": id, "option": number}`."""
        question = self.question
        try:
            if question is None or question.id != request.get("question"):
                raise BadRequest("that question is no longer open")
            chosen = question.option(request.get("option"))
        except BadRequest as bad:
            answer(bad)
            return
        if question.actor == TIE:
            answer(self._untied(question, chosen))
            return
        label = say(chosen.label, question.words)
        self.record.journal.append("screen", "note", question.note("question-answered", answer=label))
        self._drop_question()
        if question.actor != CAMERA:
            self._sequencer.put(self.clock.mono_us(), Touched(chosen.events, answer))
            return
        if chosen == UNSURE_NO and self.seen is not None:
            self._disbelieved = self.seen.snapshot
        try:
            answer(self._do(chosen.events, question.at_us, question.actor, question.snapshots))
        except BadRequest as bad:
            answer(bad)
        # "I have put it back" is true once the camera has seen it; until then the question stands again.
        self._reconsider()

    # -- time --------------------------------------------------------------------------------------

    def step(self) -> None:
        """Work off everything that is certain by now, deadlines included."""
        while True:
            released = self._sequencer.release(self.clock.mono_us())
            if released is not None:
                self._take(*released)
            elif not self._deadline():
                break
        self._drop_old_question()
        checking = self.checking
        if checking != self._checking:
            self._checking = checking
            self.version += 1

    def _deadline(self) -> bool:
        """Let a deadline fall, if nothing that happened before it can still be reported."""
        if self.record.view is None or self.record.view.next_due_ms is None:
            return False
        settled_us = self._sequencer.settled_us(self.clock.mono_us())
        if self.record.t_ms(settled_us) <= self.record.view.next_due_ms:
            return False
        self._write(Tick(), settled_us, "table")
        return True

    @property
    def checking(self) -> bool:
        """A deadline seems to have passed, but it is not certain yet that nothing came before it."""
        due = None if self.record.view is None else self.record.view.next_due_ms
        return due is not None and self.now_ms() > due

    def now_ms(self) -> int:
        return self.record.t_ms(self.clock.mono_us())

    # -- what it means -----------------------------------------------------------------------------

    def _take(self, at_us: int, item: Sighted | Signalled | Touched) -> None:
        match item:
            case Sighted(sighting):
                self._see(sighting)
            case Signalled():
                self._hear(at_us, item)
            case Touched():
                try:
                    item.answer(self._do(self._filled(item), at_us, "screen"))
                except BadRequest as bad:
                    item.answer(bad)

    def _filled(self, touch: Touched) -> tuple[Event, ...]:
        """The touch's events; what "as it lies on the mat" means is read off the newest picture."""
        if touch.fill is None:
            return touch.events
        fold, _ = self.record.running()
        mat = self._seen_mat()
        if mat is None:
            raise BadRequest("the camera has not seen the mat yet")
        text = mat.to_json()[parse_section(touch.fill.section).value]
        return (fold.game.vocabulary.event({**(touch.fields or {}), touch.fill.field: text}),)

    def _see(self, sighting: AnySighting) -> None:
        if isinstance(sighting, Trouble):
            text = None if sighting.over else say(Message.of("camera-trouble", problem=sighting.problem), WORDS)
            self.notice(f"camera {sighting.problem}", text)
            return
        self.seen = Seen(sighting.board, sighting.at_us, sighting.snapshot)
        self.notice("mat", None)
        self.version += 1
        self._consider(sighting.at_us)

    def _reconsider(self) -> None:
        """The state has changed: what lies on the mat may mean something now (the cubes were rolled early)."""
        if self.seen is not None and self.question is None:
            fold, _ = self.record.running()
            self._consider(max(self.seen.at_us, self.record.at_us(fold.t_ms)))

    def _consider(self, at_us: int) -> None:
        mat, seen = self._seen_mat(), self.seen
        if self.record.fold is None or mat is None or seen is None:
            return
        if seen.snapshot == self._disbelieved:
            self._wait_for(say(Message("unsure-waiting"), WORDS))
            return
        proposal = self.record.fold.game.propose(self.record.fold.state, MatSeen(mat), mat)
        snapshots = tuple(filter(None, (self._agreed, seen.snapshot)))
        if seen.board.sure:
            self._carry_out(proposal, at_us, CAMERA, snapshots, holds=True)
        elif proposal.events:
            words = {**self.record.fold.game.words, **WORDS}
            self._ask(self._unsure(proposal), at_us=at_us, actor=CAMERA, words=words, snapshots=snapshots, holds=True)
        else:
            self._wait_for(say(Message("unsure-waiting"), WORDS))
        if proposal == Proposal() and seen.board.sure:
            self._agreed = seen.snapshot

    def _unsure(self, proposal: Proposal) -> Question:
        fold, _ = self.record.running()
        yes = Option(Message("unsure-yes"), proposal.events)
        return Question(Message.of("unsure?", what=fold.game.tell(proposal.events[-1])), (yes, UNSURE_NO))

    def _hear(self, at_us: int, heard: Signalled) -> None:
        """A signal's turn has come. If nobody can say whether it was first, and it matters, a judge says it."""
        if self.record.fold is None:
            return
        tied = self._hearing.contenders(at_us, heard, self._seen_mat())
        if tied:
            self._tied = tied
            question = self._hearing.who_was_first(tied)
            # A judge has to come first: that is nobody's time.
            self._write(ClockPaused(by="table", why="tie"), at_us, "table")
            self._ask(question, at_us=at_us, actor=TIE, words=WORDS, holds=True)
        else:
            self._understand(at_us, heard, decided="box")

    def _understand(self, at_us: int, heard: Signalled, *, decided: str) -> None:
        note = self._hearing.order_note(at_us, heard, decided=decided)
        if note is not None:
            self.record.journal.append("box", "note", note)
        proposal = self._hearing.meaning(heard, self._seen_mat())
        self.notice("press", say(Message("press-again"), WORDS) if proposal is None else None)
        if proposal is not None:
            snapshots = (self.seen.snapshot,) if self.seen else ()
            self._carry_out(proposal, at_us, BOX, snapshots, holds=False)
            if self.question is not None and self.question.question is proposal.question:
                self._asked = heard

    def _drop_old_question(self) -> None:
        """A press that no longer means what was asked (the block is back, the time is over) asks nothing any more."""
        if self._asked is None:
            return
        if self.question is None or self.question.actor != BOX:
            self._asked = None
            return
        proposal = self._hearing.meaning(self._asked, self._seen_mat())
        if proposal is None or proposal.question != self.question.question:
            self._asked = None
            self._close_question("the table has moved on")

    def _untied(self, question: OpenQuestion, chosen: Option) -> Reply:
        """A judge has said who was first: the tied signals are heard, that one before the others."""
        tied, self._tied = self._tied, []
        label = say(chosen.label, question.words)
        self.record.journal.append("screen", "note", question.note("question-answered", answer=label))
        self._drop_question()
        self._presses.withdraw([heard for _, heard in tied])
        self._write(ClockResumed(by="table", why="judge"), self.clock.mono_us(), "table")
        first = question.question.options.index(chosen)
        for at_us, heard in [tied[first], *tied[:first], *tied[first + 1 :]]:
            self._understand(at_us, heard, decided="judge")
        return Reply("done")

    def _carry_out(
        self, proposal: Proposal, at_us: int, actor: str, snapshots: tuple[str, ...], *, holds: bool
    ) -> None:
        fold, _ = self.record.running()
        if proposal.waiting is not None:
            self._wait_for(say(proposal.waiting, fold.game.words, self.record.names))
        elif actor == CAMERA:
            self._wait_for(None)
        question = proposal.question
        if question is not None and actor == BOX and self.question is not None and self.question.actor == BOX:
            # Who pressed first is being asked; who pressed after him was too late.
            return
        if question is not None:
            # An answer that may become an event of that moment holds the time. "Put it back" does not, or a
            # misplaced cube would stop the clock.
            open_ended = holds and any(option.events for option in question.options)
            words = fold.game.words
            self._ask(question, at_us=at_us, actor=actor, words=words, snapshots=snapshots, holds=open_ended)
            return
        if proposal.events:
            try:
                reply = self._do(proposal.events, at_us, actor, snapshots)
            except BadRequest as bad:
                # The game proposed what it does not take itself: our bug, and no reason to stop the table.
                log.error("a proposal of the game was no event: %s", bad)
                reply = Reply("refused", str(bad))
            if reply.status == "refused" and actor == CAMERA:
                self.notice("mat", say(Message.of("refused", why=reply.text or ""), WORDS))

    # -- writing down ------------------------------------------------------------------------------

    def _do(self, events: Sequence[Event], at_us: int, actor: str, snapshots: tuple[str, ...] = ()) -> Reply:
        """Record events one after the other; the first that is refused ends it."""
        for event in events:
            refusal = self._write(event, at_us, actor, snapshots)
            if refusal is not None:
                fold, _ = self.record.running()
                return Reply("refused", say(refusal.message, fold.game.words, self.record.names))
        if events:
            self._reconsider()
        return Reply("done")

    def _write(self, event: Event, at_us: int, actor: str, snapshots: tuple[str, ...] = ()) -> Ruling | None:
        """See `Record.write`."""
        refusal = self.record.write(event, at_us, actor, snapshots)
        self.version += 1
        return refusal

    def _seen_mat(self) -> Mat | None:
        if self.record.fold is None or self.record.fold.game.kit is None or self.seen is None:
            return None
        try:
            return self.seen.board.mat(self.record.fold.game.kit)
        except BadRequest as impossible:
            log.warning("the reader named a cube of no kit: %s", impossible)
            return None

    # -- questions ---------------------------------------------------------------------------------

    def _ask(
        self,
        question: Question,
        *,
        at_us: int,
        actor: str,
        words: Mapping[str, str],
        snapshots: tuple[str, ...] = (),
        holds: bool = False,
    ) -> None:
        if self.question is not None and self.question.question == question:
            return
        self._close_question("another question came up")
        self._questions += 1
        self.question = OpenQuestion(str(self._questions), question, words, at_us, actor, snapshots, holds)
        self._sequencer.held_at_us = at_us if holds else None
        self.record.journal.append("table", "note", self.question.note("question-asked"), snapshots=snapshots)
        self.version += 1

    def _close_question(self, why: str) -> None:
        if self.question is not None:
            self.record.journal.append("table", "note", self.question.note("question-dropped", why=why))
            self._drop_question()

    def _drop_question(self) -> None:
        self.question = None
        self._sequencer.held_at_us = None
        self.version += 1

    def _wait_for(self, text: str | None) -> None:
        if self.waiting != text:
            self.waiting = text
            self.version += 1
