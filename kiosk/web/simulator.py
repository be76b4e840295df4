"""The pages of a simulated table: the hands of the people who sit at it."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from kiosk.texts import say
from kiosk.web.ports import Simulation, Table
from kiosk.web.safety import Refused, sent_object
from kiosk.web.stream import hands_body


def simulator_pages(table: Table) -> Blueprint:
    """`/simulator` and `/simulator/do`; both are not found at a table with real hardware."""
    pages = Blueprint("simulator", __name__)

    def simulation() -> Simulation:
        if table.simulation is None:
            raise Refused(404, "not-simulated", say("error.not-simulated"))
        return table.simulation

    @pages.get("/simulator")
    def simulator() -> str:
        simulation()
        return render_template("simulator.html")

    @pages.post("/simulator/do")
    def do() -> Response:
        """Does it and answers with the table as it lies then, so that the doer need not wait for the stream."""
        hands = simulation()
        hands.do(sent_object())
        return jsonify({"status": "done", "text": None, "hands": hands_body(hands)})

    return pages
