"""Everything that may be shown of a match (contract, section 6, "Output", and what screens need beyond it).

Papers are sealed while anybody writes, and no finding is shown before the shake is over.
"""

from __future__ import annotations

from rules.adjudicator.books import terms_of
from rules.equations import checking, clock, goal, selecting, tasks, writing
from rules.equations.actions import actions
from rules.equations.rolling import waiting_for_lot
from rules.equations.scoring import finished_shakes, leads, match_points, penalties_now, totals
from rules.equations.state import Bonus, Challenge, Match, Phase, Running, Shake
from rules.game import Paper, SeatView, TimerView, View
from rules.limits import Limit, TimerState
from rules.messages import Message, Seat, Seats


def view(match: Match) -> View:
    """The view of a match at its own time."""
    sums = totals(match)
    due = clock.next_due(match)
    return View(
        t_ms=match.t_ms,
        phase=match.phase.value,
        to_act=to_act(match),
        timer=timer(match),
        prompt=prompt(match),
        seats=tuple(
            SeatView(p, sums[p], role(match, p), match.shake is not None and leads(match, p)) for p in match.players
        ),
        mat=match.shake.mat if match.shake else None,
        shake=match.number,
        shakes=finished_shakes(match),
        penalties=penalties_now(match),
        rulings=match.rulings,
        deadlines=match.deadlines,
        running=tasks.running_records(match),
        match_points=match_points(sums, match.rulebook) if match.over else None,
        signed=match.signed,
        papers=papers(match),
        actions=actions(match),
        # At this very moment everyone is still in time; what is due takes effect after it.
        next_due_ms=None if due is None else due.at_ms,
        over=match.over,
        notes=notes(match),
    )


def to_act(match: Match) -> tuple[str, ...]:
    """Whose task it is, in the order of the seats."""
    shake = match.shake
    if match.over:
        return match.unsigned
    if shake is None:
        return _before_first_shake(match)
    match match.phase:
        case Phase.ROLLING | Phase.SETTING_GOAL:
            asked: tuple[str | None, ...] = (shake.goal_setter,)
        case Phase.SELECTING:
            asked = shake.to_select[:1]
        case Phase.NO_GOAL_DECLARED:
            asked = goal.silent(match)
        case Phase.MOVING:
            asked = (shake.turn,)
        case Phase.CHALLENGE_CALLED:
            asked = (shake.block.holder if shake.block else None,)
        case Phase.LAST_CUBE | Phase.WRITING:
            asked = writing.owing(match)
        case Phase.CHECKING:
            asked = tuple(by for writer in checking.equations(match) for by in checking.owing(match, writer))
        case _:
            asked = (match.next_setter,)
    return tuple(player for player in match.players if player in asked)


def _before_first_shake(match: Match) -> tuple[str, ...]:
    """Whom the lot has made the first Goal-setter; who has still to roll, once it has begun (I-D)."""
    if match.next_setter is not None:
        return (match.next_setter,)
    return waiting_for_lot(match) if match.lots or match.in_lot else ()


def notes(match: Match) -> tuple[Message, ...]:
    """The variations of the shake in words. One that does not suit looks like any other while it may be charged."""
    if match.shake is None:
        return ()
    standing = terms_of(match.rulebook.ruleset, match.division, readings=match.rulebook.adjudicating).variations
    said = [Message.of("note-standing", variation=selecting.in_words(variation)) for variation in standing]
    for selection, fault in zip(match.shake.selections, selecting.faults(match), strict=True):
        code = "note-ignored" if fault and selection.insulated else "note-selected"
        words = selecting.in_words(selection.variation)
        said.append(Message.of(code, player=Seat(selection.player), variation=words))
    return tuple(said)


def timer(match: Match) -> TimerView:
    """The limit that runs now: the block's while it is out."""
    shake = match.shake
    now = _shown(shake)
    if now is None:
        return TimerView(Message.of("task-none"), TimerState.STOPPED)
    limit = now.limit_at(match.t_ms)
    state = TimerState.PAUSED if now.still_since_ms is not None else limit.state_at(match.t_ms)
    steps = limit.steps
    return TimerView(Message(limit.task), state, limit.limit_ms, limit.deadline_ms, steps, _warnings(match, limit))


def _warnings(match: Match, limit: Limit) -> tuple[tuple[TimerState, Message], ...]:
    """What being late costs, for each stretch after the limit (XI-A)."""
    points = match.rulebook.points
    lost = Message.of(f"lost-{limit.task.removeprefix('task-')}")
    late, again = _minus(points.late), _minus(points.late_again)
    extra = Message.of("late-extra", points=late, lost=lost)
    if points.late_again:
        extra = Message.of("late-extra-again", points=late, again=again, lost=lost)
    words = {TimerState.COUNTDOWN: Message.of("late-countdown", points=late), TimerState.EXTRA_MINUTE: extra}
    return tuple((step.state, words[step.state]) for step in limit.steps if step.state in words)


def _minus(points: int) -> str:
    return f"−{-points}"


def _shown(shake: Shake | None) -> Running | None:
    if shake is None:
        return None
    return shake.block.running if shake.block else shake.running


def prompt(match: Match) -> Message:
    """One sentence for the whole table: what is to be done now, and by whom."""
    shake = match.shake
    acting = Seats(to_act(match))
    if match.over:
        return Message.of("prompt-sign", players=acting) if acting.names else Message.of("prompt-match-over")
    if match.paused:
        return Message.of("prompt-paused")
    if shake is None:
        setter = match.next_setter
        return Message.of("prompt-first-shake") if setter is None else _prompt_shake(setter)
    match match.phase:
        case Phase.SETTING_GOAL if shake.bonus is Bonus.CALLED:
            return Message.of("prompt-bonus", player=Seat(shake.turn))
        case Phase.MOVING if shake.bonus is not Bonus.NONE:
            code = "prompt-bonus" if shake.bonus is Bonus.CALLED else "prompt-bonus-second"
            return Message.of(code, player=Seat(shake.turn))
        case Phase.MOVING if len(shake.mat.resources) == 1:
            return Message.of("prompt-move-last", player=Seat(shake.turn))
        case Phase.MOVING:
            return Message.of("prompt-moving", player=Seat(shake.turn))
        case Phase.CHALLENGE_CALLED if shake.block and shake.block.holder is None:
            return Message.of("prompt-who-challenges")
        case Phase.LAST_CUBE if not acting.names:
            return Message.of("prompt-last-challenge")
        case Phase.CHECKING if not acting.names:
            return Message.of("prompt-judge-decides")
        case Phase.WRITING if shake.challenge is not None:
            return _prompt_challenged(match, shake.challenge)
        case Phase.SHAKE_OVER:
            return _prompt_shake(match.next_setter or shake.goal_setter)
        case phase:
            return Message.of(f"prompt-{phase.value}", players=acting)


def _prompt_shake(setter: str) -> Message:
    return Message.of("prompt-shake-over", player=Seat(setter))


def _prompt_challenged(match: Match, challenge: Challenge) -> Message:
    third = writing.undecided(match)
    code = f"prompt-{challenge.claim.value}"
    if third is not None and challenge.must_write not in writing.owing(match):
        return Message.of("prompt-third", player=Seat(third))
    return Message.of(
        code,
        challenger=Seat(challenge.challenger),
        mover=Seat(challenge.mover),
        players=Seats(writing.owing(match)),
    )


def role(match: Match, player: str) -> Message | None:
    """What a player is just now; the part in a challenge stands above the turn."""
    shake = match.shake
    if shake is None or match.over:
        return None
    if player in shake.absent:
        return Message.of("role-absent")
    code = _challenge_role(shake.challenge, player) if shake.challenge else _play_role(shake, player)
    return None if code is None else Message.of(f"role-{code}")


def _challenge_role(challenge: Challenge, player: str) -> str:
    return {challenge.challenger: "challenger", challenge.mover: "mover"}.get(player, "third-party")


def _play_role(shake: Shake, player: str) -> str | None:
    if shake.block is not None and player == shake.block.holder:
        return "challenger"
    if shake.phase is Phase.MOVING and player == shake.turn:
        return "on-turn"
    if player == shake.goal_setter:
        return "goal-setter"
    return "mover" if player == shake.mover else None


def papers(match: Match) -> tuple[Paper, ...]:
    """What has been written, once every writer is done."""
    shake = match.shake
    if shake is None or shake.phase not in (Phase.CHECKING, Phase.SHAKE_OVER):
        return ()
    ordered = [shake.paper(player) for player in match.players]
    return tuple(Paper(p.writer, p.equation or "", _status(shake, p.writer)) for p in ordered if p is not None)


def _status(shake: Shake, writer: str) -> Message:
    """Who has said what of a paper; what was found, only after the shake."""
    paper = shake.paper(writer)
    if paper is None or paper.equation is None:
        return Message.of("paper-none")
    finding = shake.finding(writer)
    if shake.phase is Phase.SHAKE_OVER and finding is not None:
        return Message.of("paper-correct" if finding.correct else "paper-incorrect")
    said = [answer for answer in shake.answers if answer.writer == writer]
    accepted = Seats(tuple(answer.by for answer in said if answer.accepted))
    rejected = Seats(tuple(answer.by for answer in said if answer.accepted is False))
    if accepted.names and rejected.names:
        return Message.of("paper-both", accepted=accepted, rejected=rejected)
    if accepted.names:
        return Message.of("paper-accepted", accepted=accepted)
    return Message.of("paper-rejected", rejected=rejected) if rejected.names else Message.of("paper-unanswered")
