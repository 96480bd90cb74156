"""Systems that are made here: a task's own baselines, stored with their answers."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign, JobKind
from campaigns.selectors.task import task_of
from core.refusals import Refused
from regild.formats.records import AnswerRecord
from regild.problems import N_, Encoding, Reading, Source, Text
from regild.tasks.baselines import ONLY, BadBaseline, Baseline, BaselineInput, BaselineItem
from scoring.models import Release, ReleaseEntry
from sources.models import GoldAnswer, System
from sources.selectors import sentences_in_play
from sources.services.systems import (
    AddedSystem,
    SystemFile,
    lock_unless_deleted,
    refuse_taken_name,
    refuse_unless_valid,
    store_system,
)

BASELINE = JobKind("baseline", "scoring.jobs.baseline")
GOLDS = ("first", "second")
NO_FILES: Mapping[str, Source] = MappingProxyType({})
NO_OPTIONS: Mapping[str, Sequence[str]] = MappingProxyType({})


class BaselineRefused(Refused):
    """`field` is what is wrong, as forms and the API call it."""

    def __init__(self, text: Text, *, field: str = "kind") -> None:
        self.field = field
        super().__init__("baseline_refused", text)


def add_baseline(
    *,
    campaign: Campaign,
    name: str,
    kind: str,
    gold: str = "first",
    options: Mapping[str, Sequence[str]] = NO_OPTIONS,
    files: Mapping[str, Source] = NO_FILES,
    by: User | None = None,
) -> AddedSystem:
    """A system of the kind baseline with the answers that it gives. Raises BaselineRefused,
    Refused, SystemExists or, for files of its own, BadFiles; nothing is stored."""
    made = baseline_of(campaign, kind)
    asked, learnt = check_baseline(
        campaign=campaign, name=name, kind=kind, gold=gold, options=options, files=files
    )
    items = sentences_in_play(campaign).order_by("position")
    given = BaselineInput(
        [BaselineItem(*row) for row in items.values_list("key", "group", "content")],
        learnt,
        files,
        asked,
    )
    try:
        records = tuple(made.make(given))
    except BadBaseline as bad:
        raise BaselineRefused(bad.text, field=bad.option or "kind") from bad
    system = System(
        campaign=campaign,
        name=name,
        kind=System.Kind.BASELINE,
        sha256=_checksum(records),
        only=[*asked.get(ONLY, ())],
    )
    with transaction.atomic():
        lock_unless_deleted(campaign)
        return store_system(SystemFile(system, Reading(records, (), Encoding()), name), by=by)


def check_baseline(
    *,
    campaign: Campaign,
    name: str,
    kind: str,
    gold: str = "first",
    options: Mapping[str, Sequence[str]] = NO_OPTIONS,
    files: Mapping[str, Source] = NO_FILES,
) -> tuple[dict[str, tuple[str, ...]], dict[str, dict[str, float]]]:
    """Whether it can be made so, before it is; returns all its options, and what it learns
    from. Raises as `add_baseline` does."""
    made = baseline_of(campaign, kind)
    asked = checked_options(made, options)
    _refuse_other_files(made, files)
    system = System(campaign=campaign, name=name, kind=System.Kind.BASELINE, sha256="0")
    refuse_unless_valid(system, constraints=False)
    # Again when it is stored.
    refuse_taken_name(campaign, name)
    return asked, _gold(campaign, gold) if made.trained else {}


def baseline_of(campaign: Campaign, kind: str) -> Baseline:
    """Raises BaselineRefused where the campaign's task has no such."""
    known = task_of(campaign).baselines
    if kind not in known:
        text = N_(
            "A campaign of this task has no baseline %(kind)s; it has %(known)s.",
            kind=kind,
            known=tuple(known),
        )
        if not known:
            text = N_("A campaign of this task has no baseline that is made here.")
        raise BaselineRefused(text)
    return known[kind]


def checked_options(
    made: Baseline, options: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """All that the baseline asks, as it was said or by default. Raises BaselineRefused."""
    for name in options:
        if name not in made.options and options[name]:
            text = N_("This baseline has no option %(name)s.", name=name)
            raise BaselineRefused(text, field=name)
    asked = {}
    for name, option in made.options.items():
        said = tuple(options.get(name) or ([option.default] if option.default else []))
        if said and len(said) != option.words:
            text = N_("%(name)s takes %(count)s values.", name=name, count=option.words)
            raise BaselineRefused(text, field=name)
        if option.choices and (strange := [one for one in said if one not in option.choices]):
            text = N_(
                "%(name)s is one of %(known)s, not %(said)s.",
                name=name,
                known=option.choices,
                said=tuple(strange),
            )
            raise BaselineRefused(text, field=name)
        asked[name] = said
    return asked


def _refuse_other_files(made: Baseline, files: Mapping[str, Source]) -> None:
    for name, file in made.files.items():
        if file.required and name not in files:
            raise BaselineRefused(
                N_("This baseline needs the file %(name)s.", name=name), field=name
            )
    for name in files:
        if name not in made.files:
            text = N_("This baseline has no use for the file %(name)s.", name=name)
            raise BaselineRefused(text, field=name)


def _gold(campaign: Campaign, which: str) -> dict[str, dict[str, float]]:
    """What is learnt from: each item's answers with their votes or weights."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    if which == "first":
        rows = GoldAnswer.objects.filter(item__in=sentences_in_play(campaign))
        for key, text, votes in rows.values_list("item__key", "text", "votes"):
            found[key][text] = votes
    elif which == "second":
        found.update(_second_gold(campaign))
    else:
        text = N_("gold is one of %(known)s, not %(said)s.", known=GOLDS, said=which)
        raise BaselineRefused(text, field="gold")
    if not found:
        raise BaselineRefused(N_("There is nothing in this gold to learn from."), field="gold")
    return dict(found)


def _second_gold(campaign: Campaign) -> dict[str, dict[str, float]]:
    """Of the newest release. Where the values have no order they are what was chosen."""
    release = Release.objects.filter(campaign=campaign).order_by("-number").first()
    if release is None:
        raise BaselineRefused(N_("There is no second gold yet: release one."), field="gold")
    entries = ReleaseEntry.objects.filter(release=release)
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    if task_of(campaign).level == "nominal":
        labels = dict(campaign.scale.values_list("value", "label"))
        for key, ratings in entries.values_list("item__key", "ratings"):
            found[key] = dict(Counter(labels[value] for _annotator, value in ratings))
        return found
    for key, text, weight in entries.values_list("item__key", "text", "weight"):
        if weight is not None:
            found[key][text] = weight
    return found


def _checksum(records: Sequence[AnswerRecord]) -> str:
    told = json.dumps([[one.sentence, one.answers, one.scores] for one in records])
    return hashlib.sha256(told.encode()).hexdigest()
