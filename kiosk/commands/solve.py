"""`tablejudge solve`: could it have been done?"""

from __future__ import annotations

import click

from kiosk.commands.options import not_built


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("source", default="-", metavar="FILE|-")
def command(source: str) -> None:
    """Could it have been done? For judges; not built yet."""
    del source
    not_built("'solve'")
