"""The matching of written signs to cubes, also against a search through every way to lay them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.adjudicator.cubes_used import Need, Supply, count_cubes, match
from rules.cubes import EQUATIONS_KIT, Cube, cubes_text


def supply(required: str = "", permitted: str = "", resources: str = "", forbidden: str = "") -> Supply:
    return Supply(*(EQUATIONS_KIT.parse_all(text) for text in (required, permitted, resources, forbidden)))


def needs(text: str, *, shared: str = "") -> list[Need]:
    """Signs such as `5 + R2`: R2 asks for a red cube."""
    return [
        Need(word[-1], kind=word[0] if len(word) > 1 else None, shared=word[-1] in shared.split())
        for word in text.split()
    ]


@pytest.mark.parametrize(
    ("signs", "mat", "unused", "resources", "forbidden", "missing"),
    [
        ("5 + 7", {"required": "G5", "permitted": "K7 R+ K8"}, "", "", "", 0),
        ("5 + 7", {"required": "G5 K9", "permitted": "K7 R+"}, "K9", "", "", 0),
        ("5 + 7", {"required": "G5 G5", "permitted": "K7 R+"}, "G5", "", "", 0),
        ("5 x 2 + 2", {"required": "R2 G5", "permitted": "Gx K+", "forbidden": "B2"}, "", "", "B2", 0),
        ("2 + 5", {"required": "R2", "permitted": "K+ G5", "forbidden": "B2"}, "", "", "", 0),
        ("5 + 7", {"required": "G5", "resources": "K9 K7 R+"}, "", "R+ K7", "", 0),
        ("6 + 6", {"required": "G6", "permitted": "R+"}, "", "", "", 1),
        # A red exponent leaves the red cube in Required to itself, whichever 2 comes first on paper.
        ("2 R2", {"required": "R2 B2"}, "", "", "", 0),
        ("2 R2", {"required": "B2", "permitted": "R2"}, "", "", "", 0),
        ("R2", {"permitted": "?2"}, "", "", "", 0),
        ("2 B2", {"required": "R2", "resources": "B2"}, "", "B2", "", 0),
        ("B2", {"permitted": "R2", "forbidden": "B2"}, "", "", "B2", 0),
    ],
)
def test_signs_take_the_cubes_that_leave_the_fewest_faults(
    signs: str, mat: dict[str, str], unused: str, resources: str, forbidden: str, missing: int
) -> None:
    use = match(needs(signs), supply(**mat))
    assert cubes_text(use.unused) == unused
    assert sorted(map(str, use.resources)) == sorted(resources.split())
    assert cubes_text(use.forbidden) == forbidden
    assert len(use.missing) == missing


def test_a_wrong_colour_is_told_from_a_cube_that_is_not_there() -> None:
    assert match(needs("B2"), supply(permitted="R2")).off_colour == (Need("2", "B"),)
    nothing = match(needs("B2"), supply(permitted="R3"))
    assert nothing.missing == (Need("2", "B"),)
    assert nothing.off_colour == ()


class TestSharing:
    """Multiple Operations (XIII-A-5): an operation's cube serves again and again, a numeral's does not."""

    def test_one_cube_serves_every_sign_that_shares(self) -> None:
        use = match(needs("5 + 6 + 4 + 8", shared="+"), supply(required="G5 G6", permitted="R+ G4 K8"))
        assert (use.unused, use.missing, use.forbidden) == ((), (), ())

    def test_each_required_cube_asks_for_a_sign(self) -> None:
        assert match(needs("5 + 5", shared="+"), supply("R+ K+", "G5 G5")).unused == EQUATIONS_KIT.parse_all("R+")[:1]
        assert match(needs("5 + 5 + 5", shared="+"), supply("R+ K+", "G5 G5 G5")).unused == ()

    def test_a_cube_of_resources_counts_once(self) -> None:
        use = match(needs("5 + 5 + 5", shared="+"), supply("G5 G5 G5", resources="R+ K+"))
        assert len(use.resources) == 1

    def test_another_in_forbidden_does_no_harm(self) -> None:
        use = match(needs("5 x 5 x 5", shared="x"), supply("G5 G5 G5", permitted="Gx", forbidden="Bx"))
        assert use.forbidden == ()

    def test_a_sign_of_its_own_does_not_share(self) -> None:
        """A ^ as a digit beside two ^ as powers: two cubes."""
        use = match([Need("^"), Need("^", shared=True), Need("^", shared=True)], supply(permitted="G^"))
        assert len(use.missing) == 1

    def test_cubes_are_counted_not_signs(self) -> None:
        assert count_cubes(needs("x x x", shared="x")) == 1
        assert count_cubes(needs("x x 5", shared="x")) == 2
        assert count_cubes(needs("x x 5")) == 3


CUBES = st.lists(st.sampled_from(EQUATIONS_KIT.parse_all("R1 B1 R2 B2 ?1 R+ K+")), max_size=3)
NEEDS = st.lists(
    st.sampled_from([Need("1"), Need("2"), Need("1", "R"), Need("2", "R"), Need("+", shared=True), Need("+")]),
    max_size=4,
)


def every_way(needs: Sequence[Need], supply: Supply) -> Iterator[tuple[int, int, int, int]]:
    """For each way to lay the signs: cubes that are missing, Forbidden ones, Required ones left over, Resources.

    Signs that share and find nothing are one missing cube, as they would be one cube.
    """
    tiers = supply.tiers
    places = [(tier, at) for tier, cubes in enumerate(tiers) for at in range(len(cubes))]

    def lay(
        rest: Sequence[Need], taken: dict[tuple[int, int], bool], missing: Sequence[Need]
    ) -> Iterator[tuple[int, int, int, int]]:
        if not rest:
            count = [sum(1 for tier, _ in taken if tier == k) for k in range(4)]
            yield count_cubes(missing), count[3], len(tiers[0]) - count[0], count[2]
            return
        need = rest[0]
        for tier, at in places:
            free = (tier, at) not in taken or (need.shared and taken[tier, at])
            if free and need.is_met_by(tiers[tier][at]):
                yield from lay(rest[1:], {**taken, (tier, at): need.shared}, missing)
        yield from lay(rest[1:], taken, [*missing, need])

    yield from lay(needs, {}, [])


@settings(deadline=None)
@given(NEEDS, CUBES, CUBES, CUBES, CUBES)
def test_no_other_way_is_better(
    wanted: list[Need], required: list[Cube], permitted: list[Cube], resources: list[Cube], forbidden: list[Cube]
) -> None:
    about = Supply(required, permitted, resources[:2], forbidden[:1])
    use = match(wanted, about)
    found = (len(use.missing), len(use.forbidden), len(use.unused), len(use.resources))
    assert found == min(every_way(wanted, about))


@settings(deadline=None)
@given(NEEDS, CUBES, CUBES, st.randoms(use_true_random=False))
def test_the_order_of_cubes_and_signs_changes_nothing(
    wanted: list[Need], required: list[Cube], permitted: list[Cube], random: Random
) -> None:
    def counts(needs: Sequence[Need], first: Sequence[Cube], second: Sequence[Cube]) -> tuple[int, ...]:
        use = match(needs, Supply(first, second))
        return tuple(map(len, (use.required, use.permitted, use.unused, use.missing, use.off_colour)))

    before = counts(wanted, required, permitted)
    random.shuffle(wanted)
    random.shuffle(required)
    random.shuffle(permitted)
    assert counts(wanted, required, permitted) == before
