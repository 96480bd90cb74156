import pytest

from regild.agreement.report import RatedCandidates, SentenceName
from regild.agreement.scale import Scale
from regild.agreement.second_gold import compare_golds
from regild.arrays import np

# Candidates × values 0 to 3, in two sentences, with votes and origin (gold, systems, both).
CANDIDATES = [
    ("a", 0, 0, 1, [3, 0, 0, 0]),  # rejected
    ("b", 0, 0, 1, [0, 1, 2, 0]),  # 5/3
    ("c", 0, 2, 3, [0, 0, 0, 4]),  # 3, unanimous
    ("d", 0, 1, 0, [4, 0, 0, 0]),  # 0, unanimous
    ("e", 0, 1, 0, [2, 1, 0, 0]),  # 1/3
    ("f", 1, 0, 2, [5, 0, 0, 0]),  # rejected
    ("g", 1, 1, 0, [0, 3, 0, 0]),  # 1, unanimous
    ("h", 1, 1, 0, [1, 0, 0, 0]),  # too few
]


def compared(scale=(0, 1, 2, 3), min_ratings=3):
    text, sentence, origin, votes, counts = zip(*CANDIDATES, strict=True)
    rated = RatedCandidates(list(text), *map(np.array, (sentence, origin, votes, counts)))
    return compare_golds(
        rated,
        Scale(scale),
        sentences=[SentenceName("1", "glad.a"), SentenceName("2", "glad.a")],
        group_name="target",
        min_ratings=min_ratings,
    )


def test_rejected_substitutes_are_counted_by_votes():
    found = compared()
    assert (found["rejected"]["n"], found["n_gold"]) == (2, 4)
    assert found["rejected"]["by_votes"] == [
        {"votes": 1, "rejected": 1, "n": 2},
        {"votes": 2, "rejected": 1, "n": 1},
        {"votes": 3, "rejected": 0, "n": 1},
    ]


def test_the_second_gold_is_summarised_as_by_hand():
    # Scores 0 5/3 3 0 1/3 0 1: a sum of 6, and 1/3 in the middle. Ratings 3 3 4 4 3 5 3.
    # Above 0 are b, c, e of the first sentence and g of the second.
    assert compared()["summary"] == {
        "n": 7,
        "mean_score": pytest.approx(6 / 7),
        "median_score": pytest.approx(1 / 3),
        "mean_ratings": pytest.approx(25 / 7),
        "min_ratings": 3,
        "max_ratings": 5,
        "n_twice": 7,
        "n_unanimous": 5,
        "n_unanimous_lowest": 3,
        "n_positive": 4,
        "n_sentences": 2,
        "min_positive": 1,
        "median_positive": 2,
        "max_positive": 3,
    }


def test_one_rating_is_not_unanimous():
    # h has one rating, of 0.
    found = compared(min_ratings=1)["summary"]
    assert (found["n"], found["n_twice"], found["n_unanimous_lowest"]) == (8, 7, 3)


def test_without_enough_ratings_there_is_nothing_to_sum_up():
    found = compared(min_ratings=9)
    assert (found["summary"]["n"], found["summary"]["mean_score"]) == (0, None)
    assert (found["summary"]["n_sentences"], found["summary"]["min_positive"]) == (0, None)
    assert (found["boxes"], found["outliers"]) == ([], {"n": 0, "listed": []})
    assert found["rejected"] == {"n": 0, "by_votes": [], "listed": []}


def test_a_mean_of_lowest_weights_is_the_lowest_score():
    """Three times .1 by 3 is not .1 in floating point."""
    found = compared((0.1, 1, 2, 3))
    assert (found["rejected"]["n"], found["summary"]["n_positive"]) == (2, 4)
    assert found["new"]["n"] == 2


def test_outliers_are_listed_furthest_first():
    counts = np.zeros((11, 4), dtype=np.int64)
    counts[:9, 0], counts[9, 2], counts[10, 3] = 3, 3, 3
    rated = RatedCandidates(
        [*"abcdefghijk"], np.zeros(11, dtype=np.int64), np.ones(11, dtype=np.int64),
        np.zeros(11), counts,
    )  # fmt: skip
    found = compare_golds(
        rated,
        Scale((0, 1, 2, 3)),
        sentences=[SentenceName("1", "glad.a")],
        group_name="target",
        min_ratings=3,
    )
    assert found["outliers"]["n"] == 2
    assert [(one["text"], one["score"]) for one in found["outliers"]["listed"]] == [
        ("k", 3),
        ("j", 2),
    ]
    assert found["boxes"][0]["outliers"] == [(2, 1), (3, 1)]
