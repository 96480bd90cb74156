"""Who gave which rating. The database packs them: none comes over as a row of its own."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Aggregate, Count, QuerySet, TextField
from django.db.models.functions import Coalesce

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from regild.agreement.annotators import RatingColumns
from regild.agreement.devices import DEVICES, UNKNOWN
from regild.agreement.sittings import Sittings
from regild.arrays import IntArray, np

ANNOTATORS_AT_A_TIME = 500


class PackedText(Aggregate):
    """Of each row of a group its expressions, such as 'candidate value milliseconds', all in
    one text.

    Leave-one-out and pairs need to know who gave which rating; a text for each annotator
    is read in a fraction of the time of a row for each rating.
    """

    template = "STRING_AGG(%(expressions)s, ' ')"
    arg_joiner = " || ' ' || "
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        # STRING_AGG came to SQLite with 3.44.
        return self.as_sql(
            compiler, connection, template="GROUP_CONCAT(%(expressions)s, ' ')", **context
        )


def read_sittings(
    campaign: Campaign, *, values: Sequence[int], ratings: QuerySet[Rating] | None = None
) -> tuple[Sittings, IntArray]:
    """Every rating that counts, unless others are meant, annotator by annotator, and the ids of
    the rated candidates, rising. `values` are the scale's codes, lowest first; in what is read
    stand their places."""
    rows = (
        (counting_ratings(campaign) if ratings is None else ratings)
        .values_list("annotator_id")
        .annotate(
            n=Count("id"),
            text=PackedText(
                "candidate_id", "value", Coalesce("elapsed_ms", -1), "assignment_id"
            ),
        )
        .order_by("annotator_id")
    )
    annotators, counts = [], []
    given, value, milliseconds, assignment = [], [], [], []
    for annotator, count, text in rows.iterator(chunk_size=ANNOTATORS_AT_A_TIME):
        annotators.append(annotator)
        counts.append(count)
        table = np.fromstring(text, dtype=np.int64, sep=" ").reshape(-1, 4)
        given.append(table[:, 0].copy())
        value.append(_places(table[:, 1], values))
        milliseconds.append(table[:, 2].astype(np.float64))
        assignment.append(table[:, 3].copy())
    candidates, candidate = np.unique(_joined(given), return_inverse=True)
    timed = _joined(milliseconds).astype(np.float64)
    timed[timed < 0] = np.nan
    return Sittings(
        annotators=annotators,
        ratings=RatingColumns(
            candidate=candidate,
            annotator=np.repeat(np.arange(len(annotators)), counts),
            value=_joined(value),
        ),
        seconds=timed / 1000,
        device=_devices(campaign, _joined(assignment)),
    ), candidates


def _joined(parts: list[Any]) -> Any:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def _devices(campaign: Campaign, assignments: IntArray) -> IntArray:
    """Of each rating's assignment the device, by its place."""
    known = Assignment.objects.filter(annotator__campaign=campaign, device__in=DEVICES)
    rows = [*known.order_by("id").values_list("id", "device")]
    if not rows:
        return np.full(len(assignments), UNKNOWN)
    ids = np.array([id for id, _device in rows])
    devices = np.array([DEVICES.index(device) for _id, device in rows])
    place = np.minimum(np.searchsorted(ids, assignments), len(ids) - 1)
    return np.where(ids[place] == assignments, devices[place], UNKNOWN)


def _places(given: IntArray, values: Sequence[int]) -> IntArray:
    """Of each code its place: codes need not rise with the scale."""
    by_code = np.argsort(values)
    return np.asarray(by_code[np.searchsorted(values, given, sorter=by_code)])
