"""Writes the parts of the documentation that are made from the code; `make docs` runs it."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

# After the path to them:
from rules.equations.agloa import AGLOA_2019  # noqa: E402
from rules.equations.diagram import svg  # noqa: E402
from rules.equations.flow_readings import CHOICES, SETTLED  # noqa: E402
from rules.equations.league import readings_of  # noqa: E402
from rules.equations.rulebook import MLAG_2018  # noqa: E402
from rules.readings import shown  # noqa: E402

FLOW_READINGS = FOLDER / "flow-readings.md"


def main() -> None:
    for path, text in ((FOLDER / "phases.svg", svg()), (FLOW_READINGS, flow_readings())):
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: written")


def _table(*rows: tuple[str, ...]) -> list[str]:
    head, *rest = rows
    return [f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rest)]


def flow_readings() -> str:
    """The page of the readings of the flow."""
    mlag, agloa = ({each.name: each for each in readings_of(book)} for book in (MLAG_2018, AGLOA_2019))
    chosen = [
        (
            f"`{choice.name}`",
            choice.cite,
            choice.question,
            choice.taken,
            choice.otherwise,
            shown(mlag[choice.name].default),
            shown(agloa[choice.name].default),
            str(mlag[choice.name].allowed),
        )
        for choice in CHOICES
    ]
    settled = [(each.cite, each.question, each.taken, each.because) for each in SETTLED]
    return "\n".join(
        [
            "# Readings of the flow",
            "",
            "Where the rule books of Equations are open about how a match goes, this house takes a reading. A league",
            "can choose otherwise by the names below: in the section `[readings]` of a table's settings",
            "([settings.md](settings.md)), or in the field `readings` of `match-started`. `tablejudge readings` lists",
            "them together with those about what a correct Equation is ([adjudicator.md](adjudicator.md)); the names",
            "of both kinds are one set. In the code they are fields of the `Rulebook` (`rules/equations/rulebook.py`,",
            "`rules/equations/readings.py`), and `rules/equations/league.py` makes a league's book of its choices.",
            "",
            "This page is made from `rules/equations/flow_readings.py` by `make docs`; `test_flow_readings.py` in",
            "`tests/rules/equations/` compares them, `test_readings.py` plays every choice both ways, and",
            "`test_league.py` does so by name.",
            "",
            "## What a league can choose",
            "",
            *_table(("name", "where", "what is open", "taken here", "otherwise", "MLAG", "AGLOA", "values"), *chosen),
            "",
            "## What is settled",
            "",
            *_table(("where", "what is open", "taken here", "because"), *settled),
            "",
        ]
    )


if __name__ == "__main__":
    main()
