"""The list of readings, and the page that is made of it."""

from dataclasses import fields
from enum import Enum
from pathlib import Path

from rules.equations.agloa import AGLOA_2019
from rules.equations.flow_readings import CHOICES, SETTLED
from rules.equations.readings import Readings
from rules.equations.rulebook import MLAG_2018, Task
from rules.limits import SECOND_MS
from tests.rules.equations.leagues import setting
from tests.rules.equations.test_readings import CASES

PAGE = Path(__file__).parents[3] / "docs" / "flow-readings.md"


def test_every_reading_is_listed_and_has_a_case_both_ways() -> None:
    listed = [choice.setting for choice in CHOICES]
    assert len(set(listed)) == len(listed)
    assert {f"readings.{field.name}" for field in fields(Readings)} <= set(listed)
    assert {case.setting for case in CASES} == set(listed)


def in_words(value: object) -> str:
    """A value as the page writes it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return value.name.lower().replace("_", " ")
        case frozenset():
            return ", ".join(sorted(value))
        case Task():
            parts = (value.limit_ms, value.countdown_ms, value.extra_ms)
            return " + ".join(str(part // SECOND_MS) for part in parts) + " s"
        case _:
            return str(value)


def table(*rows: tuple[str, ...]) -> list[str]:
    head, *rest = rows
    return [f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rest)]


def page() -> str:
    chosen = [
        (
            f"`{choice.setting}`",
            choice.cite,
            choice.question,
            choice.taken,
            choice.otherwise,
            in_words(setting(MLAG_2018, choice.setting)),
            in_words(setting(AGLOA_2019, choice.setting)),
        )
        for choice in CHOICES
    ]
    settled = [(each.cite, each.question, each.taken, each.because) for each in SETTLED]
    return "\n".join(
        [
            "# Readings of the flow",
            "",
            "Where the rule books of Equations are open about how a match goes, this house takes a reading. Most are",
            "fields of the `Rulebook` (`rules/equations/rulebook.py`, `rules/equations/readings.py`), so that a league",
            "can choose otherwise: `dataclasses.replace` gives its own book, and `Equations(book)` its own game. This",
            "page is made from `rules/equations/flow_readings.py`; `test_flow_readings.py` in `tests/rules/equations/`",
            "compares them, and `test_readings.py` plays every choice both ways. What a correct Equation is stands in",
            "[adjudicator.md](adjudicator.md).",
            "",
            "## What a league can choose",
            "",
            *table(("setting", "where", "what is open", "taken here", "otherwise", "MLAG", "AGLOA"), *chosen),
            "",
            "## What is settled",
            "",
            *table(("where", "what is open", "taken here", "because"), *settled),
            "",
        ]
    )


def test_the_page_says_what_the_code_does() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
