"""Where a table is on the network: the names that browsers may call it by, and the address that phones can reach."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass, field


def own_names() -> frozenset[str]:
    """The names of this machine in a local network."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local", "localhost"})


@dataclass(frozen=True, slots=True)
class Place:
    """What the server listens on."""

    host: str = "127.0.0.1"
    port: int = 8000
    names: frozenset[str] = field(default_factory=own_names)

    @property
    def open(self) -> bool:
        """Can other machines reach it?"""
        return not is_own(self.host)

    def known(self, host: str) -> bool:
        """Is that a Host header of ours? Numbers always are: no name service can make one mean something else,
        which is how another site's page would otherwise come to talk to this table (DNS rebinding)."""
        name, bracket, port = host.rpartition("]")
        if bracket:
            name = name.removeprefix("[")
        else:
            name, _, port = host.partition(":")
            port = f":{port}" if port else ""
        if port and not (port.startswith(":") and port[1:].isascii() and port[1:].isdigit()):
            return False
        return _is_number(name) or name.lower() in self.names or name.lower() == self.host.lower()

    def url(self, host: str) -> str | None:
        """The address for a phone, when a browser here calls the table `host`; None if no phone can reach it."""
        name = host.rpartition(":")[0] or host
        if not is_own(name.strip("[]")):
            return f"http://{host}"
        if not self.open:
            return None
        outside = self.host if not _is_any(self.host) else outside_address()
        return None if outside is None else f"http://{outside}:{self.port}"


def is_own(name: str) -> bool:
    """Does that name or address mean this very machine?"""
    if name.lower() == "localhost":
        return True
    try:
        parsed = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return bool((mapped or parsed).is_loopback)


def outside_address() -> str | None:
    """This machine's address in its network; None without one. Nothing is sent: a datagram socket that is
    connected only asks the system which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if is_own(address) else address


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_any(host: str) -> bool:
    return _is_number(host) and ipaddress.ip_address(host).is_unspecified
