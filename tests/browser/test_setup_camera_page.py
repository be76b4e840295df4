"""What the camera sees, on the set-up page: live, in words, and corners that are dragged to their places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import CDPSession, Page, Request, expect

from rules.mat import Section
from tests.browser.axe import faults
from tests.browser.conftest import PageFactory, until
from tests.browser.setup_stage import Stage
from tests.vision.bare_mat import bare_corners, bare_picture
from vision.kept_pose import CORNERS_FILE, POSE_FILE, read_corners

#: The page is out of view, or in view again.
HIDE = """so => {
    Object.defineProperty(document, "hidden", { value: so, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
KIOSK, PHONE, DESKTOP = (1024, 600), (390, 844), (1920, 1080)


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    """A simulated camera over a mat with eleven cubes."""
    made = Stage(tmp_path, page, "")
    made.table.simulation.lay({"resources": "R1 R2 B3 G5 K+ K9 B0 Gx", "goal": "G6 K7", "required": "B1"})
    yield made
    made.close()


def bare_stage(folder: Path, page: PageFactory, reader: str) -> Stage:
    """A recording of a mat without black squares in the place of a camera."""
    pictures = folder / "pictures"
    pictures.mkdir()
    for number in range(3):
        assert cv2.imwrite(str(pictures / f"{number}.png"), bare_picture(number))
    settings = f'[camera]\nkind = "folder"\npath = "{pictures}"\nloop = true\nfps = 5\nreader = "{reader}"\n'
    return Stage(folder, page, settings)


def lies_in(page: Page, section: str, count: int) -> None:
    expect(page.locator(f"#live-board [data-section='{section}']")).to_have_attribute("data-count", str(count))


@pytest.mark.parametrize("size", [KIOSK, PHONE, DESKTOP])
def test_the_picture_is_live_and_says_what_lies_there(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.open("/setup#camera", size)
    picture = page.locator("#live-picture")
    lies_in(page, "required", 1)
    expect(page.locator("#live-link")).to_have_attribute("data-link", "live")
    expect(page.locator("#live-findings [data-level='ok']")).to_contain_text("Everything is well")
    expect(page.locator("#markers")).to_contain_text("Black squares in view: 4 of 4")
    expect(page.locator("[data-meter='light']")).to_have_attribute("data-level", "good")
    expect(page.locator("#corners")).to_contain_text("The simulated camera knows where its mat lies")
    expect(page.locator("#corners-set")).to_be_hidden()
    before = picture.get_attribute("src")
    assert before is not None
    assert before.startswith("data:image/jpeg;base64,")
    stage.table.simulation.move("R2", Section.RESOURCES, Section.REQUIRED)
    lies_in(page, "required", 2)
    expect(page.locator("#live-board .counted")).to_contain_text("11 cubes, 11 of them surely")
    expect(page.locator("#live-seen li").first).to_contain_text("Resources → Required")
    assert picture.get_attribute("src") != before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_read_is_drawn_in_or_not(stage: Stage) -> None:
    page = stage.open("/setup#camera")
    lies_in(page, "required", 1)
    live, toggle = page.locator("#live"), page.locator("#live-overlay")
    expect(live).to_have_attribute("data-overlay", "yes")
    drawn = page.locator("#live-picture").get_attribute("src")
    toggle.focus()
    page.keyboard.press("Space")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    # a view that was asked for before may still come
    with page.expect_response(lambda answer: answer.url.endswith("/setup/camera/look")):
        pass
    until(page, lambda: page.locator("#live-picture").get_attribute("src") != drawn)
    plain = page.locator("#live-picture").get_attribute("src")
    toggle.click()
    until(page, lambda: page.locator("#live-picture").get_attribute("src") not in (plain, None))
    expect(toggle).to_have_attribute("aria-pressed", "true")


def test_the_table_is_asked_politely_and_not_for_a_page_that_nobody_sees(stage: Stage) -> None:
    page = stage.open("/setup#camera", PHONE)
    lies_in(page, "required", 1)
    under_way: set[Request] = set()
    most, count = 0, 0

    def begun(request: Request) -> None:
        nonlocal most, count
        if "/setup/camera/look" in request.url:
            under_way.add(request)
            most, count = max(most, len(under_way)), count + 1

    def over(request: Request) -> None:
        under_way.discard(request)

    page.on("request", begun)
    page.on("requestfinished", over)
    page.on("requestfailed", over)
    until(page, lambda: count >= 4)
    assert most == 1
    page.evaluate(HIDE, True)
    expect(page.locator("#live-link")).to_have_attribute("data-link", "rests")
    asked = count
    # The step has been left alone; another cube is not noticed.
    stage.table.simulation.move("R2", Section.RESOURCES, Section.REQUIRED)
    until(page, lambda: len(stage.table.seen()) >= 2)
    assert count == asked
    page.evaluate(HIDE, False)
    lies_in(page, "required", 2)
    # and no other step asks
    page.goto(f"{stage.server.url}/setup#table")
    page.wait_for_selector("body[data-step='table']")
    left = count
    page.goto(f"{stage.server.url}/setup#people")
    page.wait_for_selector("body[data-step='people']")
    assert count == left


def test_a_camera_that_is_chosen_is_used_at_once_and_its_trouble_named(stage: Stage) -> None:
    page = stage.open("/setup#camera")
    lies_in(page, "required", 1)
    expect(page.locator(".use")).to_be_hidden()
    page.locator("#step .chip", has_text="At a USB port").click()
    page.locator("[name='camera-device']").fill("/dev/video-of-nobody")
    expect(page.locator("#plan li")).to_have_count(2)
    page.locator("[data-use='now']").click()
    problem = page.locator("#live-findings [data-key='camera']")
    expect(problem).to_contain_text("The camera at the USB port is not there.")
    expect(problem).to_contain_text("Is its cable plugged in at both ends?")
    expect(problem).to_have_attribute("data-level", "wrong")
    expect(page.locator("#live-picture")).to_be_hidden()
    expect(page.locator("[data-meter='light']")).to_have_attribute("data-level", "unknown")
    expect(page.locator("#live-link")).to_have_attribute("data-link", "away")
    assert 'kind = "usb"' in stage.file.read_text()
    page.locator("#step .chip", has_text="a simulated one").click()
    page.locator("[data-use='now']").click()
    lies_in(page, "required", 1)


# --- corners ------------------------------------------------------------------------------------------


def middle(page: Page, number: int) -> tuple[float, float]:
    box = page.locator(f"[data-corner='{number}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page: Page, corner: tuple[float, float]) -> tuple[float, float]:
    """Where a pixel of the picture is on the screen."""
    box = page.locator("#live-frame").bounding_box()
    assert box is not None
    # The frame has a border of two pixels; corners lie on what is within it.
    wide, high = box["width"], box["height"]
    return box["x"] + (corner[0] + 0.5) / 1280 * wide, box["y"] + (corner[1] + 0.5) / 960 * high


def by_finger(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


def test_corners_are_dragged_by_mouse_and_keys_and_the_mat_is_read_by_them(tmp_path: Path, page: PageFactory) -> None:
    stage = bare_stage(tmp_path, page, "auto")
    made = stage.open("/setup#camera")
    expect(made.locator("#live-findings [data-key='mat']")).to_contain_text("The mat is not in the picture.")
    expect(made.locator("#corners")).to_contain_text("No black square is in view.")
    made.locator("#corners-set").click()
    # whoever did not mean it leaves everything as it was
    made.keyboard.press("Escape")
    expect(made.locator("[data-corner]")).to_have_count(0)
    expect(made.locator("#corners-set")).to_be_focused()
    made.keyboard.press("Enter")
    expect(made.locator("[data-corner='1']")).to_be_focused()
    for number, corner in enumerate(bare_corners(), start=1):
        handle = made.locator(f"[data-corner='{number}']")
        handle.scroll_into_view_if_needed()
        made.mouse.move(*middle(made, number))
        made.mouse.down()
        x, y = place(made, (corner[0] - 10, corner[1]))
        made.mouse.move(x, y, steps=3)
        expect(made.locator("#corners-lens")).to_be_visible()
        made.mouse.up()
        # the last ten pixels by keys
        made.keyboard.press("Shift+ArrowRight")
        made.keyboard.press("ArrowRight")
        made.keyboard.press("ArrowLeft")
    expect(made.locator("#corners-preview")).to_be_visible()
    expect(made.locator("#corners-keep")).to_be_enabled()
    assert faults(made) == []
    made.locator("#corners-keep").click()
    expect(made.locator("#corners")).to_contain_text("The mat is found by the corners that were set by hand.")
    expect(made.locator("#live-board .counted")).to_contain_text("6 cubes")
    expect(made.locator("#live-findings [data-level='ok']")).to_be_visible()
    kept = read_corners(tmp_path / CORNERS_FILE).corners_px
    for (u, v), (x, y) in zip(kept, bare_corners(), strict=True):
        assert abs(u - x) < 4
        assert abs(v - y) < 4
    assert ("screen", {"note": "mat", "text": "The corners of the mat are kept."}) in stage.notes("mat")
    made.locator("#pose-keep").click()
    expect(made.locator("#pose-forget")).to_be_visible()
    assert (tmp_path / POSE_FILE).exists()
    made.locator("#corners-forget").click()
    expect(made.locator("#corners")).to_contain_text("No black square is in view.")
    assert not (tmp_path / CORNERS_FILE).exists()
    stage.close()


def test_corners_are_dragged_by_a_finger_on_a_phone(tmp_path: Path, page: PageFactory) -> None:
    stage = bare_stage(tmp_path, page, "plain")
    made = stage.open("/setup#camera", PHONE)
    made.locator("#corners-set").click()
    finger = by_finger(made)

    def touch(kind: str, points: list[tuple[float, float]]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def drag(number: int, corner: tuple[float, float]) -> None:
        made.locator(f"[data-corner='{number}']").scroll_into_view_if_needed()
        start, end = middle(made, number), place(made, corner)
        touch("touchStart", [start])
        touch("touchMove", [((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)])
        touch("touchMove", [end])
        touch("touchEnd", [])

    # Two corners changed places: no sheet lies like that, and nothing can be kept.
    drag(1, bare_corners()[1])
    expect(made.locator("#corners-said")).to_have_attribute("data-kind", "refused")
    expect(made.locator("#corners-keep")).to_be_disabled()
    for number, corner in enumerate(bare_corners(), start=1):
        drag(number, corner)
    expect(made.locator("#corners-preview")).to_be_visible()
    assert faults(made) == []
    made.locator("#corners-keep").click()
    expect(made.locator("#toast")).to_contain_text("The corners of the mat are kept.")
    expect(made.locator("#corners-forget")).to_be_visible()
    kept = read_corners(tmp_path / CORNERS_FILE).corners_px
    for (u, v), (x, y) in zip(kept, bare_corners(), strict=True):
        assert abs(u - x) < 10
        assert abs(v - y) < 10
    assert made.evaluate("document.documentElement.scrollWidth <= innerWidth")
    stage.close()


@pytest.mark.parametrize("size", [KIOSK, PHONE])
def test_the_live_step_is_accessible(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.open("/setup#camera", size)
    lies_in(page, "required", 1)
    assert faults(page) == []
