"""The audit's long works in their process: the PDF of a question, and what can be said of journals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiosk.audit.errands import shelf_order
from kiosk.errand import Errand
from kiosk.matches import HERE, Shelf
from tests.kiosk.audit.stories import eventful_table
from tests.kiosk.audit.written import spoil
from tests.kiosk.papers import read_pdf


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return eventful_table(tmp_path_factory.mktemp("table"))


def sent(order: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    errand = Errand("kiosk.audit.errands", order)
    told: list[tuple[int, int]] = []
    try:
        return errand.answer(lambda done, of: told.append((done, of))), told
    finally:
        errand.close()


def shelves(*folders: Path) -> list[dict[str, str]]:
    names = (HERE, *(f"other-{number}" for number in range(1, len(folders))))
    return [shelf_order(Shelf(name, folder, f"Table of {name}")) for name, folder in zip(names, folders, strict=True)]


def test_the_pdf_of_a_question_with_its_progress(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    query = {"match": ["here.2"], "player": ["Ben"], "status": ["any"]}
    answer, told = sent({"do": "report", "query": query, "shelves": shelves(folder), "path": str(path)})
    assert answer == {"done": {"lines": 2, "size": path.stat().st_size}}
    assert "Only: Ben, any penalty." in read_pdf(path.read_bytes()).text
    shares = [done / of for done, of in told]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert len(shares) > 2
    assert shares[-1] >= 0.99


@pytest.mark.parametrize(
    ("query", "words"),
    [({"match": ["here.99"]}, "no match begins with row 99"), ({"sort": ["colour"]}, "cannot be sorted")],
)
def test_what_cannot_be_answered_is_refused_in_words(
    folder: Path, tmp_path: Path, query: dict[str, list[str]], words: str
) -> None:
    path = tmp_path / "report.pdf"
    answer, _ = sent({"do": "report", "query": query, "shelves": shelves(folder), "path": str(path)})
    assert words in answer["refused"]["text"]
    assert not path.exists()


def test_a_place_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    order = {"do": "report", "query": {}, "shelves": shelves(folder), "path": str(tmp_path / "no" / "x.pdf")}
    assert sent(order)[0]["refused"]["code"] == "not-written"


def test_journals_are_checked_one_after_the_other(folder: Path, tmp_path: Path) -> None:
    spoilt = eventful_table(tmp_path / "spoilt")
    spoil(spoilt, 5, '"goal":"G6"', '"goal":"G4"')
    answer, told = sent({"do": "verify", "shelves": shelves(folder, spoilt)})
    first, second = answer["done"]["journals"]
    assert (first["whole"], first["faults"], first["shelf"]) == (True, [], HERE)
    assert (second["whole"], second["table"]) == (False, "Table of other-1")
    assert second["faults"][0]["place"] == "row 5"
    assert told[-1][0] < told[-1][1]
    assert len(told) > 10
