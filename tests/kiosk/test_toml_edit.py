"""Values of a TOML file are changed, and everything else stays as it was written."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.toml_edit import CannotEdit, edited

HAND = """\
# Table 7 stands by the window.

[table]
name = "Table 7"   # as on the sign

  [camera]   # bought in 2025
kind = "usb"
# 0 is the lid's own camera
device = '/dev/video2'

[readings]
initials_divisions = [
  "elementary",  # the youngest ]
  "middle",
]
goal_digits = 2
# the end
"""


def edit(text: str, **sections: dict[str, Any]) -> str:
    written = {
        f"{section}.{key}": json.dumps(value, ensure_ascii=False)
        for section, entries in sections.items()
        for key, value in entries.items()
    }
    return edited(text, sections, written)


def test_a_value_is_replaced_and_its_comment_stays() -> None:
    assert edit(HAND, table={"name": "Table 8"}) == HAND.replace('"Table 7"', '"Table 8"')


def test_a_value_over_several_lines_is_replaced_whole() -> None:
    new = edit(HAND, readings={"initials_divisions": []})
    assert new == HAND[: HAND.index("[\n  ")] + "[]\ngoal_digits = 2\n# the end\n"


def test_a_new_key_goes_behind_the_last_one_of_its_section() -> None:
    new = edit(HAND, table={"set_up": True}, camera={"fps": 5})
    assert 'name = "Table 7"   # as on the sign\nset_up = true\n\n  [camera]' in new
    assert "device = '/dev/video2'\nfps = 5\n\n[readings]" in new
    assert len(new.splitlines()) == len(HAND.splitlines()) + 2


def test_a_new_section_goes_to_the_end() -> None:
    assert edit(HAND, box={"kind": "serial"}) == HAND + '\n[box]\nkind = "serial"\n'
    assert edit("", box={"kind": "serial"}) == '[box]\nkind = "serial"\n'
    assert edit("# nothing yet", box={"kind": "gpio"}) == '# nothing yet\n\n[box]\nkind = "gpio"\n'
    assert edit("[box]", box={"kind": "gpio"}) == '[box]\nkind = "gpio"\n'


def test_a_key_is_taken_away_with_its_line() -> None:
    assert edit(HAND, readings={"goal_digits": None}) == HAND.replace("goal_digits = 2\n", "")
    assert edit(HAND, readings={"powers_listed": None}, box={"port": None}) == HAND


def test_a_file_of_another_system_keeps_its_line_ends() -> None:
    text = HAND.replace("\n", "\r\n")
    assert edit(text, table={"name": "Table 8"}) == text.replace('"Table 7"', '"Table 8"')


@pytest.mark.parametrize(
    "text",
    [
        'table.name = "Table 7"\n',
        'table = {name = "Table 7"}\n',
        '["table"]\nname = "Table 7"\n',
    ],
)
def test_what_cannot_be_changed_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(CannotEdit, match=r'by hand: \[table\] name = "Table 8"'):
        edit(text, table={"name": "Table 8"})


def test_a_section_that_is_none_is_refused() -> None:
    with pytest.raises(CannotEdit, match="no section"):
        edit("table = 3\n", table={"name": "x"})


@pytest.mark.parametrize("value", ['""" # ] [table]\nname = "x" """', "''' a ''''", r'"a\"# b"', "[{a = ']'}, 1]"])
def test_strings_hide_what_looks_like_toml(value: str) -> None:
    text = f"[a]\nb = {value} # said\n[table]\nname = 'T' # and this\n"
    assert edit(text, table={"name": "U"}) == text.replace("'T'", '"U"')
    assert edit(text, a={"b": 1}) == "[a]\nb = 1 # said\n[table]\nname = 'T' # and this\n"


_NAMES = st.sampled_from(["a", "b", "c-d", "E_1"])
_VALUES = st.one_of(
    st.booleans(),
    st.integers(-1000, 1000),
    st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=12),
    st.lists(st.text("abc#]'\"", max_size=4), max_size=3),
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    lines: list[str] = []
    for section, entries in draw(st.dictionaries(_NAMES, st.dictionaries(_NAMES, _VALUES, max_size=3))).items():
        lines += [draw(st.sampled_from(["", "# [x]", "  "])), f"[{section}]{draw(st.sampled_from(['', ' # y = 1']))}"]
        for key, value in entries.items():
            comment = draw(st.sampled_from(["", " # z = [", "  "]))
            lines += [draw(st.sampled_from(["", "#"])), f"{key} = {json.dumps(value, ensure_ascii=False)}{comment}"]
    return "\n".join(lines) + draw(st.sampled_from(["", "\n"]))


@given(documents(), _NAMES, _NAMES, st.one_of(st.none(), _VALUES))
def test_any_change_changes_that_and_nothing_else(text: str, section: str, key: str, value: Any) -> None:
    new = edit(text, **{section: {key: value}})
    before, after = tomllib.loads(text), tomllib.loads(new)
    assert after.get(section, {}).get(key) == value
    for parsed in (before, after):
        parsed.get(section, {}).pop(key, None)
    assert {name: keys for name, keys in after.items() if keys} == {name: keys for name, keys in before.items() if keys}
    # Every other line of the old one is in the new one, in its order.
    lines = iter(new.splitlines())
    assert [line for line in text.splitlines() if not line.startswith(f"{key} = ") and line not in lines] == []
