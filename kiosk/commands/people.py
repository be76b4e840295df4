"""`tablejudge people`: who may sign in at this table as a judge or an organiser."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

import click
import segno

from kiosk.commands.options import config_option, data_option, settings_of, write_file
from kiosk.people import Gate, PeopleError, Person, Role, Store, random_pin
from kiosk.people.codes import LIFE_S
from kiosk.settings import Settings
from kiosk.web.place import Place

_ask_option = click.option("--ask", is_flag=True, help="Type the PIN instead of having one made; it is not shown.")


class _Group(click.Group):
    """Whatever is wrong with the list of people ends the command with its sentence."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except PeopleError as wrong:
            raise click.ClickException(str(wrong)) from None


@click.group(cls=_Group)
def command() -> None:
    """Judges and organisers: who may sign in at this table.

    They are kept in people.db in the data folder, apart from the journal; a PIN is kept as a hash only. All of
    this can be done while the table is running. docs/safety.md says who may do what.

    \b
    tablejudge people add "Lee Kim"              a judge; prints the new PIN, once
    tablejudge people add "Ada Moe" --organiser
    tablejudge people code "Lee Kim"             a QR code that signs a phone in
    """


@command.command("list")
@config_option
@data_option
def list_command(config: Path | None, data: Path | None) -> None:
    """Everybody who may sign in, with initials, part and name."""
    people = _gate(settings_of(config, data=data)).persons.all()
    for person in people:
        click.echo(f"{person.initials:5} {person.role:10} {'PIN' if person.has_pin else '-  '}  {person.name}")
    if not people:
        click.echo("nobody: sign-in is not set up, and judges type their initials at the table")


@command.command("add")
@config_option
@data_option
@click.argument("name")
@click.option("--organiser", is_flag=True, help="An organiser: may also see the audit, and make codes for others.")
@click.option("--initials", metavar="LETTERS", help="What the journal and the scoresheet say; else from the name.")
@click.option("--no-pin", is_flag=True, help="No PIN: signs in by one-time codes only.")
@_ask_option
def add_command(
    config: Path | None,
    data: Path | None,
    name: str,
    organiser: bool,
    initials: str | None,
    no_pin: bool,
    ask: bool,
) -> None:
    """Add a judge, or an organiser, called NAME. Prints the new PIN: write it down, it is not kept."""
    if no_pin and ask:
        raise click.UsageError("--no-pin and --ask exclude each other")
    gate = _gate(settings_of(config, data=data))
    pin = None if no_pin else _pin(ask=ask)
    person = gate.persons.add(name, Role.ORGANISER if organiser else Role.JUDGE, initials=initials, pin=pin)
    click.echo(f"{person.name} ({person.initials}) is {person.role} here")
    if pin is not None and not ask:
        click.echo(f"PIN: {pin}")


@command.command("remove")
@config_option
@data_option
@click.argument("who")
def remove_command(config: Path | None, data: Path | None, who: str) -> None:
    """Remove WHO (a name or initials). Every session of that person ends at once; the initials stay reserved."""
    gate = _gate(settings_of(config, data=data))
    person = gate.persons.find(who)
    gate.persons.remove(person)
    click.echo(f"{person.name} ({person.initials}) is removed")
    if not gate.persons.any():
        click.echo("nobody is left: sign-in is not set up any more")


@command.command("pin")
@config_option
@data_option
@click.argument("who")
@_ask_option
def pin_command(config: Path | None, data: Path | None, who: str, ask: bool) -> None:
    """A new PIN for WHO. The old one and every session of that person end at once."""
    gate = _gate(settings_of(config, data=data))
    person = gate.persons.find(who)
    pin = _pin(ask=ask)
    gate.persons.set_pin(person, pin)
    click.echo(f"{person.name} ({person.initials}) has a new PIN{'' if ask else f': {pin}'}")


@command.command("code")
@config_option
@data_option
@click.argument("who", required=False)
@click.option("--screen", is_flag=True, help="For a device that shall be a screen of this table, instead of a person.")
@click.option("--url", metavar="URL", help="Where phones reach the table, if that cannot be found out from here.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write the picture to a file, too.")
def code_command(
    config: Path | None, data: Path | None, who: str | None, screen: bool, url: str | None, svg: Path | None
) -> None:
    """A QR code that signs WHO in, once, within five minutes. An older one of the same person ends."""
    if (who is None) != screen:
        raise click.UsageError("say who it is for, or --screen")
    settings = settings_of(config, data=data)
    gate = _gate(settings)
    person = None if who is None else gate.persons.find(who)
    page = f"{_url(settings, url)}/join"
    code = gate.code_for(None, person)
    picture = segno.make(f"{page}#{code.text}", error="m", micro=False)
    drawn = io.StringIO()
    picture.terminal(drawn, compact=True)
    click.echo(drawn.getvalue())
    click.echo(
        f"For {'a screen of this table' if person is None else person.name}, once, for {LIFE_S / 60:.0f} minutes:"
    )
    click.echo(f"{page}#{code.text}")
    if svg is not None:
        written = io.BytesIO()
        picture.save(written, kind="svg", scale=8, border=4, light="#fff")
        write_file(svg, written.getvalue())


@command.command("sign-out")
@config_option
@data_option
@click.argument("who", required=False)
@click.option("--all", "everybody", is_flag=True, help="Everybody, and every screen that was let in.")
def sign_out_command(config: Path | None, data: Path | None, who: str | None, everybody: bool) -> None:
    """End the sessions of WHO: a phone is lost, the event is over."""
    if (who is None) != everybody:
        raise click.UsageError("say who, or --all")
    gate = _gate(settings_of(config, data=data))
    person: Person | None = None if who is None else gate.persons.find(who)
    click.echo(f"{gate.sessions.end_all(person)} sessions ended")


@command.command("log")
@config_option
@data_option
def log_command(config: Path | None, data: Path | None) -> None:
    """Who has signed in, or tried to, when and from where: the newest thousand lines."""
    for line in _gate(settings_of(config, data=data)).log():
        when = datetime.fromtimestamp(line["at"], UTC).strftime("%Y-%m-%d %H:%M:%SZ")
        click.echo(f"{when}  {line['who']:12}  {line['what']}  {line['address']}")


def _gate(settings: Settings) -> Gate:
    return Gate(Store(settings.data.folder))


def _pin(*, ask: bool) -> str:
    if not ask:
        return random_pin()
    pin: str = click.prompt("PIN", hide_input=True, confirmation_prompt=True)
    return pin


def _url(settings: Settings, url: str | None) -> str:
    if url is not None:
        return url.rstrip("/")
    found = Place(settings.server.host, settings.server.port).url("localhost")
    if found is None:
        click.echo(
            "Phones cannot reach this table: it listens to its own machine only (server.host); --url names a way.",
            err=True,
        )
        return f"http://127.0.0.1:{settings.server.port}"
    return found
