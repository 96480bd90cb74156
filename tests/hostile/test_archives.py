"""Archives made to do harm, or damaged on their way: a backup and an exported campaign are
refused with what is wrong and what to do, and nothing of them is stored."""

import hashlib
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from annotation_site.archives import archive
from annotation_site.archives.backup import back_up
from annotation_site.archives.moving import export_campaign
from campaigns.models import Campaign
from rating.models import Rating
from tests.annotation_site.test_backup import disaster
from tests.commands import printed_by
from tests.factories import make_campaign
from tests.people import make_lead
from tests.rating.sitting import join, sit

pytestmark = pytest.mark.django_db(transaction=True)

MANIFEST = "manifest.json"
ITEMS = "sources.Item.jsonl"
CAMPAIGNS = "campaigns.Campaign.jsonl"
COMMANDS = ("restore", "import_campaign")

Change = Callable[[bytes], bytes]
# A good archive of each kind, made once.
_good: dict[str, bytes] = {}


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def good(command: str, tmp_path: Path) -> bytes:
    """What the command would store."""
    if not _good:
        campaign = make_campaign()
        campaign.members.create(user=make_lead("anne"), role="owner")
        sit(join(campaign), lambda candidate: 1)
        back_up(tmp_path / "backup.zip")
        export_campaign(campaign=campaign, path=tmp_path / "campaign.zip")
        disaster()
        _good["restore"] = (tmp_path / "backup.zip").read_bytes()
        _good["import_campaign"] = (tmp_path / "campaign.zip").read_bytes()
    return _good[command]


def members_of(raw: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


def with_manifest(change: Callable[[dict[str, Any]], Any]) -> Change:
    """The manifest changed as JSON; what the change returns takes its place, unless None."""

    def changed(raw: bytes) -> bytes:
        members = members_of(raw)
        said = json.loads(members[MANIFEST])
        other = change(said)
        members[MANIFEST] = json.dumps(said if other is None else other).encode()
        return zipped(members)

    return changed


def with_text(text: bytes) -> Change:
    return lambda raw: zipped(members_of(raw) | {MANIFEST: text})


def vouched(members: dict[str, bytes]) -> dict[str, bytes]:
    """With the manifest's numbers and sums as the members now are."""
    said = json.loads(members[MANIFEST])
    for table in said["tables"]:
        content = members.get(f"{table['name']}.jsonl", b"")
        table["rows"] = content.count(b"\n") + (bool(content) and not content.endswith(b"\n"))
        table["sha256"] = hashlib.sha256(content).hexdigest()
    return members | {MANIFEST: json.dumps(said).encode()}


def with_member(name: str, change: Change) -> Change:
    """A member changed, and the manifest vouching for it."""

    def changed(raw: bytes) -> bytes:
        members = members_of(raw)
        members[name] = change(members[name])
        return zipped(vouched(members))

    return changed


def first_row(change: Callable[[list[Any]], Any], name: str = ITEMS) -> Change:
    def changed(content: bytes) -> bytes:
        first, *others = content.splitlines(keepends=True)
        row = json.loads(first)
        other = change(row)
        return b"".join([json.dumps(row if other is None else other).encode(), b"\n", *others])

    return with_member(name, changed)


def cell(place: int, value: Any) -> Callable[[list[Any]], Any]:
    def changed(row: list[Any]) -> None:
        row[place] = value

    return changed


def damaged(method: int) -> Change:
    """A member whose compressed bytes were overwritten."""

    def changed(raw: bytes) -> bytes:
        found = bytearray(zipped(members_of(raw), method))
        place = found.index(ITEMS.encode()) + len(ITEMS)
        found[place + 8 : place + 40] = b"\xff" * 32
        return bytes(found)

    return changed


def flagged(raw: bytes, *, local: int, central: int, value: bytes) -> bytes:
    """Some bytes of every header of every member changed."""
    found = bytearray(raw)
    for mark, offset in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        place = found.find(mark)
        while place >= 0:
            found[place + offset : place + offset + len(value)] = value
            place = found.find(mark, place + 4)
    return bytes(found)


def twice(raw: bytes) -> bytes:
    out = io.BytesIO(raw)
    with zipfile.ZipFile(out, "a") as packed, pytest.warns(UserWarning, match="Duplicate"):
        packed.writestr(ITEMS, members_of(raw)[ITEMS])
    return out.getvalue()


def in_a_tar(raw: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, content in members_of(raw).items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def without(name: str) -> Change:
    return lambda raw: zipped({n: c for n, c in members_of(raw).items() if n != name})


def table(said: dict[str, Any], name: str = "sources.Item") -> dict[str, Any]:
    return next(one for one in said["tables"] if one["name"] == name)


def _set(name: str, value: Any) -> Change:
    return with_manifest(lambda said: said.update({name: value}))


def _of_table(name: str, value: Any) -> Change:
    return with_manifest(lambda said: table(said).update({name: value}))


FILES: dict[str, tuple[Change, str]] = {
    "text": (lambda raw: b"sentence,lexelt\n1,glad.a\n", "is not an archive"),
    "empty": (lambda raw: b"", "is not an archive"),
    "a tar": (in_a_tar, "is not an archive"),
    "half": (lambda raw: raw[: len(raw) // 2], "is not an archive"),
    "end cut off": (lambda raw: raw[:-40], "is not an archive"),
    "no file in it": (lambda raw: zipped({}), "no manifest"),
    "names that are not UTF-8": (
        lambda raw: flagged(raw, local=6, central=8, value=b"\x00\x08").replace(
            b"sources.Item", b"sources.\xff\xfe\xff\xfe"
        ),
        "is not an archive",
    ),
    "locked": (
        lambda raw: flagged(raw, local=6, central=8, value=b"\x01"),
        "no manifest",
    ),
    "an unknown compression": (
        lambda raw: flagged(raw, local=8, central=10, value=b"\x63\x00"),
        "no manifest",
    ),
    "damaged deflate": (damaged(zipfile.ZIP_DEFLATED), r"sources\.Item cannot be read"),
    "damaged bzip2": (damaged(zipfile.ZIP_BZIP2), r"sources\.Item cannot be read"),
    "damaged lzma": (damaged(zipfile.ZIP_LZMA), r"sources\.Item cannot be read"),
    "a member missing": (without(ITEMS), r"sources\.Item cannot be read"),
    "a member twice": (twice, r"sources\.Item\.jsonl' twice"),
    "the manifest missing": (without(MANIFEST), "no manifest"),
}
MANIFESTS: dict[str, tuple[Change, str]] = {
    "no JSON": (with_text(b"{"), "no manifest"),
    "no UTF-8": (with_text(b'{"kind": "\xff\xfe"}'), "no manifest"),
    "a list": (with_text(b"[1]"), "no manifest"),
    "null": (with_text(b"null"), "no manifest"),
    "deep lists": (with_text(b"[" * 100_000 + b"]" * 100_000), "no manifest"),
    "an endless number": (with_text(b'{"format": ' + b"9" * 5_000 + b"}"), "no manifest"),
    "a bomb": (with_text(b" " * 80_000_000 + b"{}"), "no manifest"),
    "another format": (_set("format", 2), "another version"),
    "a part missing": (with_manifest(lambda said: said.pop("tables") and None), "no manifest"),
    "a part unknown": (_set("owner", "x"), "no manifest"),
    "another kind": (_set("kind", "shelf"), "holds a shelf"),
    "a kind that is a list": (_set("kind", ["backup"]), "no manifest"),
    "migrations that are a number": (_set("migrations", 5), "no manifest"),
    "migrations that are lists": (_set("migrations", [["a"], 1]), "no manifest"),
    "a migration with half a pair": (_set("migrations", ["\ud800\0"]), "no manifest"),
    "another migration": (_set("migrations", ["x.0001_x"]), r"x\.0001_x, which is not applied"),
    "tables that are a number": (_set("tables", 7), "no manifest"),
    "no tables": (_set("tables", []), "is not that of this version"),
    "a table that is a number": (_set("tables", [7]), "no manifest"),
    "a name that is a list": (_of_table("name", ["x"]), "no manifest"),
    "a path for a name": (_of_table("name", "../../../etc/passwd"), "etc/passwd"),
    "an unknown table": (_of_table("name", "shelf.Book"), r"shelf\.Book|sources\.Item"),
    "columns that are a number": (_of_table("columns", 3), "no manifest"),
    "columns that are lists": (_of_table("columns", [["id"], {}]), "no manifest"),
    "other columns": (_of_table("columns", ["id"]), "sources.Item"),
    "rows that are a text": (_of_table("rows", "many"), "no manifest"),
    "rows without end": (_of_table("rows", 10**40), r"sources\.Item has 5 rows"),
    "rows below zero": (_of_table("rows", -1), "no manifest"),
    "a sum that is a number": (_of_table("sha256", 1), "no manifest"),
    "another sum": (_of_table("sha256", "0" * 64), r"sources\.Item differs"),
    "a table twice": (
        with_manifest(lambda said: said["tables"].append(table(said))),
        r"sources\.Item' twice",
    ),
}
ROWS: dict[str, tuple[Change, str]] = {
    "no JSON": (with_member(ITEMS, lambda c: b"[1,\n" + c), r"Row 1 of sources\.Item"),
    "no UTF-8": (
        with_member(ITEMS, lambda c: b'["\xff\xfe"]\n' + c),
        r"Row 1 of sources\.Item",
    ),
    "an empty line": (with_member(ITEMS, lambda c: c + b"\n"), r"Row 6 of sources\.Item"),
    "an object": (first_row(lambda row: {"id": 1}), r"Row 1 of sources\.Item"),
    "a number": (first_row(lambda row: 5), r"Row 1 of sources\.Item"),
    "null": (with_member(ITEMS, lambda c: b"null\n" + c), r"Row 1 of sources\.Item"),
    "a cell too few": (first_row(lambda row: row[:-1]), r"Row 1 of sources\.Item"),
    "a cell too many": (first_row(lambda row: [*row, 1]), r"Row 1 of sources\.Item"),
    "deep lists": (
        with_member(ITEMS, lambda c: b"[" * 100_000 + b"]" * 100_000 + b"\n" + c),
        r"Row 1 of sources\.Item",
    ),
    "a huge number for an id": (first_row(cell(0, 10**30)), r"sources\.Item"),
    "a list for an id": (first_row(cell(0, [])), r"sources\.Item"),
    "a text for an id": (first_row(cell(0, "x")), r"sources\.Item"),
    "an object for a position": (first_row(cell(2, {"a": 1})), r"sources\.Item"),
    "an endless number for a position": (
        with_member(ITEMS, lambda c: c.replace(b",1,", b"," + b"9" * 5_000 + b",", 1)),
        r"sources\.Item",
    ),
    "a row of none": (first_row(cell(-1, "no day")), r"sources\.Item"),
    "a row that is not there": (
        first_row(
            lambda row: [999_999_999 if type(value) is int else value for value in row],
            "pooling.Candidate.jsonl",
        ),
        r"pooling\.Candidate|fit together",
    ),
    "no campaign": (with_member(CAMPAIGNS, lambda c: b""), r"campaign"),
    "a campaign that is no row": (
        with_member(CAMPAIGNS, lambda c: b"{}\n"),
        "campaigns.Campaign",
    ),
    "two campaigns": (with_member(CAMPAIGNS, lambda c: c + c), "campaigns.Campaign"),
}
VALUES = [
    *(None, True, [], {}, [[]], {"a": 1}, "x", "", "a\0b", "a\ud800", -1, 0, 10**12, 10**30),
    *(1.5, 1e308, float("nan"), float("inf"), "2026-99-99", "9" * 5_000),
]
# What no database changes is refused before one is asked.
CASES = [
    pytest.param(*case, id=f"{kind}: {name}", marks=marks)
    for kind, cases, marks in (
        ("file", FILES, pytest.mark.sqlite),
        ("manifest", MANIFESTS, pytest.mark.sqlite),
        ("row", ROWS, ()),
    )
    for name, case in cases.items()
]


def refused(command: str, raw: bytes, path: Path) -> str:
    """What the command says of the archive, having stored nothing."""
    path.write_bytes(raw)
    with pytest.raises(CommandError) as refusal:
        printed_by(command, path)
    assert refusal.value.returncode != 0
    assert not Campaign.objects.exists()
    assert not User.objects.exists()
    assert not Rating.objects.exists()
    return str(refusal.value)


@pytest.mark.parametrize(("change", "told"), CASES)
def test_a_hostile_archive_is_refused_with_a_sentence(command, good, tmp_path, change, told):
    said = refused(command, change(good), tmp_path / "given.zip")
    assert re.search(told, said), said
    # What is wrong, then what to do; no page of it.
    assert re.search("again|version of Regild|is not applied|holds a", said), said
    assert len(said) < 800


def test_a_line_without_end_is_not_read_to_its_end(command, good, tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MOST_LINE_BYTES", 100_000)
    bomb = with_member(ITEMS, lambda content: content + b"[" + b" " * 1_000_000 + b"]\n")
    said = refused(command, bomb(good), tmp_path / "given.zip")
    assert "sources.Item has a line without end" in said


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_a_value_of_any_kind_anywhere_is_no_accident(command, good, tmp_path, seed):
    """One cell of some row becomes another kind of value. What the database takes all the same
    may be stored; whatever is not is refused."""
    draw, members = Random(seed), members_of(good)
    names = sorted(name for name, content in members.items() if name != MANIFEST and content)
    for number in range(12):
        name = draw.choice(names)
        rows = members[name].splitlines(keepends=True)
        place = draw.randrange(len(rows))
        row = json.loads(rows[place])
        row[draw.randrange(len(row))] = draw.choice(VALUES)
        rows[place] = json.dumps(row).encode() + b"\n"
        path = tmp_path / f"{number}.zip"
        path.write_bytes(zipped(vouched(members | {name: b"".join(rows)})))
        said = refusal_of(command, path)
        assert said is None or "othing was stored" in said
        if said is None:
            call_command("flush", interactive=False, verbosity=0)
        assert not Campaign.objects.exists()


def refusal_of(command: str, path: Path) -> str | None:
    try:
        printed_by(command, path)
    except CommandError as refusal:
        return str(refusal)
    return None
