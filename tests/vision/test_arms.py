"""Arms of a sign: an x has four, a star more."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.arms import as_x, four_armed
from vision.faces import CROP_PX, FaceKind, face_table

TABLE = face_table(EQUATIONS_KIT)
GREEN, PALE = (60, 130, 40), (225, 235, 240)


def face(
    arms: int, turned_deg: float = 45.0, off: tuple[float, float] = (0.0, 0.0), blur: float = 0.8
) -> npt.NDArray[np.uint8]:
    """A pale face in a dark surrounding with a sign of so many fat arms."""
    large = np.full((8 * CROP_PX, 8 * CROP_PX, 3), 90, dtype=np.uint8)
    cv2.rectangle(large, (32, 32), (287, 287), PALE, -1)
    middle = np.array([160 + 8 * off[0], 160 + 8 * off[1]])
    for arm in range(arms):
        angle = np.radians(turned_deg + 360 * arm / arms)
        end = middle + 62 * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(large, tuple(middle.astype(int).tolist()), tuple(end.astype(int).tolist()), GREEN, 26)
    small = cv2.resize(cv2.GaussianBlur(large, (0, 0), 8 * blur), (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(1).normal(0, 4, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("turned_deg", [0, 20, 45, 70])
@pytest.mark.parametrize("off", [(0.0, 0.0), (2.0, -1.5)])
def test_an_x_has_four_arms_however_it_lies(turned_deg: float, off: tuple[float, float]) -> None:
    assert four_armed(face(4, turned_deg, off))


@pytest.mark.parametrize("arms", [5, 6, 8])
@pytest.mark.parametrize("blur", [0.5, 1.2])
def test_a_star_has_more(arms: int, blur: float) -> None:
    assert not four_armed(face(arms, 90.0, blur=blur))


def test_a_face_without_a_sign_has_none() -> None:
    assert not four_armed(face(0))
    assert not four_armed(np.full((CROP_PX, CROP_PX, 3), 128, dtype=np.uint8))


def test_a_white_face_with_a_coloured_rim_has_none() -> None:
    # Its four corners are no arms: nothing that wide is a sign.
    washed = np.full((CROP_PX, CROP_PX, 3), GREEN, dtype=np.uint8)
    cv2.rectangle(washed, (9, 9), (30, 30), (255, 255, 255), -1)
    assert not four_armed(washed)


def test_a_star_that_is_an_x_gets_the_odds_of_one_of_its_colour() -> None:
    star, cross = TABLE.index(FaceKind("green", "*")), TABLE.index(FaceKind("green", "x"))
    odds = np.full(len(TABLE) + 1, 0.001)
    odds[star], odds[cross] = 0.9, 0.05
    changed = as_x(odds, TABLE)
    assert (changed[star], changed[cross]) == (0.05, 0.9)
    assert (odds[star], odds[cross]) == (0.9, 0.05)
    assert changed.sum() == pytest.approx(odds.sum())


def test_other_signs_stay_what_they_are() -> None:
    odds = np.full(len(TABLE) + 1, 0.001)
    odds[TABLE.index(FaceKind("black", "+"))] = 0.9
    assert as_x(odds, TABLE) is odds
