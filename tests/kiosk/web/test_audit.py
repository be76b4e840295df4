"""The organiser's audit over HTTP: for organisers alone, one question for everything, long works in the background."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from kiosk.audit.query import Query, ask
from kiosk.audit.rows import csv_text, json_text, rows_of
from kiosk.matches import HERE, Matches, Shelf
from kiosk.web import create_app
from rules.games import GAMES
from tests.kiosk.audit.stories import eventful, eventful_table
from tests.kiosk.audit.written import Writing, shelved, spoil, write
from tests.kiosk.papers import opened, read_pdf, shake
from tests.kiosk.web.clients import HOME, PHONE, Browser
from tests.kiosk.web.house import House

PATIENCE_S = 60


def housed(folder: Path, matches: Matches) -> House:
    """A house whose table has these matches."""
    house = House(folder)
    house.table.matches = matches
    house.app = create_app(house.table, people=house.gate, place=house.place)
    return house


class Audited:
    """A house whose table has played, and its organiser."""

    def __init__(self, folder: Path, happened: Callable[[Path], None] = lambda _: None) -> None:
        """`happened` is what somebody has done to the data folder before anybody looked."""
        self.folder = eventful_table(folder / "here")
        happened(self.folder)
        write(folder / "there", [opened(), *shake(0)], names={"A": "Dee", "B": "Eve", "C": "Flo"})
        shelves = [Shelf(HERE, self.folder, "Table 1"), Shelf("table-7-1-abc", folder / "there", "Table 7")]
        self.house = housed(self.folder, Matches(GAMES, lambda: shelves))
        self.ada: Browser = self.house.organiser()

    def get(self, path: str, **asked: Any) -> Any:
        answer = self.ada.get(f"{path}?{urlencode(asked, doseq=True)}")
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def ended(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """What became of a long work."""
        told: dict[str, Any] = self.ada.post(path, json=body).get_json()
        deadline = time.monotonic() + PATIENCE_S
        while told.get("state") == "running":
            assert time.monotonic() < deadline
            time.sleep(0.05)
            told = self.ada.get(f"{path}/{told['id']}").get_json()
        return told

    def close(self) -> None:
        self.house.close()


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Audited]:
    made = Audited(tmp_path_factory.mktemp("audit"))
    yield made
    made.close()


# -- who may look ----------------------------------------------------------------------------------------

LOOKS = [
    "/audit",
    "/audit/matches",
    "/audit/lines",
    "/audit/lines?match=all&player=Ann",
    "/audit/shake?match=here.2&shake=1",
    "/audit/line/here.2/1",
    "/audit/penalties.csv",
    "/audit/penalties.json",
    "/audit/report/x",
    "/audit/report/x/file",
    "/audit/check/x",
]
CHANGES = {"/audit/report": {"query": {}}, "/audit/check": {"match": "here"}}


@pytest.mark.parametrize("path", LOOKS)
@pytest.mark.parametrize("address", [HOME, PHONE])
def test_a_player_or_a_stranger_gets_nothing(audited: Audited, path: str, address: str) -> None:
    answer = audited.house.browser(address).get(path)
    assert answer.status_code == 401
    assert "Ann" not in answer.text


@pytest.mark.parametrize("path", LOOKS)
def test_a_judge_is_no_organiser(audited: Audited, path: str) -> None:
    answer = audited.house.judge().get(path)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "organisers-only")


@pytest.mark.parametrize(("path", "body"), CHANGES.items())
def test_nobody_else_starts_a_long_work(audited: Audited, path: str, body: dict[str, Any]) -> None:
    assert audited.house.browser().post(path, json=body).status_code == 401
    assert audited.house.judge().post(path, json=body).status_code == 403
    assert audited.ada.post(path, json=body, token="forged").status_code == 403


def test_the_page_is_there_and_kept_by_nobody(audited: Audited) -> None:
    answer = audited.ada.get("/audit", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert "js/audit.js" in answer.text


def test_a_browser_without_a_session_is_shown_the_way(audited: Audited) -> None:
    answer = audited.house.browser(PHONE).get("/audit", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in?next=/audit")


# -- one question ----------------------------------------------------------------------------------------


def test_the_matches_that_can_be_chosen(audited: Audited) -> None:
    matches = audited.get("/audit/matches")["matches"]
    assert [(each["key"], each["here"], each["players"]) for each in matches] == [
        ("here.2", True, ["Ann", "Ben", "Cy"]),
        ("table-7-1-abc.2", False, ["Dee", "Eve", "Flo"]),
    ]


QUESTIONS: list[dict[str, Any]] = [
    {},
    {"match": "here.2", "player": ["Ben", "Cy"]},
    {"status": ["any"], "sort": "-points"},
    {"judge": ["LK"]},
    {"shake": ["2"], "task": ["none", "task-roll-and-goal"]},
    {"match": "all", "sort": "used"},
    {"match": "table-7-1-abc"},
    {"player": ["nobody"]},
]


@pytest.mark.parametrize("asked", QUESTIONS)
def test_page_csv_json_and_pdf_answer_the_same_question(audited: Audited, asked: dict[str, Any]) -> None:
    named = {name: value if isinstance(value, list) else [value] for name, value in asked.items()}
    audit = ask(audited.house.table.matches, Query.parse(named))
    page = audited.get("/audit/lines", **asked)
    keys = [(page["matches"][line.get("match", 0)]["key"], line["place"]) for line in page["lines"]]
    assert keys == [(line.match, line.place) for line in audit.lines]
    question = urlencode(asked, doseq=True)
    assert audited.ada.get(f"/audit/penalties.csv?{question}").text == csv_text(rows_of(audit))
    assert audited.ada.get(f"/audit/penalties.json?{question}").text == json_text(rows_of(audit))
    told = audited.ended("/audit/report", {"query": named})
    assert (told["state"], told["done"], told["of"]) == ("done", told["done"], 100)
    file = audited.ada.get(f"/audit/report/{told['id']}/file")
    assert file.mimetype == "application/pdf"
    text = read_pdf(file.data).text
    file.close()
    costs = [line.cost.n for line in audit.lines if line.cost]
    assert text.count("Rows of the journal that say so") == len(costs)
    shown = page["totals"]
    assert sum(shown["penalties"].values()) == len(costs)
    assert shown["deadlines"] == sum(line.deadline is not None and not line.again for line in audit.lines)


def test_what_the_page_gets_of_a_line(audited: Audited) -> None:
    page = audited.get("/audit/lines", status="applied", player="Ben")
    (line,) = page["lines"]
    assert line == {
        "place": 2,
        "shake": 1,
        "player": "Ben",
        "start": 20_000,
        "task": "task-first-turn",
        "limit": 120_000,
        "due": 155_000,
        "warned": 155_000,
        "countdown": 165_000,
        "extra": 225_000,
        "done": 175_250,
        "ended": 175_250,
        "used": 140_250,
        "result": "late",
        "moved": 15_000,
        "rule": "XI-A-1-b",
        "penalty": 1,
        "t": 165_000,
        "points": -1,
        "status": "applied",
        "initials": "LK",
        "pictures": True,
        "clips": True,
    }
    assert page["tasks"]["task-first-turn"] == "First turn"
    assert page["only"] == "Ben, applied"
    assert page["choices"]["judge"] == ["BE", "LK"]
    assert page["matches"][0]["fits"] == [
        {"player": "Ann", "audit": 0, "sheet": 0},
        {"player": "Ben", "audit": -1, "sheet": -1},
        {"player": "Cy", "audit": -1, "sheet": -1},
    ]


def test_a_line_is_opened_with_its_evidence(audited: Audited) -> None:
    told = audited.get("/audit/line/here.2/2")
    task, cost = told["story"]
    assert task.startswith("Ben had 2:00 for this: First turn (rule XI-A-1-b). The time began at 0:20 of the match")
    assert cost.startswith("Penalty P1: −1 point for Ben (over time), by rule XI-A-1-b.")
    assert [picture["kept"] and picture["whole"] for picture in told["pictures"]] == [True, True]
    assert told["clips"][0]["frames"] == 9
    assert told["row"] in told["rows"]
    assert [step["by"] for step in told["history"]] == [None, "LK"]
    assert [stop["why"] for stop in told["stops"]] == ["paused"]
    for picture in told["pictures"]:
        answer = audited.ada.get(f"/judge/matches/here.2/snapshots/{picture['name']}.jpg")
        assert answer.status_code == 200
        answer.close()


def test_a_shake_is_drawn_with_all_its_lines_and_those_that_were_asked_for(audited: Audited) -> None:
    told = audited.get("/audit/shake", match="here.2", shake=1, player="Ben")
    assert len(told["lines"]) > len(told["asked"]) > 0
    players = {line["place"]: line["player"] for line in told["lines"]}
    assert {players[place] for place in told["asked"]} == {"Ben"}
    assert [(stop["start"], stop["end"], stop["by"]) for stop in told["stops"]][:1] == [(60_000, 75_000, "LK")]


def test_what_was_changed_by_whom(audited: Audited) -> None:
    changes = audited.get("/audit/lines", status="refused")["changes"]
    kinds = [change["kind"] for change in changes]
    assert kinds == [*["clock"] * 2, "penalty", "penalty", "ruling", "penalty", "penalty", "undone", "clock"]
    undone = changes[-2]
    assert (undone["by"], undone["reason"]) == ("BE", None if "it was Dee" in undone["text"] else "it was Dee")
    assert undone["struck"] == [{"penalty": 4, "player": "Cy", "points": -1}]
    assert "talking" in undone["what"]
    assert {change["by"] for change in audited.get("/audit/lines", judge="BE")["changes"]} == {"BE"}


def test_a_match_that_goes_on_is_followed(tmp_path: Path) -> None:
    writing = Writing(tmp_path)
    writing.match([opened(), *shake(0)])
    house = housed(tmp_path, shelved(tmp_path))
    ada = house.organiser()
    first = ada.get("/audit/lines").get_json()
    writing.match(eventful(), names={"A": "Gus", "B": "Hal", "C": "Ida"})
    second = ada.get("/audit/lines").get_json()
    assert [page["matches"][0]["players"][0] for page in (first, second)] == ["Ann", "Gus"]
    assert len(ada.get("/audit/lines?match=here").get_json()["matches"]) == 2
    writing.close()
    house.close()


def test_a_table_that_has_played_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    ada = house.organiser()
    assert ada.get("/audit/lines").get_json() == {"matches": []}
    assert ada.get("/audit/matches").get_json() == {"matches": []}
    assert ada.get("/audit/penalties.csv").status_code == 404
    assert ada.post("/audit/report", json={"query": {}}).status_code == 404
    house.close()


# -- the chain -------------------------------------------------------------------------------------------


def test_a_whole_journal_is_said_to_be_whole(audited: Audited) -> None:
    (journal,) = audited.ended("/audit/check", {"match": "here.2"})["journals"]
    row = audited.get("/audit/lines")["matches"][0]
    assert (journal["whole"], journal["faults"], journal["row"], journal["hash"]) == (True, [], row["row"], row["hash"])
    both = audited.ended("/audit/check", {"match": "all"})["journals"]
    assert [(each["table"], each["whole"]) for each in both] == [("Table 1", True), ("Table 7", True)]


def test_a_changed_row_and_a_changed_picture_are_told_with_their_places(tmp_path: Path) -> None:
    made = Audited(tmp_path)
    name = made.get("/audit/line/here.2/2")["pictures"][0]["name"]
    picture = made.folder / "snapshots" / f"{name}.jpg"
    picture.write_bytes(picture.read_bytes()[:-1])
    spoil(made.folder, 5, '"goal":"G6"', '"goal":"G4"')
    told = made.ended("/audit/check", {"match": None})
    (journal,) = told["journals"]
    assert not journal["whole"]
    places = {fault["place"]: fault["link"] for fault in journal["faults"]}
    assert places["row 5"] == "here.2/5"
    assert any(place.startswith(f"snapshot {picture.stem[:12]}") for place in places)
    made.close()


def test_a_journal_that_cannot_be_folded_can_still_be_checked(tmp_path: Path) -> None:
    made = Audited(tmp_path, lambda folder: spoil(folder, 5, '"event":"goal-set"', '"event":"goal-sat"'))
    answer = made.ada.get("/audit/lines")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "journal")
    assert "row 5" in answer.get_json()["error"]["text"]
    assert made.ended("/audit/check", {"match": "here"})["journals"][0]["whole"] is False
    assert made.ended("/audit/report", {"query": {"match": ["table-7-1-abc"]}})["state"] == "done"
    made.close()


def test_a_journal_that_is_no_journal_is_not_taken_for_an_empty_table(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no database at all" * 100)
    house = House(tmp_path)
    answer = house.organiser().get("/audit/lines")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "journal")
    house.close()


# -- hostile questions -----------------------------------------------------------------------------------

ODD = ["' OR 1=1 --", "../../etc/passwd", "<script>alert(1)</script>", "\x00", "ü" * 150, "%00", "{}", "-1", "\u202e"]


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize("name", ["match", "player", "task", "status", "judge", "shake", "sort"])
@pytest.mark.parametrize("path", ["/audit/lines", "/audit/penalties.csv", "/audit/penalties.json", "/audit/shake"])
def test_odd_values_are_answered_in_words(audited: Audited, path: str, name: str, value: str) -> None:
    answer = audited.ada.get(f"{path}?{urlencode({name: value})}")
    assert answer.status_code in (200, 400, 404)
    assert answer.status_code == 200 or answer.get_json()["error"]["text"]
    assert answer.mimetype in ("application/json", "text/csv")


@pytest.mark.parametrize(
    "question", ["unknown=1", "player=" + "x" * 201, "&".join(f"player=p{n}" for n in range(60)), "shake=1&shake=x"]
)
def test_what_nobody_can_ask_is_refused(audited: Audited, question: str) -> None:
    assert audited.ada.get(f"/audit/lines?{question}").status_code == 400


@pytest.mark.parametrize(
    "path", ["/audit/line/here.2/0", "/audit/line/here.2/9999", "/audit/line/..%2f..%2fx/1", "/audit/line/here.999/1"]
)
def test_there_is_no_such_line(audited: Audited, path: str) -> None:
    assert audited.ada.get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/audit/report", {}),
        ("/audit/report", {"query": "player=Ann"}),
        ("/audit/report", {"query": {"player": "Ann"}}),
        ("/audit/report", {"query": {"player": [1]}}),
        ("/audit/report", {"query": {"path": ["/etc/passwd"]}}),
        ("/audit/check", {"match": 5}),
    ],
)
def test_what_is_no_order_is_refused(audited: Audited, path: str, body: dict[str, Any]) -> None:
    assert audited.ada.post(path, json=body).status_code == 400


@pytest.mark.parametrize("match", ["../here", "nowhere", "nowhere.2", "/etc"])
def test_only_journals_that_are_here_are_checked(audited: Audited, match: str) -> None:
    assert audited.ada.post("/audit/check", json={"match": match}).status_code == 404


def test_a_name_for_a_file_is_no_trick(tmp_path: Path) -> None:
    write(tmp_path, eventful(), names={"A": 'An"n\r\nX: y', "B": "../../x", "C": "Cy"})
    house = housed(tmp_path, shelved(tmp_path))
    answer = house.organiser().get("/audit/penalties.csv?" + urlencode({"player": "../../x"}))
    assert answer.headers["Content-Disposition"] == ('attachment; filename="penalties-2026-01-01-Table-7-here-2-x.csv"')
    assert "X" not in answer.headers
    house.close()


def test_the_exports_can_be_read_back(audited: Audited) -> None:
    rows = list(csv.DictReader(io.StringIO(audited.ada.get("/audit/penalties.csv").text)))
    objects = json.loads(audited.ada.get("/audit/penalties.json").text)
    assert len(rows) == len(objects) == len(audited.get("/audit/lines")["lines"])
    for name in ("csv", "json"):
        answer = audited.ada.get(f"/audit/penalties.{name}")
        assert answer.headers["Content-Disposition"].endswith(f'.{name}"')
        assert answer.headers["Cache-Control"] == "no-store"
