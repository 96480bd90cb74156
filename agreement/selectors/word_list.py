"""What a campaign compares its words with."""

from agreement.models import WordList
from campaigns.models import Campaign


def word_list_of(campaign: Campaign) -> WordList | None:
    """Without its words, which may be a million."""
    return WordList.objects.filter(campaign=campaign).defer("frequencies").first()
