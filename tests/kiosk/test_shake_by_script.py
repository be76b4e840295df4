"""One shake by script on the simulated table: drawn, seen, sequenced, journalled, scored, and replayed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.demo import ROLL, play_checking, play_match, play_shake, play_to_second_move, until, until_phase
from kiosk.headless import HeadlessTable
from kiosk.past import last_match
from kiosk.verify import verify
from rules.games import GAMES
from rules.mat import Section
from rules.replay import Replay
from vision.sightings import BoardSeen
from vision.snapshots import SnapshotStore

START = {"ruleset": "mlag-basic-equations-2018", "division": "middle", "names": ["Ann", "Ben", "Cy"]}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HeadlessTable]:
    table = HeadlessTable(tmp_path, GAMES)
    yield table
    table.close()


def events(table: HeadlessTable) -> list[dict]:
    return [row.data for row in table.referee.record.journal.rows() if row.kind == "event"]


def test_a_whole_match(table: HeadlessTable, tmp_path: Path) -> None:
    play_match(table, [play_shake])
    match = table.body()["match"]
    assert [seat["score"] for seat in match["seats"]] == [6, 2, 2]
    assert match["match_points"] == {"A": 6, "B": 3, "C": 3}
    assert [event["event"] for event in events(table)] == [
        "match-started",
        "shake-started",
        "cubes-rolled",
        "goal-set",
        "cube-moved",
        "cube-moved",
        "block-lifted",
        "challenge-stated",
        "third-party-decided",
        "equation-presented",
        "equation-checked",
        "equation-checked",
        "round-time-called",
        "scoresheet-signed",
        "scoresheet-signed",
        "scoresheet-signed",
    ]
    assert table.referee.question is None
    assert table.referee.notices == {}
    assert verify(tmp_path) == []


def test_the_journal_replays_to_the_same_scores(table: HeadlessTable) -> None:
    play_match(table, [play_shake])
    replay = Replay(GAMES)
    for event in events(table):
        replay.read(event)
    assert replay.errors == []
    result = replay.result()
    assert result is not None
    assert result["scores"] == {"A": 6, "B": 2, "C": 2}
    past = last_match(table.referee.record.journal, GAMES)
    assert past.fold.view == table.referee.record.view


def test_each_move_has_its_pictures_before_and_after(table: HeadlessTable, tmp_path: Path) -> None:
    play_match(table, [play_shake])
    store = SnapshotStore(tmp_path / "snapshots")
    moves = [row for row in table.referee.record.journal.rows() if row.data.get("event") == "cube-moved"]
    assert len(moves) == 2
    for row in moves:
        before, after = (store.reading(snapshot) for snapshot in row.snapshots)
        assert before is not None
        assert after is not None
        cube = row.data["cube"]
        lies = {(seen.color[0].upper() + seen.symbol, seen.section) for seen in after.cubes}
        lay = {(seen.color[0].upper() + seen.symbol, seen.section) for seen in before.cubes}
        assert (cube, "required") in lies - lay
        assert all(store.verify(snapshot) for snapshot in row.snapshots)
    shown = [move for move in table.body()["match"]["moves"] if move["seq"] in {row.seq for row in moves}]
    assert [move["snapshot"] for move in shown] == [row.snapshots[-1] for row in moves]


def test_a_move_has_the_time_of_the_first_frame_that_shows_it(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    moved_ms = table.referee.now_ms()
    table.hands.move("Bx", Section.RESOURCES, Section.PERMITTED)
    until(table, "the move", lambda body: "Bx" in body["match"]["mat"]["permitted"])
    t_ms = events(table)[-1]["t"] * 1000
    assert moved_ms < t_ms <= moved_ms + 200
    assert table.referee.now_ms() >= t_ms + 400, "it was recognised two frames later"


def test_two_cubes_at_once_are_asked_about_and_time_stands_meanwhile(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    written = len(events(table))
    table.hands.move("Bx", Section.RESOURCES, Section.PERMITTED)
    table.hands.move("B÷", Section.RESOURCES, Section.PERMITTED)
    until(table, "a question", lambda body: body["question"] is not None)
    table.pass_time(100)
    assert table.body()["match"]["checking"]
    assert len(events(table)) == written
    table.hands.move("B÷", Section.PERMITTED, Section.RESOURCES)
    until(table, "the move", lambda body: "Bx" in body["match"]["mat"]["permitted"])
    assert table.body()["question"] is None


def test_a_cube_in_a_hand_is_waited_for(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    cube = next(cube for cube in table.hands.mat.cubes if (cube.color, cube.symbol) == ("blue", "x"))
    written = len(events(table))
    table.hands.do({"do": "lift", "cube": cube.id})
    until(table, "waiting", lambda body: body["match"]["waiting"] is not None)
    table.hands.do({"do": "drop", "cube": cube.id, "x": cube.x, "y": cube.y})
    until(table, "nothing to wait for", lambda body: body["match"]["waiting"] is None)
    assert len(events(table)) == written


def test_a_move_while_the_block_is_out_is_not_counted(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    assert table.act({"event": "block-lifted", "player": "B"}).status == "done"
    until_phase(table, "challenge-called")
    table.hands.move("Bx", Section.RESOURCES, Section.PERMITTED)
    table.pass_time(2)
    assert table.body()["match"]["phase"] == "challenge-called"
    assert "Bx" not in table.body()["match"]["mat"]["permitted"]


def test_a_turn_that_runs_out_costs_a_point_at_the_end_of_the_countdown(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    deadline = table.body()["match"]["timer"]["deadline_ms"]
    until(table, "a penalty", lambda body: body["match"]["penalties"] != [], seconds=90)
    assert deadline + 10_000 < table.referee.now_ms() <= deadline + 11_000
    assert table.body()["match"]["penalties"][0]["name"] == "Cy"
    assert events(table)[-1]["event"] == "tick"


def test_a_table_that_was_off_goes_on_where_it_was(tmp_path: Path) -> None:
    world = tmp_path / "world.json"
    first = HeadlessTable(tmp_path, GAMES, world=world)
    first.begin(START)
    play_to_second_move(first)
    before = first.body()["match"]
    first.close()
    first.clock.move(500)
    second = HeadlessTable(tmp_path, GAMES, clock=first.clock, world=world)
    after = second.body()["match"]
    for field in ("phase", "mat", "shake", "seats"):
        assert after[field] == before[field]
    assert after["timer"]["state"] == "paused"
    second.answer({"question": second.body()["question"]["id"], "option": 0})
    left = before["timer"]["deadline_ms"] - first.referee.now_ms() + 500_000
    timer = second.body()["match"]["timer"]
    assert abs(timer["deadline_ms"] - second.referee.now_ms() - left) <= 1000
    second.hands.move("Bx", Section.RESOURCES, Section.REQUIRED)
    until(second, "Cy's move", lambda body: "Bx" in body["match"]["mat"]["required"])
    second.hands.lift_block()
    until_phase(second, "challenge-called")
    second.act({"event": "challenge-stated", "player": "A", "challenge": "now"})
    until_phase(second, "writing")
    play_checking(second)
    assert [seat["score"] for seat in second.body()["match"]["seats"]] == [6, 2, 2]
    second.close()
    assert verify(tmp_path) == []


def seen_unsurely(table: HeadlessTable, snapshot: str) -> None:
    """The camera thinks that the blue x went to Permitted, but is not sure."""
    seen = table.referee._sight.newest
    assert seen is not None
    cubes = tuple(
        replace(cube, section="permitted", sure=False) if (cube.color, cube.symbol) == ("blue", "x") else cube
        for cube in seen.board.cubes
    )
    board = replace(seen.board, cubes=cubes, sure=False)
    table.referee.saw(BoardSeen(at_us=table.clock.mono_us(), board=board, snapshot=snapshot))


def test_an_unsure_reading_is_asked_about_and_yes_makes_it_a_move_of_that_moment(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    seen_ms = table.referee.now_ms()
    seen_unsurely(table, "11" * 32)
    table.referee.step()
    question = table.body()["question"]
    assert question["text"] == "The camera is not quite sure. Is this right? Cy moves blue x to Permitted."
    table.pass_time(30)
    assert table.answer({"question": question["id"], "option": 0}).status == "done"
    assert events(table)[-1] == {
        "t": seen_ms / 1000,
        "event": "cube-moved",
        "player": "C",
        "cube": "Bx",
        "from": "resources",
        "to": "permitted",
    }
    assert not any("Ben" in row.text or "Cy" in row.text for row in table.referee.record.journal.rows())


def test_an_unsure_reading_that_people_deny_is_dropped_until_the_next_picture(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    written = len(events(table))
    seen_unsurely(table, "11" * 32)
    table.referee.step()
    table.answer({"question": table.body()["question"]["id"], "option": 1})
    assert table.body()["question"] is None
    assert "straighten" in table.body()["match"]["waiting"]
    assert len(events(table)) == written
    seen_unsurely(table, "22" * 32)
    table.referee.step()
    assert table.body()["question"] is not None


def test_a_cube_that_left_its_section_is_to_be_put_back_and_the_clock_runs_on(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    table.hands.move("R2", Section.REQUIRED, Section.PERMITTED)
    until(table, "a question", lambda body: body["question"] is not None)
    first = table.body()["question"]
    assert "red 2" in first["text"]
    table.answer({"question": first["id"], "option": 0})
    assert table.body()["question"]["text"] == first["text"], "said, but not done"
    until(table, "a penalty", lambda body: body["match"]["penalties"] != [], seconds=90)
    table.hands.move("R2", Section.PERMITTED, Section.REQUIRED)
    until(table, "no question", lambda body: body["question"] is None)
    assert "R2" in table.body()["match"]["mat"]["required"]


def test_the_last_movers_cube_seen_in_resources_again_is_taken_back(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    table.hands.move("R2", Section.REQUIRED, Section.RESOURCES)
    until(table, "the cube is back", lambda body: body["match"]["mat"]["required"] == "")
    assert table.body()["question"] is None
    assert table.body()["match"]["moves"][-1]["text"] == "Ben takes red 2 back."
    assert table.body()["match"]["prompt"] == "Ben, move a cube or challenge."


def offered(table: HeadlessTable, event: str) -> Any:
    return next(action for action in table.body()["match"]["actions"] if action["event"] == event)


def test_an_official_notes_on_the_screen_who_is_absent_and_what_was_misread(table: HeadlessTable) -> None:
    table.begin(START)
    play_to_second_move(table)
    absent = offered(table, "player-absent")
    (group,) = absent["entry"]["groups"]
    assert [(key["text"], key["label"]) for key in group["keys"]] == [("A", "Ann"), ("B", "Ben"), ("C", "Cy")]
    assert table.act({"event": "player-absent", **absent["fields"], "player": "C"}).status == "done"
    assert [seat["role"] for seat in table.body()["match"]["seats"]][2] == "Absent"
    correct = offered(table, "reading-corrected")
    assert [pad["field"] for pad in (correct["entry"], *correct["then"])] == ["section", "cube", "is", "judge"]
    typed = {"section": "required", "cube": "R2", "is": "R1", "judge": "LEE"}
    assert table.act({"event": "reading-corrected", **correct["fields"], **typed}).status == "done"
    assert "R1" in table.body()["match"]["mat"]["required"].split()


def test_a_shake_with_variations_by_the_agloa_rules(table: HeadlessTable) -> None:
    """Selected on the screen, used in the Solution, rejected in vain by a checker who overlooked them."""
    table.begin(START | {"ruleset": "agloa-equations-2019"})
    table.act({"event": "shake-started", "goal_setter": "A"})
    until_phase(table, "rolling")
    table.hands.lay({"resources": ROLL})
    until_phase(table, "selecting-variations")
    for wanted in ("factorial", "average", "multiple-operations"):
        offers = [action for action in table.body()["match"]["actions"] if action["event"] == "variation-selected"]
        action = next(offer for offer in offers if offer["fields"]["variation"] == wanted)
        assert table.act({"event": action["event"], "player": action["player"], **action["fields"]}).status == "done"
    until_phase(table, "setting-goal")
    assert table.body()["match"]["notes"] == ["Factorial (Ann)", "Average (Ben)", "Multiple Operations (Cy)"]
    table.hands.lay_goal("G6")
    table.pass_time(2)
    table.hands.press(1)
    until_phase(table, "moving")
    table.hands.move("R3", Section.RESOURCES, Section.REQUIRED)
    until(table, "Ben's move", lambda body: "R3" in body["match"]["mat"]["required"])
    table.hands.move("K+", Section.RESOURCES, Section.REQUIRED)
    until(table, "Cy's move", lambda body: "K+" in body["match"]["mat"]["required"])
    table.hands.lift_block()
    until_phase(table, "challenge-called")
    table.act({"event": "challenge-stated", "player": "A", "challenge": "now"})
    until_phase(table, "writing")
    table.act({"event": "third-party-decided", "player": "B", "presents": False})
    table.act({"event": "equation-presented", "player": "A", "equation": "(3!)+(3!)=6"})
    until_phase(table, "checking")
    table.act({"event": "equation-checked", "player": "B", "writer": "A", "by": "B", "accepted": False})
    table.act({"event": "equation-checked", "player": "C", "writer": "A", "by": "C", "accepted": True})
    assert table.body()["match"]["phase"] == "shake-over"
    assert table.body()["match"]["papers"][0]["status"] == "Correct"
    assert [seat["score"] for seat in table.body()["match"]["seats"]] == [6, 2, 2]
