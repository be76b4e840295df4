"""docs/adjudicator.md: section by section, built where and shown by what; nothing of it may be missing."""

import json
import re
from pathlib import Path

import pytest

from kiosk.adjudicator import list_readings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adjudicator.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE)
CASES = [
    json.loads(line)["id"]
    for line in (ROOT / "tests" / "conformance" / "equations.jsonl").read_text(encoding="utf-8").splitlines()
]
#: What XIII numbers in each division: nothing may be left out.
NUMBERED = {"A": range(1, 16), "B": range(1, 14), "C": range(1, 11), "D": range(11, 14)}


@pytest.mark.parametrize(("section", "built", "shown"), ROWS, ids=[f"{row[0]}-{row[2]}" for row in ROWS])
def test_a_row_names_code_that_exists_and_something_that_shows_it(section: str, built: str, shown: str) -> None:
    assert (ROOT / built).is_file(), section
    assert (ROOT / shown).is_file() or any(case.startswith(shown) for case in CASES), section


def test_every_case_belongs_to_a_row() -> None:
    beginnings = tuple(shown for *_, shown in ROWS)
    assert [case for case in CASES if not case.startswith(beginnings)] == []


def test_every_variation_of_xiii_has_its_row() -> None:
    sections = {section for section, *_ in ROWS}
    assert {f"XIII-{part}-{number}" for part, numbers in NUMBERED.items() for number in numbers} <= sections


def test_every_file_of_a_variation_is_named() -> None:
    named = {built for _, built, _ in ROWS}
    folder = ROOT / "rules" / "adjudicator" / "variations"
    files = {path.relative_to(ROOT).as_posix() for path in folder.glob("*.py")}
    assert files - named == {f"rules/adjudicator/variations/{name}.py" for name in ("__init__", "rule")}


def test_every_reading_that_is_a_setting_is_on_the_page_and_no_other() -> None:
    listed = re.findall(r"^\| `([a-z_]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
    fields = ("reading", "default", "values", "cite", "text")
    assert listed == [tuple(reading[field] for field in fields) for reading in list_readings()]
