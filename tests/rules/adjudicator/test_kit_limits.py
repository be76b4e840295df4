"""rules/adjudicator/kit_limits.py: no mat has more cubes than the kit."""

from __future__ import annotations

import pytest

from rules.adjudicator.check import check
from rules.adjudicator.kit_limits import vetted
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest

WHOLE = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"


@pytest.mark.parametrize(
    "cubes",
    [
        "",
        WHOLE,
        WHOLE.replace("R", "?").replace("B", "?"),
        " ".join(["?9"] * 6 + ["?0"] * 12 + ["?^"] * 6),
        "R1 " * 6 + "?1 " * 6,
    ],
)
def test_what_one_kit_can_show(cubes: str) -> None:
    vetted(EQUATIONS_KIT.parse_all(cubes), EQUATIONS_KIT)


@pytest.mark.parametrize(
    ("cubes", "words"),
    [
        ("R1 " * 7, "too many red cubes: the kit has 6"),
        ("R1 R2s " * 3 + "R3u", "too many red cubes"),
        (WHOLE + " ?+", "too many red and black cubes: the kit has 12"),
        (
            "?0 " * 5 + "?x " * 6 + "?+ " * 6 + "?- " * 4 + "?÷ " * 4,
            "too many red and blue and green and black cubes: the kit has 24",
        ),
        ("?9 " * 7, "too many black cubes"),
        ("?x " * 13, "too many blue and green cubes: the kit has 12"),
        ("R1 " * 6 + "?1 " * 7, "too many red and blue cubes"),
    ],
)
def test_what_no_kit_can_show(cubes: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        vetted(EQUATIONS_KIT.parse_all(cubes), EQUATIONS_KIT)


def test_such_a_mat_or_goal_is_a_bad_request() -> None:
    terms = {"ruleset": "agloa-equations-2019", "division": "middle"}
    mat = {"goal": "R1", "required": "R1 R1 R1", "resources": "R2 R2 R2"}
    with pytest.raises(BadRequest, match="red"):
        check({"kind": "equation", **terms, "equation": "1+1=1", "mat": mat})
    with pytest.raises(BadRequest, match="red"):
        check({"kind": "expression", **terms, "where": "goal", "cubes": "R1 " * 7})
