from collections.abc import Mapping

import pytest

from regild.agreement.declaration import Measurement
from regild.agreement.first_gold import proposal_measures
from regild.agreement.measures.first_gold import (
    NO_MODE,
    NO_PAIR,
    NO_RESPONSES,
    Proposals,
    mode,
    mode_exists,
)

OF_PAIRS = ("pairwise_sets", "pairwise_sets_by_sentence")
OF_MODES = ("mode_hit", "mode_token_share", "mode_jaccard")

# McCarthy & Navigli (2009), the item 'happy': five annotators.
HAPPY: Proposals = [{"glad", "merry"}, {"glad"}, {"cheerful", "glad"}, {"merry"}, {"jovial"}]
TWO_ABSTAIN: Proposals = [{"a"}, {"a"}, set(), set(), {"b"}]
ALONE: Proposals = [{"x"}, set(), set()]


@pytest.mark.parametrize(
    ("sentences", "over_pairs", "by_sentence", "n"),
    [
        # Pairs 1/2, 1/3, 1/2, 1/2 and six times 0: (11/6) / 10.
        ([HAPPY], 11 / 60, 11 / 60, 1),
        # Pairs with an abstention are skipped: 1, 0, 0.
        ([TWO_ABSTAIN], 1 / 3, 1 / 3, 1),
        # (11/6 + 1) / 13, and the mean of 11/60 and 1/3.
        ([HAPPY, TWO_ABSTAIN, ALONE], 17 / 78, 31 / 120, 2),
    ],
)
def test_pairs_of_sets_agree_by_overlap(
    sentences: list[Proposals], over_pairs: float, by_sentence: float, n: int
) -> None:
    found = proposal_measures(sentences)
    assert found["pairwise_sets"].value == pytest.approx(over_pairs)
    assert found["pairwise_sets_by_sentence"].value == pytest.approx(by_sentence)
    assert found["pairwise_sets"].n == n


def test_responses_behind_the_pairs_are_counted() -> None:
    found = proposal_measures([HAPPY, TWO_ABSTAIN, ALONE])
    assert found["pairwise_sets"].n_ratings == 7 + 3


@pytest.mark.parametrize("sentences", [[], [ALONE], [[set(), set()]]])
def test_without_a_pair_overlap_is_undefined(sentences: list[Proposals]) -> None:
    undefined = Measurement(None, 0, 0, reason=NO_PAIR)
    found = proposal_measures(sentences)
    assert {found[key] for key in OF_PAIRS} == {undefined}


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ({"glad": 3, "merry": 2, "cheerful": 1, "jovial": 1}, "glad"),
        ({"glad": 3, "merry": 3, "sunny": 2}, None),
        ({"glad": 1}, "glad"),
        ({}, None),
    ],
)
def test_a_mode_is_the_one_most_frequent_response(
    votes: Mapping[str, int], expected: str | None
) -> None:
    assert mode(votes) == expected


def test_a_mode_exists_among_sentences_with_two_responses() -> None:
    # 'glad' and 'a' are modes, the third sentence ties, the fourth has one response.
    golds = [{"glad": 3, "merry": 2}, {"a": 2, "b": 1}, {"glad": 3, "merry": 3}, {"x": 1}]
    assert mode_exists(golds) == Measurement(pytest.approx(2 / 3), 3, 14)


def test_a_mode_cannot_exist_without_two_responses() -> None:
    assert mode_exists([{"x": 1}, {}]) == Measurement(None, 0, 0, reason=NO_RESPONSES)


def test_agreement_with_the_mode_is_over_annotators_who_answered() -> None:
    # By hand: hits (3 + 2) / (5 + 3), responses (3 + 2) / (7 + 3),
    # overlaps (1/2 + 1 + 1/2 + 1 + 1) / 8. The tie and the lone response are left out.
    tie: Proposals = [{"glad"}, {"merry"}]
    found = proposal_measures([HAPPY, TWO_ABSTAIN, ALONE, tie])
    assert found["mode_hit"] == Measurement(pytest.approx(5 / 8), 2, 10)
    assert found["mode_token_share"] == Measurement(pytest.approx(1 / 2), 2, 10)
    assert found["mode_jaccard"] == Measurement(pytest.approx(1 / 2), 2, 10)


def test_without_a_mode_agreement_with_it_is_undefined() -> None:
    tie: Proposals = [{"glad"}, {"merry"}]
    undefined = Measurement(None, 0, 0, reason=NO_MODE)
    found = proposal_measures([tie, ALONE])
    assert {found[key] for key in OF_MODES} == {undefined}
