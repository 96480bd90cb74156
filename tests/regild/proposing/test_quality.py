"""Signs of carelessness, each with the numbers that it rests on."""

import pytest

from regild.problems import Text
from regild.proposing.making import make_first_gold
from regild.proposing.quality import (
    ProposalRule,
    ProposalThresholds,
    Proposed,
    find_proposal_flaws,
    proposed_by_annotator,
)
from regild.words import Wording
from tests.regild.proposing.stage import proposal

USUAL = ProposalThresholds()
OF_TWO = ProposalThresholds(min_sentences=2)


def proposed(answers=2, *, ms=None, copies=False, own=("a", "b"), others=(("a",), ("a", "b"))):
    return Proposed(answers, ms, copies, frozenset(own), tuple(map(frozenset, others)))


def rules(given, thresholds=USUAL):
    return [found.rule for found in find_proposal_flaws(given, thresholds=thresholds)]


def test_care_is_not_flagged():
    assert rules([proposed(ms=9000)] * 30) == []


def test_too_fast_by_the_median_and_by_the_share():
    # Twelve at 1.5 s and eight at 9 s: a median of 1.5 s, and 12/20 under 2 s.
    given = [proposed(ms=1500)] * 12 + [proposed(ms=9000)] * 8
    median, share = find_proposal_flaws(given, thresholds=USUAL)
    assert (median.rule, median.value, median.threshold) == (ProposalRule.TOO_FAST, 1500, 4000)
    assert median.reason == "median time of 20 sentences 1500 ms, under 4000 ms"
    assert share.reason == "12 of 20 sentences answered in under 2000 ms"
    assert (share.value, share.threshold) == (0.6, 0.3)


def test_copying_the_target():
    given = [proposed(copies=True)] * 2 + [proposed()] * 18
    [found] = find_proposal_flaws(given, thresholds=USUAL)
    assert found.rule == ProposalRule.COPIES_TARGET
    assert found.reason == "the target itself proposed in 2 of 20 sentences"
    assert found.value == 0.1


def test_never_more_than_one_of_the_sentences_answered():
    given = [proposed(1)] * 20 + [proposed(0, own=())] * 5
    [found] = find_proposal_flaws(given, thresholds=USUAL)
    assert found.rule == ProposalRule.NEVER_TWO
    assert found.reason == "only one substitute in 20 of 20 sentences answered"
    assert rules([proposed(1)] * 19 + [proposed(2)]) == []


def test_far_from_all_others_beside_what_these_reach_among_themselves():
    # Own overlaps: 1/3 and 0 in the first sentence, 0 and 0 in the second: a mean of 1/12.
    # The others: 1/2 and 1, a mean of 3/4; a third of it is under the .35 asked for.
    given = [
        proposed(own=("a", "x"), others=(("a", "b"), ("b",))),
        proposed(own=("y",), others=(("c",), ("c",))),
    ]
    [found] = find_proposal_flaws(given, thresholds=OF_TWO)
    assert found.rule == ProposalRule.FAR_FROM_OTHERS
    assert found.value == pytest.approx(1 / 12)
    assert found.threshold == pytest.approx(0.35 * 3 / 4)
    assert found.reason == (
        "overlap of 0.083 with what the others proposed in 2 sentences, who have 0.750 among"
        " themselves"
    )


def test_where_nobody_agrees_nobody_is_far_from_others():
    assert rules([proposed(own=("x",), others=(("a",), ("b",)))] * 30) == []


def test_of_few_sentences_nothing_is_said():
    bad = proposed(1, ms=100, copies=True, own=("x",))
    assert rules([bad] * 19) == []
    assert set(rules([bad] * 20)) == set(ProposalRule)


def test_every_reason_can_be_said_in_another_language():
    bad = proposed(1, ms=100, copies=True, own=("x",))
    found = find_proposal_flaws([bad] * 20, thresholds=USUAL)
    assert {type(one.reason) for one in found} == {Text}


def test_what_each_annotator_said_beside_the_others():
    given = [
        proposal("1", "b", "Glad", "content", ms=5000),
        proposal("1", "a", "HAPPY", "glad"),
        proposal("1", "c", mark="nil"),
    ]
    records = make_first_gold(given, wording=Wording(case="lower")).records
    found = proposed_by_annotator(given, records, itself={"1": ("happy",)})
    assert [*found] == ["a", "b", "c"]
    assert found["a"] == [
        Proposed(2, None, True, frozenset({"happy", "glad"}), (frozenset({"glad", "content"}),))
    ]
    [of_b] = found["b"]
    assert (of_b.elapsed_ms, of_b.copies, of_b.answers) == (5000, False, 2)
    [of_c] = found["c"]
    assert (of_c.own, len(of_c.others)) == (frozenset(), 2)
