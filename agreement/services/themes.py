"""Tag disagreements with what they are about, and take a tag off."""

from django.contrib.auth.models import User
from django.db import transaction

from agreement.models import MAX_THEME, TaggedDocument, Theme
from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from regild.problems import N_
from sources.models import Item


@transaction.atomic
def tag_document(*, item: Item, theme: str, by: User | None) -> TaggedDocument:
    """A theme is made by its first document. Tagging again changes nothing. Raises Refused."""
    name = " ".join(theme.split())
    if not 0 < len(name) <= MAX_THEME:
        text = N_("A theme has from 1 to %(most)s characters.", most=MAX_THEME)
        raise Refused("bad_theme", text)
    campaign = lock_campaign(item.campaign_id)
    made, _new = Theme.objects.get_or_create(campaign=campaign, name=name)
    tagged, new = TaggedDocument.objects.get_or_create(
        theme=made, item=item, defaults={"tagged_by": by}
    )
    if new:
        record(campaign=campaign, by=by, action="tag document", sentence=item.key, theme=name)
    return tagged


@transaction.atomic
def untag_document(*, campaign: Campaign, item: Item, theme: str, by: User | None) -> None:
    """A theme without a document goes. Nothing where the document lacks it."""
    campaign = lock_campaign(campaign.pk)
    found = TaggedDocument.objects.filter(
        theme__campaign=campaign, theme__name=theme, item=item
    )
    removed, _rows = found.delete()
    if removed:
        Theme.objects.filter(campaign=campaign, tagged__isnull=True).delete()
        record(
            campaign=campaign, by=by, action="untag document", sentence=item.key, theme=theme
        )
