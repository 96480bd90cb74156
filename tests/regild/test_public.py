"""The names that `import regild` gives: documented by examples that run, each result the same
in every form."""

import doctest
import json

import pytest

import regild
from regild.results import NO_PANDAS
from tests.regild.public import (
    assert_gives_what_it_lists,
    assert_type_checkers_are_told_the_same,
)

SENTENCES = {
    "1": {"lexelt": "glad.a", "target": "glad"},
    "2": {"lexelt": "size.n", "target": "size"},
}
GOLD = {"1": {"pleased": 3.0, "merry": 1.0}, "2": {"bulk": 2.0}}
SYSTEMS = {"one": {"1": ["pleased"], "2": ["bulk"]}, "two": {"1": ["merry", "happy"]}}
RATINGS = [
    (annotator, sentence, substitute, value)
    for annotator in ("ann", "bob", "eve")
    for sentence, substitute, value in (
        ("1", "pleased", 3),
        ("1", "happy", 2 if annotator == "ann" else 3),
        ("2", "bulk", 1),
    )
]
ANNOTATIONS = [
    ("1", "ann", "work"),
    ("1", "bob", "work"),
    ("2", "ann", "work"),
    ("2", "bob", "family"),
]
BY_PERSON = {who: {str(n): n % 2 for n in range(4)} for who in ("ann", "bob")}
BY_MODEL = {"model": BY_PERSON["ann"]}
SCORES = {"one": {"1": 1.0, "2": 0.5}, "two": {"1": 0.0, "2": 0.5}}


def functions():
    return [name for name in regild.__all__ if name.islower()]


def results():
    """One of each kind of result."""
    pooled = regild.pool(SENTENCES, GOLD, SYSTEMS)
    scores = regild.score(GOLD, SYSTEMS)
    return [
        pooled,
        regild.dispatch(pooled, subsets=1),
        regild.measure_agreement(RATINGS, scale="0-3"),
        regild.measure_first_gold(GOLD, annotators=4),
        regild.measure_category_agreement(ANNOTATIONS),
        regild.second_gold(RATINGS, scale="0-3"),
        scores,
        regild.rank(scores),
        regild.compare_rankings(scores, scores),
        regild.Sentences.of(SENTENCES),
        regild.Gold.of(GOLD),
        regild.Answers.of(SYSTEMS["one"]),
        regild.Ratings.of(RATINGS),
        regild.measure_severity([(who, what, value) for who, _, what, value in RATINGS]),
        regild.alternative_test(BY_PERSON, BY_MODEL, epsilon=0.1),
        regild.model_among_people(BY_PERSON, BY_MODEL),
        regild.favoured_systems(SCORES, SCORES),
        regild.powered_scores(SCORES, SCORES),
        regild.score_soft_labels({"1": {"a": 1.0}}, {"one": {}}),
        regild.score_by_person(BY_PERSON, {"one": BY_PERSON}),
    ]


@pytest.mark.parametrize("name", functions())
def test_the_example_of_every_function_is_right(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    [found] = doctest.DocTestFinder(recurse=False).find(
        getattr(regild, name), name, globs={"regild": regild}
    )
    assert found.examples, f"{name} shows no example"
    told = []
    ended = doctest.DocTestRunner(verbose=False).run(found, out=told.append)
    assert ended.failed == 0, "".join(told)


def test_every_public_name_is_there_is_listed_and_says_what_it_is():
    for name in regild.__all__:
        assert getattr(regild, name).__doc__, name
    assert_gives_what_it_lists(regild)


def test_what_type_checkers_are_told_is_what_is_given():
    assert_type_checkers_are_told_the_same(regild)


@pytest.mark.parametrize("result", results(), ids=lambda result: type(result).__name__)
class TestAResult:
    def test_is_the_same_as_values_and_as_json(self, result):
        assert json.loads(result.to_json()) == json.loads(json.dumps(result.to_dict()))
        assert result.to_dict()

    def test_has_a_line_a_row_in_its_frame_and_its_table(self, result):
        rows = result.rows()
        frame = result.to_frame()
        assert rows
        assert list(frame.columns) == list(rows[0])
        assert len(frame) == len(rows)
        assert len(result.to_table().splitlines()) == len(rows) + 1

    def test_cannot_be_changed(self, result):
        [name, *_] = vars(result)
        with pytest.raises(AttributeError):
            setattr(result, name, None)


def test_a_frame_without_pandas_is_refused_in_a_clear_sentence(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        regild.score(GOLD, SYSTEMS).to_frame()
    assert "pandas" in NO_PANDAS


def test_an_empty_result_is_a_table_of_nothing():
    assert regild.Gold(()).to_table() == ""
    assert len(regild.Gold(()).to_frame()) == 0


def test_gold_and_systems_may_be_paths_or_values(tmp_path):
    gold, one, two = (tmp_path / name for name in ("gold.txt", "one.txt", "two.txt"))
    gold.write_text("glad.a 1 :: pleased 3;merry 1;\nsize.n 2 :: bulk 2;\n")
    one.write_text("glad.a 1 :: pleased\nsize.n 2 :: bulk\n")
    two.write_text("glad.a 1 :: merry;happy\n")
    from_values = regild.score(GOLD, SYSTEMS)
    assert regild.score(gold, [one, str(two)]).systems == from_values.systems
    assert regild.score(regild.read_gold(gold), {"one": one, "two": two}).systems == (
        from_values.systems
    )
    [alone] = regild.score(gold, one).systems
    assert alone.measures == from_values.systems[0].measures
    assert regild.score(gold, one).gold == str(gold)


def test_scores_are_worked_by_hand():
    one, two = regild.score(GOLD, SYSTEMS, measures=["semdis.best_norm"]).systems
    # Both first answers are the heaviest; then 1/3 in one sentence and nothing in the other.
    assert one.measures == {"semdis.best_norm": 1.0}
    assert two.measures["semdis.best_norm"] == pytest.approx((1 / 3 + 0) / 2)
    assert (two.n, two.sentences) == (2, {"semdis.best_norm": 2})


def test_a_second_gold_scores_what_the_first_had_not():
    second = regild.second_gold(RATINGS, scale="0-3")
    assert second.to_dict() == {"1": {"pleased": 3.0, "happy": 8 / 3}, "2": {"bulk": 1.0}}
    [two] = regild.score(second, {"two": {"1": ["happy"]}}, measures=["P@1"]).systems
    assert two.measures["P@1"] == 0.5


def test_a_pool_keeps_who_gave_what():
    pooled = regild.pool(SENTENCES, GOLD, SYSTEMS)
    assert [(c.sentence, c.substitute, c.origin, c.ranks) for c in pooled.candidates] == [
        ("1", "pleased", "both", {"one": 1}),
        ("1", "merry", "both", {"two": 1}),
        ("1", "happy", "systems", {"two": 2}),
        ("2", "bulk", "both", {"one": 1}),
    ]


def test_a_plan_shows_every_candidate_once_with_an_anchor_in_each_block():
    plan = regild.dispatch(regild.pool(SENTENCES, GOLD, SYSTEMS), subsets=2, block_size=2)
    assert sorted(p.substitute for p in plan.places) == ["bulk", "happy", "merry", "pleased"]
    blocks = {(p.subset, p.sentence) for p in plan.places}
    assert {(p.subset, p.sentence) for p in plan.places if p.anchor} == blocks
    assert plan == regild.dispatch(
        regild.pool(SENTENCES, GOLD, SYSTEMS), subsets=2, block_size=2
    )


def test_a_sentence_without_an_anchor_is_told_unless_it_is_allowed():
    pooled = regild.pool(SENTENCES, {"1": GOLD["1"]}, SYSTEMS)
    assert regild.dispatch(pooled, subsets=1).unanchored == ("2",)
    allowed = regild.dispatch(pooled, subsets=1, unanchored_allowed=["2"])
    assert allowed.unanchored == ()
    assert "bulk" in {place.substitute for place in allowed.places}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: regild.pool(SENTENCES, {"9": {"a": 1}}, {}), "sentence 9"),
        (lambda: regild.score(GOLD, SYSTEMS, exclude_targets=["sise.n"]), "sise.n"),
        (lambda: regild.rank(regild.score(GOLD, SYSTEMS), measure="nope"), "nope"),
        (lambda: regild.Ratings.of([RATINGS[0], RATINGS[0]]), "twice"),
        (lambda: regild.measure_agreement(RATINGS, scale="3-0"), "3-0"),
        (lambda: regild.measure_agreement(RATINGS, scale=[0, "bad"]), "not both"),
        (lambda: regild.measure_agreement(RATINGS, scale="0-900"), "too long"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_name(wrong, said):
    with pytest.raises(ValueError, match=said):
        wrong()
