"""The challenge block and the challenges (VI)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.equations import tasks
from rules.equations.checking import void_shake
from rules.equations.state import Block, Cause, Challenge, Claim, Match, Phase
from rules.equations.writing import begin_writing, everyone_writes, ready
from rules.messages import Seat
from rules.shake_events import BlockLifted, BlockReturned, ChallengeStated

#: What no book names among the invalid challenges: there is nothing yet that it could be about.
BASELESS = frozenset({"no-such-challenge", "no-goal-not-declared", "before-goal"})
#: Phases before a Goal is complete.
BEFORE_GOAL = (Phase.ROLLING, Phase.SELECTING, Phase.SETTING_GOAL, Phase.NO_GOAL_DECLARED)


def may_challenge(match: Match) -> bool:
    """Whether the block may be lifted: not once a challenge stands, nor after the stop, nor between shakes."""
    shake = match.shake
    if shake is None or match.over or shake.block is not None:
        return False
    if shake.phase is Phase.WRITING:
        return shake.challenge is None and shake.cause is Cause.LAST_CUBE
    return shake.phase in (*BEFORE_GOAL, Phase.MOVING, Phase.LAST_CUBE)


def block_lifted(match: Match, event: BlockLifted) -> Match:
    """The block is out: fifteen seconds to say what is challenged (VI-B, XI-A-1-d)."""
    if not may_challenge(match):
        return match.ruled("not-now", match.rulebook.cites.block, "not-now-block-lifted")
    return _out(match, _block(match, event.player))


def _block(match: Match, holder: str | None) -> Block:
    running = tasks.running(match.rulebook.tasks.claim, (holder,) if holder else (), match.t_ms)
    return Block(holder, running, in_time=match.playing.phase is Phase.LAST_CUBE)


def _out(match: Match, block: Block) -> Match:
    return tasks.hold_or_run(match.with_shake(block=block, spent=None))


def block_returned(match: Match, _event: BlockReturned) -> Match:
    """The block is back and nothing was said."""
    return _nothing_said(match)


def block_time_over(match: Match) -> Match:
    """Fifteen seconds of silence; where a book gives an extra minute for stating it, that begins with the point."""
    block = match.playing.block
    if block is not None and block.running.limit.extra_ms and not block.running.late:
        match, block = _paid(match, block)
        return match.with_shake(block=replace(block, running=replace(block.running, late=True)))
    return _nothing_said(match, expired=True)


def _paid(match: Match, block: Block) -> tuple[Match, Block]:
    """The point of the holder, if anybody knows who he is; one attempt costs one point."""
    points = match.rulebook.points.silent_block
    if block.holder is None or block.running.penalties or not points:
        return match, block
    match = tasks.penalise(match, block.holder, points, "no-challenge", match.rulebook.tasks.claim.cite)
    now = replace(block.running, penalties=((block.holder, len(match.penalties)),))
    return match, replace(block, running=now)


def _nothing_said(match: Match, *, expired: bool = False) -> Match:
    """A point for the holder, if anybody knows who he is; play goes on where it was."""
    block = match.playing.block
    holder = block.holder if block else None
    if block is not None and holder is not None:
        match, block = _paid(match, block)
        match = match.with_shake(spent=holder)
        match = tasks.recorded(match, block.running, holder, expired_ms=match.t_ms if expired else None)
    return back_to_play(match)


def challenge_stated(match: Match, event: ChallengeStated) -> Match:
    """Now, Impossible or a challenge of No Goal. Without the block in hand, lifting it is the same second."""
    cites = match.rulebook.cites
    player = event.player
    block = match.playing.block
    if block is None and not may_challenge(match):
        return match.ruled("not-now", cites.block, "not-now-challenge-stated")
    if block is not None and block.holder not in (None, player):
        return match.ruled("not-now", cites.block, "block-is-taken", player=Seat(block.holder or player))
    if _agreed(match, player, event.challenge):
        return match.ruled("not-now", cites.no_goal, "agreed-already", player=Seat(player))
    paid = match.playing.spent == player if block is None else bool(block.running.penalties)
    if block is None and paid and not match.rulebook.readings.late_statement_stands:
        match = match.with_shake(spent=None)
        return match.ruled("set-aside", cites.block, "said-too-late", player=Seat(player))
    if block is None:
        block = _block(match, player)
        match = _out(match, block)
    fault = invalid(match, player, event.challenge)
    match = tasks.recorded(match, block.running, player, done_ms=match.t_ms)
    if fault is not None:
        cite, code = fault
        match = match.ruled("set-aside", cite, code, player=Seat(player))
        costs = match.rulebook.points
        points = costs.baseless_challenge if code in BASELESS else costs.invalid_challenge
        if points and not paid:
            match = tasks.penalise(match, player, points, "invalid-challenge", cite)
        return back_to_play(match)
    return _stands(match, player, Claim(event.challenge))


def invalid(match: Match, player: str, claim: str) -> tuple[str, str] | None:
    """The cite and the catalogue's code of what is wrong with a challenge; None for a valid one."""
    cites = match.rulebook.cites
    shake = match.playing
    if claim not in {known.value for known in Claim}:
        return cites.challenge, "no-such-challenge"
    if claim == Claim.NO_GOAL.value:
        if shake.phase is not Phase.NO_GOAL_DECLARED:
            return cites.no_goal, "no-goal-not-declared"
    elif shake.phase in BEFORE_GOAL:
        return cites.challenge, "before-goal"
    if player == shake.mover:
        return cites.block, "against-oneself"
    if claim == Claim.NOW.value:
        if len(shake.mat.resources) < 2:
            return cites.now_resources, "now-needs-two"
        if not shake.mat.required and not shake.mat.permitted:
            return cites.now_empty, "now-needs-cubes"
    if claim == Claim.IMPOSSIBLE.value and shake.phase is Phase.WRITING and not _made_in_time(match):
        return cites.late_impossible, "impossible-too-late"
    return None


def _made_in_time(match: Match) -> bool:
    """By one reading a challenge is made when the block is lifted (VIII-B)."""
    block = match.playing.block
    return match.rulebook.readings.made_when_lifted and block is not None and block.in_time


def _agreed(match: Match, player: str, claim: str) -> bool:
    """Agreeing that there is no Goal is for good (IV-D)."""
    final = match.rulebook.readings.agreeing_is_final
    return final and claim == Claim.NO_GOAL.value and player in match.playing.agreed


def claims(match: Match) -> tuple[Claim, ...]:
    """What whoever has the block is asked: that there is a Goal after all (IV-D-2), or Now and Impossible (VI-A)."""
    declared = match.playing.phase is Phase.NO_GOAL_DECLARED
    return (Claim.NO_GOAL,) if declared else (Claim.NOW, Claim.IMPOSSIBLE)


def _stands(match: Match, player: str, claim: Claim) -> Match:
    """The challenge is valid: its parts are given out, and the writing begins."""
    shake = match.playing
    mover = shake.mover or shake.goal_setter
    third = next(iter(match.others(player, mover)), None)
    match = match.with_shake(block=None, stopping=False)
    if shake.cause is None:
        # Who was on turn and challenged has used his turn well; anyone else's turn has lapsed. The limit before
        # the writing is that of the block, which leaves no sand (XI-A-2).
        match = tasks.hold_or_run(match)
        match = replace(tasks.lapse(tasks.done(match, player)), sand=None)
    return begin_writing(match, Challenge(claim, player, mover, third))


def back_to_play(match: Match) -> Match:
    """The block is back: limits run on, and a stop that waited for it takes effect."""
    match = tasks.hold_or_run(match.with_shake(block=None))
    if match.playing.stopping:
        return stop(match.with_shake(stopping=False))
    return ready(match) if match.playing.cause is not None else match


def stop(match: Match) -> Match:
    """The end of the round's extra minutes takes effect: everyone writes, or the shake is void (XI-B)."""
    match = replace(match, time_called=True)
    if match.playing.phase in BEFORE_GOAL:
        return void_shake(match, match.rulebook.cites.round_end, "void-stopped")
    return everyone_writes(match, Cause.STOP)
