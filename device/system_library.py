"""Libraries that come with the operating system and not with this program: those that reach into the hardware.

On a Raspberry Pi they are packages of the system (python3-lgpio, python3-spidev), which an environment of our own
does not see. So they are looked for where Debian keeps them, and only they.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

SYSTEM_PACKAGES = "/usr/lib/python3/dist-packages"


def system_library(name: str, *, folder: str = SYSTEM_PACKAGES) -> ModuleType:
    """The library, from our own environment or the system's; ImportError if neither has one for this Python."""
    try:
        return importlib.import_module(name)
    except ImportError:
        pass
    # At the end, and only for this import: nothing else of the system's may take the place of ours.
    sys.path.append(folder)
    try:
        importlib.invalidate_caches()
        return importlib.import_module(name)
    finally:
        sys.path.remove(folder)
