"""docs/match.md: section by section, built and tested where; and the transition table as it is in the code."""

import json
import re
from pathlib import Path

import pytest

from rules.equations.diagram import svg
from rules.equations.game import AGLOA, MLAG
from rules.equations.table import TABLE
from rules.events import kebab

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([IVX]+(?:-\w+)*) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
CHAPTERS = {game.ruleset: PAGE.split(f"## {game.title}\n")[1].split("\n## ")[0] for game in (AGLOA, MLAG)}
ROWS = [(ruleset, *row) for ruleset, chapter in CHAPTERS.items() for row in ROW.findall(chapter)]
MATCHES = {
    match["id"]: match
    for match in map(json.loads, (ROOT / "tests/conformance/matches.jsonl").read_text(encoding="utf-8").splitlines())
}


def sections(cite: str) -> list[str]:
    return re.findall(r"[IVX]+(?:-\w+)*", cite)


def is_about(match: str, ruleset: str, section: str) -> bool:
    """Whether a conformance match of this ruleset cites the section, one within it, or the one that it is in."""
    found = MATCHES[match]
    if found["events"][0]["ruleset"] != ruleset:
        return False
    cited = [] if found["cite"].startswith("contract") else sections(found["cite"])
    return not cited or any(
        f"{one}-".startswith(f"{other}-") for c in cited for one, other in ((c, section), (section, c))
    )


@pytest.mark.parametrize(("ruleset", "section", "built", "shown"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_a_row_names_what_exists(ruleset: str, section: str, built: str, shown: str) -> None:
    if built == "–":
        assert shown.startswith("for judges")
        return
    assert (ROOT / built.strip("`")).is_file()
    for name in re.findall(r"`([^`]+)`", shown):
        file, _, test = name.partition("::")
        if test:
            assert f"def {test}(" in (ROOT / "tests/rules/equations" / file).read_text(encoding="utf-8")
        else:
            assert is_about(name, ruleset, section), name
    for page in re.findall(r"\]\((\S+)\)", shown):
        assert (ROOT / "docs" / page).is_file()


@pytest.mark.parametrize("ruleset", CHAPTERS)
def test_no_chapter_and_no_match_is_left_out(ruleset: str) -> None:
    chapters = {section.split("-")[0] for of, section, *_ in ROWS if of == ruleset}
    assert chapters == {"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}
    ours = {name for name, match in MATCHES.items() if match["events"][0]["ruleset"] == ruleset}
    assert {name for name in ours if f"`{name}`" not in CHAPTERS[ruleset]} <= {"bad-lines"}
    assert "`bad-lines`" in PAGE


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
