"""docs/match.md: section by section, built and tested where; and the transition table as it is in the code."""

import re
from pathlib import Path

import pytest

from rules.equations.diagram import svg
from rules.equations.table import TABLE
from rules.events import kebab

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([IVX]+(?:-\w+)*) \| [^|]+ \| (\S+) \| ([^|]+) \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("section", "built", "tested"), ROWS, ids=[row[0] for row in ROWS])
def test_a_row_names_files_that_exist(section: str, built: str, tested: str) -> None:
    if built == "–":
        assert "judges" in tested, section
        return
    for name in (built, tested.strip()):
        assert (ROOT / name.strip("`")).is_file(), section


def test_no_section_is_left_out() -> None:
    chapters = {section.split("-")[0] for section, *_ in ROWS}
    # III and VII-B are the adjudicator's.
    assert chapters == {"I", "II", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}


def test_the_transition_table_is_the_codes() -> None:
    phases = list(TABLE)
    for kind in {kind for row in TABLE.values() for kind in row}:
        marks = " | ".join("✓" if kind in TABLE[phase] else "" for phase in phases)
        assert f"| `{kebab(kind.__name__)}` | {marks} |" in PAGE
    assert f"| event | {' | '.join(phase.value for phase in phases)} |" in PAGE


def test_the_diagram_is_up_to_date() -> None:
    kept = (ROOT / "docs" / "phases.svg").read_text(encoding="utf-8")
    assert kept == svg(), "the table has changed: run make docs"
    assert "](phases.svg)" in PAGE
