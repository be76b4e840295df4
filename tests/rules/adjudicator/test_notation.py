"""rules/adjudicator/notation.py: text to tokens and back, and what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.adjudicator.notation import MOST_CHARACTERS, MOST_NESTED, Meaning, Token, Unreadable, text_of, tokens
from rules.adjudicator.words import WORDS
from rules.messages import say

#: What is written, its canonical text, and the faces of the cubes that make it.
WRITTEN = [
    ("3 x [5 + {2}]", "3x(5+(2))", "3x5+2"),
    ("9÷8−7", "9÷8-7", "9÷8-7"),
    ("9/8×7", "9÷8x7", "9÷8x7"),
    ("2*3", "2^3", "2^3"),
    ("2v9", "2√9", "2√9"),
    ("1+2+2<sw>", "1+2+2<sw>", "1+2+2"),
    ("4< sw , ud >", "4<sw,ud>", "4"),
    ("2x(8+7<0>)", "2x(8+7<0>)", "2x8+0"),
    ("7+<x>3", "7+<x>3", "7x3"),
    ("2<ud,0>", "2<0,ud>", "0"),
    ("0<=7>", "7<0>", "0"),
    ("0<ud,=7>", "7<0,ud>", "0"),
    ("x<=->3", "-<x>3", "x3"),
    ("8√<lcm>6", "8√<lcm>6", "8√6"),
    ("8*<gcf>6", "8^<gcf>6", "8^6"),
    ("2^<dec>5", "2.5", "2^5"),
    (".<0>5", ".<0>5", "05"),
    ("52<exp>", "5²", "52"),
    ("5²³", "5²³", "523"),
    ("43!<exp>", "4³!<exp>", "43"),
    ("4³<sw>", "4³<sw>", "43"),
    ("9+100<1>", "9+100<1>", "9+1"),
    (".01<1,0>", ".01<1,0>", "0"),
    ("4^<digit>+7", "4^<digit>+7", "4^+7"),
    ("^<sw,digit>", "^<digit,sw>", "^"),
    ("50√<ud>34", "50%34", "50√34"),
    ("50%34", "50%34", "50√34"),
    ("2-<sw>", "2i", "2-"),
    ("-<sw,ud>", "i<ud>", "-"),
    ("8log2", "8÷<sw>2", "8÷2"),
    ("(16^(1÷4))<=2i>", "(16^(1÷4))<=2i>", "16^1÷4"),
    ("5!=120", "5!=120", "5120"),
]


@pytest.mark.parametrize(("text", "canonical", "faces"), WRITTEN)
def test_text_to_tokens_and_back(text: str, canonical: str, faces: str) -> None:
    found = tokens(text)
    assert text_of(found) == canonical
    assert text_of(tokens(canonical)) == canonical
    assert "".join(token.face or "" for token in found) == faces


UNREADABLE = [
    ("2?3", "sign", 1),
    ("٣", "sign", 0),
    ("х7", "sign", 0),
    ("8|4", "sign", 1),
    ("\x00", "sign", 0),
    ("\ud800", "sign", 0),
    ("7<sw", "note-open", 1),
    ("<sw>7", "note-of-nothing", 0),
    ("7<flat>", "note-unknown", 1),
    ("7<>", "note-unknown", 1),
    ("7<lcm>", "note-misplaced", 1),
    ("√<gcf>4", "note-misplaced", 1),
    ("+<exp>", "note-misplaced", 1),
    ("+<1>", "note-misplaced", 1),
    ("+!<exp>", "note-misplaced", 2),
    ("7<sw,sw>", "note-misplaced", 1),
    ("(7)<sw>", "note-misplaced", 3),
    ("7=<0>", "note-misplaced", 2),
    ("7<=3>", "value-misplaced", 1),
    ("0<=3+4>", "value-misplaced", 1),
    ("0<=(>", "bracket-open", 0),
    ("(7)<=>", "value-misplaced", 3),
    ("(7)<=2><=3>", "value-misplaced", 7),
    ("3+4)", "bracket-unopened", 3),
    ("(3+4", "bracket-open", 0),
    ("(3+4]", "bracket-mixed", 4),
    ("(3=4)", "bracket-open", 0),
    ("(" * (MOST_NESTED + 1), "too-deep", MOST_NESTED),
    ("1" * 301, "too-long", 301),
    ("1+" * MOST_CHARACTERS, "too-long", MOST_CHARACTERS),
]


@pytest.mark.parametrize(("text", "code", "at"), UNREADABLE, ids=lambda value: str(value)[:12])
def test_what_cannot_be_read_says_where(text: str, code: str, at: int) -> None:
    with pytest.raises(Unreadable) as wrong:
        tokens(text)
    assert (wrong.value.message.code, wrong.value.at) == (code, at)
    assert say(wrong.value.message, WORDS)


PLAIN = st.sampled_from("0123456789+-x÷^√!%i.=")
TOKENS = st.one_of(
    st.builds(Token, PLAIN, wild=st.sampled_from(["", "0", "x"])).filter(lambda t: not (t.wild and t.sign in "!=")),
    st.builds(Token, st.sampled_from("0123456789i"), upside_down=st.booleans()),
    st.builds(Token, st.sampled_from("0123456789"), exponent=st.booleans(), sideways=st.booleans()),
    st.builds(Token, st.just("√"), meaning=st.sampled_from([Meaning.LCM, Meaning.DIGIT])),
    st.builds(Token, st.just("^"), meaning=st.sampled_from([Meaning.GCF, Meaning.DIGIT]), upside_down=st.booleans()),
)


@given(st.lists(TOKENS, max_size=20))
def test_canonical_text_is_read_back(written: list[Token]) -> None:
    text = text_of(written)
    found = tokens(text)
    assert [(t.sign, t.wild, t.meaning, t.sideways, t.upside_down) for t in found] == [
        (t.sign, t.wild, t.meaning, t.sideways, t.upside_down) for t in written
    ]
    assert text_of(found) == text


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    said = ""
    try:
        said = text_of(tokens(text))
    except Unreadable as wrong:
        refused = say(wrong.message, WORDS)
    else:
        refused = ""
    assert bool(refused) or text_of(tokens(said)) == said
