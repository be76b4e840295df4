"""The growing sequence against a plain list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.history import CHUNK, History

#: Long enough for several chunks, and often of a length at which one is just full.
LISTS = st.one_of(st.lists(st.integers(), max_size=8), st.integers(0, 3 * CHUNK + 1).map(lambda n: list(range(n))))


@given(LISTS, LISTS, st.integers(0, 2 * CHUNK + 2))
def test_it_is_a_list_that_keeps_its_past(start: list[int], more: list[int], count: int) -> None:
    before = History(start)
    after = before
    for item in more:
        after = after.add(item)
    assert list(before) == start
    assert list(after) == start + more
    assert len(after) == len(start + more)
    assert list(after.last(count)) == (start + more)[-count:] * bool(count)
    assert list(after.since(len(start))) == more
    assert after == History(start + more)
    assert hash(after) == hash(History(start + more))
    assert (after == before) == (not more)
    if start + more:
        assert (after.first, after.newest) == ((start + more)[0], (start + more)[-1])
        changed = after.with_newest(99)
        assert (list(changed), list(after)) == ([*(start + more)[:-1], 99], start + more)
        assert changed.first == next(iter(changed))


def test_an_empty_one_has_no_first_and_no_newest() -> None:
    with pytest.raises(IndexError):
        _ = History().first
    with pytest.raises(IndexError):
        _ = History().newest
    with pytest.raises(IndexError):
        History().with_newest(1)
    assert History() != ()
    assert repr(History("ab")) == "History(('a', 'b'))"


def test_a_very_long_chain_is_let_go_link_by_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """Links that the collector did not know would be freed one within the other, until the stack is full."""
    monkeypatch.setattr("rules.history.CHUNK", 1)
    history = History(range(300_000))
    assert history.newest == 299_999
    del history
