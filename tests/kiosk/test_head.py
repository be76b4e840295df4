"""The head file: its two lines both ways, and what each state of it and of the journal means."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.head import GENESIS, PAGE, Ending, Head, HeadError, HeadFile, Line, Word, head_path, judge, read_head

HASHES = {seq: f"{seq:064x}" for seq in range(20)} | {0: GENESIS}


def line(seq: int, word: str, digest: str | None = None) -> Line:
    return Line(seq, digest or HASHES[seq], Word(word))


@given(st.integers(0, 10**17), st.binary(min_size=32, max_size=32), st.sampled_from(Word))
def test_lines_both_ways(seq: int, digest: bytes, word: Word) -> None:
    made = Line(seq, digest.hex(), word)
    assert Line.parse(made.to_bytes()) == made
    assert len(made.to_bytes()) == PAGE


def test_any_other_byte_anywhere_in_a_line_spoils_it() -> None:
    page = bytearray(line(7, "open").to_bytes())
    for at in range(PAGE):
        page[at] ^= 1
        assert Line.parse(bytes(page)) is None, at
        page[at] ^= 1
    assert Line.parse(bytes(page[:-1])) is None
    assert Line.parse(bytes(page) + b" ") is None


#: Confirmed line, announced line, last row of the journal: what that means.
CASES: list[tuple[Line | None, Line | None, int, Ending | str]] = [
    (line(7, "closed"), line(7, "announced"), 7, Ending.CLOSED),
    (line(0, "closed"), line(0, "announced"), 0, Ending.CLOSED),
    (line(7, "open"), line(7, "announced"), 7, Ending.OPEN),
    # stopped in the middle of one row, or of several that belong together
    (line(7, "open"), line(8, "announced"), 7, Ending.UNWRITTEN),
    (line(7, "open"), line(8, "announced"), 8, Ending.WRITTEN),
    (line(7, "open"), line(9, "announced"), 9, Ending.WRITTEN),
    (line(7, "open"), line(9, "announced"), 8, "rows were added"),
    # a line that the power cut tore
    (line(7, "open"), None, 7, Ending.UNWRITTEN),
    (line(7, "open"), None, 8, "rows were added"),
    (line(7, "open"), None, 6, "cut off"),
    (None, line(7, "announced"), 7, Ending.WRITTEN),
    (None, line(7, "announced"), 6, "cut off"),
    (None, line(7, "announced"), 8, "rows were added"),
    # no crash does this
    (line(7, "open"), line(7, "announced"), 6, "cut off"),
    (line(7, "open"), line(7, "announced"), 8, "rows were added"),
    (line(7, "open"), line(8, "announced"), 6, "cut off"),
    (line(7, "open"), line(8, "announced"), 9, "rows were added"),
    (line(7, "open", "f" * 64), line(7, "announced", "f" * 64), 7, "written anew"),
    (line(7, "open", "f" * 64), line(8, "announced"), 8, "row 7: the journal was written anew"),
    (line(7, "open", "f" * 64), line(8, "announced"), 7, "written anew"),
    (line(7, "open"), line(8, "announced", "f" * 64), 8, "row 8: the journal was written anew"),
    (line(7, "open"), line(7, "announced", "f" * 64), 7, "two hashes for row 7"),
    (line(7, "open"), line(6, "announced"), 7, "announces row 6 after row 7"),
    (line(7, "closed"), line(8, "announced"), 7, "closed in order, but its two lines differ"),
    (line(7, "closed"), None, 7, "closed in order, but its two lines differ"),
    (line(7, "closed"), line(7, "announced"), 8, "rows were added"),
    (line(7, "closed"), line(7, "announced"), 6, "cut off"),
]


LEFT_BY_A_CRASH = [case[:3] for case in CASES if isinstance(case[3], Ending)]


@pytest.mark.parametrize(("confirmed", "announced", "seq", "expected"), CASES)
def test_what_head_and_journal_say_together(
    confirmed: Line | None, announced: Line | None, seq: int, expected: Ending | str
) -> None:
    found = judge(Head(confirmed, announced), seq, lambda row: HASHES[row] if row <= seq else None)
    if isinstance(expected, Ending):
        assert found is expected
    else:
        assert isinstance(found, str)
        assert expected in found


def test_the_first_version_wrote_its_head_after_each_row_and_may_be_one_behind(tmp_path: Path) -> None:
    head_path(tmp_path).write_text(f"7 {HASHES[7]}\n")
    head = read_head(tmp_path)
    assert head is not None
    assert judge(head, 7, HASHES.get) is Ending.UNWRITTEN
    assert judge(head, 8, HASHES.get) is Ending.WRITTEN
    assert "rows were added" in str(judge(head, 9, HASHES.get))
    assert "cut off" in str(judge(head, 6, HASHES.get))
    assert "written anew" in str(judge(head, 8, {7: "f" * 64}.get))
    HeadFile(tmp_path, 8, HASHES[8]).close(8, HASHES[8])
    assert read_head(tmp_path) == Head(line(8, "closed"), line(8, "announced"))


def test_what_cannot_be_read(tmp_path: Path) -> None:
    assert read_head(tmp_path) is None
    for content in (b"", b"nonsense", b"\0" * 2 * PAGE, line(7, "announced").to_bytes() + line(7, "open").to_bytes()):
        head_path(tmp_path).write_bytes(content)
        with pytest.raises(HeadError, match="neither of its two lines is whole"):
            read_head(tmp_path)
    head_path(tmp_path).unlink()
    head_path(tmp_path).mkdir()
    with pytest.raises(HeadError, match="cannot be read: "):
        read_head(tmp_path)


def test_a_life_of_a_head_file(tmp_path: Path) -> None:
    head = HeadFile(tmp_path, 0, GENESIS)
    assert read_head(tmp_path) == Head(line(0, "open"), line(0, "announced"))
    head.announce(2, HASHES[2])
    assert read_head(tmp_path) == Head(line(0, "open"), line(2, "announced"))
    head.confirm(2, HASHES[2])
    assert read_head(tmp_path) == Head(line(2, "open"), line(2, "announced"))
    head.announce(3, HASHES[3])
    head.close(2, HASHES[2])
    head.close(2, HASHES[2])
    assert read_head(tmp_path) == Head(line(2, "closed"), line(2, "announced")), "row 3 could not be written"
    assert [path.name for path in tmp_path.iterdir()] == ["journal.head"]


@pytest.mark.parametrize(("confirmed", "announced", "seq"), LEFT_BY_A_CRASH)
def test_a_head_is_taken_up_one_line_at_a_time_while_the_other_holds(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    confirmed: Line | None,
    announced: Line | None,
    seq: int,
) -> None:
    """Whatever a power cut has left, a second one during the next start leaves a head that still agrees."""
    torn = b"\0" * PAGE
    pages = [each.to_bytes() if each else torn for each in (confirmed, announced)]
    head_path(tmp_path).write_bytes(b"".join(pages))
    pwrite = os.pwrite

    def torn_write(file: int, data: bytes, at: int) -> int:
        pwrite(file, torn, at)
        left = read_head(tmp_path)
        assert left is not None
        assert isinstance(judge(left, seq, lambda row: HASHES[row] if row <= seq else None), Ending)
        return pwrite(file, data, at)

    monkeypatch.setattr(os, "pwrite", torn_write)
    HeadFile(tmp_path, seq, HASHES[seq]).close(seq, HASHES[seq])
    assert read_head(tmp_path) == Head(line(seq, "closed"), line(seq, "announced"))
