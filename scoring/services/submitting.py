"""Systems that their teams submit through a link a lead gave them."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from core.throttling import Limit, Try, claim
from core.tokens import hash_token, new_token
from regild.problems import N_, Source
from scoring.models import Submission, SubmissionLink
from sources.models import System
from sources.services.systems import AddedSystem, lock_unless_deleted, read_system, store_system

# A team that submits more is trying answers out on the gold.
MOST_SYSTEMS = 20
# In five minutes: reading a file takes its time.
CHECKS = Limit("submission-checks", 60)


class LinkClosed(Refused):
    """Its time is over, or it was used as often as it may be."""

    def __init__(self) -> None:
        super().__init__("link_closed", N_("This link takes no more systems."))


@transaction.atomic
def make_link(
    *, campaign: Campaign, label: str, visibility: str, open_until: datetime, by: User
) -> str:
    """The token of a new link, which nobody can be told again."""
    token = new_token()
    SubmissionLink.objects.create(
        campaign=campaign,
        label=label,
        visibility=visibility,
        open_until=open_until,
        token_hash=hash_token(token),
    )
    audit.record(
        campaign=campaign,
        by=by,
        action="make submission link",
        team=label,
        visibility=visibility,
    )
    return token


@transaction.atomic
def close_link(*, link: SubmissionLink, by: User) -> None:
    """From now on; what was submitted stays, and the team can still see its scores."""
    # Nothing is submitted any more once this was answered.
    lock_campaign(link.campaign_id)
    link.open_until = timezone.now()
    link.save(update_fields=["open_until"])
    audit.record(campaign=link.campaign, by=by, action="close submission link", team=link.label)


def submit_system(
    *,
    link: SubmissionLink,
    name: str,
    answers: Source,
    multiwords: Source | None = None,
    as_they_are: bool = False,
) -> AddedSystem:
    """Raises Refused, which LinkClosed and SystemExists are, or BadFiles; nothing is stored."""
    file = read_system(
        campaign=link.campaign,
        name=name,
        answers=answers,
        multiwords=multiwords,
        team=link.label,
        as_they_are=as_they_are,
    )
    with transaction.atomic():
        lock_unless_deleted(link.campaign)
        # As it is now: others submit through it too, and a lead may close it.
        if not takes_systems(SubmissionLink.objects.get(id=link.pk)):
            raise LinkClosed
        added = store_system(file)
        Submission.objects.create(link=link, system=added.system)
        return added


def seconds_to_next_check(link: SubmissionLink) -> int:
    """0: a file may be looked at now, which counts."""
    return claim([Try(CHECKS, str(link.pk))]).seconds


def takes_systems(link: SubmissionLink) -> bool:
    return link.open_until > timezone.now() and systems_of(link).count() < MOST_SYSTEMS


def systems_of(link: SubmissionLink) -> QuerySet[System]:
    """What was submitted through it and is still there: other sentences end the rest."""
    return System.objects.filter(submission__link=link, campaign=link.campaign_id)


@transaction.atomic
def show_leaderboard(*, campaign: Campaign, show: bool, by: User | None) -> None:
    Campaign.objects.filter(id=campaign.id).update(leaderboard=show)
    audit.record(
        campaign=campaign, by=by, action="show leaderboard" if show else "hide leaderboard"
    )
