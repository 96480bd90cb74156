"""Sentences are drawn from a corpus by page, API and command alike."""

import io
import json
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from regild.cli import main
from sources.services.creating import create_campaign
from tests.factories import source
from tests.people import make_lead, program_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

WORDS = ("city", "river", "garden", "window")
PLAIN = "".join(
    f"They liked number {n} of the old {word.removesuffix('y')}{'ies' * word.endswith('y')}. "
    for n in range(6)
    for word in WORDS
)
LEXICON = "word,pos,senses\n" + "".join(f"{word},n,{n + 2}\n" for n, word in enumerate(WORDS))
ASKED = {
    "pos": ["n"],
    "groups": 2,
    "sentences": 3,
    "min_senses": 2,
    "max_senses": 4,
    "seed": 7,
}
# What a page shows before anybody changes it.
FILLED = {"min_frequency": 1, "min_words": 5, "max_words": 60, "language": "en"}


def conllu(sentence):
    """Of three words, the second a noun."""
    return "".join(
        f"{n}\t{form}\t{lemma}\t{pos}\t_\t_\t_\t_\t_\t_\n"
        for n, (form, lemma, pos) in enumerate(sentence, start=1)
    )


def upload(text, name="corpus.txt"):
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())


def packed(content):
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_page_api_and_command_draw_the_same_and_a_campaign_is_made_of_it(tmp_path):
    user = make_lead("lead")

    def files():
        return {"corpus": upload(PLAIN), "lexicon": upload(LEXICON, "lexicon.csv")}

    page = signed_in(user).post("/sample/", {**FILLED, **ASKED, **files()})
    assert page["Content-Disposition"] == 'attachment; filename="sample.zip"'
    api = program_of(user).post("/api/v1/sample/", {**ASKED, **files()})
    assert page.content == api.content
    (tmp_path / "corpus.txt").write_text(PLAIN)
    (tmp_path / "lexicon.csv").write_text(LEXICON)
    out = tmp_path / "sentences.xml"
    words = [
        *("sample", str(tmp_path / "corpus.txt"), "--lexicon", str(tmp_path / "lexicon.csv")),
        *("--pos", "n", "--targets", "2", "--sentences", "3", "--senses", "2-4"),
        *("--seed", "7", "--out", str(out)),
    ]
    assert main(words) == 0
    found = packed(page.content)
    assert found["sentences.xml"] == out.read_bytes()
    assert found["sentences.lemmas.csv"] == (tmp_path / "sentences.lemmas.csv").read_bytes()
    facts = json.loads(found["sample.json"])
    assert (facts["sentences"], facts["eligible"], facts["missing"]) == (6, {"n": 3}, {})
    assert {one["senses"] for one in facts["drawn"]} <= {2, 3, 4}
    made = create_campaign(
        slug="drawn", language="en", files={"sentences": source(found["sentences.xml"])}
    )
    assert (made.sentences, made.gold_substitutes) == (6, 0)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"lexicon": None}, "Numbers of senses need a lexicon."),
        ({"max_senses": 1}, "The most cannot be less than the fewest."),
        ({"max_words": 4}, "The most cannot be less than the fewest."),
        ({"sentences": 20}, "none has 20 sentences"),
        ({"corpus": b"\xff\xfe"}, "corpus.txt is not UTF-8 in line 1"),
        ({"corpus": b"The/at jury/nn said/vbd\n"}, "which says no lemmas"),
        ({"corpus": conllu([("A", "a", "DET")]) + "2\tcity\n"}, "ten columns, not 2"),
        ({"lexicon": "word,pos,senses\ncity,q,2\nriver,n,no\n"}, "is not a number of senses"),
    ],
)
def test_what_cannot_be_drawn_is_told_and_the_files_are_kept(changes, told):
    user = make_lead("lead")

    def body():
        said = {**FILLED, **ASKED, "corpus": PLAIN, "lexicon": LEXICON, **changes}
        corpus, lexicon = said.pop("corpus"), said.pop("lexicon")
        files = {"corpus": upload(corpus)}
        if lexicon is not None:
            files["lexicon"] = upload(lexicon, "lexicon.csv")
        return {**said, **files}

    page = signed_in(user).post("/sample/", body())
    assert page.status_code == 200
    text = page.content.decode()
    assert told in text
    assert "corpus-kept" in text
    api = program_of(user).post("/api/v1/sample/", body())
    assert api.status_code == 400
    assert told in json.dumps(api.json())


def test_problems_are_told_by_file_and_line_under_the_names_that_were_sent():
    bad = conllu([("A", "a", "DET")]) + "2\tcity\n"
    packed_corpus = io.BytesIO()
    with ZipFile(packed_corpus, "w") as archive:
        archive.writestr("texts/a.conllu", bad)
        archive.writestr("texts/b.conllu", bad)
    program = program_of(make_lead("lead"))
    for name, data, told in (
        ("mine.conllu", bad, [("mine.conllu", 2)]),
        ("all.zip", packed_corpus.getvalue(), [("texts/a.conllu", 2), ("texts/b.conllu", 2)]),
    ):
        answer = program.post("/api/v1/sample/", {"corpus": upload(data, name)})
        assert [(e["file"], e["line"]) for e in answer.json()["errors"]] == told


def test_a_page_without_a_part_of_speech_says_so():
    page = signed_in(make_lead("lead")).post("/sample/", {**FILLED, "corpus": upload(PLAIN)})
    assert page.status_code == 200
    assert "This field is required." in page.content.decode()
