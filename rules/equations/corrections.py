"""Corrections: a Mover takes a cube back (V-B, IX-A-1), a judge corrects what the camera has read."""

from __future__ import annotations

from msgspec.structs import replace

from rules.cubes import Cube, Kit
from rules.equations import tasks
from rules.equations.checking import found_again
from rules.equations.state import Bonus, LastTurn, Match, Phase
from rules.mat import Mat, Section, parse_section
from rules.messages import Cubes, Seat
from rules.shake_events import CubeReturned, ReadingCorrected


def cube_returned(match: Match, event: CubeReturned) -> Match:
    """The last Mover takes back a cube of that turn and is on turn again, his limit running on."""
    shake = match.playing
    cite = match.rulebook.cites.turn
    last = shake.last_turn
    if last is None or not may_take_back(match):
        return match.ruled("not-now", cite, "nothing-to-take-back", player=Seat(event.player))
    if event.player != last.player:
        return match.ruled("not-now", cite, "not-last-mover", player=Seat(event.player), mover=Seat(last.player))
    cube = match.rulebook.kit.parse(event.cube)
    start, end = parse_section(event.from_), parse_section(event.to)
    if end is not Section.RESOURCES or (cube, start) not in last.moves:
        return match.ruled("illegal-move", cite, "not-of-that-turn", player=Seat(event.player), cube=Cubes((cube,)))
    mat = shake.mat.moved(cube, start, Section.RESOURCES)
    at = last.moves.index((cube, start))
    return _on_turn_again(match.with_shake(mat=mat), last, (*last.moves[:at], *last.moves[at + 1 :]))


def may_take_back(match: Match) -> bool:
    """Whether the last Mover may correct himself: nobody has acted since, and he would still have time to move."""
    shake = match.playing
    last = shake.last_turn
    if last is None or shake.papers or not match.rulebook.readings.cubes_may_be_taken_back:
        return False
    if last.running is None:
        return True
    limit = last.running.limit_at(match.t_ms)
    return match.t_ms <= limit.deadline_ms + limit.countdown_ms + limit.extra_ms


def _on_turn_again(match: Match, last: LastTurn, left: tuple[tuple[Cube, Section], ...]) -> Match:
    """The match with these moves of that turn left, its Mover on turn and his limit running on.

    Of a turn with a bonus move, a cube in Forbidden that is left is its bonus cube. One elsewhere is its regular
    move; the word stands, and a cube to Forbidden is still to come.
    """
    shake = match.playing
    if last.running is not None:
        match = tasks.lapse(match).with_shake(phase=Phase.MOVING, cause=None, running=last.running)
    bonus, moves = shake.bonus, shake.bonus_moves
    if left and left[0][1] is Section.FORBIDDEN:
        bonus, moves = Bonus.MOVED, (*moves[:-1], replace(moves[-1], cube=left[0][0], second=None))
    elif left or bonus is Bonus.MOVED:
        bonus, moves = Bonus.CALLED, moves[:-1]
    match = match.with_shake(
        turn=last.player,
        bonus=bonus,
        bonus_moves=moves,
        mover=last.player if left else last.mover_before,
        last_turn=LastTurn(last.player, left, last.mover_before) if left else None,
    )
    return tasks.hold_or_run(replace(match, sand=None))


def reading_corrected(match: Match, event: ReadingCorrected) -> Match:
    """A judge says what a cube is, and always was: the mat, every record of it, and what was found from it."""
    kit = match.rulebook.kit
    wrong, right = kit.parse(event.cube), kit.parse(event.is_)
    section = parse_section(event.section)
    if match.shake is None:
        return match.ruled("not-now", match.rulebook.cites.verdict, "not-now-reading-corrected")
    mat = _corrected(match.playing.mat, kit, section, wrong, right)
    if mat is None or kit.too_many(mat.cubes) is not None:
        code = "no-cube-to-correct" if mat is None else "correction-too-many"
        cite = match.rulebook.cites.verdict
        return match.ruled("illegal-move", cite, code, cube=Cubes((wrong,)), section=section.value.capitalize())
    match = _remembered(match.with_shake(mat=mat), section, wrong.upright, right.upright)
    return found_again(match)


def _corrected(mat: Mat, kit: Kit, section: Section, wrong: Cube, right: Cube) -> Mat | None:
    """The mat with one cube of a section replaced; None if it is not there. Only in the Goal have turns a meaning."""
    if section is not Section.GOAL:
        wrong, right = wrong.upright, right.upright
    sections = mat.to_json()
    words = sections[section.value].split()
    if str(wrong) not in words:
        return None
    words[words.index(str(wrong))] = str(right)
    return Mat.parse(sections | {section.value: " ".join(words)}, kit)


def _remembered(match: Match, section: Section, wrong: Cube, right: Cube) -> Match:
    """The match with the cube corrected in the record of the last moves."""
    shake = match.playing
    last = shake.last_turn
    if last is not None and (wrong, section) in last.moves:
        at = last.moves.index((wrong, section))
        moves = (*last.moves[:at], (right, section), *last.moves[at + 1 :])
        match = match.with_shake(last_turn=replace(last, moves=moves))
    records = list(shake.bonus_moves)
    for n, move in enumerate(records):
        if move.undone:
            continue
        if move.second == (wrong, section):
            records[n] = replace(move, second=(right, section))
            break
        if move.cube == wrong and section is Section.FORBIDDEN:
            records[n] = replace(move, cube=right)
            break
    return match.with_shake(bonus_moves=tuple(records))
