"""All that a campaign came to, whatever ids it has and whoever did it."""

from typing import Any

from agreement.models import AgreementReport, TaggedDocument
from campaigns.models import AuditEntry, Campaign
from pooling.models import Candidate, Placement
from rating.models import Rating
from scoring.models import ReleaseEntry, Score
from sources.models import Answer


def stored(slug: str) -> dict[str, Any]:
    campaign = Campaign.objects.get(slug=slug)
    return {
        **brought_in(campaign),
        **dispatched_and_rated(campaign),
        **measured(campaign),
        **scored(campaign),
    }


def brought_in(campaign: Campaign) -> dict[str, Any]:
    answers = Answer.objects.filter(system__campaign=campaign)
    gold = campaign.items.filter(gold__isnull=False)
    return {
        "settings": (campaign.task, campaign.language, campaign.state, campaign.leaderboard),
        "items": sorted(campaign.items.values_list("key", "position", "group", "text")),
        "gold": sorted(gold.values_list("key", "gold__text", "gold__votes")),
        "tree": sorted(
            campaign.categories.values_list("position", "name", "definition", "option__value")
        ),
        "scale": sorted(campaign.scale.values_list("position", "value", "label")),
        "systems": sorted(campaign.systems.values_list("name", "kind", "sha256")),
        "answers": sorted(
            answers.values_list("system__name", "item__key", "rank", "text", "score")
        ),
    }


def dispatched_and_rated(campaign: Campaign) -> dict[str, Any]:
    placed = Placement.objects.filter(subset__campaign=campaign)
    given = Rating.objects.filter(annotator__campaign=campaign, superseded_at__isnull=True)
    return {
        "candidates": sorted(
            Candidate.objects.filter(item__campaign=campaign).values_list(
                "item__key", "text", "origin", "votes", "role"
            )
        ),
        "subsets": sorted(
            placed.values_list(
                "subset__number", "subset__seats", "candidate__item__key", "candidate__text"
            ),
            key=str,
        ),
        "ratings": sorted(
            given.values_list("candidate__item__key", "candidate__text", "value")
        ),
    }


def measured(campaign: Campaign) -> dict[str, Any]:
    report = AgreementReport.objects.filter(campaign=campaign).latest("id")
    themes = TaggedDocument.objects.filter(theme__campaign=campaign)
    return {
        "agreement": (report.n_ratings, report.measures, report.levels),
        "themes": sorted(themes.values_list("theme__name", "item__key")),
        "revisions": sorted(
            campaign.revisions.values_list("number", "note", "carried", "dropped")
        ),
    }


def scored(campaign: Campaign) -> dict[str, Any]:
    release = campaign.releases.get()
    entries = ReleaseEntry.objects.filter(release=release)
    scores = Score.objects.filter(evaluation__release=release)
    return {
        "release": (release.number, release.counts),
        "entries": sorted(
            [
                (key, text, sorted(value for _annotator, value in ratings), weight, choice)
                for key, text, ratings, weight, choice in entries.values_list(
                    "item__key", "text", "ratings", "weight", "choice"
                )
            ],
            key=str,
        ),
        "scores": sorted(
            scores.values_list(
                *("evaluation__system__name", "evaluation__gold", "measure"),
                *("value", "low", "high", "n", "rank", "p_next", "reason"),
            ),
            key=str,
        ),
    }


def done(slug: str) -> list[str]:
    """What the log says was done, in that order."""
    entries = AuditEntry.objects.filter(campaign__slug=slug).order_by("id")
    return [*entries.values_list("action", flat=True)]
