"""Hand what was brought in to a campaign on its way out."""

from collections.abc import Collection

from campaigns.models import Campaign
from campaigns.services.deleting import retired_slug
from campaigns.services.jobs import stop_jobs
from core.refusals import Refused
from regild.problems import N_
from sources.models import Answer, GoldAnswer, GoldMultiword, Item, NamedMultiword


def retire_sources(campaign: Campaign) -> Campaign:
    """Hand the sentences and systems of a campaign to a retired one, to be deleted with it.

    Within the caller's transaction.
    """
    text = N_("The source files were replaced.")
    stop_jobs(campaign, refusal=Refused("sentences_replaced", text))
    retired = Campaign.objects.create(
        slug=retired_slug(), title=campaign.title, language=campaign.language
    )
    campaign.items.update(campaign=retired)
    campaign.systems.update(campaign=retired)
    return retired


def delete_sentences(ids: Collection[int]) -> None:
    """With their gold and answers; what was pooled from them must be gone."""
    for model in (Answer, GoldAnswer, GoldMultiword, NamedMultiword):
        rows = model._default_manager.filter(item__in=ids)
        rows._raw_delete(rows.db)
    Item.objects.filter(id__in=ids).delete()
