"""Written expressions: text to tokens and back (contract, sections 2 and 3).

A token is one sign with what its writer noted about it. Nothing here knows which variations are in force: whether
`7<sw>` may be written is another question than what it says. One canonical text: `text_of(tokens(text))` says the same
as `text`, and is its own canonical text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from rules.cubes import EQUATIONS_KIT
from rules.messages import Message

#: An Equation of twenty-four cubes is far below these; what is longer or deeper is no Equation but an attack.
MOST_CHARACTERS = 2000
MOST_TOKENS = 300
MOST_NESTED = 40

CLOSES = {"(": ")", "[": "]", "{": "}"}
DIGITS = frozenset("0123456789")
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
_RAISED = {digit: raised for raised, digit in _SUPERSCRIPTS.items()}
_PLAIN_SIGNS = frozenset("0123456789+-x÷^√!%i.=")
#: Signs that are a cube's face in another position, or a stand-in for one.
_FACES = {"%": "√", "i": "-", ".": "^"}
_NO_CUBE = frozenset("()!=")
#: The faces that a variation can make wild.
_WILD_FACES = ("0", "x")


class Meaning(Enum):
    """What a note says a sign stands for, other than its face."""

    LCM = "lcm"
    GCF = "gcf"
    DIGIT = "digit"
    #: A number made with a 1: a power of the base.
    POWER = "1"


class Unreadable(ValueError):
    """Signs that no Equation has. `message` says it to a player, `at` is the character (from 0)."""

    def __init__(self, code: str, at: int, **values: str | int) -> None:
        self.message = Message.of(code, at=at + 1, **values)
        self.at = at
        super().__init__(f"{code} at {at}")


@dataclass(frozen=True, slots=True)
class Token:
    """One sign of a written expression.

    `sign` is a digit, one of `+ - x ÷ ^ √ ! % i . ( ) =`, or (with POWER) the whole number as it is written. A
    sideways ÷ (Remainder, Log) is `÷` with `sideways`; a √ upside-down is `%`, a - sideways is `i`, a ^ that is
    noted as a point is `.`. Brackets of all shapes are round. `root` is the v of `<=v>` behind a bracket.
    """

    sign: str
    at: int = 0
    sideways: bool = False
    upside_down: bool = False
    wild: str = ""
    exponent: bool = False
    meaning: Meaning | None = None
    root: str = ""

    @property
    def face(self) -> str | None:
        """The face of the cube that makes this sign; None where none is needed (brackets, factorial, =)."""
        if self.sign in _NO_CUBE:
            return None
        return self.wild or self.symbol

    @property
    def symbol(self) -> str:
        """The symbol on the cubes that is meant, whichever cube makes it: what all wild cubes must share."""
        return "1" if self.meaning is Meaning.POWER else _FACES.get(self.sign, self.sign)

    @property
    def is_plain(self) -> bool:
        """Has no note of any kind."""
        return not (self.turned or self.wild or self.exponent or self.meaning or self.root)

    @property
    def turned(self) -> bool:
        return self.sideways or self.upside_down

    def __str__(self) -> str:
        """The canonical text, with its notes."""
        sign, notes = self.sign, []
        if self.exponent and sign in DIGITS:
            sign = _RAISED[sign]
        elif self.exponent:
            notes.append("exp")
        if self.meaning:
            notes.append(self.meaning.value)
        if self.wild:
            notes.append(self.wild)
        notes += ["sw"] * self.sideways + ["ud"] * self.upside_down + [f"={self.root}"] * bool(self.root)
        return f"{sign}<{','.join(notes)}>" if notes else sign


def text_of(tokens: Iterable[Token]) -> str:
    return "".join(map(str, tokens))


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text; Unreadable for signs, notes or brackets that say nothing. White space has no meaning."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable("too-long", MOST_CHARACTERS, most=MOST_CHARACTERS)
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == "<":
            end = text.find(">", at)
            if end < 0:
                raise Unreadable("note-open", at)
            _annotate(found, text[at + 1 : end], at)
            at = end + 1
        else:
            token, length = _sign(text, at)
            found.append(token)
            at += length
        if len(found) > MOST_TOKENS:
            raise Unreadable("too-long", at, most=MOST_TOKENS)
    _match_brackets(found, text)
    return tuple(found)


def _sign(text: str, at: int) -> tuple[Token, int]:
    """The sign that stands at a place, and how many characters it takes."""
    character = text[at]
    if character in _SUPERSCRIPTS:
        return Token(_SUPERSCRIPTS[character], at, exponent=True), 1
    if text.startswith("log", at):
        return Token("÷", at, sideways=True), 3
    sign = EQUATIONS_KIT.aliases.get(character, character)
    if sign in CLOSES:
        return Token("(", at), 1
    if sign in CLOSES.values():
        return Token(")", at), 1
    if sign in _PLAIN_SIGNS:
        return Token(sign, at), 1
    raise Unreadable("sign", at, sign=character if character.isprintable() else f"U+{ord(character):04X}")


def _annotate(found: list[Token], note: str, at: int) -> None:
    """Give the last token what the note in angle brackets says of it."""
    if not found:
        raise Unreadable("note-of-nothing", at)
    for word in note.split(","):
        found[-1] = _noted(found, word.strip(), at)
    found[-1] = as_turned(found[-1])


def _noted(found: list[Token], word: str, at: int) -> Token:
    token = found[-1]
    if word.startswith("="):
        return _with_value(token, word[1:].strip(), at)
    fits: bool
    match word:
        case "sw":
            fits, token = not token.sideways, replace(token, sideways=True)
        case "ud":
            fits, token = not token.upside_down, replace(token, upside_down=True)
        case "0" | "x":
            fits, token = not token.wild, replace(token, wild=word)
        case "lcm":
            fits, token = token.sign == "√", replace(token, meaning=Meaning.LCM)
        case "gcf":
            fits, token = token.sign == "^", replace(token, meaning=Meaning.GCF)
        case "dec":
            fits, token = token.sign == "^" and token.meaning is None, replace(token, sign=".")
        case "digit":
            fits, token = token.sign in ("^", "√"), replace(token, meaning=Meaning.DIGIT)
        case "exp":
            fits, token = _as_exponent(found)
        case "1":
            fits, token = _as_power(found)
        case _:
            raise Unreadable("note-unknown", at, note=word)
    if not fits or token.sign in ("(", ")", "="):
        raise Unreadable("note-misplaced", at, note=word, sign=found[-1].sign)
    return token


def _as_exponent(found: list[Token]) -> tuple[bool, Token]:
    """The last token as an exponent; behind a factorial the note takes in the digit that has it: `43!<exp>`."""
    token = found[-1]
    if token.sign != "!":
        return token.sign in DIGITS or token.meaning is not None, replace(token, exponent=True)
    first = len(found) - 1
    while first > 0 and found[first].sign == "!":
        first -= 1
    found[first:] = [replace(each, exponent=True) for each in found[first:]]
    return found[first].sign in DIGITS, found[-1]


def _as_power(found: list[Token]) -> tuple[bool, Token]:
    """The run of digits (and point) before the note as one number that a 1 makes: `100<1>`, `.01<1>`."""
    run = [found.pop()]
    while found and _joins(found[-1]) and run[-1].sign in "0123456789.":
        run.append(found.pop())
    run.reverse()
    power = replace(run[-1], sign="".join(part.sign for part in run), at=run[0].at, meaning=Meaning.POWER)
    found.append(power)
    return all(part.sign in "0123456789." for part in run), power


def _joins(token: Token) -> bool:
    return token.is_plain and token.sign in "0123456789."


def _with_value(token: Token, value: str, at: int) -> Token:
    """`(…)<=v>` says which root is meant, `0<=7>` what the wild cube stands for."""
    if token.sign == ")" and value and not token.root:
        return replace(token, root="".join(value.split()))
    if token.sign in _WILD_FACES and not token.wild:
        meant = tokens(value)
        if len(meant) == 1 and meant[0].face is not None and not meant[0].wild:
            sideways, upside_down = meant[0].sideways or token.sideways, meant[0].upside_down or token.upside_down
            return replace(meant[0], at=token.at, wild=token.sign, sideways=sideways, upside_down=upside_down)
    raise Unreadable("value-misplaced", at, sign=token.sign)


def as_turned(token: Token) -> Token:
    """√ upside-down is %, - sideways is i: the same token by whichever name it is written."""
    if token.sign in ("√", "%") and token.upside_down and not token.sideways and token.meaning is None:
        return replace(token, sign="%", upside_down=False)
    if token.sign == "-" and token.sideways:
        return replace(token, sign="i", sideways=False)
    return token


def _match_brackets(found: list[Token], text: str) -> None:
    open_at: list[int] = []
    for token in found:
        if token.sign == "(":
            open_at.append(token.at)
            if len(open_at) > MOST_NESTED:
                raise Unreadable("too-deep", token.at, most=MOST_NESTED)
        elif token.sign == ")":
            if not open_at:
                raise Unreadable("bracket-unopened", token.at, sign=text[token.at])
            opening = open_at.pop()
            if CLOSES[text[opening]] != text[token.at]:
                raise Unreadable("bracket-mixed", token.at, opening=text[opening], sign=text[token.at])
        elif token.sign == "=" and open_at:
            raise Unreadable("bracket-open", open_at[-1], sign=text[open_at[-1]])
    if open_at:
        raise Unreadable("bracket-open", open_at[-1], sign=text[open_at[-1]])
