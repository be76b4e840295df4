"""What the table's senses mean: a table of phase and kind of evidence (see `rules/evidence.py`).

A pair that is missing means nothing. The camera never says who moved: a cube that has gone from
Resources to a section was moved by the player on turn, one that has gone back there was taken back by the last
Mover, while he may. A cube that is nowhere is in a hand, and one
waits; whatever else differs from the record is asked, not guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain

from rules.cubes import Cube, cubes_text
from rules.equations import checking
from rules.equations.challenge import claims
from rules.equations.corrections import may_take_back
from rules.equations.state import Bonus, Match, Phase
from rules.events import Event, JudgeCalled
from rules.evidence import BlockDown, BlockUp, Evidence, JudgePress, MatSeen, SeatPress
from rules.game import NOTHING, Option, Proposal, Question
from rules.mat import PLAYED, Mat, Section
from rules.messages import Cubes, Message, Seat
from rules.shake_events import (
    BlockLifted,
    BlockReturned,
    BonusCalled,
    ChallengeStated,
    CubeMoved,
    CubeReturned,
    CubesRolled,
    EquationChecked,
    GoalSet,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """How a seen mat differs from the record, turns outside the Goal left aside."""

    #: Cubes of the record that are nowhere to be seen: in a hand.
    missing: tuple[Cube, ...]
    #: Cubes that the record does not have.
    strange: tuple[Cube, ...]
    #: Cubes that have left Resources for a section.
    played: tuple[tuple[Cube, Section], ...]
    #: Cubes that have left the section in which they had been played, or gone to where none may.
    astray: tuple[Cube, ...]
    #: Those of them that have gone back to Resources, and from which section.
    returned: tuple[tuple[Cube, Section], ...]
    #: The Goal's cubes, order, turns or gaps are others than those on record.
    goal_changed: bool
    #: The Goal has changed by nothing but cubes from Resources.
    goal_laid: bool

    def __bool__(self) -> bool:
        return bool(self.missing or self.strange or self.played or self.astray or self.goal_changed)


def difference(record: Mat, seen: Mat) -> Difference:
    gone = {section: _upright(record, section) - _upright(seen, section) for section in Section}
    come = {section: _upright(seen, section) - _upright(record, section) for section in Section}
    all_gone = sum(gone.values(), Counter[Cube]())
    all_come = sum(come.values(), Counter[Cube]())
    from_resources = gone[Section.RESOURCES].copy()
    played: list[tuple[Cube, Section]] = []
    for section in PLAYED:
        for cube in sorted(come[section].elements()):
            if from_resources[cube] > 0:
                from_resources[cube] -= 1
                played.append((cube, section))
    laid = come[Section.GOAL] & from_resources
    back = come[Section.RESOURCES].copy()
    returned: list[tuple[Cube, Section]] = []
    for section in PLAYED:
        returned.extend((cube, section) for cube in sorted((gone[section] & back).elements()))
        back -= gone[section]
    accounted = Counter(cube for cube, _ in played) + laid
    return Difference(
        missing=tuple(sorted((all_gone - all_come).elements())),
        strange=tuple(sorted((all_come - all_gone).elements())),
        played=tuple(played),
        astray=tuple(sorted(((all_come & all_gone) - accounted).elements())),
        returned=tuple(returned),
        goal_changed=record.goal != seen.goal,
        goal_laid=bool(seen.goal) and laid == come[Section.GOAL] and not gone[Section.GOAL],
    )


def _upright(mat: Mat, section: Section) -> Counter[Cube]:
    return Counter(cube.upright for cube in mat.at(section))


def propose(match: Match, evidence: Evidence, seen: Mat | None) -> Proposal:
    """What a piece of evidence means in this state."""
    if isinstance(evidence, MatSeen):
        return _MAT_SEEN.get(match.phase, _mat_at_rest)(match, evidence.mat)
    if isinstance(evidence, SeatPress):
        meaning = (_HELD if evidence.held else _PRESSED).get(match.phase)
        return NOTHING if meaning is None or evidence.player not in match.players else meaning(match, evidence, seen)
    if isinstance(evidence, BlockUp):
        # Where there is nothing to challenge the engine refuses it, and the refusal is on record.
        return NOTHING if match.phase is Phase.CHALLENGE_CALLED else Proposal((BlockLifted(),))
    if isinstance(evidence, BlockDown):
        return Proposal((BlockReturned(),)) if match.phase is Phase.CHALLENGE_CALLED else NOTHING
    return _judge_pressed(evidence)


def _judge_pressed(_press: JudgePress) -> Proposal:
    return Proposal((JudgeCalled(),))


# --- the camera


def _rolled(match: Match, seen: Mat) -> Proposal:
    kit = match.rulebook.kit
    if len(seen.cubes) < kit.size:
        return Proposal(waiting=Message.of("wait-roll", seen=len(seen.cubes), of=kit.size))
    if len(seen.resources) != len(seen.cubes):
        return Proposal(waiting=Message.of("wait-into-resources"))
    if len(seen.cubes) > kit.size or kit.too_many(seen.cubes) is not None:
        return Proposal(waiting=Message.of("wait-roll-unclear", of=kit.size))
    return Proposal((CubesRolled(resources=cubes_text(seen.cubes)),))


def _goal_lies(match: Match, seen: Mat) -> Proposal:
    """While cubes are laid into the Goal nothing happens; a bonus cube is a move."""
    shake = match.playing
    differs = difference(shake.mat, seen)
    if not differs:
        return NOTHING
    if differs.missing:
        return _in_hand(differs)
    if differs.strange or differs.astray:
        return _taken_back(match, differs) or _put_back(differs)
    if differs.played:
        if shake.bonus is Bonus.CALLED and len(differs.played) == 1 and not differs.goal_changed:
            return Proposal(_moves(shake.goal_setter, differs.played))
        return _put_back(differs)
    return Proposal(waiting=Message.of("wait-say-goal", player=Seat(shake.goal_setter)))


def _moved(match: Match, seen: Mat) -> Proposal:
    shake = match.playing
    differs = difference(shake.mat, seen)
    if not differs:
        return NOTHING
    if differs.missing:
        return _in_hand(differs)
    if differs.strange or differs.astray or differs.goal_changed:
        return _taken_back(match, differs) or _put_back(differs)
    if len(differs.played) == 1:
        return Proposal(_moves(shake.turn, differs.played))
    if len(differs.played) == 2:
        return _two_at_once(match, differs)
    return _put_back(differs)


def _two_at_once(match: Match, differs: Difference) -> Proposal:
    """Two cubes: the bonus move if it was announced; else people must say which one counts."""
    shake = match.playing
    bonus_first = tuple(sorted(differs.played, key=lambda move: move[1] is not Section.FORBIDDEN))
    may_be_bonus = bonus_first[0][1] is Section.FORBIDDEN
    if shake.bonus is Bonus.CALLED and may_be_bonus:
        return Proposal(_moves(shake.turn, bonus_first))
    options = [
        Option(
            Message.of("option-move", cube=Cubes((cube,)), section=section.value.capitalize()),
            _moves(shake.turn, ((cube, section),)),
        )
        for cube, section in differs.played
    ]
    if shake.bonus is Bonus.NONE and may_be_bonus:
        said = (BonusCalled(player=shake.turn), *_moves(shake.turn, bonus_first))
        options.append(Option(Message.of("option-bonus-was-said"), said))
    options.append(Option(Message.of("option-put-back")))
    cubes = Cubes(tuple(cube for cube, _ in differs.played))
    question = Question(Message.of("ask-two-at-once", player=Seat(shake.turn), cubes=cubes), tuple(options))
    return Proposal(question=question)


def _mat_at_rest(match: Match, seen: Mat) -> Proposal:
    """No cube has any business to move now."""
    if match.shake is None or match.phase in (Phase.SHAKE_OVER, Phase.MATCH_OVER):
        return NOTHING
    differs = difference(match.shake.mat, seen)
    if not differs:
        return NOTHING
    return _in_hand(differs) if differs.missing else _taken_back(match, differs) or _put_back(differs)


def _taken_back(match: Match, differs: Difference) -> Proposal | None:
    """The last Mover's correction: cubes of that turn lie in Resources again, perhaps with another one in their place.

    None for anything else that is not where it belongs.
    """
    shake = match.playing
    last = shake.last_turn
    if last is None or shake.block is not None or not may_take_back(match):
        return None
    cubes = tuple(sorted(cube for cube, _ in differs.returned))
    elsewhere = differs.astray != cubes or differs.strange or differs.goal_changed
    if elsewhere or not set(differs.returned) <= set(last.moves):
        return None
    # Another cube at once: only where the whole turn was one cube, so that nothing is guessed of a bonus move.
    if differs.played and not (len(last.moves) == len(differs.played) == 1 and last.running is not None):
        return None
    back = tuple(
        CubeReturned(player=last.player, cube=str(cube), from_=section.value, to=Section.RESOURCES.value)
        for cube, section in differs.returned
    )
    return Proposal((*back, *_moves(last.player, differs.played)))


def _moves(player: str, moves: tuple[tuple[Cube, Section], ...]) -> tuple[Event, ...]:
    return tuple(
        CubeMoved(player=player, cube=str(cube), from_=Section.RESOURCES.value, to=section.value)
        for cube, section in moves
    )


def _in_hand(differs: Difference) -> Proposal:
    return Proposal(waiting=Message.of("wait-in-hand", cubes=Cubes(differs.missing)))


def _put_back(differs: Difference) -> Proposal:
    """A question with one answer: the mat is put back as it was."""
    moved = (*differs.astray, *differs.strange, *(cube for cube, _ in differs.played))
    message = Message.of("ask-put-back", cubes=Cubes(moved)) if moved else Message.of("ask-goal-changed")
    return Proposal(question=Question(message, (Option(Message.of("option-put-back")),)))


def _seen_while_selecting(_match: Match, _seen: Mat) -> Proposal:
    """Variations are selected with a pencil or on the screen; what the hands do meanwhile means nothing."""
    return NOTHING


_MAT_SEEN: Mapping[Phase, Callable[[Match, Mat], Proposal]] = {
    Phase.ROLLING: _rolled,
    Phase.SELECTING: _seen_while_selecting,
    Phase.SETTING_GOAL: _goal_lies,
    Phase.MOVING: _moved,
}


# --- the seats' buttons


def _says_goal(match: Match, press: SeatPress, seen: Mat | None) -> Proposal:
    shake = match.playing
    if press.player != shake.goal_setter:
        return NOTHING
    if seen is None or not seen.goal:
        return Proposal(waiting=Message.of("wait-lay-goal", player=Seat(press.player)))
    differs = difference(shake.mat, seen)
    if differs.missing:
        return _in_hand(differs)
    said = GoalSet(player=press.player, goal=str(seen.goal))
    if differs.goal_laid and not (differs.strange or differs.played or differs.astray):
        return Proposal((said,))
    options = [Option(Message.of("option-not-yet"))]
    if differs.goal_laid:
        options.insert(0, Option(Message.of("option-goal", goal=str(seen.goal)), (said,)))
    wrong = chain(differs.astray, differs.strange, (cube for cube, _ in differs.played))
    message = Message.of("ask-goal", player=Seat(press.player), cubes=Cubes(tuple(wrong)))
    return Proposal(question=Question(message, tuple(options)))


def _says_challenge(match: Match, press: SeatPress, _seen: Mat | None) -> Proposal:
    """Which challenge, asked of who has the block. What would be set aside is offered all the same."""
    shake = match.playing
    if shake.block is None or shake.block.holder not in (None, press.player):
        return NOTHING
    options = tuple(
        Option(
            Message.of(f"option-{claim.value}"),
            (ChallengeStated(player=press.player, challenge=claim.value),),
        )
        for claim in claims(match)
    )
    return Proposal(question=Question(Message.of("ask-challenge", player=Seat(press.player)), options))


def _says_bonus(match: Match, press: SeatPress, _seen: Mat | None) -> Proposal:
    """Before his move, or before the Goal; one who may not make a bonus move is refused by the engine, on record."""
    shake = match.playing
    mover = shake.goal_setter if match.phase is Phase.SETTING_GOAL else shake.turn
    if press.player != mover or shake.bonus is not Bonus.NONE:
        return NOTHING
    return Proposal((BonusCalled(player=press.player),))


def _checks(match: Match, press: SeatPress, _seen: Mat | None) -> Proposal:
    """A tap accepts the Equation that is being checked, a hold rejects it."""
    writer = match.playing.checked
    if writer is None or press.player not in checking.owing(match, writer):
        return NOTHING
    return Proposal((EquationChecked(writer=writer, by=press.player, accepted=not press.held),))


_Meaning = Callable[[Match, SeatPress, Mat | None], Proposal]
#: What a tap means in each phase. Everything here can be said on the screen too (`rules/equations/actions.py`).
_PRESSED: Mapping[Phase, _Meaning] = {
    Phase.SETTING_GOAL: _says_goal,
    Phase.CHALLENGE_CALLED: _says_challenge,
    Phase.CHECKING: _checks,
}
#: What a hold means. Who names himself as the Challenger need not mind how long he presses.
_HELD: Mapping[Phase, _Meaning] = {
    Phase.SETTING_GOAL: _says_bonus,
    Phase.MOVING: _says_bonus,
    Phase.CHALLENGE_CALLED: _says_challenge,
    Phase.CHECKING: _checks,
}
