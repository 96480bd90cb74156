"""Sentences that annotators marked, and the phrases they saw the target in."""

import io

from regild.formats.gold import read_gold, write_gold
from regild.proposing.multiwords import multiword_records, phrases_of
from regild.proposing.unclear import Unclear, unclear_groups, unclear_sentences
from regild.scoring.multiwords import gold_multiwords
from regild.scoring.official.score_pl import RELEASE_2007
from regild.scoring.official.score_pl_multiwords import read_multiword_gold
from regild.words import Wording
from tests.regild.proposing.stage import proposal

GIVEN = [
    proposal("1", "a", "x", mark="phrase", phrase="Happy  hour"),
    proposal("1", "b", mark="phrase", phrase="happy hour"),
    proposal("1", "c", mark="nil"),
    proposal("2", "a", mark="name"),
    proposal("2", "b", "x"),
    proposal("2", "c", "x", mark="phrase", phrase="happy end"),
    proposal("3", "a", "x"),
    proposal("3", "b", mark="nil"),
    proposal("3", "c", "x"),
]
LOWER = Wording(case="lower")
GROUPS = dict.fromkeys("123", "happy.a")


def test_sentences_that_half_marked_are_unclear_the_least_clear_first():
    assert unclear_sentences(GIVEN) == [
        Unclear("1", asked=3, nil=1, name=0, phrase=2, share=1),
        Unclear("2", asked=3, nil=0, name=1, phrase=1, share=2 / 3),
    ]
    assert [one.key for one in unclear_sentences(GIVEN, at_least=0)] == ["1", "2", "3"]
    assert unclear_sentences([proposal("1", "a", "x")], at_least=0) == []


def test_a_target_is_as_unclear_as_all_its_sentences():
    assert unclear_groups(GIVEN) == [
        Unclear("happy.a", 9, nil=2, name=1, phrase=3, share=6 / 9)
    ]


def test_phrases_are_votes_and_two_for_one_make_a_multiword():
    phrases = phrases_of(GIVEN, wording=LOWER)
    assert phrases["3"] == {"a": "", "b": "", "c": ""}
    records = multiword_records(phrases, groups=GROUPS)
    votes = {one.sentence: dict(one.substitutes) for one in records}
    assert votes == {"1": {"happy hour": 2}, "2": {"happy end": 1}}
    # 'a majority of at least 2 annotators had to identify the same' (SemEval 2007, section 2).
    assert gold_multiwords(votes) == {"1": "happy hour"}


def test_the_file_is_the_one_that_score_pl_and_regild_read():
    out = io.BytesIO()
    records = multiword_records(phrases_of(GIVEN, wording=LOWER), groups=GROUPS)
    write_gold(out, records, sort_by_votes=True)
    assert out.getvalue() == b"happy.a 1 :: happy hour 2;\nhappy.a 2 :: happy end 1;\n"
    out.seek(0)
    again = read_gold(out, name="mw.gold").records
    assert [one.substitutes for one in again] == [one.substitutes for one in records]
    scored = read_multiword_gold(out.getvalue(), RELEASE_2007)
    assert [*scored.multiwords.values()] == ["happy hour"]
    assert (scored.total, scored.error_lines) == (1, 0)
