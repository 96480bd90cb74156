"""A dataset's Croissant metadata, by the specification and by the library of its makers."""

import hashlib
import json
from datetime import date

import mlcroissant
import pytest

from regild.formats.records import SentenceRecord
from regild.scoring.exports.publication import Publication
from regild.scoring.frozen import FrozenSentence
from tests.regild.scoring.golds import CALM, NOISE, ROOM, dataset_of, entry, make_gold

PUBLICATION = Publication("https://example.org/gold/1/", "CC-BY-4.0", date(2026, 5, 4))
ODD = SentenceRecord("15", "été.n", "", "Odd", "", line=0)


def json_lines(data):
    return [json.loads(line) for line in data.splitlines()]


def as_mlcroissant_has(value):
    """Texts as bytes; its reader of JSON loses the last digit of a float."""
    if isinstance(value, str):
        return value.encode()
    return pytest.approx(value, rel=1e-14) if isinstance(value, float) else value


def test_croissant_describes_the_files_and_every_column():
    """Required properties: the specification, version 1.1, 'Dataset-level information'."""
    folder = dataset_of(make_gold(), PUBLICATION)
    found = json.loads(folder["croissant.json"])
    assert found["conformsTo"] == "http://mlcommons.org/croissant/1.1"
    assert {
        *("@context", "@type", "name", "description", "license", "url"),
        *("creator", "datePublished", "distribution", "recordSet"),
    } <= found.keys()
    for file in found["distribution"]:
        data = folder[file["contentUrl"]]
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        assert file["contentSize"] == f"{len(data)} B"
    files = {file["@id"] for file in found["distribution"]}
    for records in found["recordSet"]:
        columns = [*json_lines(folder[f"data/{records['@id']}.jsonl"])[0]]
        assert [field["source"]["extract"]["column"] for field in records["field"]] == columns
        assert {field["source"]["fileObject"]["@id"] for field in records["field"]} <= files
        ids = {field["@id"] for field in records["field"]}
        assert {key["@id"] for key in records["key"]} <= ids


# Of rdflib, which mlcroissant uses.
@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")
def test_the_library_of_croissant_finds_no_fault_and_loads_the_very_rows(tmp_path, caplog):
    """mlcroissant, by the makers of the format. Read from CSV, the first three of the odd texts
    would be nothing."""
    odd = ("null", "NA", "nan", "=sum(1)", "l'été", 'a;b"c')
    files = dataset_of(
        make_gold(CALM, ROOM, NOISE, FrozenSentence(ODD, tuple(entry(t, "302") for t in odd))),
        PUBLICATION,
    )
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)

    loaded = mlcroissant.Dataset(jsonld=tmp_path / "croissant.json")

    assert not loaded.metadata.ctx.issues.errors
    assert not loaded.metadata.ctx.issues.warnings
    assert not caplog.records
    kinds = set()
    for name in ("candidates", "ratings", "sentences"):
        found = [
            {id.partition("/")[2]: value for id, value in record.items()}
            for record in loaded.records(name)
        ]
        rows = json_lines(files[f"data/{name}.jsonl"])
        assert len(found) == len(rows) > 3
        for ours, theirs in zip(rows, found, strict=True):
            kinds.update(map(type, theirs.values()))
            assert theirs == {key: as_mlcroissant_has(value) for key, value in ours.items()}
    assert {bytes, int, float, type(None)} == kinds
