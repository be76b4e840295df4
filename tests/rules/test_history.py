"""The growing sequence against a plain list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.history import History


@given(st.lists(st.integers()), st.lists(st.integers()), st.integers(0, 12))
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
        assert after.first == (start + more)[0]


def test_an_empty_one_has_no_first() -> None:
    with pytest.raises(IndexError):
        _ = History().first
    assert History() != ()
    assert repr(History("ab")) == "History(('a', 'b'))"
