import pytest

from regild.scoring.measures import FAMILIES, KEYS
from regild.scoring.measuring import measure_parts
from regild.scoring.parts import (
    MeasureOnPart,
    UnknownMeasure,
    named_measures,
    parts_of,
)
from regild.scoring.score_records import MEANS_ALONE, single_runs

GOLD = {
    "1": {"at last": 3, "finally": 1},
    "2": {"run": 2, "race": 2},
    "3": {"good": 1, "well known": 1},
}
LEXELTS = {"1": "end.r", "2": "hurry.v", "3": "bar.n.v"}
ANSWERS = {"1": ("finally", "at last"), "2": ("at a run",), "3": ("good",)}


def named(*names):
    return named_measures(names, parts_of_speech={"n", "v", "r"})


def value(name, **more):
    [measure] = named(name)
    found = measure_parts(
        [measure],
        gold=GOLD,
        systems=[ANSWERS],
        teams=single_runs(["one"]),
        groups=LEXELTS,
        asked=MEANS_ALONE,
        **more,
    )
    return found[name].scored[0][:2]


def test_names_are_keys_families_and_beginnings_each_once():
    assert [str(m) for m in named("semdis", "semdis.best", "gap")] == [
        *("semdis.best", "semdis.oot", "semdis.best_norm", "semdis.oot_norm", "gap")
    ]
    assert [m.key for m in named("best", "oot")] == [m.key for m in FAMILIES["semeval"]]
    assert {m.key for m in named(*FAMILIES)} == {*KEYS}


def test_a_name_may_end_in_a_part():
    assert named("P@1.v") == [MeasureOnPart("P@1", "v")]
    assert named("best.NMWS")[1] == MeasureOnPart("best.R", "NMWS")
    assert str(MeasureOnPart("best.R", "NMWS")) == "best.R.NMWS"


@pytest.mark.parametrize(
    "name", ["nope", "bes", "", ".v", "Q.v", "best.R.x", "jabbari.top_11", "best.v.NMWS"]
)
def test_any_other_name_is_refused(name):
    with pytest.raises(UnknownMeasure):
        named(name)


def test_all_sentences():
    # Sentence 1: (1 + 3) / 2 / 4; 2: 0; 3: 1/2.
    assert value("best.R") == (pytest.approx(1 / 3), 3)
    assert value("best.P") == (pytest.approx(1 / 3), 3)


def test_nmws_leaves_multiwords_out_of_gold_and_answers():
    # 1 and 3 keep one vote each and are not scored; in 2 the only answer is a multiword.
    assert value("best.R.NMWS") == (0, 1)
    assert value("best.P.NMWS") == (None, 0)
    # SemDis scores all three: 1/1, 0 and 1/1.
    assert value("semdis.best.NMWS") == (pytest.approx(2 / 3), 3)


def test_nmwt_leaves_out_the_sentences_whose_target_is_in_a_multiword():
    assert value("best.R.NMWT", multiword_sentences={"1"}) == (1 / 4, 2)


def test_a_part_of_speech_is_the_last_of_the_targets_name():
    assert value("best.R.r") == (1 / 2, 1)
    assert value("best.R.v") == (1 / 4, 2)


def test_measures_keep_the_order_they_were_asked_for_in():
    measures = named("gap.v", "best.R.NMWS", "best.R")
    found = measure_parts(
        measures,
        gold=GOLD,
        systems=[ANSWERS, {}],
        teams=single_runs(["one", "two"]),
        groups=LEXELTS,
        asked=MEANS_ALONE,
    )
    assert [*found] == [str(measure) for measure in measures]
    assert [len(one.scored) for one in found.values()] == [2, 2, 2]


def test_the_parts_there_are_depend_on_what_is_known_and_on_the_targets():
    assert parts_of(LEXELTS.values(), multiwords_known=False) == ["NMWS", "r", "v"]
    assert parts_of([], multiwords_known=True) == ["NMWS", "NMWT"]
