"""A model in an annotator's place, and the systems that it favours: by hand, and against
scipy."""

import numpy as np
import pytest
from scipy import stats

from regild.judging.among_people import NOTHING_SHARED, model_among_people
from regild.judging.favour import NOTHING_SHARED as NO_SENTENCE
from regild.judging.favour import favoured_systems
from tests.regild.judging.test_alternative import drawn

PEOPLE = {
    "ann": {"1": 3, "2": 0, "3": 2, "4": 1},
    "bob": {"1": 3, "2": 1, "3": 2},
    "eve": {"1": 2, "2": 1, "3": 0},
}
MODEL = {"m": {"1": 3, "2": 0, "3": 2, "4": 3}}


class TestAModelAmongPeople:
    def test_shares_and_bias_by_hand(self):
        [found] = model_among_people(PEOPLE, MODEL).models
        ann, bob, eve = found.annotators
        # Nobody else rated item 4.
        assert (found.n_items, found.n_ratings, ann.n) == (3, 9, 3)
        # Of what bob and eve gave, ann gave 1 of 2, 0 of 2 and 1 of 2; the model the same.
        assert ann.person["same_share"] == ann.model["same_share"] == pytest.approx(1 / 3)
        # Of what ann and eve gave, bob: 1/2, 1/2, 1/2; the model: 1/2, 1/2, 1/2.
        assert bob.person["same_share"] == bob.model["same_share"] == pytest.approx(1 / 2)
        # Of what ann and bob gave, eve: 0, 1/2, 0; the model: 1, 1/2, 1.
        assert eve.person["same_share"] == pytest.approx(1 / 6)
        assert eve.model["same_share"] == pytest.approx(5 / 6)
        # eve less the others' means of 3, .5 and 2, and the model less the same.
        assert eve.person["bias"] == pytest.approx((-1 + 0.5 - 2) / 3)
        assert eve.model["bias"] == pytest.approx((0 - 0.5 + 0) / 3)
        assert found.people["same_share"] == pytest.approx((1 / 3 + 1 / 2 + 1 / 6) / 3)
        assert found.as_people["same_share"] == pytest.approx((1 / 3 + 1 / 2 + 5 / 6) / 3)

    def test_correlations_are_scipys(self):
        people, model = drawn(5)
        [found] = model_among_people(people, model).models
        for beside in found.annotators:
            rest = {who: of for who, of in people.items() if who != beside.annotator}
            rows = [
                (own, model["m"][item], np.mean(others))
                for item, own in people[beside.annotator].items()
                if (others := [of[item] for of in rest.values() if item in of])
            ]
            own, by_model, others = map(np.array, zip(*rows, strict=True))
            assert beside.n == len(rows)
            for side, numbers in ((beside.person, own), (beside.model, by_model)):
                assert side["loo_pearson"] == pytest.approx(
                    stats.pearsonr(numbers, others).statistic
                )
                assert side["loo_spearman"] == pytest.approx(
                    stats.spearmanr(numbers, others).statistic
                )

    def test_the_confusion_is_with_the_value_nearest_to_peoples_mean(self):
        # Means 8/3, 2/3 and 4/3: nearest are 3, 1 and 1, where the model gave 3, 0 and 2.
        [found] = model_among_people(PEOPLE, MODEL).models
        assert found.values == ("0", "1", "2", "3")
        assert found.confusion == ((0, 1, 0, 0), (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1))

    def test_a_mean_between_two_values_counts_as_the_higher(self):
        people = {"a": {"1": 0}, "b": {"1": 1}}
        [found] = model_among_people(people, {"m": {"1": 0}}).models
        assert found.confusion == ((0, 1), (0, 0))

    def test_names_have_shares_and_a_confusion_with_what_most_gave(self):
        people = {
            "a": {"1": "work", "2": "home", "3": "work"},
            "b": {"1": "work", "2": "work", "3": "home"},
            "c": {"1": "home", "2": "work"},
        }
        model = {"m": {"1": "work", "2": "home", "3": "home"}}
        [found] = model_among_people(people, model, level="nominal").models
        assert set(found.people) == {"same_share"}
        a, _b, _c = found.annotators
        # Of b's and c's work and home, work and work; and b's home.
        assert a.person["same_share"] == pytest.approx((1 / 2 + 0 + 0) / 3)
        assert a.model["same_share"] == pytest.approx((1 / 2 + 0 + 1) / 3)
        # Item 3 has no majority.
        assert found.values == ("home", "work")
        assert found.confusion == ((0, 1), (0, 1))

    def test_each_group_is_measured_by_itself(self):
        groups = {"1": "noun", "2": "noun", "3": "verb"}
        found = model_among_people(PEOPLE, MODEL, groups=groups)
        assert [*found.groups] == ["noun", "verb"]
        [verb] = found.groups["verb"]
        alone = {who: {"3": of["3"]} for who, of in PEOPLE.items()}
        [expected] = model_among_people(alone, MODEL).models
        assert verb.people == expected.people
        # The scale is that of all items.
        assert (verb.n_items, sum(map(sum, verb.confusion))) == (1, 1)
        assert verb.annotators[0].person["loo_pearson"] is None

    def test_nothing_shared_is_undefined_with_its_reason(self):
        [found] = model_among_people(PEOPLE, {"m": {"4": 1}}).models
        assert (found.n_items, found.people, found.reason) == (0, {}, NOTHING_SHARED)


class TestFavouredSystems:
    PEOPLE = {
        "one": {"1": 0.5, "2": 0.0},
        "two": {"1": 1.0, "2": 0.5},
        "three": {"1": 0.0, "2": 1.0},
    }

    def test_a_lenient_model_favours_nobody(self):
        model = {
            name: {key: value + 0.25 for key, value in scores.items()}
            for name, scores in self.PEOPLE.items()
        }
        found = favoured_systems(self.PEOPLE, model)
        assert [one.difference for one in found.systems] == [0.25] * 3
        favours = [(one.favour, one.low, one.high) for one in found.systems]
        assert favours == [(0, 0, 0)] * 3

    def test_a_draw_without_any_sentence_of_a_system_leaves_no_interval(self):
        few = {**self.PEOPLE, "three": {"1": 0.0}}
        found = favoured_systems(few, few).systems
        assert [(one.favour, one.low) for one in found] == [(0, None)] * 3

    def test_favour_is_the_difference_less_that_of_all_systems(self):
        model = {**self.PEOPLE, "one": {"1": 1.0, "2": 0.5, "9": 1.0}}
        found = favoured_systems(self.PEOPLE, model).systems
        assert [one.difference for one in found] == [0.5, 0, 0]
        assert [one.favour for one in found] == pytest.approx([1 / 3, -1 / 6, -1 / 6])
        assert (found[0].n, found[0].people, found[0].model) == (2, 0.25, 0.75)

    def test_intervals_hold_what_is_planted_and_show_who_is_favoured(self):
        rng = np.random.default_rng(8)
        held = []
        for seed in range(40):
            true = rng.random((120, 3))
            said = true + rng.normal(0.1, 0.3, (120, 3)) + np.array([0.3, 0, 0])
            people, model = (
                {
                    name: {f"{row}": float(one) for row, one in enumerate(scores[:, place])}
                    for place, name in enumerate(("kin", "b", "c"))
                }
                for scores in (true, said)
            )
            kin, b, _c = favoured_systems(people, model, seed=seed, replicates=500).systems
            assert kin.low > 0
            held += [kin.low <= 0.2 <= kin.high, b.low <= -0.1 <= b.high]
        assert 0.87 <= np.mean(held) <= 1

    def test_sentences_of_one_target_are_drawn_together(self):
        rng = np.random.default_rng(2)
        of_target = rng.normal(0, 1, (20, 2)).repeat(10, axis=0)
        people = {name: {f"{row}": 0.0 for row in range(200)} for name in "ab"}
        model = {
            name: {f"{row}": float(of_target[row, place]) for row in range(200)}
            for place, name in enumerate("ab")
        }
        groups = {f"{row}": f"{row // 10}" for row in range(200)}
        by_sentence, by_target = (
            favoured_systems(people, model, groups=of, replicates=1_000).systems[0]
            for of in (None, groups)
        )
        assert by_target.high - by_target.low > 2 * (by_sentence.high - by_sentence.low)

    def test_a_system_without_a_shared_sentence_has_a_reason(self):
        model = {**self.PEOPLE, "three": {"9": 1.0}}
        found = favoured_systems(self.PEOPLE, model).systems
        assert (found[2].favour, found[2].reason) == (None, NO_SENTENCE)
        assert found[0].favour == 0

    def test_systems_of_one_side_alone_are_refused(self):
        with pytest.raises(ValueError, match="scores three"):
            favoured_systems(self.PEOPLE, {"one": {}, "two": {}})
