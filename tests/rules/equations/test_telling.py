"""Every event can be told, and nothing sealed is."""

from rules.events import Event, JudgeCalled
from rules.games import GAMES
from rules.messages import say
from rules.shake_events import (
    BlockLifted,
    EquationChecked,
    EquationPresented,
    IllegalProcedureCharged,
    JudgePenalized,
    JudgeRuled,
    ShakeStarted,
    ThirdPartyDecided,
    VariationSelected,
)
from tests.rules.equations.playing import RULESET
from tests.rules.equations.test_table import EVENTS

GAME = GAMES.get(RULESET)


def told(event: Event) -> str:
    return say(GAME.tell(event), GAME.words, {"A": "Ann", "B": "Ben", "C": "Cat"})


def test_every_event_is_told() -> None:
    others: list[Event] = [
        BlockLifted(),
        JudgeCalled(),
        ShakeStarted(),
        EquationChecked(writer="A", by="B", accepted=False),
        EquationPresented(player="A", equation=None),
        JudgeRuled(writer="A", correct=False, judge="Lee"),
        ThirdPartyDecided(player="B", presents=False),
    ]
    texts = [told(event) for event in [*EVENTS, *others]]
    assert len(set(texts)) == len(texts)


def test_two_judges_are_both_named() -> None:
    point = JudgePenalized(player="A", judge="Lee", second_judge="Kim", why="calculator")
    assert told(point) == "Lee and Kim take a point from Ann: calculator"


def test_what_is_charged_is_told_in_words() -> None:
    def charged(what: str) -> str:
        return told(IllegalProcedureCharged(by="B", against="A", what=what))

    assert charged("bonus-in-lead") == "Ben charges Ann with illegal procedure: bonus move in the lead"
    assert charged("he looked") == "Ben charges Ann with illegal procedure: he looked"


def test_names_stand_for_seats() -> None:
    assert told(EquationChecked(writer="A", by="B", accepted=True)) == "Ben accepts Ann's Equation."


def test_an_equation_stays_sealed() -> None:
    assert "2x3" not in repr(GAME.tell(EquationPresented(player="A", equation="2x3=6")))


def test_a_variation_is_told_by_its_name() -> None:
    assert told(VariationSelected(player="B", variation={"name": "base", "base": 8})) == "Ben selects Base 8."
    assert told(VariationSelected(player="B", variation="lcm")) == "Ben selects LCM."
