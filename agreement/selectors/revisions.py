"""Agreement before a revision of the tree and now, on the same documents."""

from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from agreement.selectors.sittings import read_sittings
from campaigns.models import Campaign, TreeRevision
from campaigns.selectors.categories import coded_categories
from core.snapshot import snapshot
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from regild.agreement.annotators import RatingColumns
from regild.agreement.level_tables import beside_table
from regild.agreement.levels import agreement_of_choices
from regild.arrays import IntArray, np
from regild.formats.category_tree import CategoryTree
from regild.rating.tree_revision import CodedCategory, categories_from
from regild.tables.printing import Table


class BeforeAndAfter(NamedTuple):
    """Levels as a report has them; `n_documents` have two annotations then and now."""

    revision: int
    n_documents: int
    before: dict[str, Any]
    after: dict[str, Any]


class _Side(NamedTuple):
    chosen: RatingColumns
    n_annotators: int
    candidates: IntArray
    categories: list[CodedCategory]


def before_and_after(revision: TreeRevision) -> BeforeAndAfter:
    with snapshot():
        campaign = Campaign.objects.get(id=revision.campaign_id)
        before = _read(
            campaign, ratings_before(campaign, revision), categories_from(revision.before)
        )
        after = _read(campaign, counting_ratings(campaign), coded_categories(campaign))
    both = np.intersect1d(_twice(before), _twice(after))
    return BeforeAndAfter(
        revision.number,
        len(both),
        _levels(before, both, seed=campaign.seed),
        _levels(after, both, seed=campaign.seed),
    )


def before_and_after_table(found: BeforeAndAfter) -> Table:
    return beside_table(found.before, found.after)


def ratings_before(campaign: Campaign, revision: TreeRevision) -> QuerySet[Rating]:
    """What counted then, of those whose sittings count today: an exclusion since leaves out
    what it leaves out on either side."""
    then = Q(superseded_at__isnull=True) | Q(superseded_at__gte=revision.made_at)
    return Rating.objects.filter(
        then,
        rated_at__lt=revision.made_at,
        value__isnull=False,
        counts=True,
        assignment__state=Assignment.State.COMPLETE,
        candidate__role=Candidate.Role.POOLED,
        candidate__hidden_at__isnull=True,
        candidate__item__campaign=campaign,
        candidate__item__hidden_at__isnull=True,
    ).exclude(candidate__item__group__in=campaign.excluded_targets)


def _read(
    campaign: Campaign, ratings: QuerySet[Rating], categories: list[CodedCategory]
) -> _Side:
    codes = [one.code for one in categories if one.code is not None]
    sittings, candidates = read_sittings(campaign, values=codes, ratings=ratings)
    return _Side(sittings.ratings, len(sittings.annotators), candidates, categories)


def _twice(side: _Side) -> IntArray:
    given = np.bincount(side.chosen.candidate, minlength=len(side.candidates))
    return side.candidates[given > 1]


def _levels(side: _Side, documents: IntArray, *, seed: int) -> dict[str, Any]:
    wanted = np.isin(side.candidates, documents)[side.chosen.candidate]
    rows = RatingColumns(*(column[wanted] for column in side.chosen))
    place = np.searchsorted(documents, side.candidates[rows.candidate])
    found = agreement_of_choices(
        rows._replace(candidate=place),
        CategoryTree({one.name: one.parent for one in side.categories}),
        [one.name for one in side.categories if one.code is not None],
        n_documents=len(documents),
        n_annotators=side.n_annotators,
        seed=seed,
    )
    return {name: level.to_dict() for name, level in found.items()}
