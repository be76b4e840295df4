"""Stand-ins for the adjudicator. They live in a module of their own, where the process that answers finds them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.errors import BadRequest, NotBuilt


class Pointing(BadRequest):
    """A bad request that knows where."""

    at = 3


def scripted(request: Mapping[str, Any]) -> dict[str, Any]:
    """Does what the Equation says."""
    match request.get("equation"):
        case "slow":
            if "sign" in request:
                Path(request["sign"]).touch()
            # Longer than any test waits: it ends only when somebody ends it.
            time.sleep(3600)
        case "large":
            return {"verdict": "correct", "all": "x" * (1 << 31)}
        case "dies":
            os._exit(3)
        case "bug":
            raise RuntimeError("secret detail")
        case "bad":
            raise BadRequest("there is no division 'upper'")
        case "pointing":
            raise Pointing("this sign means nothing")
        case "not-built":
            raise NotBuilt("the value is irrational")
        case "4+2x3=18":
            return {
                "verdict": "incorrect",
                "reasons": [
                    {"code": "ambiguous", "cite": "VII-B-6", "text": "It can be read wrongly.", "witness": "4+(2x(3))"},
                    {"code": "unavailable", "cite": "VII-B-3", "text": "There is no such cube.", "witness": "R2 Gxs"},
                    {"code": "unreadable", "cite": "VII-B", "text": "This is no sign.", "witness": "<b>(", "at": 3},
                ],
                "solution_value": None,
                "goal_value": "-1/2",
            }
        case "who":
            return {"verdict": "correct", "pid": os.getpid()}
    return {"verdict": "correct", "reasons": [], "heard": dict(request)}
