"""The two real boxes whose times are measured, each as a table has it: in a process of its own."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.device.rigs import FarCableRig, FarRig, KeptPinRig

KINDS: dict[str, tuple[str, Callable[[Path], FarRig]]] = {
    "pins": ("mock pins", KeptPinRig),
    "cable": ("pseudo-terminal", FarCableRig),
}


def add_box(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--box", choices=sorted(KINDS), help="one of the two boxes alone")


def rigs(box: str | None) -> Iterator[tuple[str, FarRig]]:
    """The box of this kind, or both one after the other, each closed when the next is asked for."""
    for name, make in [KINDS[box]] if box else KINDS.values():
        with tempfile.TemporaryDirectory() as folder:
            rig = make(Path(folder))
            try:
                yield name, rig
            finally:
                rig.close()
