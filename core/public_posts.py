"""POST to an address that a stranger may have chosen: never into the network we run in."""

import ipaddress
import socket
from typing import NamedTuple

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager, Timeout
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

CONNECTING = 5
# The last four bytes of what is in these is the machine that is meant.
_TRANSLATED = [ipaddress.ip_network(net) for net in ("64:ff9b::/96", "::ffff:0:0:0/96")]
# What Python takes for public, and is within somebody's network.
_WITHIN = [
    ipaddress.ip_network(net)
    for net in ("::/96", "64:ff9b:1::/48", "fec0::/10", "168.63.129.16/32")
]


class PostAnswer(NamedTuple):
    """`status` is None where none came; then `error` says why."""

    status: int | None
    error: str


class PrivateAddress(OSError):  # noqa: N818
    """The name leads to a machine that is not on the public Internet."""


def post(
    url: str,
    *,
    body: str,
    headers: dict[str, str],
    private: bool = False,
    seconds: float = 10,
) -> PostAnswer:
    """Redirects are not followed and the answer's body is not read. `private` lets addresses
    of our own network through, for an operator who wants that. An answer that begins within
    `seconds` may take longer."""
    patience = Timeout(total=seconds, connect=CONNECTING)
    manager = PoolManager(retries=False, timeout=patience)
    if not private:
        manager.pool_classes_by_scheme = {"http": _PublicPool, "https": _PublicTlsPool}
    try:
        answer = manager.request(
            "POST",
            url,
            body=body.encode(),
            headers=headers,
            redirect=False,
            preload_content=False,
        )
    # UnicodeError: a name that cannot be asked for.
    except (HTTPError, OSError, UnicodeError) as error:
        return PostAnswer(None, _reason(error))
    finally:
        manager.clear()
    answer.close()
    return PostAnswer(answer.status, "")


def _public_socket(host: str, port: int, timeout: float | None) -> socket.socket:
    """Connected to one of the addresses that the name leads to. They are judged and not the
    name, which may lead elsewhere when asked again; and before they are connected to, or how
    that fails would tell what listens in our network."""
    trouble = OSError("this name leads to no address")
    for *_kind, (address, *_rest) in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        try:
            _refuse_private(str(address))
            return socket.create_connection((str(address), port), timeout)
        except OSError as error:
            trouble = error
    raise trouble


def _refuse_private(address: str) -> None:
    host = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(host, ipaddress.IPv6Address):
        host = _within(host) or host
    private = not host.is_global or host.is_multicast
    if private or any(host in network for network in _WITHIN):
        raise PrivateAddress("this address is not on the public Internet")


def _within(host: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The machine that a gateway on the way would turn to."""
    if any(host in network for network in _TRANSLATED):
        return ipaddress.IPv4Address(host.packed[-4:])
    return host.ipv4_mapped or host.sixtofour


class _PublicConnection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _public_socket(self.host, self.port, self.timeout)


class _PublicTlsConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _public_socket(self.host, self.port, self.timeout)


class _PublicPool(HTTPConnectionPool):
    ConnectionCls = _PublicConnection


class _PublicTlsPool(HTTPSConnectionPool):
    ConnectionCls = _PublicTlsConnection


def _reason(error: Exception) -> str:
    """The innermost cause: what stands around it names our own machinery."""
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
    return str(error)[:200] or type(error).__name__
