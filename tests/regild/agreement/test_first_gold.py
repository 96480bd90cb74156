from collections.abc import Mapping

import pytest

from regild.agreement.declaration import Measurement
from regild.agreement.first_gold import (
    NOBODY_NAMED,
    GoldVotes,
    first_gold_measures,
    proposal_measures,
    vote_measures,
    without_each,
)
from regild.agreement.measures.first_gold import (
    NO_MODE,
    NO_PAIR,
    NO_RESPONSES,
    NOT_STATED,
    TOO_MANY_VOTES,
    CountedVotes,
    Proposals,
    mode,
    mode_exists,
)

OF_PAIRS = ("pairwise_sets", "pairwise_sets_by_sentence")
OF_MODES = ("mode_hit", "mode_jaccard")

# McCarthy & Navigli (2009), the item 'happy': five annotators.
HAPPY: Proposals = [{"glad", "merry"}, {"glad"}, {"cheerful", "glad"}, {"merry"}, {"jovial"}]
HAPPY_VOTES = {"glad": 3, "merry": 2, "cheerful": 1, "jovial": 1}
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
    assert mode_exists(CountedVotes(golds)) == Measurement(pytest.approx(2 / 3), 3, 14)


def test_a_mode_cannot_exist_without_two_responses() -> None:
    undefined = Measurement(None, 0, 0, reason=NO_RESPONSES)
    assert mode_exists(CountedVotes([{"x": 1}, {}])) == undefined


def test_agreement_with_the_mode_is_over_annotators_who_answered() -> None:
    # By hand: hits (3 + 2) / (5 + 3), overlaps (1/2 + 1 + 1/2 + 1 + 1) / 8.
    # The tie and the lone response are left out.
    tie: Proposals = [{"glad"}, {"merry"}]
    found = proposal_measures([HAPPY, TWO_ABSTAIN, ALONE, tie])
    assert found["mode_hit"] == Measurement(pytest.approx(5 / 8), 2, 10)
    assert found["mode_jaccard"] == Measurement(pytest.approx(1 / 2), 2, 10)


def test_without_a_mode_agreement_with_it_is_undefined() -> None:
    tie: Proposals = [{"glad"}, {"merry"}]
    undefined = Measurement(None, 0, 0, reason=NO_MODE)
    found = proposal_measures([tie, ALONE])
    assert {found[key] for key in OF_MODES} == {undefined}


def test_the_share_of_responses_that_are_the_mode_needs_votes_alone() -> None:
    # Modes 3 of 7 and 2 of 3; the tie and the lone response are left out.
    golds = [HAPPY_VOTES, {"a": 2, "b": 1}, {"x": 1}, {"glad": 1, "merry": 1}]
    found = vote_measures(CountedVotes(golds))
    assert found["mode_token_share"] == Measurement(pytest.approx(5 / 10), 2, 10)
    by_sentence = (3 / 7 + 2 / 3) / 2
    assert found["mode_token_share_by_sentence"].value == pytest.approx(by_sentence)
    assert found["proposed_or_not"].reason == NOT_STATED


def test_with_the_number_of_annotators_votes_say_who_had_the_mode_and_who_proposed() -> None:
    golds = [GoldVotes({"glad": 3, "merry": 2}, {}), GoldVotes({"a": 1}, {})]
    found = first_gold_measures(golds, annotators=5)
    assert found["mode_hit"] == Measurement(pytest.approx(3 / 5), 1, 5)
    # Of 10 pairs agree, on glad and on merry, 3 + 1; on a, 6.
    assert found["proposed_or_not"] == Measurement(pytest.approx((4 + 4 + 6) / 30), 2, 6)
    assert found["pairwise_sets"].reason == NOBODY_NAMED


def test_more_votes_than_annotators_are_told() -> None:
    found = first_gold_measures([GoldVotes({"glad": 3, "merry": 1}, {})], annotators=2)
    assert {found[key].reason for key in ("mode_hit", "proposed_or_not")} == {TOO_MANY_VOTES}
    assert found["mode_token_share"].value == 3 / 4


def test_agreement_is_known_without_each_annotator() -> None:
    names: dict[str, list[str]] = {}
    for name, given in zip("12345", HAPPY, strict=True):
        for text in given:
            names.setdefault(text, []).append(name)
    happy = GoldVotes({text: len(given) for text, given in names.items()}, names)
    # By hand, without the third (cheerful, glad): 1/2 and 1/2 of six pairs; with them 11/60.
    without = without_each([happy], annotators=5)
    assert [*without] == [*"12345"]
    assert without["3"]["pairwise_sets"].value == pytest.approx(1 / 6)
    # glad 2, merry 2: there is no mode left, and cheerful is no substitute any more.
    assert without["3"]["mode_exists"] == Measurement(0, 1, 5)
    assert without["3"]["proposed_or_not"].value == pytest.approx((2 + 2 + 3) / 18)


def test_nobody_is_left_out_of_votes_alone() -> None:
    assert without_each([GoldVotes(dict(HAPPY_VOTES), {})]) == {}
