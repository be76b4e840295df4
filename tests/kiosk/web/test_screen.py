"""The pages of the people at the table."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from kiosk.texts import TEXTS
from tests.kiosk.web.fake_table import BASICS, FakeTable


def test_the_screen_is_one_page_for_every_state(client: FlaskClient, table: FakeTable) -> None:
    before = client.get("/")
    table.show("moving")
    assert before.status_code == 200
    assert before.mimetype == "text/html"
    assert client.get("/").data == before.data
    assert 'id="hands"' in before.text


def test_the_texts_of_the_browser_are_those_of_the_catalogue(client: FlaskClient) -> None:
    answer = client.get("/texts.js")
    assert answer.mimetype == "text/javascript"
    head, _, body = answer.text.partition("=")
    assert head == "export const TEXTS "
    assert json.loads(body.strip().rstrip(";")) == TEXTS


@pytest.mark.parametrize(
    ("path", "what", "body"),
    [
        ("/begin", "begin", {"ruleset": BASICS, "division": "middle", "names": ["Ann", "Ben"]}),
        ("/act", "act", {"event": "goal-set", "player": "A"}),
        ("/answer", "answer", {"question": "7", "option": 0}),
    ],
)
@pytest.mark.parametrize("reply", [{"status": "done", "text": None}, {"status": "refused", "text": "Not now."}])
def test_what_is_sent_reaches_the_table_and_its_word_comes_back(
    client: FlaskClient, table: FakeTable, path: str, what: str, body: dict[str, object], reply: dict[str, object]
) -> None:
    table.reply = reply
    answer = client.post(path, json=body)
    assert (answer.status_code, answer.json) == (200, reply)
    assert table.told == [(what, body)]


def test_a_snapshot_is_its_file(client: FlaskClient, table: FakeTable) -> None:
    answer = client.get(f"/snapshots/{table.snapshots.name}.jpg", buffered=True)
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert answer.data == table.snapshots.file.read_bytes()
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    "name",
    [
        "0" * 64,
        "0" * 63,
        "F" * 64,
        "..%2f..%2fjournal.db",
        "%2e%2e",
        "x",
        "0" * 64 + "%00",
        "0" * 65,
        "é" * 64,
        "0" * 64 + "%0a",
    ],
)
@pytest.mark.parametrize("query", ["", "?overlay=1"])
def test_a_name_that_is_no_snapshot_is_not_found(client: FlaskClient, name: str, query: str) -> None:
    answer = client.get(f"/snapshots/{name}.jpg{query}")
    assert answer.status_code == 404
    assert answer.json["error"]["code"] in ("no-snapshot", "not-found")


def test_the_overlay_is_drawn_when_asked_for(client: FlaskClient, table: FakeTable) -> None:
    plain = client.get(f"/snapshots/{table.snapshots.name}.jpg", buffered=True).data
    drawn = client.get(f"/snapshots/{table.snapshots.name}.jpg?overlay=1")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/jpeg")
    before, after = (cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) for data in (plain, drawn.data))
    assert before.shape == after.shape
    # The Goal's caption is a green field in the upper left corner, far from anything JPEG could do.
    difference = np.abs(before.astype(int) - after.astype(int)).max(axis=2)
    assert (difference > 80).sum() > 500
    assert table.snapshots.file.read_bytes() == plain


def test_without_a_reading_there_is_no_overlay(client: FlaskClient, table: FakeTable) -> None:
    table.snapshots.board = None
    answer = client.get(f"/snapshots/{table.snapshots.name}.jpg?overlay=1")
    assert answer.status_code == 404
    assert answer.json["error"]["code"] == "no-reading"


def test_a_broken_picture_has_no_overlay(client: FlaskClient, table: FakeTable) -> None:
    table.snapshots.file.write_bytes(b"not a picture")
    assert client.get(f"/snapshots/{table.snapshots.name}.jpg?overlay=1").status_code == 404


def test_the_score_sheet_has_every_score_penalty_and_signature(client: FlaskClient, table: FakeTable) -> None:
    table.show("match-over")
    page = client.get("/scoresheet").text
    rows = [row.split("</tr>")[0] for row in page.split("data-row=")[1:]]
    assert [_cells(row) for row in rows] == [
        ["1", "Ann", "10", "2", "0", "12", "5"],
        ["2", "Benjamin", "2 (penalties -1)", "8", "-1", "9", "2"],
        ["3", "Cy", "6", "6", "0", "12", "5"],
    ]
    assert "time (XI-A)" in page
    assert page.count("Signature of ") == 4
    assert 'id="open"' not in page


def test_an_unfinished_score_sheet_says_so(client: FlaskClient, table: FakeTable) -> None:
    table.show("moving")
    page = client.get("/scoresheet").text
    assert 'id="open"' in page
    assert "No shake is over yet." in page
    assert "Match points" not in page


def test_names_are_shown_as_they_are_written(client: FlaskClient, table: FakeTable) -> None:
    table.show("match-over")
    body = dict(table.screen().body)
    body["match"]["seats"][0]["name"] = "<script>alert(1)</script>"
    table.put(body)
    page = client.get("/scoresheet").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_without_a_match_there_is_no_score_sheet(client: FlaskClient) -> None:
    answer = client.get("/scoresheet", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no match yet" in answer.text


def _cells(row: str) -> list[str]:
    """The texts between the tags of a table's row, one a cell."""
    cells = row.replace("</th>", "</td>").split("</td>")[:-1]
    return [" ".join("".join(part.split(">", 1)[-1] for part in cell.split("<")).split()) for cell in cells]
