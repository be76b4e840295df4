"""The settings file is changed from a page: planned, kept, undone; refused when it cannot be, with nothing lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.settings import Settings, SettingsError, differing
from kiosk.settings_keeper import AT_START, NOW, OVERRIDDEN, SettingsKeeper, Source, Stale

HAND = """\
# Table 7 stands by the window.
[table]
name = "Table 7"  # as on the sign

[server]
port = 8080
"""


class Table:
    """A table that only notes what it is told."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.closed = False
        self.used: list[tuple[str, tuple[str, ...]]] = []
        self.notes: list[tuple[str, str, dict[str, Any]]] = []
        self.notices: dict[str, str | None] = {}

    def use(self, settings: Settings, by: str) -> tuple[str, ...]:
        changed = differing(self.settings, settings)
        self.used.append((by, changed))
        self.settings = settings
        return tuple(key for key in changed if key.startswith(("server", "timing", "evidence", "data")))

    def note(self, by: str, what: str, /, **values: Any) -> None:
        self.notes.append((by, what, values))

    def notice(self, part: str, text: str | None) -> None:
        self.notices[part] = text


class Bench:
    def __init__(self, path: Path, *, options: dict[str, object], environ: dict[str, str], named: bool) -> None:
        self.path = path
        source = Source(path if named else None, options, environ)
        self.table = Table(source.load())
        self.keeper = SettingsKeeper(self.table, source)


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., Bench]:
    def make(
        text: str | None = HAND,
        environ: dict[str, str] | None = None,
        named: bool = True,
        **options: object,
    ) -> Bench:
        path = tmp_path / "settings.toml"
        if text is not None:
            path.write_bytes(text.encode())
        return Bench(path, options={"data": tmp_path, **options}, environ=environ or {}, named=named)

    return make


def told(plan: Any) -> list[tuple[str, Any, Any, str]]:
    return [(str(change.key), change.was, change.will, change.when) for change in plan.changes]


def test_a_plan_says_what_changes_and_changes_nothing(bench: Callable[..., Bench]) -> None:
    made = bench()
    request = {"table": {"name": "Table 8"}, "server": {"port": 9000}, "readings": {"goal_digits": 2}}
    assert told(made.keeper.plan(request)) == [
        ("table.name", "Table 7", "Table 8", NOW),
        ("server.port", 8080, 9000, AT_START),
        ("readings.goal_digits", None, 2, NOW),
    ]
    assert made.path.read_text() == HAND
    assert made.table.used == []


def test_what_is_so_already_is_no_change(bench: Callable[..., Bench]) -> None:
    plan = bench().keeper.plan({"table": {"name": "Table 7", "set_up": None}, "readings": {"goal_digits": None}})
    assert (plan.changes, plan.text) == ((), HAND)


def test_keeping_writes_the_file_with_its_comments_and_uses_it_in_somebodys_name(bench: Callable[..., Bench]) -> None:
    made = bench()
    plan = made.keeper.plan({"table": {"name": "Table 8"}})
    made.keeper.keep({"table": {"name": "Table 8"}}, "organiser:AM", plan.base)
    assert made.path.read_text() == HAND.replace('"Table 7"', '"Table 8"')
    assert made.table.used == [("organiser:AM", ("table.name",))]
    assert made.table.notes == []
    assert made.keeper.before.read_text() == HAND


def test_what_waits_for_a_start_is_noted_and_said(bench: Callable[..., Bench]) -> None:
    made = bench()
    made.keeper.keep({"server": {"threads": 32}, "box": {"port": "/dev/ttyACM1"}}, "organiser:AM")
    assert made.table.notes == [("organiser:AM", "settings-kept", {"server.threads": 32})]
    assert "server.threads" in (made.table.notices["settings"] or "")


def test_the_keys_that_wait_are_those_that_the_running_table_has_otherwise(bench: Callable[..., Bench]) -> None:
    made = bench()
    assert made.keeper.waiting() == ()
    made.path.write_text(HAND.replace("8080", "9000").replace("Table 7", "Table 9"))
    assert made.keeper.waiting() == ("server.port",)


def test_without_a_file_one_is_made_in_the_data_folder(bench: Callable[..., Bench]) -> None:
    made = bench(None, named=False)
    made.keeper.keep({"table": {"name": "Table 8", "set_up": True}}, "screen")
    assert made.path.read_text() == '[table]\nname = "Table 8"\nset_up = true\n'
    made.keeper.undo("screen")
    assert made.path.read_text() == ""


def test_a_value_that_goes_back_to_its_default_leaves_the_file(bench: Callable[..., Bench]) -> None:
    made = bench()
    made.keeper.keep({"server": {"port": None}}, "screen")
    assert made.path.read_text() == HAND.replace("port = 8080\n", "")


def test_undo_puts_the_file_back_and_a_second_time_forward(bench: Callable[..., Bench]) -> None:
    made = bench()
    assert made.keeper.undoing() is None
    with pytest.raises(SettingsError, match="no change to take back"):
        made.keeper.undo("screen")
    made.keeper.keep({"table": {"name": "Table 8"}, "readings": {"goal_digits": 2}}, "screen")
    changed = made.path.read_text()
    plan = made.keeper.undoing()
    assert told(plan) == [("table.name", "Table 8", "Table 7", NOW), ("readings.goal_digits", 2, None, NOW)]
    made.keeper.undo("organiser:AM", plan.base if plan else None)
    assert made.path.read_text() == HAND
    assert made.table.used[-1] == ("organiser:AM", ("table.name", "readings"))
    made.keeper.undo("screen")
    assert made.path.read_text() == changed


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"table": {"name": "  "}}, "table.name is '  '; it must be a text of 1 to 40 characters in one line"),
        ({"table": {"name": "a\nb"}}, "it must be a text of 1 to 40 characters in one line"),
        ({"camera": {"kind": "film"}}, """camera.kind is 'film'; it must be "simulated" or "usb\""""),
        ({"camera": {"kind": "folder"}}, "it must then be the path of a recording"),
        ({"box": {"kind": "gpio", "wiring": "/no/such.toml"}}, "box.wiring: "),
        ({"match": {"division": "middle"}}, "match.ruleset must then be said too"),
        ({"readings": {"goal_digits": 99}}, "readings.goal_digits is 99; it must be one of: 1 to"),
        ({"readings": {"nobody": 1}}, "there is no setting readings.nobody"),
        ({"people": {"pin": "123"}}, "there is no setting people.pin"),
        ({"table": "x"}, "table must be an object with keys"),
    ],
)
def test_a_bad_value_is_refused_in_the_words_of_its_check(
    bench: Callable[..., Bench], request_: dict[str, Any], words: str
) -> None:
    made = bench()
    with pytest.raises(SettingsError) as caught:
        made.keeper.keep(request_, "screen")
    assert words in str(caught.value)
    assert made.path.read_text() == HAND
    assert not made.keeper.before.exists()


def test_a_file_that_was_changed_meanwhile_is_not_written_over(bench: Callable[..., Bench]) -> None:
    made = bench()
    plan = made.keeper.plan({"table": {"name": "Table 8"}})
    by_hand = HAND + "# a word more\n"
    made.path.write_text(by_hand)
    with pytest.raises(Stale):
        made.keeper.keep({"table": {"name": "Table 8"}}, "screen", plan.base)
    assert made.path.read_text() == by_hand


def test_a_file_that_has_become_wrong_is_not_written_over(bench: Callable[..., Bench]) -> None:
    made = bench()
    made.path.write_text(HAND + "[lamp]\ncolour = 'red'\n")
    with pytest.raises(SettingsError, match=r"there is no section \[lamp\]"):
        made.keeper.keep({"table": {"name": "Table 8"}}, "screen")


def test_a_file_that_cannot_be_edited_says_what_to_write(bench: Callable[..., Bench]) -> None:
    made = bench('table = {name = "Table 7"} # all of it\n')
    with pytest.raises(SettingsError, match=r'change it by hand: \[table\] name = "Table 8"'):
        made.keeper.keep({"table": {"name": "Table 8"}}, "screen")
    assert made.path.read_text() == 'table = {name = "Table 7"} # all of it\n'


def test_what_goes_before_the_file_is_said(bench: Callable[..., Bench]) -> None:
    made = bench(environ={"TABLEJUDGE_TABLE_NAME": "Final"}, port=1)
    plan = made.keeper.keep({"table": {"name": "Table 8"}, "server": {"port": 5}}, "screen")
    assert [(change.when, change.where) for change in plan.changes] == [
        (OVERRIDDEN, "environment variable TABLEJUDGE_TABLE_NAME"),
        (OVERRIDDEN, "option --port"),
    ]
    assert made.table.settings.table.name == "Final"


def test_a_file_that_cannot_be_written_says_so(bench: Callable[..., Bench], tmp_path: Path) -> None:
    made = bench()
    (tmp_path / "settings.toml.before.new").mkdir()
    with pytest.raises(SettingsError, match=r"cannot be written .*nothing was changed"):
        made.keeper.keep({"table": {"name": "Table 8"}}, "screen")
    assert made.path.read_text() == HAND


def test_a_link_stays_a_link_and_rights_stay(bench: Callable[..., Bench], tmp_path: Path) -> None:
    real = tmp_path / "elsewhere.toml"
    real.write_text(HAND)
    real.chmod(0o640)
    (tmp_path / "settings.toml").symlink_to(real)
    made = bench(None)
    made.keeper.keep({"table": {"name": "Table 8"}}, "screen")
    assert made.path.is_symlink()
    assert "Table 8" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_of_several_at_once_each_is_kept(bench: Callable[..., Bench]) -> None:
    made = bench()
    names = ("box.port", "camera.device", "table.name", "camera.path")
    kept = []

    def keep(key: str) -> None:
        section, name = key.split(".")
        while True:
            try:
                made.keeper.keep({section: {name: f"x of {key}"}}, "screen")
            except Stale:
                continue
            kept.append(key)
            return

    threads = [threading.Thread(target=keep, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == sorted(names)
    assert [made.path.read_text().count(f'"x of {name}"') for name in names] == [1, 1, 1, 1]
