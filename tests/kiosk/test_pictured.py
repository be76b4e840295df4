"""Two pictures with their readings, and what differs between them; what is not there is told, not guessed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.matches import OpenMatch
from kiosk.pictured import pictures_body
from tests.kiosk.audit.written import shelved
from tests.kiosk.filmed import film_match


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenMatch]:
    folder = tmp_path_factory.mktemp("film")
    film = film_match(folder)
    yield shelved(folder).open()
    film.close()


def moved(match: OpenMatch) -> tuple[str, str]:
    """The pictures before and after the first move."""
    step = next(step for step in match.steps if step.timed is not None and step.timed.event.name == "cube-moved")
    before, after = step.row.snapshots
    return before, after


def test_what_was_read_and_what_differs(match: OpenMatch) -> None:
    told = pictures_body(match, moved(match))
    before, after = told["pictures"]
    assert (before["kept"], before["whole"], after["model"]) == (True, True, "plain-3f2a")
    assert len(before["reading"]["cubes"]) == len(after["reading"]["cubes"]) == 12
    assert after["reading"]["mat"]["required"] == "R2"
    assert len(told["differences"]) == 1


def test_one_picture_alone(match: OpenMatch) -> None:
    told = pictures_body(match, (None, moved(match)[1]))
    assert told["pictures"][0] is None
    assert told["pictures"][1]["kept"]
    assert list(told["differences"]) == []


def test_a_picture_that_is_gone_or_was_changed(match: OpenMatch, tmp_path: Path) -> None:
    name = moved(match)[0]
    path = match.snapshots.path(name)
    whole = path.read_bytes()
    try:
        path.write_bytes(whole[:-1])
        assert [pictures_body(match, (name, None))["pictures"][0][key] for key in ("kept", "whole")] == [True, False]
        path.unlink()
        gone = pictures_body(match, (name, None))["pictures"][0]
        assert (gone["kept"], gone["whole"], gone["reading"]) == (False, False, None)
    finally:
        path.write_bytes(whole)
