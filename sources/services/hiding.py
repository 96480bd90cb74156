"""Take an item out of play, and bring it back."""

from datetime import datetime

from sources.models import Item


def set_sentence_hidden(*, sentence_id: int, at: datetime | None) -> None:
    Item.objects.filter(id=sentence_id).update(hidden_at=at)
