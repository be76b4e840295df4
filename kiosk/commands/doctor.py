"""`tablejudge doctor`: the hardware's state and test."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from kiosk.commands.lines import write
from kiosk.commands.options import config_option, data_option, settings_of
from kiosk.doctor import WRONG, examine


@click.command()
@config_option
@data_option
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def command(config: Path | None, data: Path | None, as_json: bool) -> None:
    """Test the hardware and the machine, part by part. The status is 1 if something is wrong."""
    settings = settings_of(config, data=data)
    findings = []
    for finding in examine(settings):
        findings.append(finding)
        if not as_json:
            click.echo(f"{finding.key:8} {finding.level:8} {finding.text}")
            if finding.advice:
                click.echo(f"{'':17} {finding.advice}")
    well = all(finding.level != WRONG for finding in findings)
    if as_json:
        write({"ok": well, "checks": [asdict(finding) for finding in findings]})
    raise SystemExit(0 if well else 1)
