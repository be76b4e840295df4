"""What people were asked, as a journal's notes keep it: the sentences with names again, and why somebody asked.

A journal knows players by their seats, so that names can be erased. Beside the sentence as it was asked, a note keeps
it with a mark for every seat, `{A}, which one was the move?`: whoever may know the names puts them there.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from typing import Any

from kiosk.words import WORDS

#: Who asks when the box cannot say which of two was first.
TIE = "tie"
#: Who asks about what was seen.
CAMERA = "camera"
#: The names of the notes.
ASKED, ANSWERED, DROPPED = "question-asked", "question-answered", "question-dropped"
#: What stands for a seat until its name is put there.
SEAT_MARKS: Mapping[str, str] = {seat: f"{{{seat}}}" for seat in string.ascii_uppercase}
_MARK = re.compile(r"\{([A-Z])\}")


def with_names(note: Mapping[str, Any], names: Mapping[str, str]) -> tuple[str, list[str]]:
    """The question and its options, with names for seats where they are known."""
    text, *options = note.get("named") or (note["text"], *note["options"])
    said = [_MARK.sub(lambda mark: names.get(mark[1], mark[1]), str(each)) for each in (text, *options)]
    return said[0], said[1:]


def answer_with_names(note: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The answer of a note that has one."""
    answer = str(note["answer"])
    try:
        return with_names(note, names)[1][list(note["options"]).index(answer)]
    except (ValueError, IndexError):
        return answer


def is_disputed(note: Mapping[str, Any]) -> bool:
    """Was something in doubt? The box asks in every challenge what is challenged, and nothing is wrong with that."""
    return note.get("asker", CAMERA) in (CAMERA, TIE)


def is_unsure(note: Mapping[str, Any]) -> bool:
    """Was it asked because the reader was not sure of what it saw?"""
    return WORDS["unsure-yes"] in note["options"]
