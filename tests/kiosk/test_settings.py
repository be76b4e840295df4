"""Settings: four sources, one answer; and a mistake names its place, key, value and range."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.settings import (
    FLAT,
    KEYS,
    PHOTO,
    READING_KEYS,
    BoxSettings,
    CameraSettings,
    DataSettings,
    Key,
    MatchSettings,
    ServerSettings,
    Settings,
    SettingsError,
    TableSettings,
    TimingSettings,
    changed_settings,
    load_settings,
    overridden,
    settings_path,
    settings_text,
)
from vision.cameras import camera_options
from vision.simulated_camera import STYLES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "settings.md"


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """Writes a settings file and gives its path."""

    def write(text: str | bytes) -> Path:
        path = tmp_path / "table.toml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def refusal(
    config: Path | None = None, overrides: dict[str, object] | None = None, environ: dict[str, str] | None = None
) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(config, overrides or {}, environ or {})
    return str(caught.value)


# --- where a value comes from -----------------------------------------------------------------------


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder without a data folder: somebody may have set up a table in the one that the tests are run from."""
    monkeypatch.chdir(tmp_path)


def test_nothing_said_gives_the_defaults() -> None:
    assert load_settings(None, {}, {"PATH": "/bin", "HOME": "/"}) == Settings(
        table=TableSettings(name="Table 1"),
        data=DataSettings(folder=Path("data")),
        server=ServerSettings(host="127.0.0.1", port=8000, threads=64),
        camera=CameraSettings(kind="simulated", fps=10),
        box=BoxSettings(kind="simulated"),
        timing=TimingSettings(patience_ms=4000),
    )


def test_an_empty_file_gives_the_defaults(written: Any) -> None:
    assert load_settings(written(""), {}, {}) == Settings()


def test_a_file_says_only_what_differs(written: Any) -> None:
    path = written('[server]\nport = 0\n[table]\nname = "Tisch 2 – √"\n')
    assert load_settings(path, {}, {}) == Settings(table=TableSettings("Tisch 2 – √"), server=ServerSettings(port=0))


def test_without_a_named_file_it_is_the_one_in_the_data_folder(tmp_path: Path) -> None:
    assert settings_path(None, {}, {}) == Path("data") / "settings.toml"
    assert settings_path(None, {"data": tmp_path}, {}) == tmp_path / "settings.toml"
    assert settings_path(None, {}, {"TABLEJUDGE_DATA_FOLDER": "/srv/a"}) == Path("/srv/a/settings.toml")
    assert settings_path(Path("a.toml"), {"data": tmp_path}, {"TABLEJUDGE_CONFIG": "b.toml"}) == Path("a.toml")
    assert settings_path(None, {"data": tmp_path}, {"TABLEJUDGE_CONFIG": "b.toml"}) == Path("b.toml")
    assert load_settings(None, {"data": tmp_path}, {}).table.name == "Table 1"
    (tmp_path / "settings.toml").write_text('[table]\nname = "Table 7"\n')
    assert load_settings(None, {"data": tmp_path}, {}).table.name == "Table 7"
    assert load_settings(None, {"data": tmp_path}, {"TABLEJUDGE_TABLE_NAME": "Final"}).table.name == "Final"


def test_the_file_in_the_data_folder_does_not_say_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[data]\nfolder = "/elsewhere"\n')
    assert "data.folder cannot be written here" in refusal(None, {"data": tmp_path})
    assert load_settings(tmp_path / "settings.toml", {}, {}).data.folder == Path("/elsewhere")


def test_as_if_the_file_had_another_text(written: Any) -> None:
    file = written("[server]\nport = 1\n")
    assert load_settings(file, {}, {}, text="[server]\nport = 2\n").server.port == 2
    assert load_settings(file, {"port": 3}, {}, text="[server]\nport = 2\n").server.port == 3


def test_it_is_told_which_keys_the_file_does_not_decide() -> None:
    told = overridden({"port": 3, "host": None}, {"TABLEJUDGE_TABLE_NAME": "x", "PATH": "/bin"})
    assert told == {"table.name": "environment variable TABLEJUDGE_TABLE_NAME", "server.port": "option --port"}


def test_a_division_needs_a_ruleset_that_has_it(written: Any) -> None:
    assert "match.ruleset must then be said too" in refusal(written('[match]\ndivision = "middle"\n'))
    text = '[match]\nruleset = "agloa-equations-2019"\ndivision = "minor"\n'
    assert "it must be 'ask' or one of elementary, middle, junior, senior" in refusal(written(text))
    settings = load_settings(written(text.replace("minor", "junior")), {}, {})
    assert settings.match == MatchSettings("agloa-equations-2019", "junior")


def test_the_environment_names_the_file(written: Any) -> None:
    path = written("[camera]\nfps = 30\n")
    assert load_settings(None, {}, {"TABLEJUDGE_CONFIG": str(path)}).camera.fps == 30


def test_the_option_for_the_file_beats_the_environment(written: Any, tmp_path: Path) -> None:
    path = written("[camera]\nfps = 30\n")
    environ = {"TABLEJUDGE_CONFIG": str(tmp_path / "missing.toml")}
    assert load_settings(path, {}, environ).camera.fps == 30


def test_the_environment_beats_the_file_and_an_option_beats_both(written: Any) -> None:
    path = written("[server]\nport = 1001\nthreads = 11\n[timing]\npatience_ms = 1\n")
    environ = {"TABLEJUDGE_SERVER_PORT": "1002", "TABLEJUDGE_SERVER_THREADS": "12", "TABLEJUDGE_DATA_FOLDER": "b"}
    settings = load_settings(path, {"port": 1003, "host": None, "data": Path("c")}, environ)
    assert settings.server == ServerSettings(port=1003, threads=12)
    assert settings.timing.patience_ms == 1
    assert settings.data.folder == Path("c")


def test_an_empty_variable_counts_as_none() -> None:
    assert load_settings(None, {}, {"TABLEJUDGE_SERVER_PORT": "", "TABLEJUDGE_CONFIG": ""}) == Settings()


def test_every_key_can_be_given_by_the_environment() -> None:
    other = {
        "table.name": "Final",
        "table.set_up": "true",
        "match.ruleset": "agloa-equations-2019",
        "match.division": "junior",
        "data.folder": "/srv/table one",
        "server.host": "::1",
        "server.port": "1",
        "server.threads": "4",
        "camera.kind": "simulated",
        "camera.fps": "1",
        "camera.reader": "net",
        "camera.style": "photo",
        "camera.device": "/dev/video2",
        "camera.width": "640",
        "camera.height": "480",
        "camera.path": "/srv/recording",
        "camera.loop": "true",
        "camera.speed": "0",
        "camera.memory_mb": "500",
        "box.kind": "serial",
        "box.wiring": "/etc/box.toml",
        "box.port": "/dev/ttyACM3",
        "timing.patience_ms": "0",
        "round.minutes": "0",
        "round.extra_minutes": "7",
        "round.start": "press",
        "evidence.clip_seconds": "0",
        "evidence.clips_mb": "7",
        "evidence.keep_days": "1",
    }
    assert set(other) == {str(key) for key in KEYS}
    settings = load_settings(None, {}, {key.variable: other[str(key)] for key in KEYS})
    given = {str(key): getattr(getattr(settings, key.section), key.name) for key in KEYS}
    assert {key: str(value).lower() if value is True else str(value) for key, value in given.items()} == other


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::", "fe80::1", "localhost", "table-7.school.example"])
def test_a_host_is_an_address_or_a_name(host: str) -> None:
    assert load_settings(None, {"host": host}, {}).server.host == host


# --- mistakes ---------------------------------------------------------------------------------------

PORT_RANGE = "it must be a whole number from 0 to 65535"
CAMERA_KINDS = '"simulated" or "usb" or "picamera2" or "folder"'
SECTIONS = "[table], [match], [data], [server], [camera], [box], [timing], [round], [evidence], [readings]"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[server]\nport = 65536", f"server.port is 65536; {PORT_RANGE}"),
        ("[server]\nport = -1", f"server.port is -1; {PORT_RANGE}"),
        ("[server]\nport = '80'", f"server.port is '80'; {PORT_RANGE}"),
        ("[server]\nport = 80.0", f"server.port is 80.0; {PORT_RANGE}"),
        ("[server]\nport = true", f"server.port is True; {PORT_RANGE}"),
        ("[server]\nthreads = 3", "server.threads is 3; it must be a whole number from 4 to 1024"),
        ("[server]\nhost = ''", "server.host is ''; it must be an IP address or a host name"),
        ("[server]\nhost = '127.0.0.256'", "server.host is '127.0.0.256'; it must be an IP address or a host name"),
        ("[server]\nhost = 'a b'", "server.host is 'a b'; it must be an IP address or a host name"),
        ("[camera]\nfps = 0", "camera.fps is 0; it must be a whole number from 1 to 30"),
        ("[camera]\nfps = 31", "camera.fps is 31; it must be a whole number from 1 to 30"),
        ("[camera]\nkind = 'webcam'", f"camera.kind is 'webcam'; it must be {CAMERA_KINDS}"),
        ("[camera]\nkind = ['usb']", f"camera.kind is ['usb']; it must be {CAMERA_KINDS}"),
        ("[camera]\nwidth = 300", "camera.width is 300; it must be a whole number from 320 to 4096"),
        ("[camera]\ndevice = 0", 'camera.device is 0; it must be "auto" or a camera\'s number or path'),
        ("[camera]\nloop = 1", "camera.loop is 1; it must be true or false"),
        ("[camera]\nspeed = 101", "camera.speed is 101; it must be a whole number from 0 to 100"),
        ("[evidence]\nclip_seconds = 61", "evidence.clip_seconds is 61; it must be a whole number from 0 to 60"),
        ("[timing]\npatience_ms = 30001", "timing.patience_ms is 30001; it must be a whole number from 0 to 30000"),
        ("[table]\nname = ' '", "table.name is ' '; it must be a text of 1 to 40 characters in one line"),
        ('[table]\nname = "\\t"', r"table.name is '\t'; it must be a text of 1 to 40 characters in one line"),
        ("[table]\nname = 7", "table.name is 7; it must be a text of 1 to 40 characters in one line"),
        ("[data]\nfolder = ''", "data.folder is ''; it must be the path of a folder"),
        ("[data]\nfolder = 1979-05-27", "data.folder is datetime.date(1979, 5, 27); it must be the path of a folder"),
        ("[server]\nprot = 80", "there is no key server.prot; [server] has host, port, threads"),
        ("[servers]\nport = 80", f"there is no section [servers]; there are {SECTIONS}"),
        ("port = 80", f"there is no section [port]; there are {SECTIONS}"),
        ("server = 80", "server is 80; it must be a section [server] with keys"),
        ("[[server]]\nport = 80", "server is [{'port': 80}]; it must be a section [server] with keys"),
    ],
)
def test_a_mistake_in_the_file_is_named(written: Any, text: str, complaint: str) -> None:
    path = written(text)
    assert refusal(path) == f"file {path}: {complaint}"


@pytest.mark.parametrize("text", ["yes", "1", "True", ""])
def test_a_flag_is_true_or_false(text: str) -> None:
    if text:
        said = refusal(environ={"TABLEJUDGE_CAMERA_LOOP": text})
        assert said.endswith(f"camera.loop is '{text}'; it must be true or false")
    assert load_settings(None, {}, {"TABLEJUDGE_CAMERA_LOOP": "true"}).camera.loop is True


def test_a_recording_needs_its_path(written: Any) -> None:
    said = "camera.kind is 'folder', and camera.path is 'none'; it must then be the path of a recording"
    assert refusal(written("[camera]\nkind = 'folder'")) == said
    with pytest.raises(SettingsError, match="the path of a recording"):
        changed_settings(Settings(), {"camera": {"kind": "folder"}})
    settings = load_settings(written("[camera]\nkind = 'folder'\npath = 'film.mp4'\nspeed = 2"), {}, {})
    options = {"kind": "folder", "path": str(Path("film.mp4").absolute()), "loop": False, "speed": 2, "fps": 10}
    assert settings.camera.options == options


def test_vision_is_told_what_its_camera_needs() -> None:
    assert CameraSettings().options == {"kind": "simulated"}
    assert CameraSettings(style="photo").options == {"kind": "simulated", "style": "photo"}
    assert (FLAT, PHOTO) == STYLES
    usb = CameraSettings(kind="usb", device="2", width=640, height=480, fps=15)
    assert usb.options == {"kind": "usb", "device": "2", "size": [640, 480], "fps": 15}
    for settings in (CameraSettings(), usb, CameraSettings(kind="folder", path="x"), CameraSettings(kind="picamera2")):
        assert camera_options(settings.options).kind == settings.kind


@pytest.mark.parametrize("text", ["65536", "eighty", "8e1", " 80", "٨", "1" * 5000])
def test_a_mistake_in_the_environment_is_named(text: str) -> None:
    said = refusal(environ={"TABLEJUDGE_SERVER_PORT": text})
    shown = repr(text) if len(text) < 80 else "'" + "1" * 76 + "..."
    assert said == f"environment variable TABLEJUDGE_SERVER_PORT: server.port is {shown}; {PORT_RANGE}"


def test_an_unknown_variable_of_ours_is_a_mistake() -> None:
    said = refusal(environ={"TABLEJUDGE_SERVER_PROT": "80"})
    assert said.startswith("environment variable TABLEJUDGE_SERVER_PROT: there is no such setting; there are ")
    assert all(key.variable in said for key in KEYS)
    assert "TABLEJUDGE_CONFIG" in said


def test_a_mistake_on_the_command_line_is_named() -> None:
    assert refusal(overrides={"port": 70000}) == f"option --port: server.port is 70000; {PORT_RANGE}"
    assert refusal(overrides={"data": ""}) == "option --data: data.folder is ''; it must be the path of a folder"
    assert refusal(overrides={"speed": 2}) == "option --speed: this is no setting; there are data, host, port, box"


def test_a_mistake_shows_even_where_it_is_overridden(written: Any) -> None:
    path = written("[server]\nport = 70000")
    assert refusal(path, {"port": 8000}).startswith(f"file {path}: server.port is 70000")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[server]\nport = \n", 2),
        ("[server\n", 1),
        ("[server]\nport = 1\nport = 2\n", 3),
        ('[table]\nname = "open\n', 2),
        ('[table]\n\nname = """never closed\n', 4),
        (b"[table]\nname = '\xff'\n", 2),
    ],
)
def test_broken_toml_names_its_line(written: Any, text: str | bytes, line: int) -> None:
    path = written(text)
    said = refusal(path)
    assert said.startswith(f"file {path}: ")
    assert re.search(rf"\bline {line}\b", said)


def test_toml_beyond_all_measure_is_refused_and_not_a_crash(written: Any) -> None:
    for text in (f"[server]\nport = {'9' * 5000}", "x = " + "[" * 100_000):
        assert "TOML" in refusal(written(text))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert refusal(missing) == f"file {missing}: it cannot be read: No such file or directory"
    assert refusal(environ={"TABLEJUDGE_CONFIG": str(missing)}) == refusal(missing)
    assert refusal(tmp_path) == f"file {tmp_path}: it cannot be read: Is a directory"


# --- readings ---------------------------------------------------------------------------------------


def test_the_file_has_the_readings_of_the_league(written: Any) -> None:
    path = written(
        '[readings]\npromise_binds = false\ngoal_digits = 1\nlost_goal = "void"\n'
        'accepting_counts_after = ["no-goal", "now"]\ninitials_divisions = []\n'
    )
    assert load_settings(path, {}, {}).readings == {
        "promise_binds": False,
        "goal_digits": 1,
        "lost_goal": "void",
        "accepting_counts_after": ["now", "no-goal"],
        "initials_divisions": [],
    }


def test_a_reading_can_be_given_by_the_environment(written: Any) -> None:
    environ = {
        "TABLEJUDGE_READINGS_PROMISE_BINDS": "false",
        "TABLEJUDGE_READINGS_GOAL_DIGITS": "2",
        "TABLEJUDGE_READINGS_ACCEPTING_COUNTS_AFTER": "no-goal,now",
        "TABLEJUDGE_READINGS_INITIALS_DIVISIONS": "none",
    }
    path = written("[readings]\ngoal_digits = 1\nlesser_sand = false\n")
    assert load_settings(path, {}, environ).readings == {
        "lesser_sand": False,
        "promise_binds": False,
        "goal_digits": 2,
        "accepting_counts_after": ["now", "no-goal"],
        "initials_divisions": [],
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("promise_binds = 'false'", "readings.promise_binds is 'false'; it must be one of: true, false"),
        ("promise_binds = 0", "readings.promise_binds is 0; it must be one of: true, false"),
        ("goal_digits = '2'", "readings.goal_digits is '2'; it must be one of: 1 to 6"),
        ("goal_digits = 7", "readings.goal_digits is 7; it must be one of: 1 to 6"),
        ("lost_goal = 'lost'", "readings.lost_goal is 'lost'; it must be one of: judge, void, next-player"),
        (
            "accepting_counts_after = 'now'",
            "readings.accepting_counts_after is 'now'; it must be one of: none or any of now, impossible, no-goal",
        ),
        (
            "accepting_counts_after = ['never']",
            "readings.accepting_counts_after is ['never']; it must be one of: none or any of now, impossible, no-goal",
        ),
    ],
)
def test_a_reading_that_cannot_be_chosen_is_named(written: Any, text: str, complaint: str) -> None:
    path = written(f"[readings]\n{text}")
    assert refusal(path) == f"file {path}: {complaint}"


def test_a_reading_that_there_is_not_is_answered_with_all_that_there_are(written: Any) -> None:
    path = written("[readings]\npromises_bind = true")
    said = refusal(path)
    assert said.startswith(f"file {path}: there is no key readings.promises_bind; [readings] has ")
    assert said.endswith(", ".join(key.name for key in READING_KEYS))
    assert "TABLEJUDGE_READINGS_<NAME>" in refusal(environ={"TABLEJUDGE_READINGS_PROMISES_BIND": "true"})


def test_no_two_settings_share_a_variable() -> None:
    variables = [key.variable for key in (*KEYS, *READING_KEYS)]
    assert len(set(variables)) == len(variables)


# --- both ways --------------------------------------------------------------------------------------

characters = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
printable = st.text(characters, min_size=1, max_size=40).filter(str.strip)
settings_values = st.builds(
    Settings,
    table=st.builds(TableSettings, name=printable),
    data=st.builds(DataSettings, folder=printable.map(Path)),
    server=st.builds(
        ServerSettings,
        host=st.one_of(st.ip_addresses().map(str), st.just("localhost")),
        port=st.integers(0, 65535),
        threads=st.integers(4, 1024),
    ),
    camera=st.builds(CameraSettings, kind=st.just("simulated"), fps=st.integers(1, 30)),
    box=st.builds(BoxSettings, kind=st.just("simulated")),
    timing=st.builds(TimingSettings, patience_ms=st.integers(0, 30_000)),
    readings=st.fixed_dictionaries(
        {},
        optional={
            "promise_binds": st.booleans(),
            "goal_digits": st.integers(1, 6),
            "lost_goal": st.sampled_from(["judge", "void", "next-player"]),
            "accepting_counts_after": st.sampled_from([[], ["now"], ["now", "impossible", "no-goal"]]),
        },
    ),
)


@given(settings_values)
def test_settings_written_and_read_are_the_same(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    path = tmp_path_factory.mktemp("settings") / "table.toml"
    path.write_text(settings_text(settings), encoding="utf-8")
    assert load_settings(path, {}, {}) == settings


def test_the_text_has_every_key_once_in_its_section() -> None:
    parsed = tomllib.loads(settings_text(Settings()))
    assert [f"{section}.{name}" for section, entries in parsed.items() for name in entries] == [str(k) for k in KEYS]


# --- the page ---------------------------------------------------------------------------------------


def rows_of_the_page() -> dict[str, list[str]]:
    """The cells of each key's row in docs/settings.md, by `section.key`."""
    rows: dict[str, list[str]] = {}
    section = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"## \[(\w+)\]", line):
            section = heading[1]
        elif row := re.match(r"\| `(\w+)` \|", line):
            rows[f"{section}.{row[1]}"] = [cell.strip() for cell in line.strip("|").split("|")]
    return rows


def test_the_page_has_a_row_for_every_key_and_no_other() -> None:
    assert list(rows_of_the_page()) == [str(key) for key in KEYS]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_the_page_tells_default_and_range_of_a_key(key: Key) -> None:
    _, default, allowed, meaning = rows_of_the_page()[str(key)]
    assert default == f"`{json.dumps(str(key.default) if isinstance(key.default, Path) else key.default)}`"
    assert allowed == key.check.allowed
    assert meaning


def test_the_example_of_the_page_loads(written: Any) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    settings = load_settings(written(example), {}, {})
    assert settings.server == ServerSettings(host="0.0.0.0", port=8080)
    assert len(settings.readings) == 3
    assert settings != Settings()


def test_the_mistakes_on_the_page_are_said_in_these_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("table.toml")
    said = []
    for text, environ in [
        ("[server]\nport = 80800", {}),
        ("", {"TABLEJUDGE_CAMERA_KIND": "webcam"}),
        ("[server]\nprot = 80", {}),
        ("[server]\nport = \n", {}),
    ]:
        written(text)
        said.append(refusal(file, environ=environ))
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert said == shown.splitlines()
