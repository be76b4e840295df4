"""The trained networks on disk, opened for use: one thread, warmed up, with what their files say about themselves.

A file that is missing, cut off, or made for another kit is a problem with a name, never a crash in the middle of play.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnxruntime  # type: ignore[import-untyped]

from vision.faces import CROP_PX, FaceKind, Floats
from vision.reader import MODEL_CORRUPT, MODEL_MISSING

#: Where the networks of each kit are, in a folder of the kit's name: the finder, and a face network for each look.
MODELS = Path(__file__).resolve().parent.parent / "models" / "faces"
FINDER_FILE, FACES_FILES = "finder.onnx", ("faces-1.onnx", "faces-2.onnx")
#: No file that is larger is one of ours; it is not even read.
_MOST_BYTES = 16_000_000


class BadModel(Exception):
    """A model that cannot be used; `problem` is its name, the text says more."""

    def __init__(self, problem: str, text: str) -> None:
        super().__init__(text)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Trust:
    """What was learnt on held-back pictures about how far the networks can be believed."""

    #: Logits of kinds and of turns are divided by these.
    kind_temperature: float
    turn_temperature: float
    #: A cube is sure from this confidence on, with so much of its face in view, and so hot a place.
    sure_confidence: float
    sure_visible: float
    sure_heat: float


@dataclass(frozen=True, slots=True)
class Networks:
    """The networks of a kit. `hash` names them for the record."""

    finder: onnxruntime.InferenceSession
    faces: tuple[onnxruntime.InferenceSession, ...]
    table: tuple[FaceKind, ...]
    trust: Trust
    hash: str

    def find(self, plane: Floats) -> Floats:
        """The finder's grid (6, h, w) for a straightened picture (1, 3, 4h, 4w)."""
        return cast(Floats, self.finder.run(None, {"input": plane})[0][0])

    def read_faces(self, crops: Floats, look: int) -> tuple[Floats, Floats, Floats]:
        """Logits of kinds and turns, and the fit, of crops (n, 3, CROP_PX, CROP_PX), by the network of this look."""
        kind, turn, fit = self.faces[look].run(None, {"input": crops})
        return kind, turn, fit


def open_networks(table: Sequence[FaceKind], folder: Path) -> Networks:
    """The networks in a folder, ready for use; BadModel where they are not there or not right."""
    contents = {name: _read(folder / name) for name in (FINDER_FILE, *FACES_FILES)}
    sessions = {name: _session(content, name) for name, content in contents.items()}
    trusts = [_trust(sessions[name], name, tuple(table)) for name in FACES_FILES]
    if len(set(trusts)) != 1:
        raise BadModel(MODEL_CORRUPT, "the networks of the two looks were not calibrated together")
    digest = hashlib.sha256(b"".join(contents.values())).hexdigest()[:12]
    faces = tuple(sessions[name] for name in FACES_FILES)
    networks = Networks(sessions[FINDER_FILE], faces, tuple(table), trusts[0], digest)
    _warm(networks)
    return networks


def _trust(faces: onnxruntime.InferenceSession, name: str, table: tuple[FaceKind, ...]) -> Trust:
    """How far a face network can be believed, by its file; BadModel if it was not trained for this table."""
    about = faces.get_modelmeta().custom_metadata_map
    try:
        written = tuple(FaceKind(color, symbol) for color, symbol in json.loads(about["table"]))
        trust = Trust(**{key: float(value) for key, value in json.loads(about["trust"]).items()})
    except (KeyError, TypeError, ValueError) as wrong:
        raise BadModel(MODEL_CORRUPT, f"{name} does not say what it was trained for: {wrong}") from None
    if written != table:
        raise BadModel(MODEL_CORRUPT, f"{name} was trained for other faces than this kit's")
    return trust


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadModel(MODEL_CORRUPT, f"{path.name} is too large for a model of ours")
        return path.read_bytes()
    except OSError as wrong:
        raise BadModel(MODEL_MISSING, f"{path.name} cannot be read: {wrong.strerror}") from None


def _session(content: bytes, name: str) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # Errors reach us as exceptions; nothing is printed between our lines.
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as wrong:  # noqa: BLE001  onnxruntime has a class of its own for every way a file can be broken
        raise BadModel(MODEL_CORRUPT, f"{name} is no network: {type(wrong).__name__}") from None


def _warm(networks: Networks) -> None:
    """Runs each network once: the first run is slow, and shows whether they answer as they should."""
    try:
        grid: Any = networks.find(np.zeros((1, 3, 64, 64), dtype=np.float32))
        crops = np.zeros((2, 3, CROP_PX, CROP_PX), dtype=np.float32)
        faces = [networks.read_faces(crops, look) for look in range(len(networks.faces))]
        shapes = {tuple(answer.shape for answer in answers) for answers in faces}
    except Exception as wrong:  # noqa: BLE001  as above
        raise BadModel(MODEL_CORRUPT, f"the networks do not run: {type(wrong).__name__}") from None
    if grid.shape != (6, 16, 16) or shapes != {((2, len(networks.table) + 1), (2, 4), (2, 4))}:
        raise BadModel(MODEL_CORRUPT, "the networks answer in another shape than ours")
