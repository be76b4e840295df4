"""A table's settings as its archives tell them: how it was set up, and nothing of the machine it runs on."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from kiosk.settings import Settings

#: Which keys of which sections; None for all of them. Paths, addresses and ports are nobody else's business.
TOLD: dict[str, tuple[str, ...] | None] = {
    "table": ("name",),
    "camera": ("kind", "fps", "reader", "style", "width", "height"),
    "box": ("kind",),
    "timing": None,
    "round": None,
    "evidence": None,
}


def told_settings(settings: Settings) -> dict[str, dict[str, Any]]:
    """The settings by section and key, as JSON."""
    told: dict[str, dict[str, Any]] = {}
    for name, keys in TOLD.items():
        section = getattr(settings, name)
        told[name] = {key: getattr(section, key) for key in keys or [item.name for item in fields(section)]}
    return told | {"readings": dict(settings.readings)}
