"""Equations: a shake from the roll to the scores, for every ruleset that `rulebook.py` describes."""
