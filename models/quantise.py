"""Networks in numbers of eight bits: a third less time for a reading on a processor that has instructions for them.

Convolutions, with what follows each, are reckoned in whole numbers of eight bits, scaled for each channel; the last
layers stay as they are. How large the numbers between layers become is measured on samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.cache import Task, planes_path
from vision.finder import CELL_PX

Floats = npt.NDArray[np.float32]

#: From so many shards of samples, so many crops of each, and every so manieth straightened picture.
_SHARDS = 6
_CROPS = 192
_EVERY = 16


class _Inputs(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, inputs: Sequence[Floats]) -> None:
        self._left = iter(inputs)

    def get_next(self) -> dict[str, Floats] | None:
        found = next(self._left, None)
        return None if found is None else {"input": found}


def quantise(path: Path, inputs: Sequence[Floats]) -> None:
    """Rewrites a network in place; `inputs` are what it usually gets."""
    with TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        # Pictures of any size are taken: shapes that are known only then are none of its business.
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        options: dict[str, Any] = {"activation_type": QuantType.QUInt8, "weight_type": QuantType.QInt8}
        quantize_static(
            str(prepared), str(path), _Inputs(inputs), quant_format=QuantFormat.QDQ, per_channel=True,
            op_types_to_quantize=["Conv", "Relu", "Add"], **options,
        )  # fmt: skip


def typical_crops(tasks: Sequence[Task]) -> list[Floats]:
    """Crops of some shards, as a face network takes them."""
    chance = np.random.default_rng(1)
    found = []
    for task in _some(tasks):
        with np.load(task.path) as shard:
            crops, gains = shard["crops"], shard["gains"][shard["crops_of"]]
        some = chance.permutation(len(crops))[:_CROPS]
        found.append(_input(crops[some] * gains[some][:, None, None, :]))
    return found


def typical_planes(tasks: Sequence[Task]) -> list[Floats]:
    """Straightened pictures of some shards, as the finder takes them."""
    found = []
    for task in _some(tasks):
        planes = np.load(planes_path(task.path), mmap_mode="r")
        with np.load(task.path) as shard:
            gains = shard["gains"]
        for number in range(0, len(planes), _EVERY):
            high, wide = (side // (2 * CELL_PX) * 2 * CELL_PX for side in planes[number].shape[:2])
            found.append(_input((planes[number, :high, :wide] * gains[number])[None]))
    return found


def _some(tasks: Sequence[Task]) -> Iterator[Task]:
    step = max(1, len(tasks) // _SHARDS)
    yield from tasks[::step][:_SHARDS]


def _input(pictures: npt.NDArray[Any]) -> Floats:
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
