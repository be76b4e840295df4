"""The organiser's archives over HTTP: exported with progress, imported through a process that checks them."""

from __future__ import annotations

import io
import time
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from kiosk.archive.zip_form import MOST_BYTES
from kiosk.matches import HERE
from tests.kiosk.archive.made import SECRET, archive_bytes, check, matches_of, play
from tests.kiosk.archive.test_hostile import state
from tests.kiosk.archive.tricks import corpus
from tests.kiosk.people.conftest import OTHER_PIN
from tests.kiosk.web.clients import HOME, PHONE, Browser
from tests.kiosk.web.house import House

BASE = "/audit/archive"
PATIENCE_S = 60


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another table, which has played two matches."""
    folder = tmp_path_factory.mktemp("web") / "table"
    play(folder)
    play(folder, names=["Dee", "Eve", "Flo"], shade=30)
    return folder


@pytest.fixture(scope="session")
def match(elsewhere: Path) -> bytes:
    """A signed archive of its second match."""
    first = matches_of(elsewhere).listed()[0].first
    return archive_bytes(elsewhere, elsewhere.parent / "match.zip", first, SECRET)


@pytest.fixture(scope="session")
def whole(elsewhere: Path) -> bytes:
    return archive_bytes(elsewhere, elsewhere.parent / "whole.zip", None)


@pytest.fixture
def organiser(house: House) -> Browser:
    return house.organiser()


def data(house: House) -> Path:
    return house.table.matches.shelf(HERE).folder


def send(browser: Browser, content: bytes, **options: Any) -> TestResponse:
    return browser.post(f"{BASE}/import", data=content, content_type="application/zip", **options)


def exported(browser: Browser, **asked: Any) -> dict[str, Any]:
    """What became of an export."""
    told: dict[str, Any] = browser.post(
        f"{BASE}/export", json={"match": None, "names": True, "sign": False, **asked}
    ).get_json()
    deadline = time.monotonic() + PATIENCE_S
    while told.get("state") == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
        told = browser.get(f"{BASE}/export/{told['id']}").get_json()
    return told


def test_a_match_is_imported_listed_and_removed(house: House, organiser: Browser, match: bytes) -> None:
    told = send(organiser, match).get_json()
    assert told["status"] == "done"
    assert any("signed with the key" in remark for remark in told["remarks"])
    (listed,) = organiser.get(f"{BASE}/list").get_json()["archives"]
    assert (listed["name"], listed["table"], listed["names"]) == (told["name"], "Table 7", True)
    again = send(organiser, match)
    assert (again.status_code, again.get_json()["error"]["code"]) == (422, "already-here")
    assert organiser.post(f"{BASE}/remove", json={"name": told["name"]}).status_code == 200
    assert organiser.get(f"{BASE}/list").get_json()["archives"] == []
    assert {"imported", "removed"} <= {line["what"].split()[0] for line in house.gate.log()}


def test_a_match_is_exported_and_fetched(house: House, organiser: Browser) -> None:
    play(data(house))
    (listed,) = organiser.get(f"{BASE}/list").get_json()["matches"]
    told = exported(organiser, match=listed["key"], names=False, sign=True)
    assert (told["state"], told["missing"]) == ("done", 0)
    answer = organiser.get(f"{BASE}/file/{told['id']}")
    assert answer.headers["Content-Disposition"] == "attachment; filename=tablejudge-2.zip"
    found = check(answer.data)
    assert (found.manifest.names, found.signer is not None) == ("left-out", True)
    answer.close()
    assert exported(organiser)["state"] == "done"
    assert organiser.get(f"{BASE}/file/{told['id']}").status_code == 404, "only the newest waits"
    assert len(list((data(house) / "exported").iterdir())) == 1


def test_an_export_that_fails_says_why(house: House, organiser: Browser) -> None:
    told = exported(organiser, match="here.2")
    assert told["state"] == "refused"
    assert "no journal" in told["text"]
    assert organiser.get(f"{BASE}/file/{told['id']}").status_code == 404


@pytest.mark.parametrize(
    "asked",
    [
        {"match": 7, "names": True, "sign": False},
        {"match": None, "names": "yes", "sign": False},
        {"match": None, "names": True},
        {"match": "../../etc", "names": True, "sign": False},
        {"match": "there.1", "names": True, "sign": False},
        {},
    ],
)
def test_exports_that_nobody_can_mean(organiser: Browser, house: House, asked: dict[str, Any]) -> None:
    assert organiser.post(f"{BASE}/export", json=asked).status_code in (400, 404)
    assert not (data(house) / "exported").exists()


def test_only_organisers(house: House, match: bytes) -> None:
    people = (house.browser(HOME), house.browser(PHONE), house.judge())
    for browser in people:
        assert send(browser, match).status_code in (401, 403)
        for path in ("", "/list", "/export/x", "/file/x"):
            assert browser.get(BASE + path).status_code in (401, 403)
        for path in ("/export", "/remove"):
            assert browser.post(BASE + path, json={}).status_code in (401, 403)
    assert not (data(house) / "imported").exists()


def test_hostile_requests(organiser: Browser, house: House, match: bytes) -> None:
    before = state(data(house))
    organiser.get(BASE)
    cases = (
        (send(organiser, match, token="wrong"), 403),
        (send(organiser, b""), 411),
        (organiser.post(f"{BASE}/import", data=match, content_type="application/json"), 415),
        (organiser.post(f"{BASE}/import", data={"file": (io.BytesIO(match), "x.zip")}), 415),
        (send(organiser, match, headers={"Origin": "http://evil.example"}), 403),
        (send(organiser, match, environ_overrides={"CONTENT_LENGTH": str(MOST_BYTES + 1)}), 413),
        (organiser.get(f"{BASE}/import"), 405),
        (organiser.get(f"{BASE}/file/../../people.db"), 404),
        (organiser.get(f"{BASE}/file/%2e%2e%2fjournal.db"), 404),
        (organiser.post(f"{BASE}/remove", json={"name": "../people"}), 404),
        (organiser.post(f"{BASE}/remove", json={"name": ["x"]}), 404),
        (organiser.post(f"{BASE}/remove", json={"name": "."}), 404),
    )
    assert [answer.status_code for answer, _ in cases] == [status for _, status in cases]
    after = {path: told for path, told in state(data(house)).items() if not path.startswith("imported")}
    assert after == before


def test_one_hostile_archive_of_each_kind(organiser: Browser, house: House, match: bytes, whole: bytes) -> None:
    """All of them are tried without the server; here, that a page survives and tells why."""
    one_of_each = dict(corpus(match, whole).values())
    before = state(data(house))
    told = {code: send(organiser, content) for code, content in one_of_each.items()}
    assert {code: answer.get_json()["error"]["code"] for code, answer in told.items()} == {code: code for code in told}
    assert {answer.status_code for answer in told.values()} == {422}
    after = {path: each for path, each in state(data(house)).items() if not path.startswith("imported")}
    assert after == before
    assert [path.name for path in (data(house) / "imported").iterdir()] == [".lock"]


def test_a_link_that_breaks_in_the_middle(organiser: Browser, house: House, match: bytes) -> None:
    half = send(organiser, match[: len(match) // 2])
    assert (half.status_code, half.get_json()["error"]["code"]) == (422, "cut-off")
    assert send(organiser, match).status_code == 200


def test_the_page_is_not_kept(house: House) -> None:
    made = house.browser(PHONE)
    assert made.sign_in(house.ada.id, OTHER_PIN).status_code == 200
    page = made.get(BASE)
    assert (page.status_code, page.headers["Cache-Control"]) == (200, "no-store")
