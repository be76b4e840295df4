"""The organiser's archives: matches to be taken along as one file, and those of other tables to be looked at here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from kiosk.archive.places import about_shelf, imported, remove
from kiosk.archive.signing import fingerprint
from kiosk.archive.wanted import settings_for
from kiosk.archive.zip_form import MOST_BYTES
from kiosk.errand import Errand
from kiosk.exported import EXPORTED
from kiosk.journal import JournalError
from kiosk.matches import HERE, Listed, Shelf
from kiosk.past import NoMatch
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.jobs import Job, Jobs
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from rules.errors import BadRequest

#: The module whose process writes and reads archives.
ERRANDS = "kiosk.archive.errands"
PIECE = 1 << 18
ZIP = "application/zip"


def archive_pages(table: Table, access: Access) -> Blueprint:
    """`/audit/archive` and what it sends."""
    pages = Blueprint("archive", __name__)
    jobs = Jobs(ERRANDS, ".zip")

    def data() -> Path:
        return table.matches.shelf(HERE).folder

    def note(what: str) -> None:
        found = access.session
        who = "" if found is None or found.person is None else found.person.initials
        access.gate.note(what, who, access.origin.address)

    @pages.get("/audit/archive")
    def page() -> Response:
        answer = make_response(render_template("archive.html"))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.get("/audit/archive/list")
    def listed() -> Response:
        """The matches that can be exported, and the archives that are here."""
        answer = jsonify(
            {
                "matches": [_match(each) for each in table.matches.listed()],
                "archives": [_archive(shelf) for shelf in imported(data())],
            }
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.post("/audit/archive/export")
    def export() -> Response:
        """Begin to write the archive of `{"match": key, or null for all of this table, "names", "sign"}`."""
        asked = sent_object()
        key, names, sign = asked.get("match"), asked.get("names"), asked.get("sign")
        if not (key is None or isinstance(key, str)) or not isinstance(names, bool) or not isinstance(sign, bool):
            raise BadRequest("a match, and whether with names and signed, is needed")
        try:
            shelf, match = (table.matches.shelf(HERE), None) if key is None else table.matches.find(key)
            told = settings_for(shelf, table.settings)
        except NoMatch as none:
            raise Refused(404, "no-match", str(none)) from None
        except JournalError as trouble:
            raise Refused(409, "not-written", str(trouble)) from None
        order: dict[str, Any] = {
            "do": "export",
            "data": str(data()),
            "folder": str(shelf.folder),
            "match": match,
            "names": names,
            "sign": sign,
            "table": shelf.title,
            "settings": told,
        }
        name = f"{shelf.name if shelf.name != HERE else 'tablejudge'}-{match or 'journal'}.zip"
        begun = jobs.start(order, data() / EXPORTED, name)
        note(f"exported {key or 'the journal'}{'' if names else ' without names'}")
        return jsonify(_exported(begun))

    @pages.get("/audit/archive/export/<name>")
    def state(name: str) -> Response:
        return jsonify(_exported(jobs.find(name)))

    @pages.get("/audit/archive/file/<name>")
    def file(name: str) -> Response:
        return jobs.file(name, ZIP)

    @pages.post("/audit/archive/import")
    def bring() -> Response:
        """Take in the archive that is the body of this request: it goes straight to the process that checks it."""
        if request.mimetype != ZIP:
            raise Refused(415, "not-an-archive", say("archive.not-one"))
        if not request.content_length:
            raise Refused(411, "no-length", say("archive.not-one"))
        # Larger than this no archive is; what is larger is not read.
        if request.content_length > MOST_BYTES:
            raise Refused(413, "too-large", say("error.too-large"))
        request.max_content_length = MOST_BYTES
        with jobs.alone():
            errand = Errand(ERRANDS, {"do": "import", "data": str(data())})
            try:
                errand.feed(iter(lambda: request.stream.read(PIECE), b""))
                told = errand.answer()
            finally:
                errand.close()
        if "refused" in told:
            raise Refused(422, told["refused"]["code"], say("archive.refused", why=told["refused"]["text"]))
        done = told["done"]
        note(f"imported {done['name']}")
        return jsonify({"status": "done", "text": say("archive.imported", name=done["name"]), **done})

    @pages.post("/audit/archive/remove")
    def take_away() -> Response:
        """Take the archive `{"name"}` away for good."""
        name = sent_object().get("name")
        with jobs.alone():
            try:
                remove(data(), name if isinstance(name, str) else "")
            except NoMatch as none:
                raise Refused(404, "not-found", str(none)) from None
        note(f"removed {name}")
        return jsonify({"status": "done", "text": say("archive.removed", name=str(name))})

    return pages


def _exported(job: Job) -> dict[str, Any]:
    return {**job.body(), "missing": job.result.get("missing", 0)}


def _match(each: Listed) -> dict[str, Any]:
    seats = each.opening.get("players", ())
    return {
        "key": each.key,
        "began": each.began,
        "players": [each.names.get(seat, seat) for seat in seats],
        "table": each.shelf.title,
        "here": each.shelf.name == HERE,
    }


def _archive(shelf: Shelf) -> dict[str, Any]:
    about = about_shelf(shelf)
    if about is None:  # taken away in this very moment
        return {"name": shelf.name, "table": shelf.title}
    return {
        "name": shelf.name,
        "table": shelf.title,
        "first": about.first,
        "last": about.last,
        "names": about.names == "kept",
        "missing": len(about.missing),
        "signer": None if about.signer is None else fingerprint(about.signer),
        "size": about.size,
        "taken": about.taken,
    }
