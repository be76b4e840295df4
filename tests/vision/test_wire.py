"""The lines to and from the vision process."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.errors import BadRequest
from vision.sightings import Trouble, sighting_text
from vision.wire import (
    ClipKept,
    ClipWanted,
    Complaint,
    Ready,
    Request,
    VisionHello,
    Watermark,
    hurry_text,
    parse_hello,
    parse_report,
    parse_request,
)

REPORTS = [
    Ready("plain"),
    Watermark(81_250_000),
    ClipKept("block-lifted", 7, "0" * 64, 80),
    ClipKept("block-lifted", 7, error="no room"),
    Complaint("no room"),
]


def test_a_hello_is_read_and_written_without_loss(tmp_path: Path) -> None:
    hello = VisionHello(snapshots=tmp_path)
    assert parse_hello(hello.text) == hello
    written = f'{{"camera":{{"kind":"simulated"}},"fps":10,"snapshots":"{tmp_path}","mat":"equations","reader":"auto"}}'
    assert hello.text == written


def test_what_a_hello_may_have_more_is_read_and_written_without_loss(tmp_path: Path) -> None:
    hello = VisionHello(
        snapshots=tmp_path,
        calibration=tmp_path / "a",
        clips=tmp_path / "b",
        clip_seconds=2.5,
        memory_mb=700,
        patience_ms=0,
    )
    assert parse_hello(hello.text) == hello


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        (hurry_text(7), Request(hurry_until=7)),
        (ClipWanted("x", 8).text, Request(clip=ClipWanted("x", 8))),
        ('{"truth":{}}', Request(truth={})),
    ],
)
def test_requests_are_read_as_they_are_written(line: str, request_: Request) -> None:
    assert parse_request(line) == request_


@pytest.mark.parametrize("line", ["{", "{}", '{"clip":{"reason":1}}', '{"clip":{"reason":"x"}}', '{"hurry_until":"x"}'])
def test_what_is_no_request_is_refused(line: str) -> None:
    with pytest.raises(BadRequest):
        parse_request(line)


def test_the_folder_of_a_hello_is_absolute() -> None:
    assert parse_hello(VisionHello(snapshots=Path("here")).text).snapshots == Path("here").absolute()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello", "no JSON"),
        ("{}", "no hello"),
        ('{"camera":{},"fps":10,"snapshots":"x"}', "no kind"),
        ('{"camera":{"kind":"simulated"},"fps":0,"snapshots":"x"}', "fps"),
        ('{"camera":{"kind":"simulated"},"fps":10,"snapshots":"x","zoom":2}', "zoom"),
        ('{"camera":{"kind":"simulated"},"fps":10,"snapshots":"x","reader":"owl"}', "no reader 'owl'"),
    ],
)
def test_what_is_no_hello_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(BadRequest, match=complaint):
        parse_hello(line)


@pytest.mark.parametrize("report", REPORTS)
def test_reports_are_read_and_written_without_loss(report: Ready | Watermark | ClipKept | Complaint) -> None:
    assert parse_report(report.text) == report


def test_a_sighting_is_a_report_as_it_is() -> None:
    trouble = Trouble(at_us=5, problem="dark")
    assert parse_report(sighting_text(trouble)) == trouble


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"watermark":"soon"}', '{"sighting":"ghost"}'])
def test_rubbish_is_refused(line: str) -> None:
    with pytest.raises(BadRequest):
        parse_report(line)
