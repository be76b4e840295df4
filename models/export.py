"""Networks as ONNX files for the reader, each with what the reader must know written into it."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import nn

from models.quantise import Floats, quantise

#: A set of operators that every onnxruntime in question knows.
OPSET = 17


def export(
    net: nn.Module,
    sample: torch.Tensor,
    outputs: list[str],
    about: Mapping[str, Any],
    path: Path,
    inputs: Sequence[Floats],
) -> None:
    """Writes the network; `about` goes into the file's metadata as JSON texts, `inputs` are what it usually gets."""
    axes = {"input": {0: "n", 2: "h", 3: "w"}} | {name: {0: "n"} for name in outputs}
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval().to(memory_format=torch.contiguous_format),  # type: ignore[call-overload]
            (sample,),
            str(path),
            dynamo=False,
            opset_version=OPSET,
            input_names=["input"],
            output_names=outputs,
            dynamic_axes=axes,
        )
    quantise(path, inputs)
    describe(path, about)


def describe(path: Path, about: Mapping[str, Any]) -> None:
    """Writes these texts into a model's metadata, in place of what it had under the same names."""
    model = onnx.load(str(path))
    texts = {entry.key: entry.value for entry in model.metadata_props}
    texts |= {name: json.dumps(value, ensure_ascii=False) for name, value in about.items()}
    onnx.helper.set_model_props(model, texts)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString(deterministic=True))
