"""Proposals on top of a gold, and what a change does to one."""

from regild.formats.records import GoldRecord
from regild.proposing.adding import add_to_gold
from regild.proposing.effect import VotesChanged, gold_effect
from regild.words import Wording


def record(sentence, votes, given_by=(), codes=()):
    return GoldRecord(sentence, "glad.a", tuple(votes.items()), tuple(codes), 1, given_by)


def test_votes_are_summed_and_names_joined_sentence_by_sentence():
    base = [record("1", {"happy": 2.0}, (("ann", ("happy",)), ("bob", ("happy",))))]
    proposed = [
        record("1", {"merry": 3.0, "happy": 1.0}, (("7", ("happy", "merry")),)),
        record("2", {"quiet": 1.0}, (("7", ("quiet",)),)),
    ]
    [one, two] = add_to_gold(base, proposed, wording=Wording())
    assert one.substitutes == (("happy", 3.0), ("merry", 3.0))
    assert one.given_by == (("ann", ("happy",)), ("bob", ("happy",)), ("7", ("happy", "merry")))
    assert two == proposed[1]


def test_what_is_worded_alike_counts_for_the_spelling_that_was_there():
    base = [record("1", {"At_Ease": 2.0})]
    proposed = [record("1", {"at ease": 1.0}, (("7", ("at ease",)),))]
    [one] = add_to_gold(base, proposed, wording=Wording(case="lower"))
    assert one.substitutes == (("At_Ease", 3.0),)
    assert one.given_by == (("7", ("At_Ease",)),)


def test_a_name_that_was_there_is_another_persons():
    base = [record("1", {"happy": 1.0}, (("1", ("happy",)),))]
    proposed = [record("1", {"happy": 1.0}, (("1", ("happy",)),))]
    [one] = add_to_gold(base, proposed, wording=Wording())
    assert [name for name, _texts in one.given_by] == ["1", "1 (2)"]


def test_codes_are_summed():
    base = [record("1", {}, codes=[("NIL", 1.0)])]
    proposed = [record("1", {"happy": 1.0}, codes=[("NIL", 2.0), ("NAME", 1.0)])]
    [one] = add_to_gold(base, proposed, wording=Wording())
    assert dict(one.codes) == {"NIL": 3.0, "NAME": 1.0}


def test_an_effect_tells_what_goes_what_comes_and_whose_votes_change():
    before = [record("1", {"happy": 3.0, "merry": 1.0}), record("2", {"calm": 1.0})]
    after = [record("1", {"happy": 2.0, "glad": 1.0}), record("2", {"calm": 1.0})]
    effect = gold_effect(before, after)
    assert (effect.substitutes, effect.votes) == ((3, 3), (5, 4))
    assert effect.gone == [VotesChanged("1", "merry", 1, 0)]
    assert effect.new == [VotesChanged("1", "glad", 0, 1)]
    assert effect.moved == [VotesChanged("1", "happy", 3, 2)]
    assert effect.changes[0].text == "merry"
