"""The judge's review over HTTP: for judges alone, of every match, and nothing but looking."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import url_for

from kiosk.matches import HERE, Matches, Shelf
from kiosk.web import create_app
from rules.games import GAMES
from tests.kiosk.filmed import Film, film_match
from tests.kiosk.papers import shake
from tests.kiosk.people.conftest import OTHER_PIN
from tests.kiosk.test_standing import play
from tests.kiosk.web.clients import HOME, PHONE, Browser
from tests.kiosk.web.fake_table import FakeTable
from tests.kiosk.web.house import House


class Review:
    """A house whose table has a filmed match, and a judge who looks at it."""

    def __init__(self, folder: Path) -> None:
        self.film: Film = film_match(folder)
        self.house = House(folder)
        self.judge: Browser = self.house.judge()

    def get(self, path: str) -> Any:
        answer = self.judge.get(path)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def lines(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = self.get("/judge/review")["lines"]
        return lines

    def opened(self, name: str, number: int = 0) -> dict[str, Any]:
        row = [line["row"] for line in self.lines() if line["name"] == name][number]
        opened: dict[str, Any] = self.get(f"/judge/matches/here.2/rows/{row}")
        return opened

    def jpeg(self, path: str) -> bytes:
        """A file's bytes; the answer is closed as a server would."""
        answer = self.judge.get(path)
        assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
        data = answer.data
        answer.close()
        return data

    def close(self) -> None:
        self.house.close()
        self.film.close()


def test_an_app_reads_the_last_match_at_once_only_if_it_is_told_to(tmp_path: Path) -> None:
    play(tmp_path, shake(0))
    reading = threading.Event()

    @contextmanager
    def reckoning() -> Iterator[None]:
        reading.set()
        yield

    table = FakeTable(tmp_path)
    table.matches = Matches(GAMES, lambda: [Shelf(HERE, tmp_path, "Table 1")], reckoning)
    create_app(table)
    assert not reading.is_set()
    create_app(table, at_once=True)
    assert reading.wait(30), "before anybody has asked for a page"


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Review]:
    made = Review(tmp_path_factory.mktemp("review"))
    yield made
    made.close()


PATHS = [
    "/judge/review",
    "/judge/matches",
    "/judge/matches/here.2/rows/6",
    f"/judge/matches/here.2/snapshots/{'0' * 64}.jpg",
    f"/judge/matches/here.2/snapshots/{'0' * 64}.json",
    f"/judge/matches/here.2/clips/{'0' * 64}.json",
    f"/judge/matches/here.2/clips/{'0' * 64}/0.jpg",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("address", [HOME, PHONE])
def test_nobody_but_a_judge_looks(review: Review, path: str, address: str) -> None:
    assert review.house.browser(address).get(path).status_code == 401


def test_no_route_below_the_judges_page_is_for_anybody_else(review: Review) -> None:
    """Whatever is added there later, too; with a screen's session as without one."""
    house = review.house
    screen = house.browser("192.168.1.77")
    code = house.gate.code_for(house.ada, None).text
    assert screen.post("/join", json={"code": code}).get_json()["go"] == "/"
    values = {"key": "here.2", "row": 6, "name": "0" * 64, "number": 0}
    asked = {}
    with house.app.test_request_context():
        for rule in house.app.url_map.iter_rules():
            if rule.rule.startswith("/judge"):
                path = url_for(rule.endpoint, **{name: values.get(name, "1") for name in rule.arguments})
                method = "POST" if "POST" in (rule.methods or ()) else "GET"
                asked[method, path] = [
                    browser.open(path, method=method, **({"json": {}} if method == "POST" else {})).status_code
                    for browser in (house.browser(), house.browser(PHONE), screen)
                ]
    assert {path for _, path in asked} >= {"/judge", "/judge/review", "/judge/reviewed", "/judge/matches"}
    assert {key: codes for key, codes in asked.items() if codes != [401, 401, 401]} == {}


def test_nobody_but_a_judge_marks(review: Review) -> None:
    sent = {"match": "here.2", "rows": [3], "reviewed": True}
    assert review.house.browser().post("/judge/reviewed", json=sent).status_code == 401


def test_without_a_match_there_is_an_empty_timeline(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.judge().get("/judge/review").get_json() == {"match": None, "newest": None, "lines": []}
    assert house.judge().get("/judge/matches").get_json() == {"matches": []}
    house.close()


def test_the_timeline_is_told_whole_and_then_what_is_new(review: Review) -> None:
    told = review.get("/judge/review")
    assert (told["match"], told["live"], told["newest"]) == ("here.2", True, "here.2")
    assert told["players"] == {"A": "Ann", "B": "Ben", "C": "Cy"}
    assert told["last"] == told["lines"][-1]["row"]
    again = review.get(f"/judge/review?match=here.2&after={told['lines'][-3]['row']}")
    assert again["lines"] == told["lines"][-2:]


def test_a_long_answer_is_compressed_for_who_can_read_it(review: Review) -> None:
    plain = review.judge.get("/judge/review")
    packed = review.judge.get("/judge/review", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2


def test_a_move_with_its_pictures_readings_and_what_moved(review: Review) -> None:
    told = review.opened("cube-moved")
    assert told["text"] == "Ben moves red 2 to Required."
    assert told["event"]["event"] == "cube-moved"
    before, after = told["pictures"]
    assert [before["name"], after["name"]] == told["snapshots"]
    assert all((each["kept"], each["whole"], each["model"]) == (True, True, "plain-3f2a") for each in (before, after))
    assert after["calibration"] == "c41b"
    (moved,) = told["differences"]
    assert (moved["change"], moved["cube"], moved["from"], moved["to"]) == ("moved", "R2", "resources", "required")
    assert before["reading"]["cubes"][moved["before"]]["section"] == "resources"
    assert after["reading"]["cubes"][moved["after"]]["section"] == "required"
    assert after["reading"]["mat"] == told["record"][1]
    assert before["reading"]["mat"] == told["record"][0]
    assert (told["clock"]["limit_ms"], told["clock"]["left_ms"]) == (120_000, 90_000)
    assert told["journal"]["whole"]


def test_where_the_cubes_are_in_the_picture(review: Review) -> None:
    told = review.opened("cube-moved")
    name = told["snapshots"][-1]
    places = review.get(f"/judge/matches/here.2/snapshots/{name}.json")
    reading = told["pictures"][1]["reading"]
    assert len(places["cubes"]) == len(reading["cubes"])
    data = review.jpeg(f"/judge/matches/here.2/snapshots/{name}.jpg")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert places["size"] == [image.shape[1], image.shape[0]]
    (red,) = [at for at, cube in enumerate(reading["cubes"]) if cube["cube"] == "R2"]
    x, y = np.mean(places["cubes"][red], axis=0)
    patch = image[int(y) - 8 : int(y) + 8, int(x) - 8 : int(x) + 8].reshape(-1, 3).mean(axis=0)
    assert patch[2] > 1.5 * patch[0], "the red cube is where it is said to be"


def test_a_question_with_its_answer_at_the_event_that_it_led_to(review: Review) -> None:
    told = review.opened("cube-moved", 1)
    (asked,) = told["asked"]
    assert (asked["answer"], asked["by"], asked["after_ms"]) == ("Yes, that is right", "the table's screen", 4000)
    assert review.opened("question-asked")["asked"] == [asked]
    assert review.opened("question-answered")["asked"] == [asked]
    line = next(line for line in review.lines() if line["row"] == told["row"])
    assert line["marks"] == ["asked", "unsure"]


def test_mat_and_record_out_of_step_are_both_told(review: Review) -> None:
    told = review.opened("out-of-step")
    assert told["out_of_step"]["seen"]["permitted"] == "K7 K8"
    assert told["out_of_step"]["record"]["permitted"] == ""
    assert {each["cube"] for each in told["differences"]} == {"K7", "K8"}


def test_a_challenge_with_its_clip_frame_by_frame(review: Review) -> None:
    (clip,) = review.opened("challenge-stated")["clips"]
    assert review.opened("clip-kept")["clips"] == [clip]
    assert review.opened("cube-moved")["clips"] == []
    told = review.get(f"/judge/matches/here.2/clips/{clip['clip']}.json")
    assert told["frames"] == list(range(-1200, 1200, 200))
    assert review.jpeg(f"/judge/matches/here.2/clips/{clip['clip']}/3.jpg").startswith(b"\xff\xd8")
    assert review.judge.get(f"/judge/matches/here.2/clips/{clip['clip']}/12.jpg").status_code == 404


@pytest.mark.parametrize("width", [160, 320])
def test_a_picture_made_small(review: Review, width: int) -> None:
    name = review.opened("cube-moved")["snapshots"][-1]
    small = review.judge.get(f"/judge/matches/here.2/snapshots/{name}.jpg?width={width}")
    image = cv2.imdecode(np.frombuffer(small.data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape[1] == width
    assert "immutable" in small.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/judge/review?after=x", 400),
        ("/judge/review?after=-1", 400),
        ("/judge/review?match=there.2", 404),
        ("/judge/review?match=../../etc", 404),
        ("/judge/matches/here.2/rows/1", 404),
        ("/judge/matches/here.2/rows/999", 404),
        ("/judge/matches/here.3/rows/3", 404),
        (f"/judge/matches/here.2/snapshots/{'0' * 64}.jpg", 404),
        (f"/judge/matches/here.2/snapshots/{'0' * 64}.jpg?width=160", 404),
        (f"/judge/matches/here.2/snapshots/{'0' * 64}.json", 404),
        ("/judge/matches/here.2/snapshots/..%2fpeople.jpg", 404),
        (f"/judge/matches/nowhere.2/snapshots/{'0' * 64}.jpg", 404),
        (f"/judge/matches/here.2/clips/{'0' * 64}.json", 404),
        ("/judge/matches/here.2/clips/people.json", 404),
    ],
)
def test_what_is_not_there_is_said_in_words(review: Review, path: str, status: int) -> None:
    answer = review.judge.get(path, headers={"Accept": "application/json"})
    assert answer.status_code == status
    assert answer.get_json()["error"]["text"]


def test_a_width_that_nobody_needs_is_refused(review: Review) -> None:
    name = review.opened("cube-moved")["snapshots"][-1]
    assert review.judge.get(f"/judge/matches/here.2/snapshots/{name}.jpg?width=161").status_code == 400


def test_a_clip_cannot_name_a_file_elsewhere(review: Review) -> None:
    folder = review.film.clips.folder
    bad = '{"reason":"x","at_us":0,"about":{},"frames":[{"file":"../people.db","at_us":0}]}'
    (folder / f"{'e' * 64}.json").write_text(bad)
    assert review.judge.get(f"/judge/matches/here.2/clips/{'e' * 64}/0.jpg").status_code == 404


def test_reviewed_is_kept_for_each_judge(tmp_path: Path) -> None:
    made = Review(tmp_path)
    sent = {"match": "here.2", "rows": [6, 9, 4000], "reviewed": True}
    assert made.judge.post("/judge/reviewed", json=sent).get_json()["status"] == "done"
    assert made.get("/judge/review")["reviewed"] == [6, 9]
    made.judge.post("/judge/reviewed", json={**sent, "rows": [6], "reviewed": False})
    assert made.get("/judge/review")["reviewed"] == [9]
    other = made.house.browser(PHONE)
    other.sign_in(made.house.bo.id, OTHER_PIN)
    assert other.get("/judge/review").get_json()["reviewed"] == []
    made.close()


GOOD = {"match": "here.2", "rows": [3], "reviewed": True}


@pytest.mark.parametrize(
    "wrong", [{"rows": "all"}, {"rows": [True]}, {"rows": [0]}, {"match": 2}, {"match": None}, {"reviewed": "yes"}]
)
def test_marks_that_are_none_are_refused(review: Review, wrong: dict[str, Any]) -> None:
    assert review.judge.post("/judge/reviewed", json=GOOD | wrong).status_code == 400


def test_matches_of_other_tables_are_listed_and_looked_at(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    play(tmp_path / "a", [*shake(0), {"t": 900, "event": "round-time-called"}])
    play(tmp_path / "a", shake(0)[:3], names=["Dee", "Eve", "Flo"])
    play(tmp_path / "b", shake(0), names=["Gil", "Hal", "Ida"])
    house = House(tmp_path / "a")
    shelves = [Shelf(HERE, tmp_path / "a", "Table 1"), Shelf("t7", tmp_path / "b", "Table 7")]
    house.table.matches = Matches(GAMES, lambda: shelves)
    house.app = create_app(house.table, people=house.gate, place=house.place)
    judge = house.judge()
    listed = judge.get("/judge/matches").get_json()["matches"]
    assert [(each["table"], each["players"][0], each["live"]) for each in listed] == [
        ("Table 1", "Dee", True),
        ("Table 1", "Ann", False),
        ("Table 7", "Gil", False),
    ]
    told = judge.get(f"/judge/review?match={listed[2]['match']}").get_json()
    assert (told["live"], told["players"]["A"], len(told["lines"])) == (False, "Gil", 11)
    house.close()
