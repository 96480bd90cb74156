"""The array sums against each measure written out for one sentence."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.scoring.measures import KEYS
from regild.scoring.sentence_scores import score_systems

TEXTS = [f"s{i}" for i in range(14)]
sentence_gold = st.dictionaries(
    st.sampled_from(TEXTS), st.sampled_from([0, 0.25, 1, 1.5, 2, 3]), max_size=9
)
sentence_answers = st.lists(st.sampled_from([*TEXTS, "x", "y", "z"]), unique=True, max_size=14)


def by_definition(gold, answers):
    """{key: value or None where the sentence is not in the mean}, after measures.md."""
    weight = [gold.get(a, 0) for a in answers]
    total, ranked = sum(gold.values()), sorted(gold.values(), reverse=True)
    positive = [w for w in ranked if w > 0]
    scored = len(positive) >= 2 or positive[0] > 1
    modes = [text for text, w in gold.items() if w == ranked[0]]
    mode = modes[0] if scored and len(modes) == 1 else None
    k = len(answers)
    found = {}

    def task(name, credit, hit):
        found[f"{name}.P"] = credit if scored and answers else None
        found[f"{name}.R"] = credit if scored else None
        found[f"{name}.mode_P"] = int(hit) if mode and answers else None
        found[f"{name}.mode_R"] = int(hit) if mode else None

    task("best", sum(weight) / k / total if k else 0, answers[:1] == [mode])
    task("oot", sum(weight[:10]) / total, mode in answers[:10])
    first = weight[0] if k else 0
    found["semdis.best"] = first / total
    found["semdis.oot"] = sum(weight[:10]) / total
    found["semdis.best_norm"] = first / ranked[0]
    found["semdis.oot_norm"] = sum(weight[:10]) / sum(ranked[:10])

    def coverage(n):
        credit = sum(weight[:n])
        wrong = sum(w == 0 for w in weight[:n])
        p = credit / (credit + wrong) if weight[:n] else 0
        r = credit / total
        return p, r, 2 * p * r / (p + r) if p + r else 0

    found["jabbari.best"] = sum(weight) / (ranked[0] * k) if k else 0
    found["jabbari.best1"] = first / ranked[0]
    found["jabbari.P"], found["jabbari.R"], found["jabbari.F"] = coverage(k)
    so_far = [coverage(n)[2] for n in range(1, k + 1)]
    found["jabbari.optimal_F"] = max(so_far, default=0)
    best = (n for n, f in enumerate(so_far, start=1) if math.isclose(f, max(so_far)))
    # These answers carry no scores.
    found["jabbari.threshold"] = found["jabbari.threshold_F"] = None
    found["jabbari.optimal_cut"] = next(best) if any(so_far) else None
    right = sum(w > 0 for w in weight)
    found["jabbari.R_types"] = right / len(positive)
    found["jabbari.P_types"] = right / k if k else 0
    found["jabbari.F_types"] = 2 * right / (k + len(positive))
    found |= {f"jabbari.top_{n}": coverage(n)[2] for n in range(1, 11)}

    found |= retrieval(weight, ranked, positive)
    found |= tsar(weight, ranked[0])
    judged = [a in gold for a in answers[:10]]
    found["judged@10"] = sum(judged) / len(judged) if judged else None
    condensed = retrieval([gold[a] for a in answers if a in gold], ranked, positive)
    return found | {f"{key}_judged": value for key, value in condensed.items()}


def tsar(weight, highest):
    right = [w > 0 for w in weight]
    found = {"tsar.ACC@1": int(any(right[:1]))}
    found |= {f"tsar.ACC@{k}@Top1": int(highest in weight[:k]) for k in (1, 2, 3)}
    for k in (3, 5, 10):
        ranks = [rank for rank, hit in enumerate(right[:k], start=1) if hit]
        found[f"tsar.MAP@{k}"] = sum(n / rank for n, rank in enumerate(ranks, start=1)) / k
        found[f"tsar.Potential@{k}"] = int(bool(ranks))
    return found


def retrieval(weight, ranked, positive):
    def gap(ws):
        return sum(sum(ws[: i + 1]) / (i + 1) for i, w in enumerate(ws) if w > 0)

    def dcg(ws):
        return sum(w / math.log2(rank + 1) for rank, w in enumerate(ws[:10], start=1))

    right = [w > 0 for w in weight]
    return {
        "gap": gap(weight) / gap(ranked),
        "P@1": sum(right[:1]),
        "P@3": sum(right[:3]) / 3,
        "R@10": sum(right[:10]) / len(positive),
        "ndcg@10": dcg(weight) / dcg(ranked),
    }


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(sentence_gold, sentence_answers, sentence_answers), max_size=5))
def test_every_measure_of_every_sentence_is_what_its_definition_says(data):
    gold = {i: row[0] for i, row in enumerate(data)}
    systems = [{i: row[j] for i, row in enumerate(data)} for j in (1, 2)]
    scores = score_systems(gold=gold, systems=systems)
    assert scores.sentences == tuple(i for i in gold if any(gold[i].values()))
    assert tuple(scores.matrices) == KEYS
    for row, i in enumerate(scores.sentences):
        for column, answers in enumerate(systems):
            expected = by_definition(gold[i], answers[i])
            for key in KEYS:
                found = scores.matrices[key][row, column]
                value = math.nan if expected[key] is None else expected[key]
                assert found == pytest.approx(value, abs=1e-12, nan_ok=True), key


def test_a_sentence_in_which_everything_was_judged_bad_has_no_gold():
    scores = score_systems(gold={"1": {"a": 0}, "2": {"b": 1}}, systems=[{"2": ["b"]}])
    assert scores.sentences == ("2",)
    assert scores.means("gap")[0] == (1, 1, None)


def test_answers_to_a_sentence_without_gold_change_nothing():
    gold = {"2": {"b": 1, "c": 1}}
    one, other = {"2": ["b"]}, {"2": ["b"], "3": ["b", "c"]}
    scores = score_systems(gold=gold, systems=[one, other])
    for key in KEYS:
        assert scores.means(key)[0] == scores.means(key)[1]


def test_scores_on_some_of_the_sentences_are_those_of_a_gold_cut_to_them():
    gold = {"1": {"a": 2, "b": 1}, "2": {"c": 1, "d": 1}, "3": {"e": 4}}
    answers = {"1": ["b", "x"], "2": ["c"], "3": ["e"]}
    cut = score_systems(gold=gold, systems=[answers]).only({"1", "3"})
    alone = score_systems(gold={s: gold[s] for s in ("1", "3")}, systems=[answers])
    assert cut.sentences == alone.sentences
    assert [cut.means(key) for key in KEYS] == [alone.means(key) for key in KEYS]


def test_a_gold_without_sentences_leaves_every_measure_undefined():
    scores = score_systems(gold={}, systems=[{"1": ["a"]}])
    assert {scores.means(key)[0].value for key in KEYS} == {None}
