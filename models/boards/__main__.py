"""Writes drawn boards with their labels: `python -m models.boards --count 500 --seed 0 --split held-back --out DIR`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import cv2

from models.boards.draw import draw_file
from models.boards.style import STYLES, Style


def write_boards(folder: Path, seeds: range, style: Style) -> float:
    """Writes `board_NNNNNN.jpg` and its label for each seed; gives back the mean processor time of a board in ms."""
    folder.mkdir(parents=True, exist_ok=True)
    spent = 0.0
    for done, seed in enumerate(seeds, start=1):
        begun = time.process_time()
        _, told, file = draw_file(seed, style)
        spent += time.process_time() - begun
        name = f"board_{seed:06d}"
        (folder / f"{name}.jpg").write_bytes(file)
        label = json.dumps({"image": f"{name}.jpg", **told}, ensure_ascii=False, indent=1)
        (folder / f"{name}.json").write_text(label, encoding="utf-8")
        _show(done, len(seeds), spent / done * 1000)
    return spent / max(1, len(seeds)) * 1000


def _show(done: int, whole: int, mean_ms: float) -> None:
    """The progress bar: one line that is written over where a person watches, and one at the end elsewhere."""
    if not sys.stderr.isatty() and done < whole:
        return
    filled = round(30 * done / whole)
    line = f"[{'#' * filled}{'.' * (30 - filled)}] {done}/{whole} boards, {mean_ms:.0f} ms each"
    sys.stderr.write(f"\r{line}" + ("\n" if done == whole else ""))
    sys.stderr.flush()


def main(argv: list[str] | None = None) -> int:
    asked = argparse.ArgumentParser(prog="python -m models.boards", description="Drawn boards with their labels.")
    asked.add_argument("--count", type=int, default=100, help="how many boards")
    asked.add_argument("--seed", type=int, default=0, help="the first board's seed; the next have the next ones")
    asked.add_argument("--split", choices=sorted(STYLES), default="train", help="which fonts, lamps and seeds")
    asked.add_argument("--out", type=Path, required=True, help="the folder to write to; made where it is missing")
    asked.add_argument("--stroke-only", action="store_true", help="print with strokes alone: needs no font")
    args = asked.parse_args(argv)
    if args.count < 1 or args.seed < 0:
        asked.error("--count is at least 1 and --seed at least 0")
    cv2.setNumThreads(1)
    style = replace(STYLES[args.split], stroke_only=True) if args.stroke_only else STYLES[args.split]
    try:
        mean_ms = write_boards(args.out, range(args.seed, args.seed + args.count), style)
    except OSError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    sys.stdout.write(f"{args.count} boards in {args.out}, {mean_ms:.0f} ms of one core each\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
