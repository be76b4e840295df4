"""Writes the parts of the documentation that are made from the code; `make docs` runs it."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from rules.equations.diagram import svg  # noqa: E402  (after the path to it)


def main() -> None:
    picture = FOLDER / "phases.svg"
    picture.write_text(svg(), encoding="utf-8")
    print(f"{picture.name}: written")


if __name__ == "__main__":
    main()
