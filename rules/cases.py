"""What a judge may have to rule on, as a game lays it before one: a paper, what was said of it, and how to ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.mat import Mat
from rules.messages import Message
from rules.offers import Action


@dataclass(frozen=True, slots=True)
class Said:
    """What a checker has said of a paper; `accepted` is None where he lost the time for it."""

    by: str
    accepted: bool | None
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A paper that a judge may rule on now. It is for judges alone: `found` may be what no player may know yet."""

    writer: str
    text: str
    #: How it came to be written.
    story: Message
    #: The mat as it lay when it was written.
    mat: Mat | None
    said: tuple[Said, ...]
    #: It was rejected, and nobody has decided yet.
    disputed: bool
    #: What stands of it so far; None while nothing does.
    found: Message | None
    #: What `Game.ask("check", …)` is asked to find out whether it is correct.
    request: Mapping[str, Any]
    #: The ways to rule on it.
    actions: tuple[Action, ...]
    #: What the league of this match reads otherwise, for whoever answers the request.
    readings: Mapping[str, Any] = field(default_factory=dict)
