"""A frozen second gold written out by hand, for tests that need no database."""

import io
from contextlib import contextmanager

import numpy as np

from regild.agreement.annotators import RatingColumns
from regild.formats.records import SentenceRecord
from regild.scoring.exports.dataset import write_dataset
from regild.scoring.frozen import Entry, FrozenGold, FrozenRating, FrozenSentence, in_order
from regild.scoring.frozen_table import RatedPool
from regild.tasks.substitution import SUBSTITUTION

SCALE = [
    {"value": 0, "label": "bad", "weight": 0.0},
    {"value": 1, "label": "fair", "weight": 1.0},
    {"value": 2, "label": "good", "weight": 2.0},
    {"value": 3, "label": "perfect", "weight": 3.0},
]


def rated(values):
    """`"302"`: the first annotator gave 3, the second 0, the third 2."""
    return tuple(
        FrozenRating(number, int(value)) for number, value in enumerate(values, start=1)
    )


def entry(text, values, *, votes=None, origin="systems", least=3):
    """Weighed by the mean, where there are enough ratings."""
    numbers = [int(value) for value in values]
    weight = sum(numbers) / len(numbers) if len(numbers) >= least else None
    return Entry(text, origin, votes, weight, rated(values))


CALM = FrozenSentence(
    SentenceRecord("12", "calm.a", "The sea was ", "calm", " today.", line=0),
    (
        entry("quiet", "3332", votes=3.0, origin="both"),  # 11/4
        entry("at peace", "221", votes=1.0, origin="gold"),  # 5/3
        entry("=still", "3000"),  # 3/4
        entry("loud", "000"),
        entry("flat", "22"),  # undecided
        entry("meek", ""),
    ),
)
ROOM = FrozenSentence(
    SentenceRecord("13", "room.n", "There is no ", "room", " left.", line=0),
    (entry("space", "333", votes=5.0, origin="both"), entry("hall", "00000")),
)
NOISE = FrozenSentence(
    SentenceRecord("14", "noise.n", "A ", "noise", ".", line=0), (entry("cat", "000"),)
)


def rated_pool(*sentences):
    """Their candidates before they are weighed, annotators from 0 and values as places."""
    entries = [
        (place, entry) for place, sentence in enumerate(sentences) for entry in sentence.entries
    ]
    rows = [
        (candidate, annotator - 1, value)
        for candidate, (_place, entry) in enumerate(entries)
        for annotator, value in entry.ratings
    ]
    return RatedPool(
        records=[sentence.record for sentence in sentences],
        sentence=np.array([place for place, _entry in entries]),
        text=[entry.substitute for _place, entry in entries],
        origin=[entry.origin for _place, entry in entries],
        votes=np.array([entry.votes for _place, entry in entries], dtype=float),
        ratings=RatingColumns(*np.array(rows, dtype=np.int64).reshape(-1, 3).T),
    )


def make_gold(*sentences, number=1, notes="", scale=SCALE, **policy):
    sentences = sentences or (CALM, ROOM, NOISE)
    entries = [entry for sentence in sentences for entry in sentence.entries]
    return FrozenGold(
        slug="boats",
        title='Boats & "gladness"',
        language="en-GB",
        number=number,
        notes=notes,
        policy={
            "rule": "mean",
            "min_ratings": 3,
            "list_unanimous_zeros": True,
            "scale": scale,
            "exclusions": [{"of": "sitting", "rule": "too_fast", "count": 2}],
            "excluded_targets": ["compris.a"],
            "hidden_sentences": [],
            "multiwords": "keep",
            "case": "keep",
            "mapping": [],
            "undone_merges": [],
            "pooled_systems": ["first"],
            **policy,
        },
        counts={
            "sentences": len(sentences),
            "candidates": len(entries),
            "decided": sum(entry.weight is not None for entry in entries),
            "undecided": sum(entry.weight is None for entry in entries),
            "positive": sum(bool(entry.weight) for entry in entries),
            "unanimous_zeros": 3,
            "ratings": sum(len(entry.ratings) for entry in entries),
            "annotators": 5,
        },
        columns=SUBSTITUTION.columns,
        sentences=sentences,
    )


def dataset_of(gold, publication):
    """The files of its folder by their paths."""
    files = {}

    @contextmanager
    def opened(path):
        out = io.BytesIO()
        yield out
        files[path] = out.getvalue()

    write_dataset(opened, gold, publication)
    return files


def many_sentences(number):
    """As many, no two of them alike; made by counting, so that they are the same for ever."""
    return tuple(
        FrozenSentence(
            SentenceRecord(
                f"s{n}",
                f"été{n % 7}.n",
                f"Voilà, « {n} », ",
                f"l'été{n % 7}",
                ' ; ou "non" ?',
                0,
            ),
            in_order([_counted_entry(n, i) for i in range(3 + n % 9)]),
        )
        for n in range(number)
    )


def _counted_entry(n, i):
    values = "".join(str((n * 7 + i * 5 + k * k) % 4) for k in range((n + i) % 6))
    text = ("=", "", "plus ")[i % 3] + f"mot{n * 31 + i}é"
    votes = float(i) / 2 if i % 2 else None
    return entry(text, values, votes=votes, origin=("gold", "systems", "both")[i % 3])
