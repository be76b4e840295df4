"""The web server: gunicorn with one worker process and many threads, since the table lives in memory.

Each open stream holds a thread. If the worker dies, gunicorn starts another, which folds the journal anew.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from flask import Flask
from gunicorn.app.base import BaseApplication

from kiosk.clock import Clock, SystemClock
from kiosk.people import Gate, PeopleError, Store
from kiosk.settings import Settings, SettingsError
from kiosk.settings_keeper import SettingsKeeper, Source
from kiosk.table import Table
from kiosk.web import create_app
from kiosk.web.place import Place, own_names
from kiosk.web.stream import Streams
from rules.registry import Games

log = logging.getLogger(__name__)

#: Ended by a bug in the referee's thread; gunicorn starts the worker again.
CRASHED = 70
#: Threads that no stream may have: buttons must work however many are watching.
SPARE_THREADS = 14
#: How long a browser may take for the next piece of its request, or to read the next piece of an answer.
PATIENCE_S = 10


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    def __init__(
        self, make_table: Callable[[], Table], listener: socket.socket, threads: int, source: Source | None
    ) -> None:
        self._make_table = make_table
        self._source = source
        self._listener = listener
        # Gunicorn takes the socket over; what it listens on is known now.
        self._address: tuple[str, int] = listener.getsockname()[:2]
        self._threads = threads
        self._table: Table | None = None
        super().__init__()

    def load_config(self) -> None:
        options: dict[str, Any] = {
            "bind": [f"fd://{self._listener.fileno()}"],
            "workers": 1,
            "worker_class": "gthread",
            "threads": self._threads,
            # The table is closed in the worker's exit: streams end by themselves then, nobody needs longer.
            "graceful_timeout": 5,
            "timeout": 60,
            "accesslog": None,
            "errorlog": "-",
            "loglevel": "warning",
            "control_socket_disable": True,
            # There is no proxy before a table: nobody's word on another scheme or address is taken.
            "forwarded_allow_ips": "",
            "worker_exit": self._worker_exit,
        }
        for key, value in options.items():
            self.cfg.set(key, value)

    def load(self) -> Flask:
        """Called in the worker: the table and its threads must live where the requests are answered."""
        table = self._table = self._make_table()
        settings = table.settings
        keeper = None if self._source is None else SettingsKeeper(table, self._source)
        if keeper is not None:
            keeper.start()
        app = create_app(
            table,
            readings=lambda: table.settings.readings,
            keeper=keeper,
            **people_of(settings.data.folder),
            place=Place(*self._address, own_names() | {settings.server.host.lower()}),
            streams=Streams(most=max(1, self._threads - SPARE_THREADS)),
            at_once=True,
        )
        # What is here now stays: Python need not look through it for what nobody reaches any more. It does so whenever
        # that may have become a quarter of the whole, which would be hours of play, and a process that grows till then.
        gc.collect()
        gc.freeze()
        return app

    def _worker_exit(self, server: object, worker: object) -> None:
        if self._table is not None:
            self._table.close()


def serve(
    settings: Settings,
    games: Games,
    *,
    make_clock: Callable[[], Clock] = SystemClock,
    with_table: Callable[[Table], None] = lambda _: None,
    source: Source | None = None,
) -> None:
    """Run the table and its pages until SIGTERM or SIGINT; `with_table` is called once it is running.

    `source` is where the settings come from, so that they can be changed while it runs.
    """

    def make_table() -> Table:
        table = Table(_newest(settings, source), games, clock=make_clock(), on_crash=lambda: os._exit(CRASHED))
        with_table(table)
        return table

    listener = listen(settings.server.host, settings.server.port)
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"{settings.table.name}: http://{shown}:{port}/")
    _Server(make_table, listener, settings.server.threads, source).run()


def _newest(settings: Settings, source: Source | None) -> Settings:
    """The settings as they are now: a worker that takes the place of another must not go back to those of the start."""
    try:
        return settings if source is None else source.load()
    except SettingsError as wrong:
        log.error("changed settings cannot be used: %s", wrong)
        return settings


def people_of(folder: Path) -> dict[str, Any]:
    """Who may sign in here. A list that cannot be read shuts the table to other machines, and stops nothing else."""
    try:
        return {"people": Gate(Store(folder))}
    except PeopleError as trouble:
        log.error("nobody can sign in: %s", trouble)
        return {"people": Gate(Store(None)), "sign_in_broken": True}


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError says why not. Port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=128)
    listener.set_inheritable(True)
    # Sockets that are accepted inherit it: who begins a request and never ends it, or never reads the answer, must not
    # hold a thread for good.
    patience = struct.pack("ll", PATIENCE_S, 0)
    for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        listener.setsockopt(socket.SOL_SOCKET, option, patience)
    return listener
