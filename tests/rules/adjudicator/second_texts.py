"""Shakes and texts to ask both opinions about: every variation, alone and with others, grouped and ungrouped."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tests.rules.adjudicator.second_shake import Shake

#: What each division may choose (XIII), one entry an option that matters here.
CHOICES: dict[str, tuple[Any, ...]] = {
    "elementary": (
        "sideways",
        "upside-down",
        {"name": "wild", "cube": "0"},
        "factorial",
        "multiple-operations",
        "three-operation",
        "remainder",
        "average",
        "smallest-prime",
        "percent",
        "decimal-point",
        "two-digit-numerals",
        "lcm",
        "gcf",
        "number-of-factors",
    ),
    "middle": (
        "sideways",
        "upside-down",
        {"name": "wild", "cube": "0"},
        "factorial",
        "multiple-operations",
        *({"name": "base", "base": m} for m in (8, 9, 10)),
        *({"name": "multiple-of-k", "k": k} for k in (6, 11)),
        "average",
        "percent",
        "decimal-point",
        "number-of-factors",
        {"name": "exponent", "color": "red"},
        "powers-of-the-base",
    ),
    "junior": (
        {"name": "wild", "cube": "0"},
        {"name": "wild", "cube": "x"},
        "powers-of-the-base",
        *({"name": "base", "base": m} for m in (8, 9, 11, 12)),
        {"name": "multiple-of-k", "k": 7},
        "multiple-operations",
        "factorial",
        "number-of-factors",
        {"name": "exponent", "color": "blue"},
    ),
}
CHOICES["senior"] = (*CHOICES["junior"], "imaginary", "decimal-in-goal", "log")

#: One x cannot be two things at once.
_NEVER_TOGETHER = (
    {"smallest-prime", "number-of-factors"},
    {"powers-of-the-base", "decimal-point"},
)


def name_of(variation: Any) -> str:
    return str(variation if isinstance(variation, str) else variation["name"])


def label(variation: Any) -> str:
    """A variation with its option, to name a test by."""
    return "-".join(map(str, [variation] if isinstance(variation, str) else variation.values()))


@st.composite
def shakes(draw: st.DrawFn, division: str, focus: Any | None = None, goal: bool | None = None) -> Shake:
    """Shakes of a division with the variation that is looked at, and up to three others."""
    chosen = [] if focus is None else [focus]
    for other in draw(st.lists(st.sampled_from(CHOICES[division]), max_size=3)):
        names = {name_of(one) for one in chosen}
        together = names | {name_of(other)}
        if name_of(other) not in names and not any(pair <= together for pair in _NEVER_TOGETHER):
            chosen.append(other)
    return Shake(division, tuple(chosen), draw(st.booleans()) if goal is None else goal)


def has_open_roles(text: str, shake: Shake) -> bool:
    """Whether a ^ or √ without a note could be a digit as well as an operation (XIII-C-5)."""
    double = {sign for sign, value in (("^", 10), ("√", 11)) if value < shake.base}
    signs = re.findall("([\\^√])(?:<([^>]*)>)?", text)
    return any(sign in double and note in ("", "0", "x") for sign, note in signs)


def _numerals(shake: Shake) -> list[str]:
    found = [str(d) for d in range(min(10, shake.base))] + ["2", "3", "4"]
    if shake.most_digits > 1:
        found += ["12", "25", "10", "64"]
    if shake.most_digits > 2:
        found += ["125", "216"]
    if shake.has("percent"):
        found += ["25", "50"]
    return found


def _operands(shake: Shake, wild: str) -> list[str]:
    """What may stand for a number."""
    found = 3 * _numerals(shake)
    if shake.turns("sw"):
        found += [f"{d}<sw>" for d in "2345"] + ["0<sw>"]
    if shake.turns("ud"):
        found += [f"{d}<ud>" for d in "01247"]
    if shake.turns("sw") and shake.turns("ud") and not shake.goal:
        found += ["2<sw,ud>", "3<sw,ud>"]
    if wild.isdigit():
        found += [f"{wild}<0>"] * 4 + ["0"] * 2 + ([f"{wild}<0,ud>"] if shake.turns("ud") else [])
    if shake.has("decimal-point"):
        found += ["2.5", ".5", "1.25", "4.", "2^<dec>5", "^<dec>2", "1.234"] * 2
    if shake.has("decimal-in-goal") and shake.goal:
        found += ["2.5", ".5", "1.25", ".04", "125", "12."] * 2
    if shake.has("powers-of-the-base"):
        found += ["10<1>", "100<1>", ".1<1>", "1000<1>", ".01<1>", "10<1,ud>" if shake.turns("ud") else "1"]
    if shake.base > 10:
        found += ["^", "^<digit>", "4^<digit>", "^<digit>2", "^<digit,sw>", "^<digit,ud>"]
    if shake.base > 11:
        found += ["√<digit>", "√<digit>3", "√2"]
    if shake.has("imaginary"):
        found += ["i", "i", "i<ud>", "2i", "i3", "(i)", "4i2"] * 2
    return found


def _joints(shake: Shake, wild: str, cube: str) -> list[str]:
    """What may stand between two numbers."""
    found = 2 * ["+", "-", "x", "÷", "^", "√"]
    if wild and not wild.isdigit():
        found += [f"{wild}<{cube}>"] * 4 + ([cube] if cube == "x" else [])
    if shake.has("lcm"):
        found += ["√<lcm>"] * 3
    if shake.has("gcf"):
        found += ["^<gcf>"] * 3
    if shake.has("percent"):
        found += ["%", "√<ud>"] * 2
    if shake.has("remainder") or shake.has("log"):
        found += ["÷<sw>"] * 4
    if shake.has("log"):
        found += ["log"] * 2
    if shake.has("imaginary"):
        found += ["xi+", "xix", "ix", "xi^"]
    return found


class _Writer:
    """Writes texts that a shake gives sense to, more or less; wild cubes mean one thing in all of a text."""

    def __init__(self, draw: st.DrawFn, shake: Shake) -> None:
        self.draw = draw
        cube = shake.option("wild") or ""
        wild = draw(st.sampled_from("37+-x÷^√")) if cube else ""
        if wild == cube:
            wild = ""
        numbers, between = _operands(shake, wild if cube == "0" else ""), _joints(shake, wild, cube)
        before = ["", "", "", "√"]
        before += ["x", "xx"] if shake.has("number-of-factors") or shake.has("smallest-prime") else []
        behind = ["", "", ""] + (["!", "!"] if shake.has("factorial") else [])
        if shake.has("exponent"):
            behind += ["²", "³", "2<exp>"]
            behind += ["2<sw,exp>", "1<ud,exp>"] if shake.turns("sw") and shake.turns("ud") else []
            behind += ["3!<exp>"] if shake.has("factorial") else []
        self.numbers, self.joints = st.sampled_from(numbers), st.sampled_from(between)
        self.before, self.behind = st.sampled_from(before), st.sampled_from(behind)

    def operand(self) -> str:
        """A number in marks, so that brackets may be put round it."""
        return f"«{self.draw(self.numbers)}»"

    def line(self, most: int, depth: int = 2) -> str:
        """Operands with signs between, before and behind them, some in brackets."""
        said = ""
        for n in range(self.draw(st.integers(1, most))):
            said += self.draw(self.joints) if n else ""
            inside = depth > 0 and self.draw(st.integers(0, 3)) == 0
            part = f"({self.line(2, depth - 1)})" if inside else self.operand()
            said += self.draw(self.before) + part + self.draw(self.behind)
        return said

    def grouped(self, depth: int) -> str:
        """A number, or one operation in brackets of its own."""
        kind = self.draw(st.integers(0, 4)) if depth else 0
        if kind == 0:
            return self.operand()
        if kind == 1:
            return f"({self.draw(self.before)}{self.grouped(depth - 1)})"
        if kind == 2:
            return f"({self.grouped(depth - 1)}{self.draw(self.behind)})"
        joint = self.draw(self.joints.filter(lambda sign: "i" not in sign))
        return f"({self.grouped(depth - 1)}{joint}{self.grouped(depth - 1)})"


def unmarked(text: str) -> str:
    return text.replace("«", "").replace("»", "")


@st.composite
def texts(draw: st.DrawFn, shake: Shake, most: int = 4) -> str:
    """Texts, grouped here and there; with Imaginary, some say which root they are."""
    text = unmarked(_Writer(draw, shake).line(most))
    if shake.has("imaginary") and draw(st.integers(0, 4)) == 0:
        text = f"({text})<={draw(st.sampled_from(['2', '-2', '2i', '0-2i', '-1+(√3)i', 'i']))}>"
    return text


@st.composite
def grouped_texts(draw: st.DrawFn, shake: Shake) -> str:
    """Texts in which every operation has its own brackets."""
    return unmarked(_Writer(draw, shake).grouped(3))


@st.composite
def bracketed_texts(draw: st.DrawFn, shake: Shake) -> tuple[str, str]:
    """A text, and the same with brackets round one of its numbers."""
    text = _Writer(draw, shake).line(4)
    numbers = re.findall("«([^»]*)»", text)
    # 2i is two numbers, and a ^ or √ without a note is a number only by what stands beside it.
    alone = [n for n, one in enumerate(numbers) if (one == "i" or "i" not in one) and one not in ("^", "√")]
    assume(alone)
    place = draw(st.sampled_from(alone))
    pieces = text.split("«")
    pieces[place + 1] = "(" + pieces[place + 1].replace("»", ")")
    return unmarked(text), unmarked("".join(pieces))


@st.composite
def questions(draw: st.DrawFn, division: str, focus: Any | None = None) -> tuple[str, Shake]:
    shake = draw(shakes(division, focus))
    return draw(texts(shake)), shake


@st.composite
def mlag_questions(draw: st.DrawFn) -> tuple[str, Shake]:
    division = draw(st.sampled_from(["minor", "elementary", "middle", "junior", "senior"]))
    shake = Shake(division, (), draw(st.booleans()), mlag=True)
    return draw(texts(shake)), shake
