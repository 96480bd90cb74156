"""Reads over what was brought in."""

from collections.abc import Iterable

from campaigns.models import Campaign, Sentence
from campaigns.wording import Wording


def wording_of(campaign: Campaign) -> Wording:
    """The campaign's own normalisation of a substitute."""
    return Wording(
        case=campaign.case_policy,
        rules=[
            (lexelt, proposed, canonical) for lexelt, proposed, canonical in campaign.mapping
        ],
    )


def sentences_in_play(campaign: Campaign) -> Iterable[Sentence]:
    """Sentences that are pooled and scored: not hidden, and not of an excluded target."""
    return campaign.sentences.filter(hidden_at__isnull=True).exclude(
        lexelt__in=campaign.excluded_targets
    )
