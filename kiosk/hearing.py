"""What the box's signals mean to the game, and whether it matters which of them was first. Writes nothing down."""

from __future__ import annotations

from device.signals import AnySignal, BlockLifted, BlockReturned, JudgeCalled, SeatPressed, SeatReleased
from kiosk.presses import Presses, Signalled
from kiosk.questions import note_text
from kiosk.record import Record
from rules.events import Timed
from rules.evidence import BlockDown, BlockUp, Evidence, JudgePress, SeatPress
from rules.fold import Fold
from rules.game import NOTHING, Option, Proposal, Question
from rules.mat import Mat
from rules.messages import Message, Seat

#: Two hands this close to each other are worth a note of who was first, and by how much.
CLOSE_US = 1_000_000

Contender = tuple[int, Signalled]


class Hearing:
    """The box's signals before the game of a record."""

    def __init__(self, record: Record, presses: Presses) -> None:
        self._record = record
        self._presses = presses
        #: The last hand that was heard: when, and what it touched.
        self._last: tuple[int, str] | None = None

    def meaning(self, heard: Signalled, seen: Mat | None) -> Proposal | None:
        """What a signal means now; None if it was cut off, and a tap would mean something else than a hold."""
        fold, _ = self._record.running()
        held = self._presses.is_hold(heard)
        if held is not None:
            return self._proposal(fold, heard, held, seen)
        tap, hold = (self._proposal(fold, heard, each, seen) for each in (False, True))
        return tap if tap == hold else None

    def contenders(self, at_us: int, heard: Signalled, seen: Mat | None) -> list[Contender]:
        """This signal and those that the box cannot put in order with it; empty if their order does not matter."""
        rivals = self._presses.rivals(at_us, heard)
        matters = any(self._order_matters(heard, rival, seen) for _, rival in rivals)
        return [(at_us, heard), *rivals] if matters else []

    def _order_matters(self, one: Signalled, other: Signalled, seen: Mat | None) -> bool:
        """Whether one means something else after the other, or both ask for an answer."""
        fold, _ = self._record.running()
        # A finger that is still down counts as a tap here: it is about who came first, not about what follows.
        meanings = [self._proposal(fold, each, bool(each.held), seen) for each in (one, other)]
        if NOTHING in meanings:
            return False
        if any(meaning.question is not None for meaning in meanings):
            return True
        return any(
            self._proposal(_after(fold, meaning), second, bool(second.held), seen) != expected
            for meaning, second, expected in ((meanings[0], other, meanings[1]), (meanings[1], one, meanings[0]))
        )

    def who_was_first(self, tied: list[Contender]) -> Question:
        """The question to a judge, with an answer for each contender in order."""
        message = Message.of(
            "tie?", margin=_ms_text(tied[-1][0] - tied[0][0]), resolution=_ms_text(self._presses.resolution_us)
        )
        return Question(message, tuple(Option(Message.of("tie-first", who=self.who(heard.name))) for _, heard in tied))

    def order_note(self, at_us: int, heard: Signalled, *, decided: str) -> str | None:
        """Two hands close together: the note that says who was first, by how much, and who says so."""
        last, self._last = self._last, (at_us, heard.name)
        if last is None or last[1] == heard.name or abs(at_us - last[0]) > CLOSE_US:
            return None
        return note_text(
            "order",
            first=last[1],
            then=heard.name,
            margin_us=at_us - last[0],
            resolution_us=self._presses.resolution_us,
            decided=decided,
        )

    def _proposal(self, fold: Fold, heard: Signalled, held: bool, seen: Mat | None) -> Proposal:
        evidence = self._evidence(heard.signal, held)
        return NOTHING if evidence is None else fold.game.propose(fold.state, evidence, seen)

    def _evidence(self, signal: AnySignal, held: bool) -> Evidence | None:
        match signal:
            case BlockLifted():
                return BlockUp()
            case BlockReturned():
                return BlockDown()
            case JudgeCalled():
                return JudgePress()
            case SeatPressed(seat=seat):
                player = self._player_at(seat)
                return None if player is None else SeatPress(player, held)
            case SeatReleased():
                return None

    def _player_at(self, seat: int) -> str | None:
        _, view = self._record.running()
        return view.seats[seat - 1].player if 1 <= seat <= len(view.seats) else None

    def who(self, name: str) -> Seat | Message:
        """Whose hand touched a part of the box: a player's, or just somebody's."""
        player = self._player_at(int(name.removeprefix("seat-"))) if name.startswith("seat-") else None
        return Message(f"part-{name}") if player is None else Seat(player)


def _after(fold: Fold, meaning: Proposal) -> Fold:
    """The match as it would be after these events."""
    for event in meaning.events:
        fold = fold.apply(fold.vet(Timed(fold.t_ms, event)))
    return fold


def _ms_text(us: int) -> str:
    """Microseconds as milliseconds, for people: `0.08`."""
    return f"{us / 1000:.2f}"
