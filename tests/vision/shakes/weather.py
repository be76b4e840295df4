"""How the light of a film changes: drift, flicker, lamps switched, clouds, people who stand in it. Seeded."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from vision.photo_light import LightNow, Shade


@dataclass(frozen=True, slots=True)
class Switch:
    """A lamp switched at a moment to a share of its light; the camera makes up for it within half a second."""

    at_s: float
    lamps: float
    exposure: float


@dataclass(frozen=True, slots=True)
class Cloud:
    """The room's light goes down to a share and comes back."""

    at_s: float
    for_s: float
    room: float


@dataclass(frozen=True, slots=True)
class Passer:
    """Somebody's shadow comes over the sheet from one side, stays for a while and goes."""

    at_s: float
    for_s: float
    side_deg: float
    depth_mm: float
    takes: float


@dataclass(frozen=True, slots=True)
class Weather:
    """All of it for one film."""

    drift: float = 0.0
    flicker: float = 0.0
    switches: tuple[Switch, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    passers: tuple[Passer, ...] = ()

    def at(self, seconds: float) -> LightNow:
        lamps, exposure = self._switched(seconds)
        room = 1.0
        for cloud in self.clouds:
            share = (seconds - cloud.at_s) / cloud.for_s
            if 0 < share < 1:
                room *= 1 - (1 - cloud.room) * math.sin(math.pi * share) ** 2
        wave = self.drift * math.sin(seconds / 9)
        # The stripes of a lamp on alternating current creep through the picture.
        band = (self.flicker, (seconds * 3.7) % 1.0) if self.flicker else (0.0, 0.0)
        shades = tuple(shade for passer in self.passers for shade in _shade(passer, seconds))
        return LightNow(lamps=lamps * (1 + wave), room=room, exposure=exposure, band=band, shades=shades)

    def _switched(self, seconds: float) -> tuple[float, float]:
        lamps, exposure = 1.0, 1.0
        for switch in self.switches:
            if seconds >= switch.at_s:
                # In steps, as exposures are chosen.
                share = min(1.0, math.floor((seconds - switch.at_s) / 0.1) / 5)
                exposure, lamps = exposure + (switch.exposure - exposure) * share, switch.lamps
        return lamps, exposure

    def changes(self, seconds: float) -> bool:
        """Whether the light changes so much just now that a picture differs from the one before."""
        return any(0 <= seconds - switch.at_s < 0.7 for switch in self.switches) or any(
            0 <= seconds - passer.at_s < _STEP_S or 0 <= passer.at_s + passer.for_s - seconds < _STEP_S
            for passer in self.passers
        )


_STEP_S = 0.9


def _shade(passer: Passer, seconds: float) -> tuple[Shade, ...]:
    since, left = seconds - passer.at_s, passer.at_s + passer.for_s - seconds
    if since <= 0 or left <= 0:
        return ()
    near = min(1.0, since / _STEP_S, left / _STEP_S)
    angle = math.radians(passer.side_deg)
    radius = 260.0
    away = radius * 1.7 - passer.depth_mm * near - 120 * near
    x = 216 + (216 + away) * math.cos(angle)
    y = 165 + (165 + away) * math.sin(angle)
    return (Shade(x, y, radius, passer.takes),)


def pick_weather(rng: random.Random, seconds: float) -> Weather:
    """The light of a film of this length: something changes every half minute or so."""
    switches, clouds, passers = [], [], []
    now = rng.uniform(6, 20)
    lamps = 1.0
    while now < seconds - 5:
        kind = rng.choice(("switch", "cloud", "passer", "passer"))
        if kind == "switch":
            lamps = rng.choice((0.6, 0.75, 1.1)) if lamps == 1.0 else 1.0
            switches.append(Switch(now, lamps, rng.uniform(0.95, 1.05) / (0.45 + 0.55 * lamps)))
        elif kind == "cloud":
            clouds.append(Cloud(now, rng.uniform(3, 8), rng.uniform(0.6, 0.85)))
        else:
            passers.append(
                Passer(
                    now, rng.uniform(2.5, 8), rng.choice((0, 90, 180, 270)), rng.uniform(0, 90), rng.uniform(0.2, 0.5)
                )
            )
        now += rng.uniform(12, 35)
    return Weather(
        drift=rng.choice((0.0, rng.uniform(0.01, 0.03))),
        flicker=rng.choice((0.0, 0.0, rng.uniform(0.003, 0.012))),
        switches=tuple(switches),
        clouds=tuple(clouds),
        passers=tuple(passers),
    )
