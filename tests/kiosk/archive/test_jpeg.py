"""Which pictures are taken, told by the marks in their files."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from kiosk.archive.jpeg import NoPicture, check_frame, check_snapshot
from tests.kiosk.archive.made import frame, picture
from vision.board import Board
from vision.snapshots import SnapshotStore


def test_what_a_table_writes_is_taken(tmp_path: Path) -> None:
    check_frame(frame(3))
    store = SnapshotStore(tmp_path)
    check_snapshot(store.path(store.keep(picture(3), Board(goal="G6"))).read_bytes())


@pytest.mark.parametrize("options", [[cv2.IMWRITE_JPEG_RST_INTERVAL, 1], [cv2.IMWRITE_JPEG_OPTIMIZE, 1]])
def test_other_plain_pictures_too(options: list[int]) -> None:
    _, encoded = cv2.imencode(".jpg", picture(9, 64), options)
    check_frame(encoded.tobytes())


def test_a_frame_is_no_snapshot() -> None:
    with pytest.raises(NoPicture, match="what was read"):
        check_snapshot(frame(1))


def test_no_beginning_of_a_picture_is_one() -> None:
    whole = frame(5)
    for length in range(len(whole)):
        with pytest.raises(NoPicture):
            check_frame(whole[:length])
