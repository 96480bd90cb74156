"""The published data of the alternative annotator test, brought into campaigns as their ratings
and their judges: pages say what was printed."""

import csv
import json

import pytest

from campaigns.models import Campaign
from judging.selectors.reports import judging_facts
from judging.services.importing import import_judgements
from judging.services.measuring import measure_judges
from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from sources.services.creating import create_campaign
from tests.factories import source

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]

SCORES = {"accuracy": "match", "neg_rmse": "neg-rmse"}
Given = dict[str, dict[str, object]]


def campaign_on_a_scale(n_items: int, values: list[str]) -> Campaign:
    """Each item is a sentence with one candidate, rated as many times as somebody did."""
    sentences = [f"i{place},x.n,a,word,{place}" for place in range(n_items)]
    gold = "".join(f"x.n i{place} :: it 1;\n" for place in range(n_items))
    table = "\n".join(["sentence,lexelt,left,target,right", *sentences, ""])
    files = {"sentences": source(table, "s.csv"), "gold": source(gold)}
    campaign = create_campaign(
        slug="published", title="Published", files=files, language="en"
    ).campaign
    campaign.scale.all().delete()
    for place, value in enumerate(values):
        campaign.scale.create(value=int(value), label=value, weight=int(value), position=place)
    return campaign


def campaign_of_names(n_items: int, values: list[str]) -> Campaign:
    documents = [f'i{place},"text {place}"' for place in range(n_items)]
    tree = [f'"{value}",,' for value in values]
    return create_campaign(
        slug="published",
        title="Published",
        task="categories",
        files={
            "documents": source("\n".join(["document,text", *documents, ""]), "d.csv"),
            "categories": source("\n".join(["category,parent,definition", *tree, ""]), "c.csv"),
        },
        language="en",
    ).campaign


def table_of(given: Given, places: dict[str, int], *, named: bool) -> str:
    lines = [f"annotator,{'document,category' if named else 'sentence,substitute,value'}"]
    between = "" if named else "it,"
    lines += [
        f'{name},i{places[item]},{between}"{value}"'
        for name, values in given.items()
        for item, value in values.items()
    ]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize(
    ("dataset", "epsilon", "named"),
    [
        ("cebab_stars", 0.1, False),
        ("wax", 0.1, True),
        ("framing", 0.15, True),
        ("summeval", 0.2, False),
    ],
)
def test_a_campaign_finds_what_was_printed(shared_data, dataset, epsilon, named):
    folder = shared_data / "alttest"
    people, models = (
        json.loads((folder / f"{dataset}.{who}.json").read_text()) for who in ("human", "llm")
    )
    items = sorted({item for given in people.values() for item in given})
    places = {item: place for place, item in enumerate(items)}
    everybody = [*people.values(), *models.values()]
    values = sorted({str(value) for given in everybody for value in given.values()})
    campaign = (campaign_of_names if named else campaign_on_a_scale)(len(items), values)
    Campaign.objects.update(max_ratings=20)
    pool_campaign(campaign=campaign)
    ratings = source(table_of(people, places, named=named), "people.csv")
    import_ratings(campaign=campaign, ratings=ratings)
    for name, given in models.items():
        import_judgements(
            campaign=campaign,
            judgements=source(table_of({name: given}, places, named=named), f"{name}.csv"),
            name=name,
            model_version="1",
            prompt="As published.",
        )
    with (folder / "reference.tsv").open(newline="") as file:
        rows = [*csv.DictReader(file, delimiter="\t")]
    printed = [row for row in rows if row["dataset"] == dataset]
    facts = judging_facts(measure_judges(campaign=campaign, epsilon=epsilon))
    found = {one["judge"]["name"]: one["alternative"] for one in facts["judges"]}
    assert len(printed) == len(found) == 6
    for row in printed:
        tested = found[row["model"]][SCORES[row["score"]]]
        numbers = f"{tested['winning_rate']:.2f}", f"{tested['advantage_probability']:.2f}"
        assert numbers == (row["winning_rate"], row["advantage_probability"]), row
