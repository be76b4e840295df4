"""Is everything there, and does it work? One small function a check; page and command ask the same ones."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path

from device.box import Box
from device.hurry import may_hurry
from device.inputs import Input
from kiosk.boxes import open_box
from kiosk.clock import SystemClock
from kiosk.doctor_box import PRESS_S, SHOWN, Hands, examine_box
from kiosk.doctor_camera import CAMERA_KEYS, examine_camera
from kiosk.findings import OK, WARNING, WRONG, Finding
from kiosk.journal import write_synced
from kiosk.settings import GPIO, SERIAL, Settings, SettingsError
from kiosk.verify import verify

#: A day of snapshots with room to spare.
ENOUGH_BYTES = 500_000_000


def examine(
    settings: Settings,
    *,
    hands: Hands | None = None,
    open_: Callable[[], Box] | None = None,
    camera: Iterable[Finding] | None = None,
    press_s: float = PRESS_S,
) -> Generator[Finding]:
    """Every check's finding, one after the other, as it is made.

    With `hands`, somebody stands at the table and is asked to press and to look, for so long each time. `open_` opens
    the box in place of the one that the settings name, `camera` are the findings about the camera of a table that is
    running and has it already.
    """
    for check in CHECKS:
        yield check(settings)
    yield from examine_camera(settings.camera, settings.data.folder) if camera is None else camera
    yield _timing(settings)
    yield from _box(hands, open_ or (lambda: open_box(settings.box, SystemClock())), press_s)


def planned(switches: Iterable[Input] = tuple(Input)) -> tuple[str, ...]:
    """The keys of the findings in the order in which they come, at a table where nothing is wrong."""
    machine = tuple(check.__name__.removeprefix("_") for check in CHECKS)
    shown = tuple(SHOWN)
    return (*machine, *CAMERA_KEYS, "timing", "box", *(which.value for which in switches), *shown)


def _python(_: Settings) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding("python", OK, f"Python {version}")
    return Finding("python", WRONG, f"Python {version} is not supported", "Install Python 3.11, 3.12 or 3.13.")


def _disk(settings: Settings) -> Finding:
    folder = settings.data.folder
    probe = folder / "doctor.probe"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_synced(probe, b"written and read back")
        whole = probe.read_bytes() == b"written and read back"
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as trouble:
        return Finding("disk", WRONG, f"{folder} cannot be written: {trouble}", "Choose another data folder or disk.")
    if not whole:
        return Finding("disk", WRONG, f"{folder} gives back other bytes than were written", "Replace the disk.")
    if free < ENOUGH_BYTES:
        return Finding("disk", WARNING, f"only {free // 1_000_000} MB are free in {folder}", "Make room.")
    return Finding("disk", OK, f"{folder} can be written; {free // 1_000_000_000} GB are free")


def _journal(settings: Settings) -> Finding:
    folder: Path = settings.data.folder
    if not (folder / "journal.db").exists():
        return Finding("journal", OK, "there is no journal yet")
    faults = verify(folder)
    if not faults:
        return Finding("journal", OK, "the journal is whole")
    first = faults[0]
    advice = "Keep the folder as it is, call the organiser, and play on with a new data folder."
    return Finding("journal", WRONG, f"{first.place}: {first.text}", advice)


def _clock(_: Settings) -> Finding:
    now = SystemClock().wall()
    if now.year < 2026:
        advice = "Limits are not touched by this. Set the date before printing sheets."
        return Finding("clock", WARNING, f"the date is {now:%Y-%m-%d}, which cannot be right", advice)
    return Finding("clock", OK, f"{now:%Y-%m-%d %H:%M} UTC")


def _timing(settings: Settings) -> Finding:
    """May the box's process go before everything else? Without a real box it is nobody's concern."""
    if settings.box.kind not in (GPIO, SERIAL):
        return Finding("timing", OK, "the simulated box needs no place of its own")
    if may_hurry():
        return Finding("timing", OK, "the box goes before everything else on this machine")
    advice = "The time of a press stays right. Start the table by deploy/tablejudge.service (docs/device.md)."
    return Finding("timing", WARNING, "when this machine is busy, the timer's digits may change late", advice)


def _box(hands: Hands | None, open_: Callable[[], Box], press_s: float) -> Iterator[Finding]:
    try:
        box = open_()
    except SettingsError as wrong:
        yield Finding("box", WRONG, str(wrong), "Correct the file of the wiring (docs/device.md).")
        return
    try:
        yield from examine_box(box, hands, press_s=press_s)
    finally:
        box.close()


CHECKS: tuple[Callable[[Settings], Finding], ...] = (_python, _clock, _disk, _journal)
