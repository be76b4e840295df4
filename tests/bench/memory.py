"""What a process holds of its own, by kind: what the kernel would have to write out if it took the memory away."""

from __future__ import annotations

import re
from pathlib import Path

#: The heap, what was mapped without a file (Python's own arenas, other threads' heaps, stacks), and changed file pages.
KINDS = ("heap", "anonymous", "files")
_MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)")


def held_kib(process: int | str = "self") -> dict[str, int]:
    """The private dirty memory of a process; OSError if there is none."""
    held = dict.fromkeys(KINDS, 0)
    kind = KINDS[-1]
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        mapping = _MAPPING.fullmatch(line)
        if mapping is not None:
            name = mapping[1]
            kind = "heap" if name == "[heap]" else "files" if name.startswith("/") else "anonymous"
        elif line.startswith("Private_Dirty:"):
            held[kind] += int(line.split()[1])
    return held
