"""What a campaign's overview says of each stage, asked of the app that owns it."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agreement.models import AgreementReport
from agreement.selectors.reports import headline_of, trend_of
from agreement.selectors.staleness import MADE_WITH, report_changes
from agreement.templatetags.agreement_pages import changes_said, measure_name
from annotation_site.selectors.first_gold import first_gold_stage
from annotation_site.selectors.stages import (
    Fact,
    OverviewStage,
    Status,
    Step,
    counted,
    moment,
)
from campaigns.models import Campaign
from campaigns.selectors.task import phrase_of, task_of
from core.templatetags.numbers import grouped
from pooling.selectors import (
    changed_since_pooling,
    origin_choices,
    stored_subsets,
)
from pooling.selectors.counted import known_origin_counts
from pooling.selectors.samples import drawn_of
from rating.selectors.coverage import Totals, totals
from rating.templatetags.monitor_pages import rounded
from regild.pooling.pool import Origin, breakdown
from regild.rating.coverage import SubsetCoverage, share_rated
from regild.tables.printing import Estimate, shown
from regild.tasks import Task
from scoring.models import Release
from scoring.selectors.scores import is_out_of_date
from sources.selectors import source_counts, systems_in_play


def overview_stages(
    campaign: Campaign,
    *,
    covered: list[SubsetCoverage],
    report: AgreementReport | None,
    open_remarks: int,
) -> list[OverviewStage]:
    """`covered` are the campaign's subsets, `report` its newest."""
    found, pooled = totals(campaign), known_origin_counts(campaign)
    release = campaign.releases.defer("policy", "comparison").first()
    enough = all(not subset.missing for subset in covered)
    return [
        _sentences(campaign, pooled=pooled.total()),
        *first_gold_stage(campaign),
        _pool(campaign, pooled, rated=found.ratings > 0),
        _subsets(campaign),
        _ratings(campaign, found, covered, remarks=open_remarks),
        _agreement(report, task=task_of(campaign), ratings=found.ratings),
        _second_gold(
            release,
            ratings=found.ratings,
            due=enough or campaign.state == Campaign.State.CLOSED,
        ),
        _scores(campaign, release),
    ]


def newest_report(campaign: Campaign) -> AgreementReport | None:
    """With what the overview says of it."""
    columns = ("campaign", *MADE_WITH, "made_at", "n_ratings", "measures")
    return campaign.agreement_reports.only(*columns).first()


def _status(*, begun: object, done: object) -> Status:
    return Status.DONE if done else Status.ACTIVE if begun else Status.WAITING


def _sentences(campaign: Campaign, *, pooled: int) -> OverviewStage:
    counts, task = source_counts(campaign), task_of(campaign)
    of_all = "" if counts.sentences == counts.brought_in else f" / {grouped(counts.brought_in)}"
    # Without one the gold alone would be rated; while annotators propose it can wait.
    needed = (
        task.pools_answers
        and not (counts.systems or pooled)
        and campaign.stage == Campaign.Stage.RATE
    )
    missing = [
        counted("sentences_excluded", phrase_of(task, "items left out"), counts.excluded),
        counted("sentences_hidden", phrase_of(task, "hidden items"), counts.hidden),
        counted("systems_hidden", _("hidden systems"), counts.hidden_systems),
    ]
    return OverviewStage(
        phrase_of(task, "Items"),
        "sources",
        [
            Fact(
                "sentences",
                phrase_of(task, "items"),
                f"{grouped(counts.sentences)}{of_all}",
                counts.sentences,
            ),
            counted(task.groups_name, _(task.phrases["groups"]), counts.groups),
            counted(
                "gold_substitutes", phrase_of(task, "gold answers"), counts.gold_substitutes
            ),
            counted("votes", _("votes for them"), counts.votes),
            counted("systems", _("systems"), counts.systems),
            *(fact for fact in missing if fact.value),
        ],
        wrong="" if counts.systems else _("No system has been added."),
        then=None if counts.systems else Step(_("Add a system"), "sources", due=needed),
        head="sentences",
        status=_status(begun=counts.sentences, done=counts.sentences and not needed),
    )


def _pool(campaign: Campaign, counts: Counter[Origin], *, rated: bool) -> OverviewStage:
    total = counts.total()
    names = dict(origin_choices(campaign))
    wrong, then = "", None
    if not total:
        wrong = _("Nothing is pooled yet.")
        then = Step(_("Pool gold and answers"), "pool")
    elif changed_since_pooling(campaign):
        wrong = _("Sources or settings have changed since: pool again.")
        then = Step(_("Pool again"), "pool", due=not rated)
    return OverviewStage(
        _("Pool"),
        "pool",
        [
            counted("candidates", _("candidates"), total),
            *(
                Fact(
                    share.origin,
                    names[share.origin],
                    f"{grouped(share.count)} ({rounded(share.percent, 1)} %)",
                    {"count": share.count, "percent": share.percent},
                )
                for share in breakdown(counts)
                if share.percent is not None and share.origin in names
            ),
        ],
        wrong=wrong,
        then=then,
        head="candidates",
        status=_status(begun=total, done=total and not wrong),
    )


def _subsets(campaign: Campaign) -> OverviewStage:
    stored = stored_subsets(campaign)
    if not stored.subsets:
        return OverviewStage(
            _("Subsets"),
            "subsets",
            [],
            wrong=_("The pool has not been dispatched."),
            then=Step(_("Dispatch the pool"), "subsets"),
        )
    places = sum(size.size * size.subsets for size in stored.sizes)
    draft = campaign.state == Campaign.State.DRAFT
    drawn = drawn_of(campaign)
    drawn_items = phrase_of(task_of(campaign), "items drawn")
    return OverviewStage(
        _("Subsets"),
        "subsets",
        [
            counted("subsets", _("subsets"), stored.subsets),
            counted(
                "candidates_each",
                _("candidates in each, on average"),
                places / stored.subsets,
            ),
            counted("shown", _("shown to an annotator"), stored.shown),
            *([counted("drawn", drawn_items, drawn.drawn)] if drawn else []),
        ],
        then=Step(_("Open the campaign to annotators"), "subsets") if draft else None,
        head="subsets",
        status=_status(begun=True, done=not draft),
    )


def _ratings(
    campaign: Campaign, found: Totals, covered: list[SubsetCoverage], *, remarks: int
) -> OverviewStage:
    short = sum(subset.missing > 0 for subset in covered)
    enough = len(covered) - short
    return OverviewStage(
        _("Ratings"),
        "monitor",
        [
            counted("annotators", _("annotators"), found.annotators),
            counted("flagged", _("flagged annotators"), found.flagged),
            counted("sittings", _("complete sittings"), found.sittings),
            counted("ratings", _("ratings in them"), found.ratings),
            Fact(
                "subsets_with_enough",
                _("fully rated subsets"),
                f"{grouped(enough)} / {grouped(len(covered))}",
                {"count": enough, "of": len(covered)},
            ),
        ],
        wrong="" if found.annotators else _("Nobody has rated yet."),
        then=_next_about_ratings(campaign, short, remarks=remarks),
        head="subsets_with_enough",
        status=_status(
            begun=found.annotators or found.ratings, done=enough and not short and not remarks
        ),
        share=share_rated(covered),
    )


def _next_about_ratings(campaign: Campaign, short: int, *, remarks: int) -> Step | None:
    if remarks:
        words = phrase_of(task_of(campaign), "remarks unanswered", count=remarks)
        return Step(words, "remarks")
    if campaign.state == Campaign.State.OPEN and short:
        words = ngettext(
            "%(n)s subset still needs ratings.",
            "%(n)s subsets still need ratings.",
            short,
        )
        return Step(words % {"n": grouped(short)}, "monitor-subsets", sharing=True)
    return None


def _agreement(report: AgreementReport | None, *, task: Task, ratings: int) -> OverviewStage:
    name, page = _("Agreement"), "agreement"
    if report is None:
        if not ratings:
            return OverviewStage(name, page, [], wrong=_("There is nothing to measure yet."))
        step = Step(_("Measure agreement"), page)
        return OverviewStage(
            name, page, [], wrong=_("Agreement has not been measured."), then=step
        )
    changes = report_changes(report)
    measures = {key: report.measures[key] for key in trend_of(task)}
    head = headline_of(task)
    return OverviewStage(
        name,
        page,
        [
            moment("measured_at", _("measured (UTC)"), report.made_at),
            counted("ratings", _("ratings that counted"), report.n_ratings),
            *(
                Fact(
                    key,
                    f"{measure_name(key)} (n\u00a0=\u00a0{grouped(found['n'])})",
                    shown(Estimate(found["value"], found["low"], found["high"])),
                    {name: found[name] for name in ("value", "low", "high", "n")},
                )
                for key, found in measures.items()
            ),
        ],
        wrong=_("Out of date: since it was measured, %(changes)s.")
        % {"changes": changes_said(changes)}
        if changes
        else "",
        brief=Fact(head, measure_name(head), shown(measures[head]["value"]), None),
        status=_status(begun=True, done=not changes),
    )


def _decided(task: Task) -> str:
    if task.level == "nominal":
        return _("documents with a category")
    return _("candidates with a weight")


def _second_gold(release: Release | None, *, ratings: int, due: bool) -> OverviewStage:
    name, page = _("Second gold"), "gold"
    if release is None:
        if not ratings:
            return OverviewStage(name, page, [], wrong=_("There is nothing to release yet."))
        step = Step(_("Release a second gold"), page, due=due)
        return OverviewStage(
            name, page, [], wrong=_("No second gold has been released."), then=step
        )
    counts = release.counts
    undecided = counts["undecided"]
    return OverviewStage(
        name,
        page,
        [
            Fact("release", _("newest release"), str(release.number), release.number),
            moment("made_at", _("made (UTC)"), release.made_at),
            counted(
                "sentences",
                phrase_of(task_of(release.campaign), "items"),
                counts["sentences"],
            ),
            counted("decided", _decided(task_of(release.campaign)), counts["decided"]),
            counted("undecided", _("with too few ratings"), undecided),
            counted("ratings", _("ratings"), counts["ratings"]),
        ],
        head="release",
        status=Status.DONE,
    )


def _scores(campaign: Campaign, release: Release | None) -> OverviewStage:
    name, page = _("Scores"), "scores"
    hand_in = Step(_("Let teams submit systems"), "submissions", due=False)
    if release is None:
        wrong = _("Systems are scored on a second gold.")
        return OverviewStage(name, page, [], wrong=wrong, then=hand_in)
    in_play = systems_in_play(campaign)
    systems = in_play.count()
    scored = in_play.filter(evaluations__release=release).distinct().count()
    handed_in = in_play.exclude(team="").count()
    missing = systems - scored
    then = Step(_("Score every system"), page) if missing else hand_in
    words = ngettext(
        "%(n)s system is not scored on release %(number)s.",
        "%(n)s systems are not scored on release %(number)s.",
        missing,
    ) % {"n": missing, "number": release.number}
    if not missing:
        words = ""
        if is_out_of_date(release):
            words = _(
                "Systems, multiwords, parts or the penalty changed since the scores were made."
            )
            then = Step(_("Score again"), page)
    return OverviewStage(
        name,
        page,
        [
            Fact(
                "scored",
                _("systems scored on release %s") % release.number,
                f"{grouped(scored)} / {grouped(systems)}",
                {"count": scored, "of": systems},
            ),
            counted("handed_in", _("submitted by their teams"), handed_in),
        ],
        wrong=words,
        then=then,
        head="scored",
        status=_status(begun=scored, done=systems and not words),
        share=scored / systems if systems else None,
    )
