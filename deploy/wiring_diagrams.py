"""Draws the wiring diagrams of docs/device.md from the pins that the programs really use.

python deploy/wiring_diagrams.py    writes docs/wiring-pi.svg and docs/wiring-pico.svg
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from device.wiring import Tm1637, Wiring

ROOT = Path(__file__).resolve().parents[1]

#: Where a GPIO of the Raspberry Pi is on its header of forty pins, and a GP pin of the Pico on its edge.
PI_HEADER = {
    2: 3,
    3: 5,
    4: 7,
    17: 11,
    27: 13,
    22: 15,
    10: 19,
    9: 21,
    11: 23,
    0: 27,
    5: 29,
    6: 31,
    13: 33,
    19: 35,
    26: 37,
    14: 8,
    15: 10,
    18: 12,
    23: 16,
    24: 18,
    25: 22,
    8: 24,
    7: 26,
    1: 28,
    12: 32,
    16: 36,
    20: 38,
    21: 40,
}
PICO_EDGE = {
    0: 1,
    1: 2,
    2: 4,
    3: 5,
    4: 6,
    5: 7,
    6: 9,
    7: 10,
    8: 11,
    9: 12,
    10: 14,
    11: 15,
    12: 16,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    17: 22,
    18: 24,
    19: 25,
    20: 26,
    21: 27,
    22: 29,
}
ROW, TOP, WIDTH = 46, 96, 900
BOARD_X, BOARD_W, PART_X, GROUND_X = 40, 210, 520, 800
SWITCH, LAMP, BUZZER, WIRE = "switch", "lamp", "buzzer", "wire"
COLOURS = {SWITCH: "#1f6fb2", LAMP: "#b8860b", BUZZER: "#7a3fa0", WIRE: "#2e7d32", "power": "#c62828"}


@dataclass(frozen=True, slots=True)
class Row:
    """One wire from the board: its pin, what hangs at it, and what that is called."""

    pin: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Diagram:
    title: str
    board: str
    rows: tuple[Row, ...]
    ground: str


def pi_diagram(wiring: Wiring) -> Diagram:
    """The standard wiring at a Raspberry Pi."""

    def pin(number: object) -> str:
        return f"GPIO {number} (pin {PI_HEADER[number]})" if isinstance(number, int) else ""

    lamps, display = wiring.lamps, wiring.display
    rows = [Row(pin(switch.pin), SWITCH, which.value) for which, switch in wiring.switches().items()]
    for name, number in (("block", lamps.block), *((f"seat-{k}", getattr(lamps, f"seat_{k}")) for k in (1, 2, 3))):
        rows.append(Row(pin(number), LAMP, name))
    rows.append(Row(pin(wiring.buzzer.pin), BUZZER, "buzzer"))
    if isinstance(display, Tm1637):
        rows += _display(pin(display.clock), pin(display.data), "3.3 V (pin 1)")
    return Diagram("Button box at the pins of a Raspberry Pi", "Raspberry Pi", tuple(rows), "GND (pin 39)")


def pico_diagram(pins: ModuleType) -> Diagram:
    """The firmware's wiring at a Raspberry Pi Pico."""

    def pin(number: int) -> str:
        return f"GP{number} (pin {PICO_EDGE[number]})"

    names = ("block", "seat-1", "seat-2", "seat-3", "judge")
    rows = [Row(pin(number), SWITCH, name) for name, (number, _) in zip(names, pins.SWITCHES, strict=True)]
    rows += [Row(pin(number), LAMP, name) for name, number in zip(names, pins.LAMPS, strict=False)]
    rows.append(Row(pin(pins.BUZZER), BUZZER, "buzzer"))
    rows += _display(pin(pins.DISPLAY[0]), pin(pins.DISPLAY[1]), "3V3 OUT (pin 36)")
    return Diagram("Button box with a Raspberry Pi Pico", "Pico, USB to the table", tuple(rows), "GND (pin 38)")


def _display(clock: str, data: str, power: str) -> list[Row]:
    return [Row(clock, WIRE, "CLK"), Row(data, WIRE, "DIO"), Row(power, "power", "VCC")]


SAID = {
    "block": "challenge block",
    "seat-1": "seat 1",
    "seat-2": "seat 2",
    "seat-3": "seat 3",
    "judge": "judge",
}


def svg(diagram: Diagram) -> str:
    """The diagram as SVG text."""
    height = TOP + ROW * len(diagram.rows) + 110
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    board = f'x="{BOARD_X}" y="{TOP - 34}" width="{BOARD_W}" height="{height - TOP + 22}" rx="10"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="15">',
        f"<title>{diagram.title}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _bold(WIDTH // 2, 34, diagram.title, 22),
        f'<rect {board} fill="#e8f2ea" stroke="#2f5d3a" stroke-width="2"/>',
        _bold(BOARD_X + BOARD_W // 2, TOP - 12, diagram.board, 15),
        *_rows(diagram),
        *_ground(diagram, height),
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _bold(x: int, y: int, text: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" font-size="{size}" font-weight="bold">{text}</text>'


def _rows(diagram: Diagram) -> Iterator[str]:
    for number, row in enumerate(diagram.rows):
        y = TOP + 20 + ROW * number
        colour = COLOURS[row.kind]
        edge = BOARD_X + BOARD_W
        yield f'<text x="{edge - 14}" y="{y + 5}" text-anchor="end">{row.pin}</text>'
        yield f'<circle cx="{edge}" cy="{y}" r="5" fill="{colour}"/>'
        yield _line(edge, y, PART_X - 60, y, colour)
        yield from {SWITCH: _switch, LAMP: _lamp, BUZZER: _buzzer}.get(row.kind, _wire)(row, y, colour)
    wires = [number for number, row in enumerate(diagram.rows) if row.kind in (WIRE, "power")]
    top = TOP + ROW * wires[0]
    height = ROW * len(wires) + 34
    yield (
        f'<rect x="{PART_X - 60}" y="{top}" width="190" height="{height}" rx="8" fill="none" stroke="#222"'
        ' stroke-width="2"/>'
    )
    yield f'<text x="{PART_X + 120}" y="{top + 30}" text-anchor="end" font-weight="bold">TM1637</text>'
    yield f'<text x="{PART_X + 120}" y="{top + 54}" text-anchor="end" font-size="13">four digits</text>'
    y = top + height - 18
    yield f'<text x="{PART_X + 118}" y="{y + 5}" text-anchor="end" font-size="13">GND</text>'
    yield _line(PART_X + 130, y, GROUND_X, y, "#222")


def _line(x1: int, y1: int, x2: int, y2: int, colour: str) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="3" stroke-linecap="round"/>'


def _switch(row: Row, y: int, colour: str) -> Iterator[str]:
    """An open contact, its name above it, and the way to ground."""
    x = PART_X
    yield _line(PART_X - 60, y, x - 20, y, colour)
    yield _line(x - 20, y, x + 18, y - 14, colour)
    yield f'<circle cx="{x - 20}" cy="{y}" r="4" fill="{colour}"/>'
    yield f'<circle cx="{x + 24}" cy="{y}" r="4" fill="{colour}"/>'
    yield _line(x + 24, y, GROUND_X, y, "#222")
    what = "switch under the block" if row.name == "block" else f"button, {SAID[row.name]}"
    yield f'<text x="{x + 46}" y="{y - 8}">{what}</text>'


def _lamp(row: Row, y: int, colour: str) -> Iterator[str]:
    """A resistor and a light-emitting diode."""
    x = PART_X - 60
    yield f'<rect x="{x}" y="{y - 9}" width="56" height="18" fill="#fff" stroke="{colour}" stroke-width="2"/>'
    yield f'<text x="{x + 28}" y="{y + 5}" text-anchor="middle" font-size="12">330 Ω</text>'
    yield _line(x + 56, y, x + 80, y, colour)
    yield f'<path d="M{x + 80} {y - 10} V{y + 10} L{x + 98} {y} Z" fill="{colour}"/>'
    yield _line(x + 99, y - 10, x + 99, y + 10, colour)
    yield _line(x + 100, y, GROUND_X, y, "#222")
    yield f'<text x="{x + 112}" y="{y - 8}">lamp, {SAID[row.name]}</text>'


def _buzzer(row: Row, y: int, colour: str) -> Iterator[str]:
    x = PART_X
    yield _line(PART_X - 60, y, x - 16, y, colour)
    yield f'<circle cx="{x}" cy="{y}" r="16" fill="#fff" stroke="{colour}" stroke-width="2"/>'
    yield f'<text x="{x}" y="{y + 5}" text-anchor="middle">♪</text>'
    yield f'<text x="{x - 30}" y="{y - 6}" font-size="13">+</text>'
    yield _line(x + 16, y, GROUND_X, y, "#222")
    yield f'<text x="{x + 40}" y="{y - 8}">active {row.name}, up to 10 mA</text>'


def _wire(row: Row, y: int, _colour: str) -> Iterator[str]:
    yield f'<text x="{PART_X - 50}" y="{y + 5}">{row.name}</text>'


def _ground(diagram: Diagram, height: int) -> Iterator[str]:
    """The common ground, back to the board beneath everything."""
    y = height - 40
    edge = BOARD_X + BOARD_W
    yield _line(GROUND_X, TOP + 20, GROUND_X, y, "#222")
    yield _line(edge, y, GROUND_X, y, "#222")
    yield f'<circle cx="{edge}" cy="{y}" r="5" fill="#222"/>'
    yield f'<text x="{edge - 14}" y="{y + 5}" text-anchor="end">{diagram.ground}</text>'
    yield f'<text x="{GROUND_X + 12}" y="{y + 5}">ground</text>'


def firmware_pins() -> ModuleType:
    spec = importlib.util.spec_from_file_location("firmware_pins", ROOT / "deploy" / "firmware" / "pins.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError("deploy/firmware/pins.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def diagrams() -> dict[str, str]:
    """File name to SVG text."""
    return {"wiring-pi.svg": svg(pi_diagram(Wiring())), "wiring-pico.svg": svg(pico_diagram(firmware_pins()))}


if __name__ == "__main__":
    for name, text in diagrams().items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")
        print(f"docs/{name}")
