"""Is the camera of a running table well? The doctor's words, of what the table's own process sees.

The camera belongs to that process, and nobody else could open it. What is found here is found on the set-up page, again
and again while somebody aims the camera, and once in a self-test.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from kiosk.doctor_camera import ANSWER_S, KINDS, SAID, TOO_BRIGHT, on_the_mat, without_mat
from kiosk.findings import OK, WARNING, WRONG, Finding
from vision.calibration import read_calibration
from vision.frame_gate import SILENT, STATE_PROBLEMS, UNPLUGGED
from vision.frames import CameraState
from vision.live_view import Light, LiveView
from vision.quality import BLURRED_ABOVE_MM, DARK_BELOW, NOISY_ABOVE, WHITE
from vision.reader import BLURRED, CAMERA_MOVED, DARK, GLARE, MARKER_MISSING
from vision.supervisor import CLOSED, RESTARTING, STARTING
from vision.wire import SIMULATED

#: How long it rests before it looks again for a first picture.
AGAIN_S = 0.2
#: What is wrong while no process watches, to be read after the camera's name, and what to do about it.
PROCESS: Mapping[str, tuple[str, str]] = {
    STARTING: ("is starting", "Wait for a moment."),
    RESTARTING: ("is being started again", "Wait for a moment. If it goes on, pull its cable out and put it back."),
    CLOSED: ("cannot be used", "Look at what every page says of the camera, and choose it anew in the step Camera."),
}
#: Out of these a picture may come in a moment; every other state has been so for long at a table that runs.
ON_THE_WAY = frozenset({STARTING, RESTARTING, CameraState.DELIVERING.value})
#: The doctor's words, but for what he says of a camera that he has opened himself.
LIVE: Mapping[str, tuple[str, str]] = {**SAID, UNPLUGGED: ("has been unplugged", SAID[UNPLUGGED][1])}


def live_findings(view: LiveView, kind: str) -> Iterator[Finding]:
    """A finding for the camera of that kind and, if it gives pictures, for what the newest one shows."""
    name = KINDS.get(kind, "the camera")
    if view.jpeg is None:
        wrong, advice = _no_picture(view)
        yield Finding("camera", WRONG, f"{name} {wrong}", advice)
        return
    yield Finding("camera", OK, f"{name} is there")
    troubles = [problem for problem in view.problems if problem in LIVE]
    for problem in troubles:
        wrong, advice = LIVE[problem]
        yield Finding("picture", WRONG, f"{name} {wrong}", advice)
    if not troubles and view.size is not None:
        yield Finding("picture", OK, "its pictures are {} x {}".format(*view.size))
    board = view.board
    if board is None:
        return
    if view.light is None:
        yield from without_mat(view.problems)
        return
    yield from on_the_mat(_problems(view, view.light), len(view.markers_missing or ()), board)


def examine_live(
    look: Callable[[], LiveView], kind: str, data: Path, *, answer_s: float = ANSWER_S
) -> Iterator[Finding]:
    """The findings of the first view that has a picture, or of the last one without; then those of its measures."""
    deadline = time.monotonic() + answer_s
    view = look()
    while view.jpeg is None and view.state in ON_THE_WAY and time.monotonic() < deadline:
        time.sleep(AGAIN_S)
        view = look()
    yield from live_findings(view, kind)
    # What is known of the camera over a table is not true of one that is simulated.
    wrong = () if kind == SIMULATED else read_calibration(data).wrong
    if wrong:
        advice = "Measure it anew (tablejudge lens, mat pose, kit learn), or remove the file."
        yield Finding("measure", WARNING, f"what was measured cannot be used: {', '.join(wrong)}", advice)


def is_dark(light: Light) -> bool:
    """Whether signs cannot be told from paper in this light (`vision/quality.py` has the limits)."""
    return light.paper < DARK_BELOW or light.noise > NOISY_ABOVE * light.paper


def is_bright(light: Light) -> bool:
    """Whether the paper is as white as can be."""
    return light.paper >= WHITE


def _no_picture(view: LiveView) -> tuple[str, str]:
    if view.state in PROCESS:
        return PROCESS[view.state]
    named = [problem for problem in view.problems if problem in LIVE]
    states = {state.value: problem for state, problem in STATE_PROBLEMS.items()}
    if not named and view.state == CameraState.DELIVERING.value:
        # It is there, and has just been asked for the first time.
        return PROCESS[STARTING]
    return LIVE[named[-1] if named else states.get(view.state, SILENT)]


def _problems(view: LiveView, light: Light) -> tuple[str, ...]:
    """What is wrong with a picture in which the mat was found: what was measured, and what only the reader knows."""
    assert view.board is not None
    found = {
        DARK: is_dark(light),
        BLURRED: light.blur_mm > BLURRED_ABOVE_MM,
        GLARE: light.glare,
        TOO_BRIGHT: is_bright(light),
        # With none in view it was found by corners that somebody set by hand.
        MARKER_MISSING: bool(view.markers) and bool(view.markers_missing),
        CAMERA_MOVED: False,
    }
    return tuple(problem for problem, so in found.items() if so or problem in view.board.problems)
