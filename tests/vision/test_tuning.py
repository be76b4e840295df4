"""Tuning: it learns what a lamp does to answers, is kept only if held-back pictures say so, and is its file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rules.errors import BadRequest
from vision.tuning import Figures, Sample, Tuning, figures, learn, parse_tuning, read_tuning

KINDS = 8


def sample(name: str, seed: int, *, swapped: float = 0.0, noise: float = 1.0) -> Sample:
    """Looks at every kind; `swapped` is by how much answer 1 is taken for answer 0, as a lamp without blue would."""
    rng = np.random.default_rng(seed)
    kinds = np.tile(np.arange(KINDS), 12)
    logits = rng.normal(0, noise, (len(kinds), KINDS + 1))
    logits[np.arange(len(kinds)), kinds] += 6
    logits[kinds == 1, 0] += swapped
    return Sample(name, logits.astype(np.float32), kinds.astype(np.intp))


def test_figures_of_plain_answers() -> None:
    logits = np.array([[4.0, 0.0], [0.0, 4.0], [4.0, 0.0]], dtype=np.float32)
    told = figures([Sample("a", logits, np.array([0, 1, 1]))], 1.0, None)
    assert (told.looks, told.right) == (3, 2)
    sure = 1 / (1 + np.exp(-4))
    assert told.odds == pytest.approx((2 * sure + (1 - sure)) / 3)
    assert told.loss == pytest.approx(-(2 * np.log(sure) + np.log(1 - sure)) / 3)
    assert figures([], 1.0, None) == Figures(0, 0, 0.0, 0.0)


def test_what_a_lamp_mixes_up_is_put_right() -> None:
    lamp = [sample(str(seed), seed, swapped=7.5) for seed in range(4)]
    tuning, before, after = learn(lamp[:2], lamp[2:], 1.0, "abc")
    assert tuning is not None
    assert before.right < 0.95 * before.looks
    assert after.right > before.right
    assert after.loss < before.loss
    assert (tuning.model, tuning.before, tuning.after) == ("abc", before, after)
    # And on pictures that nobody has seen yet.
    other = sample("new", 99, swapped=7.5)
    fixed = Sample("new", tuning.apply(other.logits), other.kinds)
    assert figures([fixed], 1.0, None).right > figures([other], 1.0, None).right


def test_what_is_read_well_already_hardly_changes() -> None:
    good = [sample(str(seed), seed, noise=0.5) for seed in range(4)]
    _, before, after = learn(good[:2], good[2:], 1.0, "abc")
    assert before.right == after.right == before.looks


def test_what_does_not_help_is_not_kept() -> None:
    # Learnt under one lamp, proved under another: green and black change places.
    learnt = [sample(str(seed), seed, swapped=9) for seed in range(2)]
    rng = np.random.default_rng(5)
    rubbish = [Sample(one.name, one.logits, rng.permutation(one.kinds)) for one in learnt]
    tuning, before, after = learn(rubbish, [sample("held back", 7)], 1.0, "abc")
    assert tuning is None
    assert after.loss >= before.loss or after.right < before.right


def test_the_same_pictures_teach_the_same() -> None:
    lamp = [sample(str(seed), seed, swapped=7.5) for seed in range(3)]
    one, two = (learn(lamp[:2], lamp[2:], 1.5, "abc")[0] for _ in range(2))
    assert one is not None
    assert two is not None
    assert one.to_json() == two.to_json()


def test_too_few_pictures_are_refused() -> None:
    with pytest.raises(BadRequest, match="two pictures"):
        learn([sample("a", 1)], [sample("b", 2)], 1.0, "abc")
    with pytest.raises(BadRequest, match="hold back"):
        learn([sample("a", 1), sample("b", 2)], [], 1.0, "abc")


def made() -> Tuning:
    told = Figures(10, 9, 0.9, 0.1)
    return Tuning("abc", np.eye(3) / 10, np.array([0.5, 0, -0.5]), told, told)


def test_a_tuning_is_its_file(tmp_path: Path) -> None:
    path = tmp_path / "kit.json"
    path.write_text(json.dumps(made().to_json()))
    again = read_tuning(path)
    assert again.to_json() == made().to_json()
    logits = np.array([[3.0, 1.0, 0.0]], dtype=np.float32)
    assert np.allclose(again.apply(logits), made().apply(logits))
    assert again.apply(logits).dtype == np.float32
    with pytest.raises(BadRequest, match="cannot be read"):
        read_tuning(tmp_path / "none.json")


@pytest.mark.parametrize(
    "change", [{"matrix": [[1.0]]}, {"shift": []}, {"shift": [1e9, 0, 0]}, {"model": 3}, {"more": 1}, {"before": {}}]
)
def test_what_is_no_tuning_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadRequest, match="no tuning"):
        parse_tuning(made().to_json() | change)
