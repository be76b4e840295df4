"""Long works that a page starts and asks about until they are done: an archive, a PDF, the check of the chain.

A job is an errand (`kiosk/errand.py`) that a thread waits for. Where it makes a file, that waits to be fetched until
the next one is asked for.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Response, send_file

from kiosk.errand import Answer, Errand
from kiosk.exported import fresh_place
from kiosk.texts import say
from kiosk.web.safety import Refused

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Job:
    """A work that is being done, or what became of it. `path` is the file that it makes, `name` what people call it."""

    id: str
    path: Path | None = None
    name: str = ""
    done: int = 0
    of: int = 0
    answer: Answer | None = None

    @property
    def state(self) -> str:
        if self.answer is None:
            return "running"
        return "done" if "done" in self.answer else "refused"

    @property
    def result(self) -> Mapping[str, Any]:
        """What a work that is done has told; empty before that."""
        told: Mapping[str, Any] = (self.answer or {}).get("done", {})
        return told

    def body(self) -> dict[str, Any]:
        refused = (self.answer or {}).get("refused", {})
        return {"id": self.id, "state": self.state, "done": self.done, "of": self.of, "text": refused.get("text")}


class Jobs:
    """The jobs of one kind of page, one at a time; the newest is remembered. May be used from any thread.

    `of` is the module whose process does them, `suffix` what the files that they make end with.
    """

    def __init__(self, of: str, suffix: str = "") -> None:
        self._of = of
        self._suffix = suffix
        self._one_at_a_time = threading.Lock()
        self._newest: Job | None = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While this is held no job runs; refused if one does."""
        self._begin()
        try:
            yield
        finally:
            self._one_at_a_time.release()

    def start(self, order: Mapping[str, Any], folder: Path | None = None, name: str = "") -> Job:
        """A job that has begun. With a `folder`, the order gets the `path` in it to which the file is to be written;
        what waited there is taken away."""
        self._begin()
        try:
            path = None if folder is None else fresh_place(folder, self._suffix)
            job = Job(secrets.token_urlsafe(12), path, name)
            self._newest = job
            told = {**order, **({} if job.path is None else {"path": str(job.path)})}
            threading.Thread(target=self._run, args=(job, told), daemon=True, name=self._of).start()
        except BaseException:
            self._one_at_a_time.release()
            raise
        return job

    def find(self, name: str) -> Job:
        """The job of that id, if it is the newest."""
        job = self._newest
        if job is None or job.id != name:
            raise Refused(404, "not-found", say("job.gone"))
        return job

    def file(self, name: str, mimetype: str) -> Response:
        """The file that a job has made, to be kept by whoever fetches it."""
        job = self.find(name)
        if job.state != "done" or job.path is None or not job.path.is_file():
            raise Refused(404, "not-found", say("job.gone"))
        answer = send_file(job.path.absolute(), mimetype=mimetype, as_attachment=True, download_name=job.name)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def _begin(self) -> None:
        if not self._one_at_a_time.acquire(blocking=False):
            raise Refused(409, "busy", say("job.busy"))

    def _run(self, job: Job, order: Mapping[str, Any]) -> None:
        def tell(done: int, of: int) -> None:
            job.done, job.of = done, of

        answer: Answer = {"refused": {"code": "broken", "text": say("error.internal")}}
        try:
            errand = Errand(self._of, order)
            try:
                answer = errand.answer(tell)
            finally:
                errand.close()
        except OSError as broken:
            log.error("%s could not be done: %s", self._of, broken)
        finally:
            self._one_at_a_time.release()
            # Whoever hears that it is done may ask for the next one at once.
            job.answer = answer
