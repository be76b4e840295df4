"""What judges and officials say at the table: initials, rulings, absence, conduct, a cube misread, the round's end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_uppercase

from rules.equations import checking
from rules.equations.absence import FEWEST
from rules.equations.by_hand import sections
from rules.equations.rolling import LOT_LETTER, waiting_for_lot
from rules.equations.scoring import penalties_now
from rules.equations.state import Match, Phase, Shake
from rules.mat import Section
from rules.messages import Message, Seat, Value
from rules.offers import Action, Key, KeyGroup, Keypad, Place

#: For a judge's initials.
LETTERS = tuple(ascii_uppercase)
#: What a warning for conduct may be about (IX-C), as the screens offer it.
CONDUCT = ("noise", "delay", "rudeness", "touching", "other")


def of_officials(match: Match) -> Iterator[Action]:
    """The officials' actions of this moment."""
    yield from _initials(match)
    shake = match.shake
    if shake is None:
        yield from _lot(match)
    elif not match.over:
        yield from _in_shake(match, shake)
    if not match.over:
        yield from _conduct(match)


def _action(label: Message, event: str, fields: Mapping[str, object], *asked: Keypad, cite: str = "") -> Action:
    return Action(label, event, None, fields, asked[0], asked[1:], Place.JUDGE, cite=cite)


def _judge(field: str = "judge") -> Keypad:
    return Keypad(field, LETTERS, Message.of(f"ask-{field}"))


def _one_of(field: str, keys: Iterable[Key], label: Message) -> Keypad:
    listed = tuple(keys)
    return Keypad(field, tuple(key.text for key in listed), label, single=True, groups=(KeyGroup(label, listed),))


def _player(players: Iterable[str], label: Message) -> Keypad:
    return _one_of("player", (Key(player, label=Message.of("name", player=Seat(player))) for player in players), label)


def _initials(match: Match) -> Iterator[Action]:
    """What waits for a judge's initials (XI-A)."""
    for penalty in penalties_now(match):
        if penalty.status == "pending":
            named: Mapping[str, Value] = {"player": Seat(penalty.player), "penalty": penalty.n}
            fields = {"penalty": penalty.n}
            cite = match.rulebook.cites.initials
            yield _action(Message.of("do-initial", **named), "penalty-approved", fields, _judge(), cite=cite)
            yield _action(Message.of("do-refuse", **named), "penalty-refused", fields, _judge(), cite=cite)


def _lot(match: Match) -> Iterator[Action]:
    """The lot for the first Goal, for who still has to roll (I-D)."""
    waiting = waiting_for_lot(match)
    if match.next_setter is None and waiting and not match.over:
        kind = next(kind for kind in match.rulebook.kit.kinds if kind.letter == LOT_LETTER)
        faces = (Key(face, f"{kind.letter}{face}") for face in kind.faces)
        who = _player(waiting, Message.of("ask-lot"))
        yield _action(Message.of("do-lot"), "lot-rolled", {}, who, _one_of("face", faces, Message.of("ask-face")))


def _in_shake(match: Match, shake: Shake) -> Iterator[Action]:
    """An Equation that is in dispute, who is absent, a cube misread, the end of the extra minutes."""
    if shake.phase is Phase.CHECKING:
        for writer in checking.disputed(match):
            yield from rulings_on(match, writer)
    if shake.phase is not Phase.SHAKE_OVER and len(match.present) > FEWEST:
        who = _player(match.present, Message.of("ask-absent"))
        yield _action(Message.of("do-absent"), "player-absent", {}, who, cite=match.rulebook.cites.absent)
    yield from _correction(match, shake)
    in_play = shake.phase is not Phase.SHAKE_OVER and shake.cause is None and not shake.stopping
    if match.time_called and in_play:
        yield Action(Message.of("do-stop"), "round-stopped", place=Place.JUDGE)


def rulings_on(match: Match, writer: str) -> Iterator[Action]:
    """The two things that a judge can say of an Equation."""
    for word, correct in (("correct", True), ("incorrect", False)):
        label = Message.of(f"do-rule-{word}", writer=Seat(writer))
        cite = match.rulebook.cites.verdict
        yield _action(label, "judge-ruled", {"writer": writer, "correct": correct}, _judge(), cite=cite)


def _correction(match: Match, shake: Shake) -> Iterator[Action]:
    """What a cube really is: first where it lies, then as what it is on record, then what it is."""
    filled = tuple(section for section in Section if shake.mat.at(section))
    if filled:
        recorded = sorted({str(cube) for section in filled for cube in shake.mat.at(section)})
        faces = (f"{kind.letter}{face}" for kind in match.rulebook.kit.kinds for face in kind.faces)
        yield _action(
            Message.of("do-correct-reading"),
            "reading-corrected",
            {"why": "misread"},
            sections("section", filled, Message.of("ask-section")),
            _one_of("cube", (Key(cube, cube) for cube in recorded), Message.of("ask-cube")),
            _one_of("is", (Key(cube, cube) for cube in faces), Message.of("ask-is")),
            _judge(),
        )


def _conduct(match: Match) -> Iterator[Action]:
    """A warning, and a point for who has been warned (IX-C), or for anybody where two judges agree on it (IX-D)."""
    cites = match.rulebook.cites
    why = _one_of("why", (Key(word, label=Message.of(f"conduct-{word}")) for word in CONDUCT), Message.of("ask-why"))
    who = _player(match.players, Message.of("ask-warned"))
    yield _action(Message.of("do-warn"), "judge-warned", {}, who, why, _judge(), cite=cites.conduct)
    warned = [player for player in match.players if player in match.warned]
    if warned:
        who = _player(warned, Message.of("ask-penalized"))
        yield _action(Message.of("do-penalize"), "judge-penalized", {}, who, why, _judge(), cite=cites.conduct)
    unwarned = [player for player in match.players if player not in match.warned]
    if unwarned and match.rulebook.two_judges_need_no_warning:
        asked = (_player(unwarned, Message.of("ask-penalized")), why, _judge(), _judge("second_judge"))
        label = Message.of("do-penalize-at-once")
        yield _action(label, "judge-penalized", {}, *asked, cite=cites.conduct_at_once)
