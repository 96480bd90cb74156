"""Make a campaign of its files, all or nothing; give it other ones."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import override

from campaigns.models import Campaign, Member
from campaigns.selectors.task import phrase_of, task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, sources_changed
from core.refusals import CampaignExists, Refused
from regild.problems import N_, Notice, Source, Text
from regild.tasks import DEFAULT, Task, settings_without_use, task_named
from regild.tasks.task import Sources
from sources.services.lemmas import keep_lemmas
from sources.services.rows import save_gold, save_items
from sources.services.scales import replace_categories, save_scale
from sources.services.systems import refuse_unless_valid


class Unfit(NamedTuple):
    """Something that does not go with the task; `field` as forms and the API call it."""

    field: str
    code: str
    text: Text


class ChoicesUnfit(Refused):
    """Files, scale or settings that are not this task's, all of them at once."""

    def __init__(self, problems: Sequence[Unfit]) -> None:
        self.problems = tuple(problems)
        told = tuple(one.text for one in problems)
        super().__init__("choices_unfit", N_("Nothing was stored. %(told)s", told=told))


class BroughtIn(NamedTuple):
    campaign: Campaign
    sentences: int
    gold_substitutes: int
    notices: tuple[Notice, ...]

    @property
    def said(self) -> str:
        """In the reader's language."""
        task = task_of(self.campaign)
        if not self.gold_substitutes:
            return phrase_of(task, "items alone", items=self.sentences)
        return phrase_of(
            task, "items and gold", items=self.sentences, gold=self.gold_substitutes
        )


def create_campaign(
    *,
    slug: str,
    files: Mapping[str, Source],
    language: str,
    title: str = "",
    task: str = DEFAULT,
    scale: str = "",
    multiwords: str = Campaign.Keep.KEEP,
    case_policy: str = Campaign.Case.KEEP,
    excluded_targets: Collection[str] = (),
    min_ratings: int = 3,
    max_ratings: int = 7,
    by: User | None = None,
) -> BroughtIn:
    """A draft campaign with its items and first gold, owned by whoever made it. The files are
    those of its task, by their names there; the scale is the task's first unless one is named.

    Raises ChoicesUnfit, Refused, CampaignExists, or BadFiles with the problems of all files.
    """
    usual = Campaign()
    asked = {
        "multiwords": multiwords != usual.multiwords,
        "case_policy": case_policy != usual.case_policy,
        "excluded_targets": bool(excluded_targets),
    }
    unfit = [
        *unfit_files(task_named(task), files),
        *unfit_scale(task_named(task), scale),
        *unfit_settings(task_named(task), [name for name, given in asked.items() if given]),
    ]
    if unfit:
        raise ChoicesUnfit(unfit)
    if Campaign.objects.filter(slug=slug).exists():
        raise CampaignExists(slug)
    refuse_unless_valid(
        Campaign(
            slug=slug,
            title=title or slug,
            task=task,
            language=language,
            multiwords=multiwords,
            case_policy=case_policy,
            min_ratings=min_ratings,
            max_ratings=max_ratings,
        )
    )
    sources = task_named(task).read(files, excluded_groups=excluded_targets)
    with transaction.atomic():
        # Two clicks, or two leads with one idea: the second learns that the slug is taken.
        campaign, new = Campaign.objects.get_or_create(
            slug=slug,
            defaults={
                "title": title or slug,
                "task": task,
                "language": language,
                "multiwords": multiwords,
                "case_policy": case_policy,
                "excluded_targets": sorted(excluded_targets),
                "min_ratings": min_ratings,
                "max_ratings": max_ratings,
            },
        )
        if not new:
            raise CampaignExists(slug)
        if by is not None:
            Member.objects.create(campaign=campaign, user=by, role=Member.Role.OWNER)
        with override(language):
            save_scale(campaign, task_named(task), scale, categories=sources.categories)
        made = _save_sources(campaign, sources)
        audit.record(
            campaign=campaign,
            by=by,
            action="create campaign",
            sentences=made.sentences,
            gold_substitutes=made.gold_substitutes,
        )
    return made


def unfit_files(task: Task, files: Collection[str]) -> list[Unfit]:
    """Those that are missing and those that the task knows nothing of."""
    known = {name: file for name, file in task.files.items() if file.of == "campaign"}
    return [
        *(
            Unfit(
                name,
                "required",
                N_("A campaign of this task needs the file %(name)s.", name=name),
            )
            for name, file in known.items()
            if file.required and name not in files
        ),
        *(
            Unfit(
                name,
                "no_use",
                N_(
                    "A campaign of this task does not take the file %(name)s; it takes"
                    " %(known)s.",
                    name=name,
                    known=tuple(known),
                ),
            )
            for name in files
            if name not in known
        ),
    ]


def unfit_scale(task: Task, scale: str) -> list[Unfit]:
    if not scale or scale in task.scales:
        return []
    text = N_(
        "A campaign of this task has no scale %(scale)s; it takes %(known)s.",
        scale=scale,
        known=tuple(task.scales),
    )
    if not task.scales:
        text = N_(
            "In a campaign of this task the categories are the scale; no other can be chosen."
        )
    return [Unfit("scale", "no_use", text)]


def unfit_settings(task: Task, names: Collection[str]) -> list[Unfit]:
    return [
        Unfit(
            name,
            "no_use",
            N_("The setting %(name)s does not apply to campaigns of this task.", name=name),
        )
        for name in names
        if name in settings_without_use(task)
    ]


def read_other_sources(campaign: Campaign, files: Mapping[str, Source]) -> Sources:
    """For a campaign that has some. Raises ChoicesUnfit, or BadFiles with all problems."""
    task = task_of(campaign)
    if unfit := unfit_files(task, files):
        raise ChoicesUnfit(unfit)
    return task.read(files, excluded_groups=campaign.excluded_targets)


def replace_sources(*, campaign: Campaign, sources: Sources, by: User | None) -> BroughtIn:
    """Items and gold for a campaign whose own were taken out, and the categories they are
    sorted into."""
    with transaction.atomic():
        lock_campaign(campaign.pk)
        if sources.categories:
            replace_categories(campaign, sources.categories)
        made = _save_sources(campaign, sources)
        sources_changed(campaign.pk)
        audit.record(
            campaign=campaign,
            by=by,
            action="replace sentences",
            sentences=made.sentences,
            gold_substitutes=made.gold_substitutes,
        )
    return made


def _save_sources(campaign: Campaign, sources: Sources) -> BroughtIn:
    campaign.mapping = [[rule.group, rule.proposed, rule.canonical] for rule in sources.rules]
    campaign.save(update_fields=["mapping"])
    saved = save_items(campaign, sources.items, sources.gold)
    count = save_gold(saved, sources.gold)
    if sources.lemmas:
        keep_lemmas(campaign, sources.lemmas)
    return BroughtIn(campaign, len(saved), count, sources.notices)
