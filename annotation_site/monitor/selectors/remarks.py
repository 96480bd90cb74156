"""Reads over what annotators said of sentences."""

from django.db.models import QuerySet

from campaigns.models import Campaign
from rating.models import Remark


def find_remarks(campaign: Campaign, *, text: str = "", only: str = "") -> QuerySet[Remark]:
    """`text` is part of the comment, a target, or the id of a sentence."""
    found = Remark.objects.filter(sentence__campaign=campaign).select_related(
        "sentence", "annotator"
    )
    if text:
        found = (
            found.filter(comment__icontains=text)
            | found.filter(sentence__lexelt=text)
            | found.filter(sentence__word=text)
            | found.filter(sentence__key=text)
        )
    match only:
        case "open":
            return found.filter(answered_at__isnull=True)
        case "answered":
            return found.filter(answered_at__isnull=False)
    return found
