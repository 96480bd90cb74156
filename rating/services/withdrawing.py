"""An annotator withdraws."""

from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.reminders import forget_reminder
from campaigns.services.locking import lock_campaign, ratings_changed
from proposing.services.ending import release_turns
from rating.models import Assignment
from rating.services.checked import forget_annotator
from rating.services.tallying import forget, subsets_of


@transaction.atomic
def withdraw_annotator(*, annotator_id: int) -> None:
    """What they rated and proposed leaves every later statistic and release; their seats are
    free again."""
    # No lead takes an exclusion back meanwhile, which would make their ratings count again.
    campaign = lock_campaign(
        Annotator.objects.values_list("campaign_id", flat=True).get(id=annotator_id)
    )
    now = timezone.now()
    Annotator.objects.filter(id=annotator_id, withdrawn_at__isnull=True).update(
        withdrawn_at=now
    )
    Assignment.objects.filter(
        annotator_id=annotator_id,
        state__in=[Assignment.State.OPEN, Assignment.State.COMPLETE],
    ).update(state=Assignment.State.RELEASED, seat=None, network="")
    Assignment.objects.filter(annotator_id=annotator_id).update(device="")
    release_turns(annotator_id)
    forget_annotator(annotator_id)
    forget_reminder(annotator_id)
    forget(subsets_of(Assignment.objects.filter(annotator_id=annotator_id)))
    ratings_changed(campaign.pk, forgotten=True)
