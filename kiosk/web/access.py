"""Who is asking: the cookie, the token, the part that this browser has at the table.

Four parts, each with all that those before it may. `view` may look. `table` may press the buttons of the table: the
browser of the table's own machine, a screen that an organiser has let in, or, while nobody is set up to sign in,
anybody. `judge` and `organiser` have signed in. A page that no list knows is for organisers: forgetting one
must shut a door, not open it.
"""

from __future__ import annotations

import hmac
import logging

from flask import Flask, Response, g, redirect, request, url_for

from kiosk.people import Gate, Role, Session
from kiosk.people.delays import Origin
from kiosk.people.sessions import new_word, signed, token_of, unsigned
from kiosk.texts import say
from kiosk.web.place import is_own
from kiosk.web.safety import Refused, wants_page

log = logging.getLogger(__name__)

TOKEN = "X-Tablejudge-Token"  # noqa: S105  # the name of a header
SAFE = ("GET", "HEAD", "OPTIONS")

#: What a page asks for without anybody having touched it.
BY_ITSELF = (
    "/events",
    "/judge/events",
    "/judge/review",
    "/judge/desk",
    "/session",
    "/setup/camera/look",
    "/setup/box/heard",
    "/setup/self-test/state",
)

#: Which part one needs to look at the pages of each blueprint, and to change something there.
NEEDS: dict[str | None, tuple[Role, Role]] = {
    None: (Role.VIEW, Role.ORGANISER),  # the static files
    "screen": (Role.VIEW, Role.TABLE),
    "simulator": (Role.VIEW, Role.TABLE),
    "health": (Role.VIEW, Role.ORGANISER),
    "checker": (Role.VIEW, Role.VIEW),
    "sign_in": (Role.VIEW, Role.VIEW),
    "judge": (Role.JUDGE, Role.JUDGE),
    "review": (Role.JUDGE, Role.JUDGE),
    "judge_acts": (Role.JUDGE, Role.JUDGE),
    "parts": (Role.ORGANISER, Role.ORGANISER),
    "setup": (Role.ORGANISER, Role.ORGANISER),
    "archive": (Role.ORGANISER, Role.ORGANISER),
    "audit": (Role.ORGANISER, Role.ORGANISER),
}
#: What somebody at the table's own machine may do as long as nobody is set up to sign in: hardware can fail there too.
AT_HOME = frozenset({"parts", "setup"})
UNKNOWN = (Role.ORGANISER, Role.ORGANISER)


class Access:
    """Tells for each request who is asking. Methods that take no request mean the one that is being answered."""

    def __init__(self, gate: Gate, *, broken: bool = False) -> None:
        self.gate = gate
        #: The list of people cannot be read: other machines only watch, whoever is at the table plays on.
        self.broken = broken

    def guard(self, app: Flask) -> None:
        app.before_request(self._check)
        app.after_request(self._keep_cookie)

    # -- the one who asks --------------------------------------------------------------------------

    @property
    def set_up(self) -> bool:
        """Has anybody been set up to sign in?"""
        return self.gate.persons.any()

    @property
    def here(self) -> bool:
        """Does it come from the table's own machine?"""
        return is_own(request.remote_addr or "")

    @property
    def origin(self) -> Origin:
        return Origin(request.remote_addr or "", here=self.role is not Role.VIEW)

    @property
    def session(self) -> Session | None:
        """The session of this browser, if it is signed in."""
        if "session" not in g:
            word = self._cookie()
            done = request.path not in BY_ITSELF
            g.session = None if word is None else self.gate.sessions.find(word, here=self.here, touch=done)
        found: Session | None = g.session
        return found

    @property
    def role(self) -> Role:
        if self.session is not None:
            return self.session.role
        return Role.TABLE if self.here or not (self.set_up or self.broken) else Role.VIEW

    @property
    def word(self) -> str | None:
        """The word of this browser's cookie."""
        return self._cookie()

    @property
    def token(self) -> str:
        """What this browser has to send along; it gets its cookie with the answer."""
        return token_of(self._word(), self.gate.store.secret)

    # -- signing in and out ------------------------------------------------------------------------

    def enter(self, word: str) -> None:
        """The browser is signed in from now on, under a new word: one that somebody planted before is worth nothing."""
        g.word, g.fresh = word, True
        g.pop("session", None)

    def leave(self) -> None:
        word = self._cookie()
        if word is not None:
            self.gate.sessions.end(word)
        g.word, g.fresh = new_word(), True
        g.pop("session", None)

    # -- every request -----------------------------------------------------------------------------

    def _check(self) -> Response | None:
        if request.endpoint is None:  # not found, or not allowed: the application says so
            return None
        looks, changes = NEEDS.get(request.blueprint, UNKNOWN)
        needed = looks if request.method in SAFE else changes
        if request.method not in SAFE:
            self._check_token()
        # Assets and the like are for everybody: no need to ask who it is.
        if needed is Role.VIEW or self.role.includes(needed):
            return None
        if request.blueprint in AT_HOME and self.here and not self.set_up:
            return None
        return self._turned_away(needed)

    def _check_token(self) -> None:
        word = self._cookie()
        sent = request.headers.get(TOKEN, "")
        expected = "" if word is None else token_of(word, self.gate.store.secret)
        if not expected or not sent.isascii() or not hmac.compare_digest(sent, expected):
            log.info("refused %s %s without its token", request.method, request.path)
            raise Refused(403, "token", say("error.token"))

    def _turned_away(self, needed: Role) -> Response | None:
        if needed is Role.TABLE:
            raise Refused(403, "not-the-table", say("error.not-the-table"))
        if not self.set_up and request.blueprint in AT_HOME:
            raise Refused(403, "at-home", say("error.at-home"))
        if not self.set_up:
            raise Refused(403, "sign-in-not-set-up", say("sign.not-set-up"))
        if self.role.includes(Role.JUDGE):
            raise Refused(403, "organisers-only", say("error.organisers-only"))
        if request.method == "GET" and wants_page():
            answer = redirect(url_for("sign_in.page", next=request.path))
            assert isinstance(answer, Response)
            return answer
        raise Refused(401, "sign-in", say("error.sign-in"))

    def _cookie(self) -> str | None:
        """The word of this browser's cookie; None if it has none, or one that we did not sign."""
        if "word" not in g:
            g.word = unsigned(request.cookies.get(_cookie_name(), ""), self.gate.store.secret)
        word: str | None = g.word
        return word

    def _word(self) -> str:
        word = self._cookie()
        if word is None:
            word = g.word = new_word()
            g.fresh = True
        return word

    def _keep_cookie(self, answer: Response) -> Response:
        # A page brings its cookie along: its frames and scripts ask for their tokens side by side, and would else get
        # a word each, of which the browser keeps the last alone.
        if request.method == "GET" and answer.mimetype == "text/html":
            self._word()
        if g.get("fresh"):
            answer.set_cookie(
                _cookie_name(),
                signed(g.word, self.gate.store.secret),
                httponly=True,
                samesite="Strict",
                secure=request.is_secure,
            )
        return answer


def _cookie_name() -> str:
    """Two tables of one machine differ by their ports alone, which cookies do not know."""
    _, _, port = request.host.rpartition(":")
    return f"tablejudge-{port}" if port.isdigit() else "tablejudge"
