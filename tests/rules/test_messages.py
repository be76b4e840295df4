"""Messages, in words and with names."""

import pytest

from rules.cubes import Cube
from rules.errors import MisuseError
from rules.messages import Cubes, Message, Seat, Seats, say

WORDS = {"moved": "{player} moved {cube} ({n} left).", "writing": "{players} are writing.", "plain": "Ready."}


def test_names_stand_in_for_seats() -> None:
    message = Message.of("moved", player=Seat("B"), cube="red 2", n=3)
    assert say(message, WORDS) == "B moved red 2 (3 left)."
    assert say(message, WORDS, {"B": "Ben"}) == "Ben moved red 2 (3 left)."


@pytest.mark.parametrize(
    ("seats", "said"), [(("A",), "Ann"), (("A", "B"), "Ann and Ben"), (("A", "B", "C"), "Ann, Ben and C")]
)
def test_several_players(seats: tuple[str, ...], said: str) -> None:
    message = Message.of("writing", players=Seats(seats))
    assert say(message, WORDS, {"A": "Ann", "B": "Ben"}) == f"{said} are writing."


def test_a_name_with_braces_is_only_a_name() -> None:
    message = Message.of("moved", player=Seat("B"), cube="{n}", n=3)
    assert say(message, WORDS, {"B": "{cube}"}) == "{cube} moved {n} (3 left)."


@pytest.mark.parametrize("message", [Message("unknown"), Message("moved")])
def test_words_that_are_missing_are_a_bug(message: Message) -> None:
    with pytest.raises(MisuseError):
        say(message, WORDS)


def test_the_order_of_values_has_no_meaning() -> None:
    assert Message.of("moved", cube="x", n=1, player=Seat("A")) == Message.of("moved", player=Seat("A"), n=1, cube="x")


def test_cubes_are_said_by_colour_and_face() -> None:
    words = {"moved": "{cubes} moved.", "colour-R": "red", "colour-K": "black"}
    cubes = Cubes((Cube("R", "2"), Cube("K", "√"), Cube("B", "x")))
    assert say(Message.of("moved", cubes=cubes), words) == "red 2, black √ and B x moved."


def test_a_message_within_a_message() -> None:
    inner = Message.of("writing", players=Seats(("A",)))
    words = WORDS | {"unsure": "Is this right? {what}"}
    assert say(Message.of("unsure", what=inner), words, {"A": "Ann"}) == "Is this right? Ann are writing."
