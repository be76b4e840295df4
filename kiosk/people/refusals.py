"""What can be wrong with people and their signing in."""

from __future__ import annotations


class PeopleError(ValueError):
    """Something cannot be done with the list of people; the text is a sentence for whoever keeps the list."""


class SignInRefused(Exception):
    """Somebody could not sign in. `code` is a text of the pages; `wait_s` says when the next attempt is looked at."""

    def __init__(self, code: str, wait_s: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.wait_s = wait_s
