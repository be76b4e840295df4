"""Jobs of a page: begun, asked about, fetched; one at a time; and what waits to be fetched is the newest alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from kiosk.web.jobs import Job, Jobs
from kiosk.web.safety import Refused

DEEDS = "tests.kiosk.errands_of_tests"
PATIENCE_S = 60


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    with Flask(__name__).test_request_context():
        yield Jobs(DEEDS, ".txt")


def ended(job: Job) -> Job:
    deadline = time.monotonic() + PATIENCE_S
    while job.state == "running":
        assert time.monotonic() < deadline, "it is still running"
        time.sleep(0.02)
    return job


def test_a_job_tells_how_far_it_is_and_what_became_of_it(jobs: Jobs) -> None:
    job = ended(jobs.start({"do": "echo"}))
    assert job.body() == {"id": job.id, "state": "done", "done": 990, "of": 1000, "text": None}
    assert job.result["heard"] == {"do": "echo"}
    assert jobs.find(job.id) is job


def test_a_file_waits_until_the_next_is_asked_for(jobs: Jobs, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    first = ended(jobs.start({"do": "write", "text": "one"}, folder, "first.txt"))
    assert folder.stat().st_mode & 0o077 == 0
    answer = jobs.file(first.id, "text/plain")
    answer.direct_passthrough = False
    assert answer.get_data() == b"one"
    assert answer.headers["Content-Disposition"] == "attachment; filename=first.txt"
    assert answer.headers["Cache-Control"] == "no-store"
    answer.close()
    (folder / ".left.part").write_text("by a process that was killed")
    second = ended(jobs.start({"do": "write", "text": "two"}, folder, "second.txt"))
    assert [path.read_text() for path in folder.iterdir()] == ["two"]
    with pytest.raises(Refused) as refused:
        jobs.file(first.id, "text/plain")
    assert (refused.value.status, refused.value.code) == (404, "not-found")
    assert second.path is not None
    second.path.unlink()
    with pytest.raises(Refused):
        jobs.file(second.id, "text/plain")


def test_a_refusal_comes_with_its_words_and_has_no_file(jobs: Jobs, tmp_path: Path) -> None:
    job = ended(jobs.start({"do": "refuse"}, tmp_path))
    assert (job.state, job.body()["text"], job.result) == ("refused", "not today", {})
    with pytest.raises(Refused):
        jobs.file(job.id, "text/plain")


def test_one_at_a_time_and_then_the_next(jobs: Jobs) -> None:
    with jobs.alone(), pytest.raises(Refused) as busy:
        jobs.start({"do": "refuse"})
    assert (busy.value.status, busy.value.code) == (409, "busy")
    assert ended(jobs.start({"do": "vanish"})).state == "refused"
    with jobs.alone():
        pass


def test_a_job_that_cannot_begin_leaves_the_way_free(jobs: Jobs, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        jobs.start({"do": "echo"}, tmp_path / "file" / "folder")
    with jobs.alone():
        pass


@pytest.mark.parametrize("name", ["", "x", "../../etc/passwd"])
def test_there_is_no_job_of_another_name(jobs: Jobs, name: str) -> None:
    with pytest.raises(Refused):
        jobs.find(name)
