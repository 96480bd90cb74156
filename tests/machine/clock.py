"""The time of day in a test, which passes when the test says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from unittest import mock

from django.utils import timezone


class Clock:
    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


@contextmanager
def own_time() -> Iterator[Clock]:
    clock = Clock()
    with mock.patch("django.utils.timezone.now", clock):
        yield clock
