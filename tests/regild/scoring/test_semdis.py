import pytest

from regild.scoring.sentence_scores import score_systems

# Sentence 208 (espace) as the post hoc paper prints its second gold, cut to twelve.
ESPACE = {
    "distance": 3,
    "place": 3,
    "espacement": 3,
    "écart": 2.75,
    "écartement": 2.5,
    "intervalle": 2.5,
    "éloignement": 2,
    "interstice": 2,
    "marge": 1,
    "surface": 1,
    "volume": 0.75,
    "étendue": 0.75,
}
ANSWERS = ["place", "zone", "intervalle", "surface", "visa"]
TOTAL = 24.25  # 22.75 for the ten highest, and twice .75


def values(*, gold, answers):
    scores = score_systems(gold=gold, systems=[answers])
    return {key: scores.means(key)[0].value for key in scores.matrices}


def test_the_normalised_scores_of_sentence_208_by_hand():
    found = values(gold={"208": ESPACE}, answers={"208": ANSWERS})
    assert found["semdis.best_norm"] == 1  # 3 / 3
    # (3 + 0 + 2.5 + 1 + 0) / (3 + 3 + 3 + 2.75 + 2.5 + 2.5 + 2 + 2 + 1 + 1) = 6.5 / 22.75
    assert found["semdis.oot_norm"] == pytest.approx(2 / 7)


def test_the_raw_scores_of_sentence_208_by_hand():
    found = values(gold={"208": ESPACE}, answers={"208": ANSWERS})
    assert found["semdis.best"] == pytest.approx(3 / TOTAL)
    assert found["semdis.oot"] == pytest.approx(6.5 / TOTAL)


def test_normalising_comes_before_averaging():
    gold = {"1": {"a": 4, "b": 4}, "2": {"c": 1}}
    found = values(gold=gold, answers={"1": ["a"], "2": ["x"]})
    # (4/4 + 0/1) / 2; the ratio of the means would be (4/8) / (4/8 + 1/1) = 1/3.
    assert found["semdis.best_norm"] == 1 / 2


def test_a_single_vote_is_scored_unlike_in_semeval():
    found = values(gold={"1": {"a": 1}}, answers={"1": ["a"]})
    assert found["semdis.best"] == 1
    assert found["best.R"] is None


def test_answers_after_the_tenth_earn_nothing():
    answers = [f"x{i}" for i in range(10)] + ["place"]
    found = values(gold={"208": ESPACE}, answers={"208": answers})
    assert found["semdis.oot"] == found["semdis.oot_norm"] == 0
