"""The round: its end, its stop, the scoresheet (XI-B, XII-B)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.equations.challenge import stop
from rules.equations.checking import void_shake
from rules.equations.state import Match, Phase
from rules.messages import Seat
from rules.shake_events import RoundStopped, RoundTimeCalled, ScoresheetSigned


def round_time_called(match: Match, _event: RoundTimeCalled) -> Match:
    """No more shakes; the one that is under way is played to its end."""
    if match.time_called:
        return match.ruled("not-now", match.rulebook.cites.round_end, "time-called-already")
    between = match.shake is None or match.shake.phase is Phase.SHAKE_OVER
    match = replace(match, time_called=True, over=between)
    if not between and match.playing.phase is Phase.ROLLING and not match.rulebook.readings.begun_before_roll:
        return void_shake(match, match.rulebook.cites.round_end, "void-not-rolled")
    return match


def round_stopped(match: Match, _event: RoundStopped) -> Match:
    """The extra minutes are up. With the block out it waits: a challenge may still be stated."""
    shake = match.playing
    if shake.cause is not None or shake.stopping:
        return match.ruled("not-now", match.rulebook.cites.round_end, "not-now-round-stopped")
    if shake.block is not None:
        return match.with_shake(stopping=True)
    return stop(match)


def scoresheet_signed(match: Match, event: ScoresheetSigned) -> Match:
    if event.player in match.signed:
        return match.ruled("not-now", match.rulebook.cites.sign, "signed-already", player=Seat(event.player))
    return replace(match, signed=(*match.signed, event.player))
