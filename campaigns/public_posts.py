"""POST to an address that a stranger may have chosen: never into the network we run in."""

import ipaddress
import socket
from typing import NamedTuple

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager, Timeout
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

PATIENCE = Timeout(connect=5, read=10)


class Answer(NamedTuple):
    """`status` is None where none came; then `error` says why."""

    status: int | None
    error: str


class PrivateAddress(OSError):  # noqa: N818
    """The name leads to a machine that is not on the public Internet."""


def post(url: str, *, body: str, headers: dict[str, str], private: bool = False) -> Answer:
    """Redirects are not followed and the answer's body is not read. `private` lets addresses
    of our own network through, for an operator who wants that."""
    manager = PoolManager(retries=False, timeout=PATIENCE)
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
    except (HTTPError, OSError) as error:
        return Answer(None, _reason(error))
    finally:
        manager.clear()
    answer.close()
    return Answer(answer.status, "")


def _refuse_private(connection: socket.socket) -> socket.socket:
    """Of the connection and not of the name, which may lead elsewhere when asked again.
    Nothing has been sent yet."""
    host = ipaddress.ip_address(connection.getpeername()[0].partition("%")[0])
    mapped = getattr(host, "ipv4_mapped", None)
    if not (mapped or host).is_global or host.is_multicast:
        connection.close()
        raise PrivateAddress("this address is not on the public Internet")
    return connection


class _PublicConnection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _refuse_private(super()._new_conn())


class _PublicTlsConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _refuse_private(super()._new_conn())


class _PublicPool(HTTPConnectionPool):
    ConnectionCls = _PublicConnection


class _PublicTlsPool(HTTPSConnectionPool):
    ConnectionCls = _PublicTlsConnection


def _reason(error: Exception) -> str:
    """The innermost cause: what stands around it names our own machinery."""
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
    return str(error)[:200] or type(error).__name__
