"""The block, challenges, and Equations from the writing to the scores (VI, VII, VIII-B, X)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.kiosk.audit.independent.books import LAST_CHALLENGE
from tests.kiosk.audit.independent.moving import Moving
from tests.kiosk.audit.independent.setting_up import BEFORE_GOAL, Event
from tests.kiosk.audit.independent.timing import Task


@dataclass(frozen=True)
class Standing:
    """A challenge that stands, and who has which part in it."""

    claim: str
    challenger: str
    mover: str
    third: str | None

    @property
    def must_write(self) -> str:
        """Now and No Goal are for the Challenger to show, Impossible for the one whom he challenges."""
        return self.mover if self.claim == "impossible" else self.challenger


class Challenges(Moving):
    def fresh_shake(self) -> None:
        super().fresh_shake()
        #: Who has lifted the block in vain: his next words are set aside, unless he lifts it again.
        self.silent: str | None = None
        self.standing: Standing | None = None
        self.third_presents: bool | None = None
        self.papers: dict[str, str | None] = {}
        #: Writer, checker, and whether he accepts (None if he lost the time for it), in the order of time.
        self.answers: list[tuple[str, str, bool | None]] = []
        #: What became of an Equation; None if only an adjudicator could tell.
        self.findings: dict[str, bool | None] = {}
        self.checked: str | None = None
        self.stopping = self.void = False

    def forget_silence(self) -> None:
        self.silent = None

    # -- the block -----------------------------------------------------------------------------------

    def waits_for_block(self) -> bool:
        return self.phase not in ("writing", "checking")

    def _may_lift(self) -> bool:
        if self.over or self.block is not None:
            return False
        after_last_cube = self.phase == "writing" and self.cause == "last-cube" and self.standing is None
        return self.phase in (*BEFORE_GOAL, "moving") or after_last_cube

    def on_block_lifted(self, event: Event) -> None:
        if self._may_lift():
            self._lift(event.get("player"))

    def _lift(self, holder: str | None) -> None:
        self.silent = None
        self.block = self.given("state-challenge", [holder] if holder else [])
        self.hold()

    def on_block_returned(self, _: Event) -> None:
        if self.block is not None:
            self.silence(expired=False)

    def at_silence(self, holder: str | None) -> None:
        self.silent = holder
        self._back_to_play()

    def _back_to_play(self) -> None:
        if self.stopping:
            self.stopping = False
            self.stop()
        elif self.cause:
            self._ready()

    def on_challenge_stated(self, event: Event) -> None:
        seat, claim = event["player"], event["challenge"]
        if self.block is None and not self._may_lift():
            return
        if self.block is not None and self.block.owed not in ([], [seat]):
            return
        if claim == "no-goal" and seat in self.agreed:
            return
        if self.block is None:
            if self.silent == seat:
                self.silent = None
                return
            self._lift(seat)
        assert self.block is not None
        # Who took the block is whoever states something.
        self.block.owed = [seat]
        wrong = self._invalid(seat, claim)
        self.end(self.block, seat, done=self.now)
        self.block = None
        if wrong is None:
            self._stands(seat, claim)
            return
        if self.book.invalid_costs:
            self.cost(seat, "invalid-challenge", wrong)
        self.hold()
        self._back_to_play()

    def _invalid(self, seat: str, claim: str) -> str | None:
        """Where the book says why a challenge is none; None for a valid one."""
        if claim not in ("now", "impossible", "no-goal"):
            return "VI-A"
        if claim == "no-goal" and self.phase != "no-goal-declared":
            return "IV-D"
        if claim != "no-goal" and self.phase in BEFORE_GOAL:
            return "VI-A"
        if seat == self.mover:
            return "VI-B"
        if claim == "now" and len(self.mat["resources"]) < 2:
            return "VI-A-2-a"
        if claim == "now" and not self.mat["required"] and not self.mat["permitted"]:
            return "VI-A-2-b"
        if claim == "impossible" and self.cause and self.task and self.now > self.task.due(self.now) - LAST_CHALLENGE:
            return "VIII-B"
        return None

    def _stands(self, seat: str, claim: str) -> None:
        third = next(iter(self.others(seat, self.mover)), None)
        self.standing, self.stopping = Standing(claim, seat, self.mover, third), False
        for each in self.bonus_moves:
            each.closed = True
        if self.cause:
            # After the last cube the rest of the time goes on; the Challenger's own paper is void (VIII-B).
            self.papers.pop(seat, None)
            self.findings.pop(seat, None)
            if third in self.papers:
                if self.papers[third] is None:
                    raise NotImplementedError("a Third Party who has presented nothing decides anew")
                self.third_presents = True
            self.owe(self._owing())
            self.hold()
            self._ready()
            return
        # Who is on turn moves or challenges; for anybody else's challenge the turn is owed no longer.
        self.did(seat)
        self.lapse()
        # The limit before was that of the block, which leaves no sand.
        self.sand_until = None
        self.cause, self.phase, self.bonus = "challenge", "writing", ""
        self.begin("write", self._owing())

    # -- writing -------------------------------------------------------------------------------------

    def everyone_writes(self, cause: str) -> None:
        self.cause, self.phase, self.bonus = cause, "writing", ""
        self.begin("write", self.others())

    def stop(self) -> None:
        """The end of the round's last minutes: everybody writes, or there is nothing to write about (XI-B)."""
        self.time_called = True
        if self.phase in BEFORE_GOAL:
            self.shake_over(void=True)
        else:
            self.everyone_writes("stop")

    def somebody_wrote(self, but: str) -> bool:
        return any(writer != but for writer in self.papers)

    def tear_up_papers(self) -> None:
        self.cause, self.papers, self.findings = "", {}, {}

    def _owing(self) -> list[str]:
        asked = self.others()
        if self.standing is not None:
            third = None if self.third_presents is False else self.standing.third
            asked = [seat for seat in asked if seat in (self.standing.must_write, third)]
        return [seat for seat in asked if seat not in self.papers]

    def _undecided(self) -> str | None:
        return self.standing.third if self.standing is not None and self.third_presents is None else None

    def on_third_party_decided(self, event: Event) -> None:
        if self.phase != "writing" or self.block is not None or event["player"] != self._undecided():
            return
        self.third_presents = bool(event["presents"])
        if not event["presents"]:
            self.did(event["player"])
        self._ready()

    def on_equation_presented(self, event: Event) -> None:
        seat, words = event["player"], event["equation"]
        if not self.cause:
            return
        if seat in self.papers:
            self._changed(seat, words)
        elif self.phase == "writing" and seat in self._owing():
            self.did(seat)
            declines = self._undecided() == seat and words is None
            if self._undecided() == seat:
                self.third_presents = words is not None
            if not declines:
                self.papers[seat] = words
            self._ready()

    def _changed(self, seat: str, words: str | None) -> None:
        before = self.papers[seat]
        same = words is None or before is None or "".join(words.split()) == "".join(before.split())
        if same or not self.book.change_spoils or seat in self.findings:
            return
        self.findings[seat] = False
        if self.phase == "checking":
            if self.checked == seat:
                self.lapse()
            self._settle()

    def _ready(self) -> None:
        """Checking begins when nobody owes a paper and the block lies in its place."""
        if self.phase == "writing" and not self._owing() and self.block is None:
            self.lapse()
            self.phase, self.checked = "checking", None
            self._settle()

    # -- checking ------------------------------------------------------------------------------------

    def _unanswered(self, writer: str) -> list[str]:
        if self.papers.get(writer) is None or writer in self.findings:
            return []
        said = [by for about, by, _ in self.answers if about == writer]
        return [seat for seat in self.others(writer) if seat not in said]

    def _writers(self) -> list[str]:
        return [seat for seat in self.seats if self.papers.get(seat) is not None]

    def on_equation_checked(self, event: Event) -> None:
        writer, by = event["writer"], event["by"]
        if self.phase != "checking" or by not in self._unanswered(writer):
            return
        if self.checked != writer and not any(about == self.checked for about, _, _ in self.answers):
            # The time that runs is that of the first Equation which gets an answer (VII-C-3).
            assert self.task is not None
            self.owe(self._unanswered(writer))
            self.task.owed, self.checked = self._unanswered(writer), writer
        if self.checked == writer:
            self.did(by)
        self.answers.append((writer, by, bool(event["accepted"])))
        self._settle()

    def on_judge_ruled(self, event: Event) -> None:
        if self.shake and self.papers.get(event["writer"]) is not None and self.phase in ("checking", "shake-over"):
            self.findings[event["writer"]] = bool(event["correct"])
            if self.phase == "checking":
                self._settle()

    def _settle(self) -> None:
        """On to the next Equation when one is decided, and to the end of the shake when all are."""
        for writer in self._writers():
            if writer not in self.findings and not self._unanswered(writer):
                rejected = any(about == writer and accepted is False for about, _, accepted in self.answers)
                self.findings[writer] = None if rejected else True
        open_ones = [writer for writer in self._writers() if self._unanswered(writer)]
        if not open_ones:
            self.shake_over()
            return
        if self.checked in open_ones:
            return
        first = next((about for about, _, _ in self.answers if about in open_ones), open_ones[0])
        self.checked = first
        self.begin("check", self._unanswered(first))

    # -- time ----------------------------------------------------------------------------------------

    def at_late(self, task: Task) -> list[str]:
        """A Third Party who has said nothing does not present, at no cost."""
        third = self._undecided() if task.name == "write" else None
        if third is None or third not in task.owed:
            return []
        self.third_presents = False
        return [third]

    def after_end(self) -> None:
        self._ready()

    def at_loss(self, task: Task) -> None:
        match task.name:
            case "select":
                self.selection_lost(self.queue[0])
            case "answer-no-goal":
                self.shake_over(void=True)
            case "first-turn" | "turn":
                self.turn(self.left_of(self.on_turn), "turn")
            case "write":
                self.papers |= dict.fromkeys(self._owing())
                self._ready()
            case "check":
                assert self.checked is not None
                self.answers += [(self.checked, by, None) for by in self._unanswered(self.checked)]
                self._settle()
            case _:
                pass  # a lost roll or Goal is for a judge, and still taken

    # -- who is not there (X-D) ----------------------------------------------------------------------

    def on_player_absent(self, event: Event) -> None:
        seat = event["player"]
        if self.phase == "shake-over" or seat in self.absent or len(self.others()) < 3:
            return
        self.absent.append(seat)
        if self.block is not None and self.block.owed == [seat]:
            self.end(self.block, seat)
            self.block = None
            self.hold()
            self._back_to_play()
        match self.phase:
            case "moving" if seat == self.on_turn:
                first = self.task is not None and self.task.name == "first-turn"
                self.turn(self.left_of(seat), "first-turn" if first else "turn")
            case "writing":
                if self.standing is not None and self.standing.third == seat:
                    self.standing = replace(self.standing, third=None)
                self.owe(self._owing())
                self._ready()
            case "checking" if self.checked is not None:
                self.owe(self._unanswered(self.checked))
                self._settle()
            case _:
                self.set_up_without(seat)

    # -- the end of a shake --------------------------------------------------------------------------

    def shake_over(self, *, void: bool = False) -> None:
        self.lapse()
        self.block, self.phase, self.void = None, "shake-over", void
        after = self.seats[(self.seats.index(self.setter) + 1) % len(self.seats)]
        self.next_setter = self.setter if void else after
        self.over = self.over or self.time_called

    def scores(self) -> dict[str, int]:
        """What the last shake was worth to each (X, IV-D-2)."""
        if self.void:
            return dict.fromkeys(self.seats, 0)
        if None in self.findings.values():
            raise NotImplementedError("whether an Equation that was rejected is correct, where no judge has ruled")
        right = [seat for seat in self.seats if self.findings.get(seat)]
        scores = {seat: 4 if seat in right else 2 for seat in self.seats}
        if self.standing is not None:
            scores = {seat: self._score(seat, right, self.standing) for seat in self.seats}
        return scores | dict.fromkeys(self.absent, self.book.absent)

    def _score(self, seat: str, right: list[str], standing: Standing) -> int:
        presents = seat == standing.third and self.third_presents is True
        if presents or seat == standing.must_write:
            correct = seat in right
        else:
            correct = not [other for other in right if other != seat] and not self._accepted_wrong(seat, standing)
        if not correct:
            return 2
        if seat != standing.third:
            return 6
        if standing.claim == "impossible":
            return 6 if presents else 4
        if not presents:
            return 6
        return 4 if standing.challenger in right else self.book.without_challenger

    def _accepted_wrong(self, seat: str, standing: Standing) -> bool:
        """Accepting a wrong Equation before somebody has shown its fault (X-A, exception; of three players)."""
        if len(self.seats) < 3 or standing.claim not in self.book.accepting_counts:
            return False
        for writer in [writer for writer, found in self.findings.items() if found is False]:
            said = [(by, accepted) for about, by, accepted in self.answers if about == writer]
            before = next((at for at, (_, accepted) in enumerate(said) if accepted is False), len(said))
            if (seat, True) in said[:before]:
                return True
        return False
