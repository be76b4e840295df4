"""How a box is wired to the pins of this machine: a TOML file, or the standard wiring (docs/device.md).

Pins have the numbers of the chip (BCM), as gpiozero counts. A file need only say what differs.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from device.debounce import Timing
from device.inputs import Input

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
Milliseconds = Annotated[int, msgspec.Meta(ge=5, le=50)]


class WiringError(ValueError):
    """A wiring cannot be used. Its text names the file and what is wrong in it."""


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One switch: which pin it is at, whether it is open or closed at rest, and to where the pin is pulled.

    With `pull = "up"` (and with `"none"`, where a resistor on the board pulls up) the switch connects the pin
    to ground; with `"down"` it connects it to 3.3 V.
    """

    pin: Pin
    switch: Literal["normally-open", "normally-closed"] = "normally-open"
    pull: Literal["up", "down", "none"] = "up"

    def operated(self, high: bool) -> bool:
        """Whether something presses the switch, from the level of its pin."""
        closed = high if self.pull == "down" else not high
        return closed if self.switch == "normally-open" else not closed


class Inputs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The switches. The block's is pressed by the block's own weight; where no judge's button is, it is left out."""

    block: Switch = Switch(pin=5)
    seat_1: Switch = Switch(pin=6)
    seat_2: Switch = Switch(pin=13)
    seat_3: Switch = Switch(pin=19)
    judge: Switch | Literal["none"] = Switch(pin=26)


class Lamps(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The lamps' pins; a lamp is lit by a high level. `"none"` where there is no lamp."""

    block: Pin | Literal["none"] = 16
    seat_1: Pin | Literal["none"] = 17
    seat_2: Pin | Literal["none"] = 27
    seat_3: Pin | Literal["none"] = 22


class Tm1637(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="tm1637"):
    """A clock display with the chip TM1637: two wires to any pins. It answers, so its absence is noticed."""

    clock: Pin = 20
    data: Pin = 21
    #: 0 to 7.
    brightness: Annotated[int, msgspec.Meta(ge=0, le=7)] = 4


class Max7219(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="max7219"):
    """A row of eight digits with the chip MAX7219 at the SPI bus. It cannot answer: a missing one goes unnoticed."""

    port: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    device: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    #: The digit, counted from the left, at which the four places begin.
    first_digit: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    brightness: Annotated[int, msgspec.Meta(ge=0, le=255)] = 112


class NoDisplay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """No display: the screen alone shows the time."""


class Buzzer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An active buzzer (one that sounds by itself), switched by a high level."""

    pin: Pin | Literal["none"] = 12


class Debounce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the contacts behave, in milliseconds."""

    window_ms: Milliseconds = 30
    quiet_ms: Milliseconds = 5

    @property
    def timing(self) -> Timing:
        return Timing(window_us=self.window_ms * 1000, quiet_us=self.quiet_ms * 1000)


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole box; `Wiring()` is the standard one."""

    inputs: Inputs = Inputs()
    lamps: Lamps = Lamps()
    buzzer: Buzzer = Buzzer()
    display: Tm1637 | Max7219 | NoDisplay = Tm1637()
    debounce: Debounce = Debounce()

    def switches(self) -> dict[Input, Switch]:
        """The switches that are there."""
        found = {which: getattr(self.inputs, which.value.replace("-", "_")) for which in Input}
        return {which: switch for which, switch in found.items() if isinstance(switch, Switch)}

    def pins(self) -> Iterator[tuple[str, int]]:
        """Every pin that is used, with what it is for."""
        for which, switch in self.switches().items():
            yield f"inputs.{which.value}", switch.pin
        lamps: dict[str, Any] = msgspec.to_builtins(self.lamps)
        yield from ((f"lamps.{name}", pin) for name, pin in lamps.items() if isinstance(pin, int))
        if isinstance(self.buzzer.pin, int):
            yield "buzzer", self.buzzer.pin
        if isinstance(self.display, Tm1637):
            yield "display.clock", self.display.clock
            yield "display.data", self.display.data
        if isinstance(self.display, Max7219):
            # The bus has pins of its own: select, data and clock.
            own = (8, 7)[self.display.device], 10, 11
            yield from (("display", pin) for pin in (own if self.display.port == 0 else (18, 20, 21)))


def load_wiring(path: Path) -> Wiring:
    """The wiring that a TOML file describes; WiringError says what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise WiringError(f"file {path}: it cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None
    try:
        wiring = msgspec.convert(tomllib.loads(text), Wiring)
    except tomllib.TOMLDecodeError as wrong:
        raise WiringError(f"file {path}: this is no TOML: {wrong}") from None
    except msgspec.ValidationError as wrong:
        what, _, place = str(wrong).partition(" - at ")
        where = place.strip("`").removeprefix("$.") or "the file"
        raise WiringError(f"file {path}: {where}: {what[:1].lower()}{what[1:]}") from None
    taken = Counter(pin for _, pin in wiring.pins())
    for pin, times in taken.items():
        if times > 1:
            both = " and ".join(name for name, used in wiring.pins() if used == pin)
            raise WiringError(f"file {path}: pin {pin} is used twice, for {both}")
    return wiring
