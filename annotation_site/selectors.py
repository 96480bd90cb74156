"""What a campaign's overview says of each stage, asked of the app that owns it."""

from typing import NamedTuple

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign
from campaigns.selectors import sentences_in_play
from pooling.pool import breakdown
from pooling.selectors import origin_counts
from rating.models import Annotator, Assignment
from rating.selectors import counting_ratings, coverage


class Fact(NamedTuple):
    name: str
    value: str


class Stage(NamedTuple):
    """`wrong` is what keeps the stage from being right, `then` what to do next."""

    name: str
    facts: list[Fact]
    wrong: str = ""
    then: str = ""


def overview_stages(campaign: Campaign) -> list[Stage]:
    return [
        _sentences(campaign),
        _pool(campaign),
        _subsets(campaign),
        _ratings(campaign),
    ]


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _sentences(campaign: Campaign) -> Stage:
    counts = sentences_in_play(campaign).aggregate(
        sentences=Count("id", distinct=True),
        targets=Count("lexelt", distinct=True),
        substitutes=Count("gold"),
        votes=Sum("gold__votes"),
    )
    systems = campaign.systems.count()
    return Stage(
        _("Sentences"),
        [
            Fact(_("sentences"), _number(counts["sentences"])),
            Fact(_("targets"), _number(counts["targets"])),
            Fact(_("first-gold substitutes"), _number(counts["substitutes"])),
            Fact(_("votes for them"), _number(counts["votes"] or 0)),
            Fact(_("systems"), _number(systems)),
        ],
        wrong="" if systems else _("No system has been added."),
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
        [
            Fact(_("candidates"), _number(total)),
            *(
                Fact(names[share.origin], f"{_number(share.count)} ({share.percent:.1f} %)")
                for share in breakdown(counts)
                if share.percent is not None
            ),
        ],
        wrong="" if total else _("Nothing is pooled yet."),
    )


def _subsets(campaign: Campaign) -> Stage:
    counts = campaign.subsets.aggregate(
        subsets=Count("id"),
        shown=Count("id", filter=Q(fixed_at__isnull=False)),
        places=Sum("size"),
    )
    if not counts["subsets"]:
        return Stage(_("Subsets"), [], wrong=_("The pool has not been dispatched."))
    return Stage(
        _("Subsets"),
        [
            Fact(_("subsets"), _number(counts["subsets"])),
            Fact(
                _("candidates in each, on average"),
                _number(counts["places"] / counts["subsets"]),
            ),
            Fact(_("shown to an annotator"), _number(counts["shown"])),
        ],
    )


def _ratings(campaign: Campaign) -> Stage:
    people = Annotator.objects.filter(campaign=campaign, withdrawn_at__isnull=True).count()
    sittings = Assignment.objects.filter(
        annotator__campaign=campaign, state=Assignment.State.COMPLETE
    ).count()
    reached = coverage(campaign)
    short = reached.subsets - reached.enough
    then = ""
    if campaign.state == Campaign.State.OPEN and short:
        then = ngettext(
            "%(n)s subset has fewer than %(least)s complete sittings.",
            "%(n)s subsets have fewer than %(least)s complete sittings.",
            short,
        ) % {"n": short, "least": campaign.min_ratings}
    return Stage(
        _("Ratings"),
        [
            Fact(_("annotators"), _number(people)),
            Fact(_("complete sittings"), _number(sittings)),
            Fact(_("ratings that count"), _number(counting_ratings(campaign).count())),
            Fact(_("subsets with enough"), f"{reached.enough} / {reached.subsets}"),
        ],
        wrong="" if people else _("Nobody has rated yet."),
        then=then,
    )
