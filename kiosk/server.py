"""The web server: gunicorn with one worker process and many threads, since the table lives in memory.

Each open stream holds a thread. If the worker dies, gunicorn starts another, which folds the journal anew.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import Any

import click
from flask import Flask
from gunicorn.app.base import BaseApplication

from kiosk import adjudicator
from kiosk.clock import Clock, SystemClock
from kiosk.settings import Settings
from kiosk.table import Table
from kiosk.web import create_app
from rules.registry import Games

#: Ended by a bug in the referee's thread; gunicorn starts the worker again.
CRASHED = 70


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    def __init__(self, make_table: Callable[[], Table], listener: socket.socket, threads: int) -> None:
        self._make_table = make_table
        self._listener = listener
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
            "worker_exit": self._worker_exit,
        }
        for key, value in options.items():
            self.cfg.set(key, value)

    def load(self) -> Flask:
        """Called in the worker: the table and its threads must live where the requests are answered."""
        self._table = self._make_table()
        return create_app(self._table, ask=adjudicator.by_readings(self._table.settings.readings))

    def _worker_exit(self, server: object, worker: object) -> None:
        if self._table is not None:
            self._table.close()


def serve(
    settings: Settings,
    games: Games,
    *,
    make_clock: Callable[[], Clock] = SystemClock,
    with_table: Callable[[Table], None] = lambda _: None,
) -> None:
    """Run the table and its pages until SIGTERM or SIGINT; `with_table` is called once it is running."""

    def make_table() -> Table:
        table = Table(settings, games, clock=make_clock(), on_crash=lambda: os._exit(CRASHED))
        with_table(table)
        return table

    listener = listen(settings.server.host, settings.server.port)
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"{settings.table.name}: http://{shown}:{port}/")
    _Server(make_table, listener, settings.server.threads).run()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError says why not. Port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=128)
    listener.set_inheritable(True)
    return listener
