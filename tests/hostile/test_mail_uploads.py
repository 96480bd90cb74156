"""E-mails made to do harm, brought in as a campaign's documents: each is told by its file,
nothing is stored, and no more memory is taken than an honest file takes."""

import io
import tracemalloc
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Campaign
from sources.models import Item
from tests.categories.factories import TREE
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

MEBIBYTE = 1024 * 1024
LARGE = 100 * MEBIBYTE
PAGE = "/campaigns/new/"
MAIL = b"Subject: s\n\nbody"


@pytest.fixture
def sent(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    browser = signed_in(make_lead("lead"))
    browser.get(PAGE, {"task": "categories"})  # what is imported and compiled once

    def send(raw: bytes, name: str):
        fields = {"task": "categories", "title": "Mail", "language": "en"}
        files = {
            "documents": SimpleUploadedFile(name, raw),
            "categories": SimpleUploadedFile("tree.csv", TREE.encode()),
        }
        return browser.post(PAGE, fields | files)

    return send


def zipped(files: dict[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return out.getvalue()


def nested(depth: int) -> bytes:
    lines = [b"Subject: s"]
    for level in range(depth):
        mark = b"b%d" % level
        lines += [b'Content-Type: multipart/mixed; boundary="' + mark + b'"', b"", b"--" + mark]
    return b"\n".join([*lines, b"Content-Type: text/plain", b"", b"deep"])


def bomb(size: int) -> bytes:
    """A member of so many bytes, written piece by piece: nobody has to hold it."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("bomb.eml", "w", force_zip64=True) as member,
    ):
        for _piece in range(size // MEBIBYTE):
            member.write(b"a" * MEBIBYTE)
    return out.getvalue()


def liar(size: int) -> bytes:
    """It says of its member that it is small."""
    raw = bytearray(bomb(size))
    at = raw.rindex(b"PK\x01\x02") + 24
    raw[at : at + 4] = (100).to_bytes(4, "little")
    return bytes(raw)


HARMFUL = {
    "a bomb": (lambda: bomb(LARGE), "mail.zip", "bomb.eml"),
    "a bomb that lies": (lambda: liar(LARGE), "mail.zip", "bomb.eml"),
    "parts without end": (
        lambda: zipped({"deep.eml": nested(20_000), "fine.eml": MAIL}),
        "mail.zip",
        "deep.eml: there are parts within parts without end",
    ),
    "one mail too large": (
        lambda: zipped({"large.eml": MAIL + b"x" * (5 * MEBIBYTE)}, method=zipfile.ZIP_STORED),
        "mail.zip",
        "large.eml is larger than",
    ),
    "a mailbox of one endless mail": (
        lambda: b"From a Mon\n" + MAIL + b"\nmore" * (4 * MEBIBYTE),
        "mail.mbox",
        "larger than",
    ),
    "no text at all": (
        lambda: zipped({"program.eml": b"\x7fELF\0\0\0" + bytes(range(256)) * 9}),
        "mail.zip",
        "program.eml is not a text",
    ),
    "half a ZIP": (lambda: zipped({"a.eml": MAIL * 99})[:90], "mail.zip", ""),
    "a name that is a path": (
        lambda: zipped({"\x01.eml": MAIL, "a.eml": MAIL}),
        "mail.zip",
        "control character",
    ),
}


@pytest.mark.parametrize("kind", HARMFUL)
def test_what_harms_is_told_by_its_file_and_nothing_is_stored(sent, kind):
    make, name, told = HARMFUL[kind]
    raw = make()
    tracemalloc.start()
    page = sent(raw, name)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert page.status_code == 200
    (bad,) = page.context["form"].bad_files
    assert bad.name == name
    assert any(told in problem.message for problem in bad.problems), bad.problems
    assert not Campaign.objects.exists()
    # The upload itself, its copy in the request, and what is read of it.
    assert peak < 3 * len(raw) + 25 * MEBIBYTE


def test_all_that_is_wrong_in_a_zip_is_told_at_once(sent):
    page = sent(
        zipped({"deep.eml": nested(20_000), "program.eml": b"\0\1\2" * 99, "fine.eml": MAIL}),
        "mail.zip",
    )
    (bad,) = page.context["form"].bad_files
    told = " ".join(problem.message for problem in bad.problems)
    assert "deep.eml" in told
    assert "program.eml" in told
    assert not Item.objects.exists()


HTML = (
    b"Subject: =?utf-8?b?####?=\nContent-Type: text/html\n\n<p>Read <b>this</b></p>"
    b"<script>alert(1)</script><img src=x onerror=alert(2)>"
    b"<a href='javascript:alert(3)'>here</a><style>p{}</style>"
)


def test_of_html_the_text_alone_is_stored_and_broken_headers_lose_no_mail(sent):
    files = {"html.eml": HTML, "broken.eml": b"Subject s\nFrom: <x\nContent-Type: ;;\n\nbody"}
    page = sent(zipped(files), "mail.zip")
    assert page.status_code == 302, page.context["form"].bad_files
    stored = dict(Item.objects.values_list("key", "content__text"))
    assert stored.keys() == {"html", "broken"}
    assert "Read this" in stored["html"]
    for harmful in ("<", "alert", "javascript", "onerror"):
        assert harmful not in stored["html"]


def test_what_a_subject_says_is_text_on_every_page(sent):
    mail = b"Subject: <script>alert(1)</script>\nFrom: <img src=x onerror=alert(2)>\n\nbody"
    assert sent(zipped({"a.eml": mail}), "mail.zip").status_code == 302
    browser = signed_in(Campaign.objects.get().members.get().user)
    shown = browser.get("/campaigns/mail/sources/sentences/").content.decode()
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>alert(1)" not in shown
    assert "<img src=x" not in shown
