"""What people may do on the screen now, and who (each an event of the contract).

Rolling and moving are not here: the camera sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from rules.equations import charges, checking, goal, selecting, writing
from rules.equations.absence import FEWEST
from rules.equations.challenge import may_challenge, may_state
from rules.equations.corrections import may_take_back
from rules.equations.keys import equation_keys
from rules.equations.scoring import penalties_now
from rules.equations.state import Bonus, Cause, Claim, Match, Phase, Shake
from rules.game import Action, Entry, FromMat, Keypad
from rules.mat import Section
from rules.messages import Cubes, Message, Seat, Value

#: For a judge's initials.
LETTERS = tuple(ascii_uppercase)


def actions(match: Match) -> tuple[Action, ...]:
    """The actions of this moment, those of the game first, those of the table last."""
    in_phase = _BY_PHASE[match.phase](match)
    for_all = (*_for_judges(match), *_of_officials(match), *_always(match))
    return (*in_phase, *_block(match), *_charges(match), *for_all)


def _action(label: str, event: str, player: str | None = None, entry: Entry | None = None, **fields: Any) -> Action:
    named: dict[str, Value] = {"player": Seat(player)} if player else {}
    if player is not None and "player" not in fields and "by" not in fields:
        fields["player"] = player
    return Action(Message.of(f"do-{label}", **named), event, player, fields, entry)


def _nothing(_match: Match) -> Iterator[Action]:
    return iter(())


def _selecting(match: Match) -> Iterator[Action]:
    """Each variation that suits, for whose turn it is and for who may select a second one."""
    turn = match.playing.to_select[:1]
    second = selecting.further(match)
    players = turn if second is None else (*turn, second)
    choice = selecting.suitable(match) if players else ()
    for player in players:
        for variation in choice:
            label = Message.of("do-select", player=Seat(player), variation=selecting.in_words(variation))
            fields = {"player": player, "variation": variation.to_json()}
            yield Action(label, "variation-selected", player, fields)


def _setting_goal(match: Match) -> Iterator[Action]:
    shake = match.playing
    setter = shake.goal_setter
    yield _action("goal", "goal-set", setter, FromMat("goal", Section.GOAL.value))
    if shake.bonus is Bonus.NONE and len(shake.mat.resources) > 1:
        yield _action("bonus", "bonus-called", setter)
    if not goal.committed(match):
        yield _action("no-goal", "no-goal-declared", setter)
    yield from _selecting(match)


def _no_goal_declared(match: Match) -> Iterator[Action]:
    for player in goal.silent(match):
        yield _action("agree", "no-goal-agreed", player)


def _take_back(match: Match) -> Iterator[Action]:
    """The last Mover's way back, while nobody else has acted."""
    last = match.playing.last_turn
    if last is not None and may_take_back(match):
        for cube, section in reversed(last.moves):
            fields = {"player": last.player, "cube": str(cube), "from": section.value, "to": Section.RESOURCES.value}
            label = Message.of("do-take-back", player=Seat(last.player), cube=Cubes((cube,)))
            yield Action(label, "cube-returned", last.player, fields)


def _moving(match: Match) -> Iterator[Action]:
    shake = match.playing
    yield from _take_back(match)
    if shake.bonus is Bonus.NONE and len(shake.mat.resources) > 1:
        yield _action("bonus", "bonus-called", shake.turn)


def _challenge_called(match: Match) -> Iterator[Action]:
    """Now and Impossible for each player who may be holding the block, and putting it back."""
    shake = match.playing
    holder = shake.block.holder if shake.block else None
    for player in match.present if holder is None else (holder,):
        for claim in Claim:
            if may_state(match, player, claim):
                yield _action(f"challenge-{claim.value}", "challenge-stated", player, challenge=claim.value)
    yield _action("return-block", "block-returned")
    if shake.cause is Cause.LAST_CUBE:
        yield from _writing(match)


def _writing(match: Match) -> Iterator[Action]:
    third = writing.undecided(match)
    if third is not None:
        yield _action("present", "third-party-decided", third, presents=True)
        yield _action("not-present", "third-party-decided", third, presents=False)
    keys = equation_keys(match)
    for player in writing.owing(match):
        yield _action("write", "equation-presented", player, Keypad("equation", keys))
        if player != third:
            yield _action("write-nothing", "equation-presented", player, equation=None)


def _checking(match: Match) -> Iterator[Action]:
    for writer in checking.equations(match):
        for by in checking.owing(match, writer):
            label: Mapping[str, Value] = {"writer": Seat(writer), "player": Seat(by)}
            for word, accepted in (("accept", True), ("reject", False)):
                fields = {"writer": writer, "by": by, "accepted": accepted}
                yield Action(Message.of(f"do-{word}", **label), "equation-checked", by, fields)


def _shake_over(match: Match) -> Iterator[Action]:
    setter = match.next_setter
    if setter is not None:
        label = Message.of("do-start-shake", player=Seat(setter))
        yield Action(label, "shake-started", setter, {})
        return
    for player in match.players:
        label = Message.of("do-start-first-shake", player=Seat(player))
        yield Action(label, "shake-started", player, {"goal_setter": player})


def _match_over(match: Match) -> Iterator[Action]:
    for player in match.unsigned:
        yield _action("sign", "scoresheet-signed", player)


_BY_PHASE: Mapping[Phase, Callable[[Match], Iterator[Action]]] = {
    Phase.ROLLING: _nothing,
    Phase.SELECTING: _selecting,
    Phase.SETTING_GOAL: _setting_goal,
    Phase.NO_GOAL_DECLARED: _no_goal_declared,
    Phase.MOVING: _moving,
    Phase.CHALLENGE_CALLED: _challenge_called,
    Phase.LAST_CUBE: _writing,
    Phase.WRITING: _writing,
    Phase.CHECKING: _checking,
    Phase.SHAKE_OVER: _shake_over,
    Phase.MATCH_OVER: _match_over,
}


def _block(match: Match) -> Iterator[Action]:
    """Lifting the block, for whoever has something to challenge."""
    if may_challenge(match):
        for player in match.present:
            if any(may_state(match, player, claim) for claim in Claim):
                yield _action("lift-block", "block-lifted", player)


def _charges(match: Match) -> Iterator[Action]:
    """Charging the last selection or the last bonus move, whether or not anything is wrong with it."""
    shake = match.shake
    if shake is None or match.over or shake.phase is Phase.SHAKE_OVER:
        return
    points = match.rulebook.points
    selected = shake.selections[-1] if shake.selections else None
    if points.variation and selected is not None and not selected.insulated:
        yield from _charge(match, "variation", selected.player)
    bonus = shake.bonus_moves[-1] if shake.bonus_moves else None
    if points.bonus_in_lead and bonus is not None and charges.may_be_charged(match, bonus):
        yield from _charge(match, "bonus-in-lead", bonus.player)


def _charge(match: Match, what: str, against: str) -> Iterator[Action]:
    for by in match.others(against):
        label = Message.of(f"do-charge-{what}", player=Seat(by), against=Seat(against))
        yield Action(label, "illegal-procedure-charged", by, {"by": by, "against": against, "what": what})


def _for_judges(match: Match) -> Iterator[Action]:
    """What waits for a judge, who types his or her initials."""
    initials = Keypad("judge", LETTERS)
    for penalty in penalties_now(match):
        if penalty.status == "pending":
            named: Mapping[str, Value] = {"player": Seat(penalty.player), "penalty": penalty.n}
            fields = {"penalty": penalty.n}
            yield Action(Message.of("do-initial", **named), "penalty-approved", None, fields, initials)
            yield Action(Message.of("do-refuse", **named), "penalty-refused", None, fields, initials)


def _of_officials(match: Match) -> Iterator[Action]:
    """What judges and officials note at the table: an Equation that is in dispute, who is absent, a cube misread."""
    shake = match.shake
    if shake is None or match.over:
        return
    initials = Keypad("judge", LETTERS)
    if shake.phase is Phase.CHECKING:
        for writer in checking.disputed(match):
            for word, correct in (("correct", True), ("incorrect", False)):
                label = Message.of(f"do-rule-{word}", writer=Seat(writer))
                yield Action(label, "judge-ruled", None, {"writer": writer, "correct": correct}, initials)
    if shake.phase is not Phase.SHAKE_OVER and len(match.present) > FEWEST:
        yield _action("absent", "player-absent", None, _one_of("player", match.present))
    yield from _correction(match, shake)


def _one_of(field: str, keys: Iterable[str]) -> Keypad:
    return Keypad(field, tuple(keys), Message.of(f"ask-{field}"), single=True)


def _correction(match: Match, shake: Shake) -> Iterator[Action]:
    """What a cube really is: first where it lies, then as what it is on record, then what it is."""
    filled = tuple(section for section in Section if shake.mat.at(section))
    if filled:
        recorded = sorted({str(cube) for section in filled for cube in shake.mat.at(section)})
        faces = (f"{kind.letter}{face}" for kind in match.rulebook.kit.kinds for face in kind.faces)
        initials = Keypad("judge", LETTERS, Message.of("ask-judge"))
        yield Action(
            Message.of("do-correct-reading"),
            "reading-corrected",
            None,
            {"why": "misread"},
            _one_of("section", (section.value for section in filled)),
            then=(_one_of("cube", recorded), _one_of("is", faces), initials),
        )


def _always(match: Match) -> Iterator[Action]:
    yield _action("call-judge", "judge-called")
    if match.over:
        return
    if match.paused:
        yield _action("resume", "clock-resumed", by="judge", why="")
    else:
        yield _action("pause", "clock-paused", by="judge", why="")
    if not match.time_called:
        yield _action("end-round", "round-time-called")
