"""An annotator has been through the practice."""

from django.utils import timezone

from annotators.models import Annotator


def finish_practice(*, annotator_id: int) -> None:
    """Finishing it again changes nothing: the first time is the one that counts."""
    Annotator.objects.filter(id=annotator_id, practised_at__isnull=True).update(
        practised_at=timezone.now()
    )
