"""`python -m models.figures`: the figures of the card, made anew: held-back boards, read and judged.

The boards have seeds, fonts and lamps of their own; neither training nor calibration has seen one of them.
`--card` writes the figures into models/CARD.md between its marks; `--folder` judges a folder of labelled pictures.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

import cv2

from models.cache import KITS
from models.readings import judged, judged_boards
from rules.events import parse_object
from vision.evaluate import Evaluation, JudgedBoard, Tally
from vision.layout import load_layout
from vision.model_file import FACES_FILES, FINDER_FILE, MODELS
from vision.net_reader import open_reader

#: The figures' boards begin at this seed; those of calibration end far below it.
FIGURES_SEED = 700_000
CARD = Path(__file__).resolve().parent / "CARD.md"
FONTS = Path(__file__).resolve().parent / "boards" / "fonts.json"


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    folder: Path = options.model or MODELS / options.kit
    if options.folder is None:
        seeds = range(FIGURES_SEED, FIGURES_SEED + options.boards)
        boards = judged_boards(folder, options.kit, seeds, options.workers)
    else:
        boards = _folder_boards(options.folder, folder, options.kit)
    evaluation = Evaluation(tuple(boards))
    if options.json is not None:
        options.json.write_text(json.dumps(evaluation.to_json(), ensure_ascii=False, indent=1), encoding="utf-8")
    text = figures_text(evaluation, folder)
    print(text)
    if options.card:
        write_card(CARD, "figures", text)
        write_card(CARD, "fonts", fonts_text())
    return 0


def _folder_boards(pictures: Path, folder: Path, kit: str) -> list[JudgedBoard]:
    cv2.setNumThreads(1)
    reader = open_reader(load_layout(kit), KITS[kit], folder=folder)
    boards = []
    for label in sorted(pictures.glob("*.json")):
        truth = parse_object(label.read_bytes())
        picture = cv2.imread(str(label.parent / str(truth["image"])))
        if picture is not None:
            boards.append(judged(reader, picture, truth))
    return boards


def figures_text(evaluation: Evaluation, folder: Path) -> str:
    """The figures as a page's part."""
    tally, count = evaluation.tally(), len(evaluation.boards)
    size = sum((folder / name).stat().st_size for name in (FINDER_FILE, *FACES_FILES))
    lines = [
        _sizes(evaluation, tally, size),
        "",
        "| figure | value |",
        "|---|---|",
        f"| clear cubes right (colour, symbol, section) | {_share(tally.right, tally.cubes)} |",
        f"| turns right, where they can be told | {_share(tally.right_turn, tally.turned)} |",
        f"| boards without an error | {_share(evaluation.boards_without_error, count)} |",
        f"| clear cubes sure | {_share(tally.sure, tally.cubes)} |",
        f"| sure and wrong, of all cubes, clear or not | {evaluation.sure_and_wrong} |",
        f"| cubes read where there is none | {evaluation.false_cubes} |",
        f"| partly hidden cubes found | {_found(evaluation.tally('partly hidden'))} |",
        f"| core time of a reading, median | {evaluation.median_ms:.0f} ms |",
        "",
        "By kit and light, clear cubes:",
        "",
        "| | cubes | right | sure | sure and wrong |",
        "|---|---|---|---|---|",
    ]
    for what in ("kit", "lighting"):
        for name, part in evaluation.by(what).items():
            lines.append(
                f"| {what} {name} | {part.cubes} | {_share(part.right, part.cubes)} | {_share(part.sure, part.cubes)} "
                f"| {part.sure_and_wrong} |"
            )
    lines += ["", "Faces taken for others (clear cubes):", "", "| truth | read as | times |", "|---|---|---|"]
    lines += [f"| {truth} | {read} | {times} |" for (truth, read), times in evaluation.confusions.most_common()]
    if not evaluation.confusions:
        lines.append("| none | | 0 |")
    return "\n".join(lines)


def _sizes(evaluation: Evaluation, tally: Tally, size: int) -> str:
    return (
        f"{len(evaluation.boards)} boards, {len(evaluation.cubes)} cubes, of which {tally.cubes} clear "
        f"(at least 0.6 in view, contrast at least 12). All files together: {size / 1e6:.2f} MB."
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.2%})" if whole else "none"


def _found(tally: Tally) -> str:
    return _share(tally.found, tally.cubes)


def fonts_text() -> str:
    """The families of fonts with which boards are printed, and the packages they come from."""
    families = json.loads(FONTS.read_text(encoding="utf-8"))["families"]
    lines = []
    for split, title in (("train", "For training"), ("held-back", "Held back")):
        names = [f"{family['family']} ({family['package']})" for family in families if family["split"] == split]
        lines.append(f"{title}: {', '.join(names)}.")
    return "\n\n".join(lines)


def write_card(card: Path, part: str, text: str) -> None:
    """Puts a text between the card's marks for this part."""
    page = card.read_text(encoding="utf-8")
    start, end = f"<!-- {part} -->", f"<!-- end of {part} -->"
    pattern = re.compile(re.escape(start) + r".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"{card} has no marks for {part}")
    card.write_text(pattern.sub(lambda _: f"{start}\n{text}\n{end}", page), encoding="utf-8")


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.figures", description=__doc__)
    parser.add_argument("--kit", default="equations", choices=sorted(KITS))
    parser.add_argument("--boards", type=int, default=500, help="how many held-back boards")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--model", type=Path, default=None, help="another folder of networks")
    parser.add_argument("--folder", type=Path, default=None, help="labelled pictures in place of drawn boards")
    parser.add_argument("--json", type=Path, default=None, help="write everything there, too")
    parser.add_argument("--card", action="store_true", help="write the figures into models/CARD.md")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
