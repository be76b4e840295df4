"""A good archive with any of its bytes changed, cut out or put in is refused, wherever they are."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.archive.refusals import ArchiveRefused
from tests.kiosk.archive.made import check

SLOW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def refused(content: bytes) -> None:
    with pytest.raises(ArchiveRefused):
        check(content)


@SLOW
@given(place=st.floats(0, 1, exclude_max=True), flip=st.integers(1, 255))
def test_a_byte_that_is_another(good: bytes, place: float, flip: int) -> None:
    at = int(place * len(good))
    refused(good[:at] + bytes([good[at] ^ flip]) + good[at + 1 :])


@SLOW
@given(place=st.floats(0, 1, exclude_max=True), length=st.integers(1, 5000))
def test_bytes_cut_out(good: bytes, place: float, length: int) -> None:
    at = int(place * len(good))
    refused(good[:at] + good[at + length :])


@SLOW
@given(place=st.floats(0, 1), more=st.binary(min_size=1, max_size=100))
def test_bytes_put_in(good: bytes, place: float, more: bytes) -> None:
    at = int(place * len(good))
    changed = good[:at] + more + good[at:]
    refused(changed)


def test_each_bit_of_what_stands_around_the_members(good: bytes) -> None:
    """Every byte of the first header, of the directory's last entry and of the end."""
    for at in (*range(43), *range(len(good) - 22 - 46 - 70, len(good))):
        refused(good[:at] + bytes([good[at] ^ 0x10]) + good[at + 1 :])
