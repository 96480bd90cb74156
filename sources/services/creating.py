"""Make a campaign of its files, all or nothing; give it other ones."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import override

from campaigns.models import Campaign, Member
from campaigns.selectors.creations import creations
from campaigns.selectors.task import phrase_of, task_of
from campaigns.services import audit
from campaigns.services.jobs import Progress, unobserved
from campaigns.services.locking import lock_campaign, sources_changed
from core.refusals import CampaignExists, Refused
from regild.formats.counting import count_lines
from regild.problems import N_, BadFile, BadFiles, FileProblem, Notice, Source, Text
from regild.tasks import DEFAULT, Task, settings_without_use, task_named
from regild.tasks.task import Sources
from sources.services.lemmas import keep_lemmas
from sources.services.rows import save_gold, save_items
from sources.services.scales import replace_categories, save_scale
from sources.services.systems import refuse_unless_valid

# Such as the substitutes of a gold table.
_ROWS_AN_ITEM = 5


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


class Saved(NamedTuple):
    items: int
    gold_substitutes: int


class NewCampaign(NamedTuple):
    """What is chosen beside the files. The scale is the task's first unless one is named."""

    slug: str
    language: str
    title: str = ""
    task: str = DEFAULT
    scale: str = ""
    multiwords: str = Campaign.Keep.KEEP
    case_policy: str = Campaign.Case.KEEP
    excluded_targets: Collection[str] = ()
    min_ratings: int = 3
    max_ratings: int = 7

    def row(self, slug: str) -> Campaign:
        """Not stored."""
        return Campaign(
            slug=slug,
            title=self.title or self.slug,
            task=self.task,
            language=self.language,
            multiwords=self.multiwords,
            case_policy=self.case_policy,
            excluded_targets=sorted(self.excluded_targets),
            min_ratings=self.min_ratings,
            max_ratings=self.max_ratings,
        )


def create_campaign(
    *, files: Mapping[str, Source], by: User | None = None, **choices: Any
) -> BroughtIn:
    """A draft campaign with its items and first gold, owned by whoever made it: all or nothing.
    The files are those of its task, by their names there; the choices are NewCampaign's.

    Raises ChoicesUnfit, Refused, CampaignExists, or BadFiles with the problems of all files.
    """
    new = NewCampaign(**choices)
    refuse_unfit(new, files)
    task = task_named(new.task)
    sources = task.read(files, excluded_groups=new.excluded_targets)
    with transaction.atomic():
        campaign = new.row(new.slug)
        _store_under_its_slug(campaign)
        return finish_campaign(campaign, new, sources, save_sources(campaign, sources), by=by)


def refuse_unfit(new: NewCampaign, files: Mapping[str, Source]) -> None:
    """Raises what `create_campaign` raises before it reads a file."""
    usual = Campaign()
    asked = {
        "multiwords": new.multiwords != usual.multiwords,
        "case_policy": new.case_policy != usual.case_policy,
        "excluded_targets": bool(new.excluded_targets),
    }
    unfit = [
        *unfit_files(task_named(new.task), files),
        *unfit_scale(task_named(new.task), new.scale),
        *unfit_settings(task_named(new.task), [name for name, given in asked.items() if given]),
    ]
    if unfit:
        raise ChoicesUnfit(unfit)
    being_made = creations().filter(key=new.slug, finished_at=None)
    if Campaign.objects.filter(slug=new.slug).exists() or being_made.exists():
        raise CampaignExists(new.slug)
    refuse_unless_valid(new.row(new.slug))
    refuse_too_many(new.task, files)


def _store_under_its_slug(campaign: Campaign) -> None:
    """Two clicks, or two leads with one idea: the second learns that the slug is taken."""
    try:
        with transaction.atomic():
            campaign.save()
    except IntegrityError as taken:
        if not Campaign.objects.filter(slug=campaign.slug).exists():
            raise
        raise CampaignExists(campaign.slug) from taken


def finish_campaign(
    campaign: Campaign, new: NewCampaign, sources: Sources, saved: Saved, *, by: User | None
) -> BroughtIn:
    """All that a campaign has beside its items and gold."""
    if by is not None:
        Member.objects.create(campaign=campaign, user=by, role=Member.Role.OWNER)
    task = task_of(campaign)
    with override(new.language):
        save_scale(campaign, task, new.scale, categories=sources.categories)
    return _finish(campaign, sources, saved, by=by, action="create campaign")


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


def count_rows(task: Task, files: Mapping[str, Source]) -> int:
    """Of the file with most, or somewhat more than it has: what decides whether they are read
    while somebody waits. Beside the items, a file has several rows for each."""
    others = [
        count_lines(source.stream) // _ROWS_AN_ITEM
        for name, source in files.items()
        if source.folder is None and not task.files[name].required
    ]
    return max([task.count_items(files, most=settings.CAMPAIGN_MOST_ITEMS), *others])


def refuse_too_many(task: str, files: Mapping[str, Source]) -> None:
    """Raises BadFiles with how many items there are, where they are more than a campaign may be
    made of."""
    most = settings.CAMPAIGN_MOST_ITEMS
    items = task_named(task).count_items(files, most=most)
    if items > most:
        name = next(name for name, file in task_named(task).files.items() if file.required)
        raise BadFiles([BadFile(files[name].name, [_too_many(items, most)])])


def _too_many(items: int, most: int) -> FileProblem:
    return FileProblem(
        None,
        N_("the file has %(items)s items; there may be %(most)s", items=items, most=most),
        N_("Split it into several campaigns, or draw a sample"),
    )


def read_other_sources(campaign: Campaign, files: Mapping[str, Source]) -> Sources:
    """For a campaign that has some. Raises ChoicesUnfit, or BadFiles with all problems."""
    task = task_of(campaign)
    if unfit := unfit_files(task, files):
        raise ChoicesUnfit(unfit)
    if (rows := count_rows(task, files)) > settings.CAMPAIGN_JOB_ROWS:
        problem = FileProblem(
            None,
            N_(
                "there are %(rows)s rows; other sources may have %(most)s",
                rows=rows,
                most=settings.CAMPAIGN_JOB_ROWS,
            ),
            N_("Make a new campaign of them"),
        )
        raise BadFiles([BadFile(next(iter(files.values())).name, [problem])])
    return task.read(files, excluded_groups=campaign.excluded_targets)


def replace_sources(*, campaign: Campaign, sources: Sources, by: User | None) -> BroughtIn:
    """Items and gold for a campaign whose own were taken out, and the categories they are
    sorted into."""
    with transaction.atomic():
        lock_campaign(campaign.pk)
        if sources.categories:
            replace_categories(campaign, sources.categories)
        saved = save_sources(campaign, sources)
        made = _finish(campaign, sources, saved, by=by, action="replace sentences")
        sources_changed(campaign.pk)
    return made


def save_sources(
    campaign: Campaign, sources: Sources, *, progress: Progress = unobserved
) -> Saved:
    items = save_items(campaign, sources.items, progress=progress)
    return Saved(items, save_gold(campaign, sources.gold, progress=progress))


def _finish(
    campaign: Campaign, sources: Sources, saved: Saved, *, by: User | None, action: str
) -> BroughtIn:
    campaign.mapping = [[rule.group, rule.proposed, rule.canonical] for rule in sources.rules]
    campaign.save(update_fields=["mapping"])
    if sources.lemmas:
        keep_lemmas(campaign, sources.lemmas)
    audit.record(
        campaign=campaign,
        by=by,
        action=action,
        sentences=saved.items,
        gold_substitutes=saved.gold_substitutes,
    )
    return BroughtIn(campaign, saved.items, saved.gold_substitutes, sources.notices)
