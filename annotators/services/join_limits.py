"""How often one may join: enough for a school behind one address, not for a program."""

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from annotators.services import tokens
from core.throttling import Limit, Try, address_of, count, seconds_to_wait

FROM_ADDRESS = Limit("join-address", 200)
# Whoever holds a token has joined already; a few times more is a family on one device.
WITH_TOKEN = Limit("join-token", 10)


def seconds_until_join(request: HttpRequest, *, slug: str) -> int:
    """0, and the try is counted, when this visitor may join now."""
    tries = [Try(FROM_ADDRESS, address_of(request))]
    token = tokens.token_from_header(request) or tokens.token_from_cookie(request, slug=slug)
    if token:
        tries.append(Try(WITH_TOKEN, token))
    seconds = seconds_to_wait(tries)
    if not seconds:
        count(tries)
    return seconds


class JoinThrottle(BaseThrottle):
    def allow_request(self, request: Request, view: APIView) -> bool:
        self.seconds = seconds_until_join(request, slug=view.kwargs["slug"])
        return not self.seconds

    def wait(self) -> float:
        return self.seconds
