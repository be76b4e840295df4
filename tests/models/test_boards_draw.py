"""Whole drawn boards: repeatable, true to their labels, and usable without any font."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.boards import HELD_BACK, TRAINING, draw, draw_board
from models.boards.__main__ import main
from models.boards.draw import cube_boxes, draw_scene, pick_scene
from models.boards.hands import pick_hand
from models.boards.style import HELD_BACK_LIGHTS, TRAINING_LIGHTS
from rules.cubes import EQUATIONS_KIT
from vision.layout import load_layout
from vision.pictures import find_markers

LAYOUT = load_layout()
#: Needs no font, and nothing stands between camera and mat.
CLEAR = replace(
    TRAINING,
    stroke_only=True,
    hand_share=0.0,
    prop_share=0.0,
    blur_share=0.0,
    noise=(0.4, 0.5),
    jpeg=(90, 95),
    wear_share=0.0,
    lights=tuple(setup for setup in TRAINING_LIGHTS if setup.name == "soft"),
)


def board(seed: int, **changes: Any) -> tuple[Any, dict[str, Any]]:
    return draw_board(seed, replace(CLEAR, **changes))


def test_the_same_seed_gives_the_same_bytes() -> None:
    style = replace(TRAINING, stroke_only=True, hand_share=1.0, prop_share=1.0)
    first, told = draw_board(11, style)
    again, told_again = draw_board(11, style)
    assert np.array_equal(first, again)
    assert told == told_again
    other, _ = draw_board(12, style)
    assert not np.array_equal(first, other)


def test_a_picture_has_the_size_and_the_label_the_fields_of_a_labelled_board() -> None:
    picture, told = board(1)
    assert picture.shape == (960, 1280, 3)
    assert picture.dtype == np.uint8
    assert set(told) == {
        "kit", "scenario", "camera", "lighting", "hand", "degraded", "table", "cube_finish", "cube_mm", "font",
        "laminated_mat", "cubes", "goal_order", "goal_groups",
    }  # fmt: skip
    assert json.loads(json.dumps(told)) == told
    for cube in told["cubes"]:
        assert set(cube) == {
            "color", "symbol", "section", "mat_mm", "yaw_deg", "orientation", "visible", "image_px", "contrast",
        }  # fmt: skip
        kind = next(kind for kind in EQUATIONS_KIT.kinds if kind.name == cube["color"])
        assert cube["symbol"].replace("*", "^") in kind.faces
        assert (cube["yaw_deg"] - cube["orientation"] + 45.06) % 360 <= 90.12
    assert told["goal_order"] == [index for group in told["goal_groups"] for index in group]


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_markers_are_found_where_the_camera_says(seed: int) -> None:
    picture, told = board(seed)
    camera = told["camera"]
    found = find_markers(picture, LAYOUT)
    assert len(found) >= 3
    off_px: list[float] = []
    for marker in LAYOUT.markers:
        if marker.id not in found:
            continue
        spots = np.array([[x, y, 0.0] for x, y in LAYOUT.marker_corners(marker)])
        turn, _ = cv2.Rodrigues(np.array(camera["rotation"]))
        told_px, _ = cv2.projectPoints(
            spots, turn, np.array(camera["translation"]), np.array(camera["matrix"]), np.array([camera["k1"], 0, 0, 0])
        )
        off_px += np.linalg.norm(found[marker.id] - told_px.reshape(-1, 2), axis=1).tolist()
    # White spreads over a marker's black rim, and a single corner may lie in a shadow's edge or on a fold.
    assert np.median(off_px) < 1.3
    assert max(off_px) < 3


def test_cubes_stand_where_their_labels_say_with_readable_symbols() -> None:
    told = [cube for seed in (5, 6) for cube in board(seed, scenarios=(("start", 1.0),))[1]["cubes"]]
    assert len(told) >= 40
    assert np.median([cube["contrast"] for cube in told]) > 40
    assert np.mean([cube["visible"] > 0.9 for cube in told]) > 0.9


def test_a_solid_cube_is_as_red_green_or_blue_as_its_label() -> None:
    channel = {"blue": 0, "green": 1, "red": 2}
    right = total = 0
    for seed in (5, 7, 8):
        picture, told = board(seed, kits=("solid",), scenarios=(("start", 1.0),))
        for cube in told["cubes"]:
            if cube["color"] in channel and cube["visible"] > 0.9:
                u, v = (round(value) for value in cube["image_px"])
                around = picture[max(0, v - 8) : v + 9, max(0, u - 8) : u + 9].reshape(-1, 3).astype(int)
                darkest = around[np.argsort(around.sum(axis=1))[: len(around) // 2]].mean(axis=0)
                right += int(np.argmax(darkest) == channel[cube["color"]])
                total += 1
    assert total > 30
    assert right / total > 0.9


def test_a_hand_hides_the_cubes_below_it() -> None:
    rng = np.random.default_rng(9)
    scene = pick_scene(rng, replace(CLEAR, scenarios=(("start", 1.0),)), LAYOUT)
    cubes = cube_boxes(scene, rng)
    target = scene.plan.cubes[0]
    hand = pick_hand(np.random.default_rng(1), LAYOUT, np.array([target.x, target.y]))
    _, _, bare = draw_scene(scene, cubes)
    _, _, covered = draw_scene(replace(scene, hands=(hand,)), cubes)
    before, after = (np.bincount(owner[owner >= 0], minlength=len(cubes)) for owner in (bare, covered))
    assert (after <= before).all()
    assert after[0] < before[0], "the cube that the hand reaches for"


def test_a_lamp_throws_the_shadow_to_its_other_side() -> None:
    rng = np.random.default_rng(4)
    lights = tuple(setup for setup in TRAINING_LIGHTS if setup.name == "side")
    scene = pick_scene(rng, replace(CLEAR, lights=lights, scenarios=(("partial", 1.0),)), LAYOUT)
    cube = replace(scene.plan.cubes[0], x=216.0, y=170.0) if scene.plan.cubes else None
    assert cube is not None
    plan = replace(scene.plan, cubes=[cube], goal_groups=[])
    scene = replace(scene, plan=plan, camera=replace(scene.camera, tilt_deg=0.0, position_mm=(216.0, 165.0, 600.0)))
    canvas, _, _ = draw_scene(scene, cube_boxes(scene, rng))
    away = np.array([cube.x, cube.y]) - scene.light.lamps[0].place[:2]
    away /= np.linalg.norm(away)
    lit, dark = (
        canvas[round(v) - 2 : round(v) + 3, round(u) - 2 : round(u) + 3].mean()
        for u, v in scene.camera.project([[cube.x, cube.y] - away * 18, [cube.x, cube.y] + away * 18])
    )
    assert dark < lit * 0.9


def test_held_back_boards_have_lamps_and_seeds_of_their_own() -> None:
    assert not {setup.name for setup in HELD_BACK_LIGHTS} & {setup.name for setup in TRAINING_LIGHTS}
    style = replace(HELD_BACK, stroke_only=True)
    _, told = draw_board(1, style)
    _, trained = draw_board(1, replace(TRAINING, stroke_only=True))
    assert told["camera"] != trained["camera"]
    assert told["lighting"] in {setup.name for setup in HELD_BACK_LIGHTS}


def test_missing_fonts_are_named_and_not_replaced_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "installed_fonts", lambda _split: ())
    with pytest.raises(FileNotFoundError, match=r"fonts\.sh"):
        draw_board(1, TRAINING)


def test_the_command_writes_pictures_with_their_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "2", "--seed", "30", "--stroke-only", "--out", str(tmp_path / "boards")]) == 0
    assert "2 boards" in capsys.readouterr().out
    for seed in (30, 31):
        label = json.loads((tmp_path / "boards" / f"board_{seed:06d}.json").read_text(encoding="utf-8"))
        picture = cv2.imread(str(tmp_path / "boards" / label["image"]))
        assert picture is not None
        drawn, _ = draw_board(seed, replace(TRAINING, stroke_only=True))
        assert np.array_equal(picture, drawn)


def test_the_command_answers_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["--count", "1", "--stroke-only", "--out", str(tmp_path / "file" / "boards")]) == 1
    assert "file" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--count", "0", "--out", str(tmp_path)])
