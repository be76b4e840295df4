"""The pages of the people at the table."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from kiosk.texts import TEXTS
from tests.kiosk.web.fake_table import BASICS, SHEET, FakeTable


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
    table.paper = SHEET
    page = client.get("/scoresheet").text
    assert [_cells(row) for row in page.split("<tr>")[1:]] == [
        ["Shake", "Goal-setter", "How it ended", "Ann", "Benjamin", "Cy"],
        ["1", "Ann", "Ann challenged Now against Cy", "10", "2 P1: −1 (LK)", "6"],
        ["2", "Benjamin", "The last cube was moved", "2", "8", "6"],
        ["Total", "12", "9", "12"],
        ["Match points", "5", "2", "5"],
        ["No.", "Shake", "Player", "Points", "Why", "Rule", "Status", "Initials"],
        ["P1", "1", "Benjamin", "−1", "Over time", "XI-A", "applied", "LK"],
    ]
    for label, value in SHEET.facts:
        assert f"<dt>{label}</dt><dd>{value}</dd>" in page
    signatures = page.split('id="signatures"')[1].split("</div>")[0]
    assert _cells(signatures.replace("</p>", "</td>")) == ["Ann ✓ signed on the screen", "Benjamin", "Cy", "Judge"]
    assert 'id="open"' not in page
    assert "Refereed by engine 1, rulebook 0a1b" in page
    assert f"Journal: row 12, {'ab' * 32}" in page


def test_an_unfinished_score_sheet_says_so(client: FlaskClient, table: FakeTable) -> None:
    waiting = tuple(replace(player, match_points=None) for player in SHEET.players)
    table.paper = replace(SHEET, over=False, shakes=(), penalties=(), players=waiting)
    page = client.get("/scoresheet").text
    assert 'id="open"' in page
    assert "PROVISIONAL" in page
    assert "No shake is over yet." in page
    assert "None." in page
    assert "Match points" not in page


def test_names_and_remarks_are_shown_as_they_are_written(client: FlaskClient, table: FakeTable) -> None:
    ann, *others = SHEET.players
    players = (replace(ann, name="<script>alert(1)</script>"), *others)
    table.paper = replace(SHEET, players=players, remarks=("Differs, row 3: <b>",))
    page = client.get("/scoresheet").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "Differs, row 3: &lt;b&gt;" in page


def test_without_a_match_there_is_no_score_sheet(client: FlaskClient) -> None:
    answer = client.get("/scoresheet", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no match yet" in answer.text


def _cells(row: str) -> list[str]:
    """The texts between the tags of a table's row, one a cell."""
    cells = row.replace("</th>", "</td>").split("</td>")[:-1]
    return [" ".join("".join(part.split(">", 1)[-1] for part in cell.split("<")).split()) for cell in cells]
