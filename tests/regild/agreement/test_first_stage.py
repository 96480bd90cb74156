"""Agreement on proposals: intervals over sentences, multiwords, parts, how much there is."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.agreement.first_gold import GoldVotes, first_gold_measures
from regild.agreement.first_stage import (
    FirstStageAgreement,
    distinct_substitutes,
    measure_first_stage,
)
from regild.agreement.multiwords import NO_PAIR_SAW_ONE, multiword_measures
from regild.agreement.proposal_intervals import (
    measures_with_intervals,
    ratio_interval,
    sentence_ratios,
)
from regild.formats.records import GoldRecord
from regild.tables.printing import as_csv

ANNOTATORS = ("ann", "bob", "eve", "joe")
SETS = st.lists(st.sets(st.sampled_from("abcd"), max_size=3), min_size=4, max_size=4)


def votes_of(sets):
    votes, given_by = {}, {}
    for name, own in zip(ANNOTATORS, sets, strict=True):
        for text in sorted(own):
            votes[text] = votes.get(text, 0) + 1
            given_by.setdefault(text, []).append(name)
    return GoldVotes(votes, given_by)


def gold(key, group, given, codes=()):
    votes = {}
    for _name, texts in given:
        for text in texts:
            votes[text] = votes.get(text, 0.0) + 1
    return GoldRecord(key, group, tuple(votes.items()), tuple(codes), 1, tuple(given))


# McCarthy & Navigli (2009), the item 'happy': five annotators; worked in test_first_gold.py.
HAPPY = gold(
    "1",
    "happy.a",
    [
        ("ann", ("glad", "merry")),
        ("bob", ("glad",)),
        ("eve", ("cheerful", "glad")),
        ("joe", ("merry",)),
        ("kim", ("jovial",)),
    ],
)
# Two of five abstain: pairs 1, 0, 0; the mode has two of three responses.
BAR = gold(
    "2",
    "bar.n",
    [("ann", ("pub",)), ("bob", ("pub",)), ("eve", ("wine bar",)), ("joe", ()), ("kim", ())],
)
NAMED = gold("3", "bar.n", [("ann", ("inn",)), ("bob", ("pub",))], codes=[("NAME", 2.0)])


@settings(max_examples=60)
@given(st.lists(SETS, max_size=6), st.sampled_from([None, 4]), st.booleans())
def test_what_sentences_add_makes_each_measure(sets, annotators, named):
    sentences = [votes_of(own) for own in sets]
    if not named:
        sentences = [one._replace(given_by={}) for one in sentences]
    measures = first_gold_measures(sentences, annotators=annotators)
    ratios = [sentence_ratios(one, annotators=annotators) for one in sentences]
    for key, measure in measures.items():
        top, bottom = (sum(ratio.get(key, (0, 0))[at] for ratio in ratios) for at in (0, 1))
        if measure.value is None:
            assert bottom == 0
        else:
            assert top / bottom == pytest.approx(measure.value)


class TestIntervals:
    def test_of_a_share_they_are_those_of_the_binomial(self):
        """60 of 100: the bootstrap of a share is binomial, sd sqrt(.6 × .4 / 100) = .049."""
        ratios = [(1.0, 1.0)] * 60 + [(0.0, 1.0)] * 40
        low, high = ratio_interval(ratios, seed=1, replicates=20_000)
        assert low == pytest.approx(0.6 - 1.96 * 0.049, abs=0.006)
        assert high == pytest.approx(0.6 + 1.96 * 0.049, abs=0.006)

    def test_sentences_that_count_nothing_are_not_drawn(self):
        ratios = [(1.0, 2.0), (3.0, 4.0)]
        assert ratio_interval([*ratios, (0.0, 0.0)], seed=1) == ratio_interval(ratios, seed=1)

    def test_of_one_sentence_there_is_none(self):
        assert ratio_interval([(1.0, 2.0)], seed=1) == (None, None)

    def test_the_same_seed_gives_the_same_around_the_value(self):
        sentences = [votes_of([{"a"}, {"a", "b"}, set(), {n}]) for n in "aabbcd"]
        found = measures_with_intervals(sentences, seed=3)
        assert found == measures_with_intervals(sentences, seed=3)
        pairs = found["pairwise_sets"]
        assert pairs.low < pairs.value < pairs.high


class TestMultiwords:
    # Pairs by sentence. 1: both saw it, alike; two pairs with one who did not.
    # 2: both, differently. 3: nobody.
    PHRASES = {
        "1": {"ann": "bar none", "bob": "bar none", "eve": ""},
        "2": {"ann": "bar none", "bob": "none"},
        "3": {"ann": "", "bob": "", "eve": ""},
    }

    def test_detection_is_of_all_pairs_identification_of_those_who_saw_one(self):
        found = multiword_measures(self.PHRASES, seed=1)
        values = {key: (one.value, one.n, one.n_ratings) for key, one in found.items()}
        assert values == {
            "multiword_detection": (pytest.approx((1 + 1 + 3) / 7), 3, 7),
            "multiword_identification": (1 / 2, 2, 2),
            "multiword_identification_of_either": (1 / 4, 2, 4),
        }

    def test_where_nobody_saw_the_same_it_says_why(self):
        found = multiword_measures({"1": {"ann": "x", "bob": ""}}, seed=1)
        assert found["multiword_identification"].reason is NO_PAIR_SAW_ONE
        assert found["multiword_detection"].value == 0


class TestParts:
    def found(self, **options):
        return measure_first_stage([HAPPY, BAR, NAMED], **options)

    def test_each_part_by_hand(self):
        found = self.found(phrases=TestMultiwords.PHRASES, multiword_sentences={"2"})
        assert found.sentences == {
            **{"all": 3, "n": 2, "a": 1},
            **{"NMWT": 2, "NMWS": 3, "no names": 2, "plain": 1},
        }
        pairs = {part: one["pairwise_sets"].value for part, one in found.parts.items()}
        assert pairs == {
            "all": pytest.approx((11 / 6 + 1 + 0) / (10 + 3 + 1)),
            "n": pytest.approx(1 / 4),
            "a": pytest.approx(11 / 60),
            "NMWT": pytest.approx((11 / 6) / 11),
            # Without 'wine bar' eve abstained: one pair of BAR is left, and agrees.
            "NMWS": pytest.approx((11 / 6 + 1 + 0) / (10 + 1 + 1)),
            "no names": pytest.approx((11 / 6 + 1) / 13),
            "plain": pytest.approx(11 / 60),
        }
        modes = {part: one["mode_exists"].value for part, one in found.parts.items()}
        assert modes["all"] == pytest.approx(2 / 3)
        assert modes["n"] == 1 / 2
        # 3 of 5 gave 'glad', 2 of 3 'pub'.
        assert found.parts["all"]["mode_hit"].value == pytest.approx(5 / 8)

    def test_without_phrases_nothing_is_said_of_multiword_targets(self):
        found = self.found()
        assert "NMWT" not in found.parts
        assert [table.name for table in found.tables()] == [
            "first_stage_agreement",
            "first_stage_distinct",
        ]

    def test_sentences_by_their_number_of_substitutes(self):
        empty = gold("4", "bar.n", [("ann", ())])
        counts = distinct_substitutes([HAPPY, BAR, NAMED, empty])
        assert counts == {0: 1, 1: 0, 2: 2, 3: 0, 4: 1}
        assert distinct_substitutes([]) == {}

    def test_its_tables_are_files(self):
        agreement, _multiwords, distinct = self.found(phrases=TestMultiwords.PHRASES).tables()
        head, first, *_rows = as_csv(agreement).splitlines()
        assert head.startswith("part,sentences,pairwise_sets,pairwise_sets_low")
        assert first.startswith("all,3,0.2023809523809523")
        assert as_csv(distinct) == "substitutes,sentences\n0,0\n1,0\n2,2\n3,0\n4,1\n"

    def test_it_is_made_again_of_what_was_kept(self):
        found = self.found(phrases=TestMultiwords.PHRASES)
        kept = json.loads(found.to_json())
        assert FirstStageAgreement.of_dict(kept) == found

    def test_its_values_are_plain(self):
        said = self.found().to_dict()
        assert said["parts"]["all"]["measures"]["pairwise_sets"]["n"] == 3
        assert said["distinct"]["4"] == 1
        assert self.found().rows()[0]["part"] == "all"
