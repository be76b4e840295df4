"""What is known of the camera over one table: its lens, where it stood, the sheet's corners, the tuning to the kit.

Each is a small file in the data folder, written by `tablejudge lens`, `mat` and `kit`; each may be missing. One that
cannot be used is left out and named, so that the table plays on and says so.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rules.errors import BadRequest
from vision.kept_pose import CORNERS_FILE, POSE_FILE, KeptCorners, KeptPose, read_corners, read_pose
from vision.lens import Lens, read_lens
from vision.tuning import KIT_FILE, Tuning, read_tuning

log = logging.getLogger(__name__)

LENS_FILE = "lens.json"
#: A file of the calibration cannot be used.
CALIBRATION_WRONG = "calibration-wrong"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Calibration:
    """All of it. `hash` names it for the record, and is empty where nothing is known; `wrong` are files left out."""

    lens: Lens | None = None
    kept: KeptPose | None = None
    corners: KeptCorners | None = None
    tuning: Tuning | None = None
    hash: str = ""
    wrong: tuple[str, ...] = ()


NO_CALIBRATION = Calibration()


def read_calibration(folder: Path) -> Calibration:
    """What the files of a folder say."""
    digest = hashlib.sha256()
    used: list[str] = []
    wrong: list[str] = []

    def read(name: str, reader: Callable[[Path], T]) -> T | None:
        path = folder / name
        if not path.is_file():
            return None
        try:
            value = reader(path)
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
        except (BadRequest, OSError) as bad:
            log.error("%s is left out: %s", name, bad)
            wrong.append(name)
            return None
        used.append(name)
        return value

    lens, kept = read(LENS_FILE, read_lens), read(POSE_FILE, read_pose)
    corners, tuning = read(CORNERS_FILE, read_corners), read(KIT_FILE, read_tuning)
    return Calibration(lens, kept, corners, tuning, digest.hexdigest()[:12] if used else "", tuple(wrong))
