import pytest
from scipy.stats import spearmanr

from regild.agreement.severity import ONE_ITEM
from regild.scoring.consensus import CONSTANT, TOO_FEW, compare_rules
from regild.scoring.frozen import FrozenOption
from regild.scoring.frozen_table import FrozenTable
from tests.regild.scoring.golds import CALM, SCALE, entry, rated_pool

OPTIONS = [FrozenOption(**option) for option in SCALE]


def compared(*entries):
    pool = rated_pool(CALM._replace(entries=entries))
    return compare_rules(FrozenTable(pool, OPTIONS, rule="mean", min_ratings=3))


def test_each_rule_is_compared_with_the_weights_released():
    found = compared(entry("a", "0003"), entry("b", "2211"), entry("c", "333"), entry("d", "3"))
    assert found["n"] == 3  # d is undecided
    median = found["rules"]["median"]
    # Released .75, 1.5, 3; medians 0, 1.5, 3.
    assert median["mean_difference"] == pytest.approx(0.75 / 3)
    assert median["spearman"] == pytest.approx(1)
    majority = found["rules"]["majority"]
    assert majority["mean_difference"] == pytest.approx((0.75 + 0.5) / 3)


def test_the_model_trusts_the_annotators_who_agree():
    """Three agree on everything; the fourth answers the other way round."""
    steady = [entry(str(n), "000" + "3" if n % 2 else "333" + "0") for n in range(12)]
    found = compared(*steady)
    assert found["rules"]["dawid_skene"]["mean_difference"] == pytest.approx(0.75, abs=0.01)
    first = found["furthest"][0]
    assert {first["weight"], round(first["dawid_skene"], 2)} in ({0.75, 0.0}, {2.25, 3.0})
    assert first["sentence"] == "12"


def test_what_cannot_correlate_says_why():
    rules = compared(entry("a", "333"))["rules"]
    assert rules.pop("severity")["reason"] == ONE_ITEM
    assert {found["reason"] for found in rules.values()} == {TOO_FEW}
    found = compared(entry("a", "333"), entry("b", "333"))["rules"]["mean"]
    assert (found["spearman"], found["reason"]) == (None, CONSTANT)


def test_the_correlation_is_spearmans():
    entries = [entry("a", "0003"), entry("b", "2211"), entry("c", "1003"), entry("d", "333")]
    found = compared(*entries)["rules"]["majority"]
    expected = spearmanr([0, 1, 0, 3], [0.75, 1.5, 1.0, 3.0]).statistic
    assert found["spearman"] == pytest.approx(expected)
