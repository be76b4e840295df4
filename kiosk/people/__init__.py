"""The judges and organisers of a table: who they are, how they sign in, and how long that lasts.

All of it is in `people.db` in the data folder, apart from the journal: the chain of the match knows initials only.
Several processes use it at once (the table, and the command `tablejudge people`), so nothing of it is kept in memory.
"""

from kiosk.people.gate import Gate, Proof
from kiosk.people.persons import Person, Role, random_pin
from kiosk.people.refusals import PeopleError, SignInRefused
from kiosk.people.sessions import Session
from kiosk.people.store import Store

__all__ = ["Gate", "PeopleError", "Person", "Proof", "Role", "Session", "SignInRefused", "Store", "random_pin"]
