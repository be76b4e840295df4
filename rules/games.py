"""The games of this house."""

from __future__ import annotations

from rules.equations.game import AGLOA, MLAG
from rules.registry import Games

GAMES = Games([MLAG, AGLOA])
