"""An event of the judge's timeline, opened in a real browser: pictures, readings, questions, clips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import PageFactory, until
from tests.browser.review_stage import DESK, KIOSK, PHONE, SIZES, TABLET, ReviewStage, line, opened, zoom


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReviewStage]:
    made = ReviewStage(tmp_path_factory.mktemp("opened"))
    yield made
    made.close()


def frame(page: Page, side: str = "after") -> Locator:
    return page.locator(f".pictures figure[data-side='{side}'] .frame")


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ring(page: Page, side: str, kind: str = "here") -> tuple[float, float]:
    """The middle of a ring, in the picture's pixels."""
    found = page.locator(f"figure[data-side='{side}'] .ring.{kind}").first
    return float(found.get_attribute("cx") or 0), float(found.get_attribute("cy") or 0)


@pytest.mark.parametrize("size", [*SIZES, KIOSK])
def test_a_move_with_the_pictures_before_and_after(film: ReviewStage, page: PageFactory, size: tuple[int, int]) -> None:
    made = film.open(page, size, row=film.row("cube-moved"))
    event = made.locator("#opened .event")
    expect(event.locator("h2")).to_have_text("Ben moves red 2 to Required.")
    expect(event).to_contain_text("90.0 s of 120.0 s were left.")
    expect(event.locator(".verdict")).to_have_attribute("data-agree", "yes")
    expect(event.locator(".differences li")).to_contain_text("from Resources to Required")
    for side in ("before", "after"):
        if size == PHONE:
            made.locator(f".sides [data-side='{side}']").click()
        picture = frame(made, side).locator("img")
        expect(picture).to_be_visible()
        until(made, lambda picture=picture: picture.evaluate("each => each.complete && each.naturalWidth > 300"))
    # The cube has moved: its ring is elsewhere, and a broken one shows where it is in the other picture.
    assert ring(made, "before") != ring(made, "after")
    assert ring(made, "before", "there") == ring(made, "after", "here")
    assert ring(made, "after", "there") == ring(made, "before", "here")
    if size[0] >= 700:
        first, second = (frame(made, side).bounding_box() for side in ("before", "after"))
        assert first is not None
        assert second is not None
        assert first["x"] + first["width"] <= second["x"], "side by side"
        assert second["y"] + second["height"] <= size[1], "whole in sight"


def test_the_reading_is_laid_over_the_pictures_and_taken_away(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, row=film.row("cube-moved"))
    reading = made.locator("figure[data-side='after'] .reading")
    expect(reading).to_be_hidden()
    made.locator("#picture-overlay").click()
    expect(reading).to_be_visible()
    assert reading.locator("polygon").count() == 12, "a frame for each cube"
    assert "2" in reading.locator("text").all_text_contents()
    made.keyboard.press("o")
    expect(reading).to_be_hidden()


def test_how_sure_the_reading_was_and_where_it_all_comes_from(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, row=film.row("cube-moved"))
    sure = made.locator(".confidence")
    expect(sure).to_contain_text("All 12 cubes were read surely")
    sure.locator("summary").click()
    expect(sure.locator(".chips li")).to_have_count(12)
    source = made.locator(".provenance")
    source.locator("summary").click()
    expect(source).to_contain_text("✓ as it was written")
    expect(source).to_contain_text("the camera")
    expect(source).to_contain_text("plain-3f2a")


def test_closer_by_wheel_keys_mouse_and_buttons(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, row=film.row("cube-moved"))
    assert zoom(made) == [1, 1]
    made.mouse.move(*middle(frame(made)))
    made.mouse.wheel(0, -500)
    until(made, lambda: zoom(made)[0] > 2)
    assert zoom(made)[0] == zoom(made)[1], "both pictures together"
    made.keyboard.press("0")
    until(made, lambda: zoom(made) == [1, 1])
    made.keyboard.press("+")
    made.keyboard.press("+")
    until(made, lambda: zoom(made)[0] == pytest.approx(2.25, abs=0.01))
    stage = frame(made).locator(".stage")
    before = stage.evaluate("each => each.style.transform")
    made.keyboard.press("ArrowRight")
    moved = stage.evaluate("each => each.style.transform")
    assert moved != before
    x, y = middle(frame(made))
    made.mouse.move(x, y)
    made.mouse.down()
    made.mouse.move(x + 80, y + 30, steps=4)
    made.mouse.up()
    assert stage.evaluate("each => each.style.transform") != moved
    made.keyboard.press("-")
    made.locator("#zoom-out").click()
    until(made, lambda: zoom(made)[0] <= 1.01)
    made.mouse.dblclick(x, y)
    until(made, lambda: zoom(made)[0] > 2)
    made.locator("#zoom-reset").click()
    until(made, lambda: zoom(made) == [1, 1])


def test_the_change_is_brought_close(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, TABLET, row=film.row("cube-moved"))
    made.keyboard.press("z")
    until(made, lambda: zoom(made)[0] > 2)
    x, y = middle(made.locator("figure[data-side='after'] .ring.here"))
    centre = middle(frame(made))
    assert (x, y) == pytest.approx(centre, abs=25)
    made.keyboard.press("z")
    until(made, lambda: zoom(made) == [1, 1])


#: So often a pinch is tried, and looked at every 25 ms.
TRIES, LOOKS = 6, 120


class Fingers:
    """Fingers on the glass."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        told: list[dict[str, Any]] = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def pinch(self, x: float, y: float, start: float, end: float) -> None:
        """Two fingers, one above the other: a browser would like to scroll with them."""
        self.touch("touchStart", (x, y - start), (x, y + start))
        for step in range(1, 9):
            apart = start + (end - start) * step / 8
            self.touch("touchMove", (x, y - apart), (x, y + apart))
        self.touch("touchEnd")

    def pinch_until(
        self, done: Callable[[], bool], where: tuple[float, float], start: float, end: float, reset: str | None = None
    ) -> None:
        """Pinches, and again like anybody would where the browser took the fingers off; before that, taps on `reset`.

        It takes them off when the machine is so busy that the page has not answered them in time.
        """
        for _ in range(TRIES):
            self.pinch(*where, start, end)
            for _ in range(LOOKS):
                if done():
                    return
                self._page.wait_for_timeout(25)
            if reset is not None:
                self._page.locator(reset).tap()
        pytest.fail("it did not happen")

    def drag(self, x: float, y: float, right: float, down: float) -> None:
        self.touch("touchStart", (x, y))
        for step in range(1, 9):
            self.touch("touchMove", (x + right * step / 8, y + down * step / 8))
        self.touch("touchEnd")


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_closer_by_fingers(film: ReviewStage, page: PageFactory, size: tuple[int, int]) -> None:
    made = film.open(page, size, row=film.row("cube-moved"), touch=True)
    fingers = Fingers(made)
    x, y = middle(frame(made))
    fingers.pinch_until(lambda: zoom(made)[-1] == pytest.approx(3, abs=0.2), (x, y), 30, 90, reset="#zoom-reset")
    stage = frame(made).locator(".stage")
    before = stage.evaluate("each => each.style.transform")
    fingers.drag(x, y, 60, 40)
    assert stage.evaluate("each => each.style.transform") != before
    assert made.locator("#opened").evaluate("each => each.scrollTop") == 0, "the page stays where it is"
    fingers.pinch_until(lambda: zoom(made)[-1] < 1.01, (x, y), 90, 20)
    made.locator("#zoom-reset").tap()
    until(made, lambda: zoom(made)[-1] == 1)
    for _ in range(2):
        fingers.touch("touchStart", (x, y))
        fingers.touch("touchEnd")
    until(made, lambda: zoom(made)[-1] > 2)


def test_a_finger_turns_to_the_other_picture_and_scrolls_past_them(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, PHONE, row=film.row("cube-moved"), touch=True)
    fingers = Fingers(made)
    expect(frame(made, "after")).to_be_visible()
    fingers.drag(*middle(frame(made)), 120, 5)
    expect(frame(made, "before")).to_be_visible()
    expect(frame(made, "after")).to_be_hidden()
    fingers.drag(*middle(frame(made, "before")), -120, 5)
    expect(frame(made, "after")).to_be_visible()
    made.keyboard.press("b")
    expect(frame(made, "before")).to_be_visible()


def test_what_the_camera_saw_and_what_the_record_says(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, PHONE, row=film.row("out-of-step"))
    verdict = made.locator("#opened .verdict")
    expect(verdict).to_have_text("✗ Camera and record differ: Permitted, Resources")
    first = made.locator(".mats tbody tr").first
    expect(first).to_have_attribute("data-part", "permitted")
    odd = first.locator("[data-side='seen'] [data-odd]")
    assert [each.get_attribute("data-odd") for each in odd.all()] == ["K7", "K8"]
    expect(first.locator("[data-side='record']")).to_have_text("–")
    expect(made.locator(".differences li")).to_have_count(2)


def test_what_people_were_asked_and_what_they_answered(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, row=film.row("question-asked"))
    asked = made.locator(".asked")
    expect(asked).to_contain_text("Is this right? Cy moves blue x to Required.")
    expect(asked.locator("[data-chosen='yes']")).to_contain_text("Yes, that is right")
    expect(asked).to_contain_text("Answered by the table's screen after 4.0 s.")
    line(made, film.row("cube-moved", 1)).click()
    expect(opened(made, film.row("cube-moved", 1)).locator(".asked")).to_contain_text("Cy moves blue x")
    line(made, film.row("question-asked", 1)).click()
    expect(opened(made, film.row("question-asked", 1)).locator(".asked")).to_contain_text("judge LK")


def test_a_refusal_and_a_penalty_with_their_rules(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, PHONE, row=film.row("cube-moved", 2))
    refused = made.locator(".says [data-refuses='yes']")
    expect(refused).to_contain_text("It is Ann's turn, not Ben's.")
    expect(refused.locator(".cite")).to_have_text("V-B")
    made = film.open(page, PHONE, row=film.row("cube-moved", 3))
    penalty = made.locator(".says [data-penalty='1']")
    expect(penalty).to_contain_text("Ann −1")
    expect(penalty.locator("[data-status]")).to_have_text("counts")


def test_the_clip_is_played_and_stepped_through(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, row=film.row("block-lifted"))
    clip = made.locator(".clip")
    expect(clip).to_have_attribute("data-ready", "yes")
    expect(clip).to_contain_text("the block was taken")
    expect(clip).to_have_attribute("data-frame", "6")
    expect(clip.locator(".moment")).to_contain_text("+0.00 s")
    made.keyboard.press(",")
    expect(clip).to_have_attribute("data-frame", "5")
    expect(clip.locator(".moment")).to_contain_text("−0.20 s, picture 6 of 12")
    made.keyboard.press(".")
    clip.locator("[data-step='1']").click()
    expect(clip).to_have_attribute("data-frame", "7")
    clip.locator("input").fill("2")
    expect(clip).to_have_attribute("data-frame", "2")
    until(made, lambda: clip.locator("img").evaluate("each => each.complete && each.naturalWidth > 0"))
    made.keyboard.press("p")
    expect(clip).to_have_attribute("data-playing", "yes")
    expect(clip).to_have_attribute("data-frame", "11")
    expect(clip).to_have_attribute("data-playing", "no")
    clip.locator(".clip-play").click()
    expect(clip).to_have_attribute("data-playing", "yes")
    made.keyboard.press("j")
    expect(made.locator(".clip[data-playing='yes']")).to_have_count(0)
    # It can be looked at closer, too.
    made.keyboard.press("k")
    opened(made, film.row("block-lifted"))
    made.mouse.move(*middle(clip.locator(".frame")))
    made.mouse.wheel(0, -500)
    until(made, lambda: float(clip.locator(".frame").get_attribute("data-zoom") or 1) > 2)


def test_without_moved_cubes_there_is_one_picture_how_the_mat_lay(film: ReviewStage, page: PageFactory) -> None:
    made = film.open(page, PHONE, row=film.row("equation-checked"))
    expect(made.locator(".pictures")).to_have_attribute("data-single", "yes")
    expect(made.locator(".pictures")).to_contain_text("The mat then")
    expect(made.locator(".differences")).to_have_count(0)
    expect(made.locator(".sides")).to_have_count(0)


def test_a_picture_or_a_clip_that_is_gone_is_said_to_be(film: ReviewStage, page: PageFactory) -> None:
    made = page(*DESK, quiet=False)
    made.route("**/snapshots/*.jpg", lambda route: route.fulfill(status=404, body=""))
    made.route("**/clips/*.json", lambda route: route.fulfill(status=404, body="{}"))
    made.goto(f"{film.server.url}/join#{film.house.gate.code_for(None, film.house.lee).text}")
    made.wait_for_url("**/judge")
    film.turn_to(made, film.row("block-lifted"))
    expect(made.locator(".frame .nothing").last).to_have_text("This picture is not kept here any more.")
    expect(made.locator(".clip")).to_contain_text("This clip is not kept here any more.")


@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
def test_whoever_sees_or_points_less_well_can_use_it(
    film: ReviewStage, page: PageFactory, size: tuple[int, int]
) -> None:
    made = film.open(page, size)
    found = {"list": faults(made)}
    for name in ("cube-moved", "out-of-step", "question-asked", "block-lifted", "equation-checked"):
        film.turn_to(made, film.row(name))
        made.locator("#opened details").evaluate_all("all => { for (const each of all) each.open = true; }")
        found[name] = faults(made)
    made.keyboard.press("o")
    made.keyboard.press("?")
    expect(made.locator("#keys")).to_be_visible()
    found["keys"] = faults(made)
    made.keyboard.press("Escape")
    made.keyboard.press("Escape")
    made.locator("#search").fill("nowhere to be found")
    found["nothing"] = faults(made)
    assert {name: each for name, each in found.items() if each} == {}
