"""How much surer SemDis's scores seem when its 300 sentences are drawn than when its 30 targets
are: the figures with which the unit was questioned."""

import numpy as np
import pytest

from regild.formats.detect import read_answers_any, read_gold_any
from regild.formats.mapping import read_mapping
from regild.scoring.evaluation import evaluate_by_target
from regild.scoring.inputs import Spellings, answer_lists, gold_weights
from regild.scoring.sentence_scores import score_systems
from regild.scoring.significance import compare_each
from regild.scoring.units import shared_targets
from regild.words import Wording

pytestmark = pytest.mark.sqlite

SYSTEMS = ("baseline_dicosyn", "flaubert_dropout_a00")


def read(data, *, names, mapped=False):
    folder = data / "semdis2014"
    with (folder / "mapping.txt").open("rb") as stream:
        rules = read_mapping(stream, name="mapping.txt").records if mapped else ()
    wording = Wording(rules=[(rule.group, rule.proposed, rule.canonical) for rule in rules])
    spellings = Spellings(wording)
    with (folder / "gold1.txt").open("rb") as stream:
        gold = read_gold_any(stream, name="gold1.txt").records
    groups = {record.sentence: record.group for record in gold}
    systems = []
    for name in names:
        with (folder / "systems" / f"{name}.txt").open("rb") as stream:
            records = read_answers_any(stream, name=name).records
        systems.append(answer_lists(records, spellings, groups=groups))
    return gold_weights(gold, spellings), groups, systems


@pytest.fixture(scope="module")
def found(shared_data):
    gold, groups, systems = read(shared_data, names=SYSTEMS)
    return evaluate_by_target(score_systems(gold=gold, systems=systems), groups, seed=2014)


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


def test_a_difference_that_one_in_three_orders_makes_is_made_by_more_than_half(shared_data):
    """Normalised OOT under the task's mapping: p is .32 by sentences, and .56 by targets."""
    gold, groups, systems = read(
        shared_data, mapped=True, names=("baseline_dicosyn", "flaubert_dropout_03")
    )
    scores = score_systems(gold=gold, systems=systems, keys=["semdis.oot_norm"])
    matrices = [scores.matrices["semdis.oot_norm"]]
    units = shared_targets(scores.sentences, groups)
    ps = [
        compare_each(
            matrices, permutations=60_000, rng=np.random.default_rng(2014), units=exchanged
        )[0][0].p
        for exchanged in (None, units)
    ]
    assert ps == pytest.approx([0.32, 0.56], abs=0.01)
