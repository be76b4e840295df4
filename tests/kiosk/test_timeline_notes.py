"""What the notes of judges say on a timeline."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.timeline_notes import DISPUTED, JUDGES, tell_note

ABOUT: dict[str, Any] = {"id": "act-1", "judge": "LK"}


@pytest.mark.parametrize(
    ("note", "text", "groups"),
    [
        ({"note": "judge-act", "row": 4, "why": "glare", "cite": ""}, "LK's reason: glare", {JUDGES}),
        ({"note": "judge-note", "about": 4, "text": "He was late."}, "He was late.", {JUDGES}),
        (
            {"note": "judge-note", "about": 4, "text": "She led.", "ruling": "upheld"},
            "LK upholds the charge: She led.",
            {JUDGES, DISPUTED},
        ),
        (
            {"note": "judge-note", "about": 4, "text": "She did not lead.", "ruling": "not-upheld"},
            "LK does not uphold the charge: She did not lead.",
            {JUDGES, DISPUTED},
        ),
        (
            {"note": "judge-proposed", "why": "rude", "event": {"event": "judge-penalized", "player": "B"}},
            "LK asks a second judge (judge penalized): rude",
            {JUDGES},
        ),
        (
            {"note": "judge-declined", "why": "a warning is enough", "proposal": "act-0"},
            "LK does not go on with what was proposed: a warning is enough",
            {JUDGES},
        ),
    ],
)
def test_what_judges_have_noted(note: dict[str, Any], text: str, groups: set[str]) -> None:
    told = tell_note(ABOUT | note)
    assert told is not None
    assert (told.text, set(told.groups)) == (text, groups)
