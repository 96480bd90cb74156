"""Why a system scores on a release what it does, sentence by sentence."""

from collections.abc import Iterable
from typing import NamedTuple

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from regild.scoring.changes import Change
from regild.scoring.two_golds import Line
from scoring.models import Release
from scoring.selectors.golds import answers_of, both_golds
from scoring.selectors.known import known_of
from scoring.selectors.scores import how_scored, part_rankings, parts_scored, rankings_of
from sources.models import Item, System

# To be put in order every sentence is scored; of a larger campaign one group is shown.
COMPARED_AT_ONCE = 2_000


class OnPart(NamedTuple):
    """`part` is "" for all sentences."""

    part: str
    line: Line


class ChangedSentence(NamedTuple):
    change: Change
    item: Item


class SystemOnRelease(NamedTuple):
    """How a system stands by a measure, and the sentences of `group`, or all where it is
    empty, by how much the golds differ."""

    release: Release
    system: System
    measure: str
    group: str
    lines: list[OnPart]
    changes: list[Change]

    @property
    def sentences(self) -> list[ChangedSentence]:
        return with_sentences(self.release, self.changes)


def system_on_release(
    release: Release, system: System, *, measure: str, group: str
) -> SystemOnRelease:
    group = _compared_group(release.campaign, group)
    return SystemOnRelease(
        release=release,
        system=system,
        measure=measure,
        group=group,
        lines=_lines_of(release, system, measure=measure),
        changes=_changes_of(release, system, measure=measure, group=group),
    )


def with_sentences(release: Release, found: Iterable[Change]) -> list[ChangedSentence]:
    found = list(found)
    items = release.campaign.items.filter(key__in=[one.sentence for one in found])
    by_key = {item.key: item for item in items}
    return [ChangedSentence(change, by_key[change.sentence]) for change in found]


def _lines_of(release: Release, system: System, *, measure: str) -> list[OnPart]:
    """How one system stands, on all sentences ("") and on each part; nothing until scored."""
    all_sentences = rankings_of(release, [measure]).values()
    parts = part_rankings(release, [measure], parts=parts_scored(release))[measure]
    return [
        OnPart(part, line)
        for part, rankings in (*(("", found) for found in all_sentences), *parts.items())
        for line in rankings.lines
        if line.id == system.id
    ]


def _compared_group(campaign: Campaign, asked: str) -> str:
    """The group asked for; else none where all sentences are compared, or the first."""
    if asked or campaign.items.count() <= COMPARED_AT_ONCE:
        return asked
    return str(campaign.items.order_by("group").values_list("group", flat=True)[0])


def _changes_of(release: Release, system: System, *, measure: str, group: str) -> list[Change]:
    """Over all sentences, or over one group's."""
    golds, scored = both_golds(release, group=group), how_scored(release)
    [answers] = answers_of(release, [system], group=group)
    return task_of(release.campaign).scoring.changes(
        golds.first,
        golds.second,
        answers,
        known_of(release, golds, penalty=scored.penalty if scored else None),
        measure=measure,
    )
