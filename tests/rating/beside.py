"""Two at once, for tests of what one finds that the other has changed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

from django.db import connection, transaction


@contextmanager
def meanwhile(work: Callable[[], object]) -> Iterator[None]:
    """Begin `work` beside what is done within, which is committed only afterwards."""

    def begin() -> None:
        try:
            # As a server's thread has: without one no answer takes the short way.
            connection.ensure_connection()
            work()
        finally:
            connection.close()

    beside = Thread(target=begin)
    with transaction.atomic():
        yield
        beside.start()
        # Long enough to come to what it has to wait for.
        time.sleep(0.5)
    beside.join()
