"""Selecting variations (II-B): whose turn it is, which selections count, and what is in force.

A selection that does not suit stands until an opponent charges it; the table says nothing of it. Once
the next player has selected something that suits, or a Goal is set, it can no longer be charged, and it
is ignored for the shake.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.adjudicator.books import PARITIES, terms_of
from rules.adjudicator.selecting import Unsuitable, offered, unsuitable
from rules.adjudicator.terms import Terms, Variation
from rules.equations import tasks
from rules.equations.rulebook import Rulebook
from rules.equations.state import Bonus, Match, Phase, Selection
from rules.messages import Message, Seat
from rules.shake_events import VariationSelected

#: How often a player may fail before he selects nothing for the shake (II-B-2).
MOST_FAILURES = 2


def parse_variation(rulebook: Rulebook, division: str, written: object) -> Variation:
    """The variation of a line; BadRequest for one that the division does not have."""
    standing = terms_of(rulebook.ruleset, division, readings=rulebook.adjudicating).variations
    in_force = terms_of(rulebook.ruleset, division, [written], rulebook.adjudicating).variations
    chosen = [variation for variation in in_force if variation not in standing]
    # One that is in force in every shake can be named, but adds nothing.
    return chosen[0] if chosen else _standing(standing, written)


def _standing(standing: tuple[Variation, ...], written: object) -> Variation:
    name = written if isinstance(written, str) else dict(written)["name"] if isinstance(written, dict) else None
    return next(variation for variation in standing if variation.name == name)


# --- what is in force


def faults(match: Match) -> tuple[Unsuitable | None, ...]:
    """What is wrong with each selection of the shake; those that do not suit are as if they had not been made."""
    shake = match.playing
    found: list[Unsuitable | None] = []
    for n, selection in enumerate(shake.selections):
        before = _with(match, [s.variation for s, f in zip(shake.selections[:n], found, strict=True) if f is None])
        found.append(unsuitable(before, selection.variation, shake.mat.cubes))
    return tuple(found)


def terms(match: Match) -> Terms:
    """The rules of this shake: what is in force in every shake, and the selections that suit."""
    return _with(match, suiting(match))


def suiting(match: Match) -> tuple[Variation, ...]:
    """The selected variations that suit; the others count as not selected."""
    return tuple(s.variation for s, fault in zip(match.playing.selections, faults(match), strict=True) if fault is None)


def _with(match: Match, variations: Iterable[Variation]) -> Terms:
    written = [variation.to_json() for variation in variations]
    return terms_of(match.rulebook.ruleset, match.division, written, match.rulebook.adjudicating)


def choice(match: Match) -> tuple[tuple[Variation, Unsuitable | None], ...]:
    """The season's variations of the division, as the screens offer them, each with what is wrong with it now.

    A league that keeps to the lists of even or of odd years has that season, whatever the book's is.
    """
    now = terms(match)
    cubes = match.playing.mat.cubes
    listed = offered(now.division, PARITIES.get(now.readings.seasons, match.rulebook.season))
    return tuple((variation, unsuitable(now, variation, cubes)) for variation in listed)


def in_words(variation: Variation) -> Message:
    return Message.of(f"variation-{variation.name}", option=str(variation.option))


# --- whose turn it is


def begin_selecting(match: Match) -> Match:
    """The match after the roll: the Goal-setter selects first, then the others to the left (II-B-1)."""
    shake = match.playing
    order = _order(match)
    queue = tuple(player for player in order if player in match.present)
    two = len(queue if match.rulebook.readings.absence_makes_two_players else match.players) == 2
    if two and match.division in match.rulebook.two_picks_divisions:
        queue = (*queue, queue[-1])
    minute = shake.running
    return _next(tasks.done(match, shake.goal_setter).with_shake(to_select=queue, minute=minute))


def _order(match: Match) -> tuple[str, ...]:
    """All seats from the Goal-setter on."""
    setter = match.playing.goal_setter
    return (setter, *match.from_left_of(setter)[:-1])


def _next(match: Match, left_ms: int | None = None) -> Match:
    """The match with a fresh limit for the next player to select, or with what is left of one; after the last
    one, for the Goal.

    The fifteen seconds do not begin before the minute for rolling is over (XI-A-1-b).
    """
    task = match.rulebook.tasks.select
    shake = match.playing
    if not shake.to_select or task is None:
        return to_goal(match)
    start_ms = _after_minute(match)
    if left_ms is not None:
        start_ms = min(start_ms, match.t_ms + left_ms - task.limit_ms)
    match = match.with_shake(phase=Phase.SELECTING)
    return tasks.begin(match, task, shake.to_select[:1], start_ms=start_ms)


def _after_minute(match: Match) -> int:
    """Now, or the end of the minute for rolling if that is later."""
    minute = match.playing.minute
    return match.t_ms if minute is None else max(match.t_ms, minute.limit_at(match.t_ms).deadline_ms)


def to_goal(match: Match) -> Match:
    """The match with the Goal to be set; its time is that of the roll where the book has no other (XI-A-1)."""
    match = match.with_shake(phase=Phase.SETTING_GOAL)
    goal = match.rulebook.tasks.goal
    if goal is None:
        return match
    setter = match.playing.goal_setter
    start_ms = _after_minute(match) if match.rulebook.readings.goal_waits_for_rolling_minute else None
    return tasks.begin(tasks.done(match, setter), goal, (setter,), start_ms)


def further(match: Match) -> str | None:
    """Who may select a second variation, though it is not his turn any more (II-B-3)."""
    shake = match.playing
    if match.division not in match.rulebook.further_pick_divisions or not shake.selections:
        return None
    last = shake.selections[-1].player
    picks = sum(selection.player == last for selection in shake.selections)
    barred = last in shake.to_select or last in shake.absent or shake.failures.count(last) >= MOST_FAILURES
    return last if picks == 1 and not barred and not _passed_over(match, last) else None


def _passed_over(match: Match, player: str) -> bool:
    """Whether somebody after him has had his turn, even if he selected nothing."""
    order = _order(match)
    waiting = [order.index(name) for name in match.playing.to_select]
    following = [name for name in order[order.index(player) + 1 :] if name in match.present]
    return bool(following) and (not waiting or min(waiting) != order.index(following[0]))


def variation_selected(match: Match, event: VariationSelected) -> Match:
    """A selection. It stands, suitable or not (II-B-2), unless the table is to charge it."""
    after = _selected(match, event)
    made = after.playing.selections != match.playing.selections
    if made and match.rulebook.readings.table_charges_variation:
        return charged(after, event.player) or after
    return after


def _selected(match: Match, event: VariationSelected) -> Match:
    shake = match.playing
    cite = match.rulebook.cites.selecting
    second = further(match)
    turn = shake.to_select[0] if shake.to_select else second
    if turn is None:
        return match.ruled("not-now", cite, "not-now-variation-selected")
    if event.player not in (turn, second):
        return match.ruled("out-of-turn", cite, "out-of-turn", player=Seat(event.player), turn=Seat(turn))
    variation = parse_variation(match.rulebook, match.division, event.variation)
    now = shake.running
    left_ms = 0 if now is None else now.limit_at(match.t_ms).deadline_ms - match.t_ms
    made = Selection(event.player, variation, left_ms=left_ms)
    match = _insulate_before(match.with_shake(selections=(*shake.selections, made)))
    if event.player not in shake.to_select:
        return match
    queue = shake.to_select[1:]
    match = match.with_shake(to_select=queue)
    if event.player in queue:
        # Both are to be selected in the one limit (II-B-3).
        return match
    return _next(tasks.done(match, event.player))


def _insulate_before(match: Match) -> Match:
    """The match after a selection: if it suits, those of the players before can no longer be charged."""
    shake = match.playing
    if faults(match)[-1] is not None:
        return match
    order = _order(match)
    place = order.index(shake.selections[-1].player)
    kept = tuple(replace(s, insulated=s.insulated or order.index(s.player) < place) for s in shake.selections)
    return match.with_shake(selections=kept)


def insulate_all(match: Match) -> Match:
    """The match once the Goal-setter has spoken: no selection can be charged any more."""
    return match.with_shake(selections=tuple(replace(s, insulated=True) for s in match.playing.selections))


def time_lost(match: Match) -> Match:
    """The extra minute is over: the selection is lost and the next player selects (XI-A)."""
    late = match.playing.to_select[0]
    match = tasks.lose(match).ruled("time-lost", match.rulebook.cites.time, "selection-lost", player=Seat(late))
    return without(match, late)


def without(match: Match, player: str) -> Match:
    """The match when a player selects nothing more; on to the next one if it was his turn."""
    shake = match.playing
    was_his = shake.to_select[:1] == (player,)
    match = match.with_shake(to_select=tuple(name for name in shake.to_select if name != player))
    return _next(match) if was_his else match


# --- charges


def charged(match: Match, against: str) -> Match | None:
    """The match after a charge against a player's selection; None if nothing of his is there to be charged."""
    shake = match.playing
    wrong = [s for s, fault in zip(shake.selections, faults(match), strict=True) if fault and s.player == against]
    open_ones = [selection for selection in wrong if not selection.insulated]
    if not open_ones:
        if not wrong:
            return None
        return match.ruled("insulated", match.rulebook.cites.unsuitable, "insulated", against=Seat(against))
    cite = match.rulebook.cites.unsuitable
    match = match.ruled("upheld", cite, "upheld-variation", against=Seat(against))
    match = tasks.penalise(match, against, match.rulebook.points.variation, "variation", cite)
    failures = (*shake.failures, against)
    kept = tuple(selection for selection in shake.selections if selection is not open_ones[-1])
    if failures.count(against) >= MOST_FAILURES:
        if match.rulebook.readings.failing_twice_loses_both:
            kept = tuple(selection for selection in kept if selection.player != against)
            return without(match.with_shake(selections=kept, failures=failures), against)
        return match.with_shake(selections=kept, failures=failures)
    queue = (against, *shake.to_select)
    # Back from the Goal, if it was the last one's: a bonus that was only said is said again.
    bonus = Bonus.NONE if shake.bonus is Bonus.CALLED else shake.bonus
    match = match.with_shake(selections=kept, failures=failures, to_select=queue, bonus=bonus)
    return _next(match, None if match.rulebook.readings.fresh_time_for_second_try else open_ones[-1].left_ms)
