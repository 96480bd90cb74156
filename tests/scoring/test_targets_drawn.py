"""A campaign's intervals and p are over targets where its sentences share them."""

import csv
import io

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from regild.scoring.evaluation import OverSentences
from scoring.models import Evaluation, Score
from scoring.selectors.scores import is_out_of_date, rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.commands import facts_of, printed_by

pytestmark = pytest.mark.django_db

BEST = "semdis.best_norm"


@pytest.fixture
def release(campaign):
    """Its first gold has five sentences of three targets, its second two of two."""
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    return release


def lines(release, measure=BEST):
    return rankings_of(release, [measure])[measure].lines


def test_targets_are_drawn_and_what_sentences_would_say_stands_beside(release):
    for line in lines(release):
        beside = line.first_over_sentences
        assert (line.first.n, beside.targets) == (5, 3)
        assert beside.low <= line.first.value <= beside.high
        # Each sentence with a second gold has a target of its own.
        assert line.second_over_sentences == OverSentences()
    first = next(line for line in lines(release) if line.first.rank == 1)
    # To come as far, both targets that tell the systems apart are exchanged or neither; of
    # sentences, all four or none.
    assert first.first.p_next == pytest.approx(2 / 2**2, abs=0.02)
    assert first.first_over_sentences.p_next == pytest.approx(2 / 2**4, abs=0.02)
    units = dict(Evaluation.objects.values_list("gold", "unit"))
    assert units == {"first": "target", "second": "item"}


def test_the_command_names_what_was_drawn_on_either_gold(release):
    told = printed_by("rescore", "boats")[0]
    drawn = "bootstrap rounds over targets on the first gold and over sentences on the second"
    assert f"Intervals: 1000 {drawn}, 95 %;" in told
    assert facts_of("rescore", "boats")["units"] == {"first": "target", "second": "item"}


def test_the_command_names_it_once_where_both_golds_drew_alike(campaign):
    for item in campaign.items.all():
        item.group = f"{item.group[:-2]}{item.key}{item.group[-2:]}"
        item.save()
    freeze_gold(campaign=campaign)
    assert "1000 bootstrap rounds over sentences, 95 %;" in printed_by("rescore", "boats")[0]


def test_a_part_has_the_targets_that_it_has(release):
    assert {line.first_over_sentences.targets for line in lines(release, f"{BEST}.a")} == {2}


def test_page_table_and_program_show_both(browser, program, release):
    page = browser.get(reverse("scores", args=["boats"])).text
    assert "Intervals over sentences instead of targets" in page
    assert "3 on the first gold, none on the second" in page
    table = reverse("scores-table", args=["boats", 1, f"sentences-{BEST}", "csv"])
    rows = list(csv.DictReader(io.StringIO(browser.get(table).text)))
    told = program.get(f"/api/v1/campaigns/boats/releases/1/scores/?measure={BEST}").json()[
        "measures"
    ][0]["lines"]
    for line, row, said in zip(lines(release), rows, told, strict=True):
        beside = line.first_over_sentences
        assert said["first_over_sentences"] == beside._asdict()
        assert row["system"] == line.system
        assert float(row["first_low"]) == line.first.low
        assert float(row["first_over_sentences_low"]) == beside.low
        assert (row["targets_first"], row["targets_second"]) == ("3", "")
    assert browser.get(table.replace(BEST, "nothing")).status_code == 404


def test_what_an_older_version_scored_is_said_to_be_over_sentences_and_out_of_date(
    browser, release
):
    assert not is_out_of_date(release)
    Evaluation.objects.update(unit="")
    Score.objects.update(
        targets=None, sentences_low=None, sentences_high=None, sentences_p_next=None
    )
    assert is_out_of_date(release)
    page = browser.get(reverse("scores", args=["boats"])).text
    assert "bootstrap rounds over sentences" in page
    assert "Intervals over sentences instead of targets" not in page


def test_nothing_stands_beside_what_is_over_sentences_itself(release):
    on_second = Score.objects.filter(evaluation__gold="second", measure=BEST)
    with pytest.raises(IntegrityError), transaction.atomic():
        on_second.update(sentences_low=0.1)
