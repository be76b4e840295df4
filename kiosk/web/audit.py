"""The organiser's audit: every deadline and what it cost, as a page that is filtered by its address, and as files.

The page, the CSV, the JSON and the PDF are answers to the same question (`kiosk/audit/query.py`), which stands in the
address of each. What takes long is done by a process of its own. Nothing here changes a match.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from kiosk.audit.page import line_body, page_body, shake_body
from kiosk.audit.query import ALL, FILTERS, Audit, Audits, Query
from kiosk.audit.report_words import file_name
from kiosk.audit.rows import csv_text, json_text, rows_of
from kiosk.audit.shakes import shake_of
from kiosk.exported import EXPORTED
from kiosk.matches import HERE, Listed, Shelf
from kiosk.past import NoMatch
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.jobs import Job, Jobs
from kiosk.web.packed import packed
from kiosk.web.ports import Table
from kiosk.web.readable import readable
from kiosk.web.safety import Refused, sent_object
from rules.errors import BadRequest

#: The module whose process makes the PDF and checks journals.
ERRANDS = "kiosk.audit.errands"
#: What an address may ask for.
ASKED = ("match", *FILTERS, "sort")
#: Longer values are nobody's name.
LONGEST = 200
_ROW = re.compile(r"\brow (\d+)")


def audit_pages(table: Table, access: Access) -> Blueprint:
    """`/audit`, what it shows, and the same as files."""
    pages = Blueprint("audit", __name__)
    audits = Audits(table.matches)
    reports, checks = Jobs(ERRANDS, ".pdf"), Jobs(ERRANDS)

    def answered(query: Query) -> Audit:
        with readable():
            return audits.ask(query)

    @pages.get("/audit")
    def page() -> Response:
        person = None if access.session is None else access.session.person
        answer = make_response(render_template("audit.html", person=person))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.get("/audit/matches")
    def matches() -> Response:
        """The matches that can be chosen, the newest of each table first."""
        return packed({"matches": [_listed(each) for each in table.matches.listed()]})

    @pages.get("/audit/lines")
    def lines() -> Response:
        """The lines that the address asks for, and what they come to."""
        query = _query(request.args.to_dict(flat=False))
        with readable():
            try:
                audit = audits.ask(query)
            except NoMatch:
                if query.match is not None:
                    raise
                # Nothing has been played here yet.
                return packed({"matches": []})
        return packed(page_body(audit))

    @pages.get("/audit/shake")
    def shake() -> Response:
        """The shake `?shake=` of the match `?match=`, to be drawn; the other filters say which lines are meant."""
        query = _query(request.args.to_dict(flat=False))
        if query.match is None or len(query.shake) != 1:
            raise BadRequest("a match and one shake are needed")
        with readable():
            match = audits.of(query.match)
        found = shake_of(match, query.shake[0])
        if found is None:
            raise Refused(404, "no-shake", say("audit.no-shake"))
        return packed(shake_body(found, match, query))

    @pages.get("/audit/line/<key>/<int:place>")
    def line(key: str, place: int) -> Response:
        """A line by its match and its place in it, with its evidence."""
        with readable():
            match = audits.of(key)
        if not 0 < place <= len(match.lines):
            raise Refused(404, "no-line", say("audit.no-line"))
        return packed(line_body(match.lines[place - 1], match))

    @pages.get("/audit/penalties.csv")
    def as_csv() -> Response:
        audit = answered(_query(request.args.to_dict(flat=False)))
        return _file(csv_text(rows_of(audit)), "text/csv; charset=utf-8", file_name(audit, "csv"))

    @pages.get("/audit/penalties.json")
    def as_json() -> Response:
        audit = answered(_query(request.args.to_dict(flat=False)))
        return _file(json_text(rows_of(audit)), "application/json", file_name(audit, "json"))

    @pages.post("/audit/report")
    def report() -> Response:
        """Begin to make the PDF of `{"query": {"match": ["here.2"], "player": ["Ann"], …}}`."""
        query = _query(_sent_query())
        audit = answered(query)
        # The journal may grow meanwhile: the match that was looked at is named, not "the last one".
        named = {**_grouped(query), "match": [query.match or audit.matches[-1].key]}
        order = {"do": "report", "query": named, "shelves": _shelves(table)}
        folder = table.matches.shelf(HERE).folder / EXPORTED / "audit"
        return jsonify(reports.start(order, folder, file_name(audit, "pdf")).body())

    @pages.get("/audit/report/<name>")
    def report_state(name: str) -> Response:
        return jsonify(reports.find(name).body())

    @pages.get("/audit/report/<name>/file")
    def report_file(name: str) -> Response:
        return reports.file(name, "application/pdf")

    @pages.post("/audit/check")
    def check() -> Response:
        """Begin to check the journal of `{"match": key or shelf}`, or with `all` every one that is here."""
        asked = sent_object().get("match")
        if asked is not None and not isinstance(asked, str):
            raise BadRequest("a match is needed")
        shelves = _shelves(table)
        if asked != ALL:
            with readable():
                name = table.matches.shelf((asked or HERE).partition(".")[0]).name
            shelves = [each for each in shelves if each["name"] == name]
        return jsonify(_checked(checks.start({"do": "verify", "shelves": shelves}), table))

    @pages.get("/audit/check/<name>")
    def check_state(name: str) -> Response:
        return jsonify(_checked(checks.find(name), table))

    return pages


# -- questions -----------------------------------------------------------------------------------------


def _query(asked: Mapping[str, list[str]]) -> Query:
    """The question of an address; what nobody can ask for is refused, not left out."""
    for name, values in asked.items():
        if name not in ASKED:
            raise BadRequest(f"there is nothing called {name[:40]!r} to ask for; there are {', '.join(ASKED)}")
        if any(len(value) > LONGEST for value in values):
            raise BadRequest(f"{name}: this is too long")
    return Query.parse(asked)


def _sent_query() -> Mapping[str, list[str]]:
    sent = sent_object().get("query")
    if not isinstance(sent, dict) or not all(_are_texts(values) for values in sent.values()):
        raise BadRequest("a question is needed: names, each with a list of texts")
    return sent


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _grouped(query: Query) -> dict[str, list[str]]:
    asked: dict[str, list[str]] = {}
    for name, value in query.pairs:
        asked.setdefault(name, []).append(value)
    return asked


def _shelves(table: Table) -> list[dict[str, str]]:
    return [_order(shelf) for shelf in table.matches.shelves()]


def _order(shelf: Shelf) -> dict[str, str]:
    return {"name": shelf.name, "folder": str(Path(shelf.folder).absolute()), "title": shelf.title}


# -- answers -------------------------------------------------------------------------------------------


def _listed(each: Listed) -> dict[str, Any]:
    seats = each.opening.get("players", ())
    return {
        "key": each.key,
        "shelf": each.shelf.name,
        "table": each.shelf.title,
        "here": each.shelf.name == HERE,
        "began": each.began,
        "players": [each.names.get(seat, seat) for seat in seats],
    }


def _file(text: str, mimetype: str, name: str) -> Response:
    answer = Response(text, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _checked(job: Job, table: Table) -> dict[str, Any]:
    """A check as the page shows it: each fault with the match and the row that a judge would open."""
    journals = [dict(each) for each in job.result.get("journals", ())]
    if journals:
        listed = table.matches.listed()
        for journal in journals:
            firsts = sorted(each.first for each in listed if each.shelf.name == journal["shelf"])
            faults = journal["faults"]
            journal["faults"] = [{**fault, "link": _link(journal["shelf"], firsts, fault["place"])} for fault in faults]
    return {**job.body(), "journals": journals}


def _link(shelf: str, firsts: list[int], place: str) -> str | None:
    """Where the judge's review shows that place: `here.2/57`; None if it is no row of a match."""
    named = _ROW.search(place)
    at = 0 if named is None else bisect_right(firsts, int(named[1]))
    return f"{shelf}.{firsts[at - 1]}/{named[1]}" if named is not None and at else None
