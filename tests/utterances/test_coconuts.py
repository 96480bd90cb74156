"""Sets of utterances are made by page, API and command alike, and a campaign takes them."""

import json

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from regild.cli import main
from sources.services.creating import create_campaign
from tests.factories import source
from tests.people import make_lead, program_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

CORPUS = settings.BASE_DIR / "annotation_site" / "demo" / "utterances" / "corpus.txt"
ASKED = {
    "kind": "word",
    "size": 6,
    "count": 5,
    "natural": 2,
    "tag": "NN",
    "tags": "xpos",
    "draw": "type",
    "determiners": "en",
    "min_sentences": 3,
    "seed": 7,
}


def upload(data=None):
    return SimpleUploadedFile("corpus.txt", CORPUS.read_bytes() if data is None else data)


def test_page_api_and_command_make_the_same_file(tmp_path):
    user = make_lead("lead")
    page = signed_in(user).post("/coconuts/", {**ASKED, "corpus": upload()})
    assert page["Content-Disposition"] == 'attachment; filename="sets.json"'
    api = program_of(user).post("/api/v1/coconuts/", {**ASKED, "corpus": upload()})
    out = tmp_path / "sets.json"
    words = [
        *("coconuts", str(CORPUS), "--kind", "word", "--size", "6", "--count", "5"),
        *("--natural", "2", "--draw", "type", "--min-sentences", "3", "--seed", "7"),
    ]
    assert main([*words, "--out", str(out)]) == 0
    assert page.content == api.content == out.read_bytes()
    campaign = create_campaign(
        slug="odd", task="utterances", language="en", files={"sets": source(page.content)}
    ).campaign
    assert campaign.items.count() == 5


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"natural": 6}, "Must be fewer than the utterances in a set."),
        ({"kind": "sentence"}, "A sentence has one natural word."),
        ({"tag": "VBZ"}, "too few"),
        ({"corpus": b"No word of this text has a tag.\n"}, "no sets can be made of it"),
        ({"corpus": b"\xff\xfe"}, "is not UTF-8"),
    ],
)
def test_what_cannot_be_made_is_told_and_the_corpus_is_kept(changes, told):
    user = make_lead("lead")
    corpus = changes.get("corpus")
    said = {**ASKED, **{name: value for name, value in changes.items() if name != "corpus"}}
    page = signed_in(user).post("/coconuts/", {**said, "corpus": upload(corpus)})
    assert page.status_code == 200
    text = page.content.decode()
    assert told in text
    assert "corpus-kept" in text
    api = program_of(user).post("/api/v1/coconuts/", {**said, "corpus": upload(corpus)})
    assert api.status_code == 400
    assert "corpus.txt" in api.content.decode() or "natural" in json.dumps(api.json())
