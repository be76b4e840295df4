"""What the camera sees now, as a value: for pages that show it to whoever sets a table up.

It is made when somebody asks (`vision/live.py`) and says everything of one frame: the picture, and where it was asked
for what was read of it. While no process watches there is no picture, and `state` says what the process does.
"""

from __future__ import annotations

from typing import Any

import msgspec

from vision.board import Board, board_json


class LiveWanted(msgspec.Struct, frozen=True):
    """What somebody wants to know: with `read` also what lies there, with `overlay` drawn into the picture."""

    read: bool = False
    overlay: bool = False

    @property
    def text(self) -> str:
        return msgspec.json.encode({"live": {"read": self.read, "overlay": self.overlay}}).decode()


class Light(msgspec.Struct, frozen=True, kw_only=True):
    """How the sheet looks to the camera, as measured (`vision/quality.py` has the limits).

    `paper` is the grey of the paper and `noise` how far a pixel of it is off, both of 255; `blur_mm` how far an edge is
    spread; `glare` whether a lamp is mirrored where a cube could lie unseen.
    """

    paper: float
    noise: float
    blur_mm: float
    glare: bool


class LiveView(msgspec.Struct, frozen=True, kw_only=True):
    """One frame and what is known of it.

    `state` is the camera's (`vision/frames.py`), or the process's while none watches. `problems` are those of the
    camera and, if it was read, of the picture. `jpeg` is None while there is no frame. `brightness` is the mean grey of
    the whole picture, of 255. What was not asked for is None.
    """

    wanted: LiveWanted = LiveWanted()
    state: str
    problems: tuple[str, ...] = ()
    reader: str = ""
    #: Nothing moves over the sheet.
    settled: bool = False
    #: When the frame was taken, on the machine's clock.
    at_us: int | None = None
    jpeg: bytes | None = None
    size: tuple[int, int] | None = None
    brightness: float | None = None
    board: Board | None = None
    #: None where the sheet was not found.
    light: Light | None = None
    markers: tuple[int, ...] | None = None
    markers_missing: tuple[int, ...] | None = None

    @property
    def text(self) -> str:
        """As the process says it."""
        return msgspec.json.encode({"live": self}).decode()

    def body(self) -> dict[str, Any]:
        """As a page gets it: JSON, without the picture's bytes."""
        told: dict[str, Any] = msgspec.to_builtins(self)
        for ours in ("wanted", "jpeg", "at_us"):
            del told[ours]
        board = None if self.board is None else board_json(self.board)
        return told | {"picture": self.jpeg is not None, "board": board}
