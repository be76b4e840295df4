"""Readings of drawn boards beside their truth: what the reader said of every cube that was there."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from models.cache import KITS, drawn
from models.progress import Bar
from vision.evaluate import JudgedBoard, judge_board, parse_truth
from vision.layout import load_layout
from vision.net_reader import open_reader
from vision.reader import Reader


def judged_boards(folder: Path, kit: str, seeds: Sequence[int], workers: int = 2) -> list[JudgedBoard]:
    """The held-back boards with these seeds, read by the model in this folder and judged."""
    bar = Bar("reading", len(seeds))
    boards = []
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for board in pool.imap(_judge_one, [(folder, kit, seed) for seed in seeds], chunksize=4):
            boards.append(board)
            bar.step()
    bar.close()
    return boards


@cache
def _reader(folder: Path, kit: str) -> Reader:
    return open_reader(load_layout(kit), KITS[kit], folder=folder)


def _judge_one(work: tuple[Path, str, int]) -> JudgedBoard:
    folder, kit, seed = work
    cv2.setNumThreads(1)
    picture, truth = drawn(seed, kit, held_back=True)
    return judged(_reader(folder, kit), picture, {"image": f"seed-{seed}", **truth})


def judged(reader: Reader, picture: Any, truth: dict[str, Any]) -> JudgedBoard:
    """One picture, read and judged."""
    began = time.process_time()
    board = reader.read(picture)
    return judge_board(parse_truth(truth), board, 1000 * (time.process_time() - began))
