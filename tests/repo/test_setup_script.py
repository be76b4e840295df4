"""deploy/setup.sh on machines that lack this or that: real script, stand-ins for the machine's programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.repo.project import ROOT

#: The programs that the script may take for granted on any Debian.
GIVEN = (
    "bash",
    "env",
    "dirname",
    "cat",
    "grep",
    "awk",
    "sha256sum",
    "head",
    "rm",
    "mkdir",
    "cp",
    "chmod",
    "flock",
    "true",
)

#: Answers the script's questions about a Python of version $version, and makes environments that do the same.
PYTHON = """#!/bin/bash
case "$*" in
    *sys.version_info*) echo {version} ;;
    *ensurepip*) exit {no_venv} ;;
    "-m venv .venv")
        mkdir -p .venv/bin
        echo "version = {version}" > .venv/pyvenv.cfg
        cp "$0" .venv/bin/python
        echo "#!$PWD/.venv/bin/python" > .venv/bin/pip
        echo venv >> "$LOG" ;;
    *"pip install"*"-r requirements-dev.txt"*) echo "pip lock" >> "$LOG" ;;
    *"pip install"*"-e ."*) echo "pip self" >> "$LOG"; cp "$0" .venv/bin/tablejudge ;;
    "-m pip --version" | *"import cv2"* | "-m playwright --version") ;;
    --version) echo "Python {version}" ;;
    *) echo "unexpected: $*" >&2; exit 99 ;;
esac
"""


@dataclass
class Machine:
    """A folder of stand-ins that is the whole PATH, and a clone whose path has a space in it."""

    bin: Path
    clone: Path
    log: Path

    def has(self, name: str, script: str = "exit 0") -> None:
        path = self.bin / name
        path.write_text(script if script.startswith("#!") else f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def has_python(self, name: str, version: str, *, venv: bool = True) -> None:
        self.has(name, PYTHON.format(version=version, no_venv=int(not venv)))

    def has_libraries_and_browser(self) -> None:
        self.has("ldconfig", "echo 'libGL.so.1 libglib-2.0.so.0 libatomic.so.1'")
        self.has("chromium")
        self.has("strace")

    def knows_packages(self, *names: str) -> None:
        known = " | ".join(names)
        self.has("apt-cache", f'case "$2" in {known}) exit 0 ;; *) exit 100 ;; esac')

    def setup(self, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / "bash", "deploy/setup.sh"],
            cwd=self.clone, env={"PATH": str(self.bin), "LOG": str(self.log), **environ},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    def logged(self) -> list[str]:
        """What was done since the last look."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Debian as it comes, a user without rights, and nothing that tablejudge needs."""
    made = Machine(bin=tmp_path / "bin", clone=tmp_path / "a clone", log=tmp_path / "log")
    made.bin.mkdir()
    (made.clone / "deploy").mkdir(parents=True)
    shutil.copy(ROOT / "deploy" / "setup.sh", made.clone / "deploy")
    for name in ("pyproject.toml", "requirements-dev.txt"):
        shutil.copy(ROOT / name, made.clone)
    for name in GIVEN:
        found = shutil.which(name)
        assert found is not None, name
        (made.bin / name).symlink_to(found)
    made.has("id", "echo 1000")
    made.has("ldconfig")
    made.has("apt-get", 'echo "apt-get $*" >> "$LOG"')
    made.knows_packages("nothing")
    return made


def test_without_rights_it_prints_the_one_command_and_stops(machine: Machine) -> None:
    done = machine.setup()
    assert done.returncode == 1
    packages = "python3 python3-venv libgl1 libglib2.0-0 libatomic1 strace chromium"
    assert done.stdout == f"sudo apt-get install --no-install-recommends {packages}\n"
    assert machine.logged() == []
    assert not (machine.clone / ".venv").exists()


def test_a_sudo_that_asks_for_a_password_is_no_right(machine: Machine) -> None:
    machine.has("sudo", "exit 1")
    assert machine.setup().stdout.startswith("sudo apt-get install ")
    assert machine.logged() == []


def test_packages_go_by_the_names_that_this_release_knows(machine: Machine) -> None:
    machine.has_python("python3", "3.13", venv=False)
    machine.knows_packages("libglib2.0-0t64", "chromium-browser")
    packages = "python3-venv libgl1 libglib2.0-0t64 libatomic1 strace chromium-browser"
    assert machine.setup().stdout == f"sudo apt-get install --no-install-recommends {packages}\n"


def test_only_what_is_missing_is_asked_for(machine: Machine) -> None:
    machine.has_python("python3", "3.11")
    machine.has("ldconfig", "echo libGL.so.1 libatomic.so.1")
    machine.has("chromium-browser")
    machine.has("strace")
    assert machine.setup().stdout == "sudo apt-get install --no-install-recommends libglib2.0-0\n"


def test_a_second_python_gets_its_own_venv_package(machine: Machine) -> None:
    machine.has_libraries_and_browser()
    machine.has_python("python3", "3.10")
    machine.has_python("python3.12", "3.12", venv=False)
    assert machine.setup().stdout == "sudo apt-get install --no-install-recommends python3.12-venv\n"


@pytest.mark.parametrize("rights", ["root", "sudo"])
def test_with_rights_it_updates_and_installs(machine: Machine, rights: str) -> None:
    if rights == "root":
        machine.has("id", "echo 0")
    else:
        machine.has("sudo", 'shift; exec "$@"')
    machine.has_python("python3", "3.11")
    machine.has("apt-get", 'echo "$DEBIAN_FRONTEND $*" >> "$LOG"')
    done = machine.setup()
    assert done.returncode == 0, done.stderr
    options = "noninteractive -q -o DPkg::Lock::Timeout=300"
    assert machine.logged()[:2] == [
        f"{options} update",
        f"{options} install -y --no-install-recommends libgl1 libglib2.0-0 libatomic1 strace chromium",
    ]


def test_a_failing_apt_get_stops_it(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has_python("python3", "3.11")
    machine.has("apt-get", 'case "$*" in *install*) exit 100 ;; esac')
    done = machine.setup()
    assert done.returncode == 1
    assert done.stderr == "setup: apt-get could not install: libgl1 libglib2.0-0 libatomic1 strace chromium\n"


def test_a_system_without_apt_get_is_told_what_to_look_for(machine: Machine) -> None:
    (machine.bin / "apt-get").unlink()
    done = machine.setup()
    assert done.returncode == 1
    assert "no apt-get" in done.stderr
    assert "libgl1" in done.stderr


@pytest.fixture
def ready(machine: Machine) -> Machine:
    """A machine with all system packages and Python 3.11."""
    machine.has_libraries_and_browser()
    machine.has_python("python3", "3.11")
    return machine


def test_the_first_time_makes_everything_and_the_second_nothing(ready: Machine) -> None:
    done = ready.setup()
    assert done.returncode == 0, done.stderr
    assert ready.logged() == ["venv", "pip lock", "pip self"]
    again = ready.setup()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert ready.logged() == []


def test_a_new_lock_is_installed_into_the_same_environment(ready: Machine) -> None:
    ready.setup()
    ready.logged()
    with (ready.clone / "requirements-dev.txt").open("a") as lock:
        lock.write("# relocked\n")
    assert ready.setup().returncode == 0
    assert ready.logged() == ["pip lock", "pip self"]
    ready.setup()
    assert ready.logged() == []


def test_of_pyproject_only_the_package_counts_and_not_the_tools(ready: Machine) -> None:
    ready.setup()
    ready.logged()
    path = ready.clone / "pyproject.toml"
    path.write_text(path.read_text().replace("line-length = 120", "line-length = 100"))
    ready.setup()
    assert ready.logged() == []
    path.write_text(path.read_text().replace('version = "0.1.0"', 'version = "0.1.1"'))
    ready.setup()
    assert ready.logged() == ["pip lock", "pip self"]


def test_a_clone_that_was_moved_gets_a_new_environment(ready: Machine) -> None:
    ready.setup()
    ready.logged()
    ready.clone = ready.clone.rename(ready.clone.with_name("another place"))
    assert ready.setup().returncode == 0
    assert ready.logged() == ["venv", "pip lock", "pip self"]


def test_an_installation_that_was_cut_off_is_done_again(ready: Machine) -> None:
    script = (ready.bin / "python3").read_text()
    ready.has("python3", script.replace('*"pip install"*"-e ."*)', '*"-e ."*) exit 1 ;; never)'))
    done = ready.setup()
    assert done.returncode == 1
    assert done.stderr == "setup: pip could not install tablejudge itself\n"
    shutil.rmtree(ready.clone / ".venv")
    ready.has("python3", script)
    assert ready.setup().returncode == 0
    assert ready.logged() == ["venv", "pip lock", "venv", "pip lock", "pip self"]


def test_the_newest_suitable_python_is_taken(ready: Machine) -> None:
    ready.has_python("python3.12", "3.12")
    ready.has_python("python3.13", "3.13", venv=False)
    ready.has_python("python3.14", "3.14")
    assert "Python 3.12 in .venv" in ready.setup().stdout


def test_python_can_be_chosen_and_changed(ready: Machine) -> None:
    ready.has_python("other-python", "3.12")
    assert "Python 3.12 in .venv" in ready.setup(PYTHON="other-python").stdout
    ready.logged()
    assert ready.setup().stdout == ""
    assert "Python 3.11 in .venv" in ready.setup(PYTHON="python3").stdout
    assert ready.logged() == ["venv", "pip lock", "pip self"]


def test_an_unsuitable_choice_of_python_is_refused(ready: Machine) -> None:
    ready.has_python("old-python", "3.10")
    done = ready.setup(PYTHON="old-python")
    assert (done.returncode, done.stderr) == (
        1,
        "setup: old-python is Python 3.10; tablejudge needs 3.11, 3.12 or 3.13\n",
    )
    done = ready.setup(PYTHON="no-python")
    assert (done.returncode, done.stderr) == (1, "setup: PYTHON=no-python: there is no such program\n")
    assert not (ready.clone / ".venv").exists()


def test_the_script_is_run_from_anywhere(ready: Machine, tmp_path: Path) -> None:
    done = subprocess.run(
        [ready.bin / "bash", os.fspath(ready.clone / "deploy" / "setup.sh")],
        cwd=tmp_path, env={"PATH": str(ready.bin), "LOG": str(ready.log)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (ready.clone / ".venv" / "tablejudge.stamp").exists()
