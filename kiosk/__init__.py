"""The table's runtime, journal, pages and commands: ties the other folders together, holds no rule."""

__version__ = "0.1.0"
