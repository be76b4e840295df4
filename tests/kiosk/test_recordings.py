"""`tablejudge record`, `rewatch` and `watch`, as somebody calls them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from kiosk.looking import WORLD_FILE
from kiosk.simulation import SimulatedTable
from rules.cubes import EQUATIONS_KIT
from rules.mat import Section
from vision.clip_ring import ClipRing
from vision.clips import ClipStore
from vision.layout import load_layout
from vision.model_file import MODELS
from vision.recording import About, Recorder, open_recording
from vision.simulated import SimulatedMat
from vision.simulated_camera import SimulatedCamera

ROOT = Path(__file__).resolve().parents[2]
LAYOUT = load_layout()
START = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+"}, EQUATIONS_KIT, LAYOUT)
MOVED = START.dropped("red-2", 350, 180, layout=LAYOUT)
DEADLINE_S = 60.0


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def frames() -> list[Any]:
    """A camera's frames of a move: half a second still, half a second moved."""
    camera = SimulatedCamera(LAYOUT, clock=iter(range(0, 10_000_000, 100_000)).__next__)
    found = []
    for truth in [START] * 5 + [MOVED] * 5:
        camera.show(truth)
        found.append(camera.read())
    return found


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """What a camera saw, as `tablejudge record` would have kept it, without what was sighted."""
    folder = tmp_path / "recording"
    with Recorder(folder, About(camera={"kind": "simulated"}, reader="plain")) as recorder:
        for frame in frames():
            recorder.add(frame)
    (folder / "sightings.jsonl").unlink()
    return folder


def settings(tmp_path: Path, text: str) -> tuple[str, ...]:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return ("--config", str(path), "--data", str(tmp_path / "data"))


# -- record --------------------------------------------------------------------------------------------


def test_a_recording_of_a_recording_is_read_again_to_the_same(tmp_path: Path, recording: Path) -> None:
    where = settings(tmp_path, f'[camera]\nkind = "folder"\npath = "{recording}"\nspeed = 0\nfps = 30')
    new = tmp_path / "new"
    result = run("record", str(new), *where)
    assert result.exit_code == 0, result.output
    assert f"{new}: 10 frames" in result.output
    assert "cubes-moved · R2 resources → required" in result.output
    kept = open_recording(new)
    assert kept.sightings is not None
    assert len(list(kept.frames())) == 10
    assert (kept.about.reader, kept.about.camera) == ("plain", {"kind": "simulated"}), "whose pictures they are"
    again = run("rewatch", str(new), *where)
    assert again.exit_code == 0, again.output
    assert "the same as was sighted then, by plain" in again.output


def test_ctrl_c_ends_a_recording_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "recording"
    process = subprocess.Popen(
        [sys.executable, "-m", "kiosk.cli", "record", str(folder), "--data", str(tmp_path / "data")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        deadline = time.monotonic() + DEADLINE_S
        while not (folder / "sightings.jsonl").is_file() or not (folder / "sightings.jsonl").stat().st_size:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=DEADLINE_S)
        finally:
            process.kill()
    assert process.returncode == 0, err
    assert "ended by Ctrl-C" in err
    assert "board-seen · 24 cubes" in err
    count = len(list(open_recording(folder).frames()))
    assert out.startswith(f"{folder}: {count} frames")


def test_a_camera_that_gives_nothing_is_status_1_and_says_why(tmp_path: Path) -> None:
    where = settings(tmp_path, '[camera]\nkind = "usb"\ndevice = "61"\nreader = "plain"')
    result = run("record", str(tmp_path / "new"), "--seconds", "4", *where)
    assert result.exit_code == 1
    assert "not-found" in result.output
    assert "0 frames" in result.output
    watched = run("watch", "--seconds", "4", *where)
    assert watched.exit_code == 1
    assert "! not-found: The camera is not there." in watched.output
    assert "no board has been seen yet" in watched.output


def test_a_recording_is_not_written_over(tmp_path: Path, recording: Path) -> None:
    result = run("record", str(recording), "--data", str(tmp_path))
    assert result.exit_code == 2
    assert "there is a recording here already" in result.output


# -- rewatch -------------------------------------------------------------------------------------------


def test_what_is_sighted_is_printed_with_its_time(recording: Path, tmp_path: Path) -> None:
    result = run("rewatch", str(recording), "--data", str(tmp_path))
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].split() == ["0.000", "s", "board-seen", "·", "5", "cubes"]
    assert lines[1].startswith("      0.500 s  cubes-moved · R2 resources → required")
    assert lines[2] == "10 frames, 2 sightings, read by plain"
    assert lines[3] == "the recording does not say what was sighted then"
    as_json = run("rewatch", str(recording), "--json", "--data", str(tmp_path))
    assert [json.loads(line)["sighting"] for line in as_json.output.splitlines()] == ["board-seen", "cubes-moved"]


def test_differences_are_listed_and_are_status_1(recording: Path, tmp_path: Path) -> None:
    said = [
        json.loads(line)
        for line in run("rewatch", str(recording), "--json", "--data", str(tmp_path)).output.splitlines()
    ]
    said[1]["moves"][0]["cube"] = "R1"
    (recording / "sightings.jsonl").write_text("".join(json.dumps(line) + "\n" for line in said), encoding="utf-8")
    result = run("rewatch", str(recording), "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "-     0.500 s  cubes-moved · R1 resources → required" in result.output
    assert "+     0.500 s  cubes-moved · R2 resources → required" in result.output
    as_json = run("rewatch", str(recording), "--json", "--data", str(tmp_path))
    assert as_json.exit_code == 1
    differ = [json.loads(line) for line in as_json.output.splitlines()][2:]
    assert [(line["differs"], line["moves"][0]["cube"]) for line in differ] == [("-", "R1"), ("+", "R2")]


def test_another_reader_and_another_model(recording: Path, tmp_path: Path) -> None:
    result = run("rewatch", str(recording), "--reader", "net", "--model", str(tmp_path), "--data", str(tmp_path))
    assert result.exit_code == 1, "the packaged model sees something"
    assert "read by model-missing" in result.output
    assert "+     0.000 s  model-missing" in result.output
    assert "-     0.000 s  board-seen" in result.output


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """The seconds around a lifted block, as the table keeps them."""
    ring = ClipRing(8)
    for frame in frames():
        ring.add(frame)
    store = ClipStore(tmp_path / "clips")
    about = About(camera={"kind": "simulated"}, reader="plain")
    return store.path(store.keep("block-lifted", 600_000, ring.between(0, 10_000_000), about))


def test_a_dispute_is_watched_again_by_its_clip(clip: Path, tmp_path: Path) -> None:
    result = run("rewatch", str(clip), "--data", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "      0.500 s  cubes-moved · R2 resources → required" in result.output
    assert "the recording does not say what was sighted then" in result.output


def test_of_a_clip_another_model_is_held_against_the_packaged_one(clip: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(MODELS / EQUATIONS_KIT.name, tmp_path / "model")
    same = run("rewatch", str(clip), "--model", str(copied), "--data", str(tmp_path))
    assert same.exit_code == 0, same.output
    assert "read by net-" in same.output, "a model is for the trained reader"
    assert "the same as is sighted by net-" in same.output
    other = run("rewatch", str(clip), "--model", str(tmp_path), "--json", "--data", str(tmp_path))
    assert other.exit_code == 1
    differ = [json.loads(line) for line in other.output.splitlines()]
    assert {line.get("differs") for line in differ} == {None, "-", "+"}


def test_a_film_is_watched(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (1280, 960))
    for frame in frames():
        film.write(frame.image)
    film.release()
    result = run("rewatch", str(path), "--reader", "plain", "--data", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "R2 resources → required" in result.output


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_what_is_no_recording_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    result = run("rewatch", str(tmp_path / name), "--data", str(tmp_path))
    assert result.exit_code == 2
    assert str(tmp_path / name) in result.output


def test_the_table_of_the_data_folder_is_followed_while_it_is_watched(tmp_path: Path) -> None:
    where = settings(tmp_path, "[camera]\nfps = 30")
    (tmp_path / "data").mkdir()
    table = SimulatedTable(None, LAYOUT, EQUATIONS_KIT, show=lambda _: None, world=tmp_path / "data" / WORLD_FILE)
    table.lay({"resources": "R1 R2", "goal": "G6"})
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "kiosk.cli", "watch", *where], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert "board-seen · 3 cubes, Goal G6" in process.stdout.readline()
        table.move("R2", Section.RESOURCES, Section.REQUIRED)
        assert "R2 resources → required" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert "simulated camera: delivering" in rest
    assert "required    1  red 2" in rest
    assert process.returncode == 0
