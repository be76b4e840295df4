"""The command `tablejudge`. Each subcommand's module is imported only when it is called."""

from __future__ import annotations

import importlib
import logging
from typing import Any

import click

from kiosk import __version__

#: Subcommand to the one line that the list of commands shows; its code is in `kiosk/commands/<name>.py`.
COMMANDS = {
    "run": "Run the table and its pages.",
    "demo": "Play a scripted match on the simulated table.",
    "replay": "Tell what state a match is in, from its events.",
    "check": "Is an expression legal, an Equation correct?",
    "readings": "List what a league can choose where the rules are open.",
    "solve": "Could it have been done?",
    "see": "Read pictures of the table.",
    "watch": "Show what the camera sees, live.",
    "record": "Record what the camera sees.",
    "rewatch": "Read a recording again, and say what differs.",
    "mat": "Print the mat; keep how it lies under the camera.",
    "lens": "Measure the camera's lens.",
    "kit": "Tune reading to the kit at this table.",
    "audit": "Check and list what the journal holds.",
    "names": "List who played, or erase a name.",
    "scoresheet": "Print the official sheet of the last match.",
    "people": "Say who may sign in as a judge or an organiser.",
    "doctor": "Test the hardware and the machine.",
}


class _Commands(click.Group):
    """A group that knows its commands by name and imports one when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"kiosk.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tablejudge")
def main(**_: Any) -> None:
    """The referee that sits on a tournament table."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")


if __name__ == "__main__":
    main()
