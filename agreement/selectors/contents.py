"""What a report is computed from."""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from itertools import compress
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Window
from django.db.models.functions import Coalesce, RowNumber, TruncDate

from agreement.models import WordList
from agreement.selectors.sittings import read_sittings
from agreement.selectors.word_list import word_list_of
from campaigns.models import Campaign
from core.snapshot import snapshot
from pooling.models import Candidate
from pooling.selectors.samples import candidates_sampled
from pooling.selectors.seats import needed_there, own_numbers
from rating.models import Exclusion, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.ledger import count_ledger
from rating.selectors.needed import needed_of
from regild.agreement.annotators import RatingColumns
from regild.agreement.first_gold import GoldVotes
from regild.agreement.report import ORIGINS, RatedCandidates, SentenceName
from regild.agreement.sittings import Sittings
from regild.arrays import IntArray, np
from regild.words import is_multiword
from sources.models import GoldAnswer
from sources.selectors import sentences_in_play

ROWS_AT_A_TIME = 20_000
_ORIGINS = {name: place for place, name in enumerate(ORIGINS)}


class Inputs(NamedTuple):
    """Which ratings a report rests on."""

    n_ratings: int
    last_rating: int | None
    last_rated_at: datetime | None
    live_exclusions: int
    ratings_version: int
    sources_version: int
    pool_version: int
    ledger: dict[str, int]


class Contents(NamedTuple):
    """What a report is computed from, all of one moment."""

    inputs: Inputs
    sentences: list[SentenceName]
    rated: RatedCandidates
    needed: IntArray  # of each, the ratings with which it is compared
    in_play: int  # candidates, rated or not
    sittings: Sittings
    gold: list[GoldVotes]
    covered: list[tuple[str, int]]  # day, candidates that reached the ratings wanted
    frequencies: dict[str, float] | None  # of the campaign's word list


def read_policy(campaign: Campaign) -> dict[str, Any]:
    words = word_list_of(campaign)
    return {
        "scale": list(campaign.scale.order_by("position").values("value", "label", "weight")),
        "min_ratings": campaign.min_ratings,
        "max_ratings": campaign.max_ratings,
        **own_numbers(campaign),
        "excluded_targets": campaign.excluded_targets,
        "gold_annotators": campaign.gold_annotators,
        "verdict_rule": campaign.verdict_rule,
        "word_list": words
        and {
            "name": words.name,
            "words": words.n_words,
            # Another list may have the name and the length of the one before.
            "stored_at": words.stored_at.isoformat(),
        },
    }


def read_inputs(campaign: Campaign) -> Inputs:
    found = counting_ratings(campaign).aggregate(
        n_ratings=Count("id"),
        last_rating=Max("id"),
        last_rated_at=Max("rated_at"),
    )
    names = ("ratings_version", "sources_version", "pool_version")
    versions = Campaign.objects.values(*names).get(id=campaign.pk)
    return Inputs(
        **found,
        live_exclusions=live_exclusions(campaign),
        **versions,
        ledger=count_ledger(campaign),
    )


def live_exclusions(campaign: Campaign) -> int:
    in_force = Exclusion.objects.filter(undone_at__isnull=True)
    return in_force.filter(annotator__campaign=campaign).count()


def read_contents(campaign: Campaign, *, values: Sequence[int]) -> Contents:
    """`values` are the scale's codes, lowest first; in what is read stand their places."""
    with snapshot():
        sentences = list(campaign.items.order_by("id").values_list("id", "key", "group"))
        sittings, candidates = read_sittings(campaign, values=values)
        return Contents(
            inputs=read_inputs(campaign),
            sentences=[SentenceName(key, group) for _id, key, group in sentences],
            rated=_rated(
                campaign,
                candidates=candidates,
                counts=_counts(sittings.ratings, len(candidates), len(values)),
                sentences=np.array([id for id, *_name in sentences], dtype=np.int64),
            ),
            needed=needed_of(campaign, candidates, least=campaign.min_ratings),
            in_play=candidates_sampled(campaign),
            sittings=sittings,
            gold=_first_gold(campaign),
            covered=covered_days(campaign),
            frequencies=WordList.objects.filter(campaign=campaign)
            .values_list("frequencies", flat=True)
            .first(),
        )


def _rated(
    campaign: Campaign, *, candidates: IntArray, counts: IntArray, sentences: IntArray
) -> RatedCandidates:
    rows = (
        Candidate.objects.filter(item__campaign=campaign, role=Candidate.Role.POOLED)
        .order_by("id")
        .values_list("id", "text", "item_id", "origin", Coalesce("votes", 0.0))
    )
    ids, sentence, origin, votes = array("q"), array("q"), array("b"), array("d")
    text = []
    for id, candidate, item, came_from, n_votes in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        ids.append(id)
        text.append(candidate)
        sentence.append(item)
        origin.append(_ORIGINS[came_from])
        votes.append(n_votes)
    kept = np.isin(np.array(ids), candidates, assume_unique=True)
    return RatedCandidates(
        text=[*compress(text, kept.tolist())],
        sentence=np.searchsorted(sentences, np.array(sentence, dtype=np.int64)[kept]),
        origin=np.array(origin, dtype=np.int64)[kept],
        votes=np.array(votes)[kept],
        counts=counts,
    )


def _counts(ratings: RatingColumns, n_candidates: int, n_values: int) -> IntArray:
    cells = ratings.candidate * n_values + ratings.value
    return np.bincount(cells, minlength=n_candidates * n_values).reshape(-1, n_values)


def _first_gold(campaign: Campaign) -> list[GoldVotes]:
    sentences: defaultdict[int, GoldVotes] = defaultdict(lambda: GoldVotes({}, {}))
    rows = (
        GoldAnswer.objects.filter(item__in=sentences_in_play(campaign))
        .order_by("item_id", "id")
        .values_list("item_id", "text", "votes", "given_by")
    )
    for sentence, text, votes, given_by in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        # As the pool: what it leaves out is no substitute here either.
        if campaign.multiwords == Campaign.Keep.DROP and is_multiword(text):
            continue
        sentences[sentence].votes[text] = votes
        sentences[sentence].given_by[text] = given_by
    return list(sentences.values())


def covered_days(campaign: Campaign) -> list[tuple[str, int]]:
    """How many candidates got the last of the ratings they need, day by day (UTC)."""
    turns = counting_ratings(campaign).annotate(
        needed=needed_there(campaign.min_ratings, "candidate__placement__subset__"),
        turn=Window(RowNumber(), partition_by="candidate_id", order_by=["rated_at", "id"]),
    )
    days = (
        Rating.objects.filter(id__in=turns.filter(turn=F("needed")).values("id"))
        .values_list(TruncDate("rated_at"))
        .annotate(Count("id"))
        .order_by("rated_at__date")
    )
    return [(day.isoformat(), count) for day, count in days]
