import pytest

from regild.scoring.sentence_scores import Mean, score_systems

# The item 'happy' of McCarthy & Navigli 2007, section 3: 7 responses of five annotators.
HAPPY = {"glad": 3, "merry": 2, "cheerful": 1, "jovial": 1}


def mean(key, *, gold, answers):
    [found] = score_systems(gold=gold, systems=[answers], keys=[key]).means(key)
    return found


def test_best_divides_the_credit_of_glad_and_cheerful_by_two_guesses():
    # Printed in the paper: ((3 + 1) / 2) / 7 = .286
    found = mean("best.P", gold={"9999": HAPPY}, answers={"9999": ["glad", "cheerful"]})
    assert found.value == pytest.approx(2 / 7)


def test_oot_does_not_divide_by_the_guesses():
    # (3 + 1) / 7
    found = mean("oot.P", gold={"9999": HAPPY}, answers={"9999": ["glad", "cheerful"]})
    assert found.value == pytest.approx(4 / 7)


@pytest.mark.parametrize("answers", [{}, {"2": []}])
def test_a_target_a_system_skipped_counts_zero_in_recall_and_not_in_precision(answers):
    gold = {"1": HAPPY, "2": {"big": 2, "large": 1}}
    answered = {"1": ["glad"], **answers}
    # Sentence 1 is worth 3/7; recall is over both sentences.
    assert mean("best.P", gold=gold, answers=answered) == (pytest.approx(3 / 7), 1, None)
    assert mean("best.R", gold=gold, answers=answered) == (pytest.approx(3 / 14), 2, None)
    assert mean("best.mode_P", gold=gold, answers=answered) == (1, 1, None)
    assert mean("best.mode_R", gold=gold, answers=answered) == (1 / 2, 2, None)


def test_a_precision_without_an_attempt_is_undefined_and_says_why():
    found = mean("oot.P", gold={"1": HAPPY}, answers={})
    assert found == Mean(None, 0, "no sentence counts for this measure")
    assert mean("oot.R", gold={"1": HAPPY}, answers={}) == (0, 1, None)


def test_only_the_first_ten_answers_count_in_oot():
    ten_wrong = [f"wrong{i}" for i in range(10)]
    answers = {"1": [*ten_wrong, "glad"]}
    assert mean("oot.R", gold={"1": HAPPY}, answers=answers).value == 0
    assert mean("oot.mode_R", gold={"1": HAPPY}, answers=answers).value == 0
    # best has no such limit: 3 / 7 / 11 guesses.
    assert mean("best.R", gold={"1": HAPPY}, answers=answers).value == pytest.approx(3 / 77)


def test_best_mode_looks_at_the_first_answer_and_oot_mode_at_ten():
    answers = {"1": ["merry", "glad"]}
    assert mean("best.mode_P", gold={"1": HAPPY}, answers=answers).value == 0
    assert mean("oot.mode_P", gold={"1": HAPPY}, answers=answers).value == 1


def test_a_sentence_whose_highest_weight_is_shared_has_no_mode():
    # The same item as Jabbari et al. adapt it: glad 3, merry 3.
    gold = {"1": HAPPY | {"merry": 3}}
    assert mean("best.mode_R", gold=gold, answers={"1": ["glad"]}).n == 0
    assert mean("best.R", gold=gold, answers={"1": ["glad"]}).n == 1


@pytest.mark.parametrize(
    ("weights", "scored"),
    [
        ({"handlebar": 1}, 0),  # a single response
        ({"handlebar": 2}, 1),
        ({"handlebar": 1, "rod": 1}, 1),
        ({"mal": 1.67}, 1),  # a second gold: one weight above 1
        ({"mal": 0.75}, 0),
        ({"mal": 0.75, "algie": 0.5}, 1),
        ({"mal": 0.75, "algie": 0.0}, 0),  # judged and found bad is no response
    ],
)
def test_a_sentence_needs_two_substitutes_or_a_weight_above_one(weights, scored):
    assert mean("best.R", gold={"1": weights}, answers={}).n == scored
