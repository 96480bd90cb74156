"""What a campaign's overview says of each stage, asked of the app that owns it."""

from typing import NamedTuple

from django.db.models import Count, Q, Sum
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agreement.models import AgreementReport
from agreement.tables import Estimate, shown
from agreement.templatetags.agreement_pages import measure_name
from annotation_site.monitor.selectors.coverage import Totals, totals
from campaigns.models import Campaign, GoldSubstitute
from campaigns.selectors import sentences_in_play
from pooling.pool import breakdown
from pooling.selectors import origin_counts
from rating.models import Remark
from rating.selectors import coverage
from scoring.models import Release

AGREEMENT_SHOWN = ("unanimity", "sd", "alpha_ordinal")


class Fact(NamedTuple):
    name: str
    value: str


class Step(NamedTuple):
    """What to do next, and the page to do it on."""

    words: str
    page: str


class Stage(NamedTuple):
    """`wrong` is what keeps the stage from being right; `page` has all there is to it."""

    name: str
    page: str
    facts: list[Fact]
    wrong: str = ""
    then: Step | None = None


def overview_stages(campaign: Campaign) -> list[Stage]:
    found = totals(campaign)
    report = campaign.agreement_reports.only("made_at", "n_ratings", "measures").first()
    release = campaign.releases.defer("policy", "comparison").first()
    return [
        _sentences(campaign),
        _pool(campaign),
        _subsets(campaign),
        _ratings(campaign, found),
        _agreement(report, ratings=found.ratings),
        _second_gold(release, ratings=found.ratings),
        _scores(campaign, release),
    ]


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _sentences(campaign: Campaign) -> Stage:
    in_play = sentences_in_play(campaign)
    counts = in_play.aggregate(n=Count("id"), targets=Count("lexelt", distinct=True))
    gold = GoldSubstitute.objects.filter(sentence__in=in_play).aggregate(
        n=Count("id"), votes=Sum("votes", default=0)
    )
    systems = campaign.systems.count()
    return Stage(
        _("Sentences"),
        "sources",
        [
            Fact(_("sentences"), _number(counts["n"])),
            Fact(_("targets"), _number(counts["targets"])),
            Fact(_("first-gold substitutes"), _number(gold["n"])),
            Fact(_("votes for them"), _number(gold["votes"])),
            Fact(_("systems"), _number(systems)),
        ],
        wrong="" if systems else _("No system has been added."),
        then=None if systems else Step(_("Add a system"), "sources"),
    )


def _pool(campaign: Campaign) -> Stage:
    counts = origin_counts(campaign)
    total = sum(counts.values())
    names = {
        "gold": _("gold only"),
        "systems": _("systems only"),
        "both": _("both"),
    }
    return Stage(
        _("Pool"),
        "pool",
        [
            Fact(_("candidates"), _number(total)),
            *(
                Fact(
                    names[share.origin],
                    f"{_number(share.count)} ({number_format(share.percent, 1)} %)",
                )
                for share in breakdown(counts)
                if share.percent is not None
            ),
        ],
        wrong="" if total else _("Nothing is pooled yet."),
        then=None if total else Step(_("Pool gold and answers"), "pool"),
    )


def _subsets(campaign: Campaign) -> Stage:
    counts = campaign.subsets.aggregate(
        subsets=Count("id"),
        shown=Count("id", filter=Q(fixed_at__isnull=False)),
        places=Sum("size"),
    )
    if not counts["subsets"]:
        return Stage(
            _("Subsets"),
            "subsets",
            [],
            wrong=_("The pool has not been dispatched."),
            then=Step(_("Dispatch the pool"), "subsets"),
        )
    draft = campaign.state == Campaign.State.DRAFT
    return Stage(
        _("Subsets"),
        "subsets",
        [
            Fact(_("subsets"), _number(counts["subsets"])),
            Fact(
                _("candidates in each, on average"),
                _number(counts["places"] / counts["subsets"]),
            ),
            Fact(_("shown to an annotator"), _number(counts["shown"])),
        ],
        then=Step(_("Open the campaign to annotators"), "subsets") if draft else None,
    )


def _ratings(campaign: Campaign, found: Totals) -> Stage:
    reached = coverage(campaign)
    remarks = Remark.objects.filter(
        sentence__campaign=campaign, answered_at__isnull=True
    ).count()
    return Stage(
        _("Ratings"),
        "monitor",
        [
            Fact(_("annotators"), _number(found.annotators)),
            Fact(_("of them flagged"), _number(found.flagged)),
            Fact(_("complete sittings"), _number(found.sittings)),
            Fact(_("ratings in them"), _number(found.ratings)),
            Fact(_("subsets with enough"), f"{reached.enough} / {reached.subsets}"),
        ],
        wrong="" if found.annotators else _("Nobody has rated yet."),
        then=_next_about_ratings(campaign, reached.subsets - reached.enough, remarks=remarks),
    )


def _next_about_ratings(campaign: Campaign, short: int, *, remarks: int) -> Step | None:
    if remarks:
        words = ngettext(
            "%d remark about a sentence is not answered.",
            "%d remarks about sentences are not answered.",
            remarks,
        )
        return Step(words % remarks, "remarks")
    if campaign.state == Campaign.State.OPEN and short:
        words = ngettext(
            "%(n)s subset has fewer than %(least)s complete sittings.",
            "%(n)s subsets have fewer than %(least)s complete sittings.",
            short,
        )
        return Step(words % {"n": short, "least": campaign.min_ratings}, "monitor-subsets")
    return None


def _agreement(report: AgreementReport | None, *, ratings: int) -> Stage:
    name, page = _("Agreement"), "agreement"
    if report is None:
        if not ratings:
            return Stage(name, page, [], wrong=_("There is nothing to measure yet."))
        step = Step(_("Measure agreement"), page)
        return Stage(name, page, [], wrong=_("Agreement has not been measured."), then=step)
    measures = {key: report.measures[key] for key in AGREEMENT_SHOWN}
    return Stage(
        name,
        page,
        [
            Fact(_("measured (UTC)"), f"{report.made_at:%Y-%m-%d %H:%M}"),
            Fact(_("ratings that counted"), _number(report.n_ratings)),
            *(
                Fact(
                    f"{measure_name(key)} (n = {_number(found['n'])})",
                    shown(Estimate(found["value"], found["low"], found["high"])),
                )
                for key, found in measures.items()
            ),
        ],
    )


def _second_gold(release: Release | None, *, ratings: int) -> Stage:
    name, page = _("Second gold"), "gold"
    if release is None:
        if not ratings:
            return Stage(name, page, [], wrong=_("There is nothing to release yet."))
        step = Step(_("Release a second gold"), page)
        return Stage(name, page, [], wrong=_("No second gold has been released."), then=step)
    counts = release.counts
    undecided = counts["undecided"]
    return Stage(
        name,
        page,
        [
            Fact(_("newest release"), str(release.number)),
            Fact(_("made (UTC)"), f"{release.made_at:%Y-%m-%d %H:%M}"),
            Fact(_("sentences"), _number(counts["sentences"])),
            Fact(_("candidates with a weight"), _number(counts["decided"])),
            Fact(_("with too few ratings"), _number(undecided)),
            Fact(_("ratings"), _number(counts["ratings"])),
        ],
    )


def _scores(campaign: Campaign, release: Release | None) -> Stage:
    name, page = _("Scores"), "scores"
    hand_in = Step(_("Let teams hand in systems"), "submissions")
    if release is None:
        wrong = _("Systems are scored on a second gold.")
        return Stage(name, page, [], wrong=wrong, then=hand_in)
    systems = campaign.systems.count()
    scored = campaign.systems.filter(evaluations__release=release).distinct().count()
    handed_in = campaign.systems.filter(submission_link__isnull=False).count()
    missing = systems - scored
    words = ngettext(
        "%(n)s system is not scored on release %(number)s.",
        "%(n)s systems are not scored on release %(number)s.",
        missing,
    ) % {"n": missing, "number": release.number}
    return Stage(
        name,
        page,
        [
            Fact(
                _("systems scored on release %s") % release.number,
                f"{number_format(scored)} / {number_format(systems)}",
            ),
            Fact(_("handed in by their teams"), _number(handed_in)),
        ],
        wrong=words if missing else "",
        then=Step(_("Score every system"), page) if missing else hand_in,
    )
