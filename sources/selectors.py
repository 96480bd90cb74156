"""Reads over what was brought in."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import count, groupby
from operator import itemgetter
from pathlib import PurePath
from typing import NamedTuple

from django.db.models import (
    Count,
    FilteredRelation,
    Prefetch,
    Q,
    QuerySet,
    Sum,
)
from django.db.models.functions import Coalesce

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.searching import may_be_found
from regild.formats.records import AnswerRecord
from regild.formats.rows import row_lines
from sources.models import NAMED_PART, Answer, GoldAnswer, Item, ItemPart, System

LONGEST_NAME = 100


def groups_among(campaign: Campaign, names: Collection[str]) -> set[str]:
    """What the app before this one asks (campaigns/selectors/groups.py)."""
    found = campaign.items.filter(group__in=names).order_by().values_list("group", flat=True)
    return set(found.distinct())


class SourceCounts(NamedTuple):
    """Of the sentences in play; then why there are fewer than were brought in."""

    sentences: int
    groups: int
    gold_substitutes: int
    votes: float
    brought_in: int
    excluded: int  # sentences of targets left out, hidden or not
    hidden: int  # of the others
    systems: int  # that are not hidden
    hidden_systems: int


def source_counts(campaign: Campaign) -> SourceCounts:
    """What every page says of what was brought in."""
    left_out = Q(group__in=campaign.excluded_targets)
    hidden = ~left_out & Q(hidden_at__isnull=False)
    in_play = ~left_out & Q(hidden_at__isnull=True)
    items = campaign.items.aggregate(
        sentences=Count("id", filter=in_play),
        groups=Count("group", distinct=True, filter=in_play),
        brought_in=Count("id"),
        excluded=Count("id", filter=left_out),
        hidden=Count("id", filter=hidden),
    )
    gold = GoldAnswer.objects.filter(item__in=sentences_in_play(campaign)).aggregate(
        gold_substitutes=Count("id"), votes=Coalesce(Sum("votes"), 0.0)
    )
    systems = campaign.systems.aggregate(
        systems=Count("id", filter=Q(hidden_at__isnull=True)),
        hidden_systems=Count("id", filter=Q(hidden_at__isnull=False)),
    )
    return SourceCounts(**items, **gold, **systems)


def has_gold(campaign: Campaign) -> bool:
    """Whether any item has a first gold, in play or not."""
    return GoldAnswer.objects.filter(item__campaign=campaign).exists()


def systems_in_play(campaign: Campaign) -> QuerySet[System]:
    """Those that are pooled, scored and ranked; a hidden one is none of them."""
    return campaign.systems.filter(hidden_at__isnull=True)


def systems_with_attempts(campaign: Campaign) -> QuerySet[System]:
    """Each with `attempted`, the number of sentences it answered."""
    # Every answered sentence has exactly one first answer; to join the others takes a second
    # in a campaign of a million candidates.
    return campaign.systems.annotate(
        first_answers=FilteredRelation("answers", condition=Q(answers__rank=1))
    ).annotate(attempted=Count("first_answers"))


def names_taken(campaign: Campaign) -> set[str]:
    """What no new system can be called: releases may have a former name."""
    taken: set[str] = set()
    for name, former in campaign.systems.values_list("name", "former_names"):
        taken |= {name, *former}
    return taken


def name_of_file(file: str) -> str:
    """What the system of a file is called: the file's name without its ending, and without the
    two that SWORDS' results have."""
    name = PurePath(file).name.removesuffix(".gz")
    stem = name.removesuffix(".lsr.json") if name.endswith(".lsr.json") else PurePath(name).stem
    return stem.strip()[:LONGEST_NAME].strip()


def free_name(name: str, taken: Collection[str]) -> str:
    """With the first number behind it that makes another name of it."""
    for number in count(2):
        behind = f" {number}"
        found = name[: LONGEST_NAME - len(behind)] + behind
        if found not in taken:
            return found
    raise AssertionError


def find_sentences(campaign: Campaign, *, text: str = "", group: str = "") -> QuerySet[Item]:
    """`text` is within the item, or its whole id.

    Each with its gold, most votes first.
    """
    gold = GoldAnswer.objects.order_by("-votes", "id")
    found = campaign.items.prefetch_related(Prefetch("gold", gold))
    if group:
        found = found.filter(Q(group=group) | Q(label=group))
    if not may_be_found(text):
        return found.none()
    if text:
        found = found.filter(Q(text__icontains=text) | Q(key=text))
    return found


def answer_records(system: System) -> Iterator[AnswerRecord]:
    """What the system answered, a sentence at a time, in the order of the sentences."""
    rows = system.answers.order_by("item__position", "rank").values_list(
        "item__key", "item__group", "text", "score"
    )
    by_sentence = groupby(rows.iterator(chunk_size=20_000), key=itemgetter(0, 1))
    for line, ((key, group), answers) in enumerate(by_sentence, start=1):
        texts, scores = zip(*(row[2:] for row in answers), strict=True)
        yield AnswerRecord(key, group, texts, line, () if None in scores else scores)


class AnswersFile(NamedTuple):
    """A system's answers, an item at a time; `suffix` is how the file's name ends."""

    suffix: str
    content_type: str
    lines: Iterator[str]


def answers_file(system: System, *, form: str = "") -> AnswersFile | None:
    """As the campaign's task reads answers: `lines`, where it has such, or `csv`; lines first
    unless one is asked for. None where it has no such form."""
    table, records = task_of(system.campaign).answer_columns, answer_records(system)
    if table.line is not None and form in ("", "lines"):
        return AnswersFile("txt", "text/plain; charset=utf-8", map(table.line, records))
    if form in ("", "csv"):
        lines = row_lines(table.columns, table.rows(records))
        return AnswersFile("csv", "text/csv; charset=utf-8", lines)
    return None


def named_parts(campaign: Campaign) -> dict[str, set[str]]:
    """Keys of the sentences on each of the leads' lists, by the list's name."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    rows = ItemPart.objects.filter(item__campaign=campaign, part__startswith=NAMED_PART)
    for part, key in rows.order_by("part").values_list("part", "item__key"):
        found[part.removeprefix(NAMED_PART)].add(key)
    return dict(found)


def sentences_to_pool(campaign: Campaign) -> QuerySet[Item]:
    """Hidden ones too: shown again, they lack nothing that was added meanwhile."""
    return campaign.items.exclude(group__in=campaign.excluded_targets)


def sentences_in_play(campaign: Campaign) -> QuerySet[Item]:
    """Sentences that are dispatched and scored: not hidden, and not of an excluded group."""
    return sentences_to_pool(campaign).filter(hidden_at__isnull=True)


def labels_named(campaign: Campaign, names: Collection[str]) -> int:
    """How many labels have one of these names."""
    gold = GoldAnswer.objects.filter(item__campaign=campaign, text__in=names)
    answers = Answer.objects.filter(system__campaign=campaign, text__in=names)
    return gold.count() + answers.count()
