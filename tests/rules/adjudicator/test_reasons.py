"""rules/adjudicator/reasons.py and words.py: every sentence can be said, and the weightiest reason comes first."""

from __future__ import annotations

import re
from pathlib import Path

import rules.adjudicator
from rules.adjudicator.reasons import CODES, Reason, weightiest_first
from rules.adjudicator.verdict_words import VERDICT_WORDS
from rules.adjudicator.words import WORDS
from rules.messages import Message

SOURCES = Path(rules.adjudicator.__file__).parent.rglob("*.py")
#: Where a sentence is named: in a message, a fault of a rule, a Fault, or something Unreadable.
NAMED = re.compile(
    r'Message\.of\(\s*"([a-z-]+)"|self\.fault\(\s*"([a-z-]+)"|Unreadable\(\s*"([a-z-]+)"'
    r'|Fault\(\s*[^,()]+,\s*(?:[^,()]|\([^()]*\))+,\s*"([a-z-]+)"'
)


def named() -> set[str]:
    return {name for path in SOURCES for found in NAMED.findall(path.read_text("utf-8")) for name in found if name}


def test_every_named_sentence_is_there_and_every_sentence_is_named() -> None:
    found = named()
    assert found - set(WORDS) == set()
    told_apart_by_sign = {"sign-not-signed", "sign-without-number"}
    assert set(WORDS) - set(VERDICT_WORDS) - found - told_apart_by_sign == set()


def test_a_reason_is_written_as_the_contract_says() -> None:
    reason = Reason("illegal-expression", "III-A", Message.of("divided-by-zero"), "4÷0")
    assert reason.to_json() == {
        "code": "illegal-expression",
        "cite": "III-A",
        "text": "Nothing can be divided by 0.",
        "witness": "4÷0",
    }
    assert "witness" not in Reason("form", "VII-B-1", Message.of("nothing")).to_json()


def test_the_weightiest_comes_first_and_each_once() -> None:
    reasons = [Reason(code, "III-A", Message.of("nothing")) for code in (*reversed(CODES), *CODES)]
    assert [reason.code for reason in weightiest_first(reasons)] == list(CODES)
