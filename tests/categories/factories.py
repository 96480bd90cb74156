"""A small campaign of categories, made as leads make it."""

import csv
import io
from typing import Any

from campaigns.models import Campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from sources.services.creating import create_campaign
from tests.factories import source

TREE = """\
category,parent,definition
Work,,What is paid for
Plan,Work,Something is to happen
Report,Work,Something has happened
Private,,Friends and family
"""
DOCUMENTS = """\
document,text,subject,from
1,Please come at nine on Monday.,Meeting,ann@example.org
2,Happy birthday to you!,,ben@example.org
3,Last month we sold nine boats.,Sales in May,ann@example.org
4,Shall we say Tuesday?,Re: Meeting,cem@example.org
"""
GOLD = """\
document,annotator,category
1,ann,Plan
1,ben,Report
3,ann,Report
"""
LABELS = "document,category,score\n1,Plan,.9\n2,Private,.8\n3,Plan,.5\n"


def make_categories(slug: str = "mail", **changes: Any) -> Campaign:
    return make_of(slug, DOCUMENTS, TREE, GOLD, **changes)


def make_of(slug: str, documents: str, tree: str, gold: str, **changes: Any) -> Campaign:
    files = {
        "documents": source(documents, "documents.csv"),
        "categories": source(tree, "categories.csv"),
        "gold": source(gold, "gold.csv"),
    }
    return create_campaign(
        slug=slug, task="categories", files=files, language="en", **changes
    ).campaign


def open_categories(
    slug: str = "mail",
    *,
    tree: str = TREE,
    documents: str = DOCUMENTS,
    title: str = "Where mail belongs",
    language: str = "en",
    **columns: Any,
) -> Campaign:
    """An open campaign of one subset, whose documents all have a first gold."""
    rows = list(csv.DictReader(io.StringIO(tree)))
    above = {row["parent"] for row in rows}
    first = next(row["category"] for row in rows if row["category"] not in above)
    keys = [row["document"] for row in csv.DictReader(io.StringIO(documents))]
    gold = "document,annotator,category\n" + "".join(f"{key},ann,{first}\n" for key in keys)
    campaign = create_campaign(
        slug=slug,
        title=title,
        task="categories",
        language=language,
        files={
            "documents": source(documents, "documents.csv"),
            "categories": source(tree, "categories.csv"),
            "gold": source(gold, "gold.csv"),
        },
    ).campaign
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    for name, value in {"state": Campaign.State.OPEN, **columns}.items():
        setattr(campaign, name, value)
    campaign.save()
    dispatch_campaign(campaign=campaign, subsets=1, block_size=1, seed=1)
    return campaign
