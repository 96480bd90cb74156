import gzip
import io
import json
import tracemalloc

import pytest

import regild
from regild.formats.records import GoldRecord, SentenceRecord, Swords
from regild.formats.swords import (
    context_id,
    gold_by_label,
    gold_by_source,
    read_swords,
    sentences_of,
    substitute_id,
    target_id,
)
from regild.formats.swords_writing import (
    LabelledSentence,
    LabelledSubstitute,
    NewSwords,
    write_swords,
)
from regild.problems import BadFile

SENTENCES = (
    SentenceRecord("1", "calm.a", "The sea was ", "calm", ".\n\nWe slept.", 0),
    SentenceRecord("2", "sea.n", "The ", "sea", " was calm.\n\nWe slept.", 0),
    SentenceRecord("3", "give_up.VERB", "They ", "gave up", ".", 0),
    SentenceRecord("4", "zut.i", "", "Zut", " !", 0),
)
LABELLED = {
    "1": (
        LabelledSubstitute(
            "quiet", ("TRUE", "FALSE", "UNSURE", "TRUE"), {"sources": ["gold", "a"]}
        ),
        LabelledSubstitute("mild", ("FALSE", "FALSE"), {"sources": ["a"]}),
    ),
    "3": (LabelledSubstitute("surrendered", ("TRUE",), {"sources": ["gold"]}),),
}


def labelled(*sentences):
    return [
        LabelledSentence(sentence, LABELLED.get(sentence.key, ())) for sentence in sentences
    ]


def in_memory(document):
    return Swords(
        tuple(document.contexts),
        tuple(document.targets),
        tuple(document.substitutes),
        document.lemmatized,
        document.extra,
    )


@pytest.fixture
def swords():
    return in_memory(NewSwords(labelled(*SENTENCES), lemmatized=False))


def read(data: bytes, **options):
    return read_swords(io.BytesIO(data), name="swords.json", **options)


def written(swords, *, compress: bool = False) -> bytes:
    sink = io.BytesIO()
    write_swords(sink, swords, compress=compress)
    return sink.getvalue()


def problems(document) -> list[str]:
    with pytest.raises(BadFile) as refused:
        read(json.dumps(document).encode())
    return [problem.message for problem in refused.value.problems]


def weights_of(*labels):
    """Of as many substitutes of one sentence, each with its labels."""
    substitutes = [
        LabelledSubstitute(f"word{place}", tuple(given.split()), {})
        for place, given in enumerate(labels)
    ]
    document = NewSwords([LabelledSentence(SENTENCES[0], substitutes)], lemmatized=True)
    [record] = gold_by_label(in_memory(document))
    return dict(record.substitutes)


def test_implicit_labels_are_votes_and_are_counted():
    # CoInCo and SemEval-2007 in this form: an annotator who proposed a word, a label.
    gold = {"1": weights_of("TRUE_IMPLICIT " * 3, "TRUE_IMPLICIT", "TRUE_IMPLICIT")}
    assert gold["1"] == {"word0": 3, "word1": 1, "word2": 1}
    answers = {"upside down": {"1": ["word1", "word2", "word0"]}}
    [found] = regild.score(gold, answers, measures=["gap"]).systems
    # (1/1 + 2/2 + 5/3) / (3/1 + 4/2 + 5/3): a share is 1 for all three, and the gap 1.
    assert found.measures["gap"] == pytest.approx(11 / 20)


def test_what_is_false_alone_is_judged_and_what_is_unsure_alone_is_not():
    found = weights_of("FALSE FALSE", "UNSURE UNSURE", "UNSURE TRUE FALSE", "FALSE_IMPLICIT")
    assert found == {"word0": 0, "word2": 1 / 2, "word3": 0}


@pytest.mark.parametrize("compress", [True, False])
def test_a_written_document_reads_as_the_same(swords, compress):
    data = written(swords, compress=compress)
    assert data == written(swords, compress=compress)
    assert read(data).records == (swords,)


def test_ids_are_those_of_the_published_files():
    # The first target of swords-v1.1_test-subset_reannotated.json.gz and a substitute of it.
    context = "c:a104665e7b8c237821f5bfd3d1f07484ed813d64"
    target = target_id(context=context, target="light", offset=171, pos="ADJ")
    assert target == "t:7dd36a759dd9de013377b11ae37ba036f1364f01"
    assert substitute_id(target=target, substitute="nimble") == (
        "s:2d910b8fa9cdef2fb585a9df404bbe88e70fd24d"
    )


def test_sentences_of_one_text_share_its_context(swords):
    assert [context.context for context in swords.contexts] == [
        "The sea was calm.\n\nWe slept.",
        "They gave up.",
        "Zut !",
    ]
    assert swords.contexts[0].id == context_id("The sea was calm.\n\nWe slept.")
    assert [(target.offset, target.pos) for target in swords.targets] == [
        (12, "ADJ"),
        (4, "NOUN"),
        (5, "VERB"),
        (0, None),
    ]


def test_sentences_are_keyed_by_target_and_keep_their_text(swords):
    keys = [target.id for target in swords.targets]
    assert sentences_of(swords) == tuple(
        sentence._replace(key=key, group=lexelt)
        for sentence, key, lexelt in zip(
            SENTENCES,
            keys,
            ["calm.ADJ", "sea.NOUN", "gave_up.VERB", "Zut.UNKNOWN"],
            strict=True,
        )
    )


def test_gold_is_the_share_of_true_or_what_one_source_proposed(swords):
    first, second, third, fourth = sentences_of(swords)
    assert gold_by_label(swords) == (
        # One of four labels is UNSURE, which says nothing; what all found bad is judged.
        GoldRecord(first.key, "calm.ADJ", (("quiet", 2 / 3), ("mild", 0.0)), (), 0),
        GoldRecord(second.key, "sea.NOUN", (), (), 0),
        GoldRecord(third.key, "gave_up.VERB", (("surrendered", 1.0),), (), 0),
        GoldRecord(fourth.key, "Zut.UNKNOWN", (), (), 0),
    )
    assert [record.substitutes for record in gold_by_source(swords, "a")] == [
        (("quiet", 1.0), ("mild", 1.0)),
        (),
        (),
        (),
    ]


def test_it_is_laid_out_as_the_standard_library_does_it(swords):
    bare = in_memory(NewSwords([], lemmatized=True, extra={"é": [], "none": {}, "one": [1.5]}))
    for document in (swords, bare):
        text = written(document).decode()
        assert text == json.dumps(json.loads(text), indent=2)


def test_sentences_that_are_the_same_have_ids_of_their_own(swords):
    again = SENTENCES[0]._replace(key="9", group="calm.j", target="calm")
    found = in_memory(
        NewSwords(
            [*labelled(*SENTENCES), LabelledSentence(again, LABELLED["1"])], lemmatized=True
        )
    )
    first, *others, last = found.targets
    assert [target.extra for target in (first, last)] == [{"sentence": "1"}, {"sentence": "9"}]
    assert first._replace(id="", extra={}) == last._replace(id="", extra={})
    # Of the two neither has the id that SWORDS gives both; all others have theirs.
    assert len({swords.targets[0].id, first.id, last.id}) == 3
    assert tuple(others) == swords.targets[1:]
    assert [(found.target_id, found.substitute) for found in found.substitutes] == [
        (first.id, "quiet"),
        (first.id, "mild"),
        (others[1].id, "surrendered"),
        (last.id, "quiet"),
        (last.id, "mild"),
    ]
    assert found.contexts == swords.contexts
    assert read(written(found)).records == (found,)


def test_a_substitute_that_would_have_the_id_of_another_cannot_be_written():
    twice = LabelledSentence(
        SENTENCES[0], [*LABELLED["1"], LABELLED["1"][0]._replace(substitute="Quiet")]
    )
    with pytest.raises(ValueError, match="sentence 1 has 'Quiet' twice"):
        written(NewSwords([twice], lemmatized=True))


def test_every_fault_is_told_with_its_id():
    labels = ["TRUE"]
    target = {"context_id": "c:1", "target": "sea", "offset": 4, "pos": "NOUN"}
    document = {
        "contexts": {"c:1": {"context": "The sea."}, "c:2": {"context": 7}},
        "targets": {
            "t:1": target,
            "t:2": {**target, "offset": 5},
            "t:3": {**target, "context_id": "c:9"},
            "t:4": {**target, "pos": 1},
            "t:5": {**target, "offset": -4},
            "t:6": {**target, "offset": True},
            "t 7": target,
        },
        "substitutes": {
            "s:1": {"target_id": "t:1", "substitute": "ocean"},
            "s:2": {"target_id": "t:9", "substitute": "ocean"},
            "s:3": {"target_id": "t:1", "substitute": "main"},
            "s:4": {"target_id": "t:1", "substitute": "deep"},
            "s:5": {"target_id": "t:1", "substitute": ""},
            "s:6": {"target_id": "t:1", "substitute": "ocean"},
            "s:7": {"target_id": "t:1", "substitute": "x", "extra": {"sources": "coinco"}},
            "s:8": ["t:1", "ocean"],
            "s:9": {"target_id": "t:1", "substitute": "y"},
        },
        "substitutes_lemmatized": True,
        "substitute_labels": {
            "s:1": labels,
            "s:2": labels,
            "s:3": ["MAYBE"],
            "s:5": labels,
            "s:6": labels,
            "s:7": labels,
            "s:8": labels,
            "s:9": [],
        },
    }
    assert problems(document) == [
        "'c:2' has a wrong context",
        "t:2: 'sea' is not at 5 of its context",
        "t:3 names the unknown context 'c:9'",
        "'t:4' has a wrong pos",
        "t:5: 'sea' is not at -4 of its context",
        "'t:6' has a wrong offset",
        "target 't 7' holds a blank",
        "'s:2' names the unknown target 't:9'",
        "'s:3' has no labels, or unknown ones",
        "'s:4' has no labels, or unknown ones",
        "substitute '' is empty",
        "'s:7' has a wrong extra",
        "'s:8' has a wrong target_id and substitute",
        "'s:9' has no labels, or unknown ones",
        "t:1 has the substitute 'ocean' 2 times",
    ]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "there is no object 'contexts'"),
        ({"contexts": {}, "targets": []}, "there is no object 'targets'"),
        (
            {
                "contexts": {},
                "targets": {},
                "substitutes": {},
                "substitute_labels": {},
                "substitutes_lemmatized": True,
            },
            "there is nothing to read in the file",
        ),
    ],
)
def test_another_json_document_is_refused(document, message):
    assert problems(document) == [message]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "this is not JSON"),
        (b"[" * 200_000, "this is not JSON"),
        (gzip.compress(b"{}" * 1000, mtime=0)[:-30], "cannot be unpacked"),
        (b"\x1f\x8b rubbish", "cannot be unpacked"),
        (b"\x89PNG\r\n", "PNG"),
        (b'{"contexts": "\xe9"}', "looks like Windows-1252"),
    ],
)
def test_broken_files_are_one_problem(data, message):
    with pytest.raises(BadFile) as refused:
        read(data)
    (problem,) = refused.value.problems
    assert message in problem.message


def test_a_gzip_bomb_is_refused_in_bounded_memory():
    bomb = gzip.compress(b" " * 60_000_000, mtime=0)
    assert len(bomb) < 100_000
    tracemalloc.start()
    with pytest.raises(BadFile, match="larger than 1000000 bytes"):
        read(bomb, max_bytes=1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000
