"""Pooling one sentence: hand-worked examples, and promises checked on made-up answers."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.pooling.pool import (
    Dropped,
    MergedSpelling,
    OriginShare,
    Policy,
    PooledCandidate,
    breakdown,
    pool_sentence,
)
from regild.tasks.substitution.content import lemma_of

KEEP = Policy(multiwords="keep", target_as_answer="keep")


def normalise(raw):
    """Stands in for a campaign's wording: blanks, underscores, and lower case."""
    return " ".join(raw.replace("_", " ").split()).lower()


def pooled(*, gold=(), answers=(), policy=KEEP, undone=frozenset(), **sentence):
    lexelt, target = sentence.get("lexelt", "bright.a"), sentence.get("target", "brightest")
    return pool_sentence(
        itself=(lemma_of(lexelt), target),
        gold=gold,
        answers=answers,
        normalise=normalise,
        policy=policy,
        undone=undone,
    )


def test_each_distinct_substitute_is_one_candidate_with_its_origin_votes_and_answers():
    pool = pooled(
        gold=[("clever", 3), ("smart", 1)],
        answers=[("sunny", 2, 1), ("clever", 2, 2), ("clever", 1, 1)],
    )
    assert pool.candidates == (
        PooledCandidate("clever", 3, ((1, 1), (2, 2))),
        PooledCandidate("smart", 1, ()),
        PooledCandidate("sunny", None, ((2, 1),)),
    )
    assert [c.origin for c in pool.candidates] == ["both", "gold", "systems"]


def test_a_gold_substitute_without_weight_is_still_gold():
    assert pooled(gold=[("dim", 0)]).candidates[0].origin == "gold"


def test_gold_comes_by_votes_then_as_first_seen_and_systems_by_best_rank_then_text():
    pool = pooled(
        gold=[("smart", 1), ("clever", 2), ("quick", 1)],
        answers=[("vivid", 1, 2), ("sunny", 1, 1), ("light", 2, 2), ("vivid", 2, 3)],
    )
    assert [c.text for c in pool.candidates] == [
        "clever",
        "smart",
        "quick",
        "sunny",
        "light",
        "vivid",
    ]


def test_merged_gold_spellings_add_their_votes():
    # 22 lines of the SemEval test gold repeat a substitute: `garden 2;lot 1;garden  1`.
    pool = pooled(gold=[("garden", 2), ("lot", 1), ("garden ", 1)])
    assert [(c.text, c.votes) for c in pool.candidates] == [("garden", 3), ("lot", 1)]


def test_a_system_that_gives_two_spellings_of_a_word_keeps_its_best_rank():
    pool = pooled(answers=[("at once", 1, 4), ("at_once", 1, 2), ("At once", 1, 7)])
    assert pool.candidates == (PooledCandidate("at once", None, ((1, 2),)),)


def test_every_spelling_that_changed_is_listed_once_a_source_with_how_often():
    pool = pooled(
        gold=[("At once", 1), ("soon", 1)],
        answers=[("at_once", 1, 1), ("at_once", 2, 1), ("At once", 3, 1), ("at once", 4, 1)],
    )
    assert pool.merges == (
        MergedSpelling("At once", "at once", "gold", 1),
        MergedSpelling("At once", "at once", "systems", 1),
        MergedSpelling("at_once", "at once", "systems", 2),
    )


def test_an_undone_spelling_stays_as_its_own_trimmed_nfc_candidate():
    # e + combining acute, with a blank behind: trimmed and composed, but not lowered.
    undone = "E\u0301cole "
    pool = pooled(answers=[(undone, 1, 1), ("\u00c9COLE", 2, 1)], undone={undone})
    assert {c.text for c in pool.candidates} == {"\u00c9cole", "\u00e9cole"}


DROP = Policy(multiwords="drop", target_as_answer="drop")


@pytest.mark.parametrize(
    ("raw", "policy", "reason"),
    [
        ("at_once", DROP, "multiword"),
        ("at_once", KEEP, None),
        ("well-lit", DROP, None),  # a hyphen makes no multiword
        ("bright", DROP, "target"),  # the lemma
        ("Brightest", DROP, "target"),  # the form in the sentence
        ("Brightest", KEEP, None),
        (" pn ", KEEP, "code"),
        ("NIL", KEEP, "code"),
        ("NAME", KEEP, "code"),
        ("name", KEEP, None),  # a word, not the code
        ("pn", KEEP._replace(codes=frozenset()), None),
        ("???", KEEP._replace(codes=frozenset({"???"})), "code"),
        (" _ ", KEEP, "empty"),
        ("", DROP, "empty"),
    ],
)
def test_the_policy_decides_what_enters_from_gold_and_systems_alike(raw, policy, reason):
    pool = pooled(gold=[(raw, 1)], answers=[(raw, 1, 1)], policy=policy)
    if reason is None:
        assert [c.origin for c in pool.candidates] == ["both"]
        assert pool.dropped == Counter()
    else:
        assert pool.candidates == pool.merges == ()
        assert pool.dropped == {Dropped("gold", reason): 1, Dropped("systems", reason): 1}


@pytest.mark.parametrize("lexelt", ["bar.n", "bar.n.v"])
def test_the_lemma_of_a_target_with_two_parts_of_speech_is_found(lexelt):
    pool = pooled(answers=[("bar", 1, 1)], policy=DROP, lexelt=lexelt, target="bars")
    assert pool.dropped == {Dropped("systems", "target"): 1}


def test_a_capital_does_not_hide_the_target_from_a_campaign_that_keeps_case():
    # Real answers to `cross.n` hold `Cross`.
    pool = pool_sentence(
        itself=("cross",),
        gold=[],
        answers=[("Cross", 1, 1)],
        normalise=str.strip,
        policy=DROP,
    )
    assert pool.dropped == {Dropped("systems", "target"): 1}


def test_only_the_first_answers_of_each_system_enter_a_shallow_pool():
    # Depth counts what the system gave: the dropped target at rank 1 uses one of its two.
    pool = pooled(
        answers=[("bright", 1, 1), ("sunny", 1, 2), ("vivid", 1, 3), ("vivid", 2, 1)],
        policy=DROP._replace(depth=2),
    )
    assert [(c.text, c.answers) for c in pool.candidates] == [
        ("vivid", ((2, 1),)),
        ("sunny", ((1, 2),)),
    ]
    assert pool.dropped == {
        Dropped("systems", "target"): 1,
        Dropped("systems", "beyond depth"): 1,
    }


SPELLINGS = st.sampled_from(
    ["a", "A", " a", "b", "b_c", "b c", "B  c", "bright", "Brightest", "pn", "NIL", "", "_"]
)
POLICIES = st.builds(
    Policy,
    multiwords=st.sampled_from(["keep", "drop"]),
    target_as_answer=st.sampled_from(["keep", "drop"]),
    codes=st.sampled_from([frozenset(), frozenset({"pn"}), frozenset({"pn", "NIL"})]),
    depth=st.sampled_from([None, 1, 3]),
)
GOLD = st.lists(st.tuples(SPELLINGS, st.integers(1, 5)), max_size=12)
ANSWERS = st.lists(st.tuples(SPELLINGS, st.integers(1, 4), st.integers(1, 6)), max_size=25)


@settings(max_examples=150, deadline=None)
@given(gold=GOLD, answers=ANSWERS, policy=POLICIES)
def test_everything_given_is_in_the_pool_or_counted_as_left_out(gold, answers, policy):
    pool = pooled(gold=gold, answers=answers, policy=policy)
    texts = {c.text for c in pool.candidates}
    lost = Counter(dropped.source for dropped in pool.dropped.elements())
    from_gold = [raw for raw, _ in gold if normalise(raw) in texts and raw not in policy.codes]
    # The same text can be left out of one system's answers for its depth alone.
    from_systems = [
        raw
        for raw, _, rank in answers
        if normalise(raw) in texts
        and raw not in policy.codes
        and (policy.depth is None or rank <= policy.depth)
    ]
    assert len(from_gold) + lost["gold"] == len(gold)
    assert len(from_systems) + lost["systems"] == len(answers)


@settings(max_examples=150, deadline=None)
@given(gold=GOLD, answers=ANSWERS)
def test_votes_and_best_ranks_are_those_of_all_the_spellings(gold, answers):
    for candidate in pooled(gold=gold, answers=answers, policy=KEEP).candidates:
        votes = [
            v for raw, v in gold if normalise(raw) == candidate.text and raw not in KEEP.codes
        ]
        assert candidate.votes == (sum(votes) if votes else None)
        given_by = {
            (
                system,
                min(r for w, s, r in answers if s == system and normalise(w) == candidate.text),
            )
            for raw, system, _ in answers
            if normalise(raw) == candidate.text
        }
        assert candidate.answers == tuple(sorted(given_by))


@settings(max_examples=150, deadline=None)
@given(
    answers=ANSWERS.flatmap(lambda given: st.tuples(st.just(given), st.permutations(given))),
    gold=GOLD,
    policy=POLICIES,
)
def test_the_order_of_the_answers_changes_nothing(answers, gold, policy):
    first, second = (pooled(gold=gold, answers=a, policy=policy) for a in answers)
    assert first == second


def test_the_breakdown_gives_the_share_of_each_origin():
    assert breakdown({"gold": 1, "systems": 6, "both": 1}) == (
        OriginShare("gold", 1, 12.5),
        OriginShare("systems", 6, 75.0),
        OriginShare("both", 1, 12.5),
    )


def test_an_origin_without_candidates_is_none_of_the_pool():
    assert breakdown({"systems": 4})[0] == OriginShare("gold", 0, 0.0)


def test_an_empty_pool_has_no_shares():
    assert [row.percent for row in breakdown({})] == [None, None, None]
