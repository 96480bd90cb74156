"""Documents from folders, ZIPs, mailboxes and tables; e-mails as they are really written, and
as somebody writes them who means harm."""

import base64
import io
import zipfile
from random import Random

import pytest

from regild.formats import documents
from regild.formats.documents import read_documents, read_folder
from regild.formats.html_text import text_of_html
from regild.formats.mail import read_mail
from regild.problems import BadFile


def read(raw, name="documents"):
    return read_documents(io.BytesIO(raw), name=name)


def problems(raw, reader=read):
    with pytest.raises(BadFile) as refused:
        reader(raw)
    return [str(message) for _line, message, _remedy in refused.value.problems]


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as to:
        for name, raw in files.items():
            to.writestr(name, raw)
    return out.getvalue()


PLAIN = (
    b"From: Ann <ann@example.org>\r\nTo: bob@example.org,\r\n eve@example.org\r\n"
    b"Date: Mon, 5 Mar 2001 08:23:00 -0800\r\nSubject: =?utf-8?q?Caf=C3=A9?= at =?x?y?z?=\r\n"
    b"X-Long: no\r\n\r\nHello\r\nBob\r\n\r\n> quoted\r\n"
)


def test_a_plain_mail_is_its_headers_and_its_text():
    mail = read_mail(PLAIN)
    assert mail.headers["to"] == "bob@example.org, eve@example.org"
    assert mail.headers["date"].startswith("Mon, 5 Mar 2001")
    assert mail.body == "Hello\nBob\n\n> quoted"


@pytest.mark.parametrize(
    ("kind", "raw", "text"),
    [
        ("text/plain; charset=iso-8859-1", "été".encode("latin-1"), "été"),
        ("text/plain; charset=cp1252", b"\x80 5", "€ 5"),
        ("text/plain; charset=nobody-knows", "été".encode(), "été"),
        ("text/plain", b"caf\xe9", "café"),
        ("text/plain; charset=utf-7", b"a+AOk-b", "aéb"),
    ],
)
def test_a_charset_is_believed_where_it_is_right(kind, raw, text):
    mail = b"Subject: s\nContent-Type: " + kind.encode() + b"\n\n" + raw
    assert read_mail(mail).body == text


def test_of_parts_the_plain_text_is_read_and_attachments_are_named():
    mail = (
        b'From: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="x"\n\n'
        b"--x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
        + base64.b64encode("déjà".encode())
        + b"\n--x\nContent-Type: text/html\n\n<p>other</p>\n"
        b"--x\nContent-Type: application/pdf\nContent-Disposition: attachment;"
        b' filename="plan.pdf"\n\nAAAA\n--x--\n'
    )
    found = read_mail(mail)
    assert (found.body, found.attachments) == ("déjà", ("plan.pdf",))


def test_html_alone_is_shown_as_text_and_nothing_in_it_runs():
    html = (
        "<head><title>t</title><style>p{}</style></head><p>One&nbsp;<b>two</b> &lt;three</p>"
        "<script>alert(1)</script><img src='http://example.org/x.png'><ul><li>a<li>b</ul>"
    )
    assert text_of_html(html) == "One two <three\n\na\nb"
    mail = b"Subject: s\nContent-Type: text/html\n\n" + html.encode()
    assert read_mail(mail).body == "One two <three\n\na\nb"


@pytest.mark.parametrize(
    "mail",
    [
        b"Subject: =?utf-8?b?####?=\n\nbody",
        b"Subject: =?utf-8?b?w6k\n\nbody",
        b"Subject s\nFrom: x\n\nbody",
        b"Subject: s\nContent-Type: multipart/mixed\n\nbody",
        b"Subject: s\nContent-Transfer-Encoding: base64\n\nbody",
        b"Subject: s\nContent-Type: text/plain; charset=\n\nbody",
        b"Subject: s\nContent-Type: ;;;\n\nbody",
        b"Subject: " + Random(1).randbytes(150_000).hex().encode() + b"\n\nbody",
        b"Subject: s\nContent-Type: text/html; charset=hex\n\nbody",
    ],
)
def test_broken_headers_lose_no_message(mail):
    found = read(zipped({"1.eml": mail})).records[0]
    assert found.key == "1"


def nested(depth):
    lines = [b"Subject: s"]
    for level in range(depth):
        mark = b"b%d" % level
        lines += [b'Content-Type: multipart/mixed; boundary="' + mark + b'"', b"", b"--" + mark]
    return b"\n".join([*lines, b"Content-Type: text/plain", b"", b"deep"])


def test_parts_within_parts_without_end_are_told_not_followed():
    assert read_mail(nested(20)).body == "deep"
    raw = zipped({"fine.eml": b"Subject: s\n\nbody", "deep.eml": nested(20_000)})
    assert problems(raw) == ["deep.eml: there are parts within parts without end"]
    wide = b'Subject: s\nContent-Type: multipart/mixed; boundary="x"\n\n' + b"--x\n\na\n" * 300
    assert problems(zipped({"wide.eml": wide})) == [
        "wide.eml: there are parts within parts without end"
    ]


def test_what_is_too_large_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(documents, "MAX_DOCUMENT_BYTES", 1000)
    raw = zipped({"a.txt": b"fits", "b.txt": bytes(range(65, 91)) * 60})
    assert problems(raw) == ["b.txt is larger than 1000 bytes"]


def test_a_zip_bomb_is_refused_by_what_it_says_and_by_what_it_does():
    assert problems(zipped({"bomb.txt": b"a" * 3_000_000})) == [
        "bomb.txt: unpacked it would be more than 200 times as large"
    ]
    # One that says it is small: the size in its directory is a lie.
    raw = bytearray(zipped({"bomb.txt": b"a" * 3_000_000}))
    at = raw.rindex(b"PK\x01\x02") + 24
    raw[at : at + 4] = (100).to_bytes(4, "little")
    assert len(problems(bytes(raw))) == 1


def test_files_of_a_zip_are_named_by_their_path_and_other_peoples_files_passed_over():
    raw = zipped(
        {
            "mails/ann/1.txt": b"one",
            "mails/bob/1.eml": PLAIN,
            "mails/bob/2.": b"two",
            "mails/.DS_Store": b"\0",
            "__MACOSX/mails/._1": b"\0",
        }
    )
    found = read(raw).records
    assert [(one.key, one.text[:5]) for one in found] == [
        ("ann/1", "one"),
        ("bob/1", "Hello"),
        ("bob/2", "two"),
    ]


def test_every_bad_file_of_a_zip_is_told_at_once():
    raw = zipped({"a.txt": b"x", "a.eml": b"Subject: s\n\ny", "b.png": b"\x89PNG\0"})
    said = problems(raw)
    assert "a.eml: document 'a' is there twice" in said
    assert "b.png is not a text" in said


def test_a_damaged_zip_and_an_encrypted_one_are_told():
    raw = zipped({"a.txt": b"text " * 50})
    assert problems(raw[:60]) == ["the ZIP is damaged"]
    at = raw.index(b"a.txt") + 5
    broken = raw[:at] + b"\xff" * 8 + raw[at + 8 :]
    assert problems(broken) == ["a.txt is damaged in the ZIP"]


def test_a_folder_is_read_as_a_zip_of_it(tmp_path):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "1.txt").write_bytes(PLAIN)
    (tmp_path / "2.txt").write_bytes(b"plain text: not a mail")
    (tmp_path / ".hidden").write_bytes(b"\0")
    found = read_folder(tmp_path).records
    assert [(one.key, bool(one.headers)) for one in found] == [("2", False), ("ann/1", True)]


def test_a_mailbox_is_cut_where_messages_begin():
    one = b"From ann Mon\nMessage-ID: <1@x>\nSubject: a\n\n>From here on\nFrom the start\n\n"
    two = b"From bob Tue\nMessage-ID: <2@x>\n\nsecond\n"
    found = read(one + two).records
    assert [(mail.key, mail.text) for mail in found] == [
        ("1@x", "From here on\nFrom the start"),
        ("2@x", "second"),
    ]
    same = read(one + one).records
    assert [mail.key for mail in same] == ["1", "2"]


def test_tables_have_a_row_a_document():
    rows = b'document,text,subject\n1,"two\nlines",hello\n2,plain,\n'
    found = read(rows).records
    assert [(one.key, one.text, one.headers) for one in found] == [
        ("1", "two\nlines", {"subject": "hello"}),
        ("2", "plain", {}),
    ]
    assert problems(rows + b"1,again,\n,nothing,\n") == [
        "document '1' is already on line 2",
        "document '' is empty",
    ]
