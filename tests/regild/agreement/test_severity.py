"""Strict and lenient annotators: against analysis of variance by hand, a likelihood written
out, and planted truth. Against lme4: tests/reference/test_severity.py."""

import json

import numpy as np
import pytest

from regild.agreement import effect_equations
from regild.agreement.crossed_effects import crossed_effects
from regild.agreement.severity import (
    ALL_ALIKE,
    NO_RESIDUAL,
    NOTHING_REPEATED,
    NOTHING_SHARED,
    ONE_ANNOTATOR,
    ONE_ITEM,
    ONE_VALUE,
    measure_severity,
)
from tests.processors import unlike

BALANCED = [
    ("ann", "1", 3),
    ("ann", "2", 1),
    ("ann", "3", 3),
    ("ann", "4", 1),
    ("bob", "1", 2),
    ("bob", "2", 0),
    ("bob", "3", 1),
    ("bob", "4", 0),
]


def made_up(*, items, annotators, ratings, seed, severity=0.5, noise=0.6):
    """(item, annotator, value, true worths, true severities); whole values from 0 to 3."""
    rng = np.random.default_rng(seed)
    cells = rng.choice(items * annotators, size=ratings, replace=False)
    item, annotator = np.divmod(cells, annotators)
    worth, strict = rng.normal(1.5, 0.9, items), rng.normal(0, severity, annotators)
    strict -= strict.mean()
    seen = worth[item] + strict[annotator] + rng.normal(0, noise, ratings)
    return item, annotator, np.clip(np.round(seen), 0, 3), worth, strict


def written_out(value, item, annotator):
    """-2 log of the restricted likelihood of three variances, with every matrix written out."""
    of_item, of_annotator = (np.eye(place.max() + 1)[place] for place in (item, annotator))
    ones = np.ones(len(value))

    def deviance(var_item, var_annotator, var_residual):
        spread = var_item * of_item @ of_item.T + var_annotator * of_annotator @ of_annotator.T
        spread += var_residual * np.eye(len(value))
        inverse = np.linalg.inv(spread)
        known = ones @ inverse @ ones
        rest = value - ones @ inverse @ value / known
        return np.linalg.slogdet(spread)[1] + np.log(known) + rest @ inverse @ rest

    return deviance


def test_a_balanced_table_is_an_analysis_of_variance() -> None:
    # Mean squares by hand: items 2.125, annotators 3.125, residual 0.125. So the variances are
    # (2.125 - .125) / 2, (3.125 - .125) / 4 and .125; ann's effect is half of the difference of
    # 1.25 between both means, times .75 / (.75 + .125 / 4).
    found = measure_severity(BALANCED)
    assert found.intercept == pytest.approx(1.375)
    assert found.var_item == pytest.approx(1)
    assert found.var_annotator == pytest.approx(0.75)
    assert found.var_residual == pytest.approx(0.125)
    ann, bob = found.annotators
    assert (ann.effect, bob.effect) == pytest.approx((0.6, -0.6))
    assert (ann.annotator, ann.n) == ("ann", 4)
    assert ann.low < 0.6 < ann.high
    # Everybody rated everything: nothing is moved.
    assert [one.adjusted for one in found.items] == pytest.approx([2.5, 0.5, 2, 0.5])
    assert found.spearman == pytest.approx(1)
    assert found.mean_change == pytest.approx(0, abs=1e-12)
    # Item 1 is 1.125 above the mean; with two ratings it keeps 1 / (1 + .125 / 2) of that.
    assert found.items[0].effect == pytest.approx(1.125 / 1.0625)


@pytest.mark.parametrize("seed", range(6))
def test_no_other_variances_are_likelier(seed: int) -> None:
    item, annotator, value, _worth, _strict = made_up(
        items=12, annotators=5, ratings=34, seed=seed
    )
    found = crossed_effects(value, item=item, annotator=annotator)
    assert found is not None
    assert found.converged
    least = 1e-12  # instead of none, of which the determinant has no logarithm
    best = [max(variance, least) for variance in found[1:4]]
    deviance = written_out(value, item, annotator)
    for place in range(3):
        for factor in (0.9, 0.999, 1.001, 1.1):
            other = [*best]
            other[place] = max(other[place], 1e-4) * factor
            assert deviance(*other) >= deviance(*best) - 1e-8


@pytest.mark.parametrize("swapped", [False, True])
def test_random_signs_give_what_inverting_gives(monkeypatch, swapped: bool) -> None:
    item, annotator, value, _worth, _strict = made_up(
        items=3_000, annotators=1_100, ratings=20_000, seed=4
    )
    if swapped:
        item, annotator = annotator, item
    near = crossed_effects(value, item=item, annotator=annotator)
    monkeypatch.setattr(effect_equations, "_MOST_FEW", 2_000)
    exact = crossed_effects(value, item=item, annotator=annotator)
    assert exact is not None
    assert near is not None
    np.testing.assert_allclose(near[:4], exact[:4], atol=1e-3)
    np.testing.assert_allclose(near.item, exact.item, atol=1e-3)
    np.testing.assert_allclose(near.annotator, exact.annotator, atol=1e-3)
    np.testing.assert_allclose(near.annotator_spread, exact.annotator_spread, rtol=0.05)


@pytest.mark.parametrize("seed", range(3))
def test_planted_severities_are_found_and_taken_out(seed: int) -> None:
    item, annotator, value, worth, strict = made_up(
        items=400, annotators=30, ratings=1_600, seed=seed
    )
    rows = [
        (f"{who:02}", f"{what:03}", number)
        for who, what, number in zip(annotator.tolist(), item.tolist(), value, strict=True)
    ]
    found = measure_severity(rows)
    effects = np.array([one.effect for one in found.annotators])
    assert np.corrcoef(effects, strict)[0, 1] >= 0.95

    true = worth[[int(one.item) for one in found.items]].clip(0, 3)
    adjusted, plain = (
        np.sqrt(np.mean((np.array(means) - true) ** 2))
        for means in (
            [one.adjusted for one in found.items],
            [one.mean for one in found.items],
        )
    )
    assert adjusted < 0.9 * plain


def test_intervals_hold_nine_in_ten_and_more_of_the_planted_severities() -> None:
    held = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        item, annotator = np.divmod(rng.choice(100 * 20, size=500, replace=False), 20)
        strict = rng.normal(0, 0.5, 20)
        value = rng.normal(size=100)[item] + strict[annotator] + rng.normal(size=500)
        found = crossed_effects(value, item=item, annotator=annotator)
        assert found is not None
        off = np.abs(found.annotator - strict)
        held += (off < 1.96 * found.annotator_spread).tolist()
    assert 0.92 <= np.mean(held) <= 0.98


def test_annotators_who_are_all_alike_have_no_severity() -> None:
    rng = np.random.default_rng(5)
    item, annotator = np.divmod(np.arange(200), 4)
    # Each item's four values are those of the other annotators, moved on by one.
    residual = np.array([rng.permuted([-1.0, -0.5, 0.5, 1.0]) for _ in range(50)])
    residual -= residual.mean(axis=0)
    value = rng.normal(size=50)[item] + residual.ravel()
    found = crossed_effects(value, item=item, annotator=annotator)
    assert found is not None
    assert (found.var_annotator, found.annotator.tolist()) == (0, [0] * 4)
    assert found.annotator_spread.tolist() == [0] * 4
    rows = zip(annotator.tolist(), item.tolist(), value.tolist(), strict=True)
    told = measure_severity((f"{who}", f"{what}", number) for who, what, number in rows)
    assert told.warnings == (ALL_ALIKE,)
    assert told.mean_change == 0


def test_parts_that_share_nobody_are_told() -> None:
    others = [(f"{who}2", f"{what}2", value + 1) for who, what, value in BALANCED]
    found = measure_severity([*BALANCED, *others])
    assert found.parts == 2
    assert "2 parts that share no annotator" in found.warnings[0]
    assert measure_severity(BALANCED).warnings == ()


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("a", "1", 1), ("a", "2", 0)], ONE_ANNOTATOR),
        ([("a", "1", 1), ("b", "1", 0)], ONE_ITEM),
        ([("a", "1", 1), ("a", "2", 0), ("b", "3", 0)], NOTHING_SHARED),
        ([("a", "1", 1), ("b", "1", 0), ("c", "2", 0)], NOTHING_REPEATED),
        ([("a", "1", 1), ("b", "1", 1), ("a", "2", 1)], ONE_VALUE),
        ([("a", "1", 1), ("b", "1", 2), ("a", "2", 3), ("b", "2", 4)], NO_RESIDUAL),
    ],
)
def test_undefined_has_no_number_and_a_reason(rows, reason) -> None:
    found = measure_severity(rows)
    assert found.reason == reason
    assert (found.intercept, found.var_item, found.mean_change) == (None, None, None)
    assert found.to_dict()["annotators"] == {}


def test_the_order_of_the_rows_changes_nothing() -> None:
    found, turned = (measure_severity(rows).to_dict() for rows in (BALANCED, BALANCED[::-1]))
    assert [*unlike(found, turned)] == []


class TestTheCommand:
    TABLE = "annotator,item,value\n" + "".join(f"{a},{i},{v}\n" for a, i, v in BALANCED)

    def test_prints_one_json_object(self, write, run) -> None:
        code, out, err = run("severity", write("ratings.csv", self.TABLE), "--json")
        found = json.loads(out)
        assert (code, err) == (0, "")
        assert found["var_annotator"] == pytest.approx(0.75)
        assert found["annotators"] == pytest.approx({"ann": 0.6, "bob": -0.6})
        assert set(found["items"]) == {"1", "2", "3", "4"}

    def test_prints_a_table(self, write, run) -> None:
        code, out, _err = run("severity", write("ratings.csv", self.TABLE))
        assert code == 0
        assert out.startswith("8 ratings of 4 items by 2 annotators.\n")
        assert "\nbob " in out

    def test_takes_ratings_as_they_are_exported(self, write, run) -> None:
        text = "annotator,sentence,substitute,value\n" + "".join(
            f"{a},7,word {i},{v}\n" for a, i, v in BALANCED
        )
        _code, out, _err = run("severity", write("ratings.csv", text), "--json")
        assert "7 word 1" in json.loads(out)["items"]

    def test_says_why_there_is_nothing_and_that_parts_are_apart(self, write, run) -> None:
        one = "annotator,item,value\na,1,1\na,2,0\n"
        code, out, err = run("severity", write("one.csv", one))
        assert (code, out) == (0, "")
        assert "one.csv: only one annotator rated.\n" in err

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (TABLE + "ann,1,2\n", "line 10: the value of '1' by 'ann' is already on line 2"),
            (TABLE + "eve,1,good\n", "line 10: value 'good' is not a number"),
            (TABLE + "eve,,2\n,1,2\n", "line 11: annotator '' is empty"),
            ("annotator,item\na,1\n", "there is no column value or category"),
            ('{"ann": {"1": [2]}}', "not an object of names, each with items and values"),
            ('{"ann": {"1": 2, "1": 3}}', "the value of '1' by 'ann' is there twice"),
            ("", "nothing to read"),
        ],
    )
    def test_refuses_what_it_cannot_use_with_its_line(self, write, run, text, said) -> None:
        code, out, err = run("severity", write("ratings.csv", text))
        assert (code, out) == (2, "")
        assert said in err
