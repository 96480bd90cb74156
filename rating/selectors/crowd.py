"""Annotators beside each other, as the last check measured them."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from annotators.models import Annotator
from campaigns.models import Campaign
from rating.models import AnnotatorCheck
from regild.rating.outliers import Outlier, Sign

# More dots tell nothing more, and each is a link to wait for.
MOST_DOTS = 200
WORST_DOTS = 80

# What a chart of annotators may be made of: of each axis the first that anybody has.
ACROSS = (Sign.PACE, Sign.LEAN)
UP = (Sign.CORRELATION, Sign.SAME_SHARE)
COLUMN_OF = {Sign.PACE: "median_ms"}


class CrowdDot(NamedTuple):
    """`annotator` is one with `id`, `name` and `source` alone."""

    annotator: Annotator
    x: float
    y: float
    is_outlier: bool


class ComparedCrowd(NamedTuple):
    """Of the annotators `compared`, those with ratings enough: all dots of a small crowd, of a
    large one the worst and an even choice among the others."""

    across: Sign
    up: Sign
    compared: int
    outliers: int
    dots: list[CrowdDot]


# (annotator, whether an outlier, their value on every sign of the axes)
_Found = tuple[Annotator, bool, dict[Sign, float | None]]


def crowd_of(campaign: Campaign) -> ComparedCrowd | None:
    """None where fewer than two can be compared."""
    columns = {sign: COLUMN_OF.get(sign, str(sign)) for sign in (*ACROSS, *UP)}
    checks = AnnotatorCheck.objects.filter(
        campaign=campaign, rated__gte=campaign.flag_min_ratings
    ).order_by("-furthest", "annotator_id")
    found: list[_Found] = [
        (
            Annotator(id=id, name=name, source=source),
            furthest > 0,
            dict(zip(columns, values, strict=True)),
        )
        for id, name, source, furthest, *values in checks.values_list(
            "annotator_id",
            "annotator__name",
            "annotator__source",
            "furthest",
            *columns.values(),
        )
    ]
    across, up = _known(found, ACROSS), _known(found, UP)
    if across is None or up is None:
        return None
    dots = [
        CrowdDot(annotator, x, y, is_outlier)
        for annotator, is_outlier, values in found
        if (x := values[across]) is not None and (y := values[up]) is not None
    ]
    if len(dots) < 2:
        return None
    outliers = sum(dot.is_outlier for dot in dots)
    return ComparedCrowd(across, up, len(dots), outliers, _chosen(dots))


def attach_checks(annotators: Iterable[Any]) -> None:
    """Give each its `check`, None without one, the `correlation` in it, and its `outliers`,
    furthest first."""
    wanted = list(annotators)
    found = AnnotatorCheck.objects.filter(annotator__in=[one.pk for one in wanted])
    by_annotator = {check.annotator_id: check for check in found}
    for annotator in wanted:
        check = by_annotator.get(annotator.pk)
        annotator.check = check
        annotator.correlation = check.correlation if check else None
        annotator.outliers = outliers_kept(check.outliers) if check else []


def outliers_kept(kept: Iterable[dict[str, Any]]) -> list[Outlier]:
    return [Outlier(**{**one, "sign": Sign(one["sign"])}) for one in kept]


def _known(found: Sequence[_Found], signs: Sequence[Sign]) -> Sign | None:
    for sign in signs:
        if any(values[sign] is not None for _annotator, _is_outlier, values in found):
            return sign
    return None


def _chosen(dots: Sequence[CrowdDot]) -> list[CrowdDot]:
    """They come furthest first."""
    if len(dots) <= MOST_DOTS:
        return list(dots)
    rest = dots[WORST_DOTS:]
    room = MOST_DOTS - WORST_DOTS
    return [*dots[:WORST_DOTS], *(rest[place * len(rest) // room] for place in range(room))]
