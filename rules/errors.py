"""Ways to be wrong, by whose fault it is."""


class BadRequest(ValueError):
    """What was asked cannot be read, or names something that does not exist.

    Its text is written for the person who sent it: it quotes the offending words. A bad request
    changes nothing, not even a match's clock (contract, section 6, "Bad lines").
    """

    code = "bad-request"


class NotBuilt(BadRequest):
    """What was asked is part of the design, but this version cannot answer it."""

    code = "not-built"


class MisuseError(RuntimeError):
    """Our own code called a rule in a way that its signature forbids: a bug, never a player's fault."""
