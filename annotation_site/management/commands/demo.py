"""The demo: our own five campaigns, with synthetic annotators, and seats left for you."""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.urls import reverse

from annotation_site.demo.documents import load_mail
from annotation_site.demo.first_words import load_first_words
from annotation_site.demo.sayings import load_sayings
from annotation_site.demo.substitutes import load_substitutes
from campaigns.models import Campaign, Member
from campaigns.services.summaries import change_summaries

LEAD = "demo"
CAMPAIGNS: dict[str, Callable[[], Campaign]] = {
    "demo-fr": partial(load_substitutes, "fr"),
    "demo-en": partial(load_substitutes, "en"),
    "demo-first": load_first_words,
    "demo-mail": load_mail,
    "demo-odd": load_sayings,
}


class Command(BaseCommand):
    help = "Load five small campaigns, and make a lead to look at them."

    def handle(self, *args: Any, **options: Any) -> None:
        lead, password = make_lead()
        for slug, load in CAMPAIGNS.items():
            campaign = Campaign.objects.filter(slug=slug).first()
            if campaign is None:
                self.stdout.write(f"Making the campaign {slug} …")
                campaign = load()
            _member, new = Member.objects.get_or_create(
                campaign=campaign, user=lead, defaults={"role": Member.Role.OWNER}
            )
            if new:
                change_summaries(
                    campaign=campaign, user=lead, weekly=True, when_needed=True, language="en"
                )
            link = settings.SITE_URL + reverse("rate-welcome", args=[slug])
            self.stdout.write(f"  rate in {campaign.title!r}: {link}")
        self.stdout.write(f"  lead: {settings.SITE_URL}{reverse('home')}")
        self.stdout.write(f"        sign in as {LEAD} with the password {password}")


def make_lead() -> tuple[Any, str]:
    """The demo's lead, with a password drawn anew each time: none is written down anywhere."""
    lead, _new = get_user_model().objects.get_or_create(username=LEAD)
    password = secrets.token_urlsafe(9)
    lead.set_password(password)
    lead.save()
    return lead, password
