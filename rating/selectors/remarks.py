"""Reads over what annotators said of sentences."""

from django.db.models import QuerySet

from annotators.models import Remark
from campaigns.models import Campaign
from core.searching import may_be_found


def find_remarks(campaign: Campaign, *, text: str = "", only: str = "") -> QuerySet[Remark]:
    """`text` is part of the comment, the group or the id of a sentence."""
    found = Remark.objects.filter(item__campaign=campaign).select_related("item", "annotator")
    if not may_be_found(text):
        return found.none()
    if text:
        found = (
            found.filter(comment__icontains=text)
            | found.filter(item__group=text)
            | found.filter(item__label=text)
            | found.filter(item__key=text)
        )
    match only:
        case "open":
            return found.filter(answered_at__isnull=True)
        case "answered":
            return found.filter(answered_at__isnull=False)
    return found
