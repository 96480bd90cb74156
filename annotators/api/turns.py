"""What every stage says of a turn over HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import Throttled

from annotators.services.admission import NotReady
from annotators.services.limits import TooMany
from annotators.services.turns import TurnGone
from core.api.problems import Problem


class TakeSerializer(serializers.Serializer[Any]):
    """Nothing is asked: which subset is next is not the client's choice."""


class StoredSerializer(serializers.Serializer[Any]):
    stored = serializers.IntegerField()
    remaining = serializers.IntegerField()


@contextmanager
def limited() -> Iterator[None]:
    """What is too much is answered with 429, and when to come again; with 403, what has to come
    first."""
    try:
        yield
    except TooMany as many:
        raise Throttled(many.seconds) from many
    except NotReady as refused:
        raise Problem(status=403, code=refused.code, detail=str(refused)) from refused


def gone_problem(gone: TurnGone) -> Problem:
    status = 404 if gone.code == "assignment_not_found" else 409
    return Problem(status=status, code=gone.code, detail=str(gone))
