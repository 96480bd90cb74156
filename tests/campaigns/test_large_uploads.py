"""Large rubbish: told what it is, in memory that does not grow with it."""

import io
import tracemalloc
from itertools import cycle

import pytest

from campaigns.models import Campaign
from tests.factories import SENTENCES
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

MEGABYTE = 1024 * 1024
LARGE = 20 * MEGABYTE
BOUNDARY = "between"
RUBBISH = {
    "lines": b"all work and no play makes Jack a dull boy, " * 9 + b"\n",
    "no line end": b"rubbish" * 10_000,
    "bytes": bytes(range(11, 256)) * 300,
}


class Sent(io.RawIOBase):
    """A request's body that is made while it is read, as a network gives it."""

    def __init__(self, head: bytes, piece: bytes, tail: bytes) -> None:
        pieces = cycle([piece])
        self.left = [head, *(next(pieces) for _ in range(LARGE // len(piece))), tail]
        self.length = sum(map(len, self.left))
        self.left.reverse()
        self.rest = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self.rest and self.left:
            self.rest = self.left.pop()
        given, self.rest = self.rest[:size], self.rest[size:]
        return given


def part(name: str, value: str = "", filename: str = "") -> str:
    said = f'; filename="{filename}"' if filename else ""
    return f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{said}\r\n\r\n{value}'


@pytest.mark.parametrize("kind", RUBBISH)
def test_large_rubbish_is_refused_in_bounded_memory(settings, tmp_path, kind):
    settings.STATE_DIR = tmp_path
    browser = signed_in(make_lead("lead"))
    fields = {"title": "Rubbish", "language": "en", "scale": "0-3", "multiwords": "keep"}
    head = "\r\n".join(
        [
            *(part(name, value) for name, value in fields.items()),
            part("sentences", SENTENCES, "sentences.csv"),
            part("gold", filename="rubbish.txt"),
        ]
    )
    body = Sent(head.encode(), RUBBISH[kind], f"\r\n--{BOUNDARY}--\r\n".encode())

    browser.get("/campaigns/new/")  # what is imported and compiled once
    tracemalloc.start()
    page = browser.generic(
        "POST",
        "/campaigns/new/",
        CONTENT_TYPE=f"multipart/form-data; boundary={BOUNDARY}",
        CONTENT_LENGTH=str(body.length),
        **{"wsgi.input": body},
    )
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert page.status_code == 200
    assert page.context["form"].errors == {}
    (bad,) = page.context["form"].bad_files
    assert bad.name == "rubbish.txt"
    assert 'value="Rubbish"' in page.content.decode()
    assert page.context["form"].kept["gold"][0].size > LARGE * 0.99
    assert not Campaign.objects.exists()
    assert peak < LARGE / 2
