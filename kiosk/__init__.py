"""The table's runtime, journal, pages and commands: ties the other folders together, holds no rule."""
