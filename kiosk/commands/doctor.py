"""`tablejudge doctor`: the hardware's state and test."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import click

from kiosk.commands.lines import write
from kiosk.commands.options import box_option, config_option, data_option, settings_of
from kiosk.doctor import examine
from kiosk.findings import WRONG
from kiosk.settings import GPIO, SERIAL


class _HandsAtTheTerminal:
    """Somebody at the keyboard, who reads what to do and says what there is to see."""

    def tell(self, text: str) -> None:
        click.echo(f"  >> {text}")

    def sees(self, question: str) -> bool:
        return click.confirm(f"  >> {question}", default=True)

    def gave_up(self) -> bool:
        # At a terminal one waits until the time is over.
        return False


@click.command()
@config_option
@data_option
@box_option
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object; nobody is asked anything.")
@click.option(
    "--hands/--no-hands",
    default=None,
    help="Ask for every button of a real box to be pressed (as is done at a terminal), or only look.",
)
def command(config: Path | None, data: Path | None, box: str | None, as_json: bool, hands: bool | None) -> None:
    """Test the hardware and the machine, part by part. The status is 1 if something is wrong."""
    settings = settings_of(config, data=data, box=box)
    if as_json and hands:
        raise click.UsageError("--json and --hands do not go together: JSON asks nobody to press anything")
    if hands is None:
        hands = settings.box.kind in (GPIO, SERIAL) and not as_json and sys.stdin.isatty()
    findings = []
    for finding in examine(settings, hands=_HandsAtTheTerminal() if hands else None):
        findings.append(finding)
        if not as_json:
            click.echo(f"{finding.key:8} {finding.level:8} {finding.text}")
            if finding.advice:
                click.echo(f"{'':17} {finding.advice}")
    well = all(finding.level != WRONG for finding in findings)
    if as_json:
        write({"ok": well, "checks": [asdict(finding) for finding in findings]})
    raise SystemExit(0 if well else 1)
