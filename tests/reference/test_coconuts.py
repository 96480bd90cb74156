"""Coconuts of the Brown corpus, ranked by n-gram models of Reuters' texts.

`ELSEWHERE` has means of twelve times 46 sets, by programs written apart from this one that add
to every count and score unknown words, with the standard deviation of one mean of 46 sets; .3
where a program does not say. The paper's own figures come of SRILM's model.
"""

from itertools import product
from statistics import fmean

import pytest

from regild.formats.tagged import read_tagged
from regild.tasks.utterances.coconuts import Nouns, Options, make_coconuts
from regild.tasks.utterances.ngrams import ModelOptions, read_text, score_sets
from regild.tasks.utterances.paper_table import ranked_models
from regild.tasks.utterances.ranks import rank_sets
from regild.tasks.utterances.sets import Coconuts

pytestmark = [pytest.mark.sqlite, pytest.mark.long]

RUNS = 12
NOT_SAID = 0.3
# By kind, context and likelihood; then by order, every program's mean and deviation.
ELSEWHERE = {
    ("word", "window", "sum"): {2: [(4.15, 0.34)], 3: [(4.16, 0.41)], 4: [(4.45, 0.24)]},
    ("word", "sentence", "sum"): {
        2: [(4.68, NOT_SAID)],
        3: [(4.70, NOT_SAID)],
        4: [(4.67, NOT_SAID)],
    },
    ("word", "sentence", "per-word"): {
        2: [(4.74, NOT_SAID)],
        3: [(4.61, NOT_SAID)],
        4: [(4.53, NOT_SAID)],
    },
    ("sentence", "window", "sum"): {
        2: [(3.93, 0.35), (4.02, NOT_SAID)],
        3: [(4.08, 0.31), (4.31, NOT_SAID)],
        4: [(4.40, 0.20), (4.44, NOT_SAID)],
    },
    ("sentence", "sentence", "sum"): {
        2: [(3.92, NOT_SAID)],
        3: [(4.05, NOT_SAID)],
        4: [(4.38, NOT_SAID)],
    },
}
BY_TYPE = {2: 3.24, 3: 4.26, 4: 4.73}


@pytest.fixture(scope="module")
def mean_ranks(shared_data):
    """Of twelve runs, by how the sets and the models were made. One reading of the text."""
    corpus = read_tagged(shared_data / "brown" / "brown.zip")
    nouns = Nouns(corpus.sentences, tag="NN", min_sentences=2)
    made = {
        (kind, draw, seed): make_coconuts(
            corpus.sentences, Options(kind, draw=draw, seed=seed), nouns=nouns
        ).sets
        for kind, draw in (("word", "token"), ("sentence", "token"), ("sentence", "type"))
        for seed in range(RUNS)
    }
    every = Coconuts(
        {},
        tuple(
            one._replace(key="/".join((*map(str, how), one.key)))
            for how, sets in made.items()
            for one in sets
        ),
    )
    models = [
        ModelOptions(order, context, likelihood, smoothing="additive", unknown="score")
        for context, likelihood, order in product(
            ("window", "sentence"), ("sum", "per-word"), (2, 3, 4)
        )
    ]
    text = read_text(shared_data / "reuters" / "bodies.txt.gz")
    found = {}
    for model, scores in zip(models, score_sets(every, text, models), strict=True):
        for kind, draw, seed in made:
            sets = tuple(
                one for one in every.sets if one.key.startswith(f"{kind}/{draw}/{seed}/")
            )
            measures = rank_sets(Coconuts({}, sets), scores).measures
            found[kind, draw, model.context, model.likelihood, model.order, seed] = measures[
                "mean_rank"
            ].value
    return found


def mean_of(mean_ranks, *how):
    return fmean(mean_ranks[(*how, seed)] for seed in range(RUNS))


def near(found, expected, deviation):
    """Both are means of twelve."""
    return abs(found - expected) <= 3 * deviation * (2 / RUNS) ** 0.5


@pytest.mark.parametrize("how", ELSEWHERE, ids="-".join)
def test_the_natural_utterance_has_the_rank_that_others_found(mean_ranks, how):
    kind, context, likelihood = how
    for order, others in ELSEWHERE[how].items():
        found = mean_of(mean_ranks, kind, "token", context, likelihood, order)
        assert any(near(found, *other) for other in others), (order, found)


def test_drawn_by_type_a_sentence_coconut_is_easier_for_2_grams(mean_ranks):
    for order, expected in BY_TYPE.items():
        found = mean_of(mean_ranks, "sentence", "type", "window", "sum", order)
        assert near(found, expected, NOT_SAID), (order, found)
    by_token = mean_of(mean_ranks, "sentence", "token", "window", "sum", 2)
    assert mean_of(mean_ranks, "sentence", "type", "window", "sum", 2) < by_token - 0.3


def test_the_papers_figures_are_met_but_for_word_coconuts_over_whole_sentences(shared_data):
    sentences = read_tagged(shared_data / "brown" / "brown.zip").sentences
    found = ranked_models(sentences, shared_data / "reuters" / "bodies.txt.gz")
    unmet = {(cell.kind, cell.context) for cell in found.cells if cell.differs}
    assert unmet == {("word", "sentence")}
    for cell in found.cells:
        assert cell.mean_rank.n == 276
        # Those of sentences by a program like SRILM, written apart: 4.81 to 5.03.
        low, high = (4.7, 5.15) if cell.kind == "sentence" else (4.3, 4.5)
        assert low <= cell.mean_rank.value <= high, cell


def test_the_corpus_is_read_whole(shared_data):
    """Brown's 57,340 sentences and 1,161,192 words, as NLTK counts its own copy."""
    corpus = read_tagged(shared_data / "brown" / "brown.zip")
    assert len(corpus.sentences) == 57_340
    assert sum(map(len, corpus.sentences)) == 1_161_192
    assert {*corpus.left_out} == {"brown/CONTENTS", "brown/README", "brown/cats.txt"}
