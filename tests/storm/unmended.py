"""Takes a mend out of the processes of a storm, to show that the storm finds its fault.

`python -m tests.storm --seconds 15 --seed 7 --without NAME`, on PostgreSQL. Seen so, on two
cores beside other work:

- `pool`, in 7 campaigns: 76 acknowledged ratings of 12 sittings not stored; the subsets they
  were shown without a fifth of their places, the sittings with other sums than their ratings;
  and 10 calls answered 500, for deadlocks.
- `hide`, while 115 candidates were hidden among 2557 ratings: 16 times an open sitting whose
  `remaining` was one too low. Whoever hides something in the same subset next counts again, so
  that only the auditor sees it.
- `settings`, in 5 of 44 campaigns: a rating above the top of the scale.

With the mends in, `--around NAME` for as long and of the same seed found nothing.
"""

import os
from collections.abc import Callable
from typing import Any

from django.apps import AppConfig
from django.db import models


class Unmended(AppConfig):
    name = "tests.storm"
    label = "storm"

    def ready(self) -> None:
        if without := os.environ.get("STORM_WITHOUT"):
            TAKE_OUT[without]()


def pool() -> None:
    """Pooling reads, then stores, and holds nobody back; what nobody was shown when it read is
    deleted, with whatever hangs on it by then."""
    from campaigns.models import Campaign
    from pooling.models import Candidate
    from pooling.services import fill_pool, pool_changes, store_pool
    from rating.models import Omission, Rating

    mended = pool_changes.find_changes

    def find_changes(*arguments: Any, **options: Any) -> pool_changes.PoolChanges:
        found = mended(*arguments, **options)
        shown = Candidate.objects.filter(placement__subset__fixed_at__isnull=False)
        kept = set(shown.filter(id__in=found.gone).values_list("id", flat=True))
        return found._replace(gone=[id for id in found.gone if id not in kept])

    def delete(ids: list[int]) -> int:
        Candidate.objects.filter(id__in=ids).delete()
        return len(ids)

    for model in (Rating, Omission):
        model._meta.get_field("candidate").remote_field.on_delete = models.CASCADE
    fill_pool.lock_campaign = lambda id: Campaign.objects.get(id=id)
    fill_pool.find_changes = find_changes
    store_pool._delete_unseen = delete


def hide() -> None:
    """The statement that waits for the sitting goes by what was hidden before it waited."""
    from core.prepared import Prepared
    from rating.services import first_answer

    mended = first_answer.FIRST_ANSWER.sql
    unmended = mended.replace(" AND sitting.xmin = seen.version", "")
    assert unmended != mended
    first_answer.FIRST_ANSWER = Prepared("rating_first_answer", unmended)


def settings() -> None:
    """Whether there are ratings is asked without the lock, and without looking for sittings in
    which they may be on their way."""
    from campaigns.models import Campaign
    from campaigns.services import preparing

    preparing.lock_campaign = lambda id: Campaign.objects.get(id=id)
    preparing.refuse_once_settled = preparing.refuse_once_rated


TAKE_OUT: dict[str, Callable[[], None]] = {"pool": pool, "hide": hide, "settings": settings}
