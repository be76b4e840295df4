"""What the camera sees, and how far it is believed: sightings in, moves and questions out."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from kiosk.clerk import Clerk
from kiosk.notices import CAMERA
from kiosk.questions import OpenQuestion, note_text
from kiosk.touches import Reply
from kiosk.words import WORDS
from rules.errors import BadRequest
from rules.evidence import MatSeen
from rules.fold import Fold
from rules.game import Option, Proposal, Question
from rules.mat import Mat
from rules.messages import Message, Words, say
from vision.board import Board
from vision.frame_gate import CAMERA_PROBLEMS
from vision.reader import LEGIBLE, PROBLEMS
from vision.sightings import AnySighting, Trouble

log = logging.getLogger(__name__)

#: Problems with which the mat cannot be read at all.
_HINDRANCES = frozenset((*PROBLEMS, *CAMERA_PROBLEMS)) - LEGIBLE
UNSURE_NO = Option(Message("unsure-no"))


@dataclass(frozen=True, slots=True)
class Sighted:
    """A sighting that waits for its turn."""

    sighting: AnySighting


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A picture of the table that was read. Without a snapshot where none could be kept."""

    board: Board
    at_us: int
    snapshot: str | None


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """The camera is sure of a mat that the record does not explain: both of them, and the pictures before and after."""

    record: Mat
    seen: Mat
    snapshots: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """What the journal keeps of it."""
        return note_text("out-of-step", record=self.record.to_json(), seen=self.seen.to_json())


class Sight:
    """The newest picture of the table before the game of a record."""

    def __init__(self, clerk: Clerk) -> None:
        self.newest: Seen | None = None
        #: While people are asked why the mat is not as the record has it.
        self.out_of_step: OutOfStep | None = None
        self._clerk = clerk
        self._record = clerk.record
        #: The picture in which mat and record last agreed: the "before" of the next move.
        self._agreed: str | None = None
        #: The picture that people have said was read wrongly.
        self._disbelieved: Seen | None = None
        #: A picture from before people said how the mat lies: it has nothing to say any more.
        self._outdated: Seen | None = None
        #: Something changed that could not be held against the mat, since nothing could be written down.
        self._undone = False
        #: What keeps the camera from reading the mat just now.
        self._hindrances: set[str] = set()

    @property
    def snapshots(self) -> tuple[str, ...]:
        """The newest picture, as evidence for something that was not seen."""
        return (self.newest.snapshot,) if self.newest is not None and self.newest.snapshot else ()

    @property
    def clear(self) -> bool:
        """The camera is sure of what it sees."""
        seen = self.newest
        return seen is not None and seen.board.sure and seen is not self._disbelieved and not self._hindrances

    def mat(self) -> Mat | None:
        """The mat as it was last seen; None if it was not, or if the game has none."""
        fold, seen = self._record.fold, self.newest
        if fold is None or fold.game.kit is None or seen is None:
            return None
        try:
            return seen.board.mat(fold.game.kit)
        except BadRequest as impossible:
            log.warning("the reader named a cube of no kit: %s", impossible)
            return None

    # -- what comes ----------------------------------------------------------------------------------

    def see(self, sighting: AnySighting) -> None:
        """A sighting's turn has come."""
        notices = self._clerk.notices
        if isinstance(sighting, Trouble):
            notices.say(f"{CAMERA} {sighting.problem}", None if sighting.over else _trouble(sighting.problem))
            if sighting.over:
                self._hindrances.discard(sighting.problem)
            elif sighting.problem in _HINDRANCES:
                self._hindrances.add(sighting.problem)
            return
        self.newest = Seen(sighting.board, sighting.at_us, sighting.snapshot)
        self._undone = True
        notices.say("mat", None)
        self._clerk.changed()
        self._consider(sighting.at_us)
        self._undone = False

    def answered(self, question: OpenQuestion, chosen: Option) -> Reply:
        """People have said what was seen; BadRequest if that cannot be."""
        if chosen == UNSURE_NO:
            self._disbelieved = self.newest
        try:
            return self._clerk.do(chosen.events, question.at_us, question.actor, question.snapshots)
        finally:
            # "I have put it back" is true once the camera has seen it; until then the question stands again.
            self.reconsider()

    def told(self) -> None:
        """People have said how the mat lies: what was seen before that cannot deny it."""
        self._outdated = self.newest

    def lost(self) -> None:
        """Another camera watches from now on: what the last one saw, and its problems, are over."""
        self.newest = None
        self._hindrances.clear()
        self._clerk.notices.settle([part for part in self._clerk.notices.now if part.split()[0] == CAMERA])

    # -- what it means -------------------------------------------------------------------------------

    def reconsider(self) -> None:
        """The state has changed: what lies on the mat may mean something now (the cubes were rolled early)."""
        self._undone = True
        seen, fold = self.newest, self._record.fold
        if seen is not None and fold is not None and self._clerk.questions.open is None:
            self._consider(max(seen.at_us, self._record.at_us(fold.t_ms)))
        self._undone = False

    def catch_up(self) -> None:
        """What could not be written down when it was seen (a full disk) may be written now."""
        if self._undone:
            self.reconsider()

    def _consider(self, at_us: int) -> None:
        fold, seen, mat = self._record.fold, self.newest, self.mat()
        if fold is None or seen is None or mat is None or seen is self._outdated:
            return
        if seen is self._disbelieved:
            self._clerk.wait_for(say(Message("unsure-waiting"), WORDS))
            return
        proposal = fold.game.propose(fold.state, MatSeen(mat), mat)
        snapshots = tuple(filter(None, (self._agreed, seen.snapshot)))
        self._hold_against_record(mat, snapshots, asks=seen.board.sure and proposal.question is not None)
        if seen.board.sure:
            self._clerk.carry_out(proposal, at_us, CAMERA, snapshots, holds=True)
            if proposal == Proposal():
                self._agreed = seen.snapshot
        elif proposal.events:
            question, words = _is_this_right(fold, proposal)
            self._clerk.questions.ask(question, at_us=at_us, actor=CAMERA, words=words, snapshots=snapshots, holds=True)
        else:
            self._clerk.wait_for(say(Message("unsure-waiting"), WORDS))

    def _hold_against_record(self, mat: Mat, snapshots: tuple[str, ...], *, asks: bool) -> None:
        """Notes it, once, if mat and record are out of step: what the game asks about is no event of its own."""
        record = None if self._record.view is None else self._record.view.mat
        now = OutOfStep(record, mat, snapshots) if asks and record is not None and record != mat else None
        if now is not None and (self.out_of_step is None or self.out_of_step.seen != mat):
            self._record.journal.append(CAMERA, "note", now.note, snapshots=snapshots)
        self.out_of_step = now


def _is_this_right(fold: Fold, proposal: Proposal) -> tuple[Question, Words]:
    """What people are asked when the reader is not sure, with the words for it."""
    yes = Option(Message("unsure-yes"), proposal.events)
    question = Question(Message.of("unsure?", what=fold.game.tell(proposal.events[-1])), (yes, UNSURE_NO))
    return question, {**fold.game.words, **WORDS}


def _trouble(problem: str) -> str:
    """A problem of the camera in words."""
    code = f"camera-{problem}"
    return say(Message(code) if code in WORDS else Message.of("camera-trouble", problem=problem), WORDS)
