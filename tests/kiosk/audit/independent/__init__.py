"""A second reckoning of a match that shares nothing with the program (see `reckoning.py`)."""

from tests.kiosk.audit.independent.books import BOOKS, Book
from tests.kiosk.audit.independent.reckoning import reckon
from tests.kiosk.audit.independent.timing import Cost, Deadline, Reckoned

__all__ = ["BOOKS", "Book", "Cost", "Deadline", "Reckoned", "reckon"]
