"""Agreement with others, and the word that divided people, worked by hand."""

import pytest

from regild.rating.together import Judged, agreement_with_others, most_divided


def word(candidate, own, *others):
    return Judged(candidate, own, others)


@pytest.mark.parametrize(
    ("words", "share", "counted"),
    [
        ([], None, 0),
        ([word(1, 2, 0, 0, 1, 0)], None, 0),  # one other alone
        ([word(1, 2, 0, 1, 1, 0)], 1 / 2, 1),
        ([word(1, 2, 0, 0, 2, 0), word(2, 0, 0, 2, 0, 2)], 1 / 2, 2),
        # Each word as heavy as another: (2/3 + 0/2) / 2, not 2 of 5.
        ([word(1, 2, 0, 1, 2, 0), word(2, 0, 0, 2, 0, 0)], 1 / 3, 2),
    ],
)
def test_agreement_is_the_mean_share_of_others_with_ones_own_answer(words, share, counted):
    found = agreement_with_others(words)
    assert found.words == counted
    assert found.share == (share if share is None else pytest.approx(share))


def test_the_most_divided_word_has_the_largest_variance():
    near = word(1, 1, 0, 1, 1, 0)  # 1, 1, 2: variance 2/9
    far = word(2, 0, 0, 1, 0, 1)  # 0, 1, 3: variance 14/9
    assert most_divided([near, far]) == far


def test_of_equally_divided_words_the_one_that_more_have_rated():
    few = word(1, 0, 0, 1, 0, 0)
    two = word(2, 0, 1, 0, 0, 2)  # 0, 0, 3, 3: variance 9/4
    four = word(3, 0, 2, 0, 0, 3)  # 0, 0, 0, 3, 3, 3: the same
    assert most_divided([few, two, four]) == four
    assert most_divided([four, two._replace(candidate=9), two]) == four


def test_nobody_is_divided_where_all_agree_or_one_other_alone_rated():
    assert most_divided([]) is None
    assert most_divided([word(1, 2, 0, 0, 3, 0), word(2, 0, 0, 0, 0, 1)]) is None
