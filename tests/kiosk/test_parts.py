"""A running table whose parts are changed, pulled, killed and filled up: the match goes on, and every page says it."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.inputs import Input, seat_input
from device.segments import segments
from kiosk.clock import FastClock
from kiosk.past import read_last_match
from kiosk.settings import (
    BoxSettings,
    CameraSettings,
    DataSettings,
    EvidenceSettings,
    RoundSettings,
    Settings,
    load_settings,
)
from kiosk.settings_watch import SettingsWatch
from kiosk.table import Table
from kiosk.verify import verify
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.games import GAMES
from rules.mat import Section
from tests.device.rigs import Board as BoxBoard
from tests.rules.equations.playing import ALL
from vision.board import Board
from vision.clips import ClipStore
from vision.layout import load_layout
from vision.readers import reader_for

START = {"ruleset": "mlag-basic-equations-2018", "division": "middle", "names": ["Ann", "Ben", "Cy"]}


PATIENCE_S = 90.0
#: Nothing is waited for.
AWAY = CameraSettings(kind="away")


def until(condition: Callable[[], Any], what: str = "") -> None:
    """Wait for a condition; a process may take long to start on a busy machine."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, what or "it never came true"
        time.sleep(0.02)


def obstruct(path: Path) -> None:
    """Put a folder in the place of a file that the table may be writing at this very moment."""

    def stands() -> bool:
        with contextlib.suppress(FileExistsError):
            path.mkdir()
        return path.is_dir()

    until(stands)


class Bench:
    """A table at work with a match on it, Ben to move."""

    def __init__(self, folder: Path, evidence: EvidenceSettings | None = None) -> None:
        self.folder = folder / "data"
        settings = Settings(data=DataSettings(self.folder), camera=CameraSettings(fps=20))
        self.table = Table(settings if evidence is None else replace(settings, evidence=evidence), GAMES)
        self.table.begin(START)
        self.table.act({"event": "shake-started", "goal_setter": "A"})

    def play_to_first_move(self) -> None:
        self.hands.lay({"resources": ALL})
        self.until_phase("setting-goal")
        self.hands.lay_goal("G6")
        # On a busy machine a press can come before the camera has looked.
        seen = self.table._referee._sight
        until(lambda: seen.newest is not None and seen.newest.board.goal == "G6", "the Goal")
        self.hands.press(1)
        self.until_phase("moving")

    @property
    def hands(self) -> Any:
        return self.table.simulation

    @property
    def screen(self) -> dict[str, Any]:
        return self.table.screen().body

    @property
    def match(self) -> dict[str, Any]:
        match: dict[str, Any] = self.screen["match"]
        return match

    def until_phase(self, phase: str) -> None:
        until(lambda: self.screen["match"] is not None and self.match["phase"] == phase, phase)

    def notices(self) -> dict[str, str]:
        return {notice["part"]: notice["text"] for notice in self.screen["notices"]}

    def events(self) -> list[str]:
        return [row.data["event"] for row in self.rows() if row.kind == "event"]

    def notes(self, what: str) -> list[dict[str, Any]]:
        return [row.data for row in self.rows() if row.kind == "note" and row.data["note"] == what]

    def rows(self) -> list[Any]:
        return list(read_last_match(self.folder, GAMES).rows)

    def close(self) -> None:
        self.table.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()
    assert verify(bench.folder) == []


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoxBoard]:
    board = BoxBoard(tmp_path / "port")
    yield board
    board.unplug()


def test_a_serial_box_takes_the_simulated_ones_place_in_the_middle_of_a_match(
    bench: Bench, board: BoxBoard, tmp_path: Path
) -> None:
    bench.play_to_first_move()
    # Lifted on the old box, and not yet certain when it is taken away: that lift counts.
    bench.hands.lift_block()
    bench.table.equip({"box": {"kind": "serial", "port": str(tmp_path / "port")}}, "organiser")
    bench.until_phase("challenge-called")
    until(lambda: bench.table.parts()["box"]["faults"] == {})
    assert bench.table.parts()["box"]["kind"] == "serial"
    with pytest.raises(BadRequest, match="real one"):
        bench.hands.press(2)
    # The display at the other end of the cable shows the challenger's fifteen seconds, and its button asks.
    until(lambda: board.lit()[0] not in (bytes(4), segments("--:--")))
    board.set(seat_input(1), True)
    board.set(seat_input(1), False)
    until(lambda: bench.screen["question"] is not None)
    assert "Ann" in bench.screen["question"]["text"]
    bench.table.answer({"question": bench.screen["question"]["id"], "option": 1})
    assert bench.events()[-2:] == ["block-lifted", "challenge-stated"]
    assert bench.notes("settings")[-1]["box.kind"] == "serial"
    # And back again.
    bench.table.equip({"box": {"kind": "simulated"}})
    until(lambda: "box" not in bench.notices())
    bench.hands.do({"do": "call-judge"})
    until(lambda: bench.events()[-1] == "judge-called")


def test_a_serial_box_that_is_not_there_is_a_notice_and_comes_when_it_is_plugged_in(
    bench: Bench, tmp_path: Path
) -> None:
    bench.table.equip({"box": {"kind": "serial", "port": str(tmp_path / "port")}})
    until(lambda: "box" in bench.notices())
    assert "screen" in bench.notices()["box"]
    assert bench.table.health()["ok"] is True
    assert bench.table.act({"event": "judge-called"})["status"] == "done", "everything can be done on the screen"
    board = BoxBoard(tmp_path / "port")
    until(lambda: "box" not in bench.notices())
    board.set(Input.JUDGE, True)
    until(lambda: bench.events().count("judge-called") == 2)
    board.unplug()
    until(lambda: "box" in bench.notices())
    again = BoxBoard(tmp_path / "port", boot="b002")
    until(lambda: "box" not in bench.notices())
    again.unplug()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"box": {"kind": "usb"}}, 'box.kind is \'usb\'; it must be "simulated" or "gpio" or "serial"'),
    ({"camera": {"kind": "webcam"}}, "camera.kind is 'webcam'; it must be"),
    ({"camera": {"kind": "folder"}}, "it must then be the path of a recording"),
    ({"box": {"colour": "red"}}, "there is no key box.colour"),
    ({"server": {"port": 1}}, "server cannot be changed while the table runs"),
    ({"box": "serial"}, "it must be an object"),
    ({"box": {"kind": "gpio", "wiring": "/nowhere.toml"}}, "box.wiring"),
]


def test_what_cannot_be_used_changes_nothing(bench: Bench) -> None:
    before = bench.table.parts()["box"]
    for request, complaint in WRONG:
        with pytest.raises(BadRequest, match=complaint):
            bench.table.equip(request)
        assert bench.table.parts()["box"] == before
    assert bench.table.act({"event": "judge-called"})["status"] == "done"


def test_another_reader_takes_over_in_the_middle_of_a_shake(bench: Bench) -> None:
    bench.play_to_first_move()
    assert bench.table.parts()["camera"]["reads"] == "plain"
    wanted = reader_for("net", "simulated", load_layout(), EQUATIONS_KIT).name
    bench.table.equip({"camera": {"reader": "net", "fps": 10}})
    until(lambda: bench.table.parts()["camera"]["reads"] == wanted)
    assert bench.events()[-1] == "goal-set", "what lies as it lay is no event"
    bench.table.equip({"camera": {"reader": "plain", "fps": 20}})
    until(lambda: bench.table.parts()["camera"]["reads"] == "plain")
    bench.hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    until(lambda: bench.match["mat"]["required"] == "R2")
    until(lambda: bench.notices() == {}, "what was wrong with the other reader is over")


def test_the_camera_s_process_killed_again_and_again_is_a_notice_and_a_way_by_hand(bench: Bench) -> None:
    bench.play_to_first_move()
    vision = bench.table._parts._vision
    for _ in range(3):
        until(lambda: vision.pid is not None)
        os.kill(vision.pid or 0, signal.SIGKILL)
        until(lambda: "camera" in bench.notices())
    assert "screen" in bench.notices()["camera"]
    move = {"event": "cube-moved", "player": "B", "cube": "R2", "from": "resources", "to": "required"}
    bench.hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    assert bench.table.act(move)["status"] == "done"
    until(lambda: "camera" not in bench.notices())
    assert bench.events().count("cube-moved") == 1, "what was said by hand and then seen is one move"
    assert bench.match["mat"]["required"] == "R2"


def test_a_camera_that_is_not_there_is_a_notice_until_another_is(bench: Bench) -> None:
    bench.play_to_first_move()
    bench.table.equip({"camera": {"kind": "usb", "device": "61"}})
    until(lambda: "camera not-found" in bench.notices())
    assert bench.notices()["camera not-found"].startswith("The camera is not there. Play on with the screen")
    bench.table.equip({"camera": {"kind": "simulated"}})
    until(lambda: bench.notices() == {})
    bench.hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    until(lambda: bench.match["mat"]["required"] == "R2")


def test_a_page_can_have_what_the_camera_sees_now(bench: Bench) -> None:
    bench.hands.lay({"resources": "R1 R2", "goal": "G6"})
    until(lambda: (bench.table.look(read=True).board or Board()).goal == "G6")
    view = bench.table.look(read=True, overlay=True)
    assert (view.state, view.markers_missing) == ("delivering", ())
    assert view.jpeg is not None
    assert bench.table.look().board is None
    bench.table.equip({"camera": {"kind": "usb", "device": "61"}})
    until(lambda: bench.table.look().problems == ("not-found",))
    assert bench.table.look().body()["picture"] is False


def test_the_seconds_around_a_lifted_block_are_kept_and_named_by_the_journal(bench: Bench) -> None:
    bench.play_to_first_move()
    bench.hands.lift_block()
    until(lambda: bench.notes("clip-kept") != [])
    (note,) = bench.notes("clip-kept")
    assert note["reason"] == "block-lifted"
    assert note["frames"] > 0
    assert ClipStore(bench.folder / "clips").verify(note["clip"])
    assert note["t"] > 0


def test_the_seconds_around_a_challenge_by_touch_are_kept_too(bench: Bench) -> None:
    bench.play_to_first_move()
    assert bench.table.act({"event": "block-lifted", "player": "C"})["status"] == "done"
    until(lambda: bench.notes("clip-kept") != [])
    (note,) = bench.notes("clip-kept")
    assert note["reason"] == "block-lifted"
    (lifted,) = [row.data for row in bench.rows() if row.kind == "event" and row.data["event"] == "block-lifted"]
    assert abs(note["t"] - 1000 * lifted["t"]) <= 1
    assert ClipStore(bench.folder / "clips").verify(note["clip"])


def test_clips_that_take_more_room_than_they_may_are_a_notice_and_stay(tmp_path: Path) -> None:
    bench = Bench(tmp_path, EvidenceSettings(clips_mb=0, clip_seconds=1))
    try:
        bench.play_to_first_move()
        bench.hands.lift_block()
        until(lambda: bench.notes("clip-kept") != [])
        bench.hands.return_block()
        assert "evidence" not in bench.notices(), "the newest is not counted yet"
        bench.hands.lift_block()
        until(lambda: "evidence" in bench.notices())
        assert "more than the 0 MB" in bench.notices()["evidence"]
        until(lambda: len(bench.notes("clip-kept")) == 2)
        store = ClipStore(bench.folder / "clips")
        assert all(store.verify(note["clip"]) for note in bench.notes("clip-kept"))
    finally:
        bench.close()


def test_the_seconds_around_a_deadline_that_passed_are_kept(tmp_path: Path) -> None:
    settings = Settings(data=DataSettings(tmp_path), camera=CameraSettings(fps=20), round=RoundSettings(minutes=0))
    table = Table(settings, GAMES, clock=FastClock(60))
    try:
        assert table.simulation is not None
        table.simulation.lay({"resources": ALL})
        until(lambda: table.health()["parts"]["camera"] == "watching")
        table.begin(START)
        table.act({"event": "shake-started", "goal_setter": "A"})

        def kept() -> list[dict[str, Any]]:
            rows = read_last_match(tmp_path, GAMES).rows
            return [row.data for row in rows if row.kind == "note" and row.data["note"] == "clip-kept"]

        until(lambda: kept() != [])
        assert kept()[0]["reason"] == "deadline-passed"
        assert ClipStore(tmp_path / "clips").verify(kept()[0]["clip"])
    finally:
        table.close()


def test_pictures_that_cannot_be_kept_stop_nobody(bench: Bench) -> None:
    bench.play_to_first_move()
    kept = bench.folder / "snapshots"
    away = kept.rename(bench.folder / "elsewhere")
    kept.write_bytes(b"")
    bench.hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    until(lambda: bench.match["mat"]["required"] == "R2")
    until(lambda: "camera pictures-not-kept" in bench.notices())
    assert len(bench.rows()[-1].snapshots) <= 1, "only what was kept before"
    kept.unlink()
    away.rename(kept)
    bench.hands.move("Bx", Section.RESOURCES, Section.REQUIRED)
    until(lambda: "Bx" in bench.match["mat"]["required"])
    until(lambda: "camera pictures-not-kept" not in bench.notices())


def test_a_display_that_is_pulled_is_a_notice(bench: Bench) -> None:
    bench.hands.box.lose_display(lost=True)
    until(lambda: "display" in bench.notices())
    assert bench.table.health()["parts"]["display"] == "not-answering"
    bench.hands.box.lose_display(lost=False)
    until(lambda: "display" not in bench.notices())


def test_a_journal_that_cannot_be_written_is_said_and_nothing_is_lost_when_it_can_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.play_to_first_move()
    journal = bench.table._journal
    append_all = journal.append_all

    def full(*_: Any, **__: Any) -> Any:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(journal, "append_all", full)
    reply = bench.table.act({"event": "judge-called"})
    assert reply["status"] == "refused"
    assert "disk is full" in reply["text"]
    until(lambda: "journal" in bench.notices())
    bench.hands.move("R2", Section.RESOURCES, Section.REQUIRED)
    seen = bench.table._referee._sight
    until(lambda: seen.newest is not None and any(c.section == "required" for c in seen.newest.board.cubes))
    assert bench.match["mat"]["required"] == ""
    monkeypatch.setattr(journal, "append_all", append_all)
    until(lambda: "journal" not in bench.notices())
    until(lambda: bench.match["mat"]["required"] == "R2", "the move that was seen meanwhile")
    assert bench.events()[-1] == "cube-moved"


def test_no_sign_of_life_and_no_world_is_no_stop(bench: Bench) -> None:
    obstruct(bench.folder / "alive.json.new")
    obstruct(bench.folder / "simulated-table.json.new")
    bench.play_to_first_move()
    assert bench.table.health()["ok"] is True


def test_a_changed_settings_file_takes_effect_while_the_table_runs(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("", encoding="utf-8")
    wanted = [bench.table.settings]
    watch = SettingsWatch(bench.table, path, lambda: wanted[-1])
    watch.look()
    assert bench.notes("settings") == []
    before = bench.table.settings

    def change(settings: Settings) -> None:
        wanted.append(settings)
        path.write_text(path.read_text(encoding="utf-8") + "#\n", encoding="utf-8")
        watch.look()

    change(replace(before, round=RoundSettings(minutes=0), box=BoxSettings("simulated", port="elsewhere")))
    until(lambda: bench.match["round"] is None)
    until(lambda: bench.notes("settings") != [])
    assert bench.notes("settings")[-1] == {
        "note": "settings",
        "box.port": "elsewhere",
        "round.minutes": 0,
    }
    timing = replace(before.timing, patience_ms=1)
    change(replace(before, server=replace(before.server, port=1), timing=timing, readings={"goal_digits": 2}))
    until(lambda: "settings" in bench.notices())
    assert "next start: server.port, timing.patience_ms." in bench.notices()["settings"]
    until(lambda: bench.notes("settings")[-1].get("readings") == {"goal_digits": 2})
    until(lambda: bench.match["round"] is not None)
    change(before)
    until(lambda: "settings" not in bench.notices())


def test_a_settings_file_that_has_become_wrong_is_said_and_the_old_ones_stand(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("", encoding="utf-8")
    watch = SettingsWatch(bench.table, path, lambda: load_settings(path, {}, {}))
    path.write_text('[box]\nkind = "wooden"\n', encoding="utf-8")
    watch.look()
    until(lambda: "settings" in bench.notices())
    assert "box.kind is 'wooden'" in bench.notices()["settings"]
    assert bench.table.parts()["box"]["kind"] == "simulated"


def test_whoever_looks_sees_the_bare_mat_and_what_was_seen_last(tmp_path: Path) -> None:
    table = Table(Settings(data=DataSettings(tmp_path)), GAMES)
    until(lambda: table.look(read=True).jpeg is not None, "a picture")
    board = table.look(read=True).board
    assert board is not None
    assert (board.cubes, board.problems) == ((), ())
    table.simulation.lay({"resources": "R1 R2", "goal": "G6"})
    until(lambda: any(getattr(each.sighting, "board", Board()).goal == "G6" for each in table.seen()), "the Goal")
    newest, *_ = table.seen()
    assert newest.at == max(each.at for each in table.seen())
    table.close()


def test_a_box_at_the_pins_has_the_switches_of_its_wiring(tmp_path: Path) -> None:
    wiring = tmp_path / "wiring.toml"
    wiring.write_text('[inputs]\njudge = "none"\n')
    settings = Settings(data=DataSettings(tmp_path / "data"), camera=AWAY, box=BoxSettings("gpio", wiring=str(wiring)))
    table = Table(settings, GAMES)
    assert table.box().inputs == (Input.BLOCK, Input.SEAT_1, Input.SEAT_2, Input.SEAT_3)
    table.equip({"box": {"kind": "simulated"}})
    assert table.box().inputs == tuple(Input)
    table.close()
