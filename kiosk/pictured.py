"""Two pictures of the mat, before and after something, with what was read from each and what differs between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kiosk.matches import OpenMatch
from rules.cubes import Kit
from rules.errors import BadRequest
from vision.board import Board, kit_cube
from vision.compare import compared
from vision.layout import load_layout
from vision.snapshots import SnapshotStore


def pictures_body(match: OpenMatch, names: tuple[str | None, str | None]) -> dict[str, Any]:
    """`pictures`, before and after, by the names of their snapshots, and the `differences` between them, as JSON."""
    kit = match.past.fold.game.kit
    readings = [None if name is None else match.snapshots.reading(name) for name in names]
    return {
        "pictures": [
            _picture(match.snapshots, name, reading, kit) for name, reading in zip(names, readings, strict=True)
        ],
        "differences": _differences(readings[0], readings[1], kit),
    }


def _picture(store: SnapshotStore, name: str | None, reading: Board | None, kit: Kit | None) -> dict[str, Any] | None:
    if name is None:
        return None
    by = store.who_read(name)
    return {
        "name": name,
        "kept": store.path(name).is_file(),
        "whole": store.verify(name),
        "model": by.model,
        "calibration": by.calibration,
        "reading": None if reading is None else _reading(reading, kit),
    }


def _reading(board: Board, kit: Kit | None) -> dict[str, Any]:
    return {
        "sure": board.sure,
        "problems": list(board.problems),
        "mat": _mat(board, kit),
        "cubes": cubes_read(board, kit),
    }


def cubes_read(board: Board, kit: Kit | None) -> list[dict[str, Any]]:
    """The cubes of a reading, in its order: that of their places in the picture."""
    return [
        {
            "cube": _cube_text(kit, each.color, each.symbol, each.orientation),
            "section": each.section,
            "confidence": round(each.confidence, 3),
            "sure": each.sure,
        }
        for each in board.cubes
    ]


def _cube_text(kit: Kit | None, color: str, symbol: str, orientation: int) -> str:
    try:
        return symbol if kit is None else str(kit_cube(kit, color, symbol, orientation))
    except BadRequest:
        return symbol


def _mat(board: Board, kit: Kit | None) -> dict[str, str] | None:
    try:
        return None if kit is None else board.mat(kit).to_json()
    except BadRequest:
        return None


def _differences(before: Board | None, after: Board | None, kit: Kit | None) -> Sequence[Any]:
    if before is None or after is None or kit is None:
        return ()
    try:
        return compared(before, after, kit, load_layout())
    except BadRequest:
        return ()
