"""Signing in and out: by name and PIN, by a one-time code, and the codes themselves."""

from __future__ import annotations

import re
from typing import Any

import segno
from flask import Blueprint, Response, jsonify, make_response, render_template, request

from kiosk.people import Person, Proof, Role, SignInRefused
from kiosk.people.codes import LIFE_S
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.place import Place
from kiosk.web.safety import Refused, sent_object
from kiosk.web.signing import prove, turned_away
from rules.errors import BadRequest

#: Where somebody may go on after signing in: a page of ours, and nothing that could be read as another host's.
_INSIDE = re.compile(r"/[a-z]+(/[a-z0-9-]+)*")


def sign_in_pages(access: Access, place: Place) -> Blueprint:
    """`/session`, `/sign-in`, `/join`, `/sign-out`, `/codes`."""
    pages = Blueprint("sign_in", __name__)
    gate = access.gate

    @pages.get("/session")
    def session() -> Response:
        """Who this browser is, whom it could ask to sign, and the token that everything it sends must carry."""
        people = [_shown(person) for person in gate.persons.all()]
        found = access.session
        told = {
            "token": access.token,
            "role": access.role.value,
            "person": None if found is None or found.person is None else _shown(found.person),
            "left_s": None if found is None else int(found.left_s),
            "set_up": bool(people),
            "people": people,
        }
        return _unkept(jsonify(told))

    @pages.get("/sign-in")
    def page() -> Response:
        target = request.args.get("next", "")
        inside = target if _INSIDE.fullmatch(target) else "/judge"
        return _unkept(make_response(render_template("sign-in.html", next=inside, set_up=access.set_up)))

    @pages.post("/sign-in")
    def sign_in() -> Response:
        proof = Proof.read(sent_object())
        if proof is None:
            raise BadRequest("a person's number and a PIN are needed")
        return _entered(prove(proof, access))

    @pages.get("/join")
    def join_page() -> Response:
        """The code is behind the # of the link: no server, log or preview ever sees it."""
        return _unkept(make_response(render_template("join.html")))

    @pages.post("/join")
    def join() -> Response:
        code = sent_object().get("code")
        if not isinstance(code, str) or len(code) > 40:
            raise BadRequest("a code is needed")
        try:
            return _entered(gate.redeem(code, access.origin))
        except SignInRefused as refused:
            raise turned_away(refused) from None

    @pages.post("/sign-out")
    def sign_out() -> Response:
        sent_object()
        found = access.session
        if found is not None and found.person is not None:
            gate.note("signed out", found.person.initials, access.origin.address)
        access.leave()
        return _unkept(jsonify({"status": "done", "text": say("sign.out"), "token": access.token}))

    @pages.post("/codes")
    def codes() -> Response:
        """A one-time code for `{"person": number}`, or with null for a table's screen."""
        asked = sent_object()
        found = access.session
        if found is None or found.person is None:
            raise Refused(401, "sign-in", say("error.sign-in"))
        person = None
        if asked.get("person") is not None:
            person = gate.persons.get(asked["person"])
            if person is None:
                raise BadRequest("there is no such person")
        try:
            code = gate.code_for(found.person, person)
        except SignInRefused as refused:
            raise turned_away(refused) from None
        url = place.url(request.host)
        link = f"{url or request.host_url.rstrip('/')}/join#{code.text}"
        told = {
            "status": "done",
            "text": None if url else say("sign.unreachable"),
            "code": code.text,
            "link": link,
            "picture": picture(link),
            "for": say("sign.screen") if person is None else person.name,
            "life_s": int(LIFE_S),
        }
        return _unkept(jsonify(told))

    def _entered(person: Person | None) -> Response:
        access.enter(gate.sessions.begin(person, access.origin.address))
        target = "/" if person is None else "/judge"
        return _unkept(jsonify({"status": "done", "text": None, "go": target, "token": access.token}))

    return pages


def picture(link: str) -> str:
    """The link as a QR code: an SVG that an <img> can have as its address."""
    return segno.make(link, error="m", micro=False).svg_data_uri(scale=8, border=4, dark="#000", light="#fff")


def _shown(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "initials": person.initials,
        "role": person.role.value,
        "organiser": person.role is Role.ORGANISER,
        "has_pin": person.has_pin,
    }


def _unkept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
