"""Put one plan in the place of another, while annotators take subsets of the first.

All of it is one transaction, and nobody sees any of it before it ends: what takes long – the
places of the old plan set aside, those of the new one stored – is done without the lock of the
campaign. Subsets of the old plan that were given away meanwhile are given back their places
under it, and what they hold leaves the new plan.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F, Max

from campaigns.models import Campaign
from core.bulk import check_references, insert_rows, update_rows
from pooling.models import Candidate, Placement, RatingRound, Subset
from pooling.selectors.rounds import replaceable
from pooling.services.drawing_checks import Checks, by_subset
from pooling.services.sittings import delete_sittings
from regild.pooling.dispatch import Plan

# What the subsets of a plan are numbered from until it is known what stays before them.
_UNNUMBERED = 2**30
PLACE = ["subset_id", "candidate_id", "block", "position", "anchor"]
# What stood where, in a table that nobody else has: `replaced` of the old plan, `lost` of the
# new one.
_SET_ASIDE = """
    INSERT INTO replaced
    SELECT placement.* FROM pooling_placement placement
    JOIN pooling_subset subset ON subset.id = placement.subset_id
    WHERE subset.campaign_id = %s AND subset.fixed_at IS NULL AND subset.round_id IS NULL
"""
_FORGET_PLACES = (
    "DELETE FROM pooling_placement WHERE subset_id IN (SELECT subset_id FROM replaced)"
)
_LOSE = """
    INSERT INTO lost
    SELECT placement.* FROM pooling_placement placement
    JOIN replaced ON replaced.candidate_id = placement.candidate_id
    JOIN given ON given.subset_id = replaced.subset_id
"""
_FORGET_LOST = "DELETE FROM pooling_placement WHERE id IN (SELECT id FROM lost)"
_REPEATS_OF_LOST = """
    SELECT placement.id, placement.subset_id FROM lost
    JOIN pooling_candidate candidate ON candidate.repeat_of_id = lost.candidate_id
    JOIN pooling_placement placement
      ON placement.candidate_id = candidate.id AND placement.subset_id = lost.subset_id
"""
_LEFT_IN_BLOCKS = """
    SELECT placement.id, placement.subset_id, placement.block, placement.anchor, candidate.role
    FROM (SELECT DISTINCT subset_id, block FROM lost) touched
    JOIN pooling_placement placement
      ON placement.subset_id = touched.subset_id AND placement.block = touched.block
    JOIN pooling_candidate candidate ON candidate.id = placement.candidate_id
"""
_PUT_BACK = """
    INSERT INTO pooling_placement
    SELECT replaced.* FROM replaced JOIN given ON given.subset_id = replaced.subset_id
"""


class _Left(NamedTuple):
    """A place in a block that lost another."""

    id: int
    subset: int
    block: int
    anchor: bool
    role: str


def set_aside(campaign: Campaign) -> set[int]:
    """Take the places of subsets that nobody was given out of sight; returns these subsets."""
    with connection.cursor() as cursor:
        for name in ("replaced", "lost"):
            _make_table(cursor, name, "SELECT * FROM pooling_placement")
        cursor.execute(_SET_ASIDE, [campaign.pk])
        cursor.execute("CREATE INDEX replaced_by_subset ON replaced (subset_id)")
        _know(cursor, "replaced")
        cursor.execute(_FORGET_PLACES)
        cursor.execute("SELECT DISTINCT subset_id FROM replaced")
        return {id for (id,) in cursor.fetchall()}


def store_plan(
    campaign: Campaign,
    plan: Plan,
    checks: Sequence[Checks],
    *,
    calibration: bool = False,
    round: RatingRound | None = None,
) -> dict[int, int]:
    """In subsets that have no number yet; the size of each."""
    stored = Subset.objects.bulk_create(
        Subset(
            campaign=campaign,
            number=number,
            size=size + len(drawn.foils) + len(drawn.repeats),
            seats=seats,
            calibration=calibration,
            round=round,
        )
        for number, (size, seats, drawn) in enumerate(
            zip(plan.sizes, plan.seats, checks, strict=True), start=_UNNUMBERED + 1
        )
    )
    insert_rows(
        Placement, PLACE, _placement_rows([subset.id for subset in stored], plan, checks)
    )
    # Not those of subsets: that would hold the campaign's row.
    check_references(Candidate)
    check_references(Placement)
    return {subset.id: subset.size for subset in stored}


def switch_plans(campaign: Campaign, *, aside: Collection[int], sizes: dict[int, int]) -> bool:
    """Under the lock of the campaign. Whether subsets had been given away since they were set
    aside; `sizes` are then what is left."""
    fixed = campaign.subsets.filter(fixed_at__isnull=False)
    given = set(aside).intersection(fixed.values_list("id", flat=True))
    if given:
        _give_back(given, sizes)
    old = campaign.subsets.filter(replaceable(), number__lte=_UNNUMBERED)
    # Nobody sat at them, but ratings of their candidates may have been counted.
    delete_sittings(old)
    # Nothing else hangs on them, or the database refuses.
    old._raw_delete(old.db)
    number_stored(campaign)
    with connection.cursor() as cursor:
        for name in ("replaced", "lost"):
            cursor.execute(f"DROP TABLE {name}")
    return bool(given)


def number_stored(campaign: Campaign) -> None:
    """New subsets come after those that stay."""
    numbered = campaign.subsets.filter(number__lte=_UNNUMBERED)
    last = numbered.aggregate(last=Max("number"))["last"] or 0
    campaign.subsets.filter(number__gt=_UNNUMBERED).update(
        number=F("number") - _UNNUMBERED + last
    )


def delete_unplaced_checks(campaign: Campaign) -> None:
    """Foils and repeats go with their subset; one that somebody rated stays."""
    unplaced = Candidate.objects.exclude(role=Candidate.Role.POOLED).filter(
        item__campaign=campaign, placement__isnull=True, ratings__isnull=True
    )
    gone = Candidate.objects.filter(id__in=unplaced.values("id"))
    gone._raw_delete(gone.db)


def _give_back(given: Collection[int], sizes: dict[int, int]) -> None:
    """What an annotator was shown leaves the new plan. A block of which only candidates without
    an anchor are left shows its own anchor again; one of which no candidate is left goes, and
    so do repeats of what its sitting does not show any more."""
    with connection.cursor() as cursor:
        _make_table(cursor, "given", "SELECT id AS subset_id FROM pooling_subset")
        cursor.executemany("INSERT INTO given VALUES (%s)", [(id,) for id in given])
        _know(cursor, "given")
        cursor.execute(_LOSE)
        _know(cursor, "lost")
        cursor.execute(_FORGET_LOST)
        cursor.execute("SELECT subset_id, candidate_id, block, position, anchor FROM lost")
        lost: list[tuple[Any, ...]] = cursor.fetchall()
        cursor.execute(_REPEATS_OF_LOST)
        repeats: list[tuple[int, int]] = cursor.fetchall()
        Placement.objects.filter(id__in=[id for id, _subset in repeats]).delete()
        cursor.execute(_LEFT_IN_BLOCKS)
        touched = [_Left(*row) for row in cursor.fetchall()]
        cursor.execute(_PUT_BACK)
        cursor.execute("DROP TABLE given")
    emptied, anchors = _mended(touched, lost)
    Placement.objects.filter(id__in=[place.id for place in emptied]).delete()
    copies = make_repeats([candidate for _subset, candidate, *_rest in anchors])
    insert_rows(
        Placement,
        PLACE,
        [(subset, copies[candidate], *rest) for subset, candidate, *rest in anchors],
    )
    changed = Counter(subset for subset, *_rest in anchors)
    changed.subtract(row[0] for row in lost)
    changed.subtract(subset for _id, subset in repeats)
    changed.subtract(place.subset for place in emptied)
    for subset, change in changed.items():
        sizes[subset] += change
    update_rows(Subset, ["size"], [(subset, sizes[subset]) for subset in changed])


def _mended(
    touched: Iterable[_Left], lost: Iterable[tuple[Any, ...]]
) -> tuple[list[_Left], list[tuple[Any, ...]]]:
    """The places of blocks that have to go, and of anchors that are to be shown again."""
    blocks: defaultdict[tuple[int, int], list[_Left]] = defaultdict(list)
    for place in touched:
        blocks[place.subset, place.block].append(place)
    anchors: dict[tuple[int, int], tuple[Any, ...]] = {}
    for row in sorted(lost, key=lambda row: (row[0], row[3])):
        if row[4]:
            anchors.setdefault((row[0], row[2]), row)
    emptied = []
    for block, places in blocks.items():
        if all(place.role != Candidate.Role.POOLED for place in places):
            emptied += places
            anchors.pop(block, None)
        elif any(place.anchor for place in places):
            anchors.pop(block, None)
    return emptied, [row for block, row in anchors.items() if block in blocks]


def _make_table(cursor: Any, name: str, like: str) -> None:
    cursor.execute(f"CREATE TEMPORARY TABLE {name} AS {like} WHERE 1 = 0")


def _know(cursor: Any, name: str) -> None:
    """PostgreSQL gathers no statistics of a temporary table by itself."""
    if connection.vendor == "postgresql":
        cursor.execute(f"ANALYZE {name}")


def _placement_rows(
    subset_ids: list[int], plan: Plan, checks: Iterable[Checks]
) -> Iterator[tuple[Any, ...]]:
    for subset_id, places, drawn in zip(
        subset_ids, by_subset(plan.places()), checks, strict=True
    ):
        copies = make_repeats([place.candidate for place in places if place.copy])
        foils = _make_foils(drawn.foils)
        position = block = 0
        for sentence, group in groupby(places, key=lambda place: place.sentence):
            block += 1
            shown = [
                (copies[place.candidate] if place.copy else place.candidate, place.anchor)
                for place in group
            ]
            if sentence in foils:
                # Its number decides its place: as good as chance, and the same every time.
                foil = foils[sentence]
                shown.insert(foil % (len(shown) + 1), (foil, False))
            for candidate, anchor in shown:
                position += 1
                yield subset_id, candidate, block, position, anchor
        sentence_of = {place.candidate: place.sentence for place in places}
        repeats = sorted(drawn.repeats, key=lambda candidate: sentence_of[candidate])
        repeat_ids = make_repeats(repeats)
        for _sentence, same in groupby(repeats, key=lambda candidate: sentence_of[candidate]):
            block += 1
            for candidate in same:
                position += 1
                yield subset_id, repeat_ids[candidate], block, position, False


def make_repeats(originals: list[int]) -> dict[int, int]:
    """A repeat of each candidate: original's id → repeat's id."""
    if not originals:
        return {}
    rows = Candidate.objects.bulk_create(
        Candidate(
            item_id=sentence_id,
            text=text,
            role=Candidate.Role.REPEAT,
            repeat_of_id=id,
            hidden_at=hidden_at,
        )
        for id, sentence_id, text, hidden_at in Candidate.objects.filter(id__in=originals)
        .order_by("id")
        .values_list("id", "item_id", "text", "hidden_at")
    )
    return {row.repeat_of_id: row.id for row in rows if row.repeat_of_id is not None}


def _make_foils(foils: Iterable[tuple[int, str]]) -> dict[int, int]:
    """Sentence → its foil's id; a block holds one foil at most."""
    rows = Candidate.objects.bulk_create(
        Candidate(item_id=sentence, text=text, role=Candidate.Role.FOIL)
        for sentence, text in foils
    )
    return {row.item_id: row.id for row in rows}
