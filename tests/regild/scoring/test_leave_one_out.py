"""Rounds of further ratings, and the pool without each system."""

import io

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.formats.trec import read_qrels, read_run
from regild.scoring.inputs import AnswerLists, Spellings, answer_lists, gold_weights
from regild.scoring.leave_one_out import (
    SystemLeftOut,
    bpref,
    leave_one_out,
    pool_tested,
    trusted_from,
)
from regild.scoring.matrices import answer_table, gold_table
from regild.scoring.ranking import rbo
from regild.scoring.rounds import (
    Ratable,
    allocate_alike,
    choose_round,
    effects,
    stratum_variances,
)
from regild.scoring.sentence_scores import score_systems
from regild.words import Wording

GOLD = {"1": {"a": 3.0, "b": 2.0, "c": 0.0}, "2": {"a": 2.0, "d": 3.0}}
SYSTEMS = {
    "one": {"1": ["a", "c"], "2": ["d"]},
    "two": {"1": ["a", "b"], "2": ["a"]},
}
PROPOSED = {"1": ["a"], "2": ["a"]}


def test_a_system_left_out_loses_what_it_alone_gave():
    """By hand: `d` is the first system's alone, so 1 and 3/3 become 1 and nothing; `a` is then
    the best of the second sentence."""
    found = leave_one_out(GOLD, SYSTEMS, proposed=PROPOSED, measures=["semdis.best_norm"])
    one, two = found
    assert (one.system, one.unique, one.value, one.without) == ("one", 2, 1.0, 0.5)
    assert (one.rank, one.rank_without, one.moved, one.difference) == (1, 2, 1, -0.5)
    # b is the second one's alone; it is no first answer.
    assert (two.unique, two.value, two.without) == (
        1,
        pytest.approx(5 / 6),
        pytest.approx(5 / 6),
    )
    [tested] = pool_tested(found)
    assert tested[1:] == (2, 0.25, 0.5, 0.5, 1)


def test_the_pool_took_answers_at_the_ranks_that_they_were_given():
    """`d` moved up to the second system's first place, behind which the pool did not look."""
    systems = {"one": {"1": ["a"], "2": ["d"]}, "two": {"1": ["a"], "2": ["d"]}}
    given = systems | {"two": {"1": ["a"], "2": ["two words", "d"]}}

    def unique(**asked):
        found = leave_one_out(
            GOLD, systems, proposed=PROPOSED, measures=["gap"], depth=1, **asked
        )
        return {one.system: one.unique for one in found}

    assert unique() == {"one": 0, "two": 0}
    assert unique(as_pooled=given) == {"one": 1, "two": 0}


def test_what_is_left_out_is_unjudged_and_not_bad():
    found = {
        one.measure: one
        for one in leave_one_out(
            GOLD, SYSTEMS, proposed=PROPOSED, measures=["judged@10", "P@1", "P@1_judged"]
        )
        if one.system == "one"
    }
    assert (found["judged@10"].value, found["judged@10"].without) == (1, 0.25)
    assert (found["P@1"].without, found["P@1_judged"].without) == (0.5, 0.5)


def test_a_sentence_left_without_anything_right_is_in_no_mean():
    found = leave_one_out(
        {"1": {"a": 1.0}, "2": {"b": 1.0}},
        {"one": {"1": ["a"], "2": ["b"]}, "two": {"2": ["b"]}},
        proposed={},
        measures=["P@1", "gap", "bpref"],
    )
    assert [one.without for one in found if one.system == "one"] == [1, 1, 1]


qrels = st.dictionaries(
    st.sampled_from("123"),
    st.dictionaries(st.sampled_from("abcdefghijklmnop"), st.integers(0, 3), min_size=1),
    min_size=1,
)
runs = st.dictionaries(
    st.sampled_from("123"),
    st.lists(st.sampled_from("abcdefghijklmnopqrst"), unique=True, max_size=15),
)


@settings(max_examples=60, deadline=None)
@given(qrels, runs)
def test_measures_of_retrieval_are_those_of_ir_measures(judged, given_answers):
    """trec_eval's own, by ir_measures. Where ours differ: only topics with something right are
    in a mean, a topic not answered counts 0, AP is our GAP where right is right, and the share
    of judged answers is over ten even where fewer are given there."""
    judged = {topic: of for topic, of in judged.items() if max(of.values()) > 0}
    given_answers = {topic: given_answers.get(topic, []) for topic in judged}
    if not judged or not any(given_answers.values()):
        return
    qrel_lines = "".join(f"{t} 0 {d} {n}\n" for t, of in judged.items() for d, n in of.items())
    run_lines = "".join(
        f"{topic} Q0 {text} {rank} {100 - rank} run\n"
        for topic, texts in given_answers.items()
        for rank, text in enumerate(texts, start=1)
    )
    spellings = Spellings(Wording())
    records = read_qrels(io.BytesIO(qrel_lines.encode()), name="qrels").records
    gold = gold_weights(records, spellings)
    answers = answer_lists(
        read_run(io.BytesIO(run_lines.encode()), name="run").records,
        spellings,
        groups={record.sentence: record.group for record in records},
    )
    scores = score_systems(gold=gold, systems=[answers])
    pairs = {
        "P@1": ir_measures.P @ 1,
        "P@3": ir_measures.P @ 3,
        "R@10": ir_measures.R @ 10,
        "ndcg@10": ir_measures.nDCG @ 10,
    }
    theirs = ir_measures.calc_aggregate(
        [*pairs.values(), ir_measures.Bpref, ir_measures.AP],
        ir_measures.read_trec_qrels(qrel_lines),
        ir_measures.read_trec_run(run_lines),
    )
    for key, measure in pairs.items():
        assert scores.means(key)[0].value == pytest.approx(theirs[measure]), key
    table = answer_table(gold_table(gold), answers)
    assert bpref(table).mean() == pytest.approx(theirs[ir_measures.Bpref])
    right = {t: {d: float(n > 0) for d, n in of.items()} for t, of in gold.items()}
    [average] = score_systems(gold=right, systems=[AnswerLists(answers)], keys=["gap"]).means(
        "gap"
    )
    assert average.value == pytest.approx(theirs[ir_measures.AP])


BEST_GOLD1 = [1, 3, 2, 4, 7, 8, 5, 9, 6, 10]
OOT_GOLD1 = [1, 2, 4, 5, 3, 6, 8, 9, 7, 10]
GOLD2 = [*range(1, 11)]


@pytest.mark.parametrize(
    ("ranking", "persistence", "theirs"),
    [
        # RankingSimilarity(…).rbo_ext(p) of the package rbo 0.1.3, which asks for numpy 1 and
        # so cannot be installed beside ours. Without ties both are Webber et al.'s equation 32.
        (BEST_GOLD1, 0.5, 0.8619373139880953),
        (BEST_GOLD1, 0.9, 0.9086242744642856),
        (BEST_GOLD1, 0.98, 0.9757830966505098),
        (OOT_GOLD1, 0.5, 0.941103980654762),
        (OOT_GOLD1, 0.9, 0.9412042744642857),
        (OOT_GOLD1, 0.98, 0.9841900812691764),
        (GOLD2[::-1], 0.5, 0.01629154265873016),
        (GOLD2[::-1], 0.9, 0.5116075656428573),
        (GOLD2[::-1], 0.98, 0.8780443726553534),
    ],
)
def test_rank_biased_overlap_is_that_of_rbo(ranking, persistence, theirs):
    assert rbo(ranking, GOLD2, persistence=persistence) == pytest.approx(theirs, abs=1e-14)


def test_a_round_takes_the_candidates_that_tell_most():
    """By hand: from two ratings to three gains worth / 6, from three to four worth / 12."""
    candidates = [Ratable("a", 1.0, 2), Ratable("a", 0.5, 2), Ratable("b", 1.0, 2)]
    variances = {"a": 1.0, "b": 0.3}
    # 1/6, 1/12, then .3/6 of the third and 1/20 of the first, which comes first.
    assert choose_round(candidates, variances, ratings=2).extra == (2, 0, 0)
    assert choose_round(candidates, variances, ratings=4).extra == (3, 0, 1)
    found = choose_round(candidates, variances, ratings=100, most=4)
    assert found.extra == (2, 2, 2)
    assert found.before == pytest.approx((1 + 0.25 + 0.3) / 2)
    assert found.saved == pytest.approx(0.5)


def test_a_round_is_set_beside_as_many_ratings_for_all_alike():
    """By hand: a third rating of all three takes 1.55 / 6 off 1.55 / 2, each a third of it."""
    candidates = [Ratable("a", 1.0, 2), Ratable("a", 0.5, 2), Ratable("b", 1.0, 2)]
    variances = {"a": 1.0, "b": 0.3}
    left = choose_round(candidates, variances, ratings=2).after
    assert left == pytest.approx(1 / 4 + 0.25 / 2 + 0.3 / 2)
    alike = allocate_alike(candidates, variances, ratings=2, reach=left)
    assert alike.after == pytest.approx(1.55 / 2 - 2 / 3 * 1.55 / 6)
    assert alike.needed == pytest.approx(3 * (1.55 / 2 - left) / (1.55 / 6))
    # Who has fewer comes first; the most of each leaves 1.55 / 4 and not less.
    fewer = [Ratable("a", 1.0, 1), *candidates[1:]]
    assert allocate_alike(fewer, variances, ratings=1, reach=0, most=4).after == (
        pytest.approx(1.55 / 2)
    )
    whole = allocate_alike(candidates, variances, ratings=6, reach=1.55 / 4, most=4)
    assert whole == (pytest.approx(1.55 / 4), pytest.approx(6))
    assert allocate_alike(candidates, variances, ratings=6, reach=0.3, most=4).needed is None
    assert allocate_alike([], {}, ratings=3, reach=0.0) == (0.0, 0.0)


def test_what_all_systems_answer_alike_gets_nothing_of_a_round():
    systems = [{"1": ["a", "b"]}, {"1": ["a", "c"]}]
    keys = [("1", "a"), ("1", "b"), ("1", "d")]
    moved = effects(systems, keys, depth=2)
    assert moved.tolist() == [0, 0.5, 0]
    candidates = [Ratable("x", effect, 2) for effect in moved.tolist()]
    assert choose_round(candidates, {"x": 1.0}, ratings=9).extra == (0, 5, 0)


def test_a_stratum_varies_as_its_candidates_do_together_and_never_as_one():
    """By hand: 2/3 and 1/2 within, of 2 + 1 degrees of freedom; leaning on 7/6 / 3 of all."""
    found = stratum_variances([("x", [1.0, 2.0, 2.0]), ("x", [0.0, 1.0]), ("y", [2.0])])
    of_all = (2 / 3 + 1 / 2) / 3
    assert found["x"] == pytest.approx((2 / 3 + 1 / 2 + 10 * of_all) / 13)
    assert found["y"] == pytest.approx(of_all)
    assert np.isfinite(stratum_variances([("z", [1.0])])["z"])


def left_out(system, judged, moved):
    return [
        SystemLeftOut(system, "judged@10", 0, 1.0, judged, judged - 1, 1, 1, 0),
        SystemLeftOut(system, "m", 0, 1.0, 1.0, 0.0, 1, 1 + moved, moved),
    ]


@pytest.mark.parametrize(
    ("systems", "least"),
    [
        ([(0.9, 0), (0.8, 0), (0.7, 1), (0.6, 0)], 0.8),
        ([(0.9, 0), (0.8, 0)], 0.8),
        ([(0.9, -1), (0.8, 0)], None),
        # Of two judged as far, one moved.
        ([(0.9, 0), (0.8, 0), (0.8, 1)], 0.9),
        ([], None),
    ],
)
def test_a_late_system_is_trusted_from_where_all_left_out_kept_their_ranks(systems, least):
    found = [
        row
        for n, (judged, moved) in enumerate(systems)
        for row in left_out(f"s{n}", judged, moved)
    ]
    assert trusted_from(found, "m") == least
