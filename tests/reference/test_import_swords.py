"""SWORDS' judgements brought in as ratings. Every count is from the README beside the data."""

import io
from collections import Counter
from itertools import groupby

import pytest

from campaigns.models import Campaign, ScaleOption
from pooling.services.fill_pool import pool_campaign
from rating.selectors.counting import counting_ratings
from rating.services.importing import import_ratings
from regild.formats.rows import write_rows
from regild.formats.swords import read_swords, sentences_of
from regild.tasks.substitution.content import item_of
from sources.models import Answer, GoldAnswer, Item, System
from tests.factories import source

pytestmark = pytest.mark.django_db

LABELS = ["FALSE", "UNSURE", "TRUE"]


def swords_campaign(swords):
    """People's substitutes are the first gold, the thesaurus is a system."""
    campaign = Campaign.objects.create(
        slug="swords",
        language="en",
        pool_depth=200,
        target_as_answer="keep",
        max_ratings=10,
    )
    ScaleOption.objects.bulk_create(
        ScaleOption(
            campaign=campaign, position=value, value=value, label=label, weight=value == 2
        )
        for value, label in enumerate(LABELS)
    )
    Item.objects.bulk_create(
        Item(
            campaign=campaign,
            position=position,
            **item_of(record)._asdict(),
        )
        for position, record in enumerate(sentences_of(swords), start=1)
    )
    ids = dict(campaign.items.values_list("key", "id"))
    roget = System.objects.create(campaign=campaign, name="roget")
    by_target = sorted(swords.substitutes, key=lambda substitute: substitute.target_id)
    for target, substitutes in groupby(by_target, key=lambda s: s.target_id):
        for rank, substitute in enumerate(substitutes, start=1):
            common = {"item_id": ids[target], "text": substitute.substitute}
            if "coinco" in substitute.sources:
                GoldAnswer.objects.create(**common, votes=1)
            else:
                Answer.objects.create(**common, system=roget, rank=rank)
    pool_campaign(campaign=campaign)
    return campaign


def judgements(swords):
    """The labels name nobody: place by place, they are given to made-up judges."""
    out = io.StringIO()
    write_rows(
        out,
        ["annotator", "sentence", "substitute", "value"],
        (
            (f"judge-{place}", substitute.target_id, substitute.substitute, label)
            for substitute in swords.substitutes
            for place, label in enumerate(substitute.labels, start=1)
        ),
    )
    return out.getvalue()


@pytest.mark.parametrize(
    ("round_", "by_label", "by_count", "mostly_true"),
    [
        (
            "subset",
            {"TRUE": 6_544, "FALSE": 22_686, "UNSURE": 394},
            {3: 3_438, 10: 1_931},
            296,
        ),
        (
            "subset_reannotated",
            {"TRUE": 8_769, "FALSE": 44_222, "UNSURE": 849},
            {10: 5_384},
            394,
        ),
    ],
)
def test_every_label_becomes_a_rating_of_its_candidate(
    shared_data, round_, by_label, by_count, mostly_true
):
    name = f"swords-v1.1_test-{round_}.json.gz"
    with (shared_data / "swords" / name).open("rb") as stream:
        (swords,) = read_swords(stream, name=name).records
    campaign = swords_campaign(swords)
    table = judgements(swords)

    report = import_ratings(campaign=campaign, ratings=source(table, "judgements.csv"))

    total = sum(by_label.values())
    assert (report.annotators, report.added) == (10, total)
    rows = list(counting_ratings(campaign).values_list("candidate", "value"))
    assert Counter(LABELS[value] for _candidate, value in rows) == by_label
    given = Counter(candidate for candidate, _value in rows)
    assert Counter(given.values()) == by_count
    true = Counter(candidate for candidate, value in rows if LABELS[value] == "TRUE")
    assert sum(true[candidate] / given[candidate] > 0.5 for candidate in given) == mostly_true

    again = import_ratings(campaign=campaign, ratings=source(table, "judgements.csv"))
    assert (again.added, again.changed, again.unchanged) == (0, 0, total)
