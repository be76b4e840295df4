"""The set-up pages: what this table is told about itself, step by step, and again one step alone.

Before anybody is set up to sign in they are for the table's own machine, afterwards for organisers
(`kiosk/web/access.py`). Every change goes into the journal with who did it; a PIN goes nowhere but to its owner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from kiosk.box_test import BoxTest
from kiosk.people import PeopleError, Role, random_pin
from kiosk.seating import MOST_FAULTS, Seating, SeatingFaults, parse_seatings, typed_seating
from kiosk.settings import SettingsError
from kiosk.settings_keeper import SettingsKeeper, Stale
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from kiosk.web.setup_box import box_routes
from kiosk.web.setup_camera import camera_routes
from kiosk.web.setup_self_test import self_test_routes
from kiosk.web.setup_state import Present, games, people_body, plan_body, readings, settings_body, steps
from kiosk.web.signing import SCREEN, actor
from rules.errors import BadRequest

#: A list of players, in bytes: far above that of a school.
LARGEST_LIST = 128 * 1024


def setup_pages(table: Table, access: Access, keeper: SettingsKeeper | None, *, open_to_all: bool = False) -> Blueprint:
    """`/setup` and what it asks and tells: `/setup/state`, `/plan`, `/keep`, `/undo`, `/players`, `/people`.

    With the tests of the hardware: `/setup/camera/…`, `/setup/box/…` and `/setup/self-test`.
    """
    pages = Blueprint("setup", __name__)
    box = BoxTest(table.box)
    tested = self_test_routes(pages, table, lambda: who(access), box)

    def kept() -> SettingsKeeper:
        if keeper is None:
            raise Refused(404, "no-settings", say("error.no-settings"))
        return keeper

    @pages.get("/setup")
    def page() -> Response:
        return _unkept(make_response(render_template("setup.html", finished=_finished(kept()))))

    @pages.get("/setup/state")
    def state() -> Response:
        return _unkept(jsonify(_state(table, access, kept(), open_to_all=open_to_all) | {"tested": tested.last()}))

    @pages.post("/setup/plan")
    def plan() -> Response:
        return jsonify(plan_body(_settled(lambda: kept().plan(_changes(sent_object())))))

    @pages.post("/setup/keep")
    def keep() -> Response:
        sent = sent_object()
        done = _settled(lambda: kept().keep(_changes(sent), who(access), _base(sent)))
        return jsonify({"status": "done", "text": say("plan.kept"), **plan_body(done)})

    @pages.post("/setup/undo")
    def undo() -> Response:
        sent = sent_object()
        done = _settled(lambda: kept().undo(who(access), _base(sent)))
        return jsonify({"status": "done", "text": say("plan.undone"), **plan_body(done)})

    @pages.post("/setup/players")
    def players() -> Response:
        """A list of players as `csv` or `names`, looked through and, with `keep`, kept; `forget` forgets all."""
        request.max_content_length = LARGEST_LIST
        sent = sent_object()
        name = kept().settings().table.name
        try:
            seatings = _seatings(sent)
        except SeatingFaults as wrong:
            told = [{"line": fault.line, "text": fault.text} for fault in wrong.faults]
            return jsonify({"status": "refused", "faults": told[:MOST_FAULTS], "more": max(0, len(told) - MOST_FAULTS)})
        if sent.get("keep") is True or sent.get("forget") is True:
            try:
                table.seat(seatings, who(access))
            except OSError as trouble:
                raise BadRequest(f"the list of players cannot be written: {trouble.strerror or trouble}") from None
        mine = [each.body() for each in seatings if each.belongs_to(name)]
        return jsonify({"status": "done", "faults": [], "more": 0, "groups": len(seatings), "mine": mine})

    @pages.post("/setup/people")
    def people() -> Response:
        return _unkept(jsonify(_people(sent_object(), access, table)))

    camera_routes(pages, table, lambda: who(access))
    box_routes(pages, table, box, lambda: tested.test.now.running)
    return pages


def who(access: Access) -> str:
    """Who is on record for what is changed here."""
    found = access.session
    return SCREEN if found is None or found.person is None else actor(found.person)


def _finished(keeper: SettingsKeeper) -> bool:
    try:
        return keeper.settings().table.set_up
    except SettingsError:
        return True


def _state(table: Table, access: Access, keeper: SettingsKeeper, *, open_to_all: bool) -> dict[str, Any]:
    body = table.screen().body
    match = body.get("match")
    told: dict[str, Any] = {
        "file": str(keeper.path.absolute()),
        "playing": match is not None and not match["over"],
        "simulated": table.simulation is not None,
        "set_up": access.set_up,
        "games": games(),
        "readings": readings(),
    }
    try:
        settings = keeper.settings()
        back = keeper.undoing()
        waiting = keeper.waiting()
    except SettingsError as wrong:
        return told | {"broken": say("setup.broken", problem=str(wrong))}
    persons = tuple(access.gate.persons.all())
    notices = {each["part"]: each["text"] for each in body["notices"]}
    now = Present(settings, table.parts(), table.seatings, persons, open_to_all, notices)
    mine = [each.body() for each in table.seatings if each.belongs_to(settings.table.name)]
    return told | {
        "finished": settings.table.set_up,
        "settings": settings_body(settings),
        "steps": steps(now),
        "undo": None if back is None or not back.changes else plan_body(back),
        "waits": say("plan.waits", keys=", ".join(waiting)) if waiting else None,
        "parts": dict(now.parts),
        "notices": notices,
        "players": {"groups": len(table.seatings), "mine": mine},
        "people": list(people_body(persons)),
        "open_to_all": open_to_all,
    }


def _changes(sent: Mapping[str, Any]) -> Mapping[str, object]:
    changes = sent.get("changes")
    if not isinstance(changes, Mapping):
        raise BadRequest("changes must be an object with sections and keys")
    return changes


def _base(sent: Mapping[str, Any]) -> str | None:
    base = sent.get("base")
    return base if isinstance(base, str) else None


def _settled(work: Any) -> Any:
    """What that gives; what is wrong with a setting is the sender's business."""
    try:
        return work()
    except SettingsError as wrong:
        raise BadRequest(str(wrong)) from None
    except Stale:
        raise Refused(409, "stale", say("plan.stale")) from None


def _seatings(sent: Mapping[str, Any]) -> tuple[Seating, ...]:
    if sent.get("forget") is True:
        return ()
    text = sent.get("csv")
    return parse_seatings(text) if isinstance(text, str) else typed_seating(sent.get("names"))


# --- judges and organisers ------------------------------------------------------------------------------


def _people(sent: Mapping[str, Any], access: Access, table: Table) -> dict[str, Any]:
    deeds = {"add": _add, "pin": _new_pin, "remove": _remove}
    deed = deeds.get(str(sent.get("do")))
    if deed is None:
        raise BadRequest(f"do must be one of {', '.join(deeds)}")
    try:
        return deed(sent, access, table)
    except PeopleError as wrong:
        raise BadRequest(str(wrong)) from None


def _add(sent: Mapping[str, Any], access: Access, table: Table) -> dict[str, Any]:
    persons, by = access.gate.persons, who(access)
    name, initials = sent.get("name"), sent.get("initials") or None
    if not isinstance(name, str) or not isinstance(initials, str | None):
        raise BadRequest("a name is needed")
    role = Role.ORGANISER if sent.get("organiser") is True else Role.JUDGE
    first = not any(person.role is Role.ORGANISER for person in persons.all())
    if first and role is not Role.ORGANISER:
        raise BadRequest(say("people.first-needed"))
    pin, made = _pin(sent)
    person = persons.add(name, role, initials=initials, pin=pin)
    table.note(by, "people", did="added", initials=person.initials, role=person.role.value)
    access.gate.note("added on /setup", person.initials, access.origin.address)
    if access.session is None:
        # From now on only organisers may go on here: whoever has just become one need not sign in for it.
        access.enter(access.gate.sessions.begin(person, access.origin.address))
    return {"status": "done", "text": say("people.added", name=person.name), "person": person.id, "pin": made}


def _new_pin(sent: Mapping[str, Any], access: Access, table: Table) -> dict[str, Any]:
    person = _person(sent, access)
    pin, made = _pin(sent)
    own = access.session is not None and access.session.person is not None and access.session.person.id == person.id
    access.gate.persons.set_pin(person, pin)
    table.note(who(access), "people", did="new-pin", initials=person.initials)
    if own:
        access.enter(access.gate.sessions.begin(person, access.origin.address))
    return {"status": "done", "text": None, "person": person.id, "pin": made}


def _remove(sent: Mapping[str, Any], access: Access, table: Table) -> dict[str, Any]:
    person, by = _person(sent, access), who(access)
    others = [each for each in access.gate.persons.all() if each.id != person.id]
    if others and not any(each.role is Role.ORGANISER for each in others):
        raise BadRequest(say("people.last-organiser"))
    access.gate.persons.remove(person)
    table.note(by, "people", did="removed", initials=person.initials)
    return {"status": "done", "text": say("people.removed", name=person.name), "person": person.id, "pin": None}


def _person(sent: Mapping[str, Any], access: Access) -> Any:
    person = access.gate.persons.get(sent.get("person"))
    if person is None:
        raise BadRequest("there is no such person")
    return person


def _pin(sent: Mapping[str, Any]) -> tuple[str, str | None]:
    """The PIN that somebody has chosen; or a new one, and the same to be shown."""
    chosen = sent.get("pin") or None
    if not isinstance(chosen, str | None):
        raise BadRequest("a PIN is a text of digits")
    if chosen is not None:
        return chosen, None
    made = random_pin()
    return made, made


def _unkept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
