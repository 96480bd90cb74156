"""Several runs of one system: their mean, their spread, an interval that has both levels."""

from statistics import fmean, stdev

import numpy as np
import pytest

import regild
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.several_runs import replicate_means, rests_on, spread, together

GOLD = {str(n): {"good": 3, "fair": 1} for n in range(6)}


def run_of(good):
    """Right in the first `good` sentences, wrong in the others."""
    return {str(n): ["good" if n < good else "bad"] for n in range(6)}


@pytest.fixture
def runs(tmp_path):
    """Writes a file a run, and tells where."""

    def runs(*goods):
        paths = []
        for number, good in enumerate(goods):
            lines = (f"word.n {key} :: {answers[0]}\n" for key, answers in run_of(good).items())
            path = tmp_path / f"seed{number}.txt"
            path.write_text("".join(lines))
            paths.append(path)
        return paths

    return runs


def test_a_system_is_the_mean_of_its_runs_with_their_standard_deviation(runs):
    [neural] = regild.score(
        GOLD, {}, runs={"neural": runs(3, 4, 6)}, measures=["semdis.best_norm"]
    ).systems
    assert neural.system == "neural"
    assert neural.measures["semdis.best_norm"] == pytest.approx((3 + 4 + 6) / 18)
    assert neural.runs.values["semdis.best_norm"] == pytest.approx([1 / 2, 2 / 3, 1])
    assert neural.runs.sd["semdis.best_norm"] == pytest.approx(stdev([1 / 2, 2 / 3, 1]))
    assert neural.runs.files == ["seed0", "seed1", "seed2"]


def test_a_single_run_has_no_spread():
    assert spread([0.5]) is None
    assert spread([0.5, None]) is None
    [alone] = regild.score(GOLD, {"alone": run_of(3)}, measures=["gap"]).systems
    assert alone.runs is None


def test_runs_that_are_all_the_same_say_what_one_of_them_says(runs):
    asked = {"measures": ["semdis.best_norm", "best.P"], "seed": 5}
    one, *_rest = paths = runs(4, 4, 4)
    [single] = regild.score(GOLD, {"one": one}, **asked).systems
    [several] = regild.score(GOLD, {}, runs={"one": paths}, **asked).systems
    assert several.measures == pytest.approx(single.measures)
    for key in single.interval:
        assert several.interval[key] == pytest.approx(single.interval[key])


def test_sentences_that_all_score_alike_leave_the_spread_of_the_runs():
    """Three runs of .2, .5 and .8 everywhere: the mean's variance is theirs over three, .03,
    which drawing two of three has, and drawing three would not (.02)."""
    matrix = np.tile([0.2, 0.5, 0.8], (50, 1))
    [samples] = replicate_means([matrix], [[0, 1, 2]], seed=1, replicates=20_000, units=None)
    assert samples.mean() == pytest.approx(0.5, abs=0.005)
    assert samples.var() == pytest.approx(0.09 / 3, rel=0.05)
    # As many as there are runs: nothing else differs.
    assert rests_on(matrix, samples, [[0, 1, 2]], None) == [3]


def test_an_interval_has_both_levels():
    """Variances add up: of two runs apart by d the mean varies by d²/4, and that of 40
    sentences by theirs over 40."""
    rng = np.random.default_rng(3)
    sentences = rng.random(40)
    matrix = np.stack([sentences, sentences + 0.1], axis=1)
    [samples] = replicate_means([matrix], [[0, 1]], seed=1, replicates=20_000, units=None)
    expected = 0.1**2 / 4 + sentences.var() / 40
    assert samples.var() == pytest.approx(expected, rel=0.05)
    [n] = rests_on(matrix, samples, [[0, 1]], None)
    assert 2 <= n < 40


def test_a_sentence_has_the_mean_of_the_runs_that_have_one_there():
    nan = np.nan
    scores = SentenceScores(
        ("1", "2"), {"best.P": np.array([[1.0, 0.5, 0.2], [nan, 0.5, nan]])}
    )
    found = together(scores, [[0, 1], [2]])
    assert found.matrices["best.P"][:, 0] == pytest.approx([0.75, 0.5])
    assert found.means("best.P")[0].value == pytest.approx(fmean([0.75, 0.5]))
    assert found.means("best.P")[1] == (0.2, 1, None)


def test_targets_are_drawn_whole_in_runs_too():
    """Two targets of which one is right and one wrong: their mean is 0, 1/2 or 1, nothing
    else, however many sentences each has."""
    matrix = np.repeat([[1.0, 1.0], [0.0, 0.0]], 10, axis=0)
    units = np.repeat([0, 1], 10)
    [samples] = replicate_means([matrix], [[0, 1]], seed=1, replicates=100, units=units)
    assert {*np.unique(samples)} == {0.0, 0.5, 1.0}


@pytest.mark.parametrize(
    ("systems", "runs", "said"),
    [
        ({}, {"neural": ["one.txt"]}, "one run"),
        ({"neural": {"1": ["good"]}}, {"neural": ["one.txt", "two.txt"]}, "same name"),
    ],
)
def test_runs_that_make_no_sense_are_refused(systems, runs, said):
    with pytest.raises(ValueError, match=said):
        regild.score(GOLD, systems, runs=runs)
