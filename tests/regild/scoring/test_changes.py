from regild.scoring.changes import SubstituteOnBoth, changes

FIRST = {"1": {"glad": 3.0, "merry": 1.0}, "2": {"room": 2.0}, "3": {"calm": 2.0}}
SECOND = {
    "1": {"glad": 1.0, "merry": 3.0, "jolly": 2.0, "sad": 0.0, "gay": 2.0, "happy": 1.5},
    "2": {"room": 3.0, "space": 3.0},
}
ANSWERS = {"1": ("glad", "odd", "sad"), "2": ("room",)}


def found(measure="semdis.best_norm"):
    return changes(first_gold=FIRST, second_gold=SECOND, answers=ANSWERS, measure=measure)


def test_sentences_come_first_where_the_golds_differ_most():
    # Sentence 1: 3/3 on the first gold, 1/3 on the second; sentence 2: 1 on both.
    assert [(one.sentence, one.first, one.second) for one in found()] == [
        ("1", 1.0, 1 / 3),
        ("2", 1.0, 1.0),
        ("3", 0.0, None),
    ]
    assert [one.difference for one in found()] == [1 / 3 - 1, 0.0, None]


def test_answers_stand_with_their_votes_and_weights_and_what_no_gold_has_stays_empty():
    assert found()[0].answers == (
        SubstituteOnBoth("glad", 3.0, 1.0),
        SubstituteOnBoth("odd", None, None),
        SubstituteOnBoth("sad", None, 0.0),
    )


def test_the_heaviest_substitutes_that_were_missed_explain_the_loss():
    assert [one.text for one in found()[0].missed] == ["merry", "gay", "jolly"]
    assert found()[1].missed == (SubstituteOnBoth("space", None, 3.0),)


def test_a_precision_has_no_value_for_a_sentence_the_system_skipped():
    assert {one.sentence for one in found("best.P")} == {"1", "2"}
