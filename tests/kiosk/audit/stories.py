"""A match in which everything happens that an audit shows, with pictures and a clip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.kiosk.audit.written import Pictures, Writing, clip_note, keep_clip
from tests.kiosk.papers import opened, shake

#: What is typed into the table must not become a formula in a spreadsheet.
REASON = "=HYPERLINK(1)"


def eventful(clip: str | None = None) -> list[dict[str, Any]]:
    """Two shakes: a stop, a late turn (approved), a silent block (refused), conduct, an undoing, a lost Goal."""
    late = {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": "LK", "actor": "judge:LK"}
    lines = [opened(), *shake(0, late=145.25)]
    lines[4:4] = [
        {"t": 60, "event": "clock-paused", "by": "LK", "why": REASON},
        {"t": 75, "event": "clock-resumed", "by": "LK", "why": "all back"},
    ]
    if clip is not None:
        lines[6] |= {"note": clip_note(clip, 165_000)}
    return [
        *lines,
        late,
        {"t": 310, "event": "shake-started"},
        {"t": 320, "event": "block-lifted", "player": "C"},
        {"t": 340, "event": "tick"},
        {"t": 350, "event": "penalty-refused", "penalty": 2, "judge": "BE", "actor": "judge:BE"},
        {"t": 360, "event": "judge-warned", "player": "C", "judge": "LK", "why": "humming"},
        {"t": 370, "event": "judge-penalized", "player": "C", "judge": "LK", "why": "humming again"},
        {"t": 380, "event": "judge-penalized", "player": "C", "judge": "BE", "why": "talking"},
        {"t": 390, "event": "event-undone", "line": 21, "judge": "BE", "why": "it was Dee"},
        {"t": 400, "event": "outage", "seconds": 4.5},
        {"t": 620, "event": "tick"},
    ]


def eventful_table(folder: Path) -> Path:
    """The journal of it, with a picture for every row that moved something."""
    clip = keep_clip(folder, 5_000_000)
    pictures = Pictures.keep(folder, 40).names
    writing = Writing(folder)
    writing.match(eventful(clip), pictures=lambda line: (pictures[line],) if line % 2 else ())
    writing.close()
    return folder
