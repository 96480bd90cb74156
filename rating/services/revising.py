"""Revise a campaign's tree of categories: carry annotations over, and free what cannot be.

docs/decisions says why ratings are superseded and not rewritten.
"""

import uuid
from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign, TreeRevision, Webhook
from campaigns.selectors.categories import coded_categories, first_free_code, next_revision
from campaigns.services import audit
from campaigns.services.categories import note_effect, store_revision
from campaigns.services.locking import lock_campaign, lock_plan, ratings_changed
from campaigns.services.webhooks import announce
from core.bulk import insert_rows
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Placement
from pooling.services.freeing import free_candidates
from rating.models import Assignment, Rating
from rating.selectors.revisions import RevisionEffect, current_of, effect_of, names_carried
from rating.selectors.sittings import missing_candidates, sitting_sum
from rating.services.ending import count_again
from rating.services.imported_sittings import count_rated
from rating.services.tallying import forget
from regild.formats.category_changes import read_changes
from regild.problems import N_, BadFile, BadFiles, Source
from regild.rating.tree_revision import LOST, Revised, revise_tree
from sources.services.relabelling import rename_labels

_CARRIED = (
    *("assignment_id", "annotator_id", "candidate_id", "value", "key", "elapsed_ms"),
    *("counts", "rated_at", "imported_id"),
)


def preview_revision(*, campaign: Campaign, changes: Source) -> RevisionEffect:
    """What these changes would do now; nothing is stored. Raises BadFiles or Refused."""
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        return effect_of(campaign, _revised(campaign, changes))


@transaction.atomic
def revise_categories(
    *,
    campaign: Campaign,
    changes: Source,
    note: str = "",
    number: int | None = None,
    by: User | None = None,
) -> TreeRevision:
    """All or nothing. `number` is the one that the revision was looked at as: where another was
    made since, it is refused. Raises BadFiles or Refused."""
    # Candidates leave their places: whoever plans waits, and so does this.
    lock_plan(campaign.pk)
    campaign = lock_campaign(campaign.pk)
    if number not in (None, next_revision(campaign)):
        text = N_("The tree was revised meanwhile. Nothing was changed; look at it again.")
        raise Refused("revision_out_of_date", text)
    revised = _revised(campaign, changes)
    _stop_answers(campaign)
    effect = effect_of(campaign, revised)
    at = timezone.now()
    revision = store_revision(campaign, revised, at=at, by=by, note=note)
    after = {one.code: one.name for one in revised.categories if one.code is not None}
    rename_labels(campaign, names_carried(revised.fates, after))
    moved = {fate.code: fate.to for fate in revised.fates if fate.to not in (None, fate.code)}
    _carry_over(campaign, {old: new for old, new in moved.items() if new is not None}, at=at)
    _drop(campaign, [fate.code for fate in revised.fates if fate.fate in LOST], at=at)
    ratings_changed(campaign.pk)
    told = {
        name: getattr(effect, name)
        for name in ("carried", "dropped", "labels_carried", "labels_left")
    }
    note_effect(revision, **told)
    audit.record(
        campaign=campaign,
        by=by,
        action="revise categories",
        revision=revision.number,
        note=note,
        carried=effect.carried,
        dropped=effect.dropped,
    )
    announce(
        campaign,
        Webhook.Event.REVISION,
        key=f"revision:{revision.number}",
        revision=revision.number,
        carried=effect.carried,
        dropped=effect.dropped,
    )
    return revision


def _revised(campaign: Campaign, changes: Source) -> Revised:
    if not campaign.categories.exists():
        text = N_("The campaign has no categories of its own.")
        raise Refused("no_categories", text)
    try:
        read = read_changes(changes.stream, name=changes.name)
        if not read.records:
            raise Refused("no_changes", N_("There is nothing to change."))
        return revise_tree(
            coded_categories(campaign),
            read.records,
            first_code=first_free_code(campaign),
            name=changes.name,
        )
    except BadFile as bad:
        raise BadFiles([bad]) from bad


def _stop_answers(campaign: Campaign) -> None:
    """Until the end of the transaction. An answer under way was checked against the categories
    of before: it finds its sitting written anew, and is checked again."""
    opened = Assignment.objects.filter(annotator__campaign=campaign)
    opened = opened.filter(state=Assignment.State.OPEN).order_by("id")
    list(opened.select_for_update(no_key=True, of=("self",)).values_list("id", flat=True))
    opened.order_by().update(remaining=F("remaining"))


def _carry_over(campaign: Campaign, codes: dict[int, int], *, at: datetime) -> None:
    """A row of the same annotator in the same sitting; the earlier one stays, stamped."""
    rows = list(
        current_of(campaign, codes).values_list(
            *("id", "assignment_id", "annotator_id", "candidate_id", "value", "elapsed_ms"),
            *("counts", "imported_id"),
        )
    )
    current_of(campaign, codes).update(superseded_at=at)
    insert_rows(
        Rating,
        _CARRIED,
        (
            (
                *(sitting, annotator, candidate, codes[value or 0], uuid.uuid4().hex, ms),
                *(counts, at, imported),
            )
            for _id, sitting, annotator, candidate, value, ms, counts, imported in rows
        ),
    )


def _drop(campaign: Campaign, codes: Collection[int], *, at: datetime) -> None:
    """What nobody can carry over counts no more, and can be asked for again: its document goes
    to the next dispatch, unless somebody sits at its subset now."""
    dropped = current_of(campaign, codes)
    pairs = list(dropped.values_list("assignment_id", "candidate_id"))
    if not pairs:
        return
    dropped.update(superseded_at=at)
    placed = Placement.objects.filter(subset__campaign=campaign)
    of_candidate = dict(placed.order_by().values_list("candidate_id", "subset_id"))
    candidates = {candidate for _sitting, candidate in pairs}
    subsets = {of_candidate[one] for one in candidates if one in of_candidate}
    opened = Assignment.objects.filter(subset__in=subsets, state=Assignment.State.OPEN)
    busy = set(opened.values_list("subset_id", flat=True))
    free_candidates(candidates, subsets=subsets - busy)
    _count_sittings({sitting for sitting, _candidate in pairs}, campaign, now=at)
    forget(subsets)
    count_rated(campaign)


def _count_sittings(sittings: Collection[int], campaign: Campaign, *, now: datetime) -> None:
    """What each comes to without what was dropped; in an open one it is to answer again."""
    online = Assignment.objects.filter(id__in=sittings).exclude(
        annotator__source=Annotator.Source.IMPORTED
    )
    for sitting in online.select_related("annotator").order_by("id"):
        if sitting.state == Assignment.State.OPEN:
            count_again(sitting, campaign, now=now)
            continue
        sitting.remaining = len(missing_candidates(sitting))
        if sitting.state == Assignment.State.COMPLETE:
            sitting.rated, sitting.median_ms = sitting_sum(sitting)
        sitting.save(update_fields=["remaining", "rated", "median_ms"])
