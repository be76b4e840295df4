"""Recordings: written, read back, and other forms of them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.errors import BadRequest
from tests.vision.fake_devices import frame, picture
from vision.recording import About, FrameLine, Recorder, Recording, open_recording, recorded_camera
from vision.sightings import Trouble

ABOUT = About(camera={"kind": "usb"}, reader="net-1", calibration="abc", began="2026-01-01T10:00:00Z", fps=10)
TROUBLE = Trouble(at_us=5, problem="dark")


def times(recording: Recording) -> list[int]:
    return [frame.at_us for frame in recording.frames()]


def test_a_recording_is_read_as_it_was_seen(tmp_path: Path) -> None:
    images = [picture(0), picture(1)]
    with Recorder(tmp_path / "new", ABOUT) as recorder:
        shown = [recorder.add(frame(images[k // 2], 1000 * k, k)) for k in range(4)]
        recorder.sighted([TROUBLE])
        assert recorder.count == 4
    recording = open_recording(tmp_path / "new")
    read = list(recording.frames())
    assert [frame.at_us for frame in read] == [0, 1000, 2000, 3000]
    assert all(np.array_equal(one.image, other.image) for one, other in zip(shown, read, strict=True))
    assert np.abs(shown[0].image.astype(int) - images[0]).mean() < 3
    assert recording.about == ABOUT
    assert recording.sightings == (TROUBLE,)
    assert len(list((tmp_path / "new").glob("*.jpg"))) == 2, "the same picture is kept once"
    assert read[0].image is read[1].image, "and is known to be the same"


def test_a_recording_is_never_written_over(tmp_path: Path) -> None:
    Recorder(tmp_path, ABOUT).close()
    with pytest.raises(BadRequest, match="a recording here already"):
        Recorder(tmp_path, ABOUT)


def test_a_line_that_was_cut_off_at_the_end_is_left_out_and_one_in_the_middle_is_not(tmp_path: Path) -> None:
    with Recorder(tmp_path, ABOUT) as recorder:
        recorder.add(frame(picture(0), 1))
        recorder.add(frame(picture(1), 2))
    file = tmp_path / "frames.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    assert times(open_recording(tmp_path)) == [1]
    file.write_bytes(b"rubbish\n" + whole)
    with pytest.raises(BadRequest, match="line 1 is no frame"):
        open_recording(tmp_path)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [(b"", "there is no frame"), (b'{"file":"../secret.jpg","at_us":1}\n', "must lie beside it")],
)
def test_what_is_no_list_of_frames_is_refused(tmp_path: Path, lines: bytes, complaint: str) -> None:
    (tmp_path / "frames.jsonl").write_bytes(lines)
    with pytest.raises(BadRequest, match=complaint):
        open_recording(tmp_path)


def test_a_picture_that_is_spoilt_is_left_out(tmp_path: Path) -> None:
    with Recorder(tmp_path, ABOUT) as recorder:
        for number in range(3):
            recorder.add(frame(picture(number), number))
    (tmp_path / "000002.jpg").write_bytes(b"no picture")
    assert times(open_recording(tmp_path)) == [0, 2]


def test_a_folder_of_pictures_has_the_times_it_is_given(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.png", "notes.txt"):
        if name.endswith("txt"):
            (tmp_path / name).write_text("not a picture")
        else:
            assert cv2.imwrite(str(tmp_path / name), picture())
    recording = open_recording(tmp_path, fps=4)
    assert times(recording) == [0, 250_000]
    assert recording.about == About()
    assert recording.sightings is None


def test_a_film_is_a_recording(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (640, 480))
    images = [picture(level=level, noise=0) for level in (60, 100, 140)]
    for image in images:
        film.write(image)
    film.release()
    recording = open_recording(path)
    read = list(recording.frames())
    assert len(read) == 3
    steps = [after.at_us - before.at_us for before, after in pairwise(read)]
    assert steps == [50_000, 50_000]
    assert all(np.abs(one.image.astype(int) - image).mean() < 5 for one, image in zip(read, images, strict=True))
    assert [frame.at_us for frame in recording.frames()] == [frame.at_us for frame in read], "as often as wanted"


@pytest.mark.parametrize("name", ["", "nothing", "empty", "text.mp4", "no-clip.json"])
def test_what_is_no_recording_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("no film")
    (tmp_path / "no-clip.json").write_text("{}")
    with pytest.raises(BadRequest):
        open_recording(tmp_path / name)


def test_who_took_a_recording_is_known_from_it(tmp_path: Path) -> None:
    assert recorded_camera({"kind": "usb"}) == {"kind": "usb"}
    missing = {"kind": "folder", "path": str(tmp_path / "none")}
    assert recorded_camera(missing) == missing
    with Recorder(tmp_path, About(camera={"kind": "simulated"})) as recorder:
        recorder.add(frame(picture(), 1))
    assert recorded_camera({"kind": "folder", "path": str(tmp_path)}) == {"kind": "simulated"}


def test_a_line_has_one_form() -> None:
    assert FrameLine("000001.jpg", 5) == FrameLine(file="000001.jpg", at_us=5)
