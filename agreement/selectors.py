"""Reads for a report. The database counts; no rating comes over as a row of its own."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Aggregate, Count, Max, Q, QuerySet, TextField, Window
from django.db.models.functions import Coalesce, RowNumber, TruncDate

from agreement.models import AgreementReport
from campaigns.models import Campaign, GoldSubstitute, Sentence
from campaigns.selectors import sentences_in_play
from core.snapshot import snapshot
from pooling.models import Candidate
from pooling.selectors import origin_counts
from rating.models import Annotator, Exclusion, Rating
from rating.selectors import counting_ratings
from regild.agreement.annotators import Ratings
from regild.agreement.patterns import IntArray
from regild.agreement.report import ORIGINS, GoldVotes, Rated, SentenceName, Sittings

ROWS_AT_A_TIME = 20_000

# So many new ratings ask for a new report, or such a share of what there was if that is more.
NEW_RATINGS = 100
NEW_SHARE = 0.05

STATE = (
    "n_ratings",
    "n_candidates",
    "n_annotators",
    "last_rating",
    "live_exclusions",
    "policy",
    "seed",
    "rounds",
)
FINDINGS = (
    "measures",
    "by_origin",
    "by_pos",
    "by_target",
    "by_sentence",
    "by_annotator",
    "pairs",
    "distributions",
    "coverage",
    "comparison",
)


class Inputs(NamedTuple):
    """Which ratings a report rests on."""

    n_ratings: int
    last_rating: int | None
    last_rated_at: datetime | None
    live_exclusions: int
    ratings_version: int


class Contents(NamedTuple):
    """What a report is computed from, all of one moment."""

    inputs: Inputs
    sentences: list[SentenceName]
    rated: Rated
    in_play: int  # candidates, rated or not
    sittings: Sittings
    gold: list[GoldVotes]
    covered: list[tuple[str, int]]  # day, candidates that reached the ratings wanted


def report_states(campaign: Campaign) -> QuerySet[AgreementReport]:
    """The reports from the newest on, without the much they found."""
    return campaign.agreement_reports.order_by("-id").defer(*FINDINGS, "hardest")


def hardest_sentences(report: AgreementReport) -> list[tuple[Sentence, dict[str, Any]]]:
    """With their measures; a sentence that was deleted since is left out."""
    found = dict(report.hardest)
    sentences = {
        sentence.key: sentence for sentence in report.campaign.sentences.filter(key__in=found)
    }
    return [(sentences[key], found[key]) for key in found if key in sentences]


def report_facts(report: AgreementReport, *, sentences: bool = True) -> dict[str, Any]:
    """A report as one JSON object: what was found, and on what.

    Without `sentences` it is a hundredth of the size, and has no `by_sentence`.
    """
    rated_at = report.last_rated_at
    names = [name for name in (*STATE, *FINDINGS) if sentences or name != "by_sentence"]
    return {
        "campaign": report.campaign.slug,
        "report": report.id,
        "made_at": report.made_at.isoformat(),
        "last_rated_at": rated_at and rated_at.isoformat(),
        **{name: getattr(report, name) for name in names},
    }


def annotator_names(campaign: Campaign) -> dict[str, str]:
    """By the ids that reports use; only imported annotators have names of their own."""
    return {
        str(id): name if source == Annotator.Source.IMPORTED else str(id)
        for id, name, source in campaign.annotators.values_list("id", "name", "source")
    }


def read_policy(campaign: Campaign) -> dict[str, Any]:
    return {
        "scale": list(campaign.scale.order_by("value").values("value", "label", "weight")),
        "min_ratings": campaign.min_ratings,
        "max_ratings": campaign.max_ratings,
        "excluded_targets": campaign.excluded_targets,
    }


def changed_campaigns() -> Iterator[Campaign]:
    """Those with a counting rating whose latest report no longer says how they stand."""
    for campaign in Campaign.objects.order_by("id"):
        latest = report_states(campaign).first()
        if latest is None:
            changed = counting_ratings(campaign).exists()
        else:
            changed = is_out_of_date(latest) or latest.policy != read_policy(campaign)
        if changed:
            yield campaign


def is_out_of_date(report: AgreementReport) -> bool:
    """Whether other ratings count than when it was made. Asked of the campaign as it is stored
    now, for it may have changed since it was read."""
    versions = Campaign.objects.filter(id=report.campaign_id)
    return versions.values_list("ratings_version", flat=True).get() != report.ratings_version


def grown_campaigns() -> Iterator[Campaign]:
    """Those with enough new ratings for another report, or with as many fewer."""
    for campaign in Campaign.objects.order_by("id"):
        latest = report_states(campaign).first()
        if latest is not None and not is_out_of_date(latest):
            continue
        before = latest.n_ratings if latest else 0
        new = counting_ratings(campaign).count() - before
        if abs(new) >= max(NEW_RATINGS, before * NEW_SHARE):
            yield campaign


def read_inputs(campaign: Campaign) -> Inputs:
    found = counting_ratings(campaign).aggregate(
        n_ratings=Count("id"),
        last_rating=Max("id"),
        last_rated_at=Max("rated_at"),
    )
    exclusions = Exclusion.objects.filter(
        annotator__campaign=campaign, undone_at__isnull=True
    ).count()
    version = Campaign.objects.values_list("ratings_version", flat=True).get(id=campaign.pk)
    return Inputs(**found, live_exclusions=exclusions, ratings_version=version)


def read_contents(campaign: Campaign, *, values: Sequence[int]) -> Contents:
    """`values` are the scale's, lowest first."""
    with snapshot():
        sentences = list(
            campaign.sentences.order_by("id").values_list("id", "key", "lexelt", "pos")
        )
        candidates, counts = value_counts(counting_ratings(campaign), values)
        return Contents(
            inputs=read_inputs(campaign),
            sentences=[SentenceName(*name) for _id, *name in sentences],
            rated=_rated(
                campaign,
                candidates=candidates,
                counts=counts,
                sentences=np.array([id for id, *_name in sentences], dtype=np.int64),
            ),
            in_play=sum(origin_counts(campaign).values()),
            sittings=_sittings(campaign, candidates=candidates, values=values),
            gold=_first_gold(campaign),
            covered=_covered(campaign),
        )


def value_counts(ratings: QuerySet[Rating], values: Sequence[int]) -> tuple[IntArray, IntArray]:
    """The ids of the rated candidates, rising, and how often each got each value."""
    rows = (
        ratings.values_list("candidate_id")
        .annotate(**{f"n_{value}": Count("id", filter=Q(value=value)) for value in values})
        .order_by("candidate_id")
    )
    # All at once: behind a cursor PostgreSQL would not count in parallel.
    table = np.array(list(rows), dtype=np.int64).reshape(-1, 1 + len(values))
    return table[:, 0], table[:, 1:]


def _rated(
    campaign: Campaign, *, candidates: IntArray, counts: IntArray, sentences: IntArray
) -> Rated:
    rows = (
        Candidate.objects.filter(sentence__campaign=campaign, role=Candidate.Role.POOLED)
        .order_by("id")
        .values_list("id", "text", "sentence_id", "origin", Coalesce("votes", 0.0))
    )
    wanted = set(candidates.tolist())
    found = [row for row in rows.iterator(chunk_size=ROWS_AT_A_TIME) if row[0] in wanted]
    _ids, text, sentence, origin, votes = zip(*found, strict=True) if found else [()] * 5
    return Rated(
        text=list(text),
        sentence=np.searchsorted(sentences, np.array(sentence, dtype=np.int64)),
        origin=np.array([ORIGINS.index(name) for name in origin], dtype=np.int64),
        votes=np.array(votes, dtype=np.float64),
        counts=counts,
    )


class _Packed(Aggregate):
    """Each rating of a group as 'candidate value milliseconds', all in one text.

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


def _sittings(campaign: Campaign, *, candidates: IntArray, values: Sequence[int]) -> Sittings:
    rows = (
        counting_ratings(campaign)
        .values_list("annotator_id")
        .annotate(
            n=Count("id"), text=_Packed("candidate_id", "value", Coalesce("elapsed_ms", -1))
        )
        .order_by("annotator_id")
    )
    annotators, counts, texts = [], [], []
    for annotator, count, text in rows:
        annotators.append(annotator)
        counts.append(count)
        texts.append(np.fromstring(text, dtype=np.int64, sep=" "))
    table = np.concatenate([*texts, np.empty(0, dtype=np.int64)]).reshape(-1, 3)
    milliseconds = table[:, 2].astype(np.float64)
    return Sittings(
        annotators=annotators,
        ratings=Ratings(
            candidate=np.searchsorted(candidates, table[:, 0]),
            annotator=np.repeat(np.arange(len(annotators)), counts),
            value=np.searchsorted(np.array(values), table[:, 1]),
        ),
        seconds=np.where(milliseconds < 0, np.nan, milliseconds / 1000),
    )


def _first_gold(campaign: Campaign) -> list[GoldVotes]:
    sentences: defaultdict[int, GoldVotes] = defaultdict(lambda: GoldVotes({}, {}))
    rows = (
        GoldSubstitute.objects.filter(sentence__in=sentences_in_play(campaign))
        .order_by("sentence_id", "id")
        .values_list("sentence_id", "text", "votes", "given_by")
    )
    for sentence, text, votes, given_by in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        sentences[sentence].votes[text] = votes
        sentences[sentence].given_by[text] = given_by
    return list(sentences.values())


def _covered(campaign: Campaign) -> list[tuple[str, int]]:
    """How many candidates got the last of the ratings they need, day by day (UTC)."""
    turns = counting_ratings(campaign).annotate(
        turn=Window(RowNumber(), partition_by="candidate_id", order_by=["rated_at", "id"])
    )
    days = (
        Rating.objects.filter(id__in=turns.filter(turn=campaign.min_ratings).values("id"))
        .values_list(TruncDate("rated_at"))
        .annotate(Count("id"))
        .order_by("rated_at__date")
    )
    return [(day.isoformat(), count) for day, count in days]
