"""Campaigns of the other tasks, with all that leads do in them, and the pages that differ by
task."""

from collections.abc import Iterator

from django.contrib.auth.models import User

from agreement.services import measure_agreement
from agreement.services.themes import tag_document
from annotation_site.demo.finishing import DATA
from campaigns.models import Campaign, Member
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.revising import revise_categories
from rating.services.simulating import simulate_campaign
from regild.rating.simulation import AnnotatorKind
from scoring.services.baselines import add_baseline
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import source
from tests.utterances.factories import SCORES, sets_file

MAIL = DATA / "mail"
LONG = "The board of the harbour met again, and nothing was decided. " * 660
# One as long as any, one read from the right, one without a blank to break a line at.
HOSTILE = f"""\
x1,"{LONG}",Minutes with all their annexes and all corrections,a@b.example,,
x2,مرحبا يا أصدقاء، نلتقي يوم الأحد أمام بيت القوارب.,موعد التدريب يوم الأحد,,,
x3,https://example.org/{"a" * 400},,,,
"""
CHANGES = """\
change,category,to,parent
rename,Money,Money of Donaudampfschifffahrtsgesellschaftskapitäne et al.,
merge,School,Harbour office,
split,Members,New members,Club
split,Members,Votes,Club
"""
# What has no page of its own in another task, or looks otherwise there.
PAGES = {
    "mail": (
        *("", "sources/", "read/", "subsets/", "ratings/categories/"),
        *("ratings/categories/1/", "agreement/", "agreement/documents/", "agreement/themes/"),
        *("agreement/revisions/1/", "gold/1/", "scores/", "baselines/words/"),
    ),
    "odd": ("sources/sentences/", "agreement/", "gold/1/", "scores/"),
}


def pages_by_task() -> Iterator[tuple[str, str]]:
    """A campaign's slug, and the path of a page below its own."""
    for slug, paths in PAGES.items():
        yield from ((slug, path) for path in paths)


def make_tasks(by: User) -> None:
    for campaign in (_make_mail(by), _make_odd()):
        Member.objects.create(campaign=campaign, user=by, role=Member.Role.OWNER)


def _make_mail(by: User) -> Campaign:
    files = {name: (MAIL / f"{name}.csv").read_bytes() for name in ("categories", "gold")}
    files["documents"] = (MAIL / "documents.csv").read_bytes() + HOSTILE.encode()
    campaign = create_campaign(
        slug="mail",
        title="What the post of a rowing club is about",
        task="categories",
        files={name: source(file, f"{name}.csv") for name, file in files.items()},
        language="en",
    ).campaign
    labels = (MAIL / "careful.csv").read_bytes()
    add_system(campaign=campaign, name="careful", answers=source(labels, "careful.csv"))
    add_baseline(campaign=campaign, name="words", kind="words")
    _rate(campaign)
    measure_agreement(campaign=campaign)
    revise_categories(
        campaign=campaign, changes=source(CHANGES, "changes.csv"), note="Clearer", by=by
    )
    for item in campaign.items.all()[:4]:
        tag_document(item=item, theme="two things in one mail", by=by)
    return _finished(campaign)


def _make_odd() -> Campaign:
    files = {"sets": source(sets_file(), "sets.json")}
    campaign = create_campaign(
        slug="odd", title="What people say", task="utterances", files=files, language="en"
    ).campaign
    add_system(campaign=campaign, name="first", answers=source(SCORES, "first.csv"))
    _rate(campaign)
    return _finished(campaign)


def _rate(campaign: Campaign) -> None:
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    dispatch_campaign(campaign=campaign, subsets=2, block_size=8, seed=1, double_share=0.8)
    Campaign.objects.filter(id=campaign.pk).update(state=Campaign.State.OPEN)
    campaign.refresh_from_db()
    simulate_campaign(
        campaign=campaign,
        annotators=4,
        seed=1,
        shares={AnnotatorKind.CAREFUL: 0.5, AnnotatorKind.RANDOM: 0.5},
    )


def _finished(campaign: Campaign) -> Campaign:
    campaign.refresh_from_db()
    measure_agreement(campaign=campaign)
    freeze_gold(campaign=campaign, min_ratings=1)
    rescore(campaign=campaign)
    return campaign
