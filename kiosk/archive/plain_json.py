"""What somebody else has written: JSON bounded in depth, each name once in an object; texts without control signs."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import msgspec

#: Nothing of ours goes deeper than six.
DEEPEST = 24


class NotPlain(ValueError):
    """JSON that is not taken; the text says why."""


def read_json(text: bytes | str) -> Any:
    """The value of a JSON text; NotPlain if it is none, too deep, or says two things of one name."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise NotPlain(f"it is no JSON ({wrong})") from None
    except RecursionError:
        raise NotPlain(f"it is nested more than {DEEPEST} deep") from None
    if _depth(value) > DEEPEST:
        raise NotPlain(f"it is nested more than {DEEPEST} deep")
    data = text.encode() if isinstance(text, str) else text
    # What our own writer would write has each name once; only other spellings are looked at more closely.
    if msgspec.json.encode(value) != data:
        json.loads(data, object_pairs_hook=_once)
    return value


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner += each.values()
            elif isinstance(each, list):
                inner += each
        level = inner
    return depth


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotPlain("it says two things of one name")
    return found


def is_plain_text(text: str, most: int) -> bool:
    """Whether a text is short enough and has no control character in it: no line can be forged with it."""
    return len(text) <= most and not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in text)
