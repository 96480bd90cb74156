"""How much surer SemDis's scores seem when its 300 sentences are drawn than when its 30 targets
are: the figures with which the unit was questioned."""

import pytest

from regild.formats.detect import read_answers_any, read_gold_any
from regild.scoring.evaluation import evaluate_by_target
from regild.scoring.inputs import Spellings, answer_lists, gold_weights
from regild.scoring.sentence_scores import score_systems
from regild.words import Wording

pytestmark = pytest.mark.sqlite

SYSTEMS = ("baseline_dicosyn", "flaubert_dropout_a00")


@pytest.fixture(scope="module")
def found(shared_data):
    folder = shared_data / "semdis2014"
    spellings = Spellings(Wording())
    with (folder / "gold1.txt").open("rb") as stream:
        gold = read_gold_any(stream, name="gold1.txt").records
    groups = {record.sentence: record.group for record in gold}
    systems = []
    for name in SYSTEMS:
        with (folder / "systems" / f"{name}.txt").open("rb") as stream:
            records = read_answers_any(stream, name=name).records
        systems.append(answer_lists(records, spellings, groups=groups))
    scores = score_systems(gold=gold_weights(gold, spellings), systems=systems)
    return evaluate_by_target(scores, groups, seed=2014)


def test_an_interval_over_targets_is_nearly_twice_as_wide(found):
    baseline = found.scored["semdis.best_norm"][0]
    over = found.over_sentences["semdis.best_norm"][0]
    assert (baseline.n, over.targets) == (300, 30)
    assert (over.low, over.high) == (
        pytest.approx(0.094, abs=0.005),
        pytest.approx(0.162, abs=0.005),
    )
    assert (baseline.low, baseline.high) == (
        pytest.approx(0.069, abs=0.01),
        pytest.approx(0.197, abs=0.01),
    )
    assert (baseline.high - baseline.low) / (over.high - over.low) > 1.8


def test_a_difference_that_one_in_three_orders_makes_is_made_by_more_than_half(found):
    best = min(found.scored["P@3"], key=lambda one: one.rank)
    over = found.over_sentences["P@3"][found.scored["P@3"].index(best)]
    assert over.p_next == pytest.approx(0.32, abs=0.02)
    assert best.p_next == pytest.approx(0.57, abs=0.03)
