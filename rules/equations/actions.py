"""What people may do on the screen now, and who (each an event of the contract)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.equations import charges, checking, goal, selecting, writing
from rules.equations.by_hand import by_hand
from rules.equations.challenge import claims, may_challenge
from rules.equations.corrections import may_take_back
from rules.equations.keys import equation_keypad
from rules.equations.officials import of_officials
from rules.equations.state import Bonus, Cause, Match, Phase
from rules.mat import Section
from rules.messages import Cubes, Message, Seat, Value
from rules.offers import Action, Entry, FromMat, Key, KeyGroup, Keypad, Place

#: Phases in which there is nothing on the table yet that could be challenged.
BEFORE_GOAL = (Phase.ROLLING, Phase.SELECTING, Phase.SETTING_GOAL)
#: Why an Equation is rejected, as the screens offer it (codes of the contract, section 4); the last one says nothing.
GROUNDS = (
    "not-equal",
    "required-unused",
    "unavailable",
    "forbidden-used",
    "goal-interpretation",
    "form",
    "ambiguous",
    "",
)


def actions(match: Match) -> tuple[Action, ...]:
    """The actions of this moment, those of the game first, those of the table last."""
    in_phase = _BY_PHASE[match.phase](match)
    by_players = (*in_phase, *_block(match), *_charges(match))
    return (*by_players, *by_hand(match), *of_officials(match), *_always(match))


def _action(label: str, event: str, player: str | None = None, entry: Entry | None = None, **fields: Any) -> Action:
    named: dict[str, Value] = {"player": Seat(player)} if player else {}
    if player is not None and "player" not in fields and "by" not in fields:
        fields["player"] = player
    return Action(Message.of(f"do-{label}", **named), event, player, fields, entry)


def _nothing(_match: Match) -> Iterator[Action]:
    return iter(())


def _selecting(match: Match) -> Iterator[Action]:
    """Each variation of the division, for whose turn it is and for who may select a second one; of one that does
    not suit, why not."""
    turn = match.playing.to_select[:1]
    second = selecting.further(match)
    players = turn if second is None else (*turn, second)
    choice = selecting.choice(match) if players else ()
    for player in players:
        for variation, fault in choice:
            words = selecting.in_words(variation)
            label = Message.of("do-select", player=Seat(player), variation=words)
            fields = {"player": player, "variation": variation.to_json()}
            options = None if variation.option is None else Message.of(f"options-{variation.name}")
            barred = None if fault is None else Message.of(f"barred-{fault.name.lower()}", variation=words)
            yield Action(label, "variation-selected", player, fields, option_of=options, barred=barred)


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
    """Each challenge for each player who may be holding the block, and putting it back.

    What would be set aside is offered all the same, as it is to a hand on the box: the table does not coach.
    """
    shake = match.playing
    holder = shake.block.holder if shake.block else None
    for player in match.present if holder is None else (holder,):
        for claim in claims(match):
            yield _action(f"challenge-{claim.value}", "challenge-stated", player, challenge=claim.value)
    yield _action("return-block", "block-returned")
    if shake.cause is Cause.LAST_CUBE:
        yield from _writing(match)


def _writing(match: Match) -> Iterator[Action]:
    third = writing.undecided(match)
    if third is not None:
        yield _action("present", "third-party-decided", third, presents=True)
        yield _action("not-present", "third-party-decided", third, presents=False)
    keypad = equation_keypad(match)
    for player in writing.owing(match):
        yield _action("write", "equation-presented", player, keypad)
        if player != third:
            yield _action("write-nothing", "equation-presented", player, equation=None)


def _checking(match: Match) -> Iterator[Action]:
    for writer in checking.equations(match):
        for by in checking.owing(match, writer):
            label: Mapping[str, Value] = {"writer": Seat(writer), "player": Seat(by)}
            fields = {"writer": writer, "by": by}
            accept, reject = Message.of("do-accept", **label), Message.of("do-reject", **label)
            yield Action(accept, "equation-checked", by, fields | {"accepted": True})
            yield Action(reject, "equation-checked", by, fields | {"accepted": False}, _grounds(writer))


def _grounds(writer: str) -> Keypad:
    """What a checker says is wrong; nobody has to say it."""
    label = Message.of("ask-reason", writer=Seat(writer))
    keys = tuple(Key(code, label=Message.of(f"ground-{code or 'none'}")) for code in GROUNDS)
    return Keypad("reason", GROUNDS, label, single=True, groups=(KeyGroup(label, keys),))


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
    """Lifting the block, while there may be something to challenge; whether there is, is for the players to see."""
    if may_challenge(match) and match.phase not in BEFORE_GOAL:
        for player in match.present:
            label = Message.of("do-lift-block", player=Seat(player))
            yield Action(label, "block-lifted", player, {"player": player}, place=Place.BLOCK)


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


def _always(match: Match) -> Iterator[Action]:
    if match.paused and not match.over:
        yield _of_table("resume", "clock-resumed", by="judge", why="")
    yield _of_table("call-judge", "judge-called")
    if match.over:
        return
    if not match.paused:
        yield _of_table("pause", "clock-paused", by="judge", why="")
    if not match.time_called:
        yield _of_table("end-round", "round-time-called")


def _of_table(label: str, event: str, **fields: Any) -> Action:
    return Action(Message.of(f"do-{label}"), event, None, fields, place=Place.TABLE)
