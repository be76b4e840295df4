"""The hands at a simulated table, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageFactory, until
from tests.browser.fake import Stage, staged
from tests.kiosk.web.fake_table import FakeSimulation


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    yield from staged(tmp_path, page)


def opened(stage: Stage, width: int = 900, height: int = 620, *, quiet: bool = True) -> tuple[Page, FakeSimulation]:
    page = stage.open(width, height, path="/simulator", quiet=quiet)
    expect(page.locator("[data-cube]").first).to_be_visible()
    assert stage.table.simulation is not None
    return page, stage.table.simulation


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cube_at(simulation: FakeSimulation, cube: str) -> dict[str, Any]:
    return next(each for each in simulation.cubes if each["id"] == cube)


@pytest.mark.parametrize("size", [(900, 620), (560, 820)])
def test_a_cube_is_lifted_and_dropped_with_the_mouse(stage: Stage, size: tuple[int, int]) -> None:
    page, simulation = opened(stage, *size)
    cube = page.locator("[data-face='R1']")
    cube_id = cube.get_attribute("data-cube")
    page.mouse.move(*middle(cube))
    page.mouse.down()
    until(page, lambda: simulation.done == [{"do": "lift", "cube": cube_id}])
    expect(cube).to_have_attribute("data-lifted", "yes")
    page.mouse.move(*middle(page.locator("[data-section='required']")), steps=4)
    page.mouse.up()
    until(page, lambda: len(simulation.done) == 2)
    drop = simulation.done[1]
    assert (drop["do"], drop["cube"]) == ("drop", cube_id)
    # The middle of Required, in the sheet's millimetres, wherever the sheet lies on the screen.
    assert drop["x"] == pytest.approx(351, abs=3)
    assert drop["y"] == pytest.approx(182.5, abs=3)
    expect(cube).to_have_attribute("data-lifted", "no")


def test_two_taps_turn_a_cube_where_it_lies(stage: Stage) -> None:
    page, simulation = opened(stage)
    cube = page.locator("[data-face='R3']")
    cube_id = cube.get_attribute("data-cube")
    before = dict(cube_at(simulation, str(cube_id)))
    # The page's clock stands still: on a busy machine the second tap must not come too late.
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.mouse.dblclick(*middle(cube))
    until(page, lambda: len(simulation.done) == 4)
    after = cube_at(simulation, str(cube_id))
    assert after["orientation"] == (before["orientation"] + 90) % 360
    assert (after["x"], after["y"]) == (pytest.approx(before["x"], abs=0.1), pytest.approx(before["y"], abs=0.1))
    expect(cube).to_have_attribute("data-orientation", str(after["orientation"]))


def test_the_turn_button_turns_the_cube_touched_last(stage: Stage) -> None:
    page, simulation = opened(stage)
    cube = page.locator("[data-face='R3']")
    page.mouse.click(*middle(cube))
    until(page, lambda: len(simulation.done) == 2)
    page.locator("[data-do='turn']").click()
    until(page, lambda: len(simulation.done) == 4)
    assert [done["do"] for done in simulation.done] == ["lift", "drop", "lift", "drop"]
    expect(cube).to_have_attribute("data-orientation", "90")


def test_a_cube_goes_by_keys(stage: Stage) -> None:
    page, simulation = opened(stage)
    cube = page.locator("[data-face='R3']")
    cube_id = str(cube.get_attribute("data-cube"))
    before = dict(cube_at(simulation, cube_id))
    cube.focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "ArrowLeft", "r", "Enter"):
        page.keyboard.press(key)
    until(page, lambda: [done["do"] for done in simulation.done] == ["lift", "drop"])
    after = cube_at(simulation, cube_id)
    assert (after["x"], after["y"], after["orientation"]) == (
        pytest.approx(before["x"] - 8, abs=0.1),
        pytest.approx(before["y"] + 16, abs=0.1),
        (before["orientation"] + 90) % 360,
    )


def test_buttons_block_and_judge(stage: Stage) -> None:
    page, simulation = opened(stage)
    stage.table.show("moving")
    expect(page.locator("[data-seat='2']")).to_contain_text("Benjamin")
    page.locator("[data-do='roll']").click()
    page.locator("[data-do='block']").click()
    expect(page.locator("[data-do='block']")).to_have_attribute("data-up", "yes")
    page.locator("[data-do='block']").click()
    expect(page.locator("[data-do='block']")).to_have_attribute("data-up", "no")
    page.locator("[data-seat='2']").click()
    page.locator("[data-do='judge']").click()
    asked = [
        {"do": "roll"},
        {"do": "lift-block"},
        {"do": "return-block"},
        {"do": "push", "seat": 2},
        {"do": "let-go", "seat": 2},
        {"do": "call-judge"},
    ]
    until(page, lambda: len(simulation.done) >= len(asked))
    assert simulation.done == asked


def test_a_finger_that_stays_on_a_button_holds_it_and_a_key_taps_it(stage: Stage) -> None:
    page, simulation = opened(stage)
    button = page.locator('[data-seat="3"]')
    button.hover()
    page.mouse.down()
    until(page, lambda: simulation.done == [{"do": "push", "seat": 3}])
    # Also when the finger slides off it.
    page.mouse.move(5, 5)
    page.mouse.up()
    until(page, lambda: simulation.done[1:] == [{"do": "let-go", "seat": 3}])
    button.press("Enter")
    until(page, lambda: simulation.done[2:] == [{"do": "press", "seat": 3}])


def test_the_lamp_of_whoever_has_to_act_is_lit(stage: Stage) -> None:
    page, _ = opened(stage)
    expect(page.locator('[data-seat="2"]')).to_have_attribute("data-lit", "yes")
    expect(page.locator('[data-seat="1"]')).to_have_attribute("data-lit", "no")


def test_what_other_hands_do_is_seen(stage: Stage) -> None:
    page, simulation = opened(stage)
    simulation.do({"do": "drop", "cube": "red-1", "x": 216.0, "y": 275.0})
    cube = page.locator("[data-cube='red-1']")
    expect(cube).to_have_attribute("transform", "translate(216 275)")


def test_the_display_shows_what_the_box_shows(stage: Stage) -> None:
    page, _ = opened(stage)
    expect(page.locator("#display")).to_have_attribute("data-text", "01:32")
    # 0 has six lit segments, 1 two, 3 five, 2 five; the colon has two dots.
    expect(page.locator("#display .lit")).to_have_count(20)


def test_a_cube_that_cannot_be_dropped_lies_where_the_table_says(stage: Stage) -> None:
    page, simulation = opened(stage, quiet=False)  # the console tells of a 400
    cube = page.locator("[data-face='R3']")
    before = cube.get_attribute("transform")
    page.mouse.move(*middle(cube))
    page.mouse.down()
    until(page, lambda: len(simulation.done) == 1)
    simulation.refusal = "There is no room."
    page.mouse.move(*middle(page.locator("[data-section='goal']")), steps=3)
    page.mouse.up()
    expect(page.locator("#hands-toast")).to_have_text("There is no room.")
    simulation.refusal = None
    expect(cube).to_have_attribute("transform", str(before) + " scale(1.15)")
