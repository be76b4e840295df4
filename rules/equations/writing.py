"""Writing Equations (VII-A): who has to, who may, and when everybody is ready."""

from __future__ import annotations

from msgspec.structs import replace

from rules.equations import tasks
from rules.equations.checking import begin_checking, found, settle
from rules.equations.state import Bonus, Cause, Challenge, Match, Phase, Written
from rules.messages import Seat
from rules.shake_events import EquationPresented, ThirdPartyDecided


def begin_writing(match: Match, challenge: Challenge) -> Match:
    """The match after a valid challenge: a fresh limit from now on, but after the last cube the rest of the old one."""
    shake = match.playing
    if shake.cause is Cause.LAST_CUBE:
        return _challenged_after_last_cube(match, challenge)
    match = match.with_shake(phase=Phase.WRITING, cause=Cause.CHALLENGE, challenge=challenge, bonus=Bonus.NONE)
    match = _no_way_back(match)
    return tasks.begin(match, match.rulebook.tasks.write, owing(match))


def _challenged_after_last_cube(match: Match, challenge: Challenge) -> Match:
    # VIII-B: what the Mover and the Third Party have presented stands; the Challenger's paper is void.
    papers = tuple(paper for paper in match.playing.papers if paper.writer != challenge.challenger)
    third = next((paper for paper in papers if paper.writer == challenge.third), None)
    if third is not None and third.equation is None:
        papers = tuple(paper for paper in papers if paper is not third)
    match = match.with_shake(
        phase=Phase.WRITING,
        challenge=challenge,
        papers=papers,
        findings=tuple(f for f in match.playing.findings if any(f.writer == paper.writer for paper in papers)),
        third_presents=None if third is None else third.equation is not None,
    )
    return ready(tasks.owe(_no_way_back(match), owing(match)))


def _no_way_back(match: Match) -> Match:
    """The match after a valid challenge: moves cannot be taken back, bonus moves cannot be charged (IX-B)."""
    moves = tuple(replace(move, insulated=True) for move in match.playing.bonus_moves)
    return match.with_shake(last_turn=None, bonus_moves=moves)


def everyone_writes(match: Match, cause: Cause) -> Match:
    """The match when all have to write: the last cube has been moved (VIII-A), or the round is stopped (XI-B)."""
    phase = Phase.LAST_CUBE if cause is Cause.LAST_CUBE else Phase.WRITING
    match = match.with_shake(phase=phase, cause=cause, bonus=Bonus.NONE)
    if cause is Cause.STOP:
        match = match.with_shake(last_turn=None)
    return tasks.begin(match, match.rulebook.tasks.write, match.present)


def owing(match: Match) -> tuple[str, ...]:
    """Who must present and has not, and a Third Party who has not decided."""
    shake = match.playing
    challenge = shake.challenge
    if challenge is None:
        writers = match.present
    else:
        asked = {challenge.must_write} | ({challenge.third} if shake.third_presents is not False else set())
        writers = tuple(player for player in match.present if player in asked)
    return tuple(player for player in writers if shake.paper(player) is None)


def undecided(match: Match) -> str | None:
    """The Third Party who has not said whether she presents."""
    challenge = match.playing.challenge
    third = challenge.third if challenge else None
    return third if match.playing.third_presents is None else None


def ready(match: Match) -> Match:
    """The match, on to the checking if nobody owes a paper. The block must be back before."""
    shake = match.playing
    waits = shake.phase is Phase.LAST_CUBE and match.rulebook.readings.checking_waits_for_last_challenge
    return match if owing(match) or shake.block or waits else begin_checking(match)


def third_is_silent(match: Match) -> Match:
    """The Third Party's time for deciding is over: she does not present, and it costs her nothing (VII-A-3)."""
    third = undecided(match)
    left = tuple(player for player in owing(match) if player != third)
    return ready(tasks.owe(match.with_shake(third_presents=False), left))


def third_party_decided(match: Match, event: ThirdPartyDecided) -> Match:
    """The Third Party says whether she presents, and does not take it back (VII-A-3)."""
    cite = match.rulebook.cites.third_party
    challenge = match.playing.challenge
    if challenge is None or challenge.third != event.player:
        return match.ruled("not-now", cite, "not-third-party", player=Seat(event.player))
    if undecided(match) != event.player:
        return match.ruled("not-now", cite, "decided-already", player=Seat(event.player))
    if not event.presents:
        match = tasks.done(match, event.player)
    return ready(match.with_shake(third_presents=event.presents))


def equation_presented(match: Match, event: EquationPresented) -> Match:
    """A paper is on the table; it stays as it is (VII-C-1-a). None presents nothing, for good."""
    cites = match.rulebook.cites
    shake = match.playing
    if shake.cause is None:
        return match.ruled("not-now", cites.writers, "not-now-equation-presented")
    if shake.paper(event.player) is not None:
        return _presented_again(match, event)
    if event.player not in owing(match):
        return match.ruled("not-now", cites.writers, "may-not-present", player=Seat(event.player))
    equation = event.equation if isinstance(event.equation, str) else None
    match = tasks.done(match, event.player)
    if undecided(match) == event.player:
        match = match.with_shake(third_presents=equation is not None)
        if equation is None:
            return ready(match)
    return ready(match.with_shake(papers=(*match.playing.papers, Written(event.player, equation))))


def _presented_again(match: Match, event: EquationPresented) -> Match:
    """What is presented stays; by some books trying to change it makes it incorrect (AGLOA VII-C-2-a)."""
    cite = match.rulebook.cites.presenting
    paper = match.playing.paper(event.player)
    before = paper.equation if paper else None
    changed = isinstance(event.equation, str) and before is not None and not _same(event.equation, before)
    if not (changed and match.rulebook.change_makes_incorrect) or match.playing.finding(event.player) is not None:
        return match.ruled("not-now", cite, "presented-already", player=Seat(event.player))
    match = found(match, event.player, correct=False)
    return match.ruled("changed", cite, "changed-paper", player=Seat(event.player))


def _same(one: str, other: str) -> bool:
    """White space has no meaning in an Equation."""
    return "".join(one.split()) == "".join(other.split())


def presented_while_checking(match: Match, event: EquationPresented) -> Match:
    """Too late to present; a writer who tries to change his Equation may have spoilt it."""
    paper = match.playing.paper(event.player)
    if paper is None:
        return match.ruled("not-now", match.rulebook.cites.presenting, "not-now-equation-presented")
    again = _presented_again(match, event)
    if again.playing.findings == match.playing.findings:
        return again
    if again.playing.checked == event.player:
        again = tasks.lapse(again)
    return settle(again)


def time_lost(match: Match) -> Match:
    """The extra minute is over: who has presented nothing by now presents nothing."""
    third = undecided(match)
    late = tuple(player for player in owing(match) if player != third)
    nothing = tuple(Written(player, None) for player in late)
    match = tasks.lose(match).with_shake(papers=(*match.playing.papers, *nothing))
    if third is not None:
        match = match.with_shake(third_presents=False)
    for player in late:
        match = match.ruled("time-lost", match.rulebook.cites.time, "paper-lost", player=Seat(player))
    return ready(match)
