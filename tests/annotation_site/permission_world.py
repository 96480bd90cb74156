"""One campaign with everything that an address can name, and everybody who may call."""

import re
from datetime import timedelta
from typing import NamedTuple

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agreement.services import measure_agreement, request_report, store_word_list
from annotators.models import Remark
from annotators.services.addresses import stop_token as stop_reminders
from annotators.services.joining import join_campaign
from campaigns.models import ApiToken, Campaign, Invitation, Member, TreeRevision
from campaigns.selectors.categories import coded_categories
from campaigns.services.people import invite_member
from campaigns.services.summaries import change_summaries
from campaigns.services.summaries import stop_token as stop_summaries
from campaigns.services.webhooks import make_webhook, send_test
from judging.services.measuring import measure_judges
from pooling.models import Candidate, Merge, RatingRound
from rating.services.exclusions import exclude
from regild.rating.tree_revision import as_json
from scoring.models import SubmissionLink
from scoring.selectors.soft_systems import given_by_people
from scoring.services.forecasting import forecast_ranking
from scoring.services.freezing import freeze_gold
from scoring.services.publishing import publish_release
from scoring.services.rescoring import rescore
from scoring.services.soft_systems import add_soft_system
from scoring.services.submitting import make_link
from tests.agreement.rated import worked_campaign
from tests.annotation_site.permission_table import Actor
from tests.factories import source
from tests.judging.judged import judged
from tests.people import make_lead, signed_in, token_for
from tests.proposing.proposed import was_proposed
from tests.rating.sitting import take

SLUG = "boats"
PRACTICE = {
    "left": "He sat on the ",
    "target": "bank",
    "right": ".",
    "substitute": "lender",
    "low": 0,
    "high": 0,
    "why": "That is another bank.",
}


COMPREHENSION = {"question": "May you stop?", "choices": ["yes", "no"], "correct": "yes"}


class World(NamedTuple):
    """What the words of the permission table stand for, who calls, and with which token."""

    things: dict[str, str]
    clients: dict[Actor, Client]
    tokens: dict[Actor, str]


def make_world(campaign: Campaign | None = None) -> World:
    """`campaign` is open, rated, and has a practice item."""
    campaign = campaign or worked_campaign(slug=SLUG, practice=[PRACTICE])
    other = Campaign.objects.create(slug="ships", title="Ships", language="en")
    leads = {
        actor: make_lead(actor.value, campaign, actor.value)
        for actor in (Actor.VIEWER, Actor.MANAGER, Actor.OWNER)
    } | {Actor.OUTSIDER: make_lead("outsider", other, Member.Role.OWNER)}
    owner = leads[Actor.OWNER]

    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    assignment = take(joined.annotator)
    # From here on whoever takes another subset is asked first.
    campaign.comprehension = [COMPREHENSION]
    campaign.save(update_fields=["comprehension"])
    sentence = campaign.items.first()
    remark = Remark.objects.create(
        annotator=joined.annotator, item=sentence, comment="There is a word too many."
    )
    excluded = campaign.annotators.exclude(id=joined.annotator.pk).first()
    exclusion = exclude(excluded, reason="Only a look.", by=owner)
    store_word_list(campaign=campaign, words=source("word,frequency\nhappy,9\n"), by=owner)
    report = measure_agreement(campaign=campaign)
    forecast_ranking(campaign=campaign)
    release = freeze_gold(campaign=campaign, by=owner)
    rescore(campaign=campaign, number=release.number, by=owner)
    public = publish_release(release=release, by=owner)
    job = request_report(campaign)
    rated = next(iter(given_by_people(release).shares))
    shares = source(f'item,value,share\n"{rated}",3,1\n', "shares.csv")
    soft = add_soft_system(release=release, name="soft", answers=shares, by=owner).system
    judge = judged(campaign)
    judging = measure_judges(campaign=campaign)
    buttons = as_json(coded_categories(campaign))
    revision = TreeRevision.objects.create(
        campaign=campaign,
        number=1,
        **{"before": buttons, "after": buttons, "fates": [], "carried": 0, "dropped": 0},
        **{"labels_carried": 0, "labels_left": 0},
    )
    merge = Merge.objects.create(
        item=sentence, spelling="Happy", text="happy", source="systems", steps="", times=1
    )
    rating_round = RatingRound.objects.create(
        campaign=campaign, number=1, ratings=1, candidates=1, seed=1
    )
    first_stage = was_proposed(campaign)
    token_for(leads[Actor.MANAGER], campaign=campaign)
    invitation_token = invite_member(
        campaign=campaign, by=owner, email="new@example.org", role=Member.Role.VIEWER
    )
    link_token = make_link(
        campaign=campaign,
        label="Team",
        visibility=SubmissionLink.Visibility.PRIVATE,
        open_until=timezone.now() + timedelta(days=1),
        by=owner,
    )
    webhook = make_webhook(
        campaign=campaign, url="https://hooks.example.org/x", events=["job.finished"], by=owner
    )
    wish = change_summaries(
        campaign=campaign, user=owner, weekly=True, when_needed=False, language="en"
    )
    return World(
        things={
            "slug": SLUG,
            "annotator token": joined.token,
            "api token": str(ApiToken.objects.get(campaign=campaign).pk),
            "annotator": str(joined.annotator.pk),
            "assignment": str(assignment.pk),
            "candidate": str(Candidate.objects.filter(item=sentence).first().pk),
            "exclusion": str(exclusion.pk),
            **first_stage,
            "import": "1",
            "invitation": str(Invitation.objects.get().pk),
            "invitation token": invitation_token,
            "job": str(job.pk),
            "judge": str(judge.number),
            "judging": str(judging.pk),
            "link": str(SubmissionLink.objects.get().pk),
            "link token": link_token,
            "member": str(campaign.members.get(user=leads[Actor.VIEWER]).pk),
            "merge": str(merge.pk),
            "public entry": public.entries.first().key,
            "rating round": str(rating_round.number),
            "release": str(release.number),
            "soft system": str(soft.pk),
            "remark": str(remark.pk),
            "report": str(report.pk),
            "revision": str(revision.number),
            "sentence": str(sentence.pk),
            "stop reminders": stop_reminders("new@example.org"),
            "stop summaries": stop_summaries(wish),
            "subset": str(assignment.subset.number),
            "webhook": str(webhook.pk),
            "webhook message": str(send_test(webhook).pk),
            "system": str(campaign.systems.first().pk),
        },
        clients={
            Actor.STRANGER: Client(),
            Actor.ANNOTATOR: _with_cookie(joined.token),
            **{actor: signed_in(lead) for actor, lead in leads.items()},
        },
        tokens={
            Actor.ANNOTATOR: f"Annotator {joined.token}",
            **{actor: f"Bearer {token_for(lead)}" for actor, lead in leads.items()},
        },
    )


def address(route: str, things: dict[str, str], world: World) -> str:
    def thing(found: re.Match[str]) -> str:
        word = things.get(found[1], found[1])
        return world.things.get(word, word)

    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", thing, route)


def _with_cookie(token: str) -> Client:
    client = Client()
    client.get(reverse("rate-back", args=[SLUG, token]))
    return client
