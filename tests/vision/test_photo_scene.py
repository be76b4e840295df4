"""Scenes of photographic pictures."""

from __future__ import annotations

from rules.cubes import EQUATIONS_KIT
from vision.draw import hand_outline
from vision.layout import load_layout
from vision.photo_scene import scene_of
from vision.simulated import SimulatedMat

TABLE = SimulatedMat.placed({"goal": "R1 K+ R2s", "required": "B3"}, EQUATIONS_KIT, load_layout())


def test_a_simulated_table_lies_nearly_square_and_always_the_same() -> None:
    scene = scene_of(TABLE)
    assert scene == scene_of(TABLE)
    for seen, laid in zip(scene.cubes, TABLE.cubes, strict=True):
        assert (seen.color, seen.symbol, seen.x, seen.y) == (laid.color, laid.symbol, laid.x, laid.y)
        assert 0 < abs(seen.angle_deg - laid.orientation) <= 4
    assert len({seen.angle_deg % 90 for seen in scene.cubes}) == len(scene.cubes)


def test_a_cube_in_a_hand_is_not_on_the_table_and_a_hand_is_where_it_points() -> None:
    scene = scene_of(TABLE.lifted("red-1").with_hand(hand_outline(200, 150)))
    assert len(scene.cubes) == len(TABLE.cubes) - 1
    (hand,) = scene.hands
    assert abs(hand.x - 200) < 4
    assert abs(hand.y - 150) < 6
