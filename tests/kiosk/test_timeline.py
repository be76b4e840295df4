"""The timeline of a match: a line for everything that matters, in words, and cheap to follow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kiosk.clock import HandClock
from kiosk.journal import Journal
from kiosk.matches import HERE, Matches, Shelf
from kiosk.names import erase
from kiosk.questions import note_text
from kiosk.record import Record
from kiosk.timeline import Line, Timelines, Warmth
from rules.games import GAMES
from tests.kiosk.papers import shake
from tests.kiosk.test_standing import WARNED, play, write


def lines_of(folder: Path) -> list[Line]:
    _, lines, _ = Timelines(matches(folder)).follow(None)
    return lines


def matches(folder: Path, **more: Any) -> Matches:
    return Matches(GAMES, lambda: [Shelf(HERE, folder, "Table 1")], **more)


def test_every_event_has_a_line_with_its_sentence_time_and_shake(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0), *shake(200)])
    lines = lines_of(tmp_path)
    assert [(line.t, line.text, line.shake) for line in lines[:5]] == [
        (0, "The match begins: Ann, Ben and Cy.", 0),
        (0, "A shake begins; Ann sets the Goal.", 1),
        (5000, "The cubes are rolled.", 1),
        (20000, "Ann sets the Goal 6.", 1),
        (30000, "Ben moves red 2 to Required.", 1),
    ]
    assert [line.line for line in lines] == list(range(1, 22))
    assert [line.shake for line in lines] == [0] + 10 * [1] + 10 * [2]


def test_shakes_are_those_of_every_single_view(tmp_path: Path) -> None:
    undo = {"t": 330, "event": "event-undone", "line": 12, "judge": "LK", "why": "twice"}
    play(tmp_path, [*shake(0), *shake(200), undo, *[{**each, "t": each["t"] + 400} for each in shake(0)[:3]]])
    match, lines, _ = Timelines(matches(tmp_path)).follow(None)
    by_row = {step.row.seq: step.view.shake for step in match.steps}
    assert [line.shake for line in lines] == [by_row[line.row] for line in lines]
    struck = next(line for line in lines if line.name == "event-undone")
    assert struck.text == f"LK strikes “{lines[11].text}”: twice"
    assert {line.shake for line in lines} == {0, 1, 2}


def test_what_the_referee_said_stands_with_its_rule_and_names(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0, late=125), *WARNED])
    moved = next(line for line in lines_of(tmp_path) if line.name == "cube-moved")
    assert [(said.text.partition(":")[0], bool(said.cite), said.penalty) for said in moved.says if said.penalty] == [
        ("Ben −1", True, 1)
    ]
    assert moved.groups == ("moves", "time")
    assert moved.look
    penalized = next(line for line in lines_of(tmp_path) if line.name == "judge-penalized")
    assert penalized.groups == ("judges", "time")


def test_a_refused_move_is_marked_and_worth_a_look(tmp_path: Path) -> None:
    twice = {"t": 31, "event": "cube-moved", "player": "B", "cube": "R3", "from": "resources", "to": "required"}
    play(tmp_path, [*shake(0)[:4], twice])
    *_, moved, refused = lines_of(tmp_path)
    assert (moved.marks, moved.look) == ((), False)
    assert (refused.marks, refused.look, refused.groups) == (("refused",), True, ("disputed", "moves"))
    assert "Ben" in refused.says[0].text or "Cy" in refused.says[0].text


def test_notes_that_matter_have_lines_and_seals_have_none(tmp_path: Path) -> None:
    clock = HandClock()
    journal = Journal(tmp_path, clock)
    record = Record(journal, GAMES, clock)
    record.begin({"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben"]})
    write(record, shake(0)[:2])
    question = {"id": "1", "text": "Which one?", "options": ["R2", "R3"]}
    clock.move(10)
    journal.append("table", "note", note_text("question-asked", **question), snapshots=("a" * 64,))
    clock.move(3)
    journal.append("judge:LK", "note", note_text("question-answered", **question, answer="R2"))
    write(record, shake(0)[2:3])
    journal.append("camera", "note", note_text("out-of-step", record={}, seen={}))
    journal.append("table", "note", note_text("clip-kept", reason="deadline-passed", t=4321, clip="b" * 64, frames=9))
    journal.append("table", "note", note_text("part", part="camera", text="The camera is starting."))
    journal.append("table", "note", note_text("part", part="camera", text=None))
    journal.append("organiser", "note", note_text("settings", **{"camera.kind": "usb"}))
    journal.append("judge:LK", "note", note_text("judge-note", text="He was very late."))
    journal.append("table", "note", note_text("something-new"))
    journal.name(record.match, {"A": "Ann"})
    journal.close()
    asked, answered, goal, *rest = lines_of(tmp_path)[3:]
    assert (asked.text, asked.marks, asked.picture, asked.t) == ("Asked: Which one?", ("asked",), "a" * 64, 15_000)
    assert (answered.text, answered.groups) == ("Answered: “R2” (Which one?)", ("disputed", "judges"))
    assert (goal.name, goal.marks, goal.look) == ("goal-set", ("asked",), True)
    assert [(line.name, line.text) for line in rest] == [
        ("out-of-step", "The camera sees another mat than the record has."),
        ("clip-kept", "A clip: a time limit ran out (9 pictures)."),
        ("part", "The camera is starting."),
        ("part", "Well again: camera."),
        ("settings", "Settings were changed: camera.kind = usb"),
        ("judge-note", "He was very late."),
        ("something-new", "A note: something-new"),
    ]
    assert rest[1].t == 4321
    assert rest[5].groups == ("judges",)


def test_a_match_is_followed_and_only_what_is_new_is_told(tmp_path: Path) -> None:
    clock = HandClock()
    journal = Journal(tmp_path, clock)
    record = Record(journal, GAMES, clock)
    record.begin({"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]})
    write(record, shake(0)[:3])
    looks = 0

    @contextmanager
    def reckoning() -> Iterator[None]:
        nonlocal looks
        looks += 1
        yield

    timelines = Timelines(matches(tmp_path, reckoning=reckoning))
    match, first, undone = timelines.follow(None)
    assert undone == []
    write(record, [*shake(0)[3:4], {"t": 45, "event": "event-undone", "line": 5, "judge": "LK", "why": "misread"}])
    looked = looks
    _, fresh, undone = timelines.follow(match.key, first[-1].row)
    assert [line.name for line in fresh] == ["cube-moved", "event-undone"]
    assert undone == [fresh[0].row]
    assert looks - looked < 8
    assert timelines.follow(match.key)[1] == first + fresh
    journal.close()


def test_an_erased_name_leaves_the_timeline(tmp_path: Path) -> None:
    play(tmp_path, shake(0)[:4])
    timelines = Timelines(matches(tmp_path))
    assert "Ben" in timelines.follow(None)[1][-1].text
    journal = Journal(tmp_path, HandClock())
    erase(journal, "Ben")
    journal.close()
    _, lines, _ = timelines.follow(None)
    assert not any("Ben" in line.text for line in lines)
    assert lines[-1].text == "Names were erased."


def test_questions_and_hands_are_told_with_names_and_only_doubts_are_disputed(tmp_path: Path) -> None:
    clock = HandClock()
    journal = Journal(tmp_path, clock)
    record = Record(journal, GAMES, clock)
    record.begin({"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]})
    write(record, shake(0)[:2])
    stated: dict[str, Any] = {
        "id": "1",
        "asker": "box",
        "text": "A, what?",
        "options": ["Now"],
        "named": ["{A}, what?", "Now"],
    }
    journal.append("box", "note", note_text("order", first="block", then="seat-1", margin_us=-1500, decided="judge"))
    journal.append("table", "note", note_text("question-asked", **stated))
    journal.append("screen", "note", note_text("question-answered", **stated, answer="Now"))
    write(record, shake(0)[2:3])
    journal.append("table", "note", note_text("question-asked", **{**stated, "id": "2", "asker": "table"}))
    journal.append(
        "table", "note", note_text("question-dropped", **{**stated, "id": "3", "asker": "camera"}, why="it is back")
    )
    journal.close()
    order, asked, answered, goal, ready, dropped = lines_of(tmp_path)[3:]
    assert order.text == "First the block, then Ann's button, as a judge says: 1.5 ms apart."
    assert (asked.text, asked.groups, asked.marks, asked.look) == ("Asked: Ann, what?", ("challenges",), (), False)
    assert (answered.text, answered.look) == ("Answered: “Now” (Ann, what?)", False)
    assert (goal.marks, goal.look) == ((), False)
    assert ready.groups == ("time",)
    assert (dropped.text, dropped.look) == ("Settled without an answer, it is back: Ann, what?", False)


def test_time_that_passes_says_what_it_brought_about(tmp_path: Path) -> None:
    play(tmp_path, [*shake(0)[:3], {"t": 160, "event": "tick"}])
    line = lines_of(tmp_path)[-1]
    assert line.name == "tick"
    assert line.text == line.says[0].text
    assert "Ben" in line.text


def test_a_match_is_read_before_somebody_asks_and_a_table_without_one_does_no_harm(tmp_path: Path) -> None:
    play(tmp_path / "played", shake(0))
    folds = 0

    @contextmanager
    def reckoning() -> Iterator[None]:
        nonlocal folds
        folds += 1
        yield

    timelines = Timelines(matches(tmp_path / "played", reckoning=reckoning))
    thread = Warmth(timelines).begin()
    assert thread is not None
    thread.join()
    before = folds
    assert before > 0
    timelines.follow(None)
    assert folds == before, "it was all there"
    empty = Warmth(Timelines(matches(tmp_path / "empty")))
    for _ in range(2):
        thread = empty.begin()
        assert thread is not None
        thread.join()
