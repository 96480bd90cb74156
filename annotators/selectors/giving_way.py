"""Which seats give way when none is free.

One network, a class as well as a program, may hold all seats of a campaign as long as nobody
else wants one. Then the network that holds most gives one, from whoever was silent longest;
who is at it keeps theirs.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, DateTimeField, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

# Since it was taken, without an answer; and since the last answer.
UNANSWERED = timedelta(minutes=2)
SILENT = timedelta(minutes=10)


def turns_to_give(
    opened: QuerySet[Any],
    *,
    answered: QuerySet[Any],
    network: str,
    now: datetime,
    keep_begun: bool = False,
) -> QuerySet[Any]:
    """For somebody who comes from `network`: of the `opened` turns those that may give way, the
    one that was silent longest first. `answered` are the moments of a turn's answers, the
    newest first; with `keep_begun` one that has any stays."""
    opened = opened.exclude(network="")
    most = _holds_most(opened, network) if network else None
    if most is None:
        return opened.none()
    silent = opened.filter(network=most).annotate(
        answered=Subquery(answered[:1], output_field=DateTimeField()),
        since=Coalesce("answered", "taken_at"),
    )
    due = Q(answered=None, taken_at__lte=now - UNANSWERED)
    if not keep_begun:
        due |= Q(answered__lte=now - SILENT)
    found: QuerySet[Any] = silent.filter(due).order_by("since", "id")
    return found


def _holds_most(opened: QuerySet[Any], network: str) -> str | None:
    """None where it would hold as few as `network` then has."""
    held: dict[str, int] = dict(opened.order_by().values_list("network").annotate(Count("id")))
    most = max(held, key=lambda one: (held[one], one), default=None)
    if most is None or held[most] <= held.get(network, 0) + 1:
        return None
    return most
