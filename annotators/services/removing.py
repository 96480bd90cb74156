"""Take annotators out with all that is kept of them."""

from collections.abc import Collection

from annotators.models import Annotator


def remove_annotators(ids: Collection[int]) -> None:
    """Under the lock of the campaign; what they rated must be gone."""
    Annotator.objects.filter(id__in=ids).delete()
