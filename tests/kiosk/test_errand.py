"""A process that does one thing: it hears its order, tells how far it is, and somebody answers whatever it does."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kiosk.errand import ENDED, Answer, Errand
from tests.ended import parent, until_gone

DEEDS = "tests.kiosk.errands_of_tests"
#: A table whose errand never ends.
TABLE = f"""
from kiosk.errand import Errand
errand = Errand("{DEEDS}", {{"do": "hang"}})
errand.answer(lambda *_: print(errand._process.pid, flush=True))
"""


def sent(order: Answer, chunks: Iterable[bytes] = ()) -> tuple[Answer, list[tuple[int, int]]]:
    errand = Errand(DEEDS, order)
    told: list[tuple[int, int]] = []
    try:
        errand.feed(chunks)
        return errand.answer(lambda done, of: told.append((done, of))), told
    finally:
        errand.close()


def test_it_hears_its_order_reads_what_follows_and_tells_each_hundredth() -> None:
    order = {"do": "echo", "text": "Grüße\n"}
    answer, told = sent(order, [b"x" * 100_000] * 3)
    assert answer["done"]["heard"] == order
    assert answer["done"]["read"] == 300_000
    assert answer["done"]["nice"] >= 10
    assert told == [(at, 1000) for at in range(0, 1000, 10)]


@pytest.mark.parametrize(
    ("deed", "answer"),
    [
        ("refuse", {"code": "no", "text": "not today"}),
        ("vanish", ENDED),
        ("grow", {"code": "too-large", "text": "This takes more memory than the table can spare."}),
    ],
)
def test_somebody_answers_whatever_it_does(deed: str, answer: Answer) -> None:
    # What nobody reads any more is taken all the same.
    assert sent({"do": deed}, [b"x" * 100_000] * 3)[0] == {"refused": answer}


def test_it_ends_when_it_is_closed_and_may_be_closed_twice() -> None:
    errand = Errand(DEEDS, {"do": "wait"})
    errand.close()
    errand.close()
    with pytest.raises(ValueError, match="closed"):
        errand.feed([b"x"])


def test_it_ends_when_its_table_was_killed() -> None:
    with parent(TABLE) as (table, children):
        table.kill()
        until_gone(children)
