"""The tests' client comes to the short way of an answer first, as a call to a server does."""

from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test.client import ClientHandler

from annotation_site.short_way import ShortWay

_to_django = ClientHandler.__call__
# Kept from call to call, as by a server.
HEADS: dict[tuple[Any, ...], Any] = {}


def to_the_server(handler: ClientHandler, environ: dict[str, Any]) -> Any:
    said: list[Any] = []

    def django(environ: dict[str, Any], start: Any) -> list[bytes]:
        said.append(_to_django(handler, environ))
        start(f"{said[0].status_code} {said[0].reason_phrase}", list(said[0].items()))
        return []

    def start(status: str, head: list[tuple[str, str]], *failed: Any) -> Any:
        if not said:
            said.append(HttpResponse(status=int(status[:3]), headers=dict(head)))

    server = ShortWay(django)
    server.heads = HEADS
    for part in server(environ, start):
        said[0].write(part)
        said[0].wsgi_request = WSGIRequest(environ)
    return said[0]
