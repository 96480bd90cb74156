import pytest

from regild.scoring.multiwords import gold_multiwords
from regild.scoring.sentence_scores import score_multiwords


@pytest.mark.parametrize(
    ("votes", "multiword"),
    [
        ({"take off": 3, "take out": 1}, "take off"),
        ({"take off": 2, "take out": 2}, None),  # no majority
        ({"take off": 1}, None),  # one annotator is not enough
        ({}, None),
    ],
)
def test_a_gold_multiword_needs_two_annotators_and_no_rival(votes, multiword):
    assert gold_multiwords({"1": votes}).get("1") == multiword


def test_detection_and_identification_by_hand():
    # Gold multiwords in 1, 2, 3. The system names one in 1 (right), 2 (another one), 4 and 5,
    # where annotators saw none (5 is not even in the gold).
    gold = {
        "1": {"take off": 3},
        "2": {"by and large": 2},
        "3": {"at last": 2},
        "4": {"old hat": 1},
    }
    answers = {"1": ["take off"], "2": ["by large"], "3": [], "4": ["old hat"], "5": ["x y"]}
    scores = score_multiwords(gold=gold, systems=[answers])
    found = {key: (mean.value, mean.n) for key in scores.matrices for mean in scores.means(key)}
    assert found == {
        "mw.detect_P": (2 / 4, 4),
        "mw.detect_R": (pytest.approx(2 / 3), 3),
        "mw.identify_P": (1 / 4, 4),
        "mw.identify_R": (pytest.approx(1 / 3), 3),
    }


def test_a_system_that_names_none_has_no_precision():
    scores = score_multiwords(gold={"1": {"take off": 3}}, systems=[{}])
    assert scores.means("mw.detect_P")[0].value is None
    assert scores.means("mw.detect_R")[0].value == 0
