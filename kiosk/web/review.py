"""The judge's review: the timeline of a match, each event opened with its evidence, and what was reviewed.

Everything here is for judges alone. Matches of this table and those that were brought from others are looked at in the
same way; nothing here changes a match. What a judge has reviewed is kept with the people (`kiosk/people/reviewed.py`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request

from kiosk.evidence import CLIPS, SNAPSHOTS
from kiosk.matches import HERE, Listed, OpenMatch
from kiosk.opened import find, opened_body
from kiosk.people import Person
from kiosk.texts import say
from kiosk.timeline import Timelines, Warmth
from kiosk.web.access import Access
from kiosk.web.packed import packed
from kiosk.web.ports import Table
from kiosk.web.readable import readable
from kiosk.web.safety import Refused, sent_object
from kiosk.web.thumbnails import WIDTHS, Places, Thumbnails
from rules.errors import BadRequest
from vision.clips import ClipStore
from vision.recording import Manifest, read_manifest
from vision.snapshots import SnapshotStore

#: What never changes may be kept by the browser.
_FOR_GOOD = "private, max-age=86400, immutable"
_HASH = re.compile(r"[0-9a-f]{64}")
#: Pages after which somebody looks at the review.
_SOON = frozenset(("/sign-in", "/join", "/judge"))
#: Rows that are marked at once.
_MOST_ROWS = 20_000


def review_pages(table: Table, access: Access, *, at_once: bool = False) -> Blueprint:
    """`/judge/review`, `/judge/reviewed`, `/judge/matches`, and below that what belongs to one match.

    With `at_once` the table's last match is read before anybody asks for a page.
    """
    pages = Blueprint("review", __name__)
    timelines = Timelines(table.matches)
    thumbnails, places = Thumbnails(), Places()
    warmth = Warmth(timelines)
    if at_once:
        warmth.begin()

    def judge() -> Person:
        found = access.session
        if found is None or found.person is None:
            raise Refused(401, "sign-in", say("error.sign-in"))
        return found.person

    @pages.before_app_request
    def expect_judge() -> None:
        """Whoever signs in will look at the match next: it is folded while the PIN is typed."""
        if request.path in _SOON:
            warmth.begin()

    @pages.get("/judge/review")
    def review() -> Response:
        """The timeline of `?match=` (the table's last one without it), after the row `?after=`."""
        key, after = request.args.get("match"), _number("after")
        newest = _newest(table)
        if key is None and newest is None:
            return packed({"match": None, "newest": None, "lines": []})
        with readable():
            match, lines, undone = timelines.follow(key, after)
        return packed(
            {
                "match": match.key,
                "title": _title(match),
                "live": match.key == newest,
                "newest": newest,
                "players": match.past.names,
                "penalties": _penalties(table, match),
                "last": match.steps[-1].row.seq,
                "lines": lines,
                "undone": undone,
                "reviewed": access.gate.reviewed.rows(judge(), _identity(match)),
            }
        )

    @pages.post("/judge/reviewed")
    def reviewed() -> Response:
        """`{"match": key, "rows": [numbers], "reviewed": true}`: this judge has reviewed them, or has not after all."""
        sent = sent_object()
        key, rows, done = sent.get("match"), sent.get("rows"), sent.get("reviewed")
        if not isinstance(key, str) or not isinstance(done, bool) or not _are_rows(rows):
            raise BadRequest("a match, a list of rows and whether they are reviewed are needed")
        assert isinstance(rows, list)
        with readable():
            match = table.matches.open(key)
        known = [row for row in rows if find(match, row) is not None]
        access.gate.reviewed.mark(judge(), _identity(match), known, reviewed=done)
        return jsonify({"status": "done", "text": None})

    @pages.get("/judge/matches")
    def matches() -> Response:
        newest = _newest(table)
        return packed({"matches": [_listed(each, newest) for each in table.matches.listed()]})

    @pages.get("/judge/matches/<key>/rows/<int:row>")
    def opened(key: str, row: int) -> Response:
        with readable():
            match, lines, _ = timelines.follow(key, row - 1)
        at = find(match, row)
        if at is None:
            raise Refused(404, "no-row", say("error.no-row"))
        line = lines[0] if lines and lines[0].row == row else None
        with table.matches.reckoning():
            views = match.steps[at - 1].view if at else None, match.steps[at].view
        return packed(opened_body(match, at, line, views))

    @pages.get("/judge/matches/<key>/snapshots/<name>.jpg")
    def snapshot(key: str, name: str) -> Response:
        """A picture; with `?width=` a small one."""
        path = _snapshots(table, key, name).path(name)
        width = _number("width")
        if not width:
            return _kept(_file(path))
        if width not in WIDTHS:
            raise Refused(400, "bad-request", say("error.bad-number", what="width"))
        picture = make_response(thumbnails.jpeg(path, width))
        picture.mimetype = "image/jpeg"
        return _kept(picture)

    @pages.get("/judge/matches/<key>/snapshots/<name>.json")
    def cubes_in(key: str, name: str) -> Response:
        """Where each cube of the picture's reading is in it."""
        store = _snapshots(table, key, name)
        drawn = not store.who_read(name).model.startswith("net-")
        return _kept(jsonify(places.body(store.path(name), lambda: store.reading(name), flat=drawn)))

    @pages.get("/judge/matches/<key>/clips/<name>.json")
    def clip(key: str, name: str) -> Response:
        """When each picture of a clip was taken, in milliseconds from the moment that it is about."""
        manifest, _ = _clip(table, key, name)
        times = [round((line.at_us - manifest.at_us) / 1000) for line in manifest.frames]
        return _kept(jsonify({"reason": manifest.reason, "frames": times, "reader": manifest.about.reader}))

    @pages.get("/judge/matches/<key>/clips/<name>/<int:number>.jpg")
    def frame(key: str, name: str, number: int) -> Response:
        manifest, store = _clip(table, key, name)
        file = manifest.frames[number].file if number < len(manifest.frames) else ""
        # The list of another table's clip is what somebody sent us.
        if not _HASH.fullmatch(file.removesuffix(".jpg")):
            raise Refused(404, "no-snapshot", say("error.no-snapshot"))
        return _kept(_file(store.folder / file))

    return pages


# -- matches -------------------------------------------------------------------------------------------


def _newest(table: Table) -> str | None:
    """The key of the match that was started last at this table."""
    return next((each.key for each in table.matches.listed() if each.shelf.name == HERE), None)


def _identity(match: OpenMatch) -> str:
    """A match wherever its journal was brought: the hash of its first row."""
    return match.steps[0].row.hash


def _penalties(table: Table, match: OpenMatch) -> dict[int, str]:
    """What has become of each penalty by now: its row says only how it stood then."""
    with table.matches.reckoning():
        return {penalty.n: penalty.status for penalty in match.steps[-1].view.penalties}


def _title(match: OpenMatch) -> str:
    return f"{match.shelf.title}: {match.past.fold.game.title}"


def _listed(each: Listed, newest: str | None) -> dict[str, Any]:
    return {
        "match": each.key,
        "table": each.shelf.title,
        "here": each.shelf.name == HERE,
        "live": each.key == newest,
        "began": each.began,
        "division": each.opening.get("division"),
        "ruleset": each.opening.get("ruleset"),
        "players": list(each.names.values()) or list(each.opening.get("players", ())),
    }


# -- evidence ------------------------------------------------------------------------------------------


def _folder(table: Table, key: str) -> Path:
    """The data folder of a match's shelf; the match itself need not be opened for a picture."""
    with readable():
        return table.matches.shelf(key.partition(".")[0]).folder


def _snapshots(table: Table, key: str, name: str) -> SnapshotStore:
    if not _HASH.fullmatch(name):
        raise Refused(404, "no-snapshot", say("error.no-snapshot"))
    return SnapshotStore(_folder(table, key) / SNAPSHOTS)


def _clip(table: Table, key: str, name: str) -> tuple[Manifest, ClipStore]:
    store = ClipStore(_folder(table, key) / CLIPS)
    try:
        return read_manifest(store.path(name)), store
    except (BadRequest, OSError):
        raise Refused(404, "no-clip", say("error.no-clip")) from None


def _file(path: Path) -> Response:
    """A picture, whole: whoever scrolls on hangs up in the middle, and no open file must stay behind."""
    try:
        picture = make_response(path.read_bytes())
    except OSError:
        raise Refused(404, "no-snapshot", say("error.no-snapshot")) from None
    picture.mimetype = "image/jpeg"
    picture.set_etag(path.stem)
    picture.make_conditional(request)
    return picture


def _kept(answer: Response) -> Response:
    """The name is the hash of the bytes: what it names never changes."""
    answer.headers["Cache-Control"] = _FOR_GOOD
    return answer


# -- requests and answers ------------------------------------------------------------------------------


def _number(name: str) -> int:
    text = request.args.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refused(400, "bad-request", say("error.bad-number", what=name))
    return int(text)


def _are_rows(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= _MOST_ROWS
        and all(isinstance(row, int) and not isinstance(row, bool) and row > 0 for row in value)
    )
