"""Options and endings that several subcommands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from kiosk.settings import Settings, SettingsError, load_settings

F = TypeVar("F", bound=Callable[..., Any])

#: Exit status for what is designed but not built (and, as click has it, for a wrong call).
NOT_BUILT = 2


def config_option(command: F) -> F:
    return click.option(
        "--config", type=click.Path(path_type=Path), metavar="FILE", help="Settings file (docs/settings.md)."
    )(command)


def data_option(command: F) -> F:
    return click.option(
        "--data", type=click.Path(path_type=Path), metavar="DIR", help="Data folder: journal and snapshots."
    )(command)


def box_option(command: F) -> F:
    return click.option("--box", metavar="KIND", help="The button box: simulated, gpio or serial (docs/device.md).")(
        command
    )


def settings_of(config: Path | None, **overrides: object) -> Settings:
    """The settings of this call; a wrong one ends the command with its sentence and status 2."""
    try:
        return load_settings(config, overrides, os.environ)
    except SettingsError as wrong:
        raise click.UsageError(str(wrong)) from None


def write_file(path: Path, content: bytes) -> None:
    """Write a file that was asked for, and say so; if it cannot be written, the command ends with the reason."""
    try:
        path.write_bytes(content)
    except OSError as trouble:
        raise click.ClickException(f"{path} cannot be written: {trouble.strerror or trouble}") from None
    click.echo(f"{path}: written")


def not_built(what: str) -> NoReturn:
    """Say in one line that something is not there yet, and end."""
    click.echo(f"tablejudge: {what} is not built yet", err=True)
    raise SystemExit(NOT_BUILT)
