"""Server-sent events: their frames, coming back after a break, and the end."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from kiosk.web import create_app
from kiosk.web.stream import PROBE, Streams, frame, frames, last_seen
from tests.kiosk.web.clients import PHONE, browser
from tests.kiosk.web.fake_table import FakeTable


def parse(text: str) -> dict[str, Any]:
    """One block of the stream as a browser reads it."""
    fields: dict[str, Any] = {"comments": []}
    for line in text.strip("\n").split("\n"):
        name, _, value = line.partition(":")
        if name:
            fields[name] = value.removeprefix(" ")
        else:
            fields["comments"].append(value.strip())
    if "data" in fields:
        fields["data"] = json.loads(fields["data"])
    return fields


def events(stream: Iterator[str], count: int) -> list[dict[str, Any]]:
    blocks: list[str] = []
    while len(blocks) < count:
        blocks += [block for block in next(stream).split("\n\n") if block not in ("", ":")]
    return [parse(block) for block in blocks]


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none()))
def test_a_frame_is_one_event_whatever_it_says(data: dict[str, Any]) -> None:
    text = frame("screen", data, number="r.3")
    assert text.endswith("\n\n")
    assert text.count("\n") == 4
    assert "\r" not in text
    assert parse(text) == {"comments": [], "id": "r.3", "event": "screen", "data": data}


@pytest.mark.parametrize(
    ("header", "seen"),
    [
        (None, None),
        ("r1.0", 0),
        ("r1.17", 17),
        ("r2.17", None),
        ("17", None),
        ("", None),
        (".", None),
        ("r1.", None),
        ("r1.-1", None),
        ("r1.x", None),
        ("r1.1.1", None),
        ("r1.٣", None),
        ("r1.²", None),
        ("r1." + "9" * 40, None),
    ],
)
def test_the_last_event_is_read_or_left(header: str | None, seen: int | None) -> None:
    assert last_seen(header, "r1") == seen


def test_a_newcomer_gets_the_run_and_the_newest_screen(table: FakeTable) -> None:
    table.show("moving")
    run, screen = events(frames(table, run="r1", seen=None, hands=False), 2)
    assert (run["event"], run["data"], run["retry"]) == ("table", {"run": "r1", "beat_ms": 3000}, "1000")
    assert (screen["event"], screen["id"]) == ("screen", f"r1.{table.screen().version}")
    assert screen["data"]["match"]["phase"] == "moving"
    assert screen["data"]["now_ms"] >= 50_000


def test_every_change_is_sent_once(table: FakeTable) -> None:
    stream = frames(table, run="r", seen=None, hands=False)
    events(stream, 2)
    table.show("rolling")
    table.show("moving")
    [newest] = events(stream, 1)
    assert newest["data"]["match"]["phase"] == "moving"
    assert newest["id"] == f"r.{table.screen().version}"


def test_who_comes_back_with_the_newest_waits_for_a_newer_one(table: FakeTable) -> None:
    seen = table.screen().version
    stream = frames(table, run="r", seen=seen, hands=False)
    events(stream, 1)
    asked = threading.Event()
    wait = table.wait

    def waiting(after: int, timeout_s: float) -> Any:
        asked.set()
        return wait(after, timeout_s)

    table.wait = waiting  # type: ignore[method-assign]
    change = threading.Thread(target=lambda: (asked.wait(10), table.show("moving")))
    change.start()
    [screen] = events(stream, 1)
    change.join()
    assert asked.is_set()
    assert screen["id"] == f"r.{seen + 1}"


@pytest.mark.parametrize("seen", [0, 99])
def test_who_comes_back_with_another_gets_the_newest_at_once(table: FakeTable, seen: int) -> None:
    _, screen = events(frames(table, run="r", seen=seen, hands=False), 2)
    assert screen["id"] == f"r.{table.screen().version}"


def test_a_quiet_time_has_a_beat_with_the_tables_time(table: FakeTable) -> None:
    stream = frames(table, run="r", seen=None, hands=False, beat_s=0.01)
    *_, beat = events(stream, 3)
    assert (beat["event"], "id" in beat) == ("beat", False)
    assert beat["data"]["now_ms"] >= 50_000


def test_a_quiet_stream_is_probed_more_often_than_it_beats(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.web.stream.PROBE_S", 0.001)
    stream = frames(table, run="r", seen=None, hands=False)
    events(stream, 2)
    assert [next(stream) for _ in range(3)] == [PROBE] * 3


def test_hands_come_only_when_asked_for(table: FakeTable) -> None:
    names = [event.get("event") for event in events(frames(table, run="r", seen=None, hands=True), 3)]
    assert names == ["table", "screen", "hands"]
    stream = frames(table, run="r", seen=None, hands=False, beat_s=0.01)
    assert "hands" not in [event.get("event") for event in events(stream, 6)]


def test_hands_come_again_when_something_lies_elsewhere(table: FakeTable) -> None:
    assert table.simulation is not None
    stream = frames(table, run="r", seen=None, hands=True)
    *_, first = events(stream, 3)
    table.simulation.do({"do": "lift-block"})
    [second] = events(stream, 1)
    assert (first["data"]["block_up"], second["data"]["block_up"]) == (False, True)
    assert second["data"]["at_us"] > first["data"]["at_us"]


def test_a_table_with_real_hardware_has_no_hands(tmp_path: Any) -> None:
    stream = frames(FakeTable(tmp_path, simulated=False), run="r", seen=None, hands=True, beat_s=0.01)
    assert "hands" not in [event.get("event") for event in events(stream, 5)]


def test_the_stream_ends_when_the_table_closes(table: FakeTable) -> None:
    stream = frames(table, run="r", seen=None, hands=False)
    events(stream, 2)
    closing = threading.Timer(0.05, table.close)
    closing.start()
    assert list(stream) == []
    closing.join()


def test_the_route_speaks_the_format(client: FlaskClient, table: FakeTable) -> None:
    first = client.get("/events", buffered=False)
    run = events((chunk.decode() for chunk in first.response), 1)[0]["data"]["run"]
    first.close()
    newest = f"{run}.{table.screen().version}"
    answer = client.get("/events?hands=1", headers={"Last-Event-ID": newest}, buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    chunks = (chunk.decode() for chunk in answer.response)
    names = [event["event"] for event in events(chunks, 2)]
    assert names == ["table", "hands"]
    table.close()
    assert list(chunks) == []
    answer.close()


def test_the_run_is_the_same_for_all_streams_of_one_server(client: FlaskClient, table: FakeTable) -> None:
    table.close()
    one, two = client.get("/events").text, client.get("/events").text
    assert one == two
    assert "run" in one


def opened(app: Flask, address: str) -> Any:
    return browser(app, address).get("/events", buffered=False)


def test_nobody_takes_all_the_threads(table: FakeTable) -> None:
    app = create_app(table, streams=Streams(most=5, most_each=2))
    phone = [opened(app, PHONE) for _ in range(3)]
    assert [answer.status_code for answer in phone] == [200, 200, 503]
    assert phone[2].json["error"]["code"] == "streams"
    assert phone[2].headers["Retry-After"]
    own = [opened(app, "127.0.0.1") for _ in range(4)]
    assert [answer.status_code for answer in own] == [200, 200, 200, 503]
    phone[0].close()
    assert opened(app, PHONE).status_code == 200
    assert browser(app).post("/act", json={"event": "tick"}).status_code == 200


def test_a_stream_that_never_began_gives_its_place_back(table: FakeTable) -> None:
    """A browser that is gone before its first frame."""
    app = create_app(table, streams=Streams(most=1))
    for _ in range(5):
        answer = opened(app, PHONE)
        assert answer.status_code == 200
        answer.close()
