"""SWORDS' F at ten by hand; its figures on real files are in tests/reference."""

import io
import json

import pytest

from regild.formats.records import SentenceRecord
from regild.formats.swords_writing import (
    LabelledSentence,
    LabelledSubstitute,
    NewSwords,
    write_swords,
)
from regild.scoring.official.printed import ProgramStops
from regild.scoring.official.swords_eval import print_scores

CALM = {
    "quiet": "TRUE TRUE FALSE",
    "mild": "TRUE FALSE",  # half is not more than half
    "still": "TRUE " + "FALSE " * 9,
    "windy": "FALSE UNSURE",
    "flat": "UNSURE UNSURE",
}


def gold(substitutes):
    sentence = SentenceRecord("1", "calm.a", "The sea was ", "calm", ".", 0)
    labelled = [
        LabelledSubstitute(text, tuple(labels.split()), {})
        for text, labels in substitutes.items()
    ]
    sink = io.BytesIO()
    swords = NewSwords([LabelledSentence(sentence, labelled)], lemmatized=True)
    write_swords(sink, swords, compress=False)
    return sink.getvalue()


def printed(*answers, substitutes=CALM):
    data = gold(substitutes)
    [target] = json.loads(data)["targets"]
    pairs = [[text, -place] for place, text in enumerate(answers)]
    document = {"substitutes_lemmatized": True, "substitutes": {target: pairs}}
    return print_scores(gold_data=data, answer_data=json.dumps(document).encode())


def values(*answers, **options):
    return {
        key.removesuffix("_f@10"): value
        for key, value in printed(*answers, **options).values.items()
    }


def test_acceptable_is_more_than_half_and_conceivable_a_tenth():
    found = values("quiet", "mild", "still", "windy")
    # One of four answers, one to find; three of four, three to find.
    assert found["strict_a"] == pytest.approx(100 * 2 * 1 / (4 + 1))
    assert found["strict_c"] == pytest.approx(100 * 2 * 3 / (4 + 3))
    assert found["lenient_a"] == found["strict_a"]


def test_lenient_leaves_out_what_nobody_judged_and_moves_the_others_up():
    unknown = [f"x{n}" for n in range(10)]
    found = values("quiet", "x", "flat")
    assert found["strict_a"] == pytest.approx(100 * 2 / (3 + 1))
    # `flat` has no label but UNSURE.
    assert found["lenient_a"] == pytest.approx(100)
    found = values("quiet", *unknown, "mild")
    assert found["lenient_a"] == pytest.approx(100 * 2 / (2 + 1))
    assert found["strict_c"] == pytest.approx(100 * 2 / (10 + 3))
    assert found["lenient_c"] == pytest.approx(100 * 4 / (2 + 3))


def test_no_more_than_ten_are_to_be_found():
    many = {f"word{n}": "TRUE" for n in range(12)}
    assert values(*many, substitutes=many)["strict_a"] == pytest.approx(100)


def test_case_is_no_difference_and_repeats_count_once():
    assert values("Quiet", "quiet")["strict_a"] == pytest.approx(100)


def test_implicit_labels_count_as_the_others():
    implicit = {"quiet": "TRUE_IMPLICIT TRUE_IMPLICIT", "loud": "FALSE_IMPLICIT"}
    assert values("quiet", "loud", substitutes=implicit)["strict_a"] == pytest.approx(200 / 3)


def test_where_nothing_is_right_it_divides_by_zero_before_it_prints_anything():
    found = printed("mild", "still")  # conceivable, not acceptable
    assert set(found.values.values()) == {None}
    assert found.stopped.startswith("swords.eval dies")


@pytest.mark.parametrize(
    ("data", "file"), [((b"{}", b"{}"), "gold"), ((gold(CALM), b"noise"), "answers")]
)
def test_it_stops_at_a_file_that_is_none_of_its_own(data, file):
    with pytest.raises(ProgramStops) as stop:
        print_scores(gold_data=data[0], answer_data=data[1])
    assert (stop.value.file, stop.value.line) == (file, None)
