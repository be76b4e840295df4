"""What people were asked, as notes keep it: with names where they are known, and whether anything was in doubt."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kiosk.asked import ASKED, answer_with_names, is_disputed, is_unsure, with_names
from kiosk.questions import OpenQuestion
from kiosk.words import WORDS
from rules.game import Option, Question
from rules.messages import Message, Seat

GAME_WORDS = {"which?": "{player}, which one? A judge may say it.", "one": "{player}: the first", "two": "the second"}
NAMES = {"A": "Ann", "B": "Ben"}


def note(asker: str = "camera", words: Any = GAME_WORDS, **more: Any) -> dict[str, Any]:
    options = (Option(Message.of("one", player=Seat("B"))), Option(Message("two")))
    question = Question(Message.of("which?", player=Seat("A")), options)
    kept: dict[str, Any] = json.loads(OpenQuestion("7", question, words, 0, asker).note(ASKED, **more))
    return kept


def test_the_journal_keeps_seats_and_whoever_may_puts_names_there() -> None:
    kept = note()
    assert (kept["text"], kept["options"]) == ("A, which one? A judge may say it.", ["B: the first", "the second"])
    assert "Ann" not in json.dumps(kept)
    assert with_names(kept, NAMES) == ("Ann, which one? A judge may say it.", ["Ben: the first", "the second"])
    assert with_names(kept, {"B": "Ben"})[0] == "A, which one? A judge may say it.", "a name that was erased"


@pytest.mark.parametrize(("answer", "said"), [("B: the first", "Ben: the first"), ("the second", "the second")])
def test_the_answer_has_the_names_of_its_option(answer: str, said: str) -> None:
    assert answer_with_names(note(answer=answer), NAMES) == said


def test_a_note_without_marks_is_told_as_it_stands() -> None:
    old = {"note": ASKED, "id": "1", "text": "A, which one?", "options": ["R2"], "answer": "something else"}
    assert with_names(old, NAMES) == ("A, which one?", ["R2"])
    assert answer_with_names(old, NAMES) == "something else"
    assert is_disputed(old)


def test_a_question_without_seats_is_kept_once() -> None:
    words = {**GAME_WORDS, "which?": "Which one?", "one": "the first"}
    assert "named" not in note(words=words)


@pytest.mark.parametrize(("asker", "doubt"), [("camera", True), ("tie", True), ("box", False), ("table", False)])
def test_only_what_was_seen_or_tied_is_in_doubt(asker: str, *, doubt: bool) -> None:
    assert is_disputed(note(asker)) is doubt


def test_a_reader_that_was_not_sure_is_known_by_its_answers() -> None:
    assert not is_unsure(note())
    assert is_unsure({"options": [WORDS["unsure-yes"], WORDS["unsure-no"]]})
