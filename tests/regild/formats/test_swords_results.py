"""A system's answers as SWORDS' own evaluator reads them."""

import gzip
import io
import json

import pytest

from regild.formats.detect import read_answers_any
from regild.problems import BadFile


def read(substitutes, *, pack=lambda data: data, **options):
    document = {"substitutes_lemmatized": True, "substitutes": substitutes}
    data = pack(json.dumps(document).encode())
    return read_answers_any(io.BytesIO(data), name="mine.lsr.json", **options)


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress])
def test_answers_come_by_falling_score_and_equal_ones_in_file_order(pack):
    given = {"t:1": [["mild", 0.4], ["quiet", 7], ["still", 0.4]], "t:2": []}
    one, two = read(given, pack=pack).records
    assert one[:3] == ("t:1", "", ("quiet", "mild", "still"))
    assert one.scores == (7, 0.4, 0.4)
    assert (two.sentence, two.answers) == ("t:2", ())


def test_what_a_system_could_not_score_comes_last():
    reading = read({"t:1": [["mild", float("-inf")], ["quiet", 0.1]]})
    assert reading.records[0].answers == ("quiet", "mild")
    assert reading.records[0].scores == ()
    assert len(reading.notices) == 1


@pytest.mark.parametrize(
    "pairs", [[["quiet", "high"]], [["quiet", float("nan")]], ["quiet"], {"quiet": 1}, [[1, 1]]]
)
def test_other_than_pairs_of_text_and_number_is_refused_by_the_targets_id(pairs):
    with pytest.raises(BadFile, match="the substitutes of 't:1' are no pairs"):
        read({"t:1": pairs})


def test_a_gold_of_swords_holds_no_answers():
    data = json.dumps({"substitutes": {}, "substitute_labels": {}}).encode()
    with pytest.raises(BadFile, match="hold no system's answers"):
        read_answers_any(io.BytesIO(data), name="swords.json")
