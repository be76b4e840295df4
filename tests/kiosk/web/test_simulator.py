"""The hands at a simulated table."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from flask.testing import FlaskClient

from kiosk.web import create_app
from tests.kiosk.web.clients import browser
from tests.kiosk.web.fake_table import FakeTable


def test_the_page_has_what_the_template_promises(client: FlaskClient) -> None:
    page = client.get("/simulator").text
    for selector in (
        'data-do="roll"',
        'data-do="turn"',
        'data-do="block"',
        'data-do="judge"',
        'data-seat="3"',
        'id="display"',
    ):
        assert selector in page


def test_what_a_hand_does_is_done_and_the_table_comes_back(client: FlaskClient, table: FakeTable) -> None:
    assert table.simulation is not None
    request = {"do": "drop", "cube": "red-1", "x": 300.5, "y": 180.0, "orientation": 90}
    answer = client.post("/simulator/do", json=request)
    assert answer.status_code == 200
    assert table.simulation.done == [request]
    [cube] = [cube for cube in answer.json["hands"]["cubes"] if cube["id"] == "red-1"]
    assert (cube["x"], cube["y"], cube["orientation"]) == (300.5, 180.0, 90)


@pytest.mark.parametrize("request_body", [{}, {"do": "fly"}, {"do": 3}])
def test_what_no_hand_can_do_is_a_bad_request(client: FlaskClient, request_body: dict[str, object]) -> None:
    answer = client.post("/simulator/do", json=request_body)
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "bad-request"


def test_a_table_with_real_hardware_has_no_simulator(tmp_path: Path) -> None:
    client = browser(create_app(FakeTable(tmp_path, simulated=False)))
    page = client.get("/simulator", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert "real hardware" in page.text
    assert client.post("/simulator/do", json={"do": "roll"}).json["error"]["code"] == "not-simulated"
    assert 'id="hands"' not in client.get("/").text


def test_the_answer_writes_the_table_as_the_stream_does(client: FlaskClient, table: FakeTable) -> None:
    """Down to the order of keys: the page compares layouts by their text, and would draw the sheet anew each time."""
    assert table.simulation is not None
    answered = client.post("/simulator/do", json={"do": "roll"}).text
    assert msgspec.json.encode(table.simulation.body()["layout"]).decode() in answered
