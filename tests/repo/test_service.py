"""The service file of a table agrees with the command it starts and with what the box needs."""

from __future__ import annotations

import configparser
import shlex

from click.testing import CliRunner

from device.hurry import REAL_TIME
from kiosk.cli import main
from tests.repo.project import ROOT


def unit() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    # Names of systemd keep their capitals.
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((ROOT / "deploy" / "tablejudge.service").read_text(encoding="utf-8"))
    return parser["Service"]


def test_it_starts_a_command_that_there_is_with_options_that_it_takes() -> None:
    program, command, *options = shlex.split(unit()["ExecStart"])
    assert program.startswith(unit()["WorkingDirectory"])
    told = CliRunner().invoke(main, [command, "--help"])
    assert told.exit_code == 0
    assert all(option in told.output for option in options if option.startswith("--"))


def test_the_boxs_process_may_have_the_priority_that_it_asks_for() -> None:
    assert int(unit()["LimitRTPRIO"]) >= REAL_TIME


def test_its_data_folder_is_the_one_that_it_may_write_to() -> None:
    assert unit()["ExecStart"].endswith(f"--data /var/lib/{unit()['StateDirectory']}")
    assert unit()["ProtectSystem"] == "strict"
