"""What people may do on the screen now, and who (each an event of the contract).

Rolling and moving are not here: the camera sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from rules.equations import checking, goal, writing
from rules.equations.challenge import invalid, may_challenge
from rules.equations.scoring import penalties_now
from rules.equations.state import Bonus, Cause, Claim, Match, Phase
from rules.game import Action, Entry, FromMat, Keypad
from rules.mat import Section
from rules.messages import Message, Seat, Value

BRACKETS_AND_EQUALS = ("(", ")", "=")
#: For a judge's initials.
LETTERS = tuple(ascii_uppercase)


def actions(match: Match) -> tuple[Action, ...]:
    """The actions of this moment, those of the game first, those of the table last."""
    return (*_BY_PHASE[match.phase](match), *_block(match), *_for_judges(match), *_always(match))


def _action(label: str, event: str, player: str | None = None, entry: Entry | None = None, **fields: Any) -> Action:
    named: dict[str, Value] = {"player": Seat(player)} if player else {}
    if player is not None and "player" not in fields and "by" not in fields:
        fields["player"] = player
    return Action(Message.of(f"do-{label}", **named), event, player, fields, entry)


def _nothing(_match: Match) -> Iterator[Action]:
    return iter(())


def _setting_goal(match: Match) -> Iterator[Action]:
    shake = match.playing
    setter = shake.goal_setter
    yield _action("goal", "goal-set", setter, FromMat("goal", Section.GOAL.value))
    if shake.bonus is Bonus.NONE and len(shake.mat.resources) > 1:
        yield _action("bonus", "bonus-called", setter)
    if shake.bonus is not Bonus.MOVED:
        yield _action("no-goal", "no-goal-declared", setter)


def _no_goal_declared(match: Match) -> Iterator[Action]:
    for player in goal.silent(match):
        yield _action("agree", "no-goal-agreed", player)


def _moving(match: Match) -> Iterator[Action]:
    shake = match.playing
    if shake.bonus is Bonus.NONE and len(shake.mat.resources) > 1:
        yield _action("bonus", "bonus-called", shake.turn)


def _challenge_called(match: Match) -> Iterator[Action]:
    """Now and Impossible for each player who may be holding the block, and putting it back."""
    shake = match.playing
    holder = shake.block.holder if shake.block else None
    for player in match.players if holder is None else (holder,):
        for claim in Claim:
            if invalid(match, player, claim.value) is None:
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


def equation_keys(match: Match) -> tuple[str, ...]:
    """A key for each face that a Solution or the Goal may show, then brackets and the equals sign.

    Where cubes may be wild, every face may be written.
    """
    rulebook = match.rulebook
    mat = match.playing.mat
    notes = rulebook.notes.get(match.division, ())
    usable = {cube.face for section in Section if section is not Section.FORBIDDEN for cube in mat.at(section)}
    faces = tuple(face for face in rulebook.kit.faces if notes or face in usable)
    return (*faces, *BRACKETS_AND_EQUALS, *notes)


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
    for player in match.others(*match.signed):
        yield _action("sign", "scoresheet-signed", player)


_BY_PHASE: Mapping[Phase, Callable[[Match], Iterator[Action]]] = {
    Phase.ROLLING: _nothing,
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
        for player in match.players:
            if any(invalid(match, player, claim.value) is None for claim in Claim):
                yield _action("lift-block", "block-lifted", player)


def _for_judges(match: Match) -> Iterator[Action]:
    """What waits for a judge, who types his or her initials."""
    initials = Keypad("judge", LETTERS)
    for penalty in penalties_now(match):
        if penalty.status == "pending":
            named: Mapping[str, Value] = {"player": Seat(penalty.player), "penalty": penalty.n}
            fields = {"penalty": penalty.n}
            yield Action(Message.of("do-initial", **named), "penalty-approved", None, fields, initials)
            yield Action(Message.of("do-refuse", **named), "penalty-refused", None, fields, initials)
    if match.phase is Phase.CHECKING:
        for finding in match.playing.findings:
            if finding.correct is None:
                for word, correct in (("correct", True), ("incorrect", False)):
                    label = Message.of(f"do-rule-{word}", writer=Seat(finding.writer))
                    ruled = {"writer": finding.writer, "correct": correct}
                    yield Action(label, "judge-ruled", None, ruled, initials)


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
