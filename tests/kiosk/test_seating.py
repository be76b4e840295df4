"""Who plays where: CSV both ways, every mistake by its line, and a file that others cannot read."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.seating import (
    FILE_NAME,
    Seating,
    SeatingFaults,
    parse_seatings,
    read_seatings,
    seatings_text,
    typed_seating,
    without,
    write_seatings,
)

ANN = Seating(("Ann", "Ben", "Cy"), "7", "1")
DEE = Seating(("Dee", "Eli"), "8", "1")


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(SeatingFaults) as caught:
        parse_seatings(text)
    return [(fault.line, fault.text) for fault in caught.value.faults]


@pytest.mark.parametrize(
    "text",
    [
        "round,table,seat,name\n1,7,1,Ann\n1,7,2,Ben\n1,7,3,Cy\n1,8,1,Dee\n1,8,2,Eli\n",
        "Name;Seat;Table;Round\r\nBen;2;7;1\r\nAnn;1;7;1\r\nCy;3;7;1\r\n;;;\r\nDee;1;8;1\r\nEli;2;8;1\r\n",
        "\ufeffTable,Round,Player 1,Player 2,Player 3\n7,1,Ann,Ben,Cy\n8,1, Dee ,Eli,\n",
        "table\tround\tseat 1\tseat 2\tseat 3\tclub\n7\t1\tAnn\tBen\tCy\tNorth\n8\t1\tDee\tEli\t\tSouth",
        "round,table,player\n1,7,Ann\n1,7,Ben\n1,8,Dee\n1,7,Cy\n1,8,Eli\n",
    ],
)
def test_the_ways_in_which_a_spreadsheet_writes_it(text: str) -> None:
    assert parse_seatings(text) == (ANN, DEE)


def test_table_and_round_may_be_left_out() -> None:
    assert parse_seatings('name\n"Ann, the tall"\nBen\n') == (Seating(("Ann, the tall", "Ben")),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", [(1, "there is nothing in this file")]),
        ("name\n", [(1, "no player stands below the heading")]),
        (
            "table,seat,name\n7,1,Ann\n\n7,2,\n7,4,Cy\n",
            [(4, "there is no name"), (5, "the seat is '4'; it must be 1, 2 or 3")],
        ),
        ("table,seat,name\n7,1,Ann\n7,1,Ben\n", [(3, "seat 1 of table 7 is taken by 'Ann' already")]),
        ("table,name\n7,Ann\n7,ann\n", [(3, "'ann' sits at table 7 twice; make the names different")]),
        ("table,name\n7,A\n7,B\n7,C\n7,D\n", [(5, "table 7 has more than 3 players")]),
        ("table,name\n7,A\n7,B\n8,C\n", [(4, "table 8 has one player; it needs two or 3")]),
        (
            "round,table,seat,name\n2,7,1,A\n2,7,3,C\n",
            [(2, "table 7 in round 2 has nobody in seat 2, though somebody sits behind it")],
        ),
        ("table,player 1,player 2\n7,A,B\n7,C,D\n", [(3, "table 7 stands in line 2 already")]),
        ("table,player 1,player 4\n7,A,B\n", [(1, "there is no seat 4: a table has 3")]),
        ("name,Name\nA,B\n", [(1, "there are two columns 'Name'")]),
        (f"name\n{'x' * 31}\nBen\n", [(2, f"the name {'x' * 20!r}… has more than 30 characters")]),
        ('name\n"Ann\nBen\n', [(3, "this line cannot be read: unexpected end of data")]),
        ("name\nAnn\nJ\ufffdrg\n", [(3, "some letters cannot be read: save the file as CSV with UTF-8")]),
        ("name\nAnn\nB\x01n\n", [(3, "this is no text: is it really a CSV file?")]),
    ],
)  # fmt: skip
def test_every_mistake_is_told_by_its_line(text: str, told: list[tuple[int, str]]) -> None:
    assert faults(text) == told


@pytest.mark.parametrize("header", ["Ann,Ben,Cy", "table,seat", "table,seat,player 1,player 2", "name,player 1"])
def test_a_first_line_that_names_no_columns_is_answered_with_those_that_there_are(header: str) -> None:
    ((line, text),) = faults(f"{header}\n7,1,x\n")
    assert line == 1
    assert "either table, seat, name" in text


def test_a_file_without_end_is_refused() -> None:
    ((_, text),) = faults("name\n" + "x\n" * 3000)
    assert text == "there are more than 2000 lines"


names = st.text(st.characters(categories=["L", "N"], include_characters="-.,;'\""), min_size=1, max_size=12)
groups = st.lists(
    st.tuples(st.lists(names, min_size=2, max_size=3, unique_by=str.casefold), names, names),
    max_size=4,
    unique_by=lambda group: (group[1], group[2]),
)


@given(groups)
def test_written_and_read_they_are_the_same(made: list[tuple[list[str], str, str]]) -> None:
    seatings = tuple(Seating(tuple(who), table, round_) for who, table, round_ in made)
    if seatings:
        assert parse_seatings(seatings_text(seatings)) == seatings


@pytest.mark.parametrize(
    ("table", "name", "belongs"),
    [("7", "Table 7", True), ("07", "Table 7", True), ("table  7", "Table 7", True), ("7", "Table 17", False),
     ("7", "Table 7 of 12", False), (None, "Table 9", True), ("Window", "Table 7", False)],
)  # fmt: skip
def test_for_which_table_it_is(table: str | None, name: str, belongs: bool) -> None:
    assert Seating(("A", "B"), table).belongs_to(name) is belongs


def test_typed_names_are_a_group_for_any_table() -> None:
    assert typed_seating([" Ann ", "Ben  Lee", ""]) == (Seating(("Ann", "Ben Lee")),)
    assert typed_seating(["", " "]) == ()
    for wrong in (["Ann"], ["Ann", "ann"], "Ann", [1, 2], ["A", "B", "C", "D"]):
        with pytest.raises(SeatingFaults):
            typed_seating(wrong)


def test_the_file_is_for_its_owner_alone_and_goes_with_the_last_group(tmp_path: Path) -> None:
    write_seatings(tmp_path, [ANN, DEE])
    assert read_seatings(tmp_path) == (ANN, DEE)
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    write_seatings(tmp_path, [])
    assert list(tmp_path.iterdir()) == []
    assert read_seatings(tmp_path) == ()


def test_a_file_that_cannot_be_used_stops_nothing_and_names_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE_NAME).write_text("name\nAnnabel\nannabel\n")
    with caplog.at_level(logging.WARNING):
        assert read_seatings(tmp_path) == ()
    assert "line 3" in caplog.text
    assert "nnabel" not in caplog.text


def test_a_name_is_taken_out_with_its_group() -> None:
    assert without([ANN, DEE], " ben") == (DEE,)
