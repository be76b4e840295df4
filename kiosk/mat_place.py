"""Where the mat lies under this table's camera, as somebody said it: small files in the data folder (docs/vision.md).

The command `tablejudge mat` and the step Camera of the set-up keep the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from kiosk.head import write_synced
from rules.errors import BadRequest
from vision.kept_pose import CORNERS_FILE, POSE_FILE, KeptCorners, KeptPose, read_corners, read_pose

T = TypeVar("T")


def place_text(value: Mapping[str, Any]) -> bytes:
    """Corners or a pose as their file has them."""
    return msgspec.json.format(msgspec.json.encode(value)) + b"\n"


def kept_corners(folder: Path) -> KeptCorners | None:
    """The corners that were set by hand; None where there are none, or none that could be used."""
    return _read(folder / CORNERS_FILE, read_corners)


def kept_pose(folder: Path) -> KeptPose | None:
    """Where the camera stood; None where nobody has kept it, or it cannot be used."""
    return _read(folder / POSE_FILE, read_pose)


def keep_place(folder: Path, kept: KeptCorners | KeptPose) -> None:
    """Keep it from now on; BadRequest if it cannot be written."""
    path = folder / (CORNERS_FILE if isinstance(kept, KeptCorners) else POSE_FILE)
    try:
        write_synced(path, place_text(kept.to_json()))
    except OSError as trouble:
        raise BadRequest(f"{path} cannot be written: {trouble.strerror or trouble}") from None


def forget_place(folder: Path, name: str) -> bool:
    """Forget the file of that name; False if there was none, BadRequest if it cannot be removed."""
    try:
        (folder / name).unlink()
    except FileNotFoundError:
        return False
    except OSError as trouble:
        raise BadRequest(f"{folder / name} cannot be removed: {trouble.strerror or trouble}") from None
    return True


def _read(path: Path, reader: Callable[[Path], T]) -> T | None:
    if not path.is_file():
        return None
    try:
        return reader(path)
    except BadRequest:
        return None
