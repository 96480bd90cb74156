import tracemalloc

import numpy as np

from regild.agreement.annotators import RatingColumns
from regild.scoring.frozen import FrozenOption
from regild.scoring.frozen_table import FrozenTable, RatedPool
from tests.regild.scoring.golds import CALM, NOISE, ROOM, SCALE, rated_pool

OPTIONS = [FrozenOption(**option) for option in SCALE]


def frozen(pool, rule="mean"):
    return FrozenTable(pool, OPTIONS, rule=rule, min_ratings=3)


def test_a_table_holds_what_it_was_made_from():
    """Written out by hand in golds.py: order, weights, votes, ratings."""
    sentences = CALM, ROOM, NOISE
    table = frozen(rated_pool(*(s._replace(entries=s.entries[::-1]) for s in sentences)))
    assert [*table.sentences()] == [*sentences]
    assert table.facts() == {
        "sentences": 2,
        "candidates": 9,
        "decided": 7,
        "undecided": 2,
        "positive": 4,
        "unanimous_zeros": 3,
        "ratings": 27,
        "annotators": 5,
    }


def test_without_an_annotator_the_others_are_numbered_anew():
    pool = rated_pool(CALM, ROOM).without([0, 4])
    table = frozen(pool)
    assert sorted(set(table.ratings.annotator.tolist())) == [1, 2, 3]
    [calm, _room] = table.sentences()
    # 3332 without its first.
    assert calm.entries[0].ratings == ((1, 3), (2, 3), (3, 2))
    # 221 has two left: undecided, and behind what is decided.
    assert [entry.substitute for entry in calm.entries if entry.weight is None] == [
        "at peace",
        "flat",
        "loud",
        "meek",
    ]


def test_a_sentence_without_candidates_is_none_of_it():
    table = frozen(rated_pool(CALM._replace(entries=()), ROOM))
    assert [sentence.record.key for sentence in table.sentences()] == ["13"]
    assert np.array_equal(table.sentence, [1, 1])


def test_a_candidate_takes_bytes_and_not_kilobytes():
    """As values, one with three ratings takes 1,000."""
    n, per_sentence = 20_000, 40
    rng = np.random.default_rng(1)
    pool = RatedPool(
        records=[CALM.record] * (n // per_sentence),
        sentence=np.arange(n) // per_sentence,
        text=[f"word {number}" for number in range(n)],
        origin=["systems"] * n,
        votes=np.full(n, np.nan),
        ratings=RatingColumns(
            np.repeat(np.arange(n), 3), np.tile(np.arange(3), n), rng.integers(4, size=3 * n)
        ),
    )
    tracemalloc.start()
    table = frozen(pool)
    seen = sum(len(sentence.entries) for sentence in table.sentences())
    _held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seen == n
    assert most / n < 300
