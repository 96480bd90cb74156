"""The alternative annotator test, worked by hand and against scipy's own t test. Against what
was published with it: tests/reference/test_judging.py."""

import json
from time import process_time

import numpy as np
import pytest
from scipy import stats

from regild.judging.alternative import (
    NO_SPREAD,
    NOBODY,
    TOO_FEW_ITEMS,
    _highest_rejected,
    alternative_test,
)
from regild.problems import BadFile
from tests.regild.public import (
    assert_gives_what_it_lists,
    assert_type_checkers_are_told_the_same,
)


def drawn(seed, *, people=5, items=60, given=0.8):
    """Whole values from 0 to 3 by people, and by a model that judges like one of them."""
    rng = np.random.default_rng(seed)
    worth = rng.integers(0, 4, items)

    def judge(share):
        seen = np.clip(worth + rng.integers(-1, 2, items), 0, 3)
        return {
            f"item {place}": int(value)
            for place, value in enumerate(seen)
            if rng.random() < share
        }

    return {f"p{number}": judge(given) for number in range(people)}, {"m": judge(1)}


def plainly(people, model, score):
    """The indicators of each annotator, as the paper writes them down."""
    found = {}
    for left_out, given in people.items():
        pairs = []
        for item, own in given.items():
            others = [of[item] for who, of in people.items() if who != left_out and item in of]
            if others and item in model:
                if score == "match":
                    near = [np.mean([one == x for one in others]) for x in (model[item], own)]
                else:
                    near = [
                        -np.sqrt(np.mean([(one - x) ** 2 for one in others]))
                        for x in (model[item], own)
                    ]
                pairs.append((near[0] >= near[1], near[1] >= near[0]))
        found[left_out] = np.array(pairs, dtype=float)
    return found


@pytest.mark.parametrize("score", ["match", "neg-rmse"])
@pytest.mark.parametrize("seed", range(4))
def test_indicators_and_p_are_the_papers_and_scipys(score, seed):
    people, model = drawn(seed)
    [found] = alternative_test(people, model, epsilon=0.15, score=score).models
    expected = plainly(people, model["m"], score)
    for beside in found.annotators:
        as_near = expected[beside.annotator]
        assert beside.n == len(as_near)
        assert (beside.model, beside.human) == pytest.approx(tuple(as_near.mean(axis=0)))
        difference = as_near[:, 1] - as_near[:, 0]
        assert beside.p == pytest.approx(
            stats.ttest_1samp(difference, 0.15, alternative="less").pvalue
        )
    assert found.advantage_probability == pytest.approx(
        np.mean([one[:, 0].mean() for one in expected.values()])
    )


def test_discoveries_are_those_of_scipys_correction():
    rng = np.random.default_rng(1)
    for size in (1, 2, 5, 20):
        for _time in range(20):
            ps = rng.beta(0.3, 2, size)
            limit = _highest_rejected(ps.tolist())
            ours = ps <= (-1 if limit is None else limit)
            assert (
                ours.tolist()
                == (stats.false_discovery_control(ps, method="by") <= 0.05).tolist()
            )


def test_items_nobody_else_or_no_model_has_are_left_out():
    people = {"a": {str(n): 0 for n in range(50)}, "b": {str(n): n % 2 for n in range(40)}}
    model = {"m": {str(n): 0 for n in range(35)}}
    [found] = alternative_test(people, model, epsilon=0.1).models
    assert [one.n for one in found.annotators] == [35, 35]


def test_too_few_items_and_no_spread_are_said_and_do_not_win():
    people = {"a": {str(n): 1 for n in range(40)}, "b": {str(n): 1 for n in range(40)}}
    people["c"] = {str(n): 1 for n in range(29)}
    [found] = alternative_test(people, {"m": people["a"]}, epsilon=0.2).models
    assert [one.reason for one in found.annotators] == [
        NO_SPREAD,
        NO_SPREAD,
        TOO_FEW_ITEMS.filled(least=30),
    ]
    assert [one.wins for one in found.annotators] == [False, False, None]
    assert (found.winning_rate, found.advantage_probability, found.passes) == (0, 1, False)
    assert found.n_annotators == 2


def test_without_anybody_to_test_it_is_undefined():
    few = {name: {str(n): n for n in range(9)} for name in "ab"}
    [found] = alternative_test(few, {"m": few["a"]}, epsilon=0.2).models
    assert (found.winning_rate, found.advantage_probability, found.passes) == (None,) * 3
    assert found.reason == NOBODY.filled(least=30)


def test_a_number_written_otherwise_is_the_same_name():
    people = {name: {str(n): n % 3 for n in range(40)} for name in "ab"}
    model = {"m": {str(n): f"{n % 3}.0" for n in range(40)}}
    [found] = alternative_test(people, model, epsilon=0.2).models
    assert found.advantage_probability == 1


def test_means_as_near_but_for_rounding_are_a_tie():
    # .1 + .2 is not .3 to the last digit; both are .1 from the other's .2.
    people = {
        "a": {str(n): 0.1 + 0.2 for n in range(30)},
        "b": {str(n): 0.2 for n in range(30)},
    }
    [found] = alternative_test(
        people, {"m": {str(n): 0.1 for n in range(30)}}, epsilon=0.1, score="neg-rmse"
    ).models
    assert (found.annotators[0].model, found.annotators[0].human) == (1, 1)


@pytest.mark.parametrize("epsilon", [-0.1, 1, float("nan")])
def test_an_epsilon_that_makes_no_sense_is_refused(epsilon):
    people, model = drawn(0)
    with pytest.raises(ValueError, match="is not from 0 to below 1"):
        alternative_test(people, model, epsilon=epsilon)


def test_names_have_no_distance():
    people = {name: {str(n): "yes" for n in range(40)} for name in "ab"}
    with pytest.raises(BadFile, match="'yes' is not a number"):
        alternative_test(people, {"m": people["a"]}, epsilon=0.1, score="neg-rmse")


def test_five_hundred_annotators_take_less_than_two_seconds():
    people, model = drawn(7, people=500, items=5_000, given=0.1)
    assert sum(map(len, people.values())) > 200_000
    began = process_time()
    [found] = alternative_test(people, model, epsilon=0.1).models
    assert process_time() - began < 2
    assert found.n_annotators == 500


def test_what_the_folder_gives_is_what_it_lists():
    import regild.judging

    assert_gives_what_it_lists(regild.judging)
    assert_type_checkers_are_told_the_same(regild.judging)


class TestTheCommand:
    @pytest.fixture
    def files(self, write):
        people, model = drawn(3)
        return write("people.json", json.dumps(people)), write("model.json", json.dumps(model))

    def test_prints_one_json_object(self, files, run):
        code, out, err = run("alt-test", *files, "--epsilon", ".2", "--json")
        found = json.loads(out)["models"]["m"]
        assert (code, err) == (0, "")
        assert 0 <= found["winning_rate"] <= 1
        assert set(found["annotators"]["p0"]) == {"n", "model", "human", "p", "wins", "reason"}

    def test_prints_a_table_and_says_beside_it_who_was_left_out(self, write, run):
        rows = [f"{who},{n},{n % 2}\n" for who in "ab" for n in range(30)]
        people = write("people.csv", "annotator,item,value\n" + "".join(rows) + "c,1,1\n")
        models = "model,item,value\n" + "".join(f"m,{n},{n % 3}\n" for n in range(30))
        asked = run("alt-test", people, write("m.csv", models), "--epsilon", ".2")
        code, out, err = asked
        assert code == 0
        assert out.startswith("model  winning_rate  advantage_probability")
        assert "m, c: fewer than 30 items shared" in err

    def test_refuses_what_makes_no_sense(self, files, write, run):
        assert run("alt-test", *files, "--epsilon", "2")[2].endswith("from 0 to below 1.\n")
        code, _out, err = run("alt-test", files[0], "nowhere", "--epsilon", ".2")
        assert (code, err) == (2, "regild alt-test: nowhere: No such file or directory.\n")
        models = write("m.csv", "item,value\n1,2\n")
        _code, _out, err = run("alt-test", files[0], models, "--epsilon", ".2")
        assert "there is no column model or annotator" in err
