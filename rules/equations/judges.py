"""What judges say: initials, warnings, conduct (IX-C, IX-D, XI-A)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.equations import tasks
from rules.equations.scoring import penalties_now
from rules.equations.state import Match
from rules.events import JudgeCalled
from rules.game import Penalty
from rules.messages import Seat
from rules.shake_events import (
    JudgePenalized,
    JudgeWarned,
    PenaltyApproved,
    PenaltyRefused,
)


def penalty_approved(match: Match, event: PenaltyApproved) -> Match:
    """A judge initials a penalty: from now on it counts."""
    return _initialled(match, event.penalty, "applied", event.judge)


def penalty_refused(match: Match, event: PenaltyRefused) -> Match:
    return _initialled(match, event.penalty, "refused", event.judge)


def _initialled(match: Match, n: int, status: str, judge: str) -> Match:
    penalty = pending(match, n)
    if penalty is None:
        return match.ruled("not-now", match.rulebook.cites.initials, "penalty-not-pending", penalty=n)
    decided = replace(penalty, status=status, initials=judge)
    left = tuple(other for other in match.pending if other.n != n)
    match = replace(match, pending=left, initialled=match.initialled.add(decided))
    return match.gained({penalty.player: penalty.points}) if status == "applied" else match


def pending(match: Match, n: int) -> Penalty | None:
    """The penalty of that number, if it waits for a judge's initials."""
    return next((penalty for penalty in match.pending if penalty.n == n), None)


def struck(match: Match) -> Match:
    """The match without the penalties of its shake, but those for conduct: nobody's points are lost by them."""
    shake = match.playing.number
    for penalty in penalties_now(match):
        if penalty.shake == shake and penalty.why != "conduct" and penalty.status != "refused":
            if penalty.status == "applied":
                match = match.gained({penalty.player: -penalty.points})
            left = tuple(other for other in match.pending if other.n != penalty.n)
            refused = replace(penalty, status="refused")
            match = replace(match, pending=left, initialled=match.initialled.add(refused))
    return match


def judge_warned(match: Match, event: JudgeWarned) -> Match:
    return replace(match, warned=match.warned | {event.player})


def judge_penalized(match: Match, event: JudgePenalized) -> Match:
    """A point for conduct, after a warning (IX-C), or at once where two judges may agree on it (IX-D)."""
    rulebook = match.rulebook
    judges = _judges(event)
    warned = event.player in match.warned
    agreed = rulebook.two_judges_need_no_warning and len(judges) > 1
    if not warned and not agreed:
        return match.ruled("no-warning", rulebook.cites.conduct, "no-warning", player=Seat(event.player))
    cite = rulebook.cites.conduct if warned else rulebook.cites.conduct_at_once
    return tasks.penalise(match, event.player, rulebook.points.conduct, "conduct", cite, ", ".join(judges))


def _judges(event: JudgePenalized) -> tuple[str, ...]:
    """Who agrees on it; the same name in other letters is the same judge."""
    one, other = event.judge.strip(), (event.second_judge or "").strip()
    return (one, other) if other and other.casefold() != one.casefold() else (one,)


def judge_called(match: Match, event: JudgeCalled) -> Match:
    """Noted; nothing stops by itself."""
    if event.player is None:
        return match.ruled("judge-called", match.rulebook.cites.verdict, "judge-called")
    return match.ruled("judge-called", match.rulebook.cites.verdict, "judge-called-by", player=Seat(event.player))
