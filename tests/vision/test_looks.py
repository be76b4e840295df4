"""Looks at places: by two networks, again where they doubt, each at the place that the one before found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

from rules.cubes import EQUATIONS_KIT
from tests.vision.pinhole import lens_of, photograph, pose_of
from vision import looks as looks_module
from vision.decode import Opinion
from vision.faces import CROP_PX, FaceKind, face_table
from vision.finder import Place
from vision.layout import load_layout
from vision.looks import AGAIN, USUAL, Impressions, Look, Looks
from vision.mat_view import MatView, find_mat
from vision.model_file import Networks, Trust

LAYOUT = load_layout()
TABLE = face_table(EQUATIONS_KIT)
SEVEN, NINE = (TABLE.index(FaceKind("black", symbol)) for symbol in "79")
HALF = 10.0
TRUST = Trust(1.0, 1.0, 0.9, 0.8, 0.6)


@dataclass
class Scripted:
    """Networks that say of every crop what the test wants of that look: a kind, how strongly, and a fit."""

    kinds: dict[int, int]
    strength: dict[int, float]
    #: By which quarter the face is turned on the table, and what every look says of the fit.
    turned: int = 0
    fit: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    table: tuple[FaceKind, ...] = TABLE
    trust: Trust = TRUST
    asked: list[tuple[int, int]] = field(default_factory=list)

    def read_faces(self, crops: npt.NDArray[np.float32], look: int) -> tuple[npt.NDArray[np.float32], ...]:
        number = len(self.asked)
        self.asked.append((look, len(crops)))
        looks = ((USUAL[0],), (USUAL[1],), *AGAIN)[number]
        quarters = np.repeat([one.quarter for one in looks], len(crops) // len(looks))
        kind = np.zeros((len(crops), len(TABLE) + 1), dtype=np.float32)
        kind[:, self.kinds.get(number, SEVEN)] = self.strength.get(number, HALF)
        turn = np.zeros((len(crops), 4), dtype=np.float32)
        # A crop that is cut turned back by a quarter shows the face turned on by one.
        turn[np.arange(len(crops)), (self.turned + quarters) % 4] = HALF
        return kind, turn, np.tile(np.array(self.fit, dtype=np.float32), (len(crops), 1))


@pytest.fixture(scope="module")
def view() -> MatView:
    found = find_mat(photograph(LAYOUT, pose_of(560, 8, 30), lens_of(66)), LAYOUT)
    assert isinstance(found, MatView)
    return found


def looked(view: MatView, networks: Scripted, *places: Place) -> list[Opinion]:
    looks = Looks(cast(Networks, networks), None, LAYOUT.cube_mm, LAYOUT.cube_mm)
    return looks.opinions(view, places, np.full(3, 1 / 255, dtype=np.float32))


def place(x: float = 200.0, y: float = 80.0) -> Place:
    return Place(x, y, 0.0, 0.9, 1.0)


def test_where_no_place_is_nobody_looks(view: MatView) -> None:
    networks = Scripted({}, {})
    assert looked(view, networks) == []
    assert networks.asked == []


def test_a_clear_face_is_looked_at_by_each_network_once(view: MatView) -> None:
    networks = Scripted({}, {})
    (opinion,) = looked(view, networks, place())
    assert networks.asked == [(0, 1), (1, 1)]
    assert opinion.agreed
    assert int(np.argmax(opinion.kinds)) == SEVEN
    assert opinion.kinds.sum() == pytest.approx(1)


@pytest.mark.parametrize("turned", range(4))
def test_every_look_tells_the_same_turn_however_its_crop_was_turned(view: MatView, turned: int) -> None:
    networks = Scripted({}, {1: 1.0}, turned)
    (opinion,) = looked(view, networks, place())
    assert networks.asked == [(0, 1), (1, 1), (0, 3), (1, 3)]
    assert int(np.argmax(opinion.turns)) == turned
    assert opinion.turns[turned] > 0.99


def test_only_what_is_doubtful_is_looked_at_again_and_all_looks_count(view: MatView) -> None:
    class Half(Scripted):
        def read_faces(self, crops: npt.NDArray[np.float32], look: int) -> tuple[npt.NDArray[np.float32], ...]:
            kind, turn, fit = super().read_faces(crops, look)
            if len(self.asked) == 2:
                # The second network takes the second of two faces for another one.
                kind[1, SEVEN], kind[1, NINE] = 0.0, HALF
            return kind, turn, fit

    networks = Half({}, {})
    clear, doubtful = looked(view, networks, place(), place(300.0))
    assert networks.asked == [(0, 2), (1, 2), (0, 3), (1, 3)]
    assert (clear.agreed, doubtful.agreed) == (True, False)
    assert int(np.argmax(doubtful.kinds)) == SEVEN
    assert 0.99 < doubtful.kinds[SEVEN] < clear.kinds[SEVEN]


def test_each_look_is_at_the_place_that_the_one_before_found(view: MatView) -> None:
    # Every look finds the face a tenth of a cube to the right in its crop: in the table's directions, the second
    # look's right is up, since its crop was turned back by a quarter.
    (opinion,) = looked(view, Scripted({}, {}, fit=(0.1, 0.0, 0.0, 0.7)), place())
    assert (opinion.x, opinion.y) == pytest.approx((200 + 0.1 * LAYOUT.cube_mm, 80 - 0.1 * LAYOUT.cube_mm))
    assert opinion.visible == pytest.approx(0.7)


def test_a_wild_fit_moves_no_further_than_a_crop_can_show(view: MatView) -> None:
    (opinion,) = looked(view, Scripted({}, {}, fit=(50.0, 0.0, 9.0, 1.0)), place())
    assert abs(opinion.x - 200) < 0.5 * LAYOUT.cube_mm
    assert opinion.angle_deg == pytest.approx(2 * 0.3 * 45)


def test_a_face_that_is_cut_off_by_the_picture_is_not_whole(view: MatView) -> None:
    inside, outside = looked(view, Scripted({}, {}), place(), place(-400.0))
    assert (inside.whole, outside.whole) == (True, False)


@pytest.mark.parametrize("arms", [True, False])
def test_a_star_with_four_arms_is_an_x_that_not_all_agree_about(
    view: MatView, monkeypatch: pytest.MonkeyPatch, *, arms: bool
) -> None:
    star, cross = (TABLE.index(FaceKind("green", symbol)) for symbol in "*x")
    counted = []
    monkeypatch.setattr(looks_module, "four_armed", lambda crop: counted.append(crop.shape) or arms)
    both = dict.fromkeys(range(2), star)
    (opinion,) = looked(view, Scripted(both, {}), place())
    assert counted == [(CROP_PX, CROP_PX, 3)]
    assert int(np.argmax(opinion.kinds)) == (cross if arms else star)
    assert opinion.agreed is not arms


def test_nobody_counts_the_arms_of_other_signs(view: MatView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks_module, "four_armed", lambda _: pytest.fail("a 7 has no arms"))
    (opinion,) = looked(view, Scripted({}, {}), place())
    assert int(np.argmax(opinion.kinds)) == SEVEN


class Sided(Scripted):
    """Says of a top that it is a blue or a black ÷, and of a side that it is a blue 3."""

    def read_faces(self, crops: npt.NDArray[np.float32], look: int) -> tuple[npt.NDArray[np.float32], ...]:
        if len(self.asked) < 4:
            kind, turn, fit = super().read_faces(crops, look)
            kind[:, [TABLE.index(FaceKind(color, "÷")) for color in ("blue", "black")]] = HALF, HALF + 0.3
            return kind, turn, fit
        self.asked.append((look, len(crops)))
        kind = np.zeros((len(crops), len(TABLE) + 1), dtype=np.float32)
        kind[:, TABLE.index(FaceKind("blue", "3"))] = HALF
        return kind, np.zeros((len(crops), 4), dtype=np.float32), np.ones((len(crops), 4), dtype=np.float32)


def test_where_a_colour_is_in_doubt_the_sides_are_asked(view: MatView) -> None:
    blue = TABLE.index(FaceKind("blue", "÷"))
    far = place(420.0, 20.0)
    networks = Sided({}, dict.fromkeys(range(4), 0.0))
    (opinion,) = looked(view, networks, far)
    assert [look for look, _ in networks.asked[4:]] == [0, 1]
    assert int(np.argmax(opinion.kinds)) == blue
    assert opinion.kinds[blue] > 0.9
    # What others stand before is not asked, whether they are looked at or not.
    before = [place(far.x - 16, far.y), place(far.x, far.y + 16), place(far.x - 16, far.y + 16)]
    hidden = Sided({}, dict.fromkeys(range(4), 0.0))
    looks = Looks(cast(Networks, hidden), None, LAYOUT.cube_mm, LAYOUT.cube_mm)
    (opinion,) = looks.opinions(view, [far], np.full(3, 1 / 255, dtype=np.float32), before)
    assert len(hidden.asked) == 4
    assert int(np.argmax(opinion.kinds)) != blue


def test_what_one_look_rules_out_is_ruled_out() -> None:
    seen = Impressions([place()], 3)
    every = np.arange(1)
    for odds in ([[0.9, 0.1, 0.0]], [[0.5, 0.1, 0.4]]):
        seen.add(every, np.array(odds), np.full((1, 4), 0.25), np.ones(1, dtype=np.float32))
    assert seen.kinds().sum() == pytest.approx(1)
    assert seen.kinds()[0, 2] < 0.01
    assert seen.kinds()[0, 0] > 0.8


def test_each_network_looks_at_what_is_doubtful_from_all_four_sides() -> None:
    looks: list[Look] = [*USUAL, *(look for looks in AGAIN for look in looks)]
    assert sorted((look.network, look.quarter) for look in looks) == [(n, q) for n in range(2) for q in range(4)]


def test_looks_that_differ_about_6_or_9_do_not_differ_about_the_turn() -> None:
    six, nine = TABLE.index(FaceKind("green", "6")), TABLE.index(FaceKind("black", "9"))
    seen = Impressions([place()], len(TABLE) + 1, TABLE)
    for kind, turn in ((six, 1), (nine, 3), (six, 1)):
        kinds, turns = np.full((1, len(TABLE) + 1), 0.001), np.full((1, 4), 0.02)
        kinds[0, kind], turns[0, turn] = 0.9, 0.94
        seen.add(np.arange(1), kinds, turns, np.ones(1, dtype=np.float32))
    assert int(seen.kinds().argmax()) == six
    assert seen.turns()[0, 1] > 0.9


def test_what_may_be_the_side_of_a_cube_beyond_the_picture_is_not_whole(view: MatView) -> None:
    high, wide = view.image.shape[:2]
    # Both faces are as far from the picture's edge; the camera stands nearer to the left one, whose sides are shallow.
    left, right = (view.to_mat([(column, high / 2)], LAYOUT.cube_mm)[0] for column in (32, wide - 32))
    near, far = looked(view, Scripted({}, {}), place(*left), place(*right))
    assert (near.whole, far.whole) == (True, False)
