"""Carry labels of gold and systems over to other names. Under the lock of the campaign."""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Case, CharField, Value, When

from campaigns.models import Campaign
from campaigns.services.locking import sources_changed
from sources.models import Answer, GoldAnswer

ROWS_AT_A_TIME = 5_000


def rename_labels(campaign: Campaign, names: Mapping[str, str]) -> int:
    """`names` are old → new. Labels of an item that have one name now are one, with the votes
    of all. Returns how many were changed."""
    if not names:
        return 0
    answers = Answer.objects.filter(system__campaign=campaign, text__in=names)
    renamed = Case(
        *(When(text=old, then=Value(new)) for old, new in names.items()),
        output_field=CharField(),
    )
    changed = answers.update(text=renamed) + _rename_gold(campaign, names)
    if changed:
        sources_changed(campaign.pk)
    return changed


def _rename_gold(campaign: Campaign, names: Mapping[str, str]) -> int:
    of_campaign = GoldAnswer.objects.filter(item__campaign=campaign)
    # Two that change names would meet on the way, and two may become one: all are made anew.
    touched = of_campaign.filter(text__in={*names, *names.values()})
    found: defaultdict[tuple[int, str], list[GoldAnswer]] = defaultdict(list)
    changed = 0
    for gold in touched.order_by("id").iterator(chunk_size=ROWS_AT_A_TIME):
        changed += gold.text in names
        found[gold.item_id, names.get(gold.text, gold.text)].append(gold)
    touched.delete()
    GoldAnswer.objects.bulk_create(
        (
            GoldAnswer(
                item_id=item,
                text=text,
                votes=sum(one.votes for one in those),
                given_by=[name for one in those for name in one.given_by],
            )
            for (item, text), those in found.items()
        ),
        batch_size=ROWS_AT_A_TIME,
    )
    return changed
