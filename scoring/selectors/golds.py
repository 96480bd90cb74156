"""Both golds and the systems' answers, as a release's policy has them.

The campaign's own columns are not asked: they may have changed since, and what a system scored
on a release must not change with them.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, cast

from django.db.models import Q

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.snapshot import snapshot
from regild.formats.records import GoldRecord
from regild.scoring.aggregate import SEVERITY
from regild.scoring.annotators import RatedGold, RatedSubstitute
from regild.scoring.frozen import scale_of
from regild.scoring.inputs import (
    AnswerLists,
    Spellings,
    Weights,
    single_word_answers,
    single_word_gold,
)
from regild.scoring.policy import removes_multiwords
from regild.words import Wording
from scoring.models import Release, ReleaseEntry
from sources.models import MULTIWORD, Answer, GoldAnswer, GoldMultiword, Item, ItemPart, System

ROWS_AT_A_TIME = 20_000


class Golds(NamedTuple):
    """Sentences by their keys. What the second gold left undecided is in neither."""

    first: Weights
    second: Weights


def both_golds(release: Release, *, group: str = "") -> Golds:
    """Of all sentences, or of one group's."""
    return Golds(_first_gold(release, _only(group)), _second_gold(release, _only(group)))


class FirstGoldOfRelease:
    """The first gold of a release as systems are scored on it, a record a sentence, read each
    time it is gone through. Nothing where answers are no wordings."""

    def __init__(self, release: Release) -> None:
        self._release = release

    def __iter__(self) -> Iterator[GoldRecord]:
        if not task_of(self._release.campaign).scoring.worded_as_pooled:
            return
        with snapshot():
            weights = _first_gold(self._release, Q())
            groups = groups_of(self._release, weights)
        for key, of_sentence in weights.items():
            if of_sentence:
                yield GoldRecord(key, groups[key], tuple(of_sentence.items()), (), 0)


def rated_gold(release: Release) -> RatedGold[str]:
    """The second gold with the ratings it was frozen from. Who was excluded or had withdrawn
    by then is not among them, nor are foils, repeats and candidates left undecided."""
    scale = scale_of(release.policy)
    return RatedGold(
        _rated_substitutes(release, [option.value for option in scale]),
        weights=[option.weight for option in scale],
        rule=release.policy["rule"],
        effects=_effects(release),
    )


def _effects(release: Release) -> dict[Hashable, float] | None:
    if release.policy["rule"] != SEVERITY:
        return None
    severity = release.comparison[SEVERITY]
    return {one["annotator"]: one["effect"] for one in severity["annotators"]}


def groups_of(release: Release, keys: Collection[str]) -> dict[str, str]:
    rows = Item.objects.filter(campaign=release.campaign_id).values_list("key", "group")
    return {key: group for key, group in rows.iterator(ROWS_AT_A_TIME) if key in keys}


def multiword_targets(campaign: Campaign) -> set[str]:
    """Keys of the sentences that NMWT leaves out; none where nobody has said which."""
    rows = ItemPart.objects.filter(part=MULTIWORD, item__campaign=campaign)
    return set(rows.values_list("item__key", flat=True))


def answers_of(
    release: Release, systems: Iterable[System], *, group: str = ""
) -> list[AnswerLists]:
    """As they are scored: in the order of the systems. Where multiwords are dropped, the next
    answer moves up."""
    found = answers_given(release, systems, group=group)
    if removes_multiwords(release.policy) and _drops_multiwords(release):
        return [single_word_answers(lists) for lists in found]
    return found


def answers_given(
    release: Release, systems: Iterable[System], *, group: str = ""
) -> list[AnswerLists]:
    """At the ranks at which the pool took them. Answers that are the same to the campaign count
    once, at their best rank."""
    texts = Texts(release)
    found = {system.id: AnswerLists(only=system.only) for system in systems}
    rows = (
        Answer.objects.filter(_only(group), system__in=list(found))
        .order_by("system_id", "item_id", "rank")
        .values_list("system_id", "item__key", "item__group", "text", "score")
    )
    for (system, key, group), answers in groupby(
        rows.iterator(chunk_size=ROWS_AT_A_TIME), key=itemgetter(0, 1, 2)
    ):
        found[system].give(
            key,
            [(texts.of(raw, key=key, group=group), score) for *_whose, raw, score in answers],
        )
    return list(found.values())


def checksum_of_parts(named: Mapping[str, Collection[str]]) -> str:
    """By which an evaluation says on what parts it was scored; empty where none are named."""
    return checksum_of([json.dumps([name, *sorted(keys)]) for name, keys in named.items()])


def told_multiwords(campaign: Campaign) -> list[str]:
    """What was said of multiwords, a line each: the sentences, and what was seen in them."""
    seen = GoldMultiword.objects.filter(item__campaign=campaign)
    rows = seen.values_list("item__key", "text", "votes")
    return [*multiword_targets(campaign), *("\t".join(map(str, row)) for row in rows)]


def checksum_of(multiwords: Collection[str]) -> str:
    """By which an evaluation says what it was scored with; empty where nobody has said any."""
    listed = "\n".join(sorted(multiwords))
    return hashlib.sha256(listed.encode()).hexdigest() if listed else ""


class Texts:
    """How the pool read a raw spelling: normalised, unless a lead kept it apart. What is not
    worded is what it is."""

    def __init__(self, release: Release) -> None:
        policy = release.policy
        self._as_it_is = not task_of(release.campaign).scoring.worded_as_pooled
        self._spellings = Spellings(
            Wording(case=policy["case"], rules=map(tuple, policy["mapping"])),
            apart=map(tuple, policy["undone_merges"]),
        )

    def of(self, raw: str, *, key: str, group: str) -> str:
        return raw if self._as_it_is else self._spellings.of(raw, sentence=key, group=group)


def _only(group: str) -> Q:
    return Q(item__group=group) if group else Q()


def _first_gold(release: Release, only: Q) -> Weights:
    policy, texts = release.policy, Texts(release)
    gold: Weights = {}
    rows = (
        GoldAnswer.objects.filter(only, item__campaign=release.campaign_id)
        .exclude(item__group__in=policy["excluded_targets"])
        .exclude(item__key__in=policy["hidden_sentences"])
        .order_by("item__position", "id")
        .values_list("item__key", "item__group", "text", "votes")
    )
    for key, group, raw, votes in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        weights = gold.setdefault(key, {})
        text = texts.of(raw, key=key, group=group)
        weights[text] = weights.get(text, 0) + votes
    return single_word_gold(gold) if _drops_multiwords(release) else gold


def _drops_multiwords(release: Release) -> bool:
    of_multiwords = task_of(release.campaign).scoring.of_multiwords
    return of_multiwords and release.policy["multiwords"] == "drop"


def _second_gold(release: Release, only: Q) -> Weights:
    if task_of(release.campaign).level == "nominal":
        return _shares(release, only)
    gold: Weights = {}
    rows = (
        ReleaseEntry.objects.filter(only, release=release, weight__isnull=False)
        .order_by("item__position", "id")
        .values_list("item__key", "text", "weight")
        .iterator(chunk_size=ROWS_AT_A_TIME)
    )
    for key, text, weight in cast("Iterator[tuple[str, str, float]]", rows):
        gold.setdefault(key, {})[text] = weight
    return gold


def _shares(release: Release, only: Q) -> Weights:
    """Of each item with a choice of most, the share of each option's label."""
    labels = {option.value: option.label for option in scale_of(release.policy)}
    gold: Weights = {}
    rows = (
        ReleaseEntry.objects.filter(only, release=release, choice__isnull=False)
        .order_by("item__position", "id")
        .values_list("item__key", "ratings")
    )
    for key, ratings in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        chosen = Counter(labels[value] for _annotator, value in ratings)
        gold[key] = {label: n / len(ratings) for label, n in chosen.items()}
    return gold


def _rated_substitutes(
    release: Release, values: Sequence[int]
) -> Iterator[RatedSubstitute[str]]:
    options = {value: option for option, value in enumerate(values)}
    rows = (
        ReleaseEntry.objects.filter(release=release, weight__isnull=False)
        .order_by("item__position", "id")
        .values_list("item__key", "text", "ratings")
        .iterator(chunk_size=ROWS_AT_A_TIME)
    )
    for key, text, ratings in rows:
        given = [(annotator, options[value]) for annotator, value in ratings]
        yield RatedSubstitute(key, text, given)
