"""The demo: our own two campaigns, rated by synthetic annotators, with seats left for you."""

import json
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.urls import reverse

from agreement.services import measure_agreement
from campaigns.models import Campaign, Member, Switch
from campaigns.services.trials import switch_encouragements
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.opening import open_campaign
from rating.services.simulating import simulate_campaign
from regild.problems import Source
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.models import System
from sources.services.creating import create_campaign
from sources.services.systems import add_system

DATA = settings.BASE_DIR / "annotation_site" / "demo"
TITLES = {"fr": "Des mots à la place", "en": "Words in their place"}
SYSTEMS = ("baseline", "careful", "neural", "sparse")
SUBSETS = 8
# Fewer than a candidate may have ratings, so that a seat is left for whoever tries the demo.
ANNOTATORS = 12
SEED = 2014
LEAD = "demo"
# Shown to half of the synthetic annotators, whom it moves to nothing: the trial shows that.
TRIED = "goal"


class Command(BaseCommand):
    help = "Load two small campaigns, French and English, and make a lead to look at them."

    def handle(self, *args: Any, **options: Any) -> None:
        lead, password = make_lead()
        for language, title in TITLES.items():
            slug = f"demo-{language}"
            campaign = Campaign.objects.filter(slug=slug).first()
            if campaign is None:
                self.stdout.write(f"Making the campaign {slug} …")
                campaign = load_campaign(DATA / language, slug=slug, title=title)
            Member.objects.get_or_create(
                campaign=campaign, user=lead, defaults={"role": Member.Role.OWNER}
            )
            link = settings.SITE_URL + reverse("rate-welcome", args=[slug])
            self.stdout.write(f"  rate in {title!r}: {link}")
        self.stdout.write(f"  lead: {settings.SITE_URL}{reverse('home')}")
        self.stdout.write(f"        sign in as {LEAD} with the password {password}")


def make_lead() -> tuple[Any, str]:
    """The demo's lead, with a password drawn anew each time: none is written down anywhere."""
    lead, _new = get_user_model().objects.get_or_create(username=LEAD)
    password = secrets.token_urlsafe(9)
    lead.set_password(password)
    lead.save()
    return lead, password


def load_campaign(folder: Path, *, slug: str, title: str) -> Campaign:
    language = folder.name
    with (
        (folder / "sentences.xml").open("rb") as sentences,
        (folder / "gold.txt").open("rb") as gold,
    ):
        campaign = create_campaign(
            slug=slug,
            title=title,
            language=language,
            sentences=Source(sentences, "sentences.xml"),
            gold=Source(gold, "gold.txt"),
            max_ratings=14,
        ).campaign
    practice = json.loads((folder / "practice.json").read_text(encoding="utf-8"))
    campaign.examples = practice["examples"]
    campaign.practice = practice["practice"]
    campaign.instructions = (folder / "instructions.md").read_text(encoding="utf-8")
    campaign.save()
    for name in SYSTEMS:
        with (folder / f"{name}.txt").open("rb") as answers:
            add_system(
                campaign=campaign,
                name=name,
                kind=System.Kind.BASELINE if name == "baseline" else System.Kind.PARTICIPANT,
                answers=Source(answers, f"{name}.txt"),
            )
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=SUBSETS, block_size=6, seed=SEED)
    switch_encouragements(campaign=campaign, changes={TRIED: Switch.TRIAL}, by=None)
    campaign.refresh_from_db()
    open_campaign(campaign=campaign)
    with (folder / "ratings_truth.tsv").open("rb") as truth:
        simulate_campaign(
            campaign=campaign,
            annotators=ANNOTATORS,
            seed=SEED,
            truth=Source(truth, "ratings_truth.tsv"),
        )
    measure_agreement(campaign=campaign)
    freeze_gold(campaign=campaign, notes="Synthetic annotators: to look at, not to cite.")
    rescore(campaign=campaign)
    return campaign
